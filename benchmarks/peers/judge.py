"""The judge: pinocchio's view of every pose, whatever the library that found it says."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from frames import Array, in_order_of
from work import MET, OUTSIDE, Asked, Goal, outside


class Judge:
    def __init__(self, work: Asked) -> None:
        self.work = work
        self.model = pin.buildModelFromUrdf(str(work.folder / work.urdf), pin.JointModelFreeFlyer())
        self.data = self.model.createData()

    def errors(self, q: Array, goal: Goal) -> dict[str, float]:
        """Every task's error (m, rad) at a whole-body pose; infinite where the pose is not a number."""
        if not np.isfinite(q).all():
            return dict.fromkeys(("feet", "hands", "center", "gaze"), np.inf)
        q = in_order_of(list(self.model.names)[2:], q, self.work.joints)
        q[3:7] /= np.linalg.norm(q[3:7])
        pin.framesForwardKinematics(self.model, self.data, q)
        center = pin.centerOfMass(self.model, self.data, q)
        palms = () if goal.palms is None else ("left_palm", "right_palm")
        names = (*self.work.feet, *palms, self.work.hand, self.work.gaze)
        sites = {n: self.data.oMf[self.model.getFrameId(n)].homogeneous for n in names}
        return self.work.errors_at(sites, np.array(center), goal)

    def met(self, q: Array, goal: Goal) -> bool:
        """Whether all tasks are met and all limits kept."""
        return max(self.errors(q, goal).values()) < MET and outside(q) < OUTSIDE

    def count(self, poses: Array, goals: list[Goal]) -> int:
        """How many poses meet their goals."""
        return sum(self.met(q, goal) for q, goal in zip(poses, goals, strict=True))
