"""Editing gives new figures; copies, equality and hashes mean what they should."""

from __future__ import annotations

import copy
import math
import pickle

import numpy as np
import pytest

import zoo
from poise import (
    Capsule,
    Cone,
    Coupling,
    Figure,
    Group,
    Joint,
    LimbChain,
    Placement,
    Range,
    Segment,
    Site,
    Sole,
    Strength,
    UnknownNameError,
)


@pytest.fixture
def figure() -> Figure:
    return zoo.made("creature")


def test_with_name(figure: Figure) -> None:
    assert figure.with_name("pet").name == "pet"
    assert figure.name == "creature"


def test_with_joint(figure: Figure) -> None:
    edited = figure.with_joint("left_hip", weight=3.0, placement=Placement((0.3, 0, 0)))
    assert edited.joint("left_hip").weight == 3.0
    assert figure.joint("left_hip").weight == 1.0
    np.testing.assert_allclose(edited.rest().joint_base("left_hip")[:3, 3], (0.3, 1.0, 0.0), atol=1e-15)
    assert edited.pose("wave") != figure.pose("wave")
    assert edited.pose("wave")["left_shoulder"] == figure.pose("wave")["left_shoulder"]


def test_with_another_joint_model(figure: Figure) -> None:
    edited = figure.with_joint("left_shoulder", model="swing", limits={})
    assert edited.dof == figure.dof - 1
    assert edited.pose("wave")["left_shoulder"] == (0.0, 0.0)


def test_with_limits(figure: Figure) -> None:
    edited = figure.with_limits("left_shoulder", swing=Cone(0.2), twist=None)
    assert dict(edited.joint("left_shoulder").limits) == {"swing": Cone(0.2)}
    kept = figure.with_limits("left_shoulder", swing=Cone(0.2)).joint("left_shoulder").limits
    assert kept["twist"] == figure.joint("left_shoulder").limits["twist"]
    assert edited.pose({"left_shoulder": (0.5, 0, 3.0)}).limit_violation == pytest.approx(0.3)


def test_other_limits_and_couplings_are_as_if_built_in(figure: Figure) -> None:
    """Nothing but what changed is looked at again: the same figure made from its parts poses and clamps alike."""
    tie = Coupling("tie", {"left_hip": 1.0, "left_shoulder.swing_x": -1.0}, -0.2, 0.2)
    for edited in (figure.with_limits("left_shoulder", swing=Cone(0.2)), figure.with_coupling(tie)):
        built = pickle.loads(pickle.dumps(edited))
        assert edited == built != figure
        for name in figure.postures:
            np.testing.assert_array_equal(edited.pose(name).coordinates, figure.pose(name).coordinates)
        for seed in range(5):
            one, other = (f.random(np.random.default_rng(seed)) for f in (edited, built))
            np.testing.assert_array_equal(one.coordinates, other.coordinates)
            far = figure.random(np.random.default_rng(seed)).coordinates
            np.testing.assert_array_equal(*(f.pose(far).clamped().coordinates for f in (edited, built)))


def test_with_part(figure: Figure) -> None:
    tail = Segment.of_shapes("tail", [Capsule(0.02, 0.3)])
    edited = figure.with_part(tail, Joint("wag", "hinge", "trunk", "tail", axis=(0, 1, 0)))
    assert edited.dof == figure.dof + 1
    assert edited.mass == pytest.approx(figure.mass + tail.mass)
    assert edited.pose("wave")["left_shoulder"] == figure.pose("wave")["left_shoulder"]
    assert edited.rest()["wag"] == 0.0


def test_with_gravity(figure: Figure) -> None:
    sideways = figure.with_gravity((0.0, 0.0, -9.81)).rest()
    expected = figure.mass * 9.81 * sideways.center_of_mass[2]
    assert sideways.potential_energy == pytest.approx(expected)
    np.testing.assert_allclose(
        sideways.gravity_torques(), figure.mass * 9.81 * sideways.center_of_mass_jacobian()[2], atol=1e-12
    )


def test_without_posture(figure: Figure) -> None:
    assert "wave" in figure.postures
    assert "wave" not in figure.without_posture("wave").postures
    with pytest.raises(UnknownNameError, match="the figure has no posture to take away 'rest'; it has: wave"):
        figure.without_posture("rest")


def test_with_weights_and_strengths(figure: Figure) -> None:
    strong = Strength(50.0, 20.0, "a guess")
    edited = figure.with_weights({"left_hip": 2.0}).with_strengths({"left_hip": {"angle": strong}})
    assert edited.joint("left_hip").weight == 2.0
    assert edited.joint("left_hip").strengths["angle"] == strong
    assert edited.joint("left_shoulder").weight == 0.5
    assert edited.joint("left_shoulder").strengths == figure.joint("left_shoulder").strengths


def test_with_segment(figure: Figure) -> None:
    edited = figure.with_segment(Segment("head", 100.0))
    assert edited.mass == pytest.approx(figure.mass - figure.segment("head").mass + 100)
    assert edited.rest().center_of_mass[1] > figure.rest().center_of_mass[1]


def test_with_mass(figure: Figure) -> None:
    edited = figure.with_mass(50.0)
    assert edited.mass == pytest.approx(50)
    np.testing.assert_allclose(edited.rest().center_of_mass, figure.rest().center_of_mass, atol=1e-12)
    np.testing.assert_allclose(edited.rest().inertia(), figure.rest().inertia() * 50 / figure.mass, rtol=1e-12)


def test_with_density(figure: Figure) -> None:
    light, heavy = figure.with_density(500.0), figure.with_density(1500.0)
    assert heavy.mass == pytest.approx(3 * light.mass)
    assert light.mass == pytest.approx(500 * sum(s.volume for p in figure.segments.values() for s in p.shapes))


def test_sites_soles_limbs_groups_couplings(figure: Figure) -> None:
    site = Site("nose", "head", Placement((0, 0, 0.2)))
    sole = Sole("belly", "trunk", ((0, 0, 0), (1, 0, 0), (0, 0, 1)))
    limb = LimbChain("reach", "left_shoulder", "left_elbow", "left_wrist", "nose")
    group = Group("legs", ("left_hip", "right_hip"))
    coupling = Coupling("wrists", {"left_wrist.swing_x": 1.0, "right_wrist.swing_x": -1.0})
    edited = figure.with_site(site).with_sole(sole).with_limb(limb).with_group(group).with_coupling(coupling)
    assert edited.sites["nose"] is site
    assert edited.soles["belly"] is sole
    assert edited.limbs["reach"] is limb
    assert edited.groups["legs"] is group
    assert edited.couplings["wrists"] is coupling
    assert "nose" not in figure.sites
    back = edited.without_coupling("wrists")
    assert "wrists" not in back.couplings
    assert "eyes" not in figure.without_site("eyes").sites
    moved = edited.with_site(Site("nose", "trunk"))
    assert moved.sites["nose"].segment == "trunk"
    assert list(moved.sites) == list(edited.sites)


def test_with_posture_and_rest(figure: Figure) -> None:
    pose = figure.pose({"left_hip": 0.4, "right_hip": -0.4})
    edited = figure.with_posture("step", pose)
    assert edited.pose("step")["left_hip"] == 0.4
    resting = figure.with_rest(pose)
    assert resting.rest()["left_hip"] == 0.4
    assert resting.pose({"left_ankle": 0.1})["left_hip"] == 0.4


@pytest.mark.parametrize("name", ["creature", "human", "crane", "tree1"])
def test_a_part_stays_where_it_is(name: str) -> None:
    figure = zoo.made(name)
    for segment in figure.segments:
        part = figure.subfigure(segment)
        rest = figure.rest()
        assert part.root == segment
        assert part.base.model == "fixed"
        for carried in part.segments:
            np.testing.assert_allclose(part.rest().segment_frame(carried), rest.segment_frame(carried), atol=1e-12)
        assert part.mass == pytest.approx(sum(figure.segment(s).mass for s in part.segments))
        assert all(part.sites[s] == figure.sites[s] for s in part.sites)


def test_a_part_can_float(figure: Figure) -> None:
    part = figure.subfigure("left_upper_arm", base="free")
    assert list(part.segments) == ["left_upper_arm", "left_forearm", "left_hand"]
    assert part.base.model == "free"
    for posture in figure.postures:
        np.testing.assert_allclose(
            part.pose(posture).segment_frame("left_hand"), figure.pose(posture).segment_frame("left_hand"), atol=1e-12
        )
    assert list(part.limbs) == []  # its shoulder stayed behind
    assert list(part.sites) == ["left_palm"]
    assert list(part.couplings) == []


def test_a_part_moves_as_the_whole_does(figure: Figure) -> None:
    part = figure.subfigure("left_upper_arm")
    bend = {"left_elbow": (1.0, 0.2), "left_wrist": (0.3, -0.2)}
    np.testing.assert_allclose(part.pose(bend).frame("left_palm"), figure.pose(bend).frame("left_palm"), atol=1e-12)


# ---- values ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", zoo.ZOO)
def test_pickles_are_equal(name: str) -> None:
    figure = zoo.made(name)
    pose = zoo.inside(figure, np.random.default_rng(0))
    again = pickle.loads(pickle.dumps(figure))
    assert again == figure
    assert hash(again) == hash(figure)
    assert again.rest() == figure.rest()
    same = pickle.loads(pickle.dumps(pose))
    assert same == pose
    assert hash(same) == hash(pose)
    np.testing.assert_array_equal(same.coordinates, pose.coordinates)
    assert copy.deepcopy(figure) == figure
    assert copy.copy(pose) == pose


def test_equality_sees_every_part(figure: Figure) -> None:
    changed = [
        figure.with_name("other"),
        figure.with_weights({"left_hip": 2.0}),
        figure.with_limits("left_hip", angle=Range(-1, 1)),
        figure.with_site(Site("nose", "head")),
        figure.without_coupling("gait"),
        figure.with_mass(80.0),
        figure.with_group(Group("legs", ("left_hip",))),
        figure.with_posture("wave", figure.rest()),
        figure.scaled(1.0 + 1e-12),
    ]
    for other in changed:
        assert other != figure
    assert figure != "creature"
    assert zoo.creature() == figure
    assert hash(zoo.creature()) == hash(figure)


def test_equal_poses_have_equal_hashes() -> None:
    figure = zoo.hinges(1)
    plus, minus = figure.pose([0.0]), figure.pose([-0.0])
    assert plus == minus
    assert hash(plus) == hash(minus)
    assert plus != figure.pose([0.1])
    assert plus != "a pose"


def test_poses_of_equal_figures_work_together(figure: Figure) -> None:
    again = pickle.loads(pickle.dumps(figure))
    np.testing.assert_array_equal(figure.rest().difference(again.rest()), 0)
    assert again.with_rest(figure.rest()) == figure


def test_parts_are_hashable() -> None:
    joint = Joint("j", "hinge", "a", "b", limits={"angle": Range(0, 1)})
    parts = [joint, Range(0, 1), Cone(1), Placement(), Capsule(0.1, 0.2), Segment("a"), Coupling("c", {"j": 1.0})]
    for part in parts:
        assert hash(part) == hash(pickle.loads(pickle.dumps(part)))
        assert pickle.loads(pickle.dumps(part)) == part


# ---- text --------------------------------------------------------------------------------------


def test_a_figure_prints_as_a_tree() -> None:
    segments = [
        Segment("body", 2.0),
        Segment("arm", 1.0),
        Segment("hand", 0.25),
        Segment("wheel", 0.5),
        Segment("tail"),
    ]
    joints = [
        Joint("base", "free", None, "body"),
        Joint(
            "shoulder", "ball", "body", "arm", limits={"swing": Cone(math.radians(60)), "twist": Range.degrees(-30, 45)}
        ),
        Joint("elbow", "elbow", "arm", "hand", limits={"flexion": Range.degrees(0, 150)}),
        Joint("axle", "hinge", "body", "wheel"),
        Joint("telescope", "slide", "wheel", "tail", limits={"distance": Range(0, 0.25)}),
    ]
    assert str(Figure("toy", segments, joints)).splitlines() == [
        "toy: 5 segments, 13 DOF, 3.75 kg",
        "body     base (free)                                             2.000 kg",
        "├ arm    shoulder (ball)    swing cone 60°, twist -30° … 45°     1.000 kg",
        "│ hand   elbow (elbow)      flexion 0° … 150°                    0.250 kg",
        "└ wheel  axle (hinge)                                            0.500 kg",
        "  tail   telescope (slide)  distance 0 … 0.25 m                  0.000 kg",
    ]


def test_the_short_forms() -> None:
    figure = zoo.made("creature")
    assert repr(figure) == "<Figure 'creature': 13 segments, 26 DOF, 26.4 kg>"
    assert repr(figure.rest()) == "<Pose of 'creature', inside its limits>"
    hint = " by more than a whole turn; angles are radians here: were degrees given?"
    assert repr(figure.pose({"left_hip": 9.0})) == f"<Pose of 'creature', left_hip outside its limits{hint}>"
    assert repr(figure.pose({"left_hip": 1.2})) == "<Pose of 'creature', gait outside its limits>"


@pytest.mark.parametrize("name", zoo.ZOO)
def test_every_figure_prints(name: str) -> None:
    figure = zoo.made(name)
    text = str(figure)
    for segment in figure.segments:
        assert segment in text
    assert max(len(line) for line in text.splitlines()) < 160
