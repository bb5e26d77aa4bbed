"""What is in a picture before anybody looks at it: coloured meshes over a floor."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from poise.figure.arguments import checked_methods
from poise.figure.check import Vec3, vec3
from poise.plot.mesh import Floats, Mesh, rigid


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """One mesh. `color` "#rrggbb"; `opacity` 0 … 1; `shaded` False keeps the colour flat; `on_top` is seen through
    everything; `framed` False is left out when the camera is placed. `tints` (n, 3): colours 0 … 1 of the vertices in
    place of `color`; `sky` (n,): the share of the sky that each of them sees, 0 … 1."""

    mesh: Mesh
    color: str
    opacity: float = 1.0
    shaded: bool = True
    on_top: bool = False
    framed: bool = True
    tints: Floats | None = None
    sky: Floats | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """Words at a point of the scene (metres), in front of everything; `size` times the usual letters."""

    at: Vec3
    what: str
    color: str
    size: float = 1.0


@checked_methods
@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Things to draw. `floor`: its height in metres, None for no floor. `balls` (n, 4): centres and radii of what
    darkens the floor under it. `focus` (n, 3): what must be seen; None for everything. `words`: written over it."""

    items: tuple[Item, ...] = ()
    balls: Floats = field(default_factory=lambda: np.zeros((0, 4)))
    floor: float | None = None
    focus: Floats | None = None
    words: tuple[Words, ...] = ()

    def moved(self, matrix: Floats) -> Scene:
        """All of it moved by a rigid (4, 4) matrix; the floor stays where it is."""
        matrix = rigid(matrix)
        items = tuple(replace(i, mesh=i.mesh.moved(matrix)) for i in self.items)
        centers = self.balls[:, :3] @ matrix[:3, :3].T + matrix[:3, 3]
        focus = None if self.focus is None else self.focus @ matrix[:3, :3].T + matrix[:3, 3]
        turned = [matrix[:3, :3] @ np.array(w.at) + matrix[:3, 3] for w in self.words]
        words = tuple(replace(w, at=vec3(p, "words")) for w, p in zip(self.words, turned, strict=True))
        return Scene(items, np.column_stack([centers, self.balls[:, 3]]), self.floor, focus, words)

    def points(self, *, everything: bool = False) -> Floats:
        """(n, 3) what must be seen, or the vertices of everything; a small cube when there is nothing at all."""
        if self.focus is not None and not everything:
            return self.focus
        parts = [i.mesh.vertices for i in self.items if i.framed and len(i.mesh.vertices)]
        if not parts:
            return np.array([[-0.1, -0.1, -0.1], [0.1, 0.1, 0.1]])
        return np.vstack(parts)
