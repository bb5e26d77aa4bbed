"""Hands that are held up before a thing are led round it, and it is told that they could be."""

from __future__ import annotations

import numpy as np

import poise
from poise.tasks.avoid import with_world
from poise.tasks.way_round import BESIDE, ways_round

CHAIN = poise.figures.planar_chain(8, 1.0)
SHELF = poise.World([poise.Obstacle("shelf", poise.Box((0.2, 0.02, 0.5)), placement=poise.Placement((0.0, 0.8, 0.0)))])
BELOW = [poise.Reach("tip", (0.0, 0.6, 0.05))]


def test_a_tip_that_is_held_up_is_led_round() -> None:
    stays = poise.solve(CHAIN.rest(), BELOW, world=SHELF)
    assert stays.status == "compromise"
    led = poise.solve(CHAIN.rest(), BELOW, world=SHELF, attempts=8, rng=np.random.default_rng(0))
    assert led.status == "converged"
    assert min(entry.distance for entry in SHELF.distances(led.pose)) > -1e-6


def test_over_a_board_where_random_starts_do_not_get() -> None:
    human = poise.human()
    board = poise.Obstacle("board", poise.Box((1.6, 0.7, 0.03)), placement=poise.Placement((-0.2, 1.1, 0.3)))
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    levels = [feet, poise.Balance(), poise.Reach("right_hand", (-0.25, 1.0, 0.42))]
    options = {"world": poise.World([board]), "attempts": 8, "rng": np.random.default_rng(0)}
    assert poise.solve(human.rest(), levels, **options).status == "converged"


def test_what_is_held_up_is_not_told_to_be_out_of_reach() -> None:
    text = str(poise.solve(CHAIN.rest(), BELOW, world=SHELF).explain("reach tip"))
    assert "it is held up, not out of reach: led round what is in the way it is met" in text
    assert "would still miss" not in text


def test_places_beside_a_thing_are_clear_of_it_and_the_shortest_ways_come_first() -> None:
    held_up = poise.solve(CHAIN.rest(), BELOW, world=SHELF).pose
    levels = with_world([BELOW], SHELF, False)
    places = [np.array(task.point) for way in ways_round(levels, held_up) for task in way[1]]
    assert len(places) >= 4
    assert all(SHELF.nearness("shelf", place)[0] > BESIDE - 1e-9 for place in places)
    site, goal = held_up.position("tip"), np.array(BELOW[0].point)
    lengths = [np.linalg.norm(place - site) + np.linalg.norm(goal - place) for place in places]
    assert lengths == sorted(lengths)


def test_nobody_is_led_who_is_not_held_up_or_touches_nothing() -> None:
    free = poise.solve(CHAIN.rest(), [poise.Reach("tip", (0.0, 0.5, 0.5))], world=SHELF).pose
    levels = with_world([[poise.Reach("tip", (0.0, 0.5, 0.5))]], SHELF, False)
    assert list(ways_round(levels, free)) == []
    far = [[poise.Reach("tip", (0.0, 3.0, 0.0))]]
    assert list(ways_round(far, CHAIN.rest())) == []
