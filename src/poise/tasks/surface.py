"""Surfaces a site can be on or keep away from: planes, and the outsides of round shapes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from poise import _core
from poise.figure.check import Vec3, unit3, vec3
from poise.figure.placement import Placement, frame_along, rotation_matrix
from poise.figure.shape import Ellipsoid, Sphere
from poise.readable import Readable
from poise.tasks.piece import Array

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@dataclass(frozen=True, slots=True)
class Plane(metaclass=Readable):
    """An endless plane through `point` (metres). The `normal` points outside."""

    point: Vec3 = (0.0, 0.0, 0.0)
    normal: Vec3 = field(default=(0.0, 1.0, 0.0), kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "point", vec3(self.point, "the point of a plane"))
        object.__setattr__(self, "normal", unit3(self.normal, "the normal of a plane"))


Surface = Plane | Sphere | Ellipsoid

PLANE, SPHERE, CYLINDER, ELLIPSOID = range(4)
"""The kinds of surface as the core counts them."""


class Placed(NamedTuple):
    """A surface as the core takes it. `carrier`: the segment that carries it, None for the world.

    `placing`: (15,) position, rotation row by row, and sizes, in the carrier's frame.
    """

    kind: int
    placing: Array
    carrier: str | None = None

    def nearness(self, pose: Pose, point: Any) -> tuple[float, Array]:
        """Signed distance of a world point, metres, and the world direction that leads straight off."""
        if self.carrier is None:
            distance, outward = _core.surface_nearness(self.kind, self.placing, np.array(point))
            return distance, np.asarray(outward)
        T = pose.segment_frame(self.carrier)
        distance, outward = _core.surface_nearness(self.kind, self.placing, T[:3, :3].T @ (point - T[:3, 3]))
        return distance, np.asarray(T[:3, :3] @ outward)


def placed(surface: Surface, figure: Figure, of: str | None) -> Placed:
    """A surface in the frame of a segment or site, or of the world."""
    carrier, frame = carrier_of(figure, of)
    if isinstance(surface, Plane):
        return around(PLANE, frame @ upright(surface.point, surface.normal), carrier=carrier)
    if isinstance(surface, Sphere):
        return around(SPHERE, frame @ surface.placement, (surface.radius, 0.0, 0.0), carrier=carrier)
    return around(ELLIPSOID, frame @ surface.placement, surface.radii, carrier=carrier)


def around(kind: int, frame: Placement, size: Vec3 = (0.0, 0.0, 0.0), *, carrier: str | None = None) -> Placed:
    """From the frame of a surface in its carrier."""
    return Placed(kind, np.concatenate([frame.position, rotation_matrix(frame.rotation).reshape(9), size]), carrier)


def upright(point: Vec3, z: Vec3) -> Placement:
    """A frame at a point with its third axis along `z`."""
    hint = (1.0, 0.0, 0.0) if abs(z[0]) < 0.9 else (0.0, 1.0, 0.0)
    return Placement(point, frame_along(z, hint))


def carrier_of(figure: Figure, of: str | None) -> tuple[str | None, Placement]:
    """The segment a surface rides on, and the frame in that segment which it is given in."""
    if of is None:
        return None, Placement()
    if of in figure.segments:
        return of, Placement()
    site = figure.sites[of]
    return site.segment, site.placement
