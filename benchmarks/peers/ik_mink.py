"""mink: weighted tasks, and constraints, on MuJoCo; one quadratic programme a step. https://github.com/kevinzakka/mink"""

from __future__ import annotations

import mink
import mujoco
import numpy as np

from frames import Array, frame
from work import Asked, Goal


class Body:
    def __init__(
        self,
        work: Asked,
        hands: bool,
        levenberg: float = 1e-4,
        limit_gain: float = 0.95,
        slow: bool = False,
        feet_hard: bool = False,
        posture: float = 0.0,
    ) -> None:
        model = mujoco.MjModel.from_xml_path(str(work.folder / work.mjcf))
        self.addresses = [model.joint(n).qposadr[0] for n in work.joints]
        self.start = np.zeros(model.nq)
        self.start[:3], self.start[3:7], self.start[self.addresses] = (
            work.start[:3],
            work.start[[6, 3, 4, 5]],
            work.start[7:],
        )
        self.now = mink.Configuration(model, q=self.start.copy())
        self.time_step = 0.01 if slow else 1.0

        def task(site: str, position: float, orientation: float) -> mink.FrameTask:
            return mink.FrameTask(site, "site", position, orientation, lm_damping=levenberg)

        feet = [task(site, 1.0, 1.0) for site in work.feet]
        for foot, T in zip(feet, work.feet.values(), strict=True):
            foot.set_target(mink.SE3.from_matrix(T))
        center = mink.ComTask(cost=[float(axis in work.level) for axis in "xyz"], lm_damping=levenberg)
        center.set_target(work.center.copy())
        self.gaze = task(work.gaze, 0.0, 1.0)
        self.hands = [task(s, 1.0, 1.0) for s in ("left_palm", "right_palm")] if hands else [task(work.hand, 1.0, 0.0)]
        self.tasks = [center, self.gaze, *self.hands] + ([] if feet_hard else feet)
        if posture:
            rest = mink.PostureTask(model, cost=posture)
            rest.set_target(self.start)
            self.tasks.append(rest)
        self.constraints = feet if feet_hard else None
        self.limits = [mink.ConfigurationLimit(model, gain=limit_gain)]
        if slow:
            self.limits.append(mink.VelocityLimit(model, dict.fromkeys(work.joints, 20.0)))

    def reset(self) -> None:
        self.now.update(self.start.copy())

    def aim(self, goal: Goal) -> None:
        self.gaze.set_target(mink.SE3.from_matrix(frame(goal.gaze, np.zeros(3))))
        if goal.palms is not None:
            for hand, T in zip(self.hands, goal.palms, strict=True):
                hand.set_target(mink.SE3.from_matrix(T))
        else:
            self.hands[0].set_target(mink.SE3.from_matrix(frame(np.eye(3), goal.hand)))

    def step(self) -> None:
        settings = {"damping": 1e-6, "limits": self.limits, "constraints": self.constraints}
        velocity = mink.solve_ik(self.now, self.tasks, self.time_step, "daqp", **settings)
        self.now.integrate_inplace(velocity, self.time_step)

    def coordinates(self) -> Array:
        q = self.now.q
        return np.concatenate([q[:3], q[[4, 5, 6, 3]], q[self.addresses]])
