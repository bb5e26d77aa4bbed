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

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class SkinPart:
    """A part of a mesh that segments carry along (linear blend skinning).

    A vertex v is at Σ wᵢ Fᵢ Bᵢ v in the world, where Fᵢ is the frame of segment `segments[joints[i]]` and Bᵢ its row of
    `binds` (k, 4, 4). `vertices` (n, 3), `normals` (n, 3), `faces` (m, 3), `joints` and `weights` (n, j). `color`
    "#rrggbb"; `image` is the file of a picture, PNG or JPEG, and `uv` (n, 2) where vertices are on it, from its upper
    left corner.
    """

    segments: tuple[str, ...]
    binds: Array
    vertices: Array
    normals: Array
    faces: Ints
    joints: Ints
    weights: Array
    color: str = "#cccccc"
    opacity: float = 1.0
    uv: Array | None = None
    image: bytes | None = None

    def placed(self, frames: Mapping[str, Array]) -> tuple[Array, Array]:
        """Vertices (n, 3) and normals (n, 3) where segments are at these (4, 4) frames."""
        carried = np.stack([frames[name] for name in self.segments]) @ self.binds
        blended = np.einsum("nj,njab->nab", self.weights, carried[self.joints])
        places = np.einsum("nab,nb->na", blended[:, :3, :3], self.vertices) + blended[:, :3, 3]
        normals = np.einsum("nab,nb->na", blended[:, :3, :3], self.normals)
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        return places, normals / np.where(lengths > 0.0, lengths, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Character:
    """The mesh, the humanoid map and the file of a loaded figure.

    `kind`: "glTF", "VRM 0", "VRM 1" or "VRMA". `nodes`: the number in the file of every segment. `bones`: segments by
    the names VRM 1 has for bones ("leftUpperArm"), empty when the file does not say. `turn`: the quaternion by which
    the file was turned to face +Z. `document`: the file as it was read.
    """

    kind: str
    nodes: Mapping[str, int]
    bones: Mapping[str, str]
    turn: tuple[float, float, float, float]
    document: Any
    read_parts: Callable[[], tuple[SkinPart, ...]]
    _parts: list[tuple[SkinPart, ...]] = field(default_factory=list)

    @property
    def parts(self) -> tuple[SkinPart, ...]:
        """The mesh, read when it is first asked for."""
        if not self._parts:
            self._parts.append(self.read_parts())
        return self._parts[0]

    @property
    def humanoid(self) -> dict[str, str]:
        """Segments of this figure by the names that the segments of `poise.human` have ("left_upper_arm")."""
        from poise.figure.bones import our_names

        return our_names(self.bones)

    def renamed(self, names: Mapping[str, str]) -> Character:
        """For a figure whose segments have other names: old name → new name; others stay."""
        parts = tuple(replace(p, segments=tuple(names.get(s, s) for s in p.segments)) for p in self.parts)
        return replace(
            self,
            nodes=MappingProxyType({names.get(s, s): i for s, i in self.nodes.items()}),
            bones=MappingProxyType({b: names.get(s, s) for b, s in self.bones.items()}),
            _parts=[parts],
        )

    def __repr__(self) -> str:
        bones = f", {len(self.bones)} bones named" if self.bones else ""
        return f"<Character: {self.kind}, {len(self.nodes)} nodes{bones}>"

    def __reduce__(self) -> Any:  # mapping proxies cannot be pickled
        fields = (self.kind, dict(self.nodes), dict(self.bones), self.turn, self.document, self.read_parts)
        return Character, (*fields, self._parts)
