"""Balance: the centre of mass over the area the figure stands on, or over a point (Boulic et al. 1996, 2.5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from poise.errors import InputError
from poise.figure.check import Vec3, array, number, vec3
from poise.figure.units import metres_hint
from poise.filled import filled_quickly
from poise.forces.footing import footed, standing_on
from poise.forces.wishes import checked_own
from poise.tasks.body_pieces import Center, Over, area_at_start
from poise.tasks.body_task import BodyTask
from poise.tasks.loaded_balance import loaded_area
from poise.tasks.piece import Piece
from poise.tasks.world_task import WorldTask

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@filled_quickly
@dataclass(frozen=True)
class Balance(BodyTask, WorldTask):
    """Keep the centre of mass over the soles that are on the floor, or over a point.

    `margin`: metres it keeps from the edge of that area, inward; default 0.01, and 0 over an area so narrow that
    nothing is 1 cm inside. Inside, the task wants nothing, and the body is free to sway. The area is that of the start
    pose; where supports have moved in the pose that is found, it is found again and the solver goes on from there. On
    the way it stays, but for sessions, where it follows as supports move: hold the feet in a level above.
    `forces`, `supports`: what acts on the body and carries it, by default those of the solve; with either, the centre
    of mass is kept over the region where friction can hold the body (`poise.statics`), and loads count as they move.
    Soles that are on obstacles of the world, a stair or a ledge, carry as those on the floor do: the centre of mass is
    then kept over the region where their friction can hold the body. `over`: a world point, or its (x, z), to stand
    plumb above or below instead; then it is an equality.
    """

    margin: float | None = None
    over: Any = field(default=None, kw_only=True)
    forces: Any = field(default=None, kw_only=True)
    supports: Any = field(default=None, kw_only=True)

    word: ClassVar[str] = "balance"
    goal_field: ClassVar[str | None] = "over"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.margin is not None:
            self._put("margin", number(self.margin, self._what("margin")))
        if self.forces is not None or self.supports is not None:
            checked_own(self)
        if self.over is None:
            return
        if self.margin:
            raise InputError(f"task {self.name!r} takes either over, a point, or margin, for the area of the soles")
        self._put("over", point_on_floor(self.over, self._what("over")))

    @property
    def minds_world(self) -> bool:
        return self.over is None

    @property
    def sites(self) -> tuple[str, ...]:
        return ()

    def check(self, figure: Figure) -> None:
        """Raise when the figure has no mass, no gravity or nothing to stand on."""
        super().check(figure)
        if figure.mass <= 0.0:
            raise InputError(f"task {self.name!r}: the figure {figure.name!r} has no mass, so no centre of mass")
        if not any(figure.gravity):
            raise InputError(f"task {self.name!r}: the figure {figure.name!r} has no gravity, so nothing is plumb")
        if self.over is None and not self.supports and not figure.soles:
            raise InputError(f"task {self.name!r}: the figure {figure.name!r} has no soles to stand on")

    def pieces(self, start: Pose) -> list[Piece]:
        if self.over is not None:
            axes, names = horizontal(np.array(start.figure.gravity))
            return [Center(np.array(self.over), axes, names)]
        if self.forces is not None or self.supports is not None:
            supports = footed(start, self.supports or (), self.world)
            return [loaded_area(start, self.forces, supports, self.margin, self.name)]
        on_things = [] if self.world is None else standing_on(start, self.world)
        if on_things:
            return [loaded_area(start, (), on_things, self.margin, self.name)]
        return [self._area(start)]

    @property
    def _is_kept(self) -> bool:
        return self.world is None and self.forces is None and self.supports is None

    def _area(self, start: Pose) -> Over:
        area = area_at_start(start, self.margin)
        if area is None:
            raise InputError(f"task {self.name!r}: no sole is on the floor (height 0) in the start pose")
        if area.margin >= area.widest:
            hint = metres_hint(area.margin, 0.0, area.widest)
            raise InputError(
                f"{self._what('margin')} leaves no room: at most {area.widest:.3f} m, not {area.margin:g} m{hint}"
            )
        return area

    def _goal_field(self) -> str:
        if self.over is None:
            raise InputError(f"task {self.name!r} has no goal that could change; Balance(over=point) has one")
        return "over"


def point_on_floor(given: Any, what: str) -> Vec3:
    """A world point from three numbers, or from x and z alone."""
    values = array(given, what)
    return vec3((values[0], 0.0, values[1]) if values.shape == (2,) else values, what)


def horizontal(gravity: NDArray[np.float64]) -> tuple[NDArray[np.float64], str]:
    """(2, 3) unit vectors across gravity, and their names: x and z where the figure stands upright in the world."""
    down = gravity / np.linalg.norm(gravity)
    if abs(down[1]) > 1.0 - 1e-12:
        return np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), "xz"
    first = np.cross(down, np.eye(3)[int(np.argmin(np.abs(down)))])
    first /= np.linalg.norm(first)
    return np.array([first, np.cross(down, first)]), "uv"
