"""A motion of one humanoid onto another, by VRMA's rule of rest poses.

Every bone has turned by D = A W⁻¹ since the T-pose, where W is its rotation in the world then and A now; against the
bone that carries it by N = D_parent⁻¹ D. N is what both humanoids share (VRMC_vrm_animation 1.0, "how to transform
human pose"), so the other one's bone is at A' = D'_parent N W'. The hips go as far as the two stand high.
"""

from __future__ import annotations

import numpy as np

from poise import _core
from poise.arrays import Array
from poise.figure.figure import Figure
from poise.figure.joint import Joint
from poise.io.vrm.humanoid import Humanoid, humanoid_of
from poise.motion.motion import Motion
from poise.motion.quaternions import inverse, matrices, product, rotated


def retargeted(motion: Motion, onto: Figure) -> Motion:
    """The motion of a humanoid as another humanoid does it; joints of few axes come as near as they can."""
    source, goal = humanoid_of(motion.figure), humanoid_of(onto)
    shares, hips = _shared(source, motion)
    ratio = _height(goal) / _height(source)
    poses = _followed(goal, shares, hips * ratio)
    notes = [
        *motion.notes,
        f"taken over from {motion.figure.name!r} by its T-pose; the hips go {ratio:.4g} times as far",
    ]
    return Motion(onto, motion.times, poses, timing=motion.timing, name=motion.name, notes=notes)


def _height(person: Humanoid) -> float:
    """Of the hips in the T-pose, over the origin as VRM stands."""
    return max(float(person.frames[person.segments["hips"], 1]), 1e-6)


def _shared(source: Humanoid, motion: Motion) -> tuple[dict[str, Array], Array]:
    """How every bone has turned against the one that carries it (n, 4), and where the hips are (n, 3)."""
    frames = np.asarray(_core.segment_placements(motion.figure._core, motion.poses))
    since = {}
    for bone, segment in source.segments.items():
        since[bone] = product(frames[:, segment, 3:], inverse(source.frames[segment, 3:]))
    found = {}
    for bone in source.bones:
        parent = source.parents[bone]
        found[bone] = since[bone] if parent is None else product(inverse(since[parent]), since[bone])
    return found, frames[:, source.segments["hips"], :3]


def _followed(goal: Humanoid, shares: dict[str, Array], hips: Array) -> Array:
    """(n, size) coordinates of the other humanoid; every joint from where the ones above it have come."""
    figure, count = goal.figure, len(hips)
    bone_of = {segment: bone for bone, segment in goal.segments.items()}
    stored = np.tile(figure._posture_coordinates["rest"], (count, 1))
    since: dict[str, Array] = {}
    turns: list[Array] = []
    rest = _core.segment_placements(figure._core, stored[:1])[0]
    for index, branch in enumerate(figure.branches):
        bone, joint = bone_of.get(index), branch.joint
        above = turns[branch.carrier] if branch.carrier >= 0 else None
        if bone is None:
            if above is None:
                turns.append(np.tile(rest[index, 3:], (count, 1)))
            else:
                turns.append(product(above, product(inverse(rest[branch.carrier, 3:]), rest[index, 3:])))
            continue
        parent = goal.parents[bone]
        moved = shares.get(bone)
        before = since[parent] if parent is not None else None
        since[bone] = _times(before, moved, count)
        wanted = product(since[bone], goal.frames[index, 3:])
        turns.append(_put(figure, joint, stored, above, wanted, hips))
    return stored


def _times(before: Array | None, moved: Array | None, count: int) -> Array:
    still = np.tile((0.0, 0.0, 0.0, 1.0), (count, 1))
    return product(still if before is None else before, still if moved is None else moved)


def _put(figure: Figure, joint: Joint, stored: Array, above: Array | None, wanted: Array, hips: Array) -> Array:
    """Set a joint so that its segment turns as wanted, or nearly; how it turns then."""
    where = figure.coordinate_slice(joint.name)
    if above is None:
        child = joint.child_placement
        turn = product(wanted, inverse(np.array(child.rotation)))
        if joint.model == "free":
            stored[:, where.start : where.start + 3] = hips - rotated(turn, np.array(child.position))
            stored[:, where.start + 3 : where.stop] = turn
            return wanted
        above = np.tile((0.0, 0.0, 0.0, 1.0), (len(wanted), 1))
    before = product(above, np.array(joint.placement.rotation))
    after = np.array(joint.child_placement.rotation)
    own = product(product(inverse(before), wanted), inverse(after))
    coordinates, reached = nearest(joint, own)
    start = where.stop - coordinates.shape[1]
    stored[:, start : where.stop] = coordinates
    return product(product(before, reached), after)


def nearest(joint: Joint, turn: Array) -> tuple[Array, Array]:
    """Stored coordinates of a joint that turn it most nearly so (n, 4), and how it turns then (`figure/joint.py`)."""
    if joint.model in ("ball", "free"):
        return turn, turn
    m = matrices(turn)
    if joint.model == "elbow":  # Rx(flexion) Rz(twist): the limb's direction first
        flexion = np.arctan2(-m[:, 1, 2], m[:, 2, 2])
        bent = _about((1.0, 0.0, 0.0), flexion)
        left = matrices(product(inverse(bent), turn))
        twist = np.arctan2(left[:, 1, 0], left[:, 0, 0])
        return np.column_stack([flexion, twist]), product(bent, _about((0.0, 0.0, 1.0), twist))
    if joint.model == "swing":  # the shortest turn of the z axis to where it should point
        away = np.arctan2(np.hypot(m[:, 0, 2], m[:, 1, 2]), m[:, 2, 2])
        across = np.hypot(m[:, 0, 2], m[:, 1, 2])
        share = away / np.where(across > 1e-12, across, 1.0)
        swing = np.column_stack([-m[:, 1, 2] * share, m[:, 0, 2] * share])
        half = np.linalg.norm(swing, axis=1, keepdims=True) / 2
        sine = np.sinc(half / np.pi) / 2
        return swing, np.hstack([swing * sine, np.zeros_like(half), np.cos(half)])
    if joint.model == "hinge":
        axis = np.array(joint.axis)
        angle = 2.0 * np.arctan2(turn[:, :3] @ axis, turn[:, 3])
        angle = (angle + np.pi) % (2 * np.pi) - np.pi
        return angle[:, None], _about(joint.axis, angle)
    return np.zeros((len(turn), 0)), np.tile((0.0, 0.0, 0.0, 1.0), (len(turn), 1))


def _about(axis: tuple[float, float, float], angle: Array) -> Array:
    half = angle[:, None] / 2
    return np.hstack([np.sin(half) * np.array(axis), np.cos(half)])
