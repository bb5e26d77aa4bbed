"""Motions made from two: one after the other with a blend between them, and one laid over a part of the body."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array
from poise.errors import InputError, UnknownNameError
from poise.figure.check import number
from poise.figure.differences import require_same_figure
from poise.figure.figure import Figure
from poise.motion.interpolation import Timing, chosen
from poise.motion.motion import Motion
from poise.motion.quaternions import product, rotated
from poise.pose import Pose


def joined(first: Motion, second: Motion, blend: float, aligned: bool) -> Motion:
    """`second` begins `blend` seconds before `first` ends; meanwhile one turns into the other, softly at both ends."""
    require_same_figure(first.figure, second.figure, "the motion that follows")
    blend = number(blend, "the time of a blend")
    if not 0.0 <= blend <= min(first.duration, second.duration):
        most = min(first.duration, second.duration)
        raise InputError(f"a blend lasts from 0 to {most:g} s, as long as both motions do, not {blend:g} s")
    begin = first.end - blend
    second = second.shifted(begin - second.start)
    if aligned:
        second = _aligned(second, first.at(begin))
    if blend == 0.0:
        return _abutted(first, second)
    together = np.union1d(first.times[first.times > begin], second.times[second.times < first.end])
    together = together[(together > begin) & (together < first.end)]
    share = (together - begin) / blend
    mixed = _mixed(first.figure, first.sample(together).poses, second.sample(together).poses, _soft(share))
    before, after = first.times <= begin, second.times >= first.end
    return first._edited(
        times=np.concatenate([first.times[before], together, second.times[after]]),
        poses=np.vstack([first.poses[before], mixed, second.poses[after]]),
        interpolation=_common(first, second),
        timing="linear",
    )


def _abutted(first: Motion, second: Motion) -> Motion:
    """One right after the other: the key where they meet is the last one of the first motion."""
    timing: tuple[Timing, ...] = (*first.timing, *second.timing)
    return first._edited(
        times=np.concatenate([first.times, second.times[1:]]),
        poses=np.vstack([first.poses, second.poses[1:]]),
        interpolation=_common(first, second),
        timing=timing,
    )


def _common(first: Motion, second: Motion) -> object:
    """The interpolation of what is made of two: theirs if they have the same and it does not depend on single keys."""
    if type(first.interpolation) is not type(second.interpolation):
        return "linear"
    plain = chosen(first.interpolation, [])
    return plain if plain == first.interpolation == second.interpolation else "catmull-rom"


def layered(motion: Motion, over: Motion, names: list[str], fade: float) -> Motion:
    """With some joints as in another motion."""
    require_same_figure(motion.figure, over.figure, "the motion to lay over")
    fade = number(fade, "the time of a fade")
    if fade < 0.0:
        raise InputError(f"the time of a fade must not be negative, not {fade:g} s")
    joints = _joints(motion.figure, names)
    start, end = max(motion.start, over.start), min(motion.end, over.end)
    if not start < end:
        raise InputError(
            f"the motions do not meet: one from {motion.start:g} s to {motion.end:g} s, "
            f"the other from {over.start:g} s to {over.end:g} s"
        )
    corners = [t for t in (start, start + fade, end - fade, end) if start <= t <= end]
    times = np.unique(np.concatenate([motion.times, over.times, corners]))
    times = times[(times >= motion.start) & (times <= motion.end)]
    poses = np.array(motion.sample(times).poses)
    inside = (times >= start) & (times <= end)
    share = np.ones(int(inside.sum()))
    if fade > 0.0:
        share = np.clip(np.minimum(times[inside] - start, end - times[inside]) / fade, 0.0, 1.0)
    mixed = _mixed(motion.figure, poses[inside], over.sample(times[inside]).poses, _soft(share))
    for name in joints:
        where = motion.figure.coordinate_slice(name)
        poses[np.flatnonzero(inside)[:, None], np.arange(where.start, where.stop)] = mixed[:, where]
    return motion._edited(times=times, poses=poses, interpolation=_common(motion, over), timing="linear")


def _joints(figure: Figure, names: list[str]) -> list[str]:
    """Joints by their names and by those of groups."""
    if not names:
        raise InputError("a layer needs the names of joints or groups that it is for")
    joints: list[str] = []
    for name in names:
        if name not in figure.groups and name not in figure.joints:
            raise UnknownNameError("joint or group", name, [*figure.groups, *figure.joints])
        joints += figure.groups[name].joints if name in figure.groups else [name]
    return [name for name in dict.fromkeys(joints) if figure.joints[name].dof]


def _soft(share: Array) -> Array:
    """From 0 to 1 with a soft start and end: 3u² − 2u³."""
    return share * share * (3.0 - 2.0 * share)


def _mixed(figure: Figure, a: Array, b: Array, shares: Array) -> Array:
    """Poses between two, each by its share of the second."""
    rows = [Pose(figure, p).interpolate(Pose(figure, q), s).coordinates for p, q, s in zip(a, b, shares, strict=True)]
    return np.array(rows).reshape(-1, figure.size)


def _aligned(motion: Motion, pose: Pose) -> Motion:
    """Moved on the floor so that its first key has the place and heading of a pose."""
    figure = motion.figure
    if figure.base.model != "free" or not figure.base.placement.is_identity:
        raise InputError("only a motion with a free base can be aligned")
    up = -np.array(figure.gravity)
    size = float(np.linalg.norm(up))
    up = up / size if size > 0.0 else np.array([0.0, 1.0, 0.0])
    where = figure.coordinate_slice(figure.base.name)
    wanted, first = pose.coordinates[where], motion.poses[0, where]
    turn = _turn_about(up, wanted[3:], first[3:])
    shift = wanted[:3] - rotated(turn, first[:3])
    shift = shift - up * float(up @ shift)  # heights stay
    poses = np.array(motion.poses)
    poses[:, where.start : where.start + 3] = shift + rotated(turn, poses[:, where.start : where.start + 3])
    poses[:, where.start + 3 : where.stop] = product(turn, poses[:, where.start + 3 : where.stop])
    return motion._edited(poses=poses)


def _turn_about(up: Array, wanted: Array, first: Array) -> Array:
    """The turn about the vertical that brings a rotation nearest to another: the twist of the way between them."""
    way = product(wanted, first * np.array([-1.0, -1.0, -1.0, 1.0]))
    about, w = float(way[:3] @ up), float(way[3])
    size = float(np.hypot(about, w))
    return np.array([*(up * about / size), w / size]) if size > 1e-12 else np.array([0.0, 0.0, 0.0, 1.0])
