"""Points of the body: sites made where a hand has grabbed, and who follows when they are pulled."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from poise.errors import InputError, UnknownNameError
from poise.figure.check import Vec3
from poise.figure.company import SLASH
from poise.figure.figure import Figure
from poise.figure.marks import Site
from poise.figure.placement import Placement
from poise.pose import Pose
from poise.question import moved
from poise.studio.document import sources
from poise.studio.document.state import State
from poise.studio.protocol.plain import Follow

BESIDE = 0.03
"""A point of a middle segment this near (m) to the plane of symmetry is taken to be in it: half a hand's width."""
NEAR = 1e-3
"""A site this near (m) to a point is taken for it."""


def site_at(state: State, segment: str, point: Sequence[float]) -> tuple[State, str]:
    """A site at a point of a segment (its coordinates), made if there is none, and its name."""
    figure = state.figure
    figure.segment(segment)
    for site in figure.sites.values():
        if site.segment == segment and float(np.linalg.norm(np.subtract(site.placement.position, point))) < NEAR:
            return state, site.name
    name = next(n for i in range(1, 1_000_000) if (n := f"{segment}_point_{i}") not in figure.sites)
    return with_sites(state, [Site(name, segment, Placement((point[0], point[1], point[2])))]), name


def with_sites(state: State, sites: Sequence[Site]) -> State:
    """With sites more; nothing else changes, and the source of the figure is kept."""
    figure = state.figure
    for site in sites:
        figure = figure.with_site(site)
    return _with_marks(state, figure, sources.with_sites(state.source, sites))


def without_idle_sites(before: State, after: State) -> State:
    """Without the sites that `site_at` had made and that an action has left without anything that speaks of them."""
    idle = (_spoken_of(before) - _spoken_of(after)) & {*after.figure.sites}
    idle = {name for name in idle if _was_made(after.figure.sites[name])}
    if not idle:
        return after
    figure = after.figure
    for name in sorted(idle):
        figure = figure.without_site(name)
    return _with_marks(after, figure, sources.without_sites(after.source, idle))


def _was_made(site: Site) -> bool:
    return re.fullmatch(rf"{re.escape(site.segment)}_point_[0-9]+", site.name) is not None


def _spoken_of(state: State) -> set[str]:
    """All words in the fields of tasks, criteria, forces and supports; names of sites are among them."""
    parts = (*state.tasks.values(), *state.criteria, *state.forces, *state.supports)
    return {word for part in parts for word in _words(part)}


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif is_dataclass(value) and not isinstance(value, type):
        yield from (word for field in fields(value) for word in _words(getattr(value, field.name)))
    elif isinstance(value, list | tuple):
        yield from (word for item in value for word in _words(item))


def _with_marks(state: State, figure: Figure, source: sources.AnySource | None) -> State:
    """On a figure that differs in its marks alone."""
    levels = tuple(tuple(moved(task, figure) for task in level) for level in state.levels)
    return replace(
        state,
        source=source,
        start=Pose(figure, state.start.coordinates),
        pose=Pose(figure, state.pose.coordinates),
        poses={name: Pose(figure, pose.coordinates) for name, pose in state.poses.items()},
        levels=levels,
        criteria=tuple(moved(criterion, figure) for criterion in state.criteria),
    )


def followers(figure: Figure, segment: str, follow: Follow, joint: str | None) -> tuple[str, ...] | None:
    """The joints that may help to move a segment; None for all."""
    path = path_to_root(figure, segment)
    if follow in ("natural", "body"):
        return None
    if follow == "part":
        return path[:1]
    if follow == "limb":
        return _limb(figure, path)
    if joint is None:
        raise InputError("follow 'joint' needs the name of the last joint that follows")
    if joint not in path:
        raise UnknownNameError("joint", joint, path, f"the way from {segment!r} to the root")
    return path[: path.index(joint) + 1]


def path_to_root(figure: Figure, segment: str) -> tuple[str, ...]:
    """The joints between a segment and the world, nearest first; those that cannot move are left out."""
    figure.segment(segment)
    index, path = list(figure.segments).index(segment), []
    while index >= 0:
        branch = figure.branches[index]
        path += [branch.joint.name] if branch.joint.dof else []
        index = branch.carrier
    return tuple(path)


def mirrored_point(pose: Pose, segment: str, point: Sequence[float]) -> tuple[str, list[float]] | None:
    """The partner of a segment and the mirror image of the point on it; None when it has none."""
    figure = pose.figure
    partner = figure.mirror.other(segment)
    if partner == segment or partner not in figure.segments:
        return None
    image = list(point)
    axis = "xyz".index(figure.mirror.axis)
    image[axis] = -image[axis]
    return partner, image


def in_the_middle(figure: Figure, segment: str, point: Sequence[float], near: float = BESIDE) -> list[float]:
    """The point, in the plane of symmetry when it is `near` that (m) on a segment that is its own mirror image.

    Who takes the chest a little beside its middle means the chest, and a symmetric pose stays symmetric.
    """
    figure, segment = own(figure, segment)
    found = list(point)
    axis = "xyz".index(figure.mirror.axis)
    if figure.mirror.pairs and _is_middle(figure, segment) and abs(found[axis]) <= near:
        found[axis] = 0.0
    return found


def trunk_axis(figure: Figure, segment: str) -> Vec3 | None:
    """From the joint of a trunk segment to the next one up; None for all other segments."""
    figure, segment = own(figure, segment)
    if not figure.mirror.pairs or not _is_middle(figure, segment):
        return None
    at = list(figure.segments).index(segment)
    ups = (b.joint.placement.position for b in figure.branches if b.carrier == at and _is_middle(figure, b.segment))
    return next((up for up in ups if any(up)), None)


def on_the_trunk(figure: Figure, segment: str, point: Sequence[float]) -> list[float] | None:
    """The point of a trunk segment's own axis that is nearest, of what stands on legs its lower end; None for all other
    segments.

    Who takes the pelvis at the belly wants it elsewhere, not tipped until the belly is there.
    """
    axis = trunk_axis(figure, segment)
    if axis is None:
        return None
    if on_legs(figure, segment):
        return [0.0, 0.0, 0.0]
    share = min(1.0, max(0.0, float(np.dot(point, axis) / np.dot(axis, axis))))
    return [share * x for x in axis]


def on_legs(figure: Figure, segment: str) -> bool:
    """Whether it is a part of the middle that stands on legs."""
    figure, segment = own(figure, segment)
    carriers, names = {b.segment: b.carrier for b in figure.branches}, list(figure.segments)
    for sole in figure.soles.values():
        at = sole.segment
        while not _is_middle(figure, at) and carriers[at] >= 0:
            at = names[carriers[at]]
        if at == segment and _is_middle(figure, at):
            return True
    return False


def above_the_feet(figure: Figure) -> set[str]:
    """The segments of legs between those with soles and the middle of the body: what kneels rests on them."""
    if figure.members:
        return {f"{who}{SLASH}{name}" for who, member in figure.members.items() for name in above_the_feet(member)}
    carriers, names, found = {b.segment: b.carrier for b in figure.branches}, list(figure.segments), set[str]()
    for sole in figure.soles.values():
        at = carriers[sole.segment]
        while at >= 0 and not _is_middle(figure, names[at]):
            found.add(names[at])
            at = carriers[names[at]]
    return found - {sole.segment for sole in figure.soles.values()}


def bear_limbs(figure: Figure, segment: str) -> tuple[str, ...]:
    """The parts of the middle that carry limbs, of the figure whose segment it is: pelvis and chest."""
    one, name = own(figure, segment)
    whose, names = segment.removesuffix(name), list(one.segments)
    carriers = [names[b.carrier] for b in one.branches if b.carrier >= 0 and not _is_middle(one, b.segment)]
    return tuple(f"{whose}{carrier}" for carrier in dict.fromkeys(carriers) if _is_middle(one, carrier))


def of_the_hips(pose: Pose, segment: str, point: Sequence[float]) -> tuple[str, list[float]]:
    """A point of the belly of who is upright as one of the part below it, on legs; all other points as they are.

    Who takes a person at the belly means the hips: straight down that is a squat, and no fold of the belly. On all
    fours, or lying, what is taken is what follows.
    """
    figure, name = own(pose.figure, segment)
    names = list(figure.segments)
    carriers = {b.segment: names[b.carrier] for b in figure.branches if b.carrier >= 0}
    bears_a_pair = any(carrier == name and not _is_middle(figure, part) for part, carrier in carriers.items())
    below = segment.removesuffix(name) + carriers.get(name, "")
    if name not in carriers or bears_a_pair or not _is_middle(figure, name) or not on_legs(pose.figure, below):
        return segment, list(point)
    if not is_upright(pose, below):
        return segment, list(point)
    place = np.array(pose.segment_frame(segment)) @ [*point, 1.0]
    return below, np.linalg.solve(pose.segment_frame(below), place)[:3].tolist()


def is_upright(pose: Pose, segment: str) -> bool:
    """Whether a segment of the trunk stands rather than lies: its axis is less than 45° off the vertical."""
    axis = np.array(pose.segment_frame(segment))[:3, :3] @ (trunk_axis(pose.figure, segment) or (0.0, 0.0, 0.0))
    up = -float(np.dot(axis, pose.figure.gravity))
    return up > math.sqrt(0.5) * float(np.linalg.norm(axis) * np.linalg.norm(pose.figure.gravity))


def own(figure: Figure, segment: str) -> tuple[Figure, str]:
    """Of several figures, the one whose segment it is, and its name there; else the figure itself."""
    member, _, name = segment.partition(SLASH)
    return (figure.members[member], name) if member in figure.members else (figure, segment)


def _is_middle(figure: Figure, segment: str) -> bool:
    return figure.mirror.other(segment) == segment


def onto_plane(pose: Pose, target: Sequence[float]) -> list[float]:
    """The point of the root's plane of symmetry that is nearest."""
    return (0.5 * (np.asarray(target) + mirrored_target(pose, target))).tolist()  # type: ignore[no-any-return]


def floor_under(pose: Pose, place: Any) -> float | None:
    """How low a point may be pulled: to the floor of a body that stands on it; None for all others."""
    gx, gy, gz = pose.figure.gravity
    stands = pose.figure.base.model == "free" and bool(pose.figure.soles) and gx == gz == 0.0 and gy < 0.0
    return 0.0 if stands and place[1] >= 0.0 else None


def mirrored_target(pose: Pose, target: Any) -> list[float]:
    """The mirror image of a point of the world in the plane of symmetry of the root, as it stands now."""
    frame = np.array(pose.segment_frame(pose.figure.root))
    inside = frame[:3, :3].T @ (np.asarray(target, float) - frame[:3, 3])
    axis = "xyz".index(pose.figure.mirror.axis)
    inside[axis] = -inside[axis]
    return (frame[:3, :3] @ inside + frame[:3, 3]).tolist()  # type: ignore[no-any-return]


def _limb(figure: Figure, path: tuple[str, ...]) -> tuple[str, ...]:
    """The group of the nearest joint, as far as it lies on the way; without groups, up to the next fork."""
    if not path:
        return path
    for group in figure.groups.values():
        if path[0] in group.joints:
            return tuple(joint for joint in path if joint in group.joints)
    forks = _forks(figure)
    count = next((i for i, joint in enumerate(path) if joint in forks and i), len(path))
    return path[:count]


def _forks(figure: Figure) -> set[str]:
    """The joints whose segment carries several others."""
    carriers = [branch.carrier for branch in figure.branches]
    return {b.joint.name for i, b in enumerate(figure.branches) if carriers.count(i) > 1}
