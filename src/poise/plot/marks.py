"""Marks on a pose: the centre of mass, the area of support, the frames of sites."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.plot import colors
from poise.plot.lines import ball, fan, tube
from poise.plot.mesh import EMPTY, Floats, Mesh, joined
from poise.plot.scene import Item

if TYPE_CHECKING:
    from poise.pose import Pose

AXES = ("#c8452f", "#5b9a68", "#3f6fa8")
"""Colours of x, y and z."""


def center_items(pose: Pose, size: float, floor: float | None, down: Floats) -> list[Item]:
    """The centre of mass as a ball, and on the floor the point under it: a ring and a plumb line."""
    center = np.array(pose.center_of_mass)
    items = [Item(ball(center, 0.016 * size), colors.CENTER, on_top=True)]
    if floor is not None:
        foot = center + down * (float(-down @ center) - floor)
        items.append(Item(tube([center, foot], 0.0025 * size), colors.CENTER))
        items.append(
            Item(ring(foot - down * 0.004 * size, down, 0.022 * size, 0.0026 * size), colors.CENTER, on_top=True)
        )
    return items


def support_items(pose: Pose, size: float, floor: float, down: Floats) -> list[Item]:
    """The support polygon, filled and outlined on the floor; nothing when the figure touches it nowhere."""
    outline = np.array(pose.support_polygon(floor=floor))
    if len(outline) < 3:
        return []
    lifted = outline - 0.003 * size * down
    closed = np.vstack([lifted, lifted[:1]])
    filled = fan(lifted.mean(axis=0), closed)
    return [
        Item(filled, colors.SUPPORT, opacity=0.45, shaded=False),
        Item(tube(closed, 0.004 * size), colors.SUPPORT),
    ]


def site_items(pose: Pose, sites: Iterable[str] | bool, size: float) -> list[Item]:
    """Three coloured arms along the axes of each site."""
    if isinstance(sites, str):
        sites = (sites,)
    names = list(pose.figure.sites) if isinstance(sites, bool) else list(sites)
    frames = [np.array(pose.frame(name)) for name in names]
    return [Item(joined(_arm(f, axis, size) for f in frames), AXES[axis], on_top=True) for axis in range(3)]


def _arm(frame: Floats, axis: int, size: float) -> Mesh:
    return tube([frame[:3, 3], frame[:3, 3] + frame[:3, axis] * 0.04 * size], 0.004 * size, sides=8)


def ring(center: Any, normal: Any, radius: float, thickness: float) -> Mesh:
    """A round wire about `center`, across `normal`; `thickness` is the wire's own radius, metres."""
    if radius <= 0:
        return EMPTY
    hint = np.eye(3)[int(np.argmin(np.abs(normal)))]
    u = np.cross(hint, normal)
    u = u / np.linalg.norm(u)
    turn = np.linspace(0, 2 * math.pi, 48, endpoint=False)[:, None]
    return tube(center + radius * (np.cos(turn) * u + np.sin(turn) * np.cross(normal, u)), thickness, closed=True)
