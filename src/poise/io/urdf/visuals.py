"""What is seen of the links of a URDF: their `<visual>` geometries with the colours of their materials."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from poise.errors import FileError
from poise.io.robot.looks import Look, rgba
from poise.io.robot.packages import found_file
from poise.io.robot.robot import RobotBody
from poise.io.text.xml_read import Element
from poise.io.urdf.geometry import origin, shape_of


class Visuals:
    """The looks of bodies. Materials may be told once for the whole robot and named by the links."""

    def __init__(self, root: Element, path: Path) -> None:
        self.path = path
        self.materials = {m.attributes.get("name", ""): m for m in root.all("material")}

    def of(self, body: RobotBody) -> list[Look]:
        """What is seen of a link: its visuals; where there are none to be had, its collision meshes or its shapes."""
        looks = self._looks(body, "visual")
        if all(isinstance(look.source, str) for look in looks):
            solid = [look for look in self._looks(body, "collision") if isinstance(look.source, Path)]
            if solid:
                return [*(replace(look, instead=()) for look in looks), *solid]
        return looks or [Look(shape, np.eye(4)) for shape in body.shapes]

    def _looks(self, body: RobotBody, tag: str) -> list[Look]:
        return [look for part in body.element.all(tag) if (look := self._look(part, body)) is not None]

    def _look(self, visual: Element, body: RobotBody) -> Look | None:
        meshes = [mesh for geometry in visual.all("geometry") for mesh in geometry.all("mesh")]
        try:
            color, opacity = self._paint(visual)
            if meshes:
                file = found_file(meshes[0].name("filename"), self.path)
                scale = meshes[0].vector("scale", (1.0, 1.0, 1.0))
                matrix = origin(visual).matrix @ np.diag((*scale, 1.0))
                return Look(file, matrix, color, opacity, tuple(body.shapes))
            shape = shape_of(visual)
        except FileError as error:  # what cannot be drawn is no reason not to move the robot
            return Look(str(error), np.eye(4), instead=tuple(body.shapes))
        return None if shape is None else Look(shape, np.eye(4), color, opacity)

    def _paint(self, visual: Element) -> tuple[str | None, float]:
        for material in visual.all("material"):
            told = self.materials.get(material.attributes.get("name", ""))
            for color in [*material.all("color"), *([] if told is None else told.all("color"))]:
                return rgba(color.exactly("rgba", 4))
        return None, 1.0
