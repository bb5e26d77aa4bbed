"""Robotics Toolbox: Levenberg–Marquardt in C, for arms. https://github.com/petercorke/robotics-toolbox-python"""

from __future__ import annotations

import numpy as np
import roboticstoolbox

from frames import Array
from work import Work


class Arm:
    def __init__(self, work: Work) -> None:
        robot = roboticstoolbox.Robot.URDF(str(work.folder.resolve() / "arm7.urdf"))
        self.chain = robot.ets(end="tip")
        self.start = work.arm_start

    def solve(self, tip: Array, starts: int) -> Array:
        found = self.chain.ik_LM(tip, q0=self.start, joint_limits=True, slimit=starts, ilimit=60, tol=1e-8)
        return np.asarray(found.q).ravel()
