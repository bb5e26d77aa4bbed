"""Hold: a site stays where it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from poise.errors import InputError
from poise.figure.check import array
from poise.figure.placement import Placement, placement_from, placement_of
from poise.filled import filled_quickly
from poise.tasks.axes import axis_rows
from poise.tasks.piece import Goal, Piece
from poise.tasks.site_pieces import Place, Turn
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.pose import Pose


@filled_quickly
@dataclass(frozen=True)
class Hold(Task):
    """Keep a site where the start pose has it, in position and in orientation.

    `frame`: T_world_site (4, 4) to hold it at instead. `structural`: see `Together`.
    """

    site: str
    frame: Any = field(default=None, kw_only=True)
    structural: bool = field(default=False, kw_only=True)

    word: ClassVar[str] = "hold"
    goal_field: ClassVar[str | None] = "frame"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._put("frame", self._checked_goal(self.frame))

    @property
    def sites(self) -> tuple[str, ...]:
        return (self.site,)

    @property
    def is_structural(self) -> bool:
        return self.structural

    def goals(self, start: Pose) -> tuple[Goal, ...]:
        if self.frame is not None:
            return self.frame.position, self.frame.rotation
        T_world_site = start.frame(self.site)
        return np.array(T_world_site[:3, 3]), T_world_site[:3, :3].reshape(9)

    def pieces(self, start: Pose) -> list[Piece]:
        point, turn = self.goals(start)
        return [Place(point, self.site, axis_rows("xyz", None), "xyz"), Turn(turn, self.site)]

    @property
    def _is_kept(self) -> bool:
        return True

    @property
    def _is_told_by_goal(self) -> bool:
        return True  # by the start, where it holds that

    def _checked_goal(self, given: Any) -> Placement | None:
        if given is None or isinstance(given, Placement):
            return given
        found = placement_of(given)
        if found is not None:
            return found
        matrix = array(given, self._what("frame"))
        if matrix.shape != (4, 4):
            raise InputError(f"{self._what('frame')} must have shape (4, 4), not {matrix.shape}")
        return placement_from(matrix, self._what("frame"))
