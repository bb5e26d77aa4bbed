"""Mirror images: of poses and of figures, and back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import poise
import zoo
from poise import Cone, Coupling, Figure, FigureError, Joint, Mirror, Placement, Range, Segment, Strength

BODIES = ["human", "human with hands", "bird", "quadruped"]
SYMMETRIC = ["creature", "robot", *BODIES, "creature by the hand", "human by the foot"]
X = np.diag([-1.0, 1.0, 1.0])


def lateral(figure: Figure) -> np.ndarray:
    """The reflection of segment frames."""
    return np.diag([-1.0 if axis == figure.mirror.axis else 1.0 for axis in "xyz"])


@pytest.mark.parametrize("name", SYMMETRIC)
def test_a_pose_mirrored_twice_is_itself(name: str) -> None:
    figure = zoo.made(name)
    rng = np.random.default_rng(3)
    for _ in range(5):
        pose = zoo.inside(figure, rng)
        np.testing.assert_allclose(pose.mirrored().mirrored().difference(pose), 0, atol=1e-12)


@pytest.mark.parametrize("name", SYMMETRIC)
def test_segments_are_where_the_mirror_shows_their_partners(name: str) -> None:
    """Through the plane x = 0 of the world: T' of the partner is S T S."""
    figure = zoo.made(name)
    S = lateral(figure)
    rng = np.random.default_rng(4)
    for _ in range(5):
        pose = zoo.inside(figure, rng)
        image = pose.mirrored()
        for segment in figure.segments:
            frame, partner = pose.segment_frame(segment), image.segment_frame(figure.mirror.other(segment))
            np.testing.assert_allclose(partner[:3, 3], X @ frame[:3, 3], atol=1e-12)
            np.testing.assert_allclose(partner[:3, :3], X @ frame[:3, :3] @ S, atol=1e-12)


@pytest.mark.parametrize("name", SYMMETRIC)
def test_sites_mirror_too(name: str) -> None:
    figure = zoo.made(name)
    pose = zoo.inside(figure, np.random.default_rng(5))
    image = pose.mirrored()
    for site in figure.sites:
        np.testing.assert_allclose(image.position(figure.mirror.other(site)), X @ pose.position(site), atol=1e-12)


@pytest.mark.parametrize("name", BODIES)
def test_the_matter_of_a_body_is_symmetric(name: str) -> None:
    pose = zoo.inside(zoo.made(name), np.random.default_rng(5))
    np.testing.assert_allclose(pose.mirrored().center_of_mass, X @ pose.center_of_mass, atol=1e-9)
    np.testing.assert_allclose(pose.mirrored().inertia(), X @ pose.inertia() @ X, atol=1e-9)


@pytest.mark.parametrize("name", SYMMETRIC)
def test_a_mirrored_pose_keeps_symmetric_limits(name: str) -> None:
    figure = zoo.made(name)
    rng = np.random.default_rng(6)
    for _ in range(5):
        assert zoo.inside(figure, rng).mirrored().limit_violation <= 1e-9


@pytest.mark.parametrize("name", BODIES)
def test_the_rest_of_a_symmetric_body_is_symmetric(name: str) -> None:
    rest = zoo.made(name).rest()
    np.testing.assert_allclose(rest.mirrored().difference(rest), 0, atol=1e-12)


@pytest.mark.parametrize("name", zoo.ZOO)
def test_a_figure_mirrored_twice_is_itself(name: str) -> None:
    figure = zoo.made(name)
    again = figure.mirrored().mirrored()
    for kind in ("segments", "joints", "sites", "soles", "limbs", "groups", "couplings"):
        assert list(getattr(again, kind)) == list(getattr(figure, kind)), kind
    for segment in figure.segments.values():
        np.testing.assert_allclose(again.segment(segment.name).inertia, segment.inertia, atol=1e-12)
        np.testing.assert_allclose(again.segment(segment.name).center, segment.center, atol=1e-12)
        for shape, old in zip(again.segment(segment.name).shapes, segment.shapes, strict=True):
            np.testing.assert_allclose(shape.placement.matrix, old.placement.matrix, atol=1e-12)
            assert replace(shape, placement=Placement()) == replace(old, placement=Placement())
    for joint in figure.joints.values():
        assert_same_joint(again.joint(joint.name), joint)
    for posture in figure.postures:
        np.testing.assert_allclose(again.pose(posture).coordinates, figure.pose(posture).coordinates, atol=1e-12)


def assert_same_joint(a: Joint, b: Joint) -> None:
    assert (a.model, a.parent, a.child, a.weight, a.strengths) == (b.model, b.parent, b.child, b.weight, b.strengths)
    np.testing.assert_allclose(a.placement.matrix, b.placement.matrix, atol=1e-12)
    np.testing.assert_allclose(a.child_placement.matrix, b.child_placement.matrix, atol=1e-12)
    np.testing.assert_allclose(a.axis, b.axis, atol=1e-12)
    assert a.limits == b.limits


@pytest.mark.parametrize(
    "name", ["creature", "crane", "tree1", "tree2", "human", "robot", "creature by the hand", "tree by a leaf"]
)
def test_the_mirror_image_of_a_figure_has_its_postures_reflected(name: str) -> None:
    """Also for figures without symmetry: every segment of the image is where the mirror shows the original."""
    figure = zoo.made(name)
    image = figure.mirrored()
    S = lateral(figure)
    trunk = next(s for s in figure.segments if figure.mirror.other(s) == s)
    frame = figure.rest().segment_frame(trunk)[:3, :3]
    world = frame @ S @ frame.T
    for posture in figure.postures:
        pose, reflected = figure.pose(posture), image.pose(posture)
        for segment in figure.segments:
            frame, partner = pose.segment_frame(segment), reflected.segment_frame(figure.mirror.other(segment))
            np.testing.assert_allclose(partner[:3, 3], world @ frame[:3, 3], atol=1e-12)
            np.testing.assert_allclose(partner[:3, :3], world @ frame[:3, :3] @ S, atol=1e-12)


@pytest.mark.parametrize("name", ["creature", "human"])
def test_limits_of_the_image_are_reflected(name: str) -> None:
    """A pose is inside the figure's limits exactly as far as its reflection is inside the image's."""
    figure = zoo.made(name)
    image = figure.mirrored()
    rng = np.random.default_rng(7)
    for _ in range(10):
        pose = zoo.anywhere(figure, rng, 0.5)
        # The figures are symmetric, so the image has the same joints and takes the mirrored pose's values.
        same = image.pose(pose.mirrored().coordinates)
        assert same.limit_violation == pytest.approx(pose.limit_violation, abs=1e-9)


def test_an_oblique_hinge_in_the_middle_has_no_mirror_image() -> None:
    joints = [
        poise.Joint("base", "fixed", None, "a"),
        poise.Joint("oblique", "hinge", "a", "b", axis=(1.0, 1.0, 0.0)),
    ]
    figure = poise.Figure("odd", [poise.Segment("a"), poise.Segment("b")], joints)
    with pytest.raises(poise.FigureError, match="'oblique' cannot mirror joint 'oblique': their axes are not mirror"):
        figure.rest().mirrored()


def test_a_one_armed_figure_changes_hands() -> None:
    joints = [
        Joint("base", "fixed", None, "body"),
        Joint(
            "left_shoulder", "ball", "body", "left_arm", Placement((0.2, 0, 0)),
            limits={"swing": Cone(1.0), "twist": Range(-0.2, 0.9)},
            strengths={"swing_x": Strength(1, 2, "-"), "swing_y": Strength(3, 4, "-")},
        ),
        Joint("left_elbow", "hinge", "left_arm", "left_hand", Placement((0.1, 0, 0.3)), axis=(0, 1, 0)),
    ]  # fmt: skip
    pairs = (("left_shoulder", "right_shoulder"), ("left_arm", "right_arm"), ("left_elbow", "right_elbow"))
    segments = [Segment("body", 1.0), Segment("left_arm", 1.0, (0, 0, 0.1)), Segment("left_hand", 0.5)]
    mirror = Mirror(pairs=(*pairs, ("left_hand", "right_hand"), ("left_tendon", "right_tendon")))
    tendon = Coupling(
        "left_tendon", {"left_shoulder.twist": 2.0, "left_shoulder.swing_x": 1.0, "left_elbow": 3.0}, -1, 9
    )
    figure = Figure("pirate", segments, joints, mirror=mirror, couplings=[tendon])
    image = figure.mirrored()
    assert list(image.joints) == ["base", "right_shoulder", "right_elbow"]
    assert image.joint("right_shoulder").placement.position == (-0.2, 0.0, 0.0)
    assert image.joint("right_shoulder").limits["twist"] == Range(-0.9, 0.2)
    assert dict(image.joint("right_shoulder").strengths) == {
        "swing_x": Strength(1, 2, "-"),
        "swing_y": Strength(4, 3, "-"),
    }
    terms = {"right_shoulder.twist": -2.0, "right_shoulder.swing_x": 1.0, "right_elbow": 3.0}
    assert image.couplings["right_tendon"] == Coupling("right_tendon", terms, -1, 9)
    bent = figure.pose({"left_shoulder": (0.3, 0.4, 0.5), "left_elbow": 0.6}).segment_frame("left_hand")
    mirrored = image.pose({"right_shoulder": (0.3, -0.4, -0.5), "right_elbow": 0.6}).segment_frame("right_hand")
    np.testing.assert_allclose(mirrored[:3, 3], X @ bent[:3, 3], atol=1e-12)
    assert image.mirrored() == figure


def test_left_becomes_right() -> None:
    human = poise.human()
    pose = human.pose({"left_elbow.flexion": 1.0, "right_elbow.flexion": 0.2, "left_shoulder": (0.4, 0.5, 0.1)})
    image = pose.mirrored()
    assert image["right_elbow.flexion"] == pytest.approx(1.0)
    assert image["left_elbow.flexion"] == pytest.approx(0.2)
    assert image["right_shoulder"] == pytest.approx((0.4, -0.5, -0.1))


@pytest.mark.parametrize("name", BODIES)
def test_a_symmetric_body_is_its_own_image(name: str) -> None:
    figure = zoo.made(name)
    image = figure.mirrored()
    assert list(image.joints) == list(figure.joints)
    for joint in figure.joints.values():
        np.testing.assert_allclose(image.joint(joint.name).placement.matrix, joint.placement.matrix, atol=1e-9)
    pose = zoo.inside(figure, np.random.default_rng(8))
    same = image.pose(pose.coordinates)
    for segment in figure.segments:
        np.testing.assert_allclose(same.segment_frame(segment), pose.segment_frame(segment), atol=1e-9)


def test_partners_of_different_models_are_refused() -> None:
    figure = zoo.made("creature").with_joint("left_shoulder", model="swing", limits={}, strengths={})
    with pytest.raises(
        FigureError, match="mirror partners must be alike, but 'left_shoulder' is a swing joint, 'right"
    ):
        figure.rest().mirrored()
