"""Together: two sites meet, which closes a loop."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from poise.errors import InputError
from poise.filled import filled_quickly
from poise.tasks.pair_pieces import NO_GOAL, Alignment, Meeting
from poise.tasks.piece import Piece
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@filled_quickly
@dataclass(frozen=True)
class Together(Task):
    """Bring two sites to one place (`position`), turn them alike (`orientation`), or both, wherever that may be.

    `structural`: the loop is part of the figure. It stands above all levels, with the limits, wherever in the list
    it is; structural tasks that cannot be met are refused before the solve.
    """

    site_a: str
    site_b: str
    position: bool = field(default=True, kw_only=True)
    orientation: bool = field(default=False, kw_only=True)
    structural: bool = field(default=False, kw_only=True)

    word: ClassVar[str] = "together"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (self.position or self.orientation):
            raise InputError(f"task {self.name!r} wants nothing: give position=True, orientation=True or both")
        if self.site_a == self.site_b:
            raise InputError(f"task {self.name!r} names one site twice; it needs two")

    @property
    def sites(self) -> tuple[str, ...]:
        return (self.site_a, self.site_b)

    @property
    def is_structural(self) -> bool:
        return self.structural

    def check(self, figure: Figure) -> None:
        """Raise when a name is unknown, or both sites are on one segment."""
        super().check(figure)
        self.require_apart(figure, self.site_a, self.site_b)

    def pieces(self, start: Pose) -> list[Piece]:
        kinds = [kind for kind, asked in ((Meeting, self.position), (Alignment, self.orientation)) if asked]
        return [kind(NO_GOAL, self.site_a, self.site_b) for kind in kinds]

    @property
    def _is_kept(self) -> bool:
        return True
