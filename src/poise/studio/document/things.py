"""Things around the body: each is made of obstacles of the scene's world, whose names begin with the thing's.

So scene files, `poise solve` and scripts know them as they know all obstacles. A thing has a place, the middle of its
underside, a heading about the vertical, and sizes; all of them are read back from its obstacles.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from poise.errors import UnknownNameError
from poise.figure.placement import Placement
from poise.figure.shape import Box, Sphere
from poise.studio.document import obstacles
from poise.studio.document.state import State
from poise.world.obstacle import Obstacle
from poise.world.world import World

BOARD, LEG = 0.03, 0.04
"""Metres: how thick boards and legs are."""
WALL = 0.1
"""Metres: how thick a wall is."""

Sizes = Mapping[str, float]
Blocks = dict[str, tuple[tuple[float, float, float], tuple[float, float, float]]]
"""Boxes by name: the middle, from the middle of the thing's underside, and the edges."""


@dataclass(frozen=True)
class ThingKind:
    """A kind of thing: its usual sizes, where it is put in front of a body at the origin, and what it is made of."""

    sizes: dict[str, float]
    at: tuple[float, float]
    blocks: Callable[[Sizes], Blocks]


@dataclass(frozen=True)
class PlacedThing:
    """A thing as it stands: see `KINDS` for its sizes (m); `heading` in radians."""

    name: str
    kind: str
    sizes: Sizes
    position: tuple[float, float, float]
    heading: float = 0.0


def _legs(width: float, high: float, depth: float) -> Blocks:
    x, z = (width - LEG) / 2, (depth - LEG) / 2
    corners = {"left front": (x, z), "left back": (x, -z), "right front": (-x, z), "right back": (-x, -z)}
    return {f"{name} leg": ((a, high / 2, b), (LEG, high, LEG)) for name, (a, b) in corners.items()}


def _chair(s: Sizes) -> Blocks:
    low, back = s["seat height"] - BOARD, s["back height"]
    seat = ((0.0, low + BOARD / 2, 0.0), (s["width"], BOARD, s["depth"]))
    rest = ((0.0, s["seat height"] + back / 2, (BOARD - s["depth"]) / 2), (s["width"], back, BOARD))
    return {"seat": seat, "back": rest, **_legs(s["width"], low, s["depth"])}


def _table(s: Sizes) -> Blocks:
    low = s["height"] - BOARD
    top = ((0.0, low + BOARD / 2, 0.0), (s["width"], BOARD, s["depth"]))
    return {"top": top, **_legs(s["width"], low, s["depth"])}


def _block(s: Sizes) -> Blocks:
    return {"block": ((0.0, s["height"] / 2, 0.0), (s["width"], s["height"], s.get("depth", WALL)))}


def _ball(s: Sizes) -> Blocks:
    return {}


KINDS: dict[str, ThingKind] = {
    "chair": ThingKind({"width": 0.45, "depth": 0.42, "seat height": 0.45, "back height": 0.42}, (0.0, -0.42), _chair),
    "table": ThingKind({"width": 1.2, "depth": 0.7, "height": 0.74}, (0.0, 0.65), _table),
    "box": ThingKind({"width": 0.4, "height": 0.3, "depth": 0.3}, (0.0, 0.5), _block),
    "step": ThingKind({"width": 0.6, "height": 0.18, "depth": 0.3}, (0.0, 0.4), _block),
    "wall": ThingKind({"width": 2.0, "height": 2.2}, (0.0, -0.45), _block),
    "ball": ThingKind({"radius": 0.11}, (-0.45, 0.35), _ball),
}
AHEAD = (-0.45, 0.45)
"""Metres from the body, where plain obstacles are put."""
_NAME = re.compile(rf"({'|'.join(KINDS)}) [0-9]+")


def things_of(world: World | None) -> list[PlacedThing | Obstacle]:
    """The things of a world, and the obstacles that are none."""
    found: dict[str, PlacedThing | Obstacle] = {}
    for name, obstacle in (world or {}).items():
        match = _NAME.match(name)
        if match is None:
            found[name] = obstacle
        elif match[0] not in found:
            found[match[0]] = _read(match[0], match[1], _parts(world, match[0]))
    return list(found.values())


def added(state: State, kind: str) -> tuple[State, str]:
    """With a thing more, and its name: a chair under who sits, others before or behind the body."""
    world = state.settings.get("world")
    taken = {thing.name for thing in things_of(world)}
    name = next(n for i in range(1, 10_000) if (n := f"{kind} {i}") not in taken)
    x, _, z = state.pose.segment_frame(state.figure.root)[:3, 3]
    dx, dz = KINDS[kind].at if kind in KINDS else AHEAD
    if kind not in KINDS:
        return with_obstacle(state, obstacles.added(kind, name, float(x) + dx, float(z) + dz)), name
    thing = PlacedThing(name, kind, KINDS[kind].sizes, (float(x) + dx, 0.0, float(z) + dz))
    return _with(state, _under_who_sits(state, thing)), name


def edited(state: State, name: str, position: Any, heading: float | None, sizes: Sizes | None) -> State:
    """With a thing or an obstacle elsewhere, or of other sizes."""
    thing = thing_named(state, name)
    if isinstance(thing, Obstacle):
        turned = None if heading is None else math.radians(heading)
        return with_obstacle(state, obstacles.placed(obstacles.resized(thing, sizes or {}), position, turned))
    unknown = next((size for size in sizes or () if size not in thing.sizes), None)
    if unknown is not None:
        raise UnknownNameError("size", unknown, thing.sizes, f"a {thing.kind}")
    place = thing.position if position is None else (position[0], position[1], position[2])
    facing = thing.heading if heading is None else math.radians(heading)
    return _with(state, replace(thing, position=place, heading=facing, sizes={**thing.sizes, **(sizes or {})}))


def removed(state: State, name: str) -> State:
    """Without a thing, or without an obstacle."""
    world = state.settings.get("world") or World()
    gone = {name} if name in world else {part.name for part in _parts(world, thing_named(state, name).name)}
    return _in_world(state, [obstacle for obstacle in world.values() if obstacle.name not in gone])


def thing_named(state: State, name: str) -> PlacedThing | Obstacle:
    """The thing of that name, or the obstacle."""
    found = {thing.name: thing for thing in things_of(state.settings.get("world"))}
    thing = found.get(name)
    if thing is None:
        raise UnknownNameError("thing", name, found, "the scene")
    return thing


def is_thing_name(name: str) -> bool:
    """Whether an obstacle of that name would be taken for a part of a thing."""
    return _NAME.match(name) is not None


def obstacles_of(thing: PlacedThing) -> list[Obstacle]:
    """What a thing is made of."""
    at = Placement.turned((0.0, 1.0, 0.0), thing.heading, thing.position)
    if thing.kind == "ball":
        radius = thing.sizes["radius"]
        return [Obstacle(f"{thing.name} ball", Sphere(radius), placement=at @ Placement((0.0, radius, 0.0)))]
    blocks = KINDS[thing.kind].blocks(thing.sizes)
    return [
        Obstacle(f"{thing.name} {n}", Box(size), placement=at @ Placement(mid)) for n, (mid, size) in blocks.items()
    ]


def _with(state: State, thing: PlacedThing) -> State:
    """With a thing, in the place of the one of its name."""
    new, world = obstacles_of(thing), state.settings.get("world") or World()
    old = {part.name for part in _parts(world, thing.name)}
    return _in_world(state, [*(o for o in world.values() if o.name not in old), *new])


def with_obstacle(state: State, obstacle: Obstacle) -> State:
    """With an obstacle, in the place of the one of its name."""
    world = state.settings.get("world") or World()
    return _in_world(state, [*world.with_obstacle(obstacle).values()])


def _in_world(state: State, every: list[Obstacle]) -> State:
    settings = {**state.settings, "world": World(every) if every else None}
    return replace(state, settings=settings).checked()


def _parts(world: World | None, name: str) -> list[Obstacle]:
    return [obstacle for obstacle in (world or {}).values() if obstacle.name.startswith(f"{name} ")]


def _read(name: str, kind: str, parts: list[Obstacle]) -> PlacedThing:
    """A thing from what it is made of."""
    by_name = {part.name.removeprefix(f"{name} "): part for part in parts}
    turn = np.array(parts[0].placement.matrix)[:3, :3]
    heading = math.atan2(turn[0, 2], turn[2, 2])
    if kind == "ball":
        radius = by_name["ball"].shape.radius  # type: ignore[union-attr]
        x, y, z = by_name["ball"].placement.position
        return PlacedThing(name, kind, {"radius": radius}, (x, y - radius, z), heading)
    main = by_name.get("seat") or by_name.get("top") or by_name["block"]
    (width, thick, depth), (x, y, z) = main.shape.size, main.placement.position  # type: ignore[union-attr]
    sizes = {"width": width, "depth": depth, "height": thick}
    low = y - thick / 2
    if kind in ("chair", "table"):
        leg = by_name["left front leg"]
        low = leg.placement.position[1] - leg.shape.size[1] / 2  # type: ignore[union-attr]
        sizes |= {"height": y + thick / 2 - low, "seat height": y + thick / 2 - low}
    if kind == "chair":
        sizes["back height"] = by_name["back"].shape.size[1]  # type: ignore[union-attr]
    return PlacedThing(name, kind, {size: sizes[size] for size in KINDS[kind].sizes}, (x, low, z), heading)


def _under_who_sits(state: State, thing: PlacedThing) -> PlacedThing:
    """A chair as high as the seat of a body that rests on it, and under it."""
    seats = [support.site for support in state.supports if support.site.endswith("_seat")]
    if thing.kind != "chair" or not seats:
        return thing
    x, y, z = np.mean([state.pose.position(site) for site in seats], axis=0).tolist()
    if y < 0.2:  # on the floor, or nearly
        return thing
    sizes = {**thing.sizes, "seat height": y}
    return replace(thing, sizes=sizes, position=(x, 0.0, z - _seat_at(thing)))


def _seat_at(chair: PlacedThing) -> float:
    """How far (m) ahead of its middle one sits on a chair: 18 cm before its back edge."""
    return 0.18 - chair.sizes["depth"] / 2


def chair_to_sit_on(state: State) -> Placement | None:
    """Where the middle of a seat comes on the nearest chair, facing as that does; None where there is no chair."""
    chairs = [t for t in things_of(state.settings.get("world")) if isinstance(t, PlacedThing) and t.kind == "chair"]
    if not chairs:
        return None
    here = state.pose.segment_frame(state.figure.root)[:3, 3]
    chair = min(chairs, key=lambda thing: float(np.linalg.norm(np.subtract(thing.position, here))))
    at = Placement.turned((0.0, 1.0, 0.0), chair.heading, chair.position)
    return at @ Placement((0.0, chair.sizes["seat height"], _seat_at(chair)))
