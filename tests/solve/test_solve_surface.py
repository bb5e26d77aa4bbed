"""OnSurface and the regions of Keep: distances measured here by closed forms, not by the solver."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scenes
from scipy.optimize import minimize

from poise import Ellipsoid, Placement, Pose, Sphere
from poise.errors import InputError, UnknownNameError
from poise.session import Session
from poise.solver import solve
from poise.tasks import Hold, Keep, OnSurface, Plane, Reach, Together

HUMAN = scenes.human()
REST = HUMAN.rest()
FEET = scenes.feet()
THORAX = Ellipsoid((0.17, 0.25, 0.14), placement=Placement((0.0, 0.05, 0.02)))


def implicit(pose: Pose, site: str, ellipsoid: Ellipsoid, of: str) -> float:
    """Σ (x/a)² of a site in the ellipsoid's frame: 1 on the surface."""
    T_world_shape = pose.segment_frame(of) @ ellipsoid.placement.matrix
    x = np.linalg.solve(T_world_shape, [*pose.position(site), 1.0])[:3]
    return float(np.sum((x / ellipsoid.radii) ** 2))


def test_a_site_glides_on_an_ellipsoid_that_the_chest_carries() -> None:
    """The scapulo-thoracic constraint (Baerlocher fig. 7.3): met in every pose while the hand goes its way."""
    glide = OnSurface("left_elbow", Ellipsoid((0.3, 0.4, 0.3)), of="chest")
    levels = [FEET, glide, Reach("left_hand", (0.35, 1.2, 0.4))]
    session = Session(REST, levels)
    for _ in range(60):
        session.step()
    assert implicit(session.pose, "left_elbow", glide.surface, "chest") == pytest.approx(1.0, abs=1e-6)
    for goal in ((0.5, 1.4, 0.3), (0.1, 0.9, 0.4)):
        session.tasks["reach left_hand"].goal = goal
        for _ in range(30):
            session.step()
            off = abs(implicit(session.pose, "left_elbow", glide.surface, "chest") - 1.0)
            away = 0.5 * min(glide.surface.radii) * off
            assert away < 1e-6, "a millionth of a metre is what is promised on the way"


@pytest.mark.parametrize("start", [(0.3, 1.2, 0.3), (0.02, 1.25, 0.03)])
def test_the_reported_distance_is_that_to_the_nearest_point(start: tuple[float, float, float]) -> None:
    """From outside and from inside; the nearest point is found by scipy."""
    pose = solve(REST, [FEET, Reach("left_hand", start)]).pose
    watched = OnSurface("left_hand", THORAX, of="chest", enabled=False)
    reported = solve(pose, [Hold("left_hand"), watched]).task("on_surface left_hand").reached[0]
    x = np.linalg.solve(pose.segment_frame("chest") @ THORAX.placement.matrix, [*pose.position("left_hand"), 1.0])[:3]
    radii = np.array(THORAX.radii)

    def far(angles: np.ndarray) -> float:
        u, v = angles
        return float(np.linalg.norm(radii * (np.cos(u) * np.cos(v), np.sin(v), np.sin(u) * np.cos(v)) - x))

    tries = [minimize(far, (a, b), tol=1e-12).fun for a in np.arange(0, 6.3, 0.7) for b in (-1.0, 0.0, 1.0)]
    sign = 1.0 if implicit(pose, "left_hand", THORAX, "chest") > 1.0 else -1.0
    assert reported == pytest.approx(sign * min(tries), abs=1e-7)


def test_planes_and_spheres_of_the_world() -> None:
    wall = OnSurface("right_hand", Plane((0.0, 0.0, 0.45), normal=(0.0, 0.0, -1.0)))
    ball = OnSurface("left_hand", Sphere(0.2, placement=Placement((0.4, 1.2, 0.4))))
    pose = solve(REST, [FEET, [wall, ball]], max_steps=400).pose
    assert pose.position("right_hand")[2] == pytest.approx(0.45, abs=1e-6)
    assert np.linalg.norm(pose.position("left_hand") - (0.4, 1.2, 0.4)) == pytest.approx(0.2, abs=1e-6)


def test_a_surface_moves_while_the_session_runs() -> None:
    session = Session(REST, [FEET, OnSurface("left_hand", Sphere(0.2, placement=Placement((0.4, 1.2, 0.4))))])
    session.tasks["on_surface left_hand"].goal = Sphere(0.1, placement=Placement((0.3, 1.1, 0.4)))
    for _ in range(60):
        session.step()
    assert np.linalg.norm(session.pose.position("left_hand") - (0.3, 1.1, 0.4)) == pytest.approx(0.1, abs=1e-6)
    with pytest.raises(InputError, match="must stay a Sphere"):
        session.tasks["on_surface left_hand"].goal = Plane()


def test_a_site_at_the_middle_of_an_ellipsoid_finds_a_way_out() -> None:
    """There both ends of the shortest axis are as near, and no direction is better."""
    middle = REST.position("left_hand")
    shape = Ellipsoid((0.3, 0.1, 0.2), placement=Placement(tuple(middle)))
    solution = solve(REST, [FEET, OnSurface("left_hand", shape)], max_steps=400)
    assert solution.status == "converged"
    x = (solution.pose.position("left_hand") - middle) / shape.radii
    assert float(x @ x) == pytest.approx(1.0, abs=1e-6)


def test_keep_a_distance_between_two_sites() -> None:
    apart = Keep("left_hand", "right_hand", min=0.3, max=0.5)
    for goal, distance in (((0.0, 1.1, 0.4), 0.3), ((0.8, 1.1, 0.4), 0.5)):
        levels = [FEET, Reach("right_hand", (0.0, 1.1, 0.4)), apart, Reach("left_hand", goal)]
        pose = solve(REST, levels, max_steps=400).pose
        gap = np.linalg.norm(pose.position("left_hand") - pose.position("right_hand"))
        assert gap == pytest.approx(distance, abs=2e-5)


@pytest.mark.parametrize(("region", "distance"), [({"max": 0.3}, 0.3), ({"min": 0.4}, 0.4)])
def test_keep_inside_and_outside_a_cylinder(region: dict[str, float], distance: float) -> None:
    """The column stands where the body does; the goal pulls the hand across its surface."""
    goal = (0.0, 1.2, 0.6) if "max" in region else (0.2, 1.2, 0.2)
    column = Keep("left_hand", (0.0, 9.0, 0.0), line=(0.0, 2.0, 0.0), **region)
    pose = solve(REST, [FEET, column, Reach("left_hand", goal)], max_steps=400).pose
    assert np.linalg.norm(pose.position("left_hand")[[0, 2]]) == pytest.approx(distance, abs=2e-5)


def test_keep_an_axis_in_a_cone_about_a_direction() -> None:
    """A chest that stays upright to 10° while the hand goes to the floor."""
    upright = Keep("chest", direction=(0, 1, 0), axis=(0, 1, 0), angle=math.radians(10))
    floor = Reach("left_hand", (0.3, 0.0, 0.5))
    lean = [
        math.acos(float(solve(REST, levels, max_steps=400).pose.frame("chest")[1, 1]))
        for levels in ([FEET, upright, floor], [FEET, floor])
    ]
    assert lean[0] == pytest.approx(math.radians(10), abs=1e-4)
    assert lean[1] > math.radians(20)


def test_keep_a_point_in_sight() -> None:
    sight = Keep("eyes", (2.0, 1.5, 2.0), axis=(0, 0, 1), angle=math.radians(15))
    pose = solve(REST, [FEET, sight], max_steps=400).pose
    way = np.array([2.0, 1.5, 2.0]) - pose.position("eyes")
    angle = math.acos(float(way @ pose.frame("eyes")[:3, 2]) / float(np.linalg.norm(way)))
    assert angle == pytest.approx(math.radians(15), abs=1e-4)


def test_a_cone_that_holds_wants_nothing_even_on_its_axis() -> None:
    """On the axis the angle has no gradient."""
    up = REST.frame("chest")[:3, :3] @ (0.0, 1.0, 0.0)
    session = Session(REST, [FEET, Keep("chest", direction=up, axis=(0, 1, 0), angle=0.1)])
    session.step()
    assert session.pose == REST


def test_the_goal_of_every_region_can_move() -> None:
    keep = {"axis": (0, 1, 0), "angle": 0.3}
    session = Session(REST, [FEET, Keep("chest", direction=(0, 1, 0), **keep), Keep("left_hand", "chest", min=0.1)])
    session.tasks["keep chest"].goal = (0.0, 1.0, 0.6)
    for _ in range(60):
        session.step()
    assert session.tasks["keep chest"].report.met
    with pytest.raises(InputError, match="no goal that could change: it is the site 'chest'"):
        session.tasks["keep left_hand chest"].goal = (0, 0, 0)
    with pytest.raises(InputError, match="must be numbers, not the name 'eyes'"):
        session.tasks["keep chest"].goal = "eyes"


def test_mistakes_are_named() -> None:
    regions = "takes a point with a normal, for a plane; with min and max"
    for options in ({}, {"normal": (0, 1, 0), "max": 1.0}, {"axis": (0, 1, 0)}, {"line": (0, 1, 0)}):
        with pytest.raises(InputError, match=regions):
            Keep("right_hand", (0, 0, 0), **options)
    with pytest.raises(InputError, match=regions):
        Keep("right_hand", direction=(0, 1, 0), min=0.2)
    with pytest.raises(InputError, match="names a site for its point; it takes min and max"):
        Keep("right_hand", "chest", normal=(0, 1, 0))
    with pytest.raises(InputError, match="between 0 and π, not 4"):
        Keep("chest", direction=(0, 1, 0), axis=(0, 1, 0), angle=4)
    with pytest.raises(InputError, match="must not be NaN"):
        Keep("chest", (0, 0, 0), min=math.nan)
    with pytest.raises(InputError, match="are on one segment and cannot move"):
        solve(REST, [Keep("left_foot", "left_heel", min=0.1)])
    with pytest.raises(InputError, match="are on one segment and cannot move"):
        solve(REST, [OnSurface("chest", Sphere(1.0), of="chest")])
    for task in (Reach("left_heel", (0, 0, 0), frame="left_foot"), Together("left_heel", "left_foot")):
        with pytest.raises(InputError, match="'left_heel' and 'left_foot' are on one segment"):
            solve(REST, [task])
    with pytest.raises(UnknownNameError, match="has no segment or site 'thorax'"):
        solve(REST, [OnSurface("left_hand", Sphere(1.0), of="thorax")])
    with pytest.raises(InputError, match="must be a Plane or Sphere or Ellipsoid"):
        OnSurface("left_hand", (0, 0, 0))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="the normal of a plane has no direction"):
        Plane(normal=(0, 0, 0))
