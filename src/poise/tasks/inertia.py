"""Inertia: how the mass is spread about an axis through the centre of mass (Baerlocher 7.3.3)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from poise.errors import InputError
from poise.figure.check import number, unit3
from poise.tasks.body_pieces import Spread
from poise.tasks.body_task import BodyTask
from poise.tasks.piece import Piece

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose


@dataclass(frozen=True)
class Inertia(BodyTask):
    """Stretch or curl up until the moment of inertia about an axis through the centre of mass is `moment`, kg m².

    `axis`: world direction. What the solver controls is the radius of gyration √(moment / mass), in metres, so that
    `weight` compares with positions. `tolerance`: kg m²; by default what 1e-4 m of that radius make.
    """

    moment: float
    axis: Any = field(kw_only=True)

    word: ClassVar[str] = "inertia"
    goal_field: ClassVar[str | None] = "moment"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._put("moment", number(self.moment, self._what("moment")))
        if self.moment < 0.0:
            raise InputError(f"{self._what('moment')} must not be negative, not {self.moment} kg m²")
        self._put("axis", unit3(self.axis, self._what("axis")))

    @property
    def sites(self) -> tuple[str, ...]:
        return ()

    def check(self, figure: Figure) -> None:
        """Raise when the figure has no mass, and so no inertia."""
        super().check(figure)
        if figure.mass <= 0.0:
            raise InputError(f"task {self.name!r}: the figure {figure.name!r} has no mass, so no inertia")

    def pieces(self, start: Pose) -> list[Piece]:
        mass = start.figure.mass
        return [Spread(np.array([math.sqrt(self.moment / mass)]), self.moment, np.array(self.axis), mass)]
