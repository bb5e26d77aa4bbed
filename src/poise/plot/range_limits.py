"""Limits that are ranges: sectors in the plane of the turn, in the joint's frame with radius 1; rods for slides."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

import numpy as np

from poise.figure.joint import Joint
from poise.figure.limit import Range
from poise.plot import colors
from poise.plot.limit_curves import swing_rotation
from poise.plot.limit_marks import fan_items, finite_range, limb_item, needle
from poise.plot.lines import ball, fan, tube
from poise.plot.mesh import Floats, joined
from poise.plot.scene import Item

if TYPE_CHECKING:
    from poise.pose import Pose


def elbow_items(pose: Pose, joint: Joint) -> Iterator[Item]:
    limits = cast("dict[str, Range]", joint.limits)
    rotation = np.array(pose.rotation(joint.name))
    if "flexion" in limits:
        yield from _sector(np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0]), limits["flexion"])
    if "twist" in limits:
        low, high = finite_range(limits["twist"].min, limits["twist"].max)
        yield from fan_items([(swing_rotation(rotation[:, 2]), (low, high))], 0.28)
        yield Item(needle(rotation), colors.SINGULAR)
    yield limb_item(rotation[:, 2])


def hinge_items(pose: Pose, joint: Joint, limb: Floats) -> Iterator[Item]:
    axis = np.array(joint.axis)
    now = np.array(pose.joint_base(joint.name))[:3, :3].T @ limb
    now = now - axis * float(now @ axis)
    if np.linalg.norm(now) < 1e-6:  # the limb lies along the axis: any direction across it will do
        now = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    now = now / np.linalg.norm(now)
    angle = float(pose[joint.name])
    zero = now * math.cos(angle) - np.cross(axis, now) * math.sin(angle)
    yield from _sector(axis, zero, cast("Range", joint.limits["angle"]))
    yield limb_item(now)


def slide_items(pose: Pose, joint: Joint) -> Iterator[Item]:
    limit = cast("Range", joint.limits["distance"])
    if not (math.isfinite(limit.min) and math.isfinite(limit.max)):
        return
    axis = np.array(joint.axis)
    width = max(0.02 * (limit.max - limit.min), 1e-3)
    yield Item(tube([axis * limit.min, axis * limit.max], width), colors.BOUNDARY)
    yield Item(joined(ball(axis * x, 2.5 * width) for x in (limit.min, limit.max)), colors.BOUNDARY)
    yield Item(ball(axis * float(pose[joint.name]), 2.5 * width), colors.SINGULAR, on_top=True)


def _sector(axis: Floats, zero: Floats, limit: Range) -> Iterator[Item]:
    """The allowed angles about `axis`, measured from the direction `zero`, with ticks at both ends."""
    low, high = finite_range(limit.min, limit.max)
    turn = np.linspace(low, high, max(3, math.ceil((high - low) / 0.05)))[:, None]
    rim = np.cos(turn) * zero + np.sin(turn) * np.cross(axis, zero)
    yield Item(fan(np.zeros(3), rim), colors.REGION, opacity=0.42)
    yield Item(tube(rim, 0.016), colors.BOUNDARY)
    if high - low < 2 * math.pi - 1e-9:
        yield Item(joined([tube([0 * end, end], 0.010) for end in (rim[0], rim[-1])]), colors.BOUNDARY)
