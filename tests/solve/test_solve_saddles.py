"""Nothing rests where it could still gain: pelvis, chest, head and centre of mass go down from straight knees."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise import Balance, CenterOfMass, Hold, NearPose, Reach, Session, solve
from poise.tasks import Task

PEOPLE = [poise.human(1.55, sex="female"), poise.human(), poise.human(1.9)]
DEPTHS = np.arange(0.05, 0.56, 0.05)
FEET = [Hold("left_foot"), Hold("right_foot")]


def lowered(rest: poise.Pose, what: str, depth: float, axes: str) -> Task:
    if what == "center of mass":
        return CenterOfMass(rest.center_of_mass - (0.0, depth, 0.0), axes=axes)
    return Reach(what, rest.position(what) - (0.0, depth, 0.0), axes=axes)


@pytest.mark.parametrize("balanced", [True, False])
@pytest.mark.parametrize("figure", PEOPLE)
@pytest.mark.parametrize("axes", ["y", "xy"])
def test_a_squat_gets_as_deep_as_it_is_asked(figure: poise.Figure, axes: str, balanced: bool) -> None:
    """It stuck 5.5 cm below the start with the thighs vertical; a farther goal ended higher than a nearer one."""
    rest = figure.rest()
    for depth in DEPTHS:
        levels = [FEET, *([Balance()] if balanced else []), lowered(rest, "pelvis", depth, axes)]
        solution = solve(rest, levels)
        assert solution.status == "converged", depth
        assert np.abs(solution.pose.difference(solution.pose.mirrored())).max() < 1e-9


@pytest.mark.parametrize("what", ["chest", "head_top", "center of mass"])
def test_other_parts_do_too(what: str) -> None:
    rest = PEOPLE[1].rest()
    for depth in DEPTHS:
        solution = solve(rest, [FEET, Balance(), lowered(rest, what, depth, "xy")])
        assert solution.status == "converged", depth


def test_where_the_ankles_end_it_is_the_true_limit() -> None:
    """Straight down by all axes the ankles' limit holds the pelvis back: nobody finds a better symmetric pose."""
    rest = PEOPLE[1].rest()
    levels = [FEET, lowered(rest, "pelvis", 0.3, "xyz")]
    solution = solve(rest, levels)
    assert solution.status == "compromise"
    assert {"left_ankle.swing", "right_ankle.swing"} <= set(solution.limits)
    best = solve(rest, levels, attempts=20, rng=np.random.default_rng(3))
    found, least = (s.task("reach pelvis").residual for s in (solution, best))
    assert found - least < 0.02  # what a twisted body gains, and a symmetric one is not asked to


@pytest.mark.parametrize("criteria", [False, True])
def test_a_session_that_is_dragged_down_gets_there(criteria: bool) -> None:
    rest = PEOPLE[1].rest()
    wishes = [NearPose(rest)] if criteria else []
    session = Session(rest, [FEET, Balance(), lowered(rest, "pelvis", 0.0, "y")], criteria=wishes)
    high = rest.position("pelvis")[1]
    for depth in np.linspace(0.0, 0.5, 13)[1:]:
        session.tasks["reach pelvis"].goal = (0.0, high - depth, 0.0)
        session.step(budget=60.0)
        assert session.settled
        assert session.solution().status == "converged", depth
        pose = session.pose
        assert np.abs(pose.difference(pose.mirrored())).max() < 1e-9


@pytest.mark.parametrize("links", [3, 6])
def test_a_straight_chain_that_is_pushed_along_itself_bends(links: int) -> None:
    chain = poise.figures.chain(links)
    rest = chain.rest()
    tip = list(chain.sites)[-1]
    goal = 0.6 * rest.position(tip)
    solution = solve(rest, [Reach(tip, goal)])
    assert solution.status == "converged"


def test_goals_read_off_other_poses_are_met_from_rest() -> None:
    """One start; with hands, feet and head placed, or placed and turned."""
    figure, rng = PEOPLE[1], np.random.default_rng(5)
    rest, ends = figure.rest(), ("left_foot", "right_foot", "left_hand", "right_hand", "head_top")
    missed = 0
    for i in range(60):
        target = figure.random(rng)
        level: list[Task] = [Reach(s, target.position(s)) if i % 2 else Hold(s, frame=target.frame(s)) for s in ends]
        missed += solve(rest, [level]).status != "converged"
    assert missed <= 1  # a hundredth; `benchmarks/one_start.py` asks a thousand
