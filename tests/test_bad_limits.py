"""Limits and couplings that cannot be: refused with words that name them."""

from __future__ import annotations

import math

import numpy as np
import pytest

import zoo
from poise import (
    Cone,
    Coupling,
    CouplingError,
    Ellipse,
    Figure,
    InputError,
    Joint,
    Polygon,
    Range,
    TwistTable,
    UnknownNameError,
)
from refusals import A, B, figure, refused

NAN, INF = math.nan, math.inf


LIMITS = {
    "an unknown model": (
        lambda: Joint("j", "hing", "a", "b"),
        UnknownNameError,
        "joint 'j' has no model 'hing'; did you mean 'hinge' or 'swing'?",
    ),
    "a limit of the wrong model": (
        lambda: Joint("j", "hinge", "a", "b", limits={"twist": Range(0, 1)}),
        UnknownNameError,
        "the hinge joint 'j' has no limit 'twist'; it has: angle",
    ),
    "a limit of a free joint": (
        lambda: Joint("j", "free", None, "b", limits={"x": Range(0, 1)}),
        UnknownNameError,
        "the free joint 'j' has no limit 'x'; it has no limits at all",
    ),
    "a swing by components": (
        lambda: Joint("j", "ball", "a", "b", limits={"swing_x": Range(0, 1)}),
        UnknownNameError,
        "the ball joint 'j' has no limit 'swing_x'; did you mean 'swing'?",
    ),
    "a range for a swing": (
        lambda: Joint("j", "ball", "a", "b", limits={"swing": Range(0, 1)}),
        InputError,
        "the swing limit of joint 'j' must be a Cone or Ellipse or Polygon, not Range(min=0.0, max=1.0)",
    ),
    "a cone for an angle": (
        lambda: Joint("j", "hinge", "a", "b", limits={"angle": Cone(1.0)}),
        InputError,
        "the angle limit of joint 'j' must be a Range, not Cone(angle=1.0)",
    ),
    "a table for an elbow": (
        lambda: Joint("j", "elbow", "a", "b", limits={"twist": TwistTable([((0, 0, 1), 0, 1)])}),
        InputError,
        "the twist limit of joint 'j' must be a Range, not TwistTable",
    ),
    "a pair for a range": (
        lambda: Joint("j", "hinge", "a", "b", limits={"angle": (0, 1)}),
        InputError,
        "must be a Range, not (0, 1)",
    ),
    "min above max": (lambda: Range(1.0, 0.5), InputError, "a range has min above max: 1.0 > 0.5"),
    "NaN in a range": (lambda: Range(NAN, 0.5), InputError, "the min of a range must not be NaN"),
    "text in a range": (lambda: Range("low", 0.5), InputError, "the min of a range must be a number, not 'low'"),
    "a closed cone": (lambda: Cone(0.0), InputError, "the angle of a cone must lie between 0 and 180°, not 0°"),
    "a cone of half a turn": (lambda: Cone(math.pi), InputError, "must lie between 0 and 180°, not 180°"),
    "a negative cone": (
        lambda: Cone(-0.5),
        InputError,
        "the angle of a cone must lie between 0 and 180°, not -28.6479°",
    ),
    "a NaN cone": (lambda: Cone(NAN), InputError, "the angle of a cone must be finite, not nan"),
    "a flat ellipse": (
        lambda: Ellipse(0.5, 0.0),
        InputError,
        "the y of an ellipse must lie between 0 and 180°, not 0°",
    ),
    "a wide ellipse": (
        lambda: Ellipse(4.0, 0.5),
        InputError,
        "the x of an ellipse must lie between 0 and 180°, not 229.183°",
    ),
    "a polygon of two": (lambda: Polygon(np.eye(3)[:2]), InputError, "a polygon needs at least 3 vertices, not 2"),
    "a polygon of none": (lambda: Polygon(()), InputError, "a polygon needs at least 3 vertices, not 0"),
    "a repeated vertex": (
        lambda: Polygon([(1, 0, 0), (0, 1, 0), (0, 1, 0), (0, 0, 1)]),
        InputError,
        "a polygon is not usable: vertices 2 and 3 are the same",
    ),
    "first vertex again at the end": (
        lambda: Polygon([(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0)]),
        InputError,
        "vertices 4 and 1 are the same",
    ),
    "a vertex twice, apart": (
        lambda: Polygon.of_swings([(0, 0), (0.5, 0), (0.5, 0.5), (0, 0), (-0.5, 0.5), (-0.5, 0)]),
        InputError,
        "cross",
    ),
    "opposite vertices": (
        lambda: Polygon([(1, 0, 0), (-1, 0, 0), (0, 0, 1)]),
        InputError,
        "vertices 1 and 2 are opposite, so the edge between them is not defined",
    ),
    "a crossing": (
        lambda: Polygon.of_swings([(-0.5, -0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, 0.5)]),
        InputError,
        "edges 1 and 3 cross",
    ),
    "a spike": (
        lambda: Polygon.of_swings([(0, 0), (0.5, 0), (0.25, 0)]),
        InputError,
        "lie on each other",
    ),
    "a vertex without direction": (
        lambda: Polygon([(0, 0, 0), (0, 1, 0), (0, 0, 1)]),
        InputError,
        "a vertex of a polygon has no direction",
    ),
    "a NaN vertex": (
        lambda: Polygon([(0, 0, NAN), (0, 1, 0), (0, 0, 1)]),
        InputError,
        "a vertex of a polygon must be finite",
    ),
    "an empty table": (lambda: TwistTable(()), InputError, "a twist table needs at least one row"),
    "a table that says two things": (
        lambda: TwistTable([((0, 0, 1), 0, 1), ((0, 0, 2), 0, 2)]),
        InputError,
        "a twist table has two rows for the same direction",
    ),
    "a table upside down": (
        lambda: TwistTable([((0, 0, 1), 1, 0)]),
        InputError,
        "a range has min above max: 1.0 > 0.0",
    ),
    "an infinite table": (
        lambda: TwistTable([((0, 0, 1), 0, INF)]),
        InputError,
        "a twist limit must be finite, not inf",
    ),
    "a short row": (
        lambda: TwistTable([((0, 0, 1), 0)]),
        InputError,
        "a row of a twist table is (direction, min, max)",
    ),
}

COUPLINGS = {
    "min above max": (
        lambda: Coupling("c", {"hinge": 1.0}, 2.0, 1.0),
        CouplingError,
        "coupling 'c' has min above max: 2.0 > 1.0",
    ),
    "no terms": (lambda: Coupling("c", {}), CouplingError, "coupling 'c' has no terms"),
    "only zeros": (lambda: Coupling("c", {"hinge": 0.0}), CouplingError, "coupling 'c' has no terms"),
    "NaN bound": (lambda: Coupling("c", {"hinge": 1.0}, NAN), InputError, "the bounds of coupling 'c' must not be NaN"),
    "NaN factor": (
        lambda: Coupling("c", {"hinge": NAN}),
        InputError,
        "a factor of coupling 'c' must be finite, not nan",
    ),
    "text as a bound": (
        lambda: Coupling("c", {"hinge": 1.0}, "low"),
        InputError,
        "the bounds of coupling 'c' must be a number, not 'low'",
    ),
    "an unknown joint": (
        lambda: figure(couplings=[Coupling("c", {"hing": 1.0})]),
        UnknownNameError,
        "coupling 'c': the figure has no joint 'hing'; did you mean 'hinge'?",
    ),
    "an unknown coordinate": (
        lambda: figure(couplings=[Coupling("c", {"hinge.twist": 1.0})]),
        UnknownNameError,
        "has no coordinate 'twist'; it has: angle",
    ),
    "a joint with several coordinates": (
        lambda: figure(couplings=[Coupling("c", {"base": 1.0})]),
        UnknownNameError,
        "coupling 'c': joint has no coordinate 'base'; did you mean",
    ),
}


@pytest.mark.parametrize("case", LIMITS)
def test_limits(case: str) -> None:
    refused(*LIMITS[case])


@pytest.mark.parametrize("case", COUPLINGS)
def test_couplings(case: str) -> None:
    refused(*COUPLINGS[case])


@pytest.mark.parametrize(
    ("ranges", "couplings", "names"),
    [
        ({}, {"up": ({"q1": 1.0, "q2": 1.0}, 1, INF), "down": ({"q1": 1.0, "q2": 1.0}, -INF, 0)}, {"up", "down"}),
        ({0: Range(0, 1)}, {"far": ({"q1": 1.0}, 2, 3)}, {"far"}),
        (
            {0: Range(0, 1), 1: Range(0, 1)},
            {"sum": ({"q1": 1.0, "q2": 1.0}, 3, INF), "fine": ({"q3": 1.0}, 0, 0)},
            {"sum"},
        ),
        ({}, {"one": ({"q1": 1.0}, 1, 1), "two": ({"q1": 2.0}, 1, 1)}, {"one", "two"}),
    ],
)
def test_couplings_that_contradict_are_named(
    ranges: dict[int, Range], couplings: dict[str, tuple[dict[str, float], float, float]], names: set[str]
) -> None:
    with pytest.raises(CouplingError, match=r"no pose can satisfy couplings? '") as caught:
        zoo.hinges(3, ranges, tuple(Coupling(n, *c) for n, c in couplings.items()))
    assert set(caught.value.names) == names
    for name in names:
        assert repr(name) in str(caught.value)


def test_couplings_that_a_swing_region_forbids_are_refused() -> None:
    joints = [Joint("base", "fixed", None, "a"), Joint("j", "swing", "a", "b", limits={"swing": Cone(0.5)})]
    with pytest.raises(CouplingError, match="satisf") as caught:
        Figure("f", [A, B], joints, couplings=[Coupling("far", {"j.swing_x": 1.0}, 1.0, 2.0)])
    assert caught.value.names == ("far",)
