"""Stances of people of many sizes: inside all limits, every contact on its surface, held by forces inside friction."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

import poise
from poise.plot.body import body_meshes
from poise.plot.mesh import Mesh, joined, shape_mesh
from poise.stances.recipes import ALIASES, RECIPES

PEOPLE = {
    "median man": {},
    "small woman": {"sex": "female", "percentile": 5},
    "large man": {"percentile": 95},
    "tall and thin": {"stature": 2.0, "mass": 70.0},
    "short and stout": {"sex": "female", "stature": 1.5, "mass": 85.0},
    "with fingers": {"sex": "female", "percentile": 50, "hands": True},
}
MOVING = {"walking", "running", "throwing"}
DEEPEST = 0.03
"""m: how far flesh may give way where a body lies on it; the shapes are rigid."""
DEEPEST_SKIN = 0.035
"""m: the same for the skin, which is what touches; the waist of somebody on their side gives way."""


@pytest.fixture(scope="module", params=PEOPLE.values(), ids=PEOPLE.keys())
def person(request: pytest.FixtureRequest) -> poise.Figure:
    return poise.human(**request.param)


def points_of(pose: poise.Pose, site: str) -> np.ndarray:
    """Where a support pushes: the outline of a sole, or one site; by hand, not by the product."""
    sole = pose.figure.soles.get(site)
    if sole is None:
        return np.array([pose.position(site)])
    T = pose.segment_frame(sole.segment)
    return np.array([T[:3, :3] @ np.array(p) + T[:3, 3] for p in sole.outline])


def held(stance: poise.Stance) -> bool:
    """Whether pushes inside friction pyramids, and any force of a grip, balance the weight: by scipy's HiGHS.

    A pyramid of eight edges lies inside the cone, so what it holds the cone holds.
    """
    pose, columns, free = stance.pose, [], []
    for support in stance.supports:
        normal = np.array(support.normal or (0.0, 1.0, 0.0))
        across = np.cross(normal, (1.0, 0.3, 0.2))
        across /= np.linalg.norm(across)
        other = np.cross(normal, across)
        for point in points_of(pose, support.site):
            ways = np.linspace(0.0, 2.0 * np.pi, 8, endpoint=False)
            edges = [normal + support.friction * (np.cos(w) * across + np.sin(w) * other) for w in ways]
            for force in np.eye(3) if support.grip else edges:
                columns.append([*force, *np.cross(point, force)])
                free.append((None, None) if support.grip else (0.0, None))
    weight = pose.figure.mass * np.array([0.0, -9.81, 0.0])
    load = np.array([*weight, *np.cross(pose.center_of_mass, weight)])
    return linprog(np.zeros(len(columns)), A_eq=np.array(columns).T, b_eq=-load, bounds=free).status == 0


@pytest.mark.parametrize("name", RECIPES)
def test_every_contact_is_on_its_surface_and_every_limit_holds(person: poise.Figure, name: str) -> None:
    stance = person.stance(name)
    assert stance.pose.limit_violation <= 1e-9
    assert len(stance.supports) == len(stance.contacts) > 0
    for contact in stance.contacts:
        surface = stance.surfaces[contact.surface]
        corners = (
            points_of(stance.pose, contact.site) if contact.how == "flat" else [stance.pose.position(contact.point)]
        )
        for corner in corners:
            assert float(np.dot(surface.normal, corner)) == pytest.approx(surface.offset, abs=2e-5)


@pytest.mark.parametrize("name", [n for n in RECIPES if n not in MOVING])
def test_what_can_be_held_is_held(person: poise.Figure, name: str) -> None:
    stance = person.stance(name)
    report = poise.statics(stance.pose, supports=stance.supports)
    assert stance.motion == ""
    assert report.balanced
    assert report.margin >= 0.0099
    assert held(stance)


@pytest.mark.parametrize("name", sorted(MOVING))
def test_a_moment_of_a_movement_says_so(name: str) -> None:
    stance = poise.human().stance(name)
    assert stance.motion
    assert poise.statics(stance.pose, supports=stance.supports).balanced == held(stance)


def test_a_runner_falls() -> None:
    assert not held(poise.human().stance("running"))


@pytest.mark.parametrize("name", RECIPES)
def test_nothing_sinks_into_what_carries_it(person: poise.Figure, name: str) -> None:
    """Neither its shapes, which are what touches, nor its skin, whose flesh gives a little more."""
    stance = person.stance(name)
    for meshes, deepest in ((shape_meshes(stance.pose), DEEPEST), (body_meshes(stance.pose), DEEPEST_SKIN)):
        for segment, mesh in meshes.items():
            assert mesh.vertices[:, 1].min() > -deepest, segment
        if "wall" in stance.surfaces:
            behind = min(mesh.vertices[:, 2].min() for mesh in meshes.values())
            assert behind > stance.surfaces["wall"].offset - deepest


def shape_meshes(pose: poise.Pose) -> dict[str, Mesh]:
    return {
        name: joined(shape_mesh(shape, 24) for shape in segment.shapes).moved(np.array(pose.segment_frame(name)))
        for name, segment in pose.figure.segments.items()
        if segment.shapes
    }


@pytest.mark.parametrize("name", [n for n in RECIPES if n not in MOVING])
def test_its_tasks_keep_it_while_something_else_is_asked(name: str) -> None:
    """The tasks of a stance and its supports hold it while the head turns."""
    stance = poise.human().stance(name)
    eyes = stance.pose.frame("eyes")
    ahead = eyes[:3, 3] + 2.0 * eyes[:3, 2]
    solution = poise.solve(stance.pose, [list(stance.tasks), poise.LookAt("eyes", ahead)], supports=stance.supports)
    assert solution.status == "converged"
    for contact in stance.contacts:
        moved = solution.pose.position(contact.point) - stance.pose.position(contact.point)
        assert np.linalg.norm(moved) < 1e-6


def test_symmetric_stances_are_their_own_mirror_image() -> None:
    human = poise.human()
    for name in ("standing", "sitting", "kneeling", "squatting", "all_fours", "lying_on_back", "push_up"):
        pose = human.stance(name).pose
        away = pose.mirrored().difference(pose)
        assert np.abs(away).max() < 1e-6, name


def test_a_seat_may_be_elsewhere() -> None:
    human = poise.human()
    for seat in (0.38, 0.50):
        stance = human.stance("sitting", seat=seat)
        assert stance.surfaces["seat"].offset == seat
        assert stance.pose.position("left_seat")[1] == pytest.approx(seat, abs=1e-6)
        assert stance.pose.position("left_foot")[1] == pytest.approx(0.0, abs=1e-6)
    with pytest.raises(poise.PoiseError, match="no surface 'table' that could be elsewhere; it has: seat"):
        human.stance("sitting", table=0.7)
    with pytest.raises(poise.PoiseError, match="no surface 'floor'"):
        human.stance("kneeling", floor=0.1)
    with pytest.raises(poise.PoiseError, match="'sitting' cannot be taken"):
        human.stance("sitting", seat=3.0)


@pytest.mark.parametrize(("name", "sides"), [("sitting", ("left", "right")), ("kneeling_on_one_knee", ("left",))])
def test_a_hand_on_the_thigh_lies_on_its_skin(person: poise.Figure, name: str, sides: tuple[str, ...]) -> None:
    """What is highest of the thigh's skin under the heel of the hand is a few millimetres away from it."""
    pose = person.posture(name)
    meshes = body_meshes(pose)
    for side in sides:
        palm = pose.frame(f"{side}_palm")
        under = (meshes[f"{side}_thigh"].vertices - palm[:3, 3]) @ palm[:3, :3]  # the palm's y is away from the skin
        near = under[np.hypot(under[:, 0], under[:, 2]) < 0.03]
        assert -0.015 < near[:, 1].max() < 0.005


def test_names_lead_to_poses_and_unknown_ones_are_told() -> None:
    human = poise.human()
    assert human.posture("kneeling") == human.stance("kneeling").pose == human.pose("kneeling")
    assert human.posture("t_pose") == human.pose("t_pose")
    assert list(human.stances) == list(RECIPES)
    assert {human.stance(alias).name for alias in ALIASES} == set(ALIASES.values())
    with pytest.raises(poise.UnknownNameError, match="no posture 'kneling'; did you mean 'kneeling'"):
        human.pose("kneling")


def test_figures_that_are_no_person_have_none() -> None:
    bird = poise.figures.bird()
    assert not bird.stances
    with pytest.raises(poise.UnknownNameError, match="no posture 'sitting'"):
        bird.stance("sitting")


def test_hands_relax_and_grasp() -> None:
    human = poise.human(hands=True)
    relaxed, closed = human.pose("hands_relaxed"), human.pose("hands_grasping")
    assert relaxed == human.rest()
    assert closed.limit_violation == 0.0
    for finger in ("index", "middle", "ring", "little"):
        tip, palm = f"left_{finger}_tip", "left_hand"
        near = np.linalg.norm(closed.position(tip) - closed.position(palm))
        assert near < 0.6 * np.linalg.norm(relaxed.position(tip) - relaxed.position(palm))
    assert "hands_grasping" not in poise.human().postures
