"""The skin of a figure as the page draws it: sent once, posed there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from poise.figure.company import SLASH
from poise.figure.figure import Figure
from poise.plot.body import skin_sky
from poise.skin import BodyMesh, body_mesh
from poise.skin.measure import has_skin
from poise.studio.character_skin import character_skin
from poise.studio.protocol.figure import BoneShape, SkinShape
from poise.studio.skin_bytes import skin_shape

STILL = 0.5
"""How much of the shade at rest stays in every pose: the page does not compute it again (by eye)."""

BYTE = 256
"""Bones and segments that can be told apart by one byte: those of five people without fingers."""
DETAILS: tuple[Literal["full", "light"], ...] = ("full", "light")


def skins(figure: Figure) -> list[SkinShape]:
    """The skin of a person, an animal or a hand, finest first; the coarser one is for pages without a graphics card.
    None for others.

    A character from a file has its own mesh instead. Several figures have one, in which each moves by its own bones.
    """
    if figure.members:
        return _together(figure)
    own = character_skin(figure)
    if own is not None:
        return [own]
    return [_skin(figure, body_mesh(figure, detail=d)) for d in DETAILS] if has_skin(figure) else []


def _skin(figure: Figure, mesh: BodyMesh) -> SkinShape:
    return _joined(figure, {"": (figure, mesh)})


def _together(figure: Figure) -> list[SkinShape]:
    """The skins of several figures; none where one has none, or where they have more bones than a byte counts."""
    if not all(has_skin(member) and character_skin(member) is None for member in figure.members.values()):
        return []
    found = []
    for detail in DETAILS:
        meshes = {f"{n}{SLASH}": (member, body_mesh(member, detail=detail)) for n, member in figure.members.items()}
        few = sum(len(mesh.bones) for _, mesh in meshes.values()) <= BYTE and len(figure.segments) <= BYTE
        found += [_joined(figure, meshes)] if few else []
    return found


def _joined(figure: Figure, meshes: Mapping[str, tuple[Figure, BodyMesh]]) -> SkinShape:
    """One skin of several meshes, by what the names of each begin with in the figure."""
    place = {branch.segment: i for i, branch in enumerate(figure.branches)}
    each = [mesh for _, mesh in meshes.values()]
    before = np.cumsum([0, *(len(mesh.vertices) for mesh in each)])
    bones = np.cumsum([0, *(len(mesh.bones) for mesh in each)])
    orders = [np.array([place[whose + name] for name in mesh.segments]) for whose, (_, mesh) in meshes.items()]
    sky = [skin_sky(member.rest(), mesh) for member, mesh in meshes.values()]
    return skin_shape(
        np.concatenate([mesh.vertices for mesh in each]),
        np.concatenate([mesh.normals for mesh in each]),
        np.concatenate([mesh.triangles + first for mesh, first in zip(each, before, strict=False)]),
        parts=np.concatenate([order[mesh.parts] for mesh, order in zip(each, orders, strict=True)]),
        bones=[
            BoneShape(
                segment=whose + b.segment,
                parent=whose + b.parent if b.parent else None,
                axis=list(b.axis),
                swing=b.swing,
                twist=b.twist,
            )
            for whose, (_, mesh) in meshes.items()
            for b in mesh.bones
        ],
        bind=[frame for mesh in each for frame in mesh.bind],
        joints=np.concatenate([mesh.joints + first for mesh, first in zip(each, bones, strict=False)]),
        weights=np.concatenate([mesh.weights for mesh in each]),
        sky=1 - STILL + STILL * np.concatenate(sky),
    )
