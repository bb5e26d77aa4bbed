"""Re-rooting: a figure held elsewhere has not moved."""

from __future__ import annotations

import numpy as np
import pytest

import zoo
from poise import Figure, Pose

CLOSE = 1e-12
CASES = [name for name in zoo.ZOO if name != "human with hands"]


def assert_same_place(a: Pose, b: Pose) -> None:
    """Every world frame and the mass properties agree to 1e-12 of a figure's size."""
    for segment in a.figure.segments:
        np.testing.assert_allclose(a.segment_frame(segment), b.segment_frame(segment), atol=10 * CLOSE, rtol=CLOSE)
    for site in a.figure.sites:
        np.testing.assert_allclose(a.frame(site), b.frame(site), atol=10 * CLOSE, rtol=CLOSE)
    for joint in a.figure.joints:
        if joint != a.figure.base.name:
            np.testing.assert_allclose(a.joint_frame(joint), b.joint_frame(joint), atol=10 * CLOSE, rtol=CLOSE)
            np.testing.assert_allclose(a.joint_base(joint), b.joint_base(joint), atol=10 * CLOSE, rtol=CLOSE)
    assert a.figure.mass == pytest.approx(b.figure.mass, rel=CLOSE)
    np.testing.assert_allclose(a.center_of_mass, b.center_of_mass, atol=CLOSE)
    np.testing.assert_allclose(a.inertia(), b.inertia(), atol=CLOSE * max(1.0, float(np.abs(a.inertia()).max())))
    assert a.potential_energy == pytest.approx(b.potential_energy, abs=1e-9)


def assert_same_joints(a: Pose, b: Pose) -> None:
    for joint, model in a.figure.joints.items():
        if joint != a.figure.base.name and model.dof:
            assert a[joint] == b[joint]


@pytest.mark.parametrize("name", CASES)
def test_nothing_moves_at_any_segment(name: str) -> None:
    figure = zoo.made(name)
    rng = np.random.default_rng(4)
    for segment in figure.segments:
        pose = zoo.inside(figure, rng)
        held = pose.rerooted(segment)
        assert held.figure.root == segment
        assert_same_place(pose, held)
        assert_same_joints(pose, held)
        assert held.limit_violation == 0.0


@pytest.mark.parametrize("name", CASES)
def test_back_at_the_old_root_everything_is_as_before(name: str) -> None:
    figure = zoo.made(name)
    pose = zoo.inside(figure, np.random.default_rng(5))
    for segment in list(figure.segments)[1:]:
        back = pose.rerooted(segment).rerooted(figure.root)
        assert back.figure.root == figure.root
        assert set(back.figure.joints) == set(figure.joints)
        assert_same_place(pose, back)
        assert_same_joints(pose, back)


@pytest.mark.parametrize("name", ["creature", "tree1", "human", "robot"])
def test_a_free_base_comes_back_too(name: str) -> None:
    figure = zoo.made(name)
    pose = zoo.inside(figure, np.random.default_rng(5))
    for segment in list(figure.segments)[1:]:
        back = pose.rerooted(segment).rerooted(figure.root).segment_frame(figure.root)
        np.testing.assert_allclose(back, pose.segment_frame(figure.root), atol=10 * CLOSE)


@pytest.mark.parametrize("name", ["creature", "crane", "human"])
def test_the_figure_alone_keeps_its_postures_in_place(name: str) -> None:
    figure = zoo.made(name)
    for segment in figure.segments:
        held = figure.rerooted(segment)
        assert set(held.postures) == set(figure.postures)
        for posture in figure.postures if figure.base.model == "free" else ["rest"]:
            assert_same_place(figure.pose(posture), held.pose(posture))


@pytest.mark.parametrize("name", ["creature", "crane"])
def test_joints_keep_everything_but_the_base(name: str) -> None:
    figure = zoo.made(name)
    for segment in figure.segments:
        held = figure.rerooted(segment)
        assert {n: j for n, j in held.joints.items() if n != figure.base.name} == {
            n: j for n, j in figure.joints.items() if n != figure.base.name
        }
        assert dict(held.couplings) == dict(figure.couplings)
        assert held.dof == figure.dof


def test_at_its_own_root_it_is_the_same_object() -> None:
    figure = zoo.made("creature")
    assert figure.rerooted("trunk") is figure
    assert figure.rest().rerooted("trunk").figure is figure


def test_the_free_base_moves_the_new_root() -> None:
    held = zoo.made("creature").rerooted("left_hand")
    rest = held.rest()
    moved = rest.with_joints({"base.x": rest["base.x"] + 1.0})
    for segment in held.segments:
        step = moved.segment_frame(segment)[:3, 3] - rest.segment_frame(segment)[:3, 3]
        np.testing.assert_allclose(step, (1, 0, 0), atol=CLOSE)


def test_moving_a_joint_moves_the_other_side() -> None:
    """Held by the hand, bending the elbow moves the trunk and leaves the hand."""
    held = zoo.made("creature").rerooted("left_hand")
    a, b = held.rest(), held.pose({"left_elbow.flexion": 1.0})
    np.testing.assert_allclose(a.segment_frame("left_hand"), b.segment_frame("left_hand"), atol=CLOSE)
    assert np.abs(a.segment_frame("trunk") - b.segment_frame("trunk")).max() > 0.01


def test_a_base_that_moves_on_a_rail_becomes_fixed_where_it_was() -> None:
    from poise import Joint, Placement, Range, Segment

    joints = [
        Joint("rail", "slide", None, "cart", axis=(1, 0, 0), limits={"distance": Range(-2, 2)}),
        Joint("pole", "hinge", "cart", "pole", Placement((0, 0.1, 0)), axis=(0, 0, 1)),
    ]
    figure = Figure("cart", [Segment("cart", 1.0), Segment("pole", 1.0, (0, 0.5, 0))], joints)
    pose = figure.pose({"rail": 1.5, "pole": 0.3})
    held = pose.rerooted("pole")
    assert_same_place(pose, held)
    assert held["pole"] == 0.3
