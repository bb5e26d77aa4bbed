"""MuJoCo reading the same MJCF as we do."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
from numbers_of import Numbers, mapped, turned
from urdf_oracle import TURN

import poise
from poise.figure.placement import rotation_matrix

mujoco.set_mju_user_warning(lambda message: None)  # or it writes a log file into the working folder


class MjcfOracle:
    """All numbers of a pose as MuJoCo finds them in the file the figure came from."""

    def __init__(self, path: Path, figure: poise.Figure, axes: str) -> None:
        self.figure = figure
        self.model = mujoco.MjModel.from_xml_path(str(path))
        self.data = mujoco.MjData(self.model)
        x, y, z = self.model.opt.gravity
        y_up = -y > max(abs(x), abs(z))
        self.turn = TURN if axes == "poise" and not y_up else np.eye(3)
        self.floats = figure.base.model == "free"
        bodies = [self.model.body(i).name for i in range(self.model.nbody)]
        sites = [self.model.site(i).name for i in range(self.model.nsite)]
        self.bodies = [b for b in bodies if b in figure.sites]
        self.marks = [s for s in sites if s in figure.sites and s not in self.bodies]
        self.sites = self.bodies + self.marks
        assert set(bodies) - {"world"} <= set(self.bodies)

    def __call__(self, pose: poise.Pose) -> Numbers:
        m, d = self.model, self.data
        columns = self._set(pose)
        mujoco.mj_kinematics(m, d)
        mujoco.mj_comPos(m, d)
        mujoco.mj_comVel(m, d)
        torques = np.zeros(m.nv)
        mujoco.mj_rne(m, d, 0, torques)
        masses, centers = m.body_mass, d.xipos
        energy = -float(masses @ centers @ m.opt.gravity)
        center = d.subtree_com[0].copy()
        center_jacobian = np.zeros((3, m.nv))
        mujoco.mj_jacSubtreeCom(m, d, center_jacobian, 0)
        frames, jacobians, inertia = self._frames(), self._jacobians(), self._inertia(center)
        numbers = Numbers(frames, jacobians, center, center_jacobian, inertia, energy, torques)
        return turned(mapped(numbers, columns), self.turn)

    def _frames(self) -> np.ndarray:
        frames = np.tile(np.eye(4), (len(self.sites), 1, 1))
        views = [*(self.data.body(b) for b in self.bodies), *(self.data.site(s) for s in self.marks)]
        for frame, view in zip(frames, views, strict=True):
            frame[:3, :3], frame[:3, 3] = view.xmat.reshape(3, 3), view.xpos
        return frames

    def _jacobians(self) -> np.ndarray:
        found = np.zeros((len(self.sites), 6, self.model.nv))
        for j, body in zip(found, self.bodies, strict=False):
            mujoco.mj_jacBody(self.model, self.data, j[:3], j[3:], self.model.body(body).id)
        for j, site in zip(found[len(self.bodies) :], self.marks, strict=True):
            mujoco.mj_jacSite(self.model, self.data, j[:3], j[3:], self.model.site(site).id)
        return found

    def _inertia(self, center: np.ndarray) -> np.ndarray:
        m, d = self.model, self.data
        axes = d.ximat.reshape(-1, 3, 3)
        own = np.einsum("bij,bj,bkj->ik", axes, m.body_inertia, axes)
        r = d.xipos - center
        return own + np.eye(3) * float(m.body_mass @ (r * r).sum(1)) - np.einsum("b,bi,bj->ij", m.body_mass, r, r)

    def _set(self, pose: poise.Pose) -> np.ndarray:
        """Put their coordinates; the matrix from our tangent to theirs."""
        m, d, figure = self.model, self.data, self.figure
        d.qpos[:], d.qvel[:] = m.qpos0, 0.0
        columns = np.zeros((m.nv, figure.dof))
        for name, joint in figure.joints.items():
            if not joint.dof:
                continue
            own = pose.coordinates[figure.coordinate_slice(name)]
            theirs, v = _joint(m, name), figure.tangent_slice(name)
            q, a = int(theirs.qposadr[0]), int(theirs.dofadr[0])
            if joint.model == "free":
                turn = self.turn if joint.parent is None else np.eye(3)
                rotation = turn.T @ rotation_matrix(tuple(own[3:]))
                d.qpos[q : q + 3] = turn.T @ own[:3]
                mujoco.mju_mat2Quat(d.qpos[q + 3 : q + 7], rotation.ravel())
                columns[a : a + 3, v][:, :3] = rotation  # their linear velocity is in world axes
                columns[a + 3 : a + 6, v][:, 3:] = np.eye(3)
            elif joint.model == "ball":
                d.qpos[q : q + 4] = own[[3, 0, 1, 2]]
                columns[a : a + 3, v] = np.eye(3)
            else:
                d.qpos[q] = own[0]
                columns[a, v] = 1.0
        return columns


def _joint(model: mujoco.MjModel, name: str):
    """By name; a joint without one in the file is the only free one."""
    try:
        return model.joint(name)
    except KeyError:
        free = [model.joint(i) for i in range(model.njnt) if model.jnt_type[i] == mujoco.mjtJoint.mjJNT_FREE]
        return free[0]
