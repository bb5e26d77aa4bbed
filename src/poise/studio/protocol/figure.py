"""The figure as the page draws and edits it: sent once, and again when it has changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from poise.studio.protocol.plain import Message


@dataclass(frozen=True, kw_only=True)
class Solid:
    """A shape, in the coordinates of its segment. `kind`: sphere, ellipsoid, box, cylinder or capsule.

    `radii`: of a sphere or cylinder one, of an ellipsoid its three semi-axes, of a capsule those at its start and end;
    of a box its full edges. `length`: of a cylinder, and between the centres of a capsule's ends, along z; else 0.
    """

    kind: str
    radii: list[float]
    length: float
    position: list[float]
    rotation: list[float]


@dataclass(frozen=True, kw_only=True)
class SegmentShape:
    """A rigid part: `shapes`, or where it has none a mesh of its bones, which may be empty too.

    The mesh is in its own coordinates: float32 triples, uint32 index triples, counter-clockwise outside.
    `color`: "#rrggbb". `joint`: that which carries it; `parent`: the segment on the other side of it, null at the root.
    `length`: metres, to the farthest joint or end, for the editor.
    """

    name: str
    shapes: list[Solid]
    vertices: bytes
    normals: bytes
    faces: bytes
    color: str
    joint: str
    parent: str | None
    mass: float
    center: list[float]
    length: float


@dataclass(frozen=True, kw_only=True)
class BoneShape:
    """What vertices of a skin follow: a segment, or a bone between it and `parent` (null for a segment's own).

    One in between turns by the shares `swing` and `twist` of the turn between the two, twist about `axis`.
    """

    segment: str
    parent: str | None
    axis: list[float]
    swing: float
    twist: float


@dataclass(frozen=True, kw_only=True)
class SkinShape:
    """One closed surface over all segments, where it was modelled; bytes are little-endian.

    `vertices`: uint16, all x, then all y, then all z, each as the difference to the one before; a vertex is at `low` +
    `step` × its whole numbers. `normals`: int8 of 127, in the same order, as they are. `triangles`: uint32, all first
    corners, then the second and the third, differences too. `parts`: uint8, the segment of a triangle, by its place in
    `segments`. `bones`, and `bind`: seven float32 a bone, position and quaternion x y z w. `joints`: four uint8 a
    vertex. `weights`: uint16 of 65535, all first ones, then the second, third and fourth. `sky`: uint8 a vertex, the
    share of the sky that it sees, of 255. Of uint16 all lower bytes come before all upper ones.
    """

    low: list[float]
    step: float
    vertices: bytes
    normals: bytes
    triangles: bytes
    parts: bytes
    bones: list[BoneShape]
    bind: bytes
    joints: bytes
    weights: bytes
    sky: bytes


@dataclass(frozen=True, kw_only=True)
class Coordinate:
    """A natural coordinate of a joint. `unit`: "deg" or "m"; `min`, `max`: for a slider; `limited`: they hold."""

    name: str
    unit: str
    min: float
    max: float
    limited: bool


@dataclass(frozen=True, kw_only=True)
class LimitShape:
    """A limit. `value`: as figure files have it, and as `set_limit` takes it (degrees).

    `kind`: "range", "cone", "ellipse", "polygon" or "table". `curve`: of a swing limit, closed, float32 unit
    directions in the joint's base frame, for drawing on a sphere; empty else.
    """

    name: str
    kind: str
    value: Any
    curve: bytes


@dataclass(frozen=True, kw_only=True)
class JointShape:
    """A joint. Its base frame, in which limits are given, is fixed to segment `base` at `position`, `rotation`.

    `base` null: the world. `segment`: that which it moves; `model`: fixed, hinge, slide, elbow, swing, ball or free.
    `axis`: of a hinge or slide, in the base frame. `offset`: where its coordinates start in a frame's `joints`.
    """

    name: str
    model: str
    base: str | None
    segment: str
    position: list[float]
    rotation: list[float]
    axis: list[float]
    offset: int
    coordinates: list[Coordinate]
    limits: list[LimitShape]
    weight: float
    partner: str | None


@dataclass(frozen=True, kw_only=True)
class SiteShape:
    """A named frame on a segment; quaternion x y z w."""

    name: str
    segment: str
    position: list[float]
    rotation: list[float]
    partner: str | None


@dataclass(frozen=True, kw_only=True)
class SoleShape:
    """An outline that can carry weight, in the segment's coordinates."""

    name: str
    segment: str
    outline: list[list[float]]


@dataclass(frozen=True, kw_only=True)
class NamedJoints:
    """A limb or a group, and its joints."""

    name: str
    joints: list[str]


@dataclass(frozen=True, kw_only=True)
class StanceName:
    """A stance that the figure can take, and what it is."""

    name: str
    words: str


@dataclass(frozen=True, kw_only=True)
class FigureMessage(Message):
    """All of the figure that the page needs. `revision` stands in the frames that are poses of it.

    `source`: as scene files name it, for the figure panel; null when it was edited beyond that. `gravity`: m/s².
    """

    revision: int
    name: str
    source: Any
    root: str
    dof: int
    mass: float
    height: float
    gravity: list[float]
    segments: list[SegmentShape]
    skins: list[SkinShape]
    joints: list[JointShape]
    sites: list[SiteShape]
    soles: list[SoleShape]
    limbs: list[NamedJoints]
    groups: list[NamedJoints]
    postures: list[str]
    stances: list[StanceName]
    symmetric: bool
