"""Balance: the centre of mass over the area the figure stands on, as an inequality (Boulic et al. 1996, 2.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from poise.errors import InputError
from poise.figure.check import number
from poise.tasks.body_pieces import Over
from poise.tasks.piece import Piece
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@dataclass(frozen=True)
class Balance(Task):
    """Keep the centre of mass over the soles that are on the floor in the start pose.

    `margin`: metres it keeps from the edge of that area, inward; default 0. Inside, the task wants nothing, and the
    body is free to sway. It takes the soles to stay where they are: hold the feet in a level above.
    """

    margin: float = 0.0

    word: ClassVar[str] = "balance"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._put("margin", number(self.margin, self._what("margin")))

    @property
    def sites(self) -> tuple[str, ...]:
        return ()

    def check(self, figure: Figure) -> None:
        """Raise when the figure has no mass or nothing to stand on."""
        super().check(figure)
        if figure.mass <= 0.0:
            raise InputError(f"task {self.name!r}: the figure {figure.name!r} has no mass, so no centre of mass")
        if not figure.soles:
            raise InputError(f"task {self.name!r}: the figure {figure.name!r} has no soles to stand on")

    def pieces(self, start: Pose) -> list[Piece]:
        corners = np.array(start.support_polygon())
        if len(corners) < 3:
            raise InputError(f"task {self.name!r}: no sole is on the floor (height 0) in the start pose")
        up = -np.array(start.figure.gravity)
        edges = np.roll(corners, -1, axis=0) - corners
        inward = np.cross(up, edges)  # corners run counter-clockwise seen from above
        inward /= np.linalg.norm(inward, axis=1, keepdims=True)
        widest = float((inward @ corners.mean(axis=0) - np.einsum("ij,ij->i", inward, corners)).min())
        if self.margin >= widest:
            raise InputError(f"{self._what('margin')} leaves no room: at most {widest:.3f} m, not {self.margin:g} m")
        return [Over(np.zeros(0), inward, corners, self.margin)]
