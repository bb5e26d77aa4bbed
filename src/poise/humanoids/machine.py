"""A robot as a person: its joints, limits and masses stay its own; what is named on a person is named on it.

Sites, soles and groups are those of a person of its proportions, put where they are in the robot's rest pose.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from poise.arrays import Array
from poise.figure.figure import Figure
from poise.figure.marks import Axis, Group, Mirror, Site, Sole
from poise.figure.placement import Placement
from poise.figure.segment import Segment, merged
from poise.humanoids.match import Match
from poise.humanoids.parts import ARM, CARRIER, LEG, SIDES
from poise.humanoids.person import Stand
from poise.humanoids.skeleton import Skeleton

ALIKE = 1e-3
"""How far frames may be from mirror images of each other, as entries of matrices."""


def machine(skeleton: Skeleton, matches: Mapping[str, Match], at: Stand, human: Figure, mass: float | None) -> Figure:
    """The robot with a person's marks. `human`: the person of its proportions; `mass`: kilograms, if asked for."""
    figure = skeleton.figure
    sites = [_site(skeleton, matches, at, site) for site in human.sites.values()]
    soles = [_sole(skeleton, matches, at, sole) for sole in human.soles.values()]
    groups = _groups(skeleton, matches)
    kept = {site.name: site for site in figure.sites.values()} | {site.name: site for site in sites}
    pairs = _pairs(matches, skeleton, sites, soles, groups)
    segments = list(figure.segments.values())
    if figure.mass <= 0.0:
        segments = _weighed(skeleton, matches, at, human, segments)
    made = Figure(
        figure.name, segments, figure.joints.values(), sites=kept.values(),
        soles=figure.soles.values() or soles,
        limbs=figure.limbs.values(),
        groups=[*(g for g in figure.groups.values() if g.name not in {h.name for h in groups}), *groups],
        couplings=figure.couplings.values(), mirror=_mirror(skeleton, matches, at, pairs) or figure.mirror,
        postures=figure.postures, gravity=figure.gravity, root=figure.root,
    )  # fmt: skip
    made = made if mass is None else made.with_mass(mass)
    return _standing(made, at)


def _bone(matches: Mapping[str, Match], part: str) -> str:
    """The bone of a part, or of the nearest one that carries it and is there."""
    while part not in matches:
        part = CARRIER[part]
    return matches[part].bone


def _moved(skeleton: Skeleton, matches: Mapping[str, Match], at: Stand, part: str) -> tuple[str, Array]:
    """The bone that stands for a part, and the part's frame in that of the bone."""
    bone = _bone(matches, part)
    return bone, np.linalg.inv(skeleton.bones[bone].frame) @ at.frames[part]


def _site(skeleton: Skeleton, matches: Mapping[str, Match], at: Stand, site: Site) -> Site:
    bone, frame = _moved(skeleton, matches, at, site.segment)
    return Site(site.name, bone, Placement.from_matrix(frame @ site.placement.matrix))


def _sole(skeleton: Skeleton, matches: Mapping[str, Match], at: Stand, sole: Sole) -> Sole:
    bone, frame = _moved(skeleton, matches, at, sole.segment)
    points = np.array(sole.outline) @ frame[:3, :3].T + frame[:3, 3]
    return Sole(sole.name, bone, tuple((float(x), float(y), float(z)) for x, y, z in points))


def _groups(skeleton: Skeleton, matches: Mapping[str, Match]) -> list[Group]:
    """Arms, legs, spine and head by the joints that move them."""

    def joints(parts: tuple[str, ...]) -> tuple[str, ...]:
        bones = [bone for part in parts if part in matches for bone in matches[part].bones]
        return tuple(skeleton.bones[bone].joint for bone in bones)

    def between(start: str, end: str) -> tuple[str, ...]:
        if start not in matches or end not in matches:
            return ()
        way = skeleton.way(matches[start].bone, matches[end].bone)
        steps = pairwise(way)
        return tuple(skeleton.bones[b if skeleton.bones[b].above == a else a].joint for a, b in steps)

    named = {"spine": between("pelvis", "chest"), "head": between("chest", "head")}
    for side in SIDES:
        named |= {
            f"{side}_{limb}": joints(tuple(f"{side}_{p}" for p in ps)) for limb, ps in (("arm", ARM), ("leg", LEG))
        }
    return [Group(name, found) for name, found in named.items() if found]


def _pairs(
    matches: Mapping[str, Match], skeleton: Skeleton, sites: list[Site], soles: list[Sole], groups: list[Group]
) -> tuple[tuple[str, str], ...]:
    """Everything on the left with what mirrors it."""
    found: dict[str, str] = {}
    for part, match in matches.items():
        other = matches.get(part.replace("left_", "right_"))
        if part.startswith("left_") and other is not None and len(other.bones) == len(match.bones):
            for a, b in zip(match.bones, other.bones, strict=True):
                found |= {a: b, skeleton.bones[a].joint: skeleton.bones[b].joint}
    marks = [*(s.name for s in sites), *(s.name for s in soles), *(g.name for g in groups)]
    found |= {
        name: name.replace("left_", "right_", 1) for name in marks if name.startswith("left_") and name not in found
    }
    return tuple((a, b) for a, b in found.items() if b not in found)


def _mirror(
    skeleton: Skeleton, matches: Mapping[str, Match], at: Stand, pairs: tuple[tuple[str, str], ...]
) -> Mirror | None:
    """The mirror of the figure, if the frames of its bones are mirror images in one of their own axes."""
    left = at.frames["pelvis"][:3, 0]
    world = np.eye(3) - 2.0 * np.outer(left, left)
    bones = [(a, b) for a, b in pairs if a in skeleton.bones and b in skeleton.bones]
    bones += [(m.bone, m.bone) for part, m in matches.items() if not part.startswith(SIDES)]
    axes: tuple[Axis, ...] = ("x", "y", "z")
    for i, axis in enumerate(axes):
        own = np.eye(3)
        own[i, i] = -1.0
        apart = [
            np.abs(world @ skeleton.bones[a].frame[:3, :3] @ own - skeleton.bones[b].frame[:3, :3]).max()
            for a, b in bones
        ]
        if max(apart) < ALIKE:
            return Mirror(axis, pairs)
    return None


def _weighed(
    skeleton: Skeleton, matches: Mapping[str, Match], at: Stand, human: Figure, segments: list[Segment]
) -> list[Segment]:
    """The segments with the masses of the person's parts that they stand for."""
    parts: dict[str, list[Segment]] = {}
    for name, segment in human.segments.items():
        bone, frame = _moved(skeleton, matches, at, name)
        parts.setdefault(bone, []).append(segment.moved(Placement.from_matrix(frame)))
    return [
        merged(s.name, [(p.mass, p.center, p.inertia) for p in parts[s.name]], s.shapes) if s.name in parts else s
        for s in segments
    ]


def _standing(figure: Figure, at: Stand) -> Figure:
    """At rest on the floor, upright and facing +Z, if nothing holds it."""
    if figure.base.model != "free":
        return figure
    pose = figure.rest()
    up = np.array(figure.gravity)
    if float(np.linalg.norm(up)) < 1e-9 or abs(up[1]) < float(np.linalg.norm(up)) * 0.99:
        return figure  # its world is not Poise's: left as it is
    turn = np.eye(4)
    turn[:3, :3] = at.frames["pelvis"][:3, :3].T
    soles = [
        (turn @ pose.segment_frame(sole.segment))[:3] @ (*point, 1.0)
        for sole in figure.soles.values()
        for point in sole.outline
    ]
    hips = turn[:3, :3] @ at.frames["pelvis"][:3, 3]
    turn[:3, 3] = (-hips[0], -min(float(point[1]) for point in soles), -hips[2])
    base = figure.base
    moved = turn @ np.array(pose.segment_frame(figure.root))
    stored = np.linalg.inv(base.placement.matrix) @ moved @ np.linalg.inv(base.child_placement.matrix)
    return figure.with_rest(pose.with_joints({base.name: stored}))
