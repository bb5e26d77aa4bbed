"""The area a standing figure rests on."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.memo import Same

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

Array = NDArray[np.float64]


def soles_down(pose: Pose, floor: float = 0.0, within: float = 0.02) -> list[str]:
    """The soles that are on the floor."""
    up = _up(pose.figure)
    return [sole for sole in pose.figure.soles if len(_corners_down(pose, sole, up, floor, within))]


def support_polygon(pose: Pose, floor: float, within: float) -> Array:
    """Hull of the soles that are down, projected along gravity on the floor. See `Pose.support_polygon`."""
    return support_area(pose, floor, within)[0]


def support_area(pose: Pose, floor: float = 0.0, within: float = 0.02) -> tuple[Array, Array]:
    """The corners of that hull (n, 3), and the level normals (n, 3) of the edges that begin there, inward; without
    three corners there are no edges."""
    return _soles(Same(pose.figure)).under(pose._core, floor, within)


@lru_cache(maxsize=64)
def _soles(figure: Same[Figure]) -> _core.Soles:
    soles, segments = figure.thing.soles.values(), figure.thing._segment_ids
    outlines = [np.array(sole.outline) for sole in soles]
    return _core.Soles([segments[sole.segment] for sole in soles], outlines, np.array(figure.thing.gravity))


def room_inside(inward: Array, corners: Array, point: Array) -> float:
    """Level distance (m) of a point from the edge of a convex area, negative outside.

    `inward` (k, 3): level unit normals of the edges that begin at `corners` (k, 3), in order round the area. One plane
    alone is an area, too.
    """
    away = point - corners
    across = np.einsum("ij,ij->i", inward, away)
    least = float(across.min())
    if least >= 0.0 or len(corners) < 3:
        return least
    edges = np.roll(corners, -1, axis=0) - corners
    lengths = np.linalg.norm(edges, axis=1)
    along = np.einsum("ij,ij->i", edges, away) / lengths
    beyond = np.maximum(0.0, np.maximum(-along, along - lengths))
    return -float(np.hypot(across, beyond)[across < 0.0].min())


def _up(figure: Figure) -> Array:
    up = -np.array(figure.gravity)
    return np.asarray(up / (np.linalg.norm(up) or 1.0))


def _corners_down(pose: Pose, sole: str, up: Array, floor: float, within: float) -> Array:
    """(k, 3) the corners of a sole if all of them are down, else none."""
    outline = pose.figure.soles[sole]
    T_world_segment = pose.segment_frame(outline.segment)
    corners = np.array(outline.outline) @ T_world_segment[:3, :3].T + T_world_segment[:3, 3]
    return corners if (corners @ up).max() - floor <= within else corners[:0]
