"""The same URDF file, read by us and by pinocchio: every number agrees to 1e-10 on random poses."""

from __future__ import annotations

import own_files
import pinocchio as pin
import pytest
from numbers_of import agreement, check
from urdf_oracle import UrdfOracle

import poise

HOLDS = [("free", "keep", 1000), ("free", "poise", 100), ("fixed", "keep", 100), ("fixed", "poise", 100)]


@pytest.mark.parametrize(("root", "axes", "poses"), HOLDS)
def test_robots_of_others(shared_urdf, root, axes, poses):
    figure = poise.Figure.load(shared_urdf, root=root, axes=axes)
    oracle = UrdfOracle(shared_urdf, figure, axes)
    check(agreement(figure, oracle, oracle.sites, poses))


@pytest.mark.parametrize(("root", "axes", "poses"), HOLDS)
@pytest.mark.parametrize("name", own_files.URDFS)
def test_our_own_robots(tmp_path, name, root, axes, poses):
    path = tmp_path / "robot.urdf"
    path.write_text(own_files.URDFS[name])
    figure = poise.Figure.load(path, root=root, axes=axes)
    oracle = UrdfOracle(path, figure, axes)
    check(agreement(figure, oracle, oracle.sites, poses))


def test_every_link_is_a_site_and_joint_names_are_kept(shared_urdf):
    figure = poise.Figure.load(shared_urdf)
    model = pin.buildModelFromXML(shared_urdf.read_text())
    assert {f.name for f in model.frames if f.type == pin.BODY} <= set(figure.sites)
    assert set(list(model.names)[1:]) == set(figure.joints) - {figure.base.name}


def test_ranges_are_those_of_the_file(shared_urdf):
    figure = poise.Figure.load(shared_urdf)
    model = pin.buildModelFromXML(shared_urdf.read_text())
    for name in list(model.names)[1:]:
        joint, theirs = figure.joint(name), model.joints[model.getJointId(name)]
        limit = joint.limits[joint.coordinates[0]]
        assert limit.min == model.lowerPositionLimit[theirs.idx_q]
        assert limit.max == model.upperPositionLimit[theirs.idx_q]


def test_gravity_points_down_in_both_axes(shared_urdf):
    assert poise.Figure.load(shared_urdf, axes="keep").gravity == (0.0, 0.0, -9.81)
    assert poise.Figure.load(shared_urdf).gravity == (0.0, -9.81, 0.0)
