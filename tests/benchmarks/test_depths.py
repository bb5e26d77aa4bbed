"""Goals straight down, ever deeper, of a robot whose legs differ in their limits: as near as many starts come."""

from __future__ import annotations

import pytest

import depths
import poise

ROBOT = "erd_simple_humanoid"


@pytest.fixture(scope="module")
def robot() -> poise.Figure:
    found = depths.robots()
    if ROBOT not in found:
        pytest.skip("the shared robots are not here")
    return found[ROBOT]


@pytest.mark.parametrize("dragged", [False, True], ids=["solves", "a session"])
@pytest.mark.parametrize(
    ("part", "axes", "balance"),
    [
        ("head_top", "xyz", True),
        ("center of mass", "y", True),
        ("center of mass", "xy", False),
        ("pelvis", "xyz", False),
    ],
)
def test_nobody_ends_farther_off_nor_less_deep(
    robot: poise.Figure, part: str, axes: str, balance: bool, dragged: bool
) -> None:
    """These were the local minima: up to 89 mm short of what could be met."""
    start, tally = robot.rest(), depths.Tally()
    feet = [poise.Hold(foot, frame=start.frame(foot)) for foot in ("left_foot", "right_foot")]
    way = depths.Way(start, part, axes, [feet, poise.Balance()] if balance else [feet])
    depths.ask(tally, way, ROBOT, dragged=dragged)
    assert not tally.beaten
    assert not tally.rises
