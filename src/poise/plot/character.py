"""The mesh that a figure brought from a character file, where a pose has it, with its pictures painted on."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from poise.figure.character import SkinPart
from poise.plot import colors
from poise.plot.mesh import Floats, Mesh
from poise.plot.scene import Item
from poise.plot.texture import decoded, finer

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

MOST_BALLS, THICK = 300, 0.02
"""Balls that shade the floor, and their radius by the diagonal of the box around the mesh: about that of an arm."""


def is_character(pose: Pose) -> bool:
    """Whether the figure has a mesh of its own."""
    return pose.figure.character is not None and pose.figure.character.is_seen


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
    return [_painted(part, mesh, opacity, part_color(pose.figure, part)) for part, mesh in character_meshes(pose)]


def segment_of(figure: Figure, part: SkinPart) -> str:
    """The segment that a part goes with; "" for one that hangs on several."""
    if figure.character is None or len(part.bones) > 1:
        return ""
    return figure.character.seat(part.bones[0])[0]


def part_color(figure: Figure, part: SkinPart) -> str:
    """The colour of a part: its own, or that of its segment."""
    return part.color or colors.segment_colors(figure).get(segment_of(figure, part), colors.TRUNK)


def warn_of_missing(figure: Figure) -> None:
    """Tell of meshes that the figure's file names and that are not there to be drawn."""
    missing = () if figure.character is None else figure.character.missing
    if missing:
        more = f", and {len(missing) - 1} more" if len(missing) > 1 else ""
        text = f"{figure.name} is drawn without meshes that its file names: {missing[0]}{more}"
        warnings.warn(text, UserWarning, stacklevel=3)


def character_balls(pose: Pose) -> Floats:
    """(n, 4) balls that stand for the mesh when the floor is shaded."""
    vertices = np.vstack([mesh.vertices for _, mesh in character_meshes(pose)])
    some = vertices[:: max(1, len(vertices) // MOST_BALLS)]
    radius = THICK * float(np.linalg.norm(np.ptp(vertices, axis=0)))
    return np.column_stack([some, np.full(len(some), radius)])


def _painted(part: SkinPart, mesh: Mesh, opacity: float, color: str) -> Item:
    """A part with its picture as colours of vertices, of which it gets as many as the picture needs."""
    shown = min(opacity, part.opacity)
    image = None if part.image is None or part.uv is None else decoded(part.image)
    if image is None or part.uv is None:
        tints = None if part.tints is None else part.tints * colors.rgb(color)
        return Item(mesh, color, shown, tints=tints)
    fine, uv = finer(mesh, part.uv, image.shape[:2])
    return Item(fine, color, shown, tints=_looked_up(image, uv) * colors.rgb(color))


def _looked_up(image: Floats, uv: Floats) -> Floats:
    """(n, 3) colours 0 … 1 of a picture where `uv` are, which goes on beyond its edges as it begins."""
    height, width = image.shape[:2]
    column = np.floor(uv[:, 0] % 1.0 * width).astype(int) % width
    row = np.floor(uv[:, 1] % 1.0 * height).astype(int) % height
    return np.asarray(image[row, column])
