"""OnSurface: a site that glides on a surface, as the shoulder blade does on the ribs (Baerlocher 7.3.1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from poise.errors import InputError
from poise.figure.check import instance
from poise.figure.names import unknown
from poise.figure.shape import Ellipsoid, Sphere
from poise.tasks.piece import Piece
from poise.tasks.surface import Plane, Surface, placed
from poise.tasks.surface_pieces import Touching
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@dataclass(frozen=True)
class OnSurface(Task):
    """Bring a site to a surface, wherever on it; the error is the signed distance, exact also far away.

    `surface`: a `Plane`, a `Sphere` or an `Ellipsoid`. `of`: the segment or site in whose frame the surface is given
    and which carries it along; default the world. `structural`: see `Together`.
    """

    site: str
    surface: Surface
    of: str | None = field(default=None, kw_only=True)
    structural: bool = field(default=False, kw_only=True)

    word: ClassVar[str] = "on_surface"
    goal_field: ClassVar[str | None] = "surface"

    def __post_init__(self) -> None:
        super().__post_init__()
        instance(self.surface, (Plane, Sphere, Ellipsoid), self._what("surface"))

    @property
    def sites(self) -> tuple[str, ...]:
        return (self.site,)

    @property
    def is_structural(self) -> bool:
        return self.structural

    def check(self, figure: Figure) -> None:
        """Raise when a name is unknown or the surface sits on the site's own segment."""
        super().check(figure)
        if self.of is None:
            return
        if not isinstance(self.of, str) or (self.of not in figure.segments and self.of not in figure.sites):
            choices = [*figure.segments, *figure.sites]
            raise unknown(figure, "segment or site", self.of, choices, f"task {self.name!r}: the figure")
        self.require_apart(figure, self.site, self.of)

    def with_goal(self, goal: object) -> Task:
        """The same task with its surface moved or resized; another kind of surface makes another task."""
        if type(goal) is not type(self.surface):
            raise InputError(f"{self._what('surface')} must stay a {type(self.surface).__name__}, not {goal!r}")
        return super().with_goal(goal)

    def pieces(self, start: Pose) -> list[Piece]:
        surface = placed(self.surface, start.figure, self.of)
        return [Touching(surface.placing, self.site, surface)]
