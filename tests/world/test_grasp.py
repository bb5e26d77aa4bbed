"""Hands that close round things."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import pytest
from dense import DIGITS, FINGERS, gaps

import poise
from poise.tasks.grasp import Grasp
from poise.world.grip import grip_of
from poise.world.hand import LOAD, flexion, hand_of

HUMAN = poise.human(hands=True)
FEET = [poise.Hold("left_foot"), poise.Hold("right_foot")]
INSIDE, TOUCHES = 1e-3, 2e-3
"""m: no finger is inside by more; and what is nearer touches."""

THINGS = {
    "broomstick": poise.Obstacle("thing", poise.Capsule(0.0125, 1.0)),
    "rail": poise.Obstacle("thing", poise.Capsule(0.02, 1.0)),
    "thick rail": poise.Obstacle("thing", poise.Cylinder(0.03, 0.8)),
    "cup": poise.Obstacle("thing", poise.Cylinder(0.038, 0.10), rounding=0.003),
    "tennis ball": poise.Obstacle("thing", poise.Sphere(0.033)),
    "box": poise.Obstacle("thing", poise.Box((0.05, 0.12, 0.04)), rounding=0.003),
}


def lateral(name: str) -> poise.Placement:
    """In reach of the right hand, bars level and forward."""
    return poise.Placement((-0.30, 1.0, 0.35))


@lru_cache
def grasped(name: str, side: str = "right", figure: poise.Figure = HUMAN) -> tuple[poise.Solution, poise.Obstacle]:
    thing = THINGS[name].moved(lateral(name))
    if side == "left":
        x, y, z = thing.placement.position
        thing = thing.moved((-x, y, z))
    task = poise.Grasp(f"{side}_hand", "thing")
    return poise.solve(figure.rest(), [FEET, poise.Balance(), task], world=poise.World([thing])), thing


@pytest.mark.parametrize("name", THINGS)
def test_fingers_close_round_things_and_none_is_inside(name: str) -> None:
    solution, thing = grasped(name)
    assert solution.task("grasp right_hand thing").met, solution
    found = gaps(solution.pose, "right", thing)
    assert min(found.values()) > -INSIDE, found
    assert found["right_hand"] < TOUCHES, "the palm lies on it"
    for digit in DIGITS["right"]:
        nearest = min(v for s, v in found.items() if s.startswith(digit))
        assert nearest < TOUCHES or digit.rpartition("_")[2] in solution.task("grasp right_hand thing").note, (
            digit,
            found,
        )
    assert sum(min(v for s, v in found.items() if s.startswith(f"right_{f}")) < TOUCHES for f in FINGERS) >= 3


def test_a_ball_smaller_than_the_palm_is_held_between_thumb_and_fingers() -> None:
    ball = poise.Obstacle("thing", poise.Sphere(0.0213), placement=(-0.3, 1.1, 0.35))
    task = poise.Grasp("right_hand", "thing")
    solution = poise.solve(HUMAN.rest(), [FEET, poise.Balance(), task], world=poise.World([ball]))
    assert solution.task(task.name).met, solution
    assert min(gaps(solution.pose, "right", ball).values()) > -INSIDE


def test_a_block_is_taken_another_way_where_the_nearest_does_not_hold() -> None:
    """By its least turn the hand would take it at its end, 16 cm away from the palm, and the thumb would miss it."""
    there = poise.Placement.turned((0.0, 0.0, 1.0), math.radians(45), (-0.3, 1.1, 0.35))
    slab = poise.Obstacle("thing", poise.Box((0.07, 0.162, 0.027)), placement=there)
    task = poise.Grasp("right_hand", "thing")
    solution = poise.solve(HUMAN.rest(), [FEET, poise.Balance(), task], world=poise.World([slab]))
    assert solution.task(task.name).met, solution


@pytest.mark.parametrize("joint", ["right_index_mcp", "left_middle_mcp", "right_little_mcp"])
def test_knuckles_bend_as_far_as_they_go_whatever_their_neighbours_do(joint: str) -> None:
    """A knuckle that is bent alone breaks the coupling with its neighbour before it meets its own limit."""
    assert flexion(HUMAN, joint) == pytest.approx((math.radians(-45), math.radians(90)), abs=1e-6)


def test_thumb_and_fingers_are_opposed() -> None:
    solution, thing = grasped("rail")
    contacts = hand_of(HUMAN, "right_hand").contacts(solution.pose, poise.World([thing]))
    thumb = [c.normal for c in contacts if "thumb" in c.segment]
    rest = [c.normal for c in contacts if "thumb" not in c.segment]
    assert thumb
    assert min(float(a @ b) for a in thumb for b in rest) < -0.6


def test_left_is_right_mirrored() -> None:
    right, _ = grasped("rail", "right")
    left, _ = grasped("rail", "left")
    for joint in DIGITS["left"]:
        for part in ("mcp", "pip", "dip"):
            name = f"{joint.removeprefix('left_')}_{part}"
            if f"left_{name}" in HUMAN.joints:
                np.testing.assert_allclose(left.pose[f"left_{name}"], right.pose[f"right_{name}"], atol=0.05)


@pytest.mark.parametrize(
    "figure", [poise.human(sex="female", percentile=5, hands=True), poise.human(stature=2.0, hands=True)]
)
def test_small_and_large_hands_take_a_rail(figure: poise.Figure) -> None:
    solution, thing = grasped("rail", figure=figure)
    assert solution.task("grasp right_hand thing").met
    assert min(gaps(solution.pose, "right", thing).values()) > -INSIDE


def ball_in_hand(aside: float = 0.0) -> tuple[poise.Solution, poise.Obstacle]:
    """A hand that only its wrist moves, and a ball where it would hold it, or so far beside."""
    hand, ball = poise.figures.hand("left"), poise.Obstacle("ball", poise.Sphere(0.03))
    frame = hand.rest().frame("left_hand")
    at = grip_of(hand, "left_hand", ball, ((0, 1), (1, 1), (2, 1))).at
    thing = ball.moved(tuple(frame[:3, 3] + frame[:3, :3] @ (at + np.array([0.0, aside, 0.0]))))
    return poise.solve(hand.rest(), [poise.Grasp("left_hand", thing)]), thing


def test_a_hand_on_its_forearm_closes() -> None:
    solution, thing = ball_in_hand()
    assert solution.task("grasp left_hand ball").met
    assert min(gaps(solution.pose, "left", thing).values()) > -INSIDE


def test_what_is_inside_of_a_thing_that_nobody_avoids_is_told() -> None:
    """A task that brings its thing brings no world: nothing but the grip keeps the hand out of it."""
    solution, thing = ball_in_hand(aside=0.02)
    deepest = -min(gaps(solution.pose, "left", thing).values())
    assert deepest > TOUCHES
    assert "inside: palm " in solution.task("grasp left_hand ball").note


def test_a_rail_may_be_taken_anywhere_along_it_or_at_a_point() -> None:
    thing = THINGS["rail"].moved(lateral("rail"))
    world = poise.World([thing])
    free = poise.solve(HUMAN.rest(), [FEET, poise.Balance(), poise.Grasp("right_hand", "thing")], world=world)
    told = poise.Grasp("right_hand", "thing", point=(-0.3, 1.0, 0.55))
    there = poise.solve(HUMAN.rest(), [FEET, poise.Balance(), told], world=world)
    assert there.task(told.name).met
    assert there.pose.position("right_hand")[2] == pytest.approx(0.55, abs=0.03)
    assert free.pose.position("right_hand")[2] < 0.45


def test_the_palm_looks_where_it_is_told() -> None:
    thing = THINGS["rail"].moved(lateral("rail"))
    for way in ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0)):
        task = poise.Grasp("right_hand", "thing", palm=way)
        pose = poise.solve(HUMAN.rest(), [FEET, poise.Balance(), task], world=poise.World([thing])).pose
        assert -pose.frame("right_hand")[:3, 1] @ np.array(way) > 0.99


# ---- what cannot be held -------------------------------------------------------------------------------


def test_what_is_too_thick_is_told() -> None:
    barrel = poise.Obstacle("barrel", poise.Cylinder(0.25, 0.8), placement=(-0.3, 1.0, 0.7))
    solution = poise.solve(
        HUMAN.rest(), [FEET, poise.Balance(), poise.Grasp("right_hand", "barrel")], world=poise.World([barrel])
    )
    task = solution.task("grasp right_hand barrel")
    assert not task.met
    assert min(gaps(solution.pose, "right", barrel).values()) > -INSIDE


def test_what_all_touch_and_nothing_holds_is_told() -> None:
    thick = poise.Obstacle("thing", poise.Cylinder(0.0433, 0.27), placement=(-0.3, 1.1, 0.35))
    task = poise.Grasp("right_hand", "thing")
    told = poise.solve(HUMAN.rest(), [FEET, poise.Balance(), task], world=poise.World([thick])).task(task.name)
    assert not told.met
    assert told.note == "palm and all digits touch, but no two of them push against each other"


def test_a_hand_without_jointed_fingers_gets_the_palm_part() -> None:
    plain = poise.human()
    thing = THINGS["thick rail"].moved(lateral("rail"))
    solution = poise.solve(
        plain.rest(), [FEET, poise.Balance(), poise.Grasp("right_hand", "thing")], world=poise.World([thing])
    )
    assert "have no joints" in solution.task("grasp right_hand thing").note


def test_what_is_wrong_is_told() -> None:
    floor = poise.World([poise.Obstacle("floor", poise.HalfSpace())])
    for world, task, words in (
        (floor, poise.Grasp("right_hand", "floor"), "no hand closes round it"),
        (floor, poise.Grasp("right_hand", "flor"), "floor"),
        (floor, poise.Grasp("right_hnd", "floor"), "right_hand"),
        (None, poise.Grasp("right_hand", "floor"), "needs a world"),
    ):
        with pytest.raises(poise.PoiseError, match=words):
            poise.solve(HUMAN.rest(), [task], world=world)
    with pytest.raises(poise.InputError, match="palm direction"):
        poise.Grasp("right_hand", "rail", palm=(0, 0, 0))


# ---- tendons and neighbours ----------------------------------------------------------------------------


def test_tendons_let_go_under_load_and_hold_again_without() -> None:
    solution, _ = grasped("cup")
    apart = [solution.pose[f"right_{f}_dip"] - 2 / 3 * solution.pose[f"right_{f}_pip"] for f in FINGERS]
    assert max(map(abs, apart)) > math.radians(2), "a finger on something is not bent as its tendon would"
    assert max(map(abs, apart)) <= LOAD + 1e-9
    free = [solution.pose[f"left_{f}_dip"] - 2 / 3 * solution.pose[f"left_{f}_pip"] for f in FINGERS]
    assert max(map(abs, free)) < 1e-9, "the other hand carries nothing"
    after = poise.solve(solution.pose, [FEET]).pose
    assert max(abs(after[f"right_{f}_dip"] - 2 / 3 * after[f"right_{f}_pip"]) for f in FINGERS) < 1e-9


def test_neighbouring_fingers_stay_within_their_slack() -> None:
    for seed in range(20):
        pose = HUMAN.random(np.random.default_rng(seed))
        bends = [pose[f"left_{finger}_mcp"][0] for finger in FINGERS]
        assert abs(np.diff(bends)[1:]).max() <= math.radians(45) + 1e-9
        assert -math.radians(45) - 1e-9 <= bends[1] - bends[0] <= math.radians(90) + 1e-9
    for name in ("rail", "tennis ball"):
        pose = grasped(name)[0].pose
        bends = [pose[f"right_{finger}_mcp"][0] for finger in FINGERS]
        assert abs(np.diff(bends)[1:]).max() <= math.radians(45) + 1e-9


# ---- flat hands ----------------------------------------------------------------------------------------


def test_a_flat_hand_lies_on_a_table_with_palm_and_fingers() -> None:
    table = poise.Obstacle("table", poise.Box((0.8, 0.04, 0.5)), placement=(-0.2, 0.8, 0.5))
    task = [poise.Touch("right_palm", "table", flat=True), poise.Reach("right_palm", (-0.25, 0.82, 0.4), axes="xz")]
    start = HUMAN.pose("hands_grasping")
    solution = poise.solve(start, [FEET, poise.Balance(), task], world=poise.World([table]))
    found = gaps(solution.pose, "right", table)
    assert min(found.values()) > -INSIDE
    for finger in FINGERS:
        assert found[f"right_{finger}_3"] < TOUCHES, "the finger tips lie on it"
        assert abs(solution.pose[f"right_{finger}_pip"]) < math.radians(30), "and the fingers along it"


# ---- sessions and files --------------------------------------------------------------------------------


def test_a_session_follows_a_rail_that_moves() -> None:
    thing = THINGS["rail"].moved(lateral("rail"))
    session = poise.Session(
        HUMAN.rest(),
        [FEET, poise.Balance(), poise.Grasp("right_hand", "thing")],
        criteria=(),
        world=poise.World([thing]),
    )
    for _ in range(600):
        session.step()
    assert session.tasks["grasp right_hand thing"].report.met
    for i in range(1, 11):
        moved = thing.moved((-0.30, 1.0 + 0.01 * i, 0.35))
        session.world = poise.World([moved])
        for _ in range(20):
            session.step()
    for _ in range(200):
        session.step()
    assert session.tasks["grasp right_hand thing"].report.met
    assert min(gaps(session.pose, "right", moved).values()) > -INSIDE


def test_a_rail_that_jumps_ten_times_stays_in_the_hand() -> None:
    """Steps alone lead a hand out of a rail that has jumped into it by the shortest way for its joints: off it."""
    thing = THINGS["rail"].moved(lateral("rail"))
    levels = [FEET, poise.Balance(), poise.Grasp("right_hand", "thing")]
    session = poise.Session(HUMAN.rest(), levels, world=poise.World([thing]))
    for _ in range(600):
        session.step()
        if session.settled:
            break
    held = []
    for i in range(1, 11):
        moved = thing.moved((-0.30, 1.0 + 0.01 * i, 0.35))
        session.world = poise.World([moved])
        for _ in range(20):
            session.step()
        held.append(session.tasks["grasp right_hand thing"].report.met)
    assert all(held)
    assert min(gaps(session.pose, "right", moved).values()) > -INSIDE


@pytest.mark.parametrize("leap", [(0.0, 0.008, 0.0), (0.0, 0.016, 0.0), (0.0, 0.01, 0.01), (0.0, 0.01, -0.01)])
def test_a_hand_that_its_rail_pushed_off_comes_once_more(
    monkeypatch: pytest.MonkeyPatch, leap: tuple[float, float, float]
) -> None:
    """Where the arm does not follow, two leaps open the hand and hold it up before the rail."""
    monkeypatch.setattr("poise.session.carried", lambda *_: None)
    thing = THINGS["rail"].moved(lateral("rail"))
    levels = [FEET, poise.Balance(), poise.Grasp("right_hand", "thing")]
    session = poise.Session(HUMAN.rest(), levels, world=poise.World([thing]))
    for _ in range(600):
        session.step()
        if session.settled:
            break
    assert session.tasks["grasp right_hand thing"].report.met
    for times in (1.0, 2.0):
        session.world = poise.World([thing.moved(tuple(np.add((-0.30, 1.0, 0.35), np.multiply(times, leap))))])
        for _ in range(20):
            session.step()
    assert not session.tasks["grasp right_hand thing"].report.met
    for _ in range(900):
        session.step()
        if session.settled:
            break
    assert session.tasks["grasp right_hand thing"].report.met


def test_grasps_stand_in_scene_files(tmp_path: object) -> None:
    task = poise.Grasp("right_hand", "rail", point=(-0.3, 1.0, 0.4), palm=(0.0, -1.0, 0.0))
    rail = poise.Obstacle("rail", poise.Capsule(0.02, 1.0), placement=lateral("rail"))
    support = poise.Support("right_hand", on="rail", grip=True)
    scene = poise.Scene(
        HUMAN.rest(), [FEET, task], source=poise.FigureSource("human", {"hands": True}), world=poise.World([rail]),
        supports=[poise.Support("left_foot"), poise.Support("right_foot"), support],
    )  # fmt: skip
    scene.save(f"{tmp_path}/scene.yaml")
    again = poise.Scene.load(f"{tmp_path}/scene.yaml")
    assert again.levels[-1][0] == task
    assert again.supports[-1] == support
    assert isinstance(again.levels[-1][0], Grasp)
