"""EmbodiK: prioritised velocities, one level after the other, on pinocchio. https://pypi.org/project/embodik"""

from __future__ import annotations

import embodik
import numpy as np

from frames import Array
from work import STOP, Asked, Goal, Work

# A step asks for the whole error: velocities count by the second, and so does the step.
SECOND = 1.0


def with_mode(task: embodik.Task, priority: int, mode: str) -> embodik.Task:
    task.priority, task.weight = priority, 1.0 / SECOND
    task.solve_mode = getattr(embodik.TaskSolveMode, mode)
    return task


class Body:
    """Four strict levels, or five with the posture. `mode`: what a level does that cannot be met as a whole."""

    def __init__(self, work: Asked, hands: bool, posture: bool = False, mode: str = "MIN_ERROR") -> None:
        self.model = embodik.RobotModel(str(work.folder / work.urdf), floating_base=True)
        self.solver = embodik.KinematicsSolver(self.model)
        self.solver.dt = SECOND
        self.solver.enable_position_limits(True)
        self.solver.enable_velocity_limits(False)
        self.places = [self.model.get_joint_config_index(name) for name in work.joints]
        self.start = np.array(self.model.neutral_configuration())
        self.start[:7], self.start[self.places] = work.start[:7], work.start[7:]
        for site, T in work.feet.items():
            foot = with_mode(self.solver.add_frame_task(site, site), 0, mode)
            foot.set_target_pose(T[:3, 3].copy(), np.asfortranarray(T[:3, :3]))
        center = with_mode(self.solver.add_com_task("center"), 1, mode)
        center.set_position_mask(np.array([float(axis in work.level) for axis in "xyz"]))
        center.set_target_position(np.array(work.center))
        orient = self.solver.add_frame_task("gaze", work.gaze, embodik.TaskType.FRAME_ORIENTATION)
        self.gaze = with_mode(orient, 2, mode)
        pose, point = embodik.TaskType.FRAME_POSE, embodik.TaskType.FRAME_POSITION
        kinds = {"left_palm": pose, "right_palm": pose} if hands else {work.hand: point}
        self.hands = [with_mode(self.solver.add_frame_task(s, s, kind), 3, mode) for s, kind in kinds.items()]
        if posture:
            rest = with_mode(self.solver.add_posture_task("posture"), 4, mode)
            rest.set_target_configuration(self.start)
        self.reset()

    def reset(self) -> None:
        self.q = self.start.copy()

    def aim(self, goal: Goal) -> None:
        self.gaze.set_target_orientation(np.asfortranarray(goal.gaze))
        if goal.palms is None:
            self.hands[0].set_target_position(np.array(goal.hand))
            return
        for hand, T in zip(self.hands, goal.palms, strict=True):
            hand.set_target_pose(T[:3, 3].copy(), np.asfortranarray(T[:3, :3]))

    def step(self) -> None:
        found = self.solver.solve_velocity(self.q, True)
        self.q = np.array(self.model.integrate(self.q, found.joint_velocities, SECOND))

    def coordinates(self) -> Array:
        return np.concatenate([self.q[:7], self.q[self.places]])


class Arm:
    """A loop of at most 60 steps a start."""

    def __init__(self, work: Work) -> None:
        self.model = embodik.RobotModel(str(work.folder / "arm7.urdf"), floating_base=False)
        self.solver = embodik.KinematicsSolver(self.model)
        self.solver.dt = SECOND
        self.solver.enable_position_limits(True)
        self.solver.enable_velocity_limits(False)
        self.task = with_mode(self.solver.add_frame_task("tip", "tip"), 0, "MIN_ERROR")
        self.start, self.others = np.array(work.arm_start), work.arm_others

    def solve(self, tip: Array, starts: int) -> Array:
        self.task.set_target_pose(tip[:3, 3].copy(), np.asfortranarray(tip[:3, :3]))
        q = self.start
        for attempt in range(starts):
            q = self.others[attempt - 1].copy() if attempt else self.start.copy()
            for _ in range(60):
                found = self.solver.solve_velocity(q, True)
                q = np.array(self.model.integrate(q, found.joint_velocities, SECOND))
                self.model.update_configuration(q)
                pose = self.model.get_frame_pose("tip")
                here = np.column_stack([pose.rotation, pose.translation])
                if np.abs(here - tip[:3]).max() < STOP / 2:
                    return q
        return q
