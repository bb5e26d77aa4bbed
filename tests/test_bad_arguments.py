"""What stands at the door: arguments of the wrong kind are refused by name, before anything is done with them."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np
import pytest

import poise
import zoo
from poise import Cylinder, InputError, Placement, Pose, Reach, Segment, Site, Strength, Together, figures, solve
from poise.errors import PoiseError, UnknownNameError
from poise.figure.arguments import checked
from poise.figure.differences import first_difference
from refusals import refused

FIGURE = zoo.creature()
REST = FIGURE.rest()
HIDDEN = np.ma.masked_array([0.1, 0.2, 0.3], mask=[False, True, False])
NAMES = np.array(["eyes", "trunk"])
HUGE = 10**400
FAR = np.array([1e308, 1e308, 1e308])

CASES: dict[str, tuple[Callable[[], object], type[PoiseError], str]] = {
    "a placement that is a name": (
        lambda: Cylinder(1, 1, placement="nobody"),
        InputError,
        "the placement of Cylinder must be a Placement, not 'nobody'",
    ),
    "a placement of NaN": (lambda: Site("s", "a", Placement((0, math.nan, 0))), InputError, "must be finite, not nan"),
    "a strength without end": (
        lambda: Strength({}, -math.inf, "x"),
        InputError,
        "positive of the strength of a joint must be a number, not {}",
    ),
    "a negative strength": (lambda: Strength(1.0, -2.0, "x"), poise.FigureError, "must not be negative, not -2"),
    "a switch that is a mapping": (
        lambda: Together("a", "b", position={"left_knee": math.nan}),
        InputError,
        "the position of Together 'together a b' must be True or False, not {'left_knee': nan}",
    ),
    "functions that are none": (
        lambda: poise.Scene.load("dance", functions={"height": 3}),  # type: ignore[dict-item]
        InputError,
        "functions of Scene.load must be a Mapping to functions or None, not {'height': 3}",
    ),
    "tasks that are numbers": (
        lambda: poise.MidRange().told(REST, [1.0]),  # type: ignore[list-item]
        InputError,
        "tasks of Criterion.told must be several Tasks, not [1.0]",
    ),
    "notes that are one number": (
        lambda: poise.Motion(FIGURE, [0.0, 1.0], [REST, REST], notes=3.0),  # type: ignore[arg-type]
        InputError,
        "the notes of a motion must be a list, not 3.0",
    ),
    "a ragged tension": (
        lambda: poise.KochanekBartels(tension=[1.0, [2.0, 3.0]]),  # type: ignore[list-item]
        InputError,
        "the tension of a Kochanek–Bartels spline must be a number, not [2.0, 3.0]",
    ),
    "a hidden number": (lambda: Reach("eyes", HIDDEN), InputError, "the point of task 'reach eyes' must be 3 numbers"),
    "a hidden coordinate": (
        lambda: Pose(FIGURE, np.ma.masked_array(np.zeros(FIGURE.size), mask=[True] * FIGURE.size)),
        InputError,
        "coordinates of 'creature' must be numbers, not masked_array(",
    ),
    "a hidden scale": (lambda: FIGURE.scaled(np.ma.masked), InputError, "must be a positive number, not masked"),
    "a number beyond a double": (
        lambda: Segment("s", HUGE),
        InputError,
        "the mass of segment 's' must be a number that a double can hold, not 1000",
    ),
    "a point beyond a double": (lambda: REST.point_jacobian("trunk", (HUGE, 0, 0)), InputError, "a point must be num"),
    "a pose of no figure": (lambda: Pose("creature", [0.0]), InputError, "the figure of a pose must be a Figure"),
    "no joint values": (lambda: REST.with_joints(None), InputError, "joint values must be a Mapping, not None"),
    "an array for a name": (lambda: REST.frame(NAMES), UnknownNameError, "the figure has no site array("),
    "an array for a choice": (
        lambda: poise.human(sex=NAMES),
        UnknownNameError,
        "table of people has no sex array(",
    ),
    "an array for a base": (lambda: figures.chain(3, base=FAR), InputError, "the base of a chain must be one of"),
    "an array for a method": (
        lambda: solve(REST, [Reach("eyes", (0, 1, 0))], method=NAMES),
        UnknownNameError,
        "the solver has no method array(['eyes', 'trunk'], dtype='<U5'); it has: priority, weighted",
    ),
    "a fern for ever": (lambda: figures.fern(2**70), InputError, "segments of a fern must be at most 10000, not 118"),
    "a chain for ever": (lambda: figures.chain(2**70), InputError, "links of a chain must be at most 10000, not 118"),
    "attempts for ever": (
        lambda: solve(REST, [Reach("eyes", (0, 1, 0))], attempts=2**70, rng=np.random.default_rng(0)),
        InputError,
        "attempts must be at most 1000000, not 118",
    ),
    "a text of a number": (lambda: Segment("s", "1.5"), InputError, "the mass of segment 's' must be a number"),
    "a path that cannot be": (lambda: poise.Figure.load("a\0b"), InputError, "the path of a file must be a path, not"),
}


@pytest.mark.parametrize("case", CASES)
def test_refused_by_name(case: str) -> None:
    refused(*CASES[case])


def test_a_direction_may_be_as_long_as_numbers_go() -> None:
    assert np.allclose(poise.Plane((0, 0, 0), normal=FAR).normal, np.full(3, 1 / math.sqrt(3)), atol=1e-15)


def test_what_hides_nothing_is_taken() -> None:
    assert Reach("eyes", np.ma.masked_array([0.1, 0.2, 0.3])).point == (0.1, 0.2, 0.3)


def test_names_may_come_once_and_as_an_array() -> None:
    assert poise.Group("g", (name for name in ("a", "b"))).joints == ("a", "b")  # type: ignore[arg-type]
    assert poise.Group("g", np.array(["a", "b"])).joints == ("a", "b")  # type: ignore[arg-type]


# ---- poses of other figures -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (FIGURE.with_name("beast"), "it is named 'beast', not 'creature'"),
        (FIGURE.with_joint("left_hip", weight=3.0), "its joint 'left_hip' differs in its weight"),
        (FIGURE.with_site(Site("nose", "trunk")), "it has a site 'nose' more"),
        (FIGURE.without_site("eyes"), "it has no site 'eyes'"),
        (FIGURE.with_gravity((0, 0, -9.81)), "its gravity differs"),
        (FIGURE.with_rest(FIGURE.pose({"left_hip": 0.2})), "its posture 'rest' differs in its left_hip"),
    ],
)
def test_a_pose_of_another_figure_says_what_differs(other: poise.Figure, words: str) -> None:
    assert first_difference(FIGURE, other) == words
    refused(lambda: REST.difference(other.rest()), InputError, words)
    refused(lambda: FIGURE.with_posture("p", other.rest()), InputError, words)
    refused(lambda: solve(REST, [poise.Posture(other.rest())]), InputError, words)


# ---- the layer itself -----------------------------------------------------------------------------


@checked
def greeted(pose: Pose, name: str, *, loud: bool = False, by: Callable[[], str] | None = None, more: Any = 0) -> str:
    return f"{name}!" if loud else name


def test_arguments_in_a_row_and_by_name_are_looked_at() -> None:
    assert greeted(REST, "a") == greeted(pose=REST, name="a") == "a"
    assert greeted(REST, "a", loud=np.bool_(True), more=object()) == "a!"
    refused(lambda: greeted(3, "a"), InputError, "pose of greeted must be a Pose, not 3")
    refused(lambda: greeted(REST, name=7), InputError, "name of greeted must be a text, not 7")
    refused(lambda: greeted(REST, "a", loud=1), InputError, "loud of greeted must be True or False, not 1")
    refused(lambda: greeted(REST, "a", by=3), InputError, "by of greeted must be a function or None, not 3")
    with pytest.raises(TypeError, match="'nobody'"):
        greeted(REST, "a", nobody=1)  # type: ignore[call-arg]


class Greeter:
    @checked
    def greet(self, pose: Pose) -> str:
        return "hello"

    @checked
    def wait(self, seconds: float | None = None, then: Any = None) -> str:
        return "waited"


def test_a_method_of_one_argument_looks_at_it_at_every_call() -> None:
    """The first call makes the rule, later ones pass an instance at once; everything else is looked at as before."""
    greeter = Greeter()
    for _ in range(3):
        assert greeter.greet(REST) == greeter.greet(pose=REST) == "hello"
        refused(lambda: greeter.greet(3), InputError, "pose of Greeter.greet must be a Pose, not 3")
        refused(lambda: greeter.greet(pose=3), InputError, "pose of Greeter.greet must be a Pose, not 3")
        with pytest.raises(TypeError):
            greeter.greet(REST, REST)  # type: ignore[call-arg]


def test_where_nothing_is_looked_at_the_function_is_called_itself() -> None:
    assert not hasattr(Greeter.wait, "__wrapped__")
    assert hasattr(Greeter.greet, "__wrapped__")
    assert not hasattr(poise.Session.step, "__wrapped__")
    assert not hasattr(poise.Reach.with_goal, "__wrapped__")


def test_long_values_are_cut_in_messages() -> None:
    with pytest.raises(InputError) as caught:
        Segment("s", list(range(10_000)))  # type: ignore[arg-type]
    assert len(str(caught.value)) < 400


def test_looking_at_what_is_right_takes_few_calls_in_a_solve() -> None:
    """A solve of a few hundred microseconds asks some fifty arguments: what is as annotated passes at a glance."""
    rest = poise.human().rest()
    hand = rest.position("right_hand") + 0.05

    def solve() -> None:
        tasks = [poise.Hold("left_foot"), poise.Hold("right_foot")], poise.Balance(), poise.Reach("right_hand", hand)
        poise.solve(rest, tasks, criteria=(), history=True)

    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.endswith("arguments.py"):
            calls[frame.f_code.co_name] += 1

    solve()  # rules are made at the first call
    sys.setprofile(count)
    try:
        solve()
    finally:
        sys.setprofile(None)
    assert 0 < calls["looked_at"] < 10
    assert calls["check_fields"] == 4
    assert calls["__call__"] <= 6, calls
