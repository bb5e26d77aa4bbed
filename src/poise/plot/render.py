"""A scene seen by a camera, as pixels: projected here, drawn and lit by the core."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from poise import _core as core
from poise.plot.colors import BACKGROUND, linear, rgb
from poise.plot.floor import floor_colors, section_colors
from poise.plot.glass import back_to_front
from poise.plot.mesh import Floats
from poise.plot.scene import Item, Scene
from poise.plot.views import Camera

Pixels = NDArray[np.uint8]

FINER = 3
"""Pictures are drawn this many times larger and averaged: smooth edges."""

EDGE_ON = 0.02
"""A camera that looks down on the floor by less (the sine of the angle) sees its edge."""


def render(scene: Scene, camera: Camera, size: tuple[int, int]) -> Pixels:
    """(height, width, 3) pixels of the scene; `size` is (width, height)."""
    canvas = core.Canvas(*size, FINER, np.ascontiguousarray(camera.axes[:, 1]))
    canvas.fill(_backdrop(scene, camera, size))
    for item in back_to_front(scene.items, camera):
        _draw(canvas, item, camera, size)
    return np.asarray(canvas.image())


def _draw(canvas: core.Canvas, item: Item, camera: Camera, size: tuple[int, int]) -> None:
    mesh = item.mesh
    places, before = _projected(mesh.vertices, camera, size)
    faces = mesh.faces[before[mesh.faces].all(axis=1)] if not before.all() else mesh.faces
    if not len(faces):
        return
    colors = np.empty((len(places), 4))
    colors[:, :3] = linear(np.array(rgb(item.color)) if item.tints is None else item.tints)
    colors[:, 3] = 1.0 if item.sky is None else item.sky
    normals = np.ascontiguousarray(mesh.normals @ camera.axes.T)
    canvas.draw(
        places, normals, colors, np.ascontiguousarray(faces, np.int64), item.opacity, item.shaded, item.on_top
    )  # fmt: skip


def _projected(points: Floats, camera: Camera, size: tuple[int, int]) -> tuple[Floats, NDArray[np.bool_]]:
    """(n, 3) pixels from the top left and nearness, and which points lie before the eye."""
    local = (points - camera.eye) @ camera.axes.T
    depth = -local[:, 2]
    before = depth > 1e-6 if camera.perspective else np.ones(len(points), bool)
    scale = np.where(before, depth, 1.0) if camera.perspective else np.ones(len(points))
    x = local[:, 0] / scale / (camera.half_height * camera.aspect)
    y = local[:, 1] / scale / camera.half_height
    near = 1.0 / scale if camera.perspective else local[:, 2]
    return np.column_stack([(1 + x) / 2 * size[0], (1 - y) / 2 * size[1], near]), before


def _backdrop(scene: Scene, camera: Camera, size: tuple[int, int]) -> Floats:
    """(height, width, 3) linear colours of background and floor."""
    plain = np.broadcast_to(linear(np.array(rgb(BACKGROUND))), (size[1], size[0], 3))
    if scene.floor is None:
        return np.ascontiguousarray(plain)
    points = scene.points(everything=True)
    low, high = points.min(axis=0), points.max(axis=0)
    middle = (low + high) / 2
    reach = max(1.1 * math.hypot(high[0] - low[0], high[2] - low[2]), 1.1 * float(high[1] - scene.floor), 0.3)
    starts, ways = _rays(camera, size)
    if abs(camera.axes[2][1]) < EDGE_ON:  # the ground cut open instead of a bare line
        along = (starts + ways - (middle[0], 0.0, middle[2])) @ camera.axes[0]
        return linear(section_colors(along / reach, (scene.floor - (starts + 0.0 * ways)[..., 1]) / (0.04 * reach)))
    t = (scene.floor - starts[..., 1]) / np.where(np.abs(ways[..., 1]) < 1e-9, 1e-9, ways[..., 1])
    seen = np.flatnonzero((t > 0).any(axis=1))  # rows below the horizon
    if not len(seen):
        return np.ascontiguousarray(plain)
    rows = slice(seen[0], seen[-1] + 1)
    ahead = np.maximum(t[rows], 0.0)
    x, z = (starts[rows, :, i] + ahead * ways[rows, :, i] for i in (0, 2))
    colors = floor_colors(x, z, scene.balls, (middle[0], middle[2]), reach, scene.floor)
    backdrop = np.array(plain)
    backdrop[rows] = np.where((ahead > 0.0)[..., None], linear(colors), plain[rows])
    return backdrop


def _rays(camera: Camera, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """(height, width, 3) where the rays of the pixels start, and their directions."""
    x = ((np.arange(size[0]) + 0.5) / size[0] * 2 - 1) * camera.half_height * camera.aspect
    y = (1 - (np.arange(size[1]) + 0.5) / size[1] * 2) * camera.half_height
    across = x[None, :, None] * camera.axes[0] + y[:, None, None] * camera.axes[1]
    if camera.perspective:
        return np.broadcast_to(camera.eye, across.shape), across - camera.axes[2]
    return camera.eye + across, np.broadcast_to(-camera.axes[2], across.shape)
