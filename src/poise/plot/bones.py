"""The skeleton of a pose: a bone from each joint to the next, a ball at each joint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.plot.floor import line_balls
from poise.plot.lines import ball, bone
from poise.plot.mesh import Floats, Mesh, joined

if TYPE_CHECKING:
    from poise.pose import Pose

Bone = tuple[str, Floats, Floats]
"""Segment, start and end (3,) in the world."""


def bones(pose: Pose) -> list[Bone]:
    """The bones of all segments: from the joint that carries a segment to those it carries, or to its tip."""
    figure = pose.figure
    carried: list[list[Floats]] = [[] for _ in figure.branches]
    starts: list[Floats] = []
    for branch in figure.branches:
        before, after = _two_sides(pose, branch.joint.name)
        if branch.reversed:
            before, after = after, before
        starts.append(after)
        if branch.carrier >= 0:
            carried[branch.carrier].append(before)
            if np.linalg.norm(after - before) > 1e-6:  # a slide pulled out: its rod belongs to the carrier
                carried[branch.carrier].append(after)
    tips = _tips(pose)
    found: list[Bone] = []
    for branch, start, ends in zip(figure.branches, starts, carried, strict=True):
        found += [(branch.segment, start, end) for end in ends or tips.get(branch.segment, [])]
    return [b for b in found if np.linalg.norm(b[2] - b[1]) > 1e-6]


def limb_vector(pose: Pose, joint: str) -> Floats:
    """(3,) from a joint to the farthest end of the segment it moves, in the world; zero when that has no length."""
    moved = next(b for b in pose.figure.branches if b.joint.name == joint)
    segment = moved.joint.child
    here = _two_sides(pose, joint)[1]
    ends = [_two_sides(pose, b.joint.name)[0] for b in pose.figure.branches if b.joint.parent == segment]
    ends = ends or _tips(pose).get(segment, [])
    return max((end - here for end in ends), key=lambda v: float(np.linalg.norm(v)), default=np.zeros(3))


def bone_meshes(found: list[Bone], size: float, width: float | None = None) -> dict[str, Mesh]:
    """One mesh per segment for bones of a figure about `size` metres large."""
    parts: dict[str, list[Mesh]] = {}
    for segment, start, end in found:
        length = float(np.linalg.norm(end - start))
        parts.setdefault(segment, []).append(bone(start, end, width or min(0.11 * length, 0.025 * size)))
    return {segment: joined(meshes) for segment, meshes in parts.items()}


def joint_mesh(pose: Pose, found: list[Bone], size: float, only: set[str] | None = None) -> Mesh:
    """Balls at the joints that can move, smaller where bones are short; `only` those that touch some segments."""
    shortest = _shortest_bones(found)
    sides = 16 if len(pose.figure.joints) < 500 else 8
    balls = []
    for joint in pose.figure.joints.values():
        touches = only is None or joint.child in only or joint.parent in only
        if touches and joint.dof and joint.parent is not None:
            place = _two_sides(pose, joint.name)[1]
            balls.append(ball(place, min(0.011 * size, 0.13 * shortest.get(_key(place), size)), sides))
    return joined(balls)


def _shortest_bones(found: list[Bone]) -> dict[tuple[float, ...], float]:
    """The length of the shortest bone that starts or ends at a place."""
    lengths: dict[tuple[float, ...], float] = {}
    for _, start, end in found:
        length = float(np.linalg.norm(end - start))
        for place in (start, end):
            lengths[_key(place)] = min(length, lengths.get(_key(place), length))
    return lengths


def _key(place: Floats) -> tuple[float, ...]:
    return tuple(np.round(place, 6).tolist())


def bone_balls(found: list[Bone]) -> Floats:
    """(n, 4) balls that stand for the bones when the floor is shaded."""
    parts = [line_balls(a, b, 0.08 * float(np.linalg.norm(b - a)), 3) for _, a, b in found]
    return np.vstack(parts) if parts else np.zeros((0, 4))


def _two_sides(pose: Pose, joint: str) -> tuple[Floats, Floats]:
    """Where a joint sits on its parent and on its child: different places only for slides (and the free base)."""
    base, moved = np.array(pose.joint_base(joint))[:3, 3], np.array(pose.joint_frame(joint))[:3, 3]
    return base, moved


def _tips(pose: Pose) -> dict[str, list[Floats]]:
    """Where a last segment ends: at its farthest site, else at twice the way to its centre of mass or of a shape."""
    figure = pose.figure
    sites: dict[str, list[Floats]] = {}
    for site in figure.sites.values():
        sites.setdefault(site.segment, []).append(np.array(pose.position(site.name)))
    tips = {}
    for name, segment in figure.segments.items():
        frame = np.array(pose.segment_frame(name))
        middles = [np.array(segment.center)] if segment.mass > 0 else [np.array(s.center()) for s in segment.shapes]
        doubled = [frame[:3, :3] @ (2 * m) + frame[:3, 3] for m in middles]
        named = [p for p in sites.get(name, []) if np.linalg.norm(p - frame[:3, 3]) > 1e-6]
        ends = named or doubled
        if ends:
            lengths = [float(np.linalg.norm(end - frame[:3, 3])) for end in ends]
            tips[name] = [ends[int(np.argmax(lengths))]]
    return tips
