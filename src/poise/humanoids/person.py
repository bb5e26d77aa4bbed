"""A skeleton as a person: joints, limits, masses, sites, soles, limbs and groups of `poise.human` on its proportions.

Parts that the skeleton lacks are there too, carried stiffly. Every bone is a site of its name on the part it moves
with, so that bones nobody turns (twist bones, fingers, hair) follow as they rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from poise.arrays import Array
from poise.figure.figure import Figure
from poise.figure.joint import Joint
from poise.figure.marks import Coupling, Site
from poise.figure.placement import Placement
from poise.humanoids.joint_fit import fitted
from poise.humanoids.match import Match
from poise.humanoids.parts import CARRIER, JOINT, PARTS, SPINE
from poise.humanoids.proportions import Body
from poise.humanoids.skeleton import Skeleton
from poise.people import limits
from poise.people.human import assembled
from poise.people.limits import SPINE_SHARES
from poise.people.person import Person

STRAIGHT = 1e-9
"""Radians: a smaller turn is none."""


class Stand(NamedTuple):
    """How the parts stand in the skeleton's rest pose: `frames` (4, 4) by part, `bones`: the part that each bone
    moves with."""

    frames: dict[str, Array]
    bones: dict[str, str]


def stand(skeleton: Skeleton, matches: Mapping[str, Match], axes: Mapping[str, Array], body: Body) -> Stand:
    """Frames of all parts, and whom every bone follows."""
    frames = {part: _frame(axes[part], body.centers[part]) for part in PARTS}
    owners = {bone: part for part, match in matches.items() for bone in match.bones}
    bones = {name: next((owners[b] for b in skeleton.line(name) if b in owners), "pelvis") for name in skeleton.bones}
    return Stand(frames, bones)


def person(name: str, who: Person, body: Body, matches: Mapping[str, Match], at: Stand) -> Figure:
    """The figure. Its posture "file" is the rest pose of the skeleton."""
    plain = assembled(name, who, body.sides)
    joints, values = [], {}
    for joint in plain.joints.values():
        part = next(part for part, named in JOINT.items() if named == joint.name)
        made = _limited(joint, part, matches)
        if made.parent is not None:
            made, values[made.name] = _offset(made, np.linalg.inv(at.frames[CARRIER[part]]) @ at.frames[part])
        joints.append(made)
    free = {joint.name for joint in joints if joint.coordinates}
    kept = [c for c in plain.couplings.values() if all(term.partition(".")[0] in free for term in c.terms)]
    values = {name: value for name, value in values.items() if value is not None}
    values["root"] = at.frames["pelvis"]
    postures = {n: {j: v for j, v in p.items() if j in free} for n, p in plain.postures.items()}
    return Figure(
        name, plain.segments.values(), joints, sites=plain.sites.values(), soles=plain.soles.values(),
        limbs=plain.limbs.values(), groups=plain.groups.values(), couplings=_spine_rhythm(kept, matches),
        mirror=plain.mirror, postures={**postures, "file": values},
    )  # fmt: skip


def bone_sites(skeleton: Skeleton, at: Stand, taken: Iterable[str]) -> dict[str, Site]:
    """A site for every bone, by bone, and for every site of the skeleton that is none; `taken`: names to keep clear."""
    used, pose, found = set(taken), skeleton.figure.rest(), {}
    rows = [(name, bone.name, bone.frame) for name, bone in skeleton.bones.items()]
    rows += [
        (site.name, site.segment, np.array(pose.frame(site.name)))
        for site in skeleton.figure.sites.values()
        if site.name not in skeleton.bones
    ]
    for name, bone, frame in rows:
        part = at.bones[bone]
        free = name if name not in used else f"bone {name}"
        found[name] = Site(free, part, Placement.from_matrix(np.linalg.inv(at.frames[part]) @ frame))
        used.add(free)
    return found


def _limited(joint: Joint, part: str, matches: Mapping[str, Match]) -> Joint:
    """The joint as the skeleton has it: stiff where it has none; one of a shorter spine bends for those that lack."""
    if part not in matches:
        return joint.edited(model="fixed", limits={}, strengths={}, axis=(1.0, 0.0, 0.0))
    shared = _shares(part, matches)
    return joint if shared is None else joint.edited(limits=limits.back(shared))


def _shares(part: str, matches: Mapping[str, Match]) -> dict[str, float] | None:
    """How much of the back's range a part of the spine has, together with the parts that lack above it (or below, for
    the lowest one); None for others."""
    present = [p for p in SPINE if p in matches]
    if part not in present or len(present) == len(SPINE):
        return None
    first = part == present[0]
    after = SPINE[SPINE.index(part) + 1 :]
    own = [part, *after[: next((i for i, p in enumerate(after) if p in matches), len(after))]]
    own += SPINE[: SPINE.index(part)] if first else ()
    rows = [SPINE_SHARES[JOINT[p]] for p in own]
    return {axis: sum(row[axis] for row in rows) for axis in rows[0]}


def _spine_rhythm(couplings: list[Coupling], matches: Mapping[str, Match]) -> list[Coupling]:
    """The couplings; those of a spine that is not whole would tie what its joints now share otherwise."""
    whole = all(part in matches for part in SPINE)
    return [c for c in couplings if whole or not c.name.startswith("spine_")]


def _offset(joint: Joint, way: Array) -> tuple[Joint, object]:
    """The joint that can lead from its carrier to its part as they rest, and its value there. What a joint with fewer
    axes cannot turn is part of its build, such as feet that point outwards."""
    placement, back = joint.placement.matrix, joint.child_placement.matrix
    motion = np.linalg.inv(placement) @ way @ np.linalg.inv(back)
    value, fit = fitted(joint, motion)
    rest = np.linalg.inv(placement @ fit @ back) @ way
    turn = float(np.arccos(np.clip((np.trace(rest[:3, :3]) - 1.0) / 2.0, -1.0, 1.0)))
    if joint.model == "ball" or turn < STRAIGHT:
        return joint, value
    bent = Placement.from_matrix(back[:3, :3] @ rest[:3, :3])
    return replace(joint, child_placement=Placement(joint.child_placement.position, bent.rotation)), value


def _frame(axes: Array, center: Array) -> Array:
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = axes, center
    return frame
