"""From the recipe of a stance to the stance of one person, by solving: contacts, then balance, near the rough pose."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.criteria.near_pose import NearPose
from poise.errors import InputError, PoiseError
from poise.figure.check import Vec3, number
from poise.figure.names import unknown
from poise.figure.placement import IDENTITY, Placement, multiply
from poise.figure.shape import Capsule
from poise.figure.units import metres_hint
from poise.forces.support import Support
from poise.people.arm_limits import arm_direction
from poise.people.side import TURNED
from poise.solver import solve
from poise.stances.recipe import FLOOR, UP, Contact, Recipe, Rest, Surface
from poise.stances.recipes import ALIASES, RECIPES
from poise.stances.stance import Stance
from poise.tasks.balance import Balance
from poise.tasks.hold import Hold
from poise.tasks.keep import Keep
from poise.tasks.on_surface import OnSurface
from poise.tasks.orient import Orient
from poise.tasks.reach import Reach
from poise.tasks.surface import Plane
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose
    from poise.solution import Solution

FARTHEST = 2.0
"""Statures from the floor's origin: no part of a body is on a surface farther off; 450 mm given as 450 are."""


def stance_names(figure: Figure) -> Mapping[str, str]:
    """What each stance of the figure is, by name; none for a figure that is no person."""
    return MappingProxyType({n: r.words for n, r in RECIPES.items() if _fits(figure, r)})


def stance_of(figure: Figure, name: str, offsets: Mapping[str, Any]) -> Stance:
    """The stance of that name. `offsets`: where surfaces are (m), in place of where they suit the person."""
    known = ALIASES.get(name, name) if isinstance(name, str) else name
    if known not in RECIPES or not _fits(figure, RECIPES[known]):
        raise unknown(figure, "posture", name, dict.fromkeys([*figure.postures, *stance_names(figure)]))
    recipe = RECIPES[known]
    surfaces = _surfaces(figure, recipe, known, offsets)
    start = rough_pose(figure, recipe, surfaces)
    pose = _settled(start, recipe, surfaces, known)
    supports = tuple(_support(contact, surfaces) for contact in recipe.contacts)
    tasks = tuple(_keeping(pose, contact) for contact in recipe.contacts)
    planes = MappingProxyType(surfaces)
    return Stance(known, recipe.words, pose, supports, planes, recipe.contacts, tasks, recipe.motion)


def rough_pose(figure: Figure, recipe: Recipe, surfaces: Mapping[str, Surface]) -> Pose:
    """The pose that the recipe writes down, put on the surface of its first contact."""
    pose = figure.pose(dict(_joint_values(figure, recipe)))
    first = recipe.contacts[0]
    surface = surfaces[first.surface]
    lift = surface.offset - float(np.dot(surface.normal, pose.position(first.point)))
    turn = _turned(recipe.turn)
    place = np.array(pose["root"][:3]) + lift * np.array(surface.normal)
    return pose.with_joints({"root": (*place, *turn)})


def _settled(start: Pose, recipe: Recipe, surfaces: Mapping[str, Surface], name: str) -> Pose:
    """Contacts on their surfaces first, where the rough pose is nearest to them; then the weight over them."""
    touching = [task for contact in recipe.contacts for task in _touching(contact, surfaces[contact.surface])]
    touching += _clear(start.figure)
    stature, criteria = _stature(start.figure), [NearPose(start)]
    shaping: list[Task] = [
        Reach(site, [stature * x for x in where], axes=axes, name=f"place of {site}")
        for site, (axes, where) in recipe.places.items()
    ]
    shaping += [task for side, rest in recipe.rests.items() for task in _resting(start.figure, side, rest)]
    shaping += [
        Orient(site, way, axis=(0.0, 0.0, 1.0), name=f"heading of {site}") for site, way in recipe.headings.items()
    ]
    found = solve(start, [touching, shaping] if shaping else [touching], criteria=criteria, max_steps=400)
    _require(found, 1, name)
    if not recipe.motion:
        supports = [_support(contact, surfaces) for contact in recipe.contacts]
        kept = [_keeping(found.pose, contact) for contact in recipe.contacts]  # else the body would carry them along
        kept += _clear(start.figure)
        levels: list[Any] = [kept, Balance(recipe.margin, supports=supports)]
        found = solve(found.pose, [*levels, shaping] if shaping else levels, criteria=criteria, max_steps=400)
        _require(found, 2, name)
    return found.pose


def _require(found: Solution, levels: int, name: str) -> None:
    """Raise unless all tasks of the first levels are met; hands that should lie on knees may lie elsewhere."""
    missed = [report.name for report in found.tasks if report.level <= levels and not report.met]
    if missed:
        raise PoiseError(f"the stance {name!r} cannot be taken with these surfaces; not met: {', '.join(missed)}")


def _touching(contact: Contact, surface: Surface) -> Iterator[Task]:
    """The tasks that bring a contact to its surface."""
    site, x = contact.point, np.array(surface.normal) * surface.offset
    yield OnSurface(site, Plane(tuple(x.tolist()), normal=surface.normal), name=f"{site} on the {surface.name}")
    if contact.how == "flat":
        yield Orient(site, surface.normal, axis=UP, name=f"{site} flat on the {surface.name}")


def _resting(figure: Figure, side: str, rest: Rest) -> Iterator[Task]:
    """The tasks that lay the palm of a side on the thigh: its heel on the skin, its back away from the bone."""
    standing, palm, knee = figure.rest(), f"{side}_palm", f"{side}_knee"
    thick = float(np.linalg.norm(standing.position(f"{side}_kneecap") - standing.position(knee)))
    sign = 1.0 if side == "left" else -1.0
    around, slant = math.radians(sign * rest.around), math.radians(sign * rest.slant)
    x, z = rest.over * thick * math.sin(around), rest.over * thick * math.cos(around)
    turn = IDENTITY  # of the palm seen from the knee: fingers down the thigh, slanted, then round the bone
    for axis, angle in (((1, 0, 0), math.pi / 2), ((0, 0, 1), -slant), ((0, 1, 0), around)):
        turn = multiply(Placement.turned(axis, angle).rotation, turn)
    yield Reach(palm, (x, rest.along * _stature(figure), z), frame=knee, name=f"{palm} on the thigh")
    yield Orient(palm, turn, frame=knee, name=f"{palm} flat on the thigh")


def _clear(figure: Figure) -> list[Task]:
    """No elbow goes through the floor; it is as thick as the forearm begins."""
    found: list[Task] = []
    for side in ("left", "right"):
        rod = figure.segments[f"{side}_forearm"].shapes[0]
        radius = rod.radius if isinstance(rod, Capsule) else 0.0
        found.append(Keep(f"{side}_elbow", (0.0, radius, 0.0), normal=UP))
    return found


def _support(contact: Contact, surfaces: Mapping[str, Surface]) -> Support:
    if contact.how == "grip":
        return Support(contact.site, grip=True)
    normal = surfaces[contact.surface].normal
    return Support(contact.site, normal=None if normal == UP else normal)


def _keeping(pose: Pose, contact: Contact) -> Task:
    """The task that keeps a contact where the stance has it."""
    site = contact.point
    if contact.how == "flat":
        return Hold(site, frame=Placement.from_matrix(pose.frame(site)))
    return Reach(site, pose.position(site))


def _surfaces(figure: Figure, recipe: Recipe, name: str, offsets: Mapping[str, Any]) -> dict[str, Surface]:
    stature = _stature(figure)
    found = {s.name: replace(s, offset=s.offset * stature) for s in (FLOOR, *recipe.surfaces)}
    for key, offset in offsets.items():
        if key not in found or key == FLOOR.name:
            movable = ", ".join(s.name for s in recipe.surfaces) or "none"
            raise InputError(f"the stance {name!r} has no surface {key!r} that could be elsewhere; it has: {movable}")
        where, most = number(offset, f"the offset of the {key}"), FARTHEST * stature
        if abs(where) > most:
            hint = metres_hint(abs(where), 0.1, most)
            raise InputError(f"the offset of the {key} must be within reach, at most {most:.2g} m, not {where:g}{hint}")
        found[key] = replace(found[key], offset=where)
    return found


def _joint_values(figure: Figure, recipe: Recipe) -> Iterator[tuple[str, Any]]:
    yield "root", (0.0, 0.55 * _stature(figure), 0.0, *_turned(recipe.turn))
    yield from _finger_values(figure, recipe)
    for name, value in recipe.middle.items():
        yield name, _radians(value)
    for side, own in (("left", recipe.left), ("right", {**recipe.left, **recipe.right})):
        for name, value in own.items():
            joint = f"{side}_{name}"
            natural = _arm(value) if name == "shoulder" else _radians(value)
            yield joint, _mirrored(figure, joint, natural) if side == "right" else natural


def _finger_values(figure: Figure, recipe: Recipe) -> Iterator[tuple[str, Any]]:
    """Straight fingers of hands that lie flat, closed ones of hands that grip; others stay relaxed."""
    hands = dict.fromkeys(recipe.rests, "hands_flat")
    for contact in recipe.contacts:
        side, _, part = contact.site.partition("_")
        if part in ("palm", "hand"):
            hands[side] = "hands_grasping" if contact.how == "grip" else "hands_flat"
    for side, posture in hands.items():
        group = figure.groups.get(f"{side}_fingers")
        if group is not None:
            yield from ((joint, figure.postures[posture][joint]) for joint in group.joints)


def _arm(value: Any) -> tuple[float, ...]:
    """The shoulder for an upper arm at (azimuth, elevation, twist)."""
    azimuth, elevation, twist = value
    x, y, z = arm_direction(azimuth, elevation)
    angle = math.atan2(math.hypot(x, y), z)
    scale = angle / math.hypot(x, y) if angle > 0.0 else 0.0
    return -y * scale, x * scale, math.radians(twist)


def _mirrored(figure: Figure, joint: str, value: Any) -> Any:
    if not isinstance(value, tuple):
        return value
    names = figure.joints[joint].coordinates
    return tuple(-v if c in TURNED else v for c, v in zip(names, value, strict=True))


def _radians(value: tuple[float, ...] | float) -> tuple[float, ...] | float:
    return tuple(math.radians(v) for v in value) if isinstance(value, tuple) else math.radians(value)


def _turned(degrees: Vec3) -> tuple[float, float, float, float]:
    """The quaternion of turns about x, then y, then z of the world."""
    turn = IDENTITY
    for axis, angle in zip(((1, 0, 0), (0, 1, 0), (0, 0, 1)), degrees, strict=True):
        turn = multiply(Placement.turned(axis, math.radians(angle)).rotation, turn)
    return turn


def _stature(figure: Figure) -> float:
    """How tall the person stands, m."""
    return float(figure.rest().position("head_top")[1])


def _fits(figure: Figure, recipe: Recipe) -> bool:
    sides = ({**recipe.left}, {**recipe.left, **recipe.right})
    joints = [*recipe.middle, *(f"{s}_{j}" for s, own in zip(("left", "right"), sides, strict=True) for j in own)]
    sites = [contact.point for contact in recipe.contacts]
    return {*sites, "head_top"} <= set(figure.sites) and set(joints) <= set(figure.joints)
