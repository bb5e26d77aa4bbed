"""Who is to be built: sex, stature and mass, checked, with the lengths that follow from them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from poise.errors import InputError, UnknownNameError
from poise.figure.check import number
from poise.figure.units import metres_hint
from poise.people.ansur import FRACTIONS, MASS, MEAN_MASS, MEAN_STATURE, PERCENTILES, STATURE

SEXES = ("male", "female")
SHORTEST, TALLEST = 1.0, 2.5
"""Metres. Beyond these the fractions of adults say nothing."""

LIGHTEST, HEAVIEST = 10.0, 100.0
"""kg/m², as mass over stature squared: beyond these no one lives."""


@dataclass(frozen=True, slots=True)
class Person:
    """`stature` in metres, `mass` in kilograms."""

    sex: str
    stature: float
    mass: float

    def length(self, measure: str) -> float:
        """An ANSUR measure of this person, in metres: its mean fraction of stature × stature."""
        return FRACTIONS[measure][SEXES.index(self.sex)] * self.stature

    @property
    def stoutness(self) -> float:
        """How much thicker than the mean person of that stature: breadths grow with √mass at equal length."""
        return math.sqrt(self.mass / usual_mass(self.sex, self.stature))

    @property
    def breadth(self) -> float:
        """How much broader the trunk is than the mean person's: as stoutness, but bones do not shrink with mass."""
        return self.stoutness if self.stoutness > 1 else math.sqrt(self.stoutness)


def person(stature: Any, sex: Any, percentile: Any, mass: Any) -> Person:
    """The person asked for; see `poise.human` for what the arguments mean."""
    if not isinstance(sex, str) or sex not in SEXES:
        raise UnknownNameError("sex", sex, SEXES, "the table of people")
    if stature is not None and percentile is not None:
        raise InputError("give a human's stature or percentile, not both: a percentile already sets the stature")
    if stature is not None:
        tall = _within(stature, "stature", SHORTEST, TALLEST, "m")
        usual = usual_mass(sex, tall)
    else:
        rank = 50.0 if percentile is None else _within(percentile, "percentile", 1.0, 99.0, "")
        tall, usual = _quantile(STATURE[sex], rank), _quantile(MASS[sex], rank)
    heavy = usual if mass is None else _within(mass, "mass", LIGHTEST * tall**2, HEAVIEST * tall**2, "kg")
    return Person(sex, tall, heavy)


def usual_mass(sex: str, stature: float) -> float:
    """The mean mass of the sex at another stature, kg: mass grows with the square of stature (Quetelet)."""
    return MEAN_MASS[sex] * (stature / MEAN_STATURE[sex]) ** 2


def _within(value: Any, what: str, low: float, high: float, unit: str) -> float:
    if isinstance(value, bool):
        raise InputError(f"the {what} of a human must be a number, not {value!r}")
    x = number(value, f"the {what} of a human")
    if not low <= x <= high:
        span = f"{low:.4g} and {high:.4g} {unit}".rstrip()
        hint = metres_hint(x, low, high) if unit == "m" else ""
        if what == "percentile" and 0.0 < x < 1.0:
            hint = f"; it is counted in hundredths: {100 * x:g}"
        raise InputError(f"the {what} of a human must lie between {span}, not {x:g}{hint}")
    return x


def _quantile(values: tuple[float, ...], rank: float) -> float:
    """The value at a percentile, linear between the tabled ones on the scale of a normal distribution."""
    from statistics import NormalDist

    scale = [NormalDist().inv_cdf(p / 100) for p in PERCENTILES]
    z = NormalDist().inv_cdf(rank / 100)
    i = max(j for j in range(len(scale) - 1) if scale[j] <= z or j == 0)
    t = (z - scale[i]) / (scale[i + 1] - scale[i])
    return values[i] + t * (values[i + 1] - values[i])
