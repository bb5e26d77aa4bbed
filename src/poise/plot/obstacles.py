"""The obstacles of a world in pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.figure.arguments import checked
from poise.figure.shape import Box, Cylinder
from poise.plot.mesh import Floats, Ints, Mesh, ellipsoid, shape_mesh
from poise.plot.picture import Panel, Picture
from poise.plot.pose_picture import pose_scene
from poise.plot.scene import Item
from poise.plot.staging import upright
from poise.plot.views import View, view_of
from poise.world.mesh import Mesh as SolidMesh
from poise.world.obstacle import Obstacle
from poise.world.solids import HalfSpace, HeightField, Hull
from poise.world.world import World

if TYPE_CHECKING:
    from poise.pose import Pose

COLOR = "#b08d63"
OPACITY = 0.75
PLANE = 3.0
"""Edge of the square (m) that stands for a half-space."""


@checked
def plot_world(
    world: World,
    pose: Pose,
    *,
    view: str | View = "three-quarter",
    views: Iterable[str | View] | None = None,
    opacity: float = OPACITY,
    label: str = "",
    size: tuple[int, int] | None = None,
    **options: Any,
) -> Picture:
    """A pose among obstacles; `opacity` of these; `options` as of `plot_pose`."""
    turn = upright(pose.figure.gravity)
    drawing = pose_scene(pose, **options)
    items = [replace(item, mesh=item.mesh.moved(turn), opacity=opacity) for item in obstacle_items(world)]
    drawing = replace(drawing, items=(*drawing.items, *items))
    chosen = (view,) if views is None else tuple(views)
    return Picture([Panel(drawing, view_of(v), label) for v in chosen], size=size)


def obstacle_items(world: World) -> list[Item]:
    """Every obstacle as a mesh in the world; half-spaces are a square and do not count for the camera."""
    return [
        Item(obstacle_mesh(o).moved(o.placement.matrix), COLOR, framed=not isinstance(o.shape, HalfSpace))
        for o in world.values()
    ]


def obstacle_mesh(obstacle: Obstacle) -> Mesh:
    """The surface of an obstacle in its own frame."""
    shape, rounding = obstacle.shape, obstacle.rounding
    if isinstance(shape, HalfSpace):
        return _square(np.array(shape.normal))
    if isinstance(shape, HeightField):
        return _ground(np.array(shape.heights), shape.cell)
    if isinstance(shape, SolidMesh):
        return _faceted(shape.vertices[shape.faces])
    if isinstance(shape, Hull):
        points = np.array(shape.points)
        return _supported(lambda d: points[np.argmax(d @ points.T, axis=1)], rounding)
    if isinstance(shape, Box) and rounding > 0.0:
        inner = np.array(shape.size) / 2 - rounding
        return _supported(lambda d: np.where(d < 0.0, -inner, inner), rounding).moved(shape.placement.matrix)
    if isinstance(shape, Cylinder) and rounding > 0.0:
        return _supported(lambda d: _rim(shape, rounding, d), rounding).moved(shape.placement.matrix)
    return shape_mesh(shape)


def _faceted(corners: Floats) -> Mesh:
    """Triangles (n, 3, 3), each with its own normal: edges of chairs and stairs stay sharp."""
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals = across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-300)
    return Mesh(corners.reshape(-1, 3), np.repeat(normals, 3, axis=0), np.arange(3 * len(corners)).reshape(-1, 3))


def _rim(shape: Cylinder, rounding: float, d: Floats) -> Floats:
    across = d[:, :2] / np.maximum(np.linalg.norm(d[:, :2], axis=1, keepdims=True), 1e-12)
    ends = np.where(d[:, 2:] < 0.0, -1.0, 1.0) * (shape.length / 2 - rounding)
    return np.hstack([across * (shape.radius - rounding), ends])


def _supported(farthest: Any, rounding: float) -> Mesh:
    """A convex solid by its farthest points in many directions, with rounded edges."""
    ball = ellipsoid((1.0, 1.0, 1.0), 160)
    return Mesh(farthest(ball.vertices) + rounding * ball.vertices, ball.normals, ball.faces)


def _square(normal: Floats) -> Mesh:
    across = np.cross(normal, np.eye(3)[int(np.argmin(np.abs(normal)))])
    across /= np.linalg.norm(across)
    other = np.cross(normal, across)
    corners = PLANE / 2 * np.array([-across - other, across - other, across + other, -across + other])
    return Mesh(corners, np.tile(normal, (4, 1)), np.array([[0, 1, 2], [0, 2, 3]]))


def _ground(heights: Floats, cell: float) -> Mesh:
    rows, columns = heights.shape
    z, x = np.mgrid[0:rows, 0:columns] * cell
    vertices = np.column_stack([x.ravel(), heights.ravel(), z.ravel()])
    slope_z, slope_x = np.gradient(heights, cell)
    normals = np.column_stack([-slope_x.ravel(), np.ones(heights.size), -slope_z.ravel()])
    first = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    a, b, c, d = first, first + 1, first + columns + 1, first + columns
    faces: Ints = np.vstack([np.column_stack([a, c, b]), np.column_stack([a, d, c])])
    return Mesh(vertices, normals / np.linalg.norm(normals, axis=1, keepdims=True), faces)
