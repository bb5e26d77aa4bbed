"""placo: one quadratic programme a step, tasks soft or hard. https://github.com/Rhoban/placo"""

from __future__ import annotations

import numpy as np
import placo

from frames import Array
from work import STOP, Asked, Goal, Work


class Body:
    """`posture`: the weight of a task for the start pose; none by default."""

    def __init__(
        self,
        work: Asked,
        hands: bool,
        feet: str = "soft",
        damping: float = 1e-6,
        slow: bool = False,
        posture: float = 0.0,
    ) -> None:
        self.robot = placo.RobotWrapper(str(work.folder / work.urdf), placo.Flags.ignore_collisions)
        self.solver = placo.KinematicsSolver(self.robot)
        self.offsets = [self.robot.get_joint_offset(n) for n in work.joints]
        self.solver.enable_joint_limits(True)
        self.solver.dt = 0.01
        self.solver.enable_velocity_limits(slow)
        self.start = work.start
        self.reset()
        for site, T in work.feet.items():
            self.solver.add_frame_task(site, T).configure(site, feet, 1.0, 1.0)
        center = self.solver.add_com_task(work.center)
        center.mask.set_axises(work.level)
        center.configure("center", "soft", 1.0)
        self.gaze = self.solver.add_orientation_task(work.gaze, work.gaze_at_rest)
        self.gaze.configure("gaze", "soft", 1.0)
        if hands:
            self.left, self.right = (self.solver.add_frame_task(s, np.eye(4)) for s in ("left_palm", "right_palm"))
            self.left.configure("left", "soft", 1.0, 1.0)
            self.right.configure("right", "soft", 1.0, 1.0)
        else:
            self.hand = self.solver.add_position_task(work.hand, work.hand_at_rest)
            self.hand.configure("hand", "soft", 1.0)
        if posture:
            rest = self.solver.add_joints_task()
            rest.set_joints({name: float(q) for name, q in zip(work.joints, work.start[7:], strict=True)})
            rest.configure("posture", "soft", posture)
        self.solver.add_regularization_task(damping)

    def reset(self) -> None:
        q = self.robot.state.q.copy()
        q[:7], q[self.offsets] = self.start[:7], self.start[7:]
        self.robot.state.q = q
        self.robot.update_kinematics()

    def aim(self, goal: Goal) -> None:
        self.gaze.R_world_frame = goal.gaze
        if goal.palms is not None:
            self.left.T_world_frame, self.right.T_world_frame = goal.palms
        else:
            self.hand.target_world = goal.hand

    def step(self) -> None:
        self.solver.solve(True)
        self.robot.update_kinematics()

    def coordinates(self) -> Array:
        q = self.robot.state.q
        return np.concatenate([q[:7], q[self.offsets]])


class Arm:
    """A loop of at most 60 steps a start."""

    def __init__(self, work: Work) -> None:
        self.robot = placo.RobotWrapper(str(work.folder / "arm7.urdf"), placo.Flags.ignore_collisions)
        self.solver = placo.KinematicsSolver(self.robot)
        self.solver.mask_fbase(True)
        self.solver.enable_joint_limits(True)
        self.task = self.solver.add_frame_task("tip", np.eye(4))
        self.task.configure("tip", "soft", 1.0, 1.0)
        self.solver.add_regularization_task(1e-6)
        self.offsets = [self.robot.get_joint_offset(n) for n in self.robot.joint_names()]
        self.start, self.others = work.arm_start, work.arm_others

    def solve(self, tip: Array, starts: int) -> Array:
        self.task.T_world_frame = tip
        for attempt in range(starts):
            self._put(self.others[attempt - 1] if attempt else self.start)
            for _ in range(60):
                try:
                    self.solver.solve(True)
                except RuntimeError:  # infeasible
                    break
                self.robot.update_kinematics()
                if self._met(tip):
                    return self._angles()
        return self._angles()

    def _put(self, angles: Array) -> None:
        q = self.robot.state.q.copy()
        q[:7], q[self.offsets] = [0, 0, 0, 0, 0, 0, 1], angles
        self.robot.state.q = q
        self.robot.update_kinematics()

    def _met(self, tip: Array) -> bool:
        difference = self.robot.get_T_world_frame("tip") - tip
        return float(np.abs(difference).max()) < STOP / 2

    def _angles(self) -> Array:
        return np.array(self.robot.state.q[self.offsets])
