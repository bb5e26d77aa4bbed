"""The other built-in figures: sizes, freedom, balance, limits, and what they refuse."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import poise
from human.shape_distance import segment_distance
from poise import figures

ALL: dict[str, Callable[[], poise.Figure]] = {
    "chain": figures.chain,
    "swing chain": lambda: figures.chain(6, 0.8, model="swing", limit=0.5),
    "planar chain": figures.planar_chain,
    "planar chain about z": lambda: figures.planar_chain(5, 2.0, axis="z", limit=1.0),
    "free chain": lambda: figures.chain(4, base="free"),
    "fern": figures.fern,
    "bird": figures.bird,
    "hand": figures.hand,
    "right hand": lambda: figures.hand("right", sex="female"),
    "quadruped": figures.quadruped,
    "planar man": figures.planar_man,
}

DOF = {
    "chain": 30, "swing chain": 12, "planar chain": 10, "planar chain about z": 5, "free chain": 18, "fern": 20,
    "bird": 15, "hand": 23, "right hand": 23, "quadruped": 48, "planar man": 12,
}  # fmt: skip


@pytest.fixture(params=ALL, ids=list(ALL))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_degrees_of_freedom(name: str) -> None:
    assert ALL[name]().dof == DOF[name]


def test_rest_and_random_poses_are_allowed(name: str) -> None:
    figure, rng = ALL[name](), np.random.default_rng(1)
    assert figure.rest().limit_violation == 0
    for posture in figure.postures:
        assert figure.pose(posture).limit_violation == 0
    for _ in range(20):
        assert figure.random(rng).limit_violation <= 1e-9


def test_parts_have_mass_and_meet_at_the_joints(name: str) -> None:
    figure = ALL[name]()
    rng = np.random.default_rng(4)
    assert figure.mass > 0
    for pose in (figure.rest(), figure.random(rng)):
        for branch in figure.branches[1:]:
            carried, carrier = branch.segment, figure.branches[branch.carrier].segment
            if not figure.segments[carrier].shapes:  # the ground a chain stands on
                continue
            assert _touch(pose, branch.joint.name, carrier, carried), branch.joint.name


def _touch(pose: poise.Pose, joint: str, a: str, b: str) -> bool:
    """Some point on the joint's axis, or near one of the shapes, is inside both parts."""
    frame = pose.joint_frame(joint)
    axis = frame[:3, 3] + np.linspace(-0.2, 0.2, 81)[:, None] * frame[:3, 0]
    rng, cloud = np.random.default_rng(0), [axis]
    for shape in pose.figure.segments[b].shapes:
        middle = (pose.segment_frame(b) @ shape.placement.matrix)[:3, 3]
        reach = getattr(shape, "length", 0.0) / 2 + max(getattr(shape, "radii", (0.0,)))
        cloud.append(middle + rng.uniform(-reach, reach, (1500, 3)))
    points = np.vstack(cloud)
    return bool(np.any(np.maximum(segment_distance(pose, a, points), segment_distance(pose, b, points)) < 0))


@pytest.mark.parametrize("axis", ["x", "z"])
def test_a_planar_chain_stays_in_its_plane(axis: str) -> None:
    figure = figures.planar_chain(7, 1.4, axis=axis)
    rng = np.random.default_rng(8)
    fixed = {"x": 0, "z": 2}[axis]
    for _ in range(10):
        pose = figure.random(rng)
        assert pose.position("tip")[fixed] == pytest.approx(0, abs=1e-12)
        assert np.linalg.norm(pose.position("tip")) <= 1.4 + 1e-12


def test_a_chain_is_as_long_and_heavy_as_asked_and_stands_up() -> None:
    figure = figures.chain(12, 1.8, mass=3.0)
    pose = figure.rest()
    assert np.allclose(pose.position("tip"), (0, 1.8, 0))
    assert figure.mass == pytest.approx(3)
    assert np.allclose(pose.center_of_mass, (0, 0.9, 0))
    assert len({s.mass for s in list(figure.segments.values())[1:]}) == 1


def test_bending_one_joint_of_a_chain_moves_the_tip_on_a_circle() -> None:
    pose = figures.planar_chain(2, 1.0).pose({"joint_2": math.pi / 2})
    assert np.allclose(pose.position("tip"), (0, 0.5, 0.5))
    pose = figures.planar_chain(2, 1.0, axis="z").pose({"joint_2": math.pi / 2})
    assert np.allclose(pose.position("tip"), (-0.5, 0.5, 0))


def test_a_long_chain_works() -> None:
    figure = figures.planar_chain(5000, 10.0)
    assert figure.dof == 5000
    assert np.allclose(figure.rest().position("tip"), (0, 10, 0), atol=1e-9)


def test_the_fern_is_rolled_up_and_unrolls() -> None:
    figure = figures.fern(24, 0.8)
    rolled, straight = figure.rest(), figure.pose("unrolled")
    assert straight.position("tip")[1] == pytest.approx(0.8)
    assert rolled.position("tip")[1] < 0.62 * 0.8
    assert rolled.center_of_mass[1] < straight.center_of_mass[1]
    assert rolled.center_of_mass[2] > 0.005  # it leans on its roots: balance has something to do
    turn = sum(rolled[f"joint_{i}"] for i in range(1, 25))
    assert turn > 2 * math.pi  # more than once around


def test_the_bird_balances_just_in_front_of_its_palm() -> None:
    """Boulic et al. 4.1.2: the centre of mass projects just in front of the palm joint at rest."""
    pose = figures.bird(0.5).rest()
    palm = pose.joint_frame("palm")[2, 3]
    assert palm < pose.center_of_mass[2] < palm + 0.02 * 0.5
    assert pose.position("head_top")[1] == pytest.approx(0.5)
    assert pose.figure.segments["tail"].mass > 0
    assert pose.frame("beak")[2, 3] > pose.position("eyes")[2]


def test_the_bird_can_reach_the_ground_with_its_beak() -> None:
    figure = figures.bird()
    neck = {f"neck_{i}": math.radians(30 if i < 6 else -10) for i in range(1, 11)}
    bent = neck | {"hip": math.radians(30), "knee": math.radians(40)}
    pose = figure.pose(bent)
    assert pose.within_limits
    assert pose.position("beak")[1] < 0.02


def test_the_planar_man_is_a_person_in_a_plane() -> None:
    figure = figures.planar_man(1.75)
    pose = figure.rest()
    assert pose.position("head_top")[1] == pytest.approx(1.75, abs=1e-9)
    assert 55 < figure.mass < 85  # shapes at the density of water
    assert all(j.model == "hinge" for j in list(figure.joints.values())[1:])
    for p in (pose, figure.random(np.random.default_rng(0))):
        assert p.center_of_mass[0] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("joint", "site", "axis", "sign"),
    [("knee", "pelvis", 2, -1), ("hip", "head_top", 2, 1), ("ankle", "head_top", 2, 1), ("shoulder", "hand", 2, 1),
     ("elbow", "hand", 2, 1), ("lumbar", "eyes", 2, 1), ("head", "eyes", 1, -1)],
)  # fmt: skip
def test_the_planar_man_flexes_as_people_do(joint: str, site: str, axis: int, sign: int) -> None:
    figure = figures.planar_man()
    step = figure.pose({joint: 0.15}).position(site) - figure.rest().position(site)
    assert step[axis] * sign > 0.005


def test_curling_up_lowers_the_moment_of_inertia() -> None:
    """Baerlocher fig. 7.8: stretched is the largest, curled up far smaller."""
    figure = figures.planar_man()
    degrees = {"hip": 120, "knee": 140, "ankle": 20, "lumbar": 35, "thoracolumbar": 25, "thoracic": 15, "neck": 35}
    curled = figure.pose({k: math.radians(v) for k, v in degrees.items()} | {"shoulder": 1.2, "elbow": 2.0})
    stretched = figure.pose({"shoulder": math.pi})
    lateral = (1.0, 0.0, 0.0)
    assert stretched.moment_of_inertia(lateral) > figure.rest().moment_of_inertia(lateral)
    assert curled.moment_of_inertia(lateral) < 0.45 * figure.rest().moment_of_inertia(lateral)


def test_the_hand_is_that_of_the_person() -> None:
    figure, person = figures.hand(), poise.human(hands=True)
    assert figure.root == "left_forearm"
    for joint in list(figure.joints)[1:]:
        assert figure.joints[joint] == person.joints[joint]
    assert np.allclose(figure.rest().position("left_index_tip"), person.rest().position("left_index_tip"))
    assert {"left_index_tendon", "left_little_tendon"} <= set(figure.couplings)
    assert all(n.startswith("right_") for n in list(figures.hand("right").joints)[1:])


def test_the_quadruped_stands_on_four_paws() -> None:
    figure = figures.quadruped(0.7)
    pose = figure.rest()
    paws = [pose.position(f"{side}_{end}_paw") for side in ("left", "right") for end in ("fore", "hind")]
    assert np.allclose([p[1] for p in paws], 0, atol=1e-12)
    hull = pose.support_polygon()
    assert hull[:, 2].min() < pose.center_of_mass[2] < hull[:, 2].max()
    assert pose.position("nose")[2] > pose.position("left_fore_paw")[2] > pose.position("left_hind_paw")[2]
    assert np.allclose(pose.mirrored().difference(pose), 0, atol=1e-12)


@pytest.mark.parametrize(
    ("joint", "site", "axis", "sign"),
    [
        ("left_elbow", "left_fore_paw", 2, 1), ("right_elbow", "right_fore_paw", 2, 1),
        ("left_carpus", "left_fore_paw", 2, -1), ("left_hip", "left_hind_paw", 2, 1),
        ("left_stifle", "left_hind_paw", 2, -1), ("left_hock", "left_hind_paw", 2, 1),
    ],
)  # fmt: skip
def test_the_quadruped_bends_its_legs_the_right_way(joint: str, site: str, axis: int, sign: int) -> None:
    figure = figures.quadruped()
    coordinate = joint if figure.joints[joint].model == "hinge" else f"{joint}.swing_x"
    step = figure.pose({coordinate: 0.3}).position(site) - figure.rest().position(site)
    assert step[axis] * sign > 0.02


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: figures.chain(0), "number of links of a chain must be a whole number of at least 1, not 0"),
        (lambda: figures.chain(2.5), "number of links of a chain must be a whole number"),
        (lambda: figures.chain(True), "number of links of a chain must be a whole number"),
        (lambda: figures.chain(3, -1.0), "length of a chain must be positive, not -1"),
        (lambda: figures.chain(3, math.nan), "length of a chain must be finite"),
        (lambda: figures.chain(3, mass=0), "mass of a chain must be positive, not 0"),
        (lambda: figures.chain(3, model="hinge"), "model of a chain must be one of 'ball', 'swing', not 'hinge'"),
        (lambda: figures.chain(3, base="loose"), "base of a chain must be one of 'fixed', 'free', not 'loose'"),
        (lambda: figures.chain(3, limit=4.0), "angle of a cone"),
        (lambda: figures.planar_chain(3, axis="y"), "axis of a planar chain must be one of 'x', 'z', not 'y'"),
        (lambda: figures.planar_chain(3, limit=-0.1), "limit of a chain must be positive"),
        (lambda: figures.fern(0), "number of segments of a fern"),
        (lambda: figures.fern(length=0), "length of a fern must be positive"),
        (lambda: figures.bird(-1), "height of a bird must be positive, not -1"),
        (lambda: figures.quadruped(math.inf), "height of a quadruped must be finite"),
        (lambda: figures.planar_man("tall"), "stature of a planar man must be a number, not 'tall'"),
        (lambda: figures.hand("both"), "side of a hand must be one of 'left', 'right', not 'both'"),
    ],
)
def test_bad_input_is_named(build: Callable[[], Any], message: str) -> None:
    with pytest.raises(poise.InputError, match=message):
        build()


@pytest.mark.parametrize("name", ALL)
def test_the_core_has_the_names_of_joints_in_its_own_order(name: str) -> None:
    figure = ALL[name]()
    assert figure._core.joint_names == [branch.joint.name for branch in figure.branches]
