"""What a figure brings from a character file: its own mesh, what its bones mean, and the file it will leave with.

A `Character` hangs on a figure (`figure.character`) and goes along through edits. It changes nothing about how the
figure moves: figures that differ in it alone are equal, and poses of one are poses of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array
from poise.figure.placement import Placement

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class SkinPart:
    """A part of a mesh that segments carry along (linear blend skinning).

    A vertex v is at Σ wᵢ Fᵢ Bᵢ v in the world, where Fᵢ is the frame of the bone `bones[joints[i]]` and Bᵢ its row of
    `binds` (k, 4, 4). `vertices` (n, 3), `normals` (n, 3), `faces` (m, 3), `joints` and `weights` (n, j). `color`
    "#rrggbb", None for that of the segment; `image` is the file of a picture, PNG or JPEG, and `uv` (n, 2) where
    vertices are on it, from its upper left corner. `tints` (n, 3): colours 0 … 1 of the vertices, which darken both.
    `instead_of`: of a part that stands for a mesh that could not be read, and may be empty, in words why.
    """

    bones: tuple[str, ...]
    binds: Array
    vertices: Array
    normals: Array
    faces: Ints
    joints: Ints
    weights: Array
    color: str | None = "#cccccc"
    opacity: float = 1.0
    uv: Array | None = None
    image: bytes | None = None
    tints: Array | None = None
    instead_of: str = ""

    def placed(self, frames: Mapping[str, Array]) -> tuple[Array, Array]:
        """Vertices (n, 3) and normals (n, 3) where bones are at these (4, 4) frames."""
        carried = np.stack([frames[name] for name in self.bones]) @ self.binds
        blended = np.einsum("nj,njab->nab", self.weights, carried[self.joints])
        places = np.einsum("nab,nb->na", blended[:, :3, :3], self.vertices) + blended[:, :3, 3]
        normals = np.einsum("nab,nb->na", blended[:, :3, :3], self.normals)
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        return places, normals / np.where(lengths > 0.0, lengths, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Character:
    """The mesh, the humanoid map and the file of a loaded figure.

    `kind`: "glTF", "VRM 0", "VRM 1" or "VRMA", of robots "URDF" or "MJCF". `nodes`: the number in the file of every
    bone, which is what the figure had for segments when it was read. `bones`: those by the names VRM 1 has
    ("leftUpperArm"), empty when the file does not say. `turn`: the quaternion by which the file was turned to face +Z.
    `document`: the file as it was read. `seats`: the segment that a bone moves with and its frame there; a bone without
    one is a segment itself.
    """

    kind: str
    nodes: Mapping[str, int]
    bones: Mapping[str, str]
    turn: tuple[float, float, float, float]
    document: Any
    read_parts: Callable[[], tuple[SkinPart, ...]]
    seats: Mapping[str, tuple[str, Placement]] = field(default_factory=dict)
    _parts: list[tuple[SkinPart, ...]] = field(default_factory=list)

    @property
    def parts(self) -> tuple[SkinPart, ...]:
        """The mesh, read when it is first asked for."""
        if not self._parts:
            self._parts.append(self.read_parts())
        return self._parts[0]

    @property
    def missing(self) -> tuple[str, ...]:
        """In words, the meshes that the file names and that could not be read."""
        return tuple(part.instead_of for part in self.parts if part.instead_of)

    @property
    def is_seen(self) -> bool:
        """Whether there is a mesh to be drawn."""
        return any(len(part.faces) and not part.instead_of for part in self.parts)

    @property
    def humanoid(self) -> dict[str, str]:
        """Bones by the names that the segments of `poise.human` have ("left_upper_arm")."""
        from poise.figure.bones import our_names  # only when asked for: `import poise` stays quick

        return our_names(self.bones)

    def seat(self, bone: str) -> tuple[str, Placement]:
        """The segment that a bone moves with, and its frame there."""
        return self.seats.get(bone, (bone, Placement()))

    def seated(self, seats: Mapping[str, tuple[str, Placement]]) -> Character:
        """For a figure with other segments: which of them every bone moves with, and where it is on it."""
        return replace(self, seats=MappingProxyType(dict(seats)))

    def frames(self, segment_frame: Callable[[str], Array]) -> dict[str, Array]:
        """(4, 4) of every bone, of what gives the frame of a segment (`pose.segment_frame`)."""
        found = {}
        for bone in self.nodes:
            segment, place = self.seat(bone)
            frame = np.asarray(segment_frame(segment))
            found[bone] = frame if place.is_identity else np.asarray(frame @ place.matrix)
        return found

    def __repr__(self) -> str:
        bones = f", {len(self.bones)} bones named" if self.bones else ""
        return f"<Character: {self.kind}, {len(self.nodes)} nodes{bones}>"

    def __reduce__(self) -> Any:  # mapping proxies cannot be pickled
        fields = (self.kind, dict(self.nodes), dict(self.bones), self.turn, self.document, self.read_parts)
        return Character, (*fields, dict(self.seats), self._parts)
