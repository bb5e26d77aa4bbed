"""The skin of a figure as the page draws it: sent once, posed there."""

from __future__ import annotations

from typing import Literal

import numpy as np

from poise.figure.figure import Figure
from poise.plot.body import skin_sky
from poise.skin import BodyMesh, body_mesh
from poise.skin.measure import has_skin
from poise.studio.character_skin import character_skin
from poise.studio.protocol.figure import BoneShape, SkinShape
from poise.studio.skin_bytes import skin_shape

STILL = 0.5
"""How much of the shade at rest stays in every pose: the page does not compute it again (by eye)."""

DETAILS: tuple[Literal["full", "light"], ...] = ("full", "light")


def skins(figure: Figure) -> list[SkinShape]:
    """The skin of a person, an animal or a hand, finest first; the coarser one is for pages without a graphics card.
    None for others.

    A character from a file has its own mesh instead.
    """
    own = character_skin(figure)
    if own is not None:
        return [own]
    return [_skin(figure, body_mesh(figure, detail=d)) for d in DETAILS] if has_skin(figure) else []


def _skin(figure: Figure, mesh: BodyMesh) -> SkinShape:
    place = {branch.segment: i for i, branch in enumerate(figure.branches)}
    order = np.array([place[name] for name in mesh.segments])
    return skin_shape(
        mesh.vertices,
        mesh.normals,
        mesh.triangles,
        parts=order[mesh.parts],
        bones=[
            BoneShape(segment=b.segment, parent=b.parent or None, axis=list(b.axis), swing=b.swing, twist=b.twist)
            for b in mesh.bones
        ],
        bind=mesh.bind,
        joints=mesh.joints,
        weights=mesh.weights,
        sky=1 - STILL + STILL * skin_sky(figure.rest(), mesh),
    )
