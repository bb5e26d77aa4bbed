"""Orient: a site turned as wanted, or one of its axes along a direction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from poise.errors import InputError
from poise.figure.check import unit3
from poise.figure.placement import rotate, rotation_matrix
from poise.tasks.axes import checked_rotation
from poise.tasks.pair_pieces import SeenTurn
from poise.tasks.piece import Piece
from poise.tasks.site_pieces import Direction, Turn
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@dataclass(frozen=True)
class Orient(Task):
    """Turn a site.

    `rotation`: R_world_site, (3, 3) or x y z w. With `axis`, a direction in site coordinates, only that axis matters:
    then `rotation` may also be the world direction (3,) it should point along (Baerlocher 4.5.2). `frame`: the name of
    another site as seen from which the site shall be turned; not with `axis`.
    """

    site: str
    rotation: Any
    axis: Any = field(default=None, kw_only=True)
    frame: str | None = field(default=None, kw_only=True)

    word: ClassVar[str] = "orient"
    goal_field: ClassVar[str | None] = "rotation"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.axis is not None and self.frame is not None:
            raise InputError(f"task {self.name!r} takes either axis or frame, not both")
        if self.axis is not None:
            self._put("axis", unit3(self.axis, self._what("axis")))
        if self.axis is not None and np.shape(self.rotation) == (3,):
            self._put("rotation", unit3(self.rotation, self._what("direction")))
        else:
            self._put("rotation", checked_rotation(self.rotation, self._what("rotation")))

    @property
    def sites(self) -> tuple[str, ...]:
        return (self.site,) if self.frame is None else (self.site, self.frame)

    def check(self, figure: Figure) -> None:
        """Raise when a name is unknown, or both sites are on one segment."""
        super().check(figure)
        if self.frame is not None:
            self.require_apart(figure, self.site, self.frame)

    def pieces(self, start: Pose) -> list[Piece]:
        if self.frame is not None:
            return [SeenTurn(rotation_matrix(self.rotation).reshape(9), self.site, self.frame)]
        if self.axis is None:
            return [Turn(rotation_matrix(self.rotation).reshape(9), self.site)]
        direction = self.rotation if len(self.rotation) == 3 else rotate(self.rotation, self.axis)
        return [Direction(np.array(direction), self.site, np.array(self.axis))]
