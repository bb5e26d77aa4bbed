"""Constructed conflicts: a task that cannot be met, and who is to blame, known by geometry before any solve."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import scenes

import poise
from poise import (
    Cone,
    Coupling,
    Ellipse,
    Figure,
    Joint,
    Placement,
    Polygon,
    Range,
    Segment,
    Site,
    Solution,
    TwistTable,
)  # fmt: skip
from poise.tasks import Balance, CenterOfMass, CustomTask, Hold, Keep, LookAt, Orient, Posture, Reach, Task, Together

DOWN = Placement.turned((1, 0, 0), math.pi / 2)
"""A joint frame whose z axis, the limb of swing and ball joints, points down."""


@dataclass(frozen=True)
class Conflict:
    """`victim` is not met; without any one of `culprits` it is; without all of a set of `together` it is, too, but not
    without fewer; `harmless` ones change nothing. Culprits are tasks, limits, couplings or, for joints that may not
    help, "all joints"."""

    figure: Figure
    levels: list[Any]
    victim: str
    culprits: tuple[str, ...] = ()
    together: tuple[tuple[str, ...], ...] = ()
    harmless: tuple[str, ...] = ()
    start: Any = "rest"

    def solved(self, without: tuple[str, ...] = (), start: Any = None) -> Solution:
        """The solve as if some culprits did not exist, taken out by hand."""
        figure, levels = self.figure, self.levels
        for name in without:
            if name == "all joints":
                levels = _each(levels, lambda t: replace(t, joints=None) if t.name == self.victim else t)
            elif name in figure.couplings:
                figure = figure.without_coupling(name)
            elif "." in name:
                joint, key = name.split(".")
                figure = figure.with_limits(joint, **{key: None})
            else:
                levels = _each(levels, lambda t, gone=name: replace(t, enabled=t.name != gone) if t.name == gone else t)
        return poise.solve(figure.pose(self.start if start is None else start), levels)


def _each(levels: list[Any], change: Callable[[Task], Task]) -> list[Any]:
    return [[change(t) for t in level] if isinstance(level, list) else change(level) for level in levels]


# ---- small figures ------------------------------------------------------------------------------------------------


def stick(model: Any, limits: dict[str, Any], placement: Placement = Placement(), **more: Any) -> Figure:  # noqa: B008
    """One segment on the world by one joint, a metre long along the joint's z axis; sites `tip` and `side`."""
    joints = [
        Joint("ground", "fixed", None, "wall"),
        Joint("j", model, "wall", "rod", placement, limits=limits, **more),
    ]
    sites = [Site("tip", "rod", Placement((0, 0, 1))), Site("side", "rod", Placement((0, 0.3, 1)))]
    return Figure("stick", [Segment("wall"), Segment("rod", 1.0)], joints, sites=sites)


@cache
def two_links(first: float | None = None, second: float | None = None, **more: Any) -> Figure:
    """Two hinges a and b about x, links of a metre along z; |angle| within the given limits. Sites `middle`, `tip`."""
    limits = [{} if x is None else {"angle": Range(-x, x)} for x in (first, second)]
    joints = [
        Joint("ground", "fixed", None, "wall"),
        Joint("a", "hinge", "wall", "upper", axis=(1, 0, 0), limits=limits[0]),
        Joint("b", "hinge", "upper", "lower", Placement((0, 0, 1)), axis=(1, 0, 0), limits=limits[1]),
    ]
    sites = [Site("middle", "upper", Placement((0, 0, 1))), Site("tip", "lower", Placement((0, 0, 1)))]
    segments = [Segment("wall"), Segment("upper", 1.0, (0, 0, 0.5)), Segment("lower", 1.0, (0, 0, 0.5))]
    return Figure("two_links", segments, joints, sites=sites, **more)


def tip_at(a: float, b: float) -> tuple[float, float, float]:
    """Where angles put the tip of `two_links`: turning about x takes z towards −y."""
    return (0.0, -math.sin(a) - math.sin(a + b), math.cos(a) + math.cos(a + b))


def tied(*couplings: Coupling, first: float | None = None, second: float | None = None) -> Figure:
    figure = two_links(first, second)
    for coupling in couplings:
        figure = figure.with_coupling(coupling)
    return figure


def direction(swing_x: float, swing_y: float = 0.0) -> tuple[float, float, float]:
    return poise.figure.limit.direction_of_swing(swing_x, swing_y)


def turned(angle: float) -> Any:
    return Placement.turned((0, 0, 1), angle).matrix[:3, :3]


def conflicts() -> dict[str, Conflict]:
    """All of them, by name."""
    return {**limits(), **couplings(), **tasks(), **recruits(), **combined(), **bodies()}


def limits() -> dict[str, Conflict]:
    """Every kind of limit stands in the way of one task."""
    corner = Polygon.of_swings([(0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5)])
    table = TwistTable.of_swings([(0, 0, -0.4, 0.4), (1, 0, -0.2, 0.2)])
    tip, twist = Reach("tip", direction(0.9)), Orient("tip", turned(1.0))
    return {
        "a hinge's range": Conflict(stick("hinge", {"angle": Range(-0.5, 0.4)}, axis=(1, 0, 0)), [tip],
                                    "reach tip", ("j.angle",)),
        "a slide's range": Conflict(stick("slide", {"distance": Range(0, 0.5)}), [Reach("tip", (0, 0, 1.8))],
                                    "reach tip", ("j.distance",)),
        "an elbow's flexion": Conflict(stick("elbow", {"flexion": Range(0, 0.5), "twist": Range(-1, 1)}), [tip],
                                       "reach tip", ("j.flexion",)),
        "an elbow's twist": Conflict(stick("elbow", {"flexion": Range(-1, 1), "twist": Range(-0.5, 0.5)}), [twist],
                                     "orient tip", ("j.twist",)),
        "a swing within a cone": Conflict(stick("swing", {"swing": Cone(0.5)}), [tip], "reach tip", ("j.swing",)),
        "a ball within a cone": Conflict(stick("ball", {"swing": Cone(0.5), "twist": Range(-1, 1)}), [tip],
                                         "reach tip", ("j.swing",)),
        "an ellipse": Conflict(stick("ball", {"swing": Ellipse(0.5, 1.0)}), [tip], "reach tip", ("j.swing",)),
        "a polygon": Conflict(stick("ball", {"swing": corner}), [tip], "reach tip", ("j.swing",)),
        "a range of twist": Conflict(stick("ball", {"swing": Cone(1.0), "twist": Range(-0.5, 0.5)}), [twist],
                                     "orient tip", ("j.twist",)),
        "a twist by swing": Conflict(stick("ball", {"twist": table}), [twist], "orient tip", ("j.twist",)),
    }  # fmt: skip


def couplings() -> dict[str, Conflict]:
    tie = Coupling("tie", {"a": 1.0, "b": -1.0})
    slack = Coupling("slack", {"a": 1.0, "b": 0.5}, -0.5, 0.5)  # 0.75 with the elbow on either side
    goal = Reach("tip", tip_at(0.3, 0.9))
    return {
        "an equality": Conflict(tied(tie, first=2.0), [goal], "reach tip", ("tie",)),
        "an inequality": Conflict(tied(slack, second=2.0), [goal], "reach tip", ("slack",)),
        "one coupling of two": Conflict(tied(slack, Coupling("loose", {"a": 1.0, "b": 1.0}, -2, 2)), [goal],
                                        "reach tip", ("slack",)),
    }  # fmt: skip


def tasks() -> dict[str, Conflict]:
    """Another task stands in the way: higher, or in the same level."""
    free, goal = two_links(), Reach("tip", tip_at(0.3, 0.9))
    first, second = Reach("tip", tip_at(0.3, 0.9), name="first"), Reach("tip", tip_at(-0.3, -0.9), name="second")
    up = Reach("middle", (0.0, 1.0, 0.0))
    return {
        "a reach above": Conflict(free, [up, goal], "reach tip", ("reach middle",)),
        "a reach beside": Conflict(free, [[first, second]], "second", ("first",)),
        "a posture above": Conflict(free, [Posture("rest", joints=["b"]), goal], "reach tip", ("posture",)),
        "one of two postures": Conflict(free, [Posture(free.pose({"a": 0.3}), joints=["a"], name="right"),
                                               Posture("rest", joints=["b"], name="wrong"), goal],
                                        "reach tip", ("wrong",)),
        "an orientation above": Conflict(free, [Orient("tip", (0, 0, 1), axis=(0, 0, 1)), goal],
                                         "reach tip", ("orient tip",)),
        "a gaze above": Conflict(free, [LookAt("middle", (0, 5, 0)), goal], "reach tip", ("look_at middle",)),
        "a gaze below": Conflict(free, [goal, LookAt("tip", (0, 5, 5))], "look_at tip", ("reach tip",)),
        "a plane to keep to": Conflict(free, [Keep("tip", (0, 0, 1.5), normal=(0, 0, 1)), goal],
                                       "reach tip", ("keep tip",)),
        "a distance to keep": Conflict(free, [Keep("tip", (0, 0, 0), max=1.0), goal], "reach tip", ("keep tip",)),
        "a plane that does not matter": Conflict(free, [Keep("tip", (0, 0, -3), normal=(0, 0, 1)), up, goal],
                                                 "reach tip", ("reach middle",), harmless=("keep tip",)),
        "the centre of mass": Conflict(free, [CenterOfMass((0, 0.3, 0), axes="y"), goal],
                                       "reach tip", ("center_of_mass",)),
        "a loop": Conflict(two_links().with_site(Site("nail", "wall", Placement((0, 0, 2)))),
                           [Together("tip", "nail"), goal], "reach tip", ("together tip nail",)),
        "a structural loop": Conflict(two_links().with_site(Site("nail", "wall", Placement((0, 0, 1.9)))),
                                      [goal, Together("tip", "nail", structural=True)], "reach tip",
                                      ("together tip nail",)),
        "a task of one's own": Conflict(free, [CustomTask(lambda pose: pose["b"] - 0.1, unit="rad", name="own"), goal],
                                        "reach tip", ("own",)),
        "a task that is off": Conflict(free, [replace(up, name="off", enabled=False), up, goal],
                                       "reach tip", ("reach middle",)),
    }  # fmt: skip


def recruits() -> dict[str, Conflict]:
    goal = Reach("tip", tip_at(0.3, 0.9), joints=["b"])
    return {
        "a joint that may not help": Conflict(two_links(2.0, 2.0), [goal], "reach tip", ("all joints",)),
        "out of reach": Conflict(two_links(), [Reach("tip", (0.0, 0.0, 3.0))], "reach tip"),
        "out of its plane": Conflict(two_links(1.0, 1.0), [Reach("tip", (0.5, -1.0, 1.0))], "reach tip"),
    }


def combined() -> dict[str, Conflict]:
    """None alone is enough: the distance of the tip is b's, its direction a's."""
    goal = Reach("tip", tip_at(1.0, 1.0))
    straight = Posture("rest", joints=["b"])
    equal = Coupling("equal", {"b": 1.0}, -0.5, 0.5)
    return {
        "two limits": Conflict(two_links(0.5, 0.5), [goal], "reach tip", together=(("a.angle", "b.angle"),)),
        "a limit and a task": Conflict(two_links(0.5), [straight, goal], "reach tip",
                                       together=(("posture", "a.angle"),)),
        "a limit and a coupling": Conflict(tied(equal, first=0.5), [goal], "reach tip",
                                           together=(("equal", "a.angle"),)),
        "two tasks": Conflict(two_links(), [[Posture("rest", joints=["a"], name="one"), straight], goal], "reach tip",
                              together=(("one", "posture"),)),
    }  # fmt: skip


def bodies() -> dict[str, Conflict]:
    human, man = scenes.human(), poise.figures.planar_man()
    feet = scenes.feet()
    away = (0.0, 1.2, 1.6)
    return {
        "balance": Conflict(man, [Balance(0.02), Reach("hand", (0.0, 0.6, 1.2), axes="yz")],
                            "reach hand", ("balance",)),
        "one foot": Conflict(human, [Hold("left_foot"), Reach("right_hand", (0.0, 1.2, 3.0))],
                             "reach right_hand", ("hold left_foot",)),
        "both feet": Conflict(human, [feet, Reach("right_hand", (0.0, 1.2, 3.0))], "reach right_hand",
                              together=(("hold left_foot", "hold right_foot"),)),
        "standing by a table": Conflict(human, [feet, Balance(0.05), LookAt("eyes", away), Reach("right_hand", away)],
                                        "reach right_hand",
                                        together=(("balance", "hold left_foot", "hold right_foot"),)),
        "a knee that cannot bend": Conflict(human.with_limits("left_knee", flexion=Range(0.0, 0.2)),
                                            [Hold("pelvis"), Reach("left_heel", (0.15, 0.55, -0.35))],
                                            "reach left_heel", ("left_knee.flexion", "hold pelvis")),
    }  # fmt: skip
