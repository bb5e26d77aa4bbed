"""The mesh that a figure brought from a character file, where a pose has it, with its pictures painted on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.figure.character import SkinPart
from poise.plot import colors
from poise.plot.mesh import Floats, Mesh
from poise.plot.scene import Item
from poise.plot.texture import decoded, finer

if TYPE_CHECKING:
    from poise.pose import Pose

MOST_BALLS, THICK = 300, 0.02
"""Balls that shade the floor, and their radius by the diagonal of the box around the mesh: about that of an arm."""


def is_character(pose: Pose) -> bool:
    """Whether the figure has a mesh of its own."""
    return pose.figure.character is not None and bool(pose.figure.character.parts)


def character_meshes(pose: Pose) -> list[tuple[SkinPart, Mesh]]:
    """The parts of the mesh, world coordinates."""
    character = pose.figure.character
    if character is None:
        return []
    frames = character.frames(pose.segment_frame)
    placed = [(part, Mesh(*part.placed(frames), part.faces)) for part in character.parts]
    return [(part, mesh) for part, mesh in placed if len(mesh.faces)]


def character_items(pose: Pose, opacity: float) -> list[Item]:
    """The parts of the mesh in their colours."""
    return [_painted(part, mesh, opacity) for part, mesh in character_meshes(pose)]


def character_balls(pose: Pose) -> Floats:
    """(n, 4) balls that stand for the mesh when the floor is shaded."""
    vertices = np.vstack([mesh.vertices for _, mesh in character_meshes(pose)])
    some = vertices[:: max(1, len(vertices) // MOST_BALLS)]
    radius = THICK * float(np.linalg.norm(np.ptp(vertices, axis=0)))
    return np.column_stack([some, np.full(len(some), radius)])


def _painted(part: SkinPart, mesh: Mesh, opacity: float) -> Item:
    """A part with its picture as colours of vertices, of which it gets as many as the picture needs."""
    shown = min(opacity, part.opacity)
    image = None if part.image is None or part.uv is None else decoded(part.image)
    if image is None or part.uv is None:
        tints = None if part.tints is None else part.tints * colors.rgb(part.color)
        return Item(mesh, part.color, shown, tints=tints)
    fine, uv = finer(mesh, part.uv, image.shape[:2])
    return Item(fine, part.color, shown, tints=_looked_up(image, uv) * colors.rgb(part.color))


def _looked_up(image: Floats, uv: Floats) -> Floats:
    """(n, 3) colours 0 … 1 of a picture where `uv` are, which goes on beyond its edges as it begins."""
    height, width = image.shape[:2]
    column = np.floor(uv[:, 0] % 1.0 * width).astype(int) % width
    row = np.floor(uv[:, 1] % 1.0 * height).astype(int) % height
    return np.asarray(image[row, column])
