"""Obstacles that move along screws and from key to key."""

from __future__ import annotations

import math

import numpy as np
import pytest

import poise
from poise.world.course import along_screw, screw_between, turned_with

HINGE = np.array([0.0, 0.0, 0.35])
CHAIN = poise.figures.chain(8)


def door_at(angle: float) -> poise.Placement:
    """A door 0.8 m wide that is turned about an upright hinge."""
    middle = HINGE + 0.4 * np.array([math.cos(angle), 0.0, -math.sin(angle)])
    return poise.Placement.turned((0.0, 1.0, 0.0), angle, tuple(middle))


def test_keys_on_a_hinge_stay_on_it() -> None:
    """Between two keys half a radian apart a door is where its angle says, and its motion that of a hinge."""
    door = poise.Obstacle(
        "door", poise.Box((0.8, 2.0, 0.04)), times=(1.0, 2.0), placements=(door_at(0.2), door_at(0.7))
    )
    for time, angle in ((0.0, 0.2), (1.0, 0.2), (1.4, 0.4), (2.0, 0.7), (9.0, 0.7)):
        assert np.abs(door.at(time).placement.matrix - door_at(angle).matrix).max() < 1e-12
    now = door.at(1.4)
    arm = np.array(now.placement.position) - HINGE
    assert now.spin == pytest.approx((0.0, 0.5, 0.0))
    assert now.velocity == pytest.approx(np.cross(now.spin, arm))
    assert door.at(2.0).velocity == (0.0, 0.0, 0.0)
    assert (door.placement, door.spin) == (door_at(0.2), pytest.approx((0.0, 0.5, 0.0)))


def test_screws_lead_there_and_go_on_from_half_way() -> None:
    begin = poise.Placement.turned((0.0, 1.0, 0.0), 0.3, (0.1, 0.2, 0.3))
    end = poise.Placement.turned((1.0, 2.0, 0.5), 2.1, (1.0, 0.2, -0.3))
    twist = screw_between(begin, end, 0.7)
    half = along_screw(along_screw(begin, twist, 0.3), turned_with(twist, 0.3), 0.4)
    for there in (along_screw(begin, twist, 0.7), half):
        assert np.abs(there.matrix - end.matrix).max() < 1e-12


def test_without_keys_a_world_goes_on_as_it_moves() -> None:
    ball = poise.Obstacle("ball", poise.Sphere(0.1), placement=(0.0, 1.0, 0.0), velocity=(0.0, 0.0, -2.0))
    assert poise.World([ball]).at(0.5)["ball"].placement.position == (0.0, 1.0, -1.0)


@pytest.mark.parametrize("known", [True, False])
def test_a_door_whose_edge_moves_at_2_m_s_is_never_inside_when_its_keys_are_known(known: bool) -> None:
    """At 60 Hz, with a key on the way at which it turns faster, and no margin for its arc."""
    swings = (0.0, 0.3, 0.6), (door_at(0.0), door_at(0.6), door_at(1.35))
    door = poise.Obstacle("door", poise.Box((0.8, 2.0, 0.04)), times=swings[0], placements=swings[1])
    world = poise.World([door])
    session = poise.Session(CHAIN.rest(), [poise.Reach("tip", (0.3, 0.7, 0.0))], world=world, criteria=())
    deepest, touched = 0.0, 0.0
    for frame in range(36):
        now = world.at(frame / 60)
        session.world = now if known else now.moved("door", now["door"].placement, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
        for _ in range(30):
            pose = session.step()
            if session.settled:
                break
        near = [entry.distance for entry in world.at((frame + 1) / 60).distances(pose)]
        deepest, touched = min(deepest, *near, 0.0), max(touched, *(d < 0.001 for d in near), 0.0)
    assert touched
    assert (deepest > -1e-6) if known else (deepest < -0.001)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"times": (0.0, 1.0)}, "has 2 times and 0 placements"),
        ({"times": (1.0, 0.0), "placements": [(0, 0, 0), (0, 0, 1)]}, "must rise, not 1, 0"),
        ({"times": (0.0, "later"), "placements": [(0, 0, 0), (0, 0, 1)]}, "must be a number, not 'later'"),
        ({"times": (0.0, math.nan), "placements": [(0, 0, 0), (0, 0, 1)]}, "the times of obstacle 'ball'"),
    ],
)
def test_courses_that_are_none_are_refused(given: dict[str, object], words: str) -> None:
    with pytest.raises(poise.PoiseError, match=words):
        poise.Obstacle("ball", poise.Sphere(0.1), **given)


def test_a_world_without_obstacles_looks_at_the_time_all_the_same() -> None:
    assert len(poise.World([]).at(1.0)) == 0
    with pytest.raises(poise.PoiseError, match="time"):
        poise.World([]).at(float("nan"))
    with pytest.raises(poise.PoiseError, match="ahead"):
        poise.World([]).at(1.0, ahead=0.0)
