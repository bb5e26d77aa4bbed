"""Limits of swing and twist on a unit sphere in the joint's frame (Baerlocher figs. 3.9 to 3.12)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

import numpy as np

from poise.figure.joint import Joint
from poise.figure.limit import Range, SwingLimit, TwistTable
from poise.plot import colors
from poise.plot.limit_curves import boundary, inward, region, samples, swing_rotation, twist_range
from poise.plot.limit_marks import LIFT, fan_items, finite_range, limb_item, needle
from poise.plot.lines import tube
from poise.plot.mesh import Floats, Mesh, ellipsoid, joined
from poise.plot.scene import Item

if TYPE_CHECKING:
    from poise.pose import Pose


def sphere_items(pose: Pose, joint: Joint) -> Iterator[Item]:
    swing = cast("SwingLimit | None", joint.limits.get("swing"))
    twist = cast("Range | TwistTable | None", joint.limits.get("twist"))
    rotation = np.array(pose.rotation(joint.name))
    yield Item(ellipsoid((1.0, 1.0, 1.0), 64), "#c9d2da", opacity=0.22)
    if swing is not None:
        yield from _boundary_items(swing)
    yield Item(_cross(-1.0), colors.SINGULAR)
    if twist is not None:
        yield from _fans(swing, twist)
        yield Item(needle(rotation), colors.SINGULAR)
    yield limb_item(rotation[:, 2])


def _boundary_items(swing: SwingLimit) -> Iterator[Item]:
    yield Item(region(swing), colors.REGION, opacity=0.42)
    curve = boundary(swing)
    yield Item(tube(curve * LIFT, 0.016, closed=True), colors.BOUNDARY)
    every = max(1, round(len(curve) / 48))
    starts, inside = curve[::every], inward(curve)[::every]
    ticks = [tube(_arc(p, t, 0.10), 0.009, sides=6) for p, t in zip(starts, inside, strict=True)]
    yield Item(joined(ticks), colors.BOUNDARY)


def _fans(swing: SwingLimit | None, twist: Range | TwistTable) -> Iterator[Item]:
    """At directions spread over the sphere, where twisting can take the joint's x axis."""
    places = [(swing_rotation(d), finite_range(*twist_range(twist, d))) for d in samples(swing)]
    yield from fan_items(places, 0.15)


def _arc(start: Floats, tangent: Floats, length: float) -> Floats:
    """A short great arc from `start` along `tangent`, just above the unit sphere."""
    t = np.linspace(0, length, 4)[:, None]
    return np.asarray(LIFT * (np.cos(t) * start + np.sin(t) * tangent))


def _cross(z: float, reach: float = 0.08) -> Mesh:
    """A cross on the sphere about (0, 0, z): the one direction where swing and twist cannot be told apart."""
    pole = np.array([0.0, 0.0, z])
    arms = [np.array([c, s, 0.0]) / math.sqrt(2) for c, s in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    return joined(tube(_arc(pole, arm, reach), 0.014, sides=8) for arm in arms)
