"""How much more room would do: what an explanation says of things that are in the way."""

from __future__ import annotations

from threading import Event

import poise
from poise.studio.engine.why import explained

CHAIN = poise.figures.planar_chain(6)
WALL = 0.32
"""m: how far the wall is."""


def held_off(back: float = 0.0) -> poise.Solution:
    """A chain whose tip is wanted 3 cm inside a wall, which stands so much farther back."""
    wall = poise.Obstacle("wall", poise.HalfSpace((0.0, 0.0, -1.0)), placement=poise.Placement((0.0, 0.0, WALL + back)))
    return poise.solve(CHAIN.rest(), [poise.Reach("tip", (0.0, 0.5, 0.35))], world=poise.World([wall]))


def room_wanted(solution: poise.Solution) -> poise.Relaxation:
    (unmet,) = (task.name for task in solution.tasks if not task.met)
    found = solution.explain().task(unmet).culprit("avoid world").relaxation
    assert found is not None
    return found


def shelf(gap: float) -> poise.Solution:
    """A person's hand wanted between two boards that are so far from each other."""
    half = 0.5 * gap + 0.02
    boards = [
        poise.Obstacle(name, poise.Box((1.2, 0.04, 0.6)), placement=poise.Placement((0.0, 1.18 + up, 0.6)))
        for name, up in (("upper board", half), ("lower board", -half))
    ]
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    levels = [feet, poise.Balance(), poise.Reach("right_hand", (-0.2, 1.18, 0.5))]
    return poise.solve(poise.human().rest(), levels, world=poise.World(boards))


def test_the_pair_is_named_with_the_room_that_would_do() -> None:
    solution = held_off()
    relaxation = room_wanted(solution)
    ((room, unit),) = relaxation.amounts
    assert unit == "m"
    assert room > 0.03
    assert relaxation.words == f"with {100.0 * room:.3g} cm more room between the link 6 and the wall"
    assert f"; enough {relaxation.words}" in str(solution.explain())


def test_what_keeps_out_of_the_world_is_named_with_its_rank() -> None:
    """It is in level 0 of the table, as structural tasks are."""
    solution = held_off()
    assert solution.task("avoid world").level == 0
    assert "avoid world (above all levels) stops it" in str(solution.explain())


def test_so_much_more_room_will_do_and_less_will_not() -> None:
    ((room, _),) = room_wanted(held_off()).amounts
    assert held_off(1.001 * room).status == "converged"
    assert held_off(0.95 * room).status != "converged"


def test_a_shelf_tells_by_how_much_it_is_too_narrow() -> None:
    """Both boards are named; so much further apart, the hand gets in."""
    narrow = shelf(0.04)
    assert narrow.status == "compromise"
    relaxation = room_wanted(narrow)
    assert " more room between the right " in relaxation.words
    assert all(f"and the {board}" in relaxation.words for board in ("upper board", "lower board"))
    widest = max(room for room, _ in relaxation.amounts)
    assert shelf(0.04 + 2.02 * widest).status == "converged"


def test_the_page_says_it() -> None:
    (finding,) = explained(held_off(), None, Event()).findings
    assert any(" more room between the link 6 and the wall" in line for line in finding.lines)
    assert any(" more room between the link 6 and the wall" in culprit.words for culprit in finding.culprits)
