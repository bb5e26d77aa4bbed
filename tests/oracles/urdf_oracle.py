"""Pinocchio reading the same URDF as we do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pinocchio as pin
from numbers_of import Numbers, mapped, turned
from pinocchio_numbers import pinocchio_numbers

import poise

TURN = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
"""Ours = (y, z, x) of a Z-up file."""


class UrdfOracle:
    """All numbers of a pose as pinocchio finds them in the file the figure came from."""

    def __init__(self, path: Path, figure: poise.Figure, axes: str) -> None:
        self.figure = figure
        self.free = figure.base.model == "free"
        self.turn = TURN if axes == "poise" else np.eye(3)
        root = pin.JointModelFreeFlyer() if self.free else None
        text = Path(path).read_text()
        self.model = pin.buildModelFromXML(text, root) if root else pin.buildModelFromXML(text)
        self.data = self.model.createData()
        self.sites = list(figure.sites)
        self.frame_ids = [self._frame_id(s) for s in self.sites]

    def _frame_id(self, site: str) -> int:
        """A link, or a fixed joint: both are sites here."""
        kind = pin.BODY if self.model.existFrame(site, pin.BODY) else pin.FIXED_JOINT
        return self.model.getFrameId(site, kind)

    def __call__(self, pose: poise.Pose) -> Numbers:
        model, data = self.model, self.data
        q, columns = self._mapped_pose(pose)
        numbers = pinocchio_numbers(model, data, q, self.frame_ids)
        return turned(mapped(numbers, columns), self.turn)

    def _mapped_pose(self, pose: poise.Pose) -> tuple[np.ndarray, np.ndarray]:
        """Their coordinates, and the matrix from our tangent to theirs."""
        model, figure = self.model, self.figure
        q = pin.neutral(model)
        columns = np.zeros((model.nv, figure.dof))
        for name, joint in figure.joints.items():
            own = pose.coordinates[figure.coordinate_slice(name)]
            v = figure.tangent_slice(name)
            if joint.parent is None:
                if self.free:
                    q[:7] = _turned_back(own, self.turn)
                    columns[:6, v] = np.eye(6)
                continue
            stem, _, part = name.rpartition("_")
            if not model.existJointName(name) and model.existJointName(stem):
                self._planar(stem, part, pose, q, columns)
                continue
            theirs = model.joints[model.getJointId(name)]
            columns[theirs.idx_v : theirs.idx_v + theirs.nv, v] = np.eye(theirs.nv)
            turning = theirs.nq == 2  # continuous: cosine and sine
            q[theirs.idx_q : theirs.idx_q + theirs.nq] = (np.cos(own[0]), np.sin(own[0])) if turning else own
        return q, columns

    def _planar(self, stem: str, part: str, pose: poise.Pose, q: np.ndarray, columns: np.ndarray) -> None:
        """x, y, cos, sin, with the velocity in the moving frame."""
        theirs = self.model.joints[self.model.getJointId(stem)]
        x, y, turn = (pose[f"{stem}_{p}"] for p in ("x", "y", "turn"))
        c, s = np.cos(turn), np.sin(turn)
        q[theirs.idx_q : theirs.idx_q + 4] = (x, y, c, s)
        back = {"x": (c, -s, 0), "y": (s, c, 0), "turn": (0, 0, 1)}[part]
        columns[theirs.idx_v : theirs.idx_v + 3, self.figure.tangent_slice(f"{stem}_{part}")] = np.array([back]).T


def _turned_back(own: np.ndarray, turn: np.ndarray) -> np.ndarray:
    rotation = pin.Quaternion(own[3:].copy()).toRotationMatrix()
    return np.concatenate([turn.T @ own[:3], pin.Quaternion(turn.T @ rotation).coeffs()])
