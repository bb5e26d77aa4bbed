"""The figures that all peers are given: every description of them moves alike."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pinocchio as pin
import pytest

import frames
import human50
import poise

RNG = np.random.default_rng(3)
POSES = [np.concatenate([RNG.normal(size=7), RNG.uniform(frames.LOW, frames.HIGH)]) for _ in range(3)]
for q in POSES:
    q[3:7] /= np.linalg.norm(q[3:7])


@pytest.mark.parametrize("q", POSES)
def test_numpy_agrees_with_pinocchio(q: np.ndarray, tmp_path: Path) -> None:
    (tmp_path / "human50.urdf").write_text(human50.human_urdf())
    model = pin.buildModelFromUrdf(str(tmp_path / "human50.urdf"), pin.JointModelFreeFlyer())
    data = model.createData()
    ordered = frames.in_order_of(list(model.names)[2:], q)
    pin.framesForwardKinematics(model, data, ordered)
    sites, center = frames.human_frames(q)
    for site, frame in sites.items():
        np.testing.assert_allclose(frame, data.oMf[model.getFrameId(site)].homogeneous, atol=1e-12)
    np.testing.assert_allclose(center, pin.centerOfMass(model, data, ordered), atol=1e-12)


@pytest.mark.parametrize("q", POSES)
def test_numpy_agrees_with_mujoco(q: np.ndarray) -> None:
    model = mujoco.MjModel.from_xml_string(human50.human_mjcf())
    data = mujoco.MjData(model)
    data.qpos[:3], data.qpos[3:7] = q[:3], q[[6, 3, 4, 5]]
    for joint, angle in zip(frames.JOINTS, q[7:], strict=True):
        data.joint(joint).qpos[0] = angle
    mujoco.mj_kinematics(model, data)
    sites, _ = frames.human_frames(q)
    for site, frame in sites.items():
        np.testing.assert_allclose(frame[:3, 3], data.site(site).xpos, atol=1e-12)
        np.testing.assert_allclose(frame[:3, :3].ravel(), data.site(site).xmat, atol=1e-12)


def test_the_arm_is_the_same_in_poise(tmp_path: Path) -> None:
    (tmp_path / "arm7.urdf").write_text(human50.arm_urdf())
    arm = poise.Figure.load(tmp_path / "arm7.urdf", root="fixed", axes="keep")
    angles = RNG.uniform(frames.ARM_LOW, frames.ARM_HIGH)
    pose = arm.pose({hinge.name: float(a) for (hinge, _), a in zip(human50.ARM, angles, strict=True)})
    np.testing.assert_allclose(pose.frame("tip"), frames.arm_tip(angles), atol=1e-12)
