"""How the nodes of a file move: places and turns in their parents, from a motion of the figure that came from it.

Only frames of segments are looked at. So the figure may have been edited since: given limits, other joint models,
another root.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from poise import _core
from poise.arrays import Array
from poise.io.gltf.animation import slerp
from poise.io.gltf.nodes import Nodes
from poise.motion.interpolation import Linear
from poise.motion.motion import Motion
from poise.motion.quaternions import angle, inverse, product, rotated

FINE_ANGLE, FINE_LENGTH = np.radians(0.01), 1e-5
"""Radians and metres: how near the straight lines of a file come to a motion that is curved between its keys."""
_HALVINGS = 8
LEAP = 1e-4
"""Seconds before a key at which a pose that is held until then is written once more."""


@dataclass(frozen=True, slots=True)
class Track:
    """A node over time: `places` (n, 3) and `turns` (n, 4) in its parent."""

    node: int
    places: Array
    turns: Array


class Owner(NamedTuple):
    """What a node moves with: the number of a segment, and its place (3,) and turn (4,) on it."""

    segment: int
    place: Array
    turn: Array


def node_tracks(nodes: Nodes, owners: dict[int, Owner], turn: Array, placements: Array) -> list[Track]:
    """Of frames (n, segments, 7): where nodes are in their parents. `turn`: by which the file was turned when read."""
    count = len(placements)
    back = inverse(turn)
    needed = {a for node in owners for a in [node, *nodes.ancestors(node)]}
    places: dict[int, Array] = {}
    turns: dict[int, Array] = {}
    tracks = []
    for node in nodes.order:
        if node not in needed:
            continue
        parent, own = nodes.parents[node], nodes.locals[node]
        scale = nodes.scales[parent] if parent >= 0 else np.ones(3)
        above = turns[parent] if parent >= 0 else np.tile((0.0, 0.0, 0.0, 1.0), (count, 1))
        start = places[parent] if parent >= 0 else np.zeros((count, 3))
        if node not in owners:
            places[node] = start + rotated(above, scale * own.translation)
            turns[node] = product(above, own.rotation)
            continue
        owner = owners[node]
        frames = placements[:, owner.segment]
        at = frames[:, :3] + rotated(frames[:, 3:], owner.place)
        places[node], turns[node] = rotated(back, at), product(back, product(frames[:, 3:], owner.turn))
        there = rotated(inverse(above), places[node] - start) / scale
        tracks.append(Track(node, there, product(inverse(above), turns[node])))
    return tracks


def written_times(motion: Motion) -> Array:
    """When a file with straight lines between keys needs them to pass where the motion passes.

    Halves every interval in whose middle some segment is farther from the line than `FINE_ANGLE` or `FINE_LENGTH`.
    """
    times = np.array(motion.times)
    if len(times) == 1:
        return times
    held = np.array([timing == "held" for timing in motion.timing])
    fixed = times[1:][held] - np.minimum(LEAP, np.diff(times)[held] / 4)
    open_spans = [(a, b) for a, b, h in zip(times, times[1:], held, strict=False) if not h]
    found = [times, fixed]
    for _ in range(_HALVINGS if not _straight(motion) else 0):
        if not open_spans:
            break
        starts, ends = np.array(open_spans).T
        middles = (starts + ends) / 2
        far = _far(motion, starts, middles, ends)
        found.append(middles[far])
        open_spans = [s for a, m, b, f in zip(starts, middles, ends, far, strict=True) if f for s in ((a, m), (m, b))]
    return np.unique(np.concatenate(found))


def _straight(motion: Motion) -> bool:
    """Whether all that moves are balls and free joints on straight lines: then the keys say everything."""
    plain = isinstance(motion.interpolation, Linear) and set(motion.timing) <= {"linear"}
    simple = all(j.model in ("ball", "free", "fixed") and not j.limits for j in motion.figure.joints.values())
    return plain and simple and motion.carrier == motion.figure.root and not motion.figure.couplings


def _far(motion: Motion, starts: Array, middles: Array, ends: Array) -> Array:
    """Whether the motion is off the line between two times in their middle."""
    before, there, after = (_locals(motion, times) for times in (starts, middles, ends))
    half = np.full((before.shape[0] * before.shape[1], 1), 0.5)
    flat = [part[..., 3:].reshape(-1, 4) for part in (before, there, after)]
    turned = angle(slerp(flat[0], flat[2], half), flat[1]).reshape(before.shape[:2])
    shifted = np.linalg.norm((before[..., :3] + after[..., :3]) / 2 - there[..., :3], axis=-1)
    return np.asarray((turned > FINE_ANGLE).any(axis=1) | (shifted > FINE_LENGTH).any(axis=1))


def _locals(motion: Motion, times: Array) -> Array:
    """(n, segments, 7) of every segment in the one that carries it."""
    found = placements_at(motion, times)
    local = np.array(found)
    for index, branch in enumerate(motion.figure.branches):
        if branch.carrier >= 0:
            above = found[:, branch.carrier]
            back = inverse(above[:, 3:])
            local[:, index, :3] = rotated(back, found[:, index, :3] - above[:, :3])
            local[:, index, 3:] = product(back, found[:, index, 3:])
    return local


def placements_at(motion: Motion, times: Array) -> Array:
    """(n, segments, 7) world frames at some times: at keys those of the keys, limits or not."""
    poses = np.ascontiguousarray(motion.sample(times).poses)
    return np.asarray(_core.segment_placements(motion.figure._core, poses))
