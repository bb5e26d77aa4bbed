"""A scene seen by a camera, as pixels. The only file that knows pyvista."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poise.errors import MissingExtraError
from poise.plot.colors import BACKGROUND
from poise.plot.floor import floor_image, section_image
from poise.plot.glass import back_to_front
from poise.plot.scene import Item, Scene
from poise.plot.views import OPENING, Camera

Pixels = NDArray[np.uint8]

FINER = 2
"""Pictures are drawn this many times larger and averaged: smooth edges on every driver."""

LIGHTS = (
    ((0.40, 0.75, 0.75), 0.66),
    ((-0.85, 0.30, 0.55), 0.30),
    ((0.10, 0.60, -0.90), 0.22),
)
"""Directions, in picture axes, and strengths of the key, fill and rim light."""

MATT = {"ambient": 0.42, "diffuse": 0.86, "specular": 0.05, "specular_power": 10}
FLAT = {"ambient": 0.0, "diffuse": 1.0}
"""How shaded and flat surfaces answer light."""


def render(scene: Scene, camera: Camera, size: tuple[int, int]) -> Pixels:
    """(height, width, 3) pixels of the scene; `size` is (width, height)."""
    pv = pyvista()
    with _quiet():
        plotter = pv.Plotter(off_screen=True, window_size=[size[0] * FINER, size[1] * FINER], lighting="none")
        try:
            plotter.set_background(BACKGROUND)
            _add_lights(pv, plotter, camera)
            _add_floor(pv, plotter, scene, camera)
            for item in back_to_front(scene.items, camera):
                _add_item(pv, plotter, item)
            _place_camera(plotter, camera)
            pixels = plotter.screenshot(return_img=True)
        finally:
            plotter.close()
    return _averaged(np.asarray(pixels)[..., :3])


@functools.cache
def pyvista() -> Any:
    """The pyvista module, set up to draw without a screen."""
    try:
        import pyvista as pv
    except ImportError as error:
        raise MissingExtraError("drawing", "pictures") from error
    return pv


@contextmanager
def _quiet() -> Iterator[None]:
    """Without VTK's log on the error stream: it complains when there is no screen, and then does without one.

    What really goes wrong still arrives as an exception.
    """
    from vtkmodules.vtkCommonCore import vtkLogger

    before = vtkLogger.GetCurrentVerbosityCutoff()
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_OFF)
    try:
        yield
    finally:
        vtkLogger.SetStderrVerbosity(before)


def _averaged(pixels: Pixels) -> Pixels:
    height, width = pixels.shape[0] // FINER, pixels.shape[1] // FINER
    blocks = pixels[: height * FINER, : width * FINER].reshape(height, FINER, width, FINER, 3)
    return np.asarray(np.rint(blocks.mean(axis=(1, 3))), np.uint8)


def _add_lights(pv: Any, plotter: Any, camera: Camera) -> None:
    for direction, strength in LIGHTS:
        away = np.asarray(direction) @ camera.axes * 10
        light = pv.Light(position=away, focal_point=(0, 0, 0), intensity=strength, light_type="scene light")
        light.positional = False
        plotter.add_light(light)


def _add_item(pv: Any, plotter: Any, item: Item) -> None:
    if not len(item.mesh.faces):
        return
    surface = pv.PolyData.from_regular_faces(item.mesh.vertices, item.mesh.faces)
    surface.point_data.active_normals = item.mesh.normals
    light = MATT if item.shaded else FLAT
    culling = "back" if item.on_top else None
    options = {**light, "smooth_shading": True, "show_scalar_bar": False, "culling": culling}
    actor = plotter.add_mesh(surface, color=item.color, opacity=item.opacity, lighting=item.shaded, **options)
    if item.on_top:  # pull it in front of everything by the largest depth offset there is
        actor.mapper.SetResolveCoincidentTopologyToPolygonOffset()
        actor.mapper.SetRelativeCoincidentTopologyPolygonOffsetParameters(0, -66000)


def _add_floor(pv: Any, plotter: Any, scene: Scene, camera: Camera) -> None:
    if scene.floor is None:
        return
    points = scene.points(everything=True)
    low, high = points.min(axis=0), points.max(axis=0)
    middle = (low + high) / 2
    reach = max(1.1 * math.hypot(high[0] - low[0], high[2] - low[2]), 1.1 * float(high[1] - scene.floor), 0.3)
    foot = np.array([middle[0], scene.floor, middle[2]])
    if abs(camera.axes[2][1]) < 0.02:  # seen edge-on: show the ground cut open instead of a bare line
        down = 0.04 * reach
        sides = (camera.axes[0] * reach, np.array([0.0, down, 0.0]))
        _add_texture(pv, plotter, foot - sides[1] - camera.axes[2] * reach, sides, section_image())
    else:
        image = floor_image(scene.balls, (foot[0], foot[2]), reach, scene.floor)
        _add_texture(pv, plotter, foot, (np.array([reach, 0, 0]), np.array([0, 0, reach])), image)


def _add_texture(pv: Any, plotter: Any, center: Any, sides: tuple[Any, Any], image: Any) -> None:
    """The rectangle `center` ± both `sides` (half edges), painted with `image` (rows, columns, 3), first row at −."""
    u, v = sides
    corners = np.array([center - u - v, center + u - v, center + u + v, center - u + v])
    square = pv.PolyData.from_regular_faces(corners, np.array([[0, 1, 2], [0, 2, 3]]))
    square.active_texture_coordinates = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    texture = pv.Texture(np.asarray(np.rint(image[::-1] * 255), np.uint8))
    texture.interpolate = True
    texture.SetRepeat(False)  # or the far edge would shine in at the near one
    texture.SetEdgeClamp(True)
    plotter.add_mesh(square, texture=texture, lighting=False, show_scalar_bar=False)


def _place_camera(plotter: Any, camera: Camera) -> None:
    target = camera.eye - camera.axes[2]
    plotter.camera.position = tuple(camera.eye)
    plotter.camera.focal_point = tuple(target)
    plotter.camera.up = tuple(camera.axes[1])
    if camera.perspective:
        plotter.camera.view_angle = math.degrees(OPENING)
    else:
        plotter.camera.enable_parallel_projection()
        plotter.camera.parallel_scale = camera.half_height
    plotter.renderer.ResetCameraClippingRange()
