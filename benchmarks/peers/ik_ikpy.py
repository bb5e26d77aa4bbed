"""ikpy: scipy's least squares, for arms. https://github.com/Phylliade/ikpy"""

from __future__ import annotations

import warnings

import numpy as np
from ikpy.chain import Chain

from frames import Array
from work import Work

warnings.filterwarnings("ignore")  # it warns of every fixed link


class Arm:
    """It offers no restarts; what it finds from the one start is its answer."""

    def __init__(self, work: Work) -> None:
        file = str(work.folder / "arm7.urdf")
        links = Chain.from_urdf_file(file, base_elements=["base"]).links
        self.active = [link.joint_type == "revolute" for link in links]
        self.chain = Chain.from_urdf_file(file, base_elements=["base"], active_links_mask=self.active)
        self.start = np.zeros(len(links))
        self.start[self.active] = work.arm_start

    def solve(self, tip: Array, starts: int) -> Array:
        found = self.chain.inverse_kinematics_frame(tip, initial_position=self.start, orientation_mode="all")
        return np.asarray(found)[self.active]
