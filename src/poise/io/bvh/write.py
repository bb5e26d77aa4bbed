"""Any motion of any figure as a BVH file.

A BVH joint has no frame of its own: where all its angles are zero, its axes are the world's. So the zero pose of the
file is a pose of the figure (its rest, unless another is given), and every joint is written by how the segment it
carries has turned since. Joints that travel, slides among them, get position channels.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from poise import _core
from poise.arrays import Array
from poise.errors import InputError, UnknownNameError
from poise.figure.check import positive
from poise.figure.differences import require_same_figure
from poise.figure.figure import Figure
from poise.io.bvh.convention import UNITS
from poise.io.bvh.euler import checked_order, euler_angles, without_leaps
from poise.io.text.files import write_whole
from poise.io.text.names import Names
from poise.motion.motion import Motion
from poise.motion.quaternions import inverse, product, rotated
from poise.pose import Pose

OPTIONS = ("order", "unit", "frame_time", "zero")
_STILL = 1e-9
"""Metres: a joint that travels less than this in its parent sits still there."""
_FINEST = 9
"""Decimals of a metre that are written, and for other units as many as give the same length; of angles, in degrees:"""
_ANGLE = 7
_EVEN = 1e-6
"""Of a step in time: keys that are so even are frames as they are."""


def write_bvh(motion: Motion, path: Path, options: dict[str, Any]) -> None:
    """Write a motion.

    `order`: of rotations, "ZYX" by default. `unit`: "m" by default, or another of `UNITS`, or metres. `frame_time`:
    seconds; by default that of the keys where they are even, else the shortest between them. `zero`: the pose in which
    all angles of the file are zero, the figure's rest by default.
    """
    write_whole(path, bvh_text(motion, **options))


def bvh_text(
    motion: Motion, order: str = "ZYX", unit: Any = "m", frame_time: float | None = None, zero: Pose | None = None
) -> str:
    """The text of a BVH file; see `write_bvh`."""
    axes = checked_order(order)
    metres = _metres(unit)
    frames, seconds = _frames(motion, frame_time)
    if zero is None:
        zero = motion.figure.rest()
    elif not isinstance(zero, Pose):
        raise InputError(f"the zero pose of a BVH file must be a Pose, not {zero!r}")
    require_same_figure(motion.figure, zero.figure, "the zero pose of a BVH file")
    tree = _tree(motion.figure, zero, frames)
    letters = order.upper()
    lines = ["HIERARCHY"]
    _describe(tree, letters, metres, lines)
    lines += ["MOTION", f"Frames: {len(frames)}", f"Frame Time: {seconds!r}"]
    return "\n".join([*lines, *_rows(tree, axes, metres)]) + "\n"


# ---- time ------------------------------------------------------------------------------------------


def _frames(motion: Motion, frame_time: float | None) -> tuple[Array, float]:
    """Poses at even times, and the seconds between them."""
    given = None if frame_time is None else positive(frame_time, "the frame time")
    steps = np.diff(motion.times)
    if len(steps) == 0:
        return motion.poses, given or 1.0 / 30.0
    even = float(np.ptp(steps)) <= _EVEN * float(steps.min())
    if even:
        # What was read as k times a frame time gives back exactly that; the mean step is next best.
        guesses = (float(steps[0]), motion.duration / len(steps))
        numbers = np.arange(len(motion))
        exact = [g for g in guesses if np.array_equal(motion.start + g * numbers, motion.times)]
        own = exact[0] if exact else guesses[1]
        if given is None or abs(given - own) <= _EVEN * own:
            return motion.poses, given or own
    seconds = given or float(steps.min())
    return motion.resampled(1.0 / seconds).poses[: int(motion.duration / seconds + 1e-6) + 1], seconds


def _metres(unit: Any) -> float:
    if isinstance(unit, str):
        if unit not in UNITS:
            raise UnknownNameError("choice", unit, UNITS, "unit of a BVH file")
        return UNITS[unit]
    return positive(unit, "the unit of a BVH file, in metres,")


# ---- joints ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Joint:
    """One joint of the file: its place in the parent's axes (n, 3) and its turn against the parent (n, 4)."""

    name: str
    depth: int
    children: list[_Joint]
    places: Array
    turns: Array
    offset: Array
    tip: Array | None

    @property
    def travels(self) -> bool:
        still = float(np.abs(self.places - self.offset).max(initial=0.0)) <= _STILL
        return self.depth == 0 or not still


def _tree(figure: Figure, zero: Pose, frames: Array) -> list[_Joint]:
    """The roots; all joints in the order of the file, depth first, when they are walked."""
    now = _core.segment_placements(figure._core, np.ascontiguousarray(frames))
    then = _core.segment_placements(figure._core, zero.coordinates[None, :])[0]
    names = Names(())
    found: list[_Joint] = []
    roots: list[_Joint] = []
    turns: list[Array] = []
    centers: list[Array] = []
    starts: list[Array] = []
    hidden = _is_mere_world(figure)
    for index, branch in enumerate(figure.branches):
        joint, carrier = branch.joint, branch.carrier
        is_root = carrier < 0 or (hidden and carrier == 0)
        seat = joint.placement.position if branch.reversed else joint.child_placement.inverse().position
        turn = product(now[:, index, 3:], inverse(then[index, 3:]))
        center = now[:, index, :3] + rotated(now[:, index, 3:], np.array(seat))
        start = then[index, :3] + rotated(then[index, 3:], np.array(seat))
        turns.append(turn)
        centers.append(center)
        starts.append(start)
        name = names.new(branch.segment if is_root else joint.name)
        if is_root:
            made = _Joint(name, 0, [], center, turn, np.zeros(3), None)
        else:
            back = inverse(turns[carrier])
            places = rotated(back, center - centers[carrier])
            offset = starts[index] - starts[carrier]
            made = _Joint(name, found[carrier].depth + 1, [], places, product(back, turn), offset, None)
            found[carrier].children.append(made)
        made.tip = _tip(figure, branch.segment, then[index], start)
        found.append(made)
        if is_root and not (hidden and index == 0):
            roots.append(made)
    return roots


def _is_mere_world(figure: Figure) -> bool:
    """Whether the root is only there to carry several free roots, as files with several have them."""
    carried = [branch.joint for branch in figure.branches if branch.carrier == 0]
    return figure.base.model == "fixed" and len(carried) > 1 and all(joint.model == "free" for joint in carried)


def _tip(figure: Figure, segment: str, placement: Array, center: Array) -> Array | None:
    """From the joint to the site that is farthest from it on a segment, in the zero pose; None without one."""
    sites = [site.placement.position for site in figure.sites.values() if site.segment == segment]
    ways = [placement[:3] + rotated(placement[3:], np.array(position)) - center for position in sites]
    farthest = max(ways, key=lambda way: float(np.linalg.norm(way)), default=None)
    return farthest if farthest is not None and float(np.linalg.norm(farthest)) > _STILL else None


def _walk(joints: list[_Joint]) -> list[_Joint]:
    """Joints in the order of the file, parents before children."""
    found, waiting = [], list(reversed(joints))
    while waiting:
        joint = waiting.pop()
        found.append(joint)
        waiting += reversed(joint.children)
    return found


# ---- text ------------------------------------------------------------------------------------------


def _describe(roots: list[_Joint], order: str, metres: float, lines: list[str]) -> None:
    """The hierarchy; an explicit stack, since chains may be long."""
    waiting: list[_Joint | int] = list(reversed(roots))
    while waiting:
        joint = waiting.pop()
        if isinstance(joint, int):
            lines.append("\t" * joint + "}")
            continue
        indent = "\t" * joint.depth
        lines += [f"{indent}{'JOINT' if joint.depth else 'ROOT'} {joint.name}", indent + "{"]
        lines.append(f"{indent}\tOFFSET {_vector(joint.offset, metres)}")
        positions = "Xposition Yposition Zposition " if joint.travels else ""
        rotations = " ".join(f"{letter}rotation" for letter in order)
        lines.append(f"{indent}\tCHANNELS {6 if joint.travels else 3} {positions}{rotations}")
        if not joint.children:
            tip = np.zeros(3) if joint.tip is None else joint.tip
            lines += [
                f"{indent}\tEnd Site",
                indent + "\t{",
                f"{indent}\t\tOFFSET {_vector(tip, metres)}",
                indent + "\t}",
            ]
        waiting += [joint.depth, *reversed(joint.children)]


def _vector(way: Array, metres: float) -> str:
    return " ".join(f"{x + 0.0:.10g}" for x in np.round(way / metres, 12).tolist())


def _rows(roots: list[_Joint], order: tuple[int, int, int], metres: float) -> list[str]:
    """A line a frame."""
    joints = _walk(roots)
    radians = without_leaps(euler_angles(np.stack([joint.turns for joint in joints], axis=1), order))
    angles = np.round(np.degrees(radians), _ANGLE) + 0.0
    decimals = max(0, _FINEST + int(np.floor(np.log10(metres) + 0.5)))
    columns: list[Array] = []
    formats: list[str] = []
    for index, joint in enumerate(joints):
        if joint.travels:
            columns.append(np.asarray(np.round(joint.places / metres, decimals) + 0.0, dtype=float))
            formats += [f"%.{decimals}f"] * 3
        columns.append(np.asarray(angles[:, index], dtype=float))
        formats += [f"%.{_ANGLE}f"] * 3
    line = " ".join(formats)
    return [line % tuple(row) for row in np.hstack(columns).tolist()]
