"""What all criteria share: a weight against the other criteria."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from poise.errors import InputError
from poise.figure.check import number

if TYPE_CHECKING:
    from poise.figure.figure import Figure


@dataclass(frozen=True, kw_only=True)
class Criterion(ABC):
    """A preference below all tasks: it moves only what no task needs. `weight`: positive, against other criteria."""

    weight: float = 1.0

    def __post_init__(self) -> None:
        what = f"the weight of criterion {type(self).__name__}"
        object.__setattr__(self, "weight", number(self.weight, what))
        if self.weight <= 0.0:
            raise InputError(f"{what} must be positive, not {self.weight}")

    @abstractmethod
    def check(self, figure: Figure) -> None:
        """Raise when the criterion does not fit the figure."""
