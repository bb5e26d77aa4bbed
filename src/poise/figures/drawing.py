"""A figure from a drawing: parts in one posture, joints between them, mass from the shapes.

All segment frames are parallel to the world in the drawn posture and stand at the joint that carries the part; the
drawn posture is where all joints are zero. Matter is as dense as water.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from poise.figure.check import Vec3
from poise.figure.joint import Joint
from poise.figure.limit import Range
from poise.figure.placement import Placement
from poise.figure.segment import WATER, Segment
from poise.figure.shape import Shape

X = (1.0, 0.0, 0.0)
MINUS_X = (-1.0, 0.0, 0.0)


class Part(NamedTuple):
    """A segment and the hinge that carries it; points and shapes in world coordinates of the drawing (metres).

    `turn`: the hinge's axis. `low`, `high`: its range in degrees from the drawn posture; both None means rigid.
    """

    name: str
    parent: str
    joint: str
    at: Vec3
    shapes: Sequence[Shape]
    low: float | None = None
    high: float | None = None
    turn: Vec3 = X


def segment(name: str, at: Vec3, shapes: Iterable[Shape], density: float = WATER) -> Segment:
    """The segment of a part, in its own frame."""
    return Segment.of_shapes(name, [s.moved(Placement((-at[0], -at[1], -at[2]))) for s in shapes], density)


def hinges(root: str, root_at: Vec3, parts: Sequence[Part]) -> list[Joint]:
    """The joints of the parts, in the order given; parents come before their children."""
    places = {root: root_at}
    made = []
    for part in parts:
        x, y, z = places[part.parent]
        position = (part.at[0] - x, part.at[1] - y, part.at[2] - z)
        made.append(_joint(part, Placement(position)))
        places[part.name] = part.at
    return made


def _joint(part: Part, placement: Placement) -> Joint:
    if part.low is None or part.high is None:
        return Joint(part.joint, "fixed", part.parent, part.name, placement)
    limits = {"angle": Range(math.radians(part.low), math.radians(part.high))}
    return Joint(part.joint, "hinge", part.parent, part.name, placement, axis=part.turn, limits=limits)


def base(segment: str, at: Vec3, kind: Literal["fixed", "free"] = "fixed") -> Joint:
    """The joint that holds the root; a fixed one carries its place, a free one has it as coordinates."""
    return Joint("base", kind, None, segment, Placement(at) if kind == "fixed" else Placement())
