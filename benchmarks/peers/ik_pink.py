"""Pink: weighted tasks, and constraints, one quadratic programme a step. https://github.com/stephane-caron/pink"""

from __future__ import annotations

import numpy as np
import pink
import pinocchio as pin
from pink.limits import ConfigurationLimit, VelocityLimit
from pink.tasks import ComTask, FrameTask, PostureTask

from frames import ARM_HIGH, ARM_LOW, Array, in_order_of
from work import STOP, Asked, Goal, Work


class Body:
    def __init__(
        self,
        work: Asked,
        hands: bool,
        levenberg: float = 1e-4,
        limit_gain: float = 0.5,
        slow: bool = False,
        feet_hard: bool = False,
        posture: float = 0.0,
    ) -> None:
        self.model = pin.buildModelFromUrdf(str(work.folder / work.urdf), pin.JointModelFreeFlyer())
        self.names, self.joints = list(self.model.names)[2:], work.joints
        self.start = in_order_of(self.names, work.start, work.joints)
        self.now = pink.Configuration(self.model, self.model.createData(), self.start.copy())
        self.time_step = 0.01 if slow else 1.0

        def task(site: str, position: float, orientation: float) -> FrameTask:
            return FrameTask(site, position_cost=position, orientation_cost=orientation, lm_damping=levenberg)

        feet = [task(site, 1.0, 1.0) for site in work.feet]
        for foot, T in zip(feet, work.feet.values(), strict=True):
            foot.set_target(pin.SE3(T))
        center = ComTask(cost=[float(axis in work.level) for axis in "xyz"], lm_damping=levenberg)
        center.set_target(work.center.copy())
        self.gaze = task(work.gaze, 0.0, 1.0)
        self.hands = [task(s, 1.0, 1.0) for s in ("left_palm", "right_palm")] if hands else [task(work.hand, 1.0, 0.0)]
        self.tasks = [center, self.gaze, *self.hands] + ([] if feet_hard else feet)
        if posture:
            rest = PostureTask(cost=posture)
            rest.set_target(self.start)
            self.tasks.append(rest)
        self.constraints = feet if feet_hard else None
        self.limits = [ConfigurationLimit(self.model, config_limit_gain=limit_gain)]
        if slow:
            self.limits.append(VelocityLimit(self.model))

    def reset(self) -> None:
        self.now.update(self.start.copy())

    def aim(self, goal: Goal) -> None:
        self.gaze.set_target(pin.SE3(goal.gaze, np.zeros(3)))
        if goal.palms is not None:
            for hand, T in zip(self.hands, goal.palms, strict=True):
                hand.set_target(pin.SE3(T))
        else:
            self.hands[0].set_target(pin.SE3(np.eye(3), goal.hand))

    def step(self) -> None:
        settings = {"damping": 1e-6, "limits": self.limits, "constraints": self.constraints, "safety_break": False}
        velocity = pink.solve_ik(self.now, self.tasks, self.time_step, "daqp", **settings)
        self.now.integrate_inplace(velocity, self.time_step)

    def coordinates(self) -> Array:
        return np.concatenate([self.now.q[:7], self.now.q[7:][[self.names.index(j) for j in self.joints]]])


class Arm:
    """A loop of at most 60 steps a start."""

    def __init__(self, work: Work) -> None:
        self.model = pin.buildModelFromUrdf(str(work.folder / "arm7.urdf"))
        self.task = FrameTask("tip", 1.0, 1.0, lm_damping=1e-3)
        self.limits = [ConfigurationLimit(self.model, config_limit_gain=1.0)]
        self.start, self.others = work.arm_start, work.arm_others
        self.now = pink.Configuration(self.model, self.model.createData(), self.start.copy())

    def solve(self, tip: Array, starts: int) -> Array:
        self.task.set_target(pin.SE3(tip))
        for attempt in range(starts):
            self.now.update(self.others[attempt - 1] if attempt else self.start.copy())
            for _ in range(60):
                settings = {"damping": 1e-8, "limits": self.limits, "safety_break": False}
                self.now.integrate_inplace(pink.solve_ik(self.now, [self.task], 1.0, "daqp", **settings), 1.0)
                error = self.task.compute_error(self.now)
                if max(np.linalg.norm(error[:3]), np.linalg.norm(error[3:])) < STOP:
                    return np.clip(self.now.q, ARM_LOW, ARM_HIGH)
        return np.clip(self.now.q, ARM_LOW, ARM_HIGH)
