"""Frames: where the body is now, and how its tasks do. Sent whenever either has changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from poise.studio.protocol.clip import ClipTime
from poise.studio.protocol.plain import Message


@dataclass(frozen=True, kw_only=True)
class TaskLight:
    """How a task does. `residual`: in `unit` ("m", "rad" or another). `note`: how much balance has to spare, if any."""

    name: str
    level: int
    enabled: bool
    met: bool
    residual: float
    unit: str
    note: str


@dataclass(frozen=True, kw_only=True)
class Handle:
    """The dragged point: fixed on a segment, in its coordinates, and where the hand wants it in the world."""

    segment: str
    point: list[float]
    target: list[float]


@dataclass(frozen=True, kw_only=True)
class Contact:
    """A force of the world on the body, newtons, at a point of the world.

    `normal`, `friction`: of the surface that pushes there; null where a rope or a grip holds, or a share is negative.
    """

    site: str
    point: list[float]
    force: list[float]
    normal: list[float] | None
    friction: float | None


@dataclass(frozen=True, kw_only=True)
class Near:
    """A segment and an obstacle that are near each other: metres between them, negative inside; the nearest points."""

    segment: str
    obstacle: str
    distance: float
    points: list[list[float]]


@dataclass(frozen=True, kw_only=True)
class TorquePart:
    """One component of a joint's torque: about `axis` (world, unit length), `torque` N m, N along a slide.

    `movement`: what anatomists call the effort, as "extension"; may be empty.
    """

    coordinate: str
    movement: str
    axis: list[float]
    torque: float
    use: float | None


@dataclass(frozen=True, kw_only=True)
class JointLoad:
    """What a joint must give, by component, and the largest `use` of a strength, 0 … 1 and above, or null."""

    joint: str
    parts: list[TorquePart]
    use: float | None


@dataclass(frozen=True, kw_only=True)
class Overlays:
    """What is switched on; null what is not, or what there is none of.

    `com`: centre of mass, three numbers for each figure. `support`: of each the area stood on, float32 corners;
    `region`: of that in which the pose can be held by its supports. `contacts`: forces of the supports. `loads`:
    torques. `held`: limits that hold the pose back, as "joint.limit". `inertia`: radii of gyration about world x, y, z
    through the centre of mass, metres.
    `balanced`: whether forces can hold the pose; null when not asked. `near`: what is about to touch, or with the
    overlay of distances all that is near; null where nothing stands around.
    """

    com: list[float] | None
    support: list[bytes] | None
    region: bytes | None
    contacts: list[Contact] | None
    loads: list[JointLoad] | None
    held: list[str] | None
    inertia: list[float] | None
    balanced: bool | None
    near: list[Near] | None


@dataclass(frozen=True, kw_only=True)
class Frame(Message):
    """A pose. `figure`, `document`: revisions of what it is a pose of.

    `pull`: number of the newest pull in it, by the window `hand`; both 0 when nothing is held.
    `placements`: float32, per segment x y z and quaternion x y z w, in the order of the figure's segments.
    `joints`: float32, natural coordinates in radians and metres, in the order of the figure's joints.
    `light`: "green" all tasks met, "orange" those of the top level, "red" neither (Baerlocher 7.2.1).
    `settled`: nothing moves until something changes. `live`: a goal that is being dragged, with its present value.
    `clip`: where the clip of the document is, if it has one.
    """

    number: int
    figure: int
    document: int
    hand: int
    pull: int
    placements: bytes
    joints: bytes
    light: str
    settled: bool
    tasks: list[TaskLight]
    handles: list[Handle]
    live: Any
    overlays: Overlays
    clip: ClipTime | None
