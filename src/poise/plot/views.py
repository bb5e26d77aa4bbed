"""From where a figure is seen, and how it is fitted into the picture.

+Y is up and the figure faces +Z, so that in a front view its left hand (+X) is on the right of the picture.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from poise.errors import InputError, UnknownNameError
from poise.figure.arguments import check_fields
from poise.figure.check import Vec3, array, number, positive, vec3
from poise.plot.mesh import Floats

OPENING = math.radians(24)
"""Full vertical opening of a perspective camera: long, like a portrait lens, so that limbs keep their proportions."""

FILM = 24.0
"""Height of the picture in a camera, mm, as of 35 mm film."""
FOCAL = FILM / 2 / math.tan(OPENING / 2)
THINNEST = 1000.0
"""Width / height of the widest picture that a still camera is made for, and height / width of the highest."""


@dataclass(frozen=True, slots=True)
class View:
    """A direction to look from, radians. `azimuth` turns from the front to the figure's left; `elevation` from level
    to overhead. `perspective` False gives parallel rays, with which lengths can be compared.

    With a `target` (metres) the camera stands still, `distance` from it, instead of moving until everything is seen:
    for pictures in a series. `focal`: its focal length in millimetres, of a picture 24 mm high."""

    azimuth: float
    elevation: float = 0.0
    perspective: bool = False
    target: Vec3 | None = None
    distance: float = 5.0
    focal: float = FOCAL

    def __post_init__(self) -> None:
        check_fields(self)
        for angle in ("azimuth", "elevation"):
            object.__setattr__(self, angle, number(getattr(self, angle), f"the {angle} of a view"))
        if self.target is not None:
            object.__setattr__(self, "target", vec3(self.target, "the target of a view"))
        for length in ("distance", "focal"):
            object.__setattr__(self, length, positive(getattr(self, length), f"the {length} of a view"))

    @property
    def axes(self) -> Floats:
        """(3, 3) rows: right, up and backwards (towards the camera) of the picture, in world axes."""
        a, e = self.azimuth, self.elevation
        right = np.array([math.cos(a), 0.0, -math.sin(a)])
        back = np.array([math.sin(a) * math.cos(e), math.sin(e), math.cos(a) * math.cos(e)])
        return np.array([right, np.cross(back, right), back])


VIEWS: Mapping[str, View] = MappingProxyType(
    {
        "front": View(0.0),
        "back": View(math.pi),
        "left": View(math.pi / 2),
        "right": View(-math.pi / 2),
        "side": View(-math.pi / 2),
        "top": View(math.pi, math.pi / 2),
        "three-quarter": View(math.radians(32), math.radians(14), perspective=True),
        "three-quarter-right": View(math.radians(-32), math.radians(14), perspective=True),
        "three-quarter-back": View(math.radians(180 - 32), math.radians(14), perspective=True),
    }
)
"""Views by name. "side" shows the right side, so that the figure faces the right edge of the picture."""


def view_of(view: str | View) -> View:
    """A view by name, or as it is."""
    if isinstance(view, View):
        return view
    if not isinstance(view, str) or view not in VIEWS:
        raise UnknownNameError("view", view, VIEWS, "Poise")
    return VIEWS[view]


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """Where the eye is: `axes` as in `View`; `eye` (3,) metres; `half_height` of the picture, in metres for parallel
    rays and as the tangent of half the opening for perspective; `aspect` is width / height."""

    axes: Floats
    eye: Floats
    half_height: float
    aspect: float
    perspective: bool

    def project(self, points: Any) -> Floats:
        """(n, 2) places in the picture: −1 … 1 from left to right and from bottom to top."""
        local = (np.asarray(points, float).reshape(-1, 3) - self.eye) @ self.axes.T
        depth = -local[:, 2:] if self.perspective else np.ones((len(local), 1))
        return np.asarray(local[:, :2] / depth / [self.half_height * self.aspect, self.half_height])

    def nearness(self, points: Floats) -> Floats:
        """(n,) how near points (n, 3) are, metres, larger for nearer ones: minus the length of the way of their ray."""
        away = points - self.eye
        return np.asarray(-np.linalg.norm(away, axis=1) if self.perspective else away @ self.axes[2])


def framed(view: View, points: Any, aspect: float, margin: float = 0.07) -> Camera:
    """The nearest camera of a view that sees all `points` (n, 3), leaving `margin` of the picture free at each edge;
    that of the view itself when it has a target."""
    if not 0 <= margin < 0.5:
        raise InputError(f"the margin of a picture must lie between 0 and 0.5, not {margin}")
    if view.target is not None:
        tangent = FILM / 2 / view.focal
        half = tangent if view.perspective else view.distance * tangent
        return Camera(view.axes, np.array(view.target) + view.distance * view.axes[2], half, aspect, view.perspective)
    local = np.asarray(points, float).reshape(-1, 3) @ view.axes.T
    fit = _perspective if view.perspective else _parallel
    center, half = fit(local, aspect, 1 - 2 * margin)
    return Camera(view.axes, center @ view.axes, half, aspect, view.perspective)


def still(view: str | View, points: Any, aspect: float = 0.75, margin: float = 0.07) -> View:
    """A view whose camera stands still and sees all `points` (n, 3): for a series of width / height `aspect`."""
    chosen, seen = view_of(view), array(points, "the points that a view shall see")
    if seen.ndim != 2 or seen.shape[1] != 3 or not len(seen):
        raise InputError(f"the points that a view shall see must be (n, 3) numbers, not of shape {seen.shape}")
    wide = positive(aspect, "the aspect of a view")
    if not 1 / THINNEST <= wide <= THINNEST:
        raise InputError(f"the aspect of a view must lie between {1 / THINNEST:g} and {THINNEST:g}, not {wide:g}")
    camera = framed(replace(chosen, target=None), seen, wide, number(margin, "the margin of a view"))
    middle = seen.mean(axis=0)
    depth = float((camera.eye - middle) @ camera.axes[2])
    target = camera.eye - depth * camera.axes[2]
    tangent = camera.half_height if chosen.perspective else camera.half_height / depth
    return replace(chosen, target=vec3(target, "the target of a view"), distance=depth, focal=FILM / 2 / tangent)


def _parallel(local: Floats, aspect: float, used: float) -> tuple[Floats, float]:
    low, high = local.min(axis=0), local.max(axis=0)
    width, height, depth = high - low
    half = max(height, width / aspect, 1e-3) / 2 / used
    middle = (low + high) / 2
    return np.array([middle[0], middle[1], high[2] + depth + half]), half


def _perspective(local: Floats, aspect: float, used: float) -> tuple[Floats, float]:
    """The planes through the eye must leave all points inside: |x − x_eye| ≤ t (z_eye − z) on either axis.

    With a = max(x + t z) and b = max(−x + t z) the nearest eye has z_eye = (a + b) / 2t and x_eye = (a − b) / 2.
    """
    tangent = math.tan(OPENING / 2)
    eye = np.zeros(3)
    depths = []
    for axis, t in ((0, tangent * aspect * used), (1, tangent * used)):
        a = float((local[:, axis] + t * local[:, 2]).max())
        b = float((-local[:, axis] + t * local[:, 2]).max())
        eye[axis] = (a - b) / 2
        depths.append((a + b) / (2 * t))
    eye[2] = max(*depths, float(local[:, 2].max()) + 1e-2)
    return eye, tangent
