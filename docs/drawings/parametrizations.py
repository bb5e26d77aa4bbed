"""Two ways to count the swing of a ball joint: zero twist and singular directions of each (Baerlocher table 3.1)."""

from __future__ import annotations

from math import radians

import numpy as np
from PIL import Image

from drawings import sphere
from drawings.plate import Plate, row
from poise.plot.limit_curves import samples, swing_rotation
from poise.plot.lines import tube
from poise.plot.mesh import Floats, joined
from poise.plot.scene import Item
from poise.plot.views import View


def swing_parametrizations() -> Image.Image:
    """Euler angles have two singular directions, in reach of a shoulder; axis and angle one, opposite to rest."""
    spots = samples(None, radians(20))
    ways = (
        ("Euler angles", [universal(d) for d in spots if abs(d[0]) < 0.999], [(1, 0, 0), (-1, 0, 0)]),
        ("axis and angle", [swing_rotation(d) for d in spots], [(0, 0, -1)]),
    )
    plates = []
    for words, rotations, singular in ways:
        needles = joined(sphere.needle(r, sphere.BLUE, 0.17).mesh for r in rotations)
        crosses = joined(mesh for direction in singular for mesh in _cross(np.array(direction, float)))
        scene = sphere.globe(Item(needles, sphere.BLUE), Item(crosses, sphere.RED), solid=True)
        for azimuth, elevation, side, seen in ((-38, 18, "from the front", "xyz"), (-202, -14, "from behind", "xy")):
            view = View(radians(azimuth), radians(elevation))
            plates.append(Plate(scene, view, f"{words}, {side}", sphere.axis_notes(seen)))
    return row(plates, (230, 256))


def universal(direction: Floats) -> Floats:
    """(3, 3) of a universal joint, R_x(α) R_y(β), that takes z to a direction; undefined at β = ±π/2, which is ±x."""
    x, y, z = direction
    alpha, beta = np.arctan2(-y, z), np.arcsin(x)
    about_x = np.array([[1, 0, 0], [0, np.cos(alpha), -np.sin(alpha)], [0, np.sin(alpha), np.cos(alpha)]])
    about_y = np.array([[np.cos(beta), 0, np.sin(beta)], [0, 1, 0], [-np.sin(beta), 0, np.cos(beta)]])
    return about_x @ about_y


def _cross(direction: Floats) -> list[Floats]:
    """A cross on the sphere."""
    frame = swing_rotation(direction) if direction[2] > -0.5 else np.diag([1.0, -1.0, -1.0])
    return [
        tube([frame @ [-0.1, s * 0.1, 1.01], frame @ [0.1, -s * 0.1, 1.01]], 0.02)  # type: ignore[misc]
        for s in (1, -1)
    ]
