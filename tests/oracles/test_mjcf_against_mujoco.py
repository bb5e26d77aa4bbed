"""The same MJCF file, read by us and by MuJoCo: every number agrees to 1e-10 on random poses."""

from __future__ import annotations

import mujoco
import numpy as np
import own_files
import pytest
from mjcf_oracle import MjcfOracle
from numbers_of import agreement, check, distances, ours, random_coordinates, turned

import poise
from poise.figure.placement import rotation_matrix

HOLDS = [(None, "keep", 1000), (None, "poise", 100), ("fixed", "keep", 100), ("fixed", "poise", 100)]


@pytest.mark.parametrize(("root", "axes", "poses"), HOLDS)
def test_robots_of_others(shared_mjcf, root, axes, poses):
    figure = poise.Figure.load(shared_mjcf, root=root, axes=axes)
    oracle = MjcfOracle(shared_mjcf, figure, axes)
    check(agreement(figure, oracle, oracle.sites, poses))


@pytest.mark.parametrize(("root", "axes", "poses"), HOLDS)
@pytest.mark.parametrize("name", own_files.MJCFS)
def test_our_own_robots(tmp_path, name, root, axes, poses):
    path = tmp_path / "robot.xml"
    path.write_text(own_files.MJCFS[name])
    figure = poise.Figure.load(path, root=root, axes=axes)
    oracle = MjcfOracle(path, figure, axes)
    check(agreement(figure, oracle, oracle.sites, poses))


@pytest.mark.parametrize("axes", ["keep", "poise"])
@pytest.mark.parametrize("name", own_files.MJCFS)
def test_rest_is_where_the_file_draws_the_robot(tmp_path, name, axes):
    path = tmp_path / "robot.xml"
    path.write_text(own_files.MJCFS[name])
    figure = poise.Figure.load(path, axes=axes)
    oracle = MjcfOracle(path, figure, axes)
    mujoco.mj_kinematics(oracle.model, oracle.data)
    for site in oracle.bodies:
        if site != "world":
            drawn = oracle.turn @ oracle.data.body(site).xpos
            np.testing.assert_allclose(figure.rest().position(site), drawn, atol=1e-12)


def test_a_bolted_robot_can_be_set_free(tmp_path):
    """Held free, it is the bolted robot carried about: the world of the file moves with its base."""
    path = tmp_path / "robot.xml"
    path.write_text(own_files.MJCF_BOLTED)
    bolted, free = (poise.Figure.load(path, root=root, axes="keep") for root in ("fixed", "free"))
    rng = np.random.default_rng(3)
    for _ in range(20):
        q = random_coordinates(free, rng)
        base, others = q[:7].copy(), q[7:]
        theirs = ours(bolted.pose(others), list(bolted.sites))
        carried = turned(theirs, rotation_matrix(tuple(base[3:])))
        frames = np.array(carried.frames)
        frames[:, :3, 3] += base[:3]
        found = ours(free.pose(q), list(free.sites))
        np.testing.assert_allclose(found.frames, frames, atol=1e-12)
        np.testing.assert_allclose(found.center, carried.center + base[:3], atol=1e-12)


def test_keyframes_become_postures(shared_mjcf):
    figure = poise.Figure.load(shared_mjcf, axes="keep")
    model = mujoco.MjModel.from_xml_path(str(shared_mjcf))
    data = mujoco.MjData(model)
    assert set(figure.postures) == {"rest", *(model.key(i).name for i in range(model.nkey))}
    for i in range(model.nkey):
        mujoco.mj_resetDataKeyframe(model, data, i)
        mujoco.mj_kinematics(model, data)
        pose = figure.pose(model.key(i).name)
        for body in range(1, model.nbody):
            np.testing.assert_allclose(pose.position(model.body(body).name), data.xpos[body], atol=1e-12)


def test_ranges_are_those_of_mujoco(shared_mjcf):
    figure = poise.Figure.load(shared_mjcf)
    model = mujoco.MjModel.from_xml_path(str(shared_mjcf))
    for i in range(model.njnt):
        joint = model.joint(i)
        if joint.limited[0]:
            limit = figure.joint(joint.name).limits["angle"]
            np.testing.assert_allclose((limit.min, limit.max), joint.range, atol=1e-15)


def test_turning_numbers_is_not_a_no_op():
    """Guard of the harness: two poses that differ are told apart."""
    chain = poise.Figure("one", [poise.Segment("a", 1.0, (0.0, 0.1, 0.0))], [poise.Joint("j", "hinge", None, "a")],
                         sites=[poise.Site("s", "a")])  # fmt: skip
    far = distances(ours(chain.pose([0.1]), ["s"]), ours(chain.pose([0.2]), ["s"]))
    assert min(far["frames"], far["center"], far["torques"]) > 1e-3
