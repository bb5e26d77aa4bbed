"""What is seen of the bodies of an MJCF file: the geoms that MuJoCo's viewer shows, in their colours."""

from __future__ import annotations

import numpy as np

from poise.errors import FileError
from poise.figure.placement import Placement
from poise.figure.shape import Shape
from poise.io.mjcf.defaults import Compiler, Defaults
from poise.io.mjcf.frame import placement
from poise.io.mjcf.matter import shape_of
from poise.io.mjcf.meshes import Meshes
from poise.io.robot.looks import Look, rgba
from poise.io.text.xml_read import Element

SHOWN = (0, 1, 2)
"""Groups of geoms that MuJoCo's viewer shows at first; by custom, what collides and is not seen is in others."""


class Visuals:
    """The looks of bodies. Materials are assets, which geoms name."""

    def __init__(self, root: Element, compiler: Compiler, defaults: Defaults, meshes: Meshes) -> None:
        self.compiler, self.meshes = compiler, meshes
        found = [defaults.filled(m, None) for assets in root.all("asset") for m in assets.all("material")]
        self.materials = {m.attributes.get("name", ""): m for m in found}

    def of(self, geoms: list[tuple[Element, Placement]], shapes: list[Shape]) -> list[Look]:
        """What is seen of a body with these geoms, each with its frame in body coordinates."""
        looks = (self._look(geom, frame, shapes) for geom, frame in geoms)
        return [look for look in looks if look is not None]

    def _look(self, geom: Element, frame: Placement, shapes: list[Shape]) -> Look | None:
        try:
            if geom.number("group", 0.0) not in SHOWN:
                return None
            color, opacity = self._paint(geom)
            if opacity == 0.0:
                return None
            if geom.attributes.get("type", "mesh") == "mesh" and "mesh" in geom.attributes:
                source, matrix = self.meshes.surface(geom.name("mesh"))
                place = (frame @ placement(geom, self.compiler)).matrix
                return Look(source, place @ matrix, color, opacity, tuple(shapes))
            shape = shape_of(geom, self.compiler)
        except FileError as error:  # what cannot be drawn is no reason not to move the robot
            return Look(str(error), np.eye(4), instead=tuple(shapes))
        return None if shape is None else Look(shape.moved(frame), np.eye(4), color, opacity)

    def _paint(self, geom: Element) -> tuple[str | None, float]:
        told = self.materials.get(geom.attributes.get("material", ""))
        for element in (geom, told):
            if element is not None and "rgba" in element.attributes:
                return rgba(element.exactly("rgba", 4))
        return None, 1.0
