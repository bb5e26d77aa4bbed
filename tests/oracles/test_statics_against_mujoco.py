"""Joint torques under forces: MuJoCo's inverse dynamics at rest, for the shared robot, our own and our human."""

from __future__ import annotations

import mujoco
import numpy as np
import own_files
import pytest
from mjcf_oracle import MjcfOracle
from numbers_of import random_coordinates

import poise
from poise import _core

STILL = mujoco.mjtDisableBit
OFF = STILL.mjDSBL_CONSTRAINT | STILL.mjDSBL_SPRING | STILL.mjDSBL_DAMPER | STILL.mjDSBL_CONTACT


def check(path, count: int = 20) -> None:
    figure = poise.Figure.load(path, axes="keep")
    oracle = MjcfOracle(path, figure, "keep")
    model, data = oracle.model, oracle.data
    model.opt.disableflags |= int(OFF)
    rng = np.random.default_rng(8)
    loaded = [s for s in figure.segments if s in oracle.bodies]
    for _ in range(count):
        pose = figure.pose(random_coordinates(figure, rng))
        columns = oracle._set(pose)
        data.qacc[:], data.xfrc_applied[:] = 0.0, 0.0
        mujoco.mj_kinematics(model, data)
        rows = []
        for name in rng.choice(loaded, 3):
            body = data.body(name)
            wrench = rng.normal(0, 40, 6)
            body.xfrc_applied[:] = wrench  # at the body's centre of mass, world axes
            frame = pose.segment_frame(name)
            point = frame[:3, :3].T @ (body.xipos - frame[:3, 3])
            rows = [r for r in rows if r[0] != figure._segment_ids[name]]
            rows.append([figure._segment_ids[name], 0.0, *point, *wrench])
        mujoco.mj_inverse(model, data)
        pushed = np.zeros(model.nv)
        for i in range(model.nbody):
            f, t = data.xfrc_applied[i, :3], data.xfrc_applied[i, 3:]
            mujoco.mj_applyFT(model, data, f, t, data.xipos[i], i, pushed)
        expected = columns.T @ (data.qfrc_inverse - pushed)
        np.testing.assert_allclose(_core.Loads(np.array(rows)).torques(pose._core), expected, atol=1e-9)


@pytest.mark.parametrize("name", ["every_joint", "y_up"])
def test_own_files(name, tmp_path):
    path = tmp_path / "robot.xml"
    path.write_text(own_files.MJCFS[name])
    check(path)


def test_our_human(tmp_path):
    path = tmp_path / "human.xml"
    poise.human().save(path)
    check(path)


def test_shared_robots(shared_mjcf):
    check(shared_mjcf)
