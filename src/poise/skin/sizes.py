"""How thick a person is where: breadths, depths and girths of ANSUR II, and how they grow with stature and mass.

Means of 4082 men and 1986 women over their mean stature; `growth` is the exponent of stoutness √(mass / usual mass) in
measure ∝ stature × stoutnessᵏ that takes the mean to the survey's 5th and 95th percentile of the measure, when stature
and mass are those of the same percentile (mean of both sexes and both ends). Whoever has the 5th percentile of all
girths at once weighs less than the 5th percentile of mass, so what is flesh grows by `SLOWER` less than that: then
volume × density is the mass at either end, and girths are within a few percent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from poise.people.person import SEXES, Person

USUAL_STOUTNESS = (0.85, 1.20)
"""Between the 1st and the 99th percentile; beyond, all measures grow alike, with stoutness itself."""


SLOWER = 0.55
"""Taken off the growth of a measure, by as much of it as is above that of bone (fitted to masses at 5 and 95 %)."""


class Measure(NamedTuple):
    """Fractions of stature of men and women, and the growth with stoutness."""

    male: float
    female: float
    growth: float


MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        "buttock_depth": Measure(0.1400, 0.1430, 1.61),
        "buttock_girth": Measure(0.5805, 0.6271, 0.86),
        "hip_breadth": Measure(0.1968, 0.2173, 0.81),
        "waist_breadth": Measure(0.1859, 0.1842, 1.60),
        "waist_depth": Measure(0.1354, 0.1308, 2.49),
        "waist_girth": Measure(0.5356, 0.5286, 1.85),
        "chest_breadth": Measure(0.1648, 0.1654, 0.63),
        "chest_depth": Measure(0.1445, 0.1519, 1.65),
        "chest_girth": Measure(0.6028, 0.5815, 1.08),
        "bideltoid_breadth": Measure(0.2906, 0.2765, 0.58),
        "thigh_girth": Measure(0.3559, 0.3783, 1.26),
        "lower_thigh_girth": Measure(0.2331, 0.2461, 1.06),
        "calf_girth": Measure(0.2234, 0.2292, 0.88),
        "ankle_girth": Measure(0.1306, 0.1325, 0.65),
        "biceps_girth": Measure(0.2039, 0.1877, 1.43),
        "forearm_girth": Measure(0.1766, 0.1622, 0.75),
        "wrist_girth": Measure(0.1002, 0.0951, 0.26),
        "hand_girth": Measure(0.1209, 0.1146, 0.22),
        "hand_breadth": Measure(0.0503, 0.0480, 0.28),
        "neck_girth": Measure(0.2264, 0.2025, 0.49),
        "head_girth": Measure(0.3271, 0.3446, 0.0),
        "head_breadth": Measure(0.0879, 0.0908, 0.0),
        "head_length": Measure(0.1136, 0.1165, 0.0),
        "face_length": Measure(0.0698, 0.0695, 0.0),
        "ball_of_foot_girth": Measure(0.1435, 0.1401, 0.27),
        "foot_breadth": Measure(0.0580, 0.0569, 0.29),
    }
)


@dataclass(frozen=True, slots=True)
class Sizes:
    """The measures of a person, metres, and their ratio to those of the man the template was modelled on."""

    person: Person

    def __getitem__(self, name: str) -> float:
        measure = MEASURES[name]
        fraction = measure[SEXES.index(self.person.sex)]
        return fraction * self.person.stature * grown(self.person.stoutness, measure.growth)

    def ratio(self, name: str) -> float:
        """To the model's own measure."""
        return self[name] / (MEASURES[name].male * MODEL.stature)

    @property
    def female(self) -> float:
        """1 for a woman, 0 for a man."""
        return float(self.person.sex == "female")


MODEL = Person("male", 1.7562, 85.5)
"""The mean man of the survey."""


def grown(stoutness: float, growth: float) -> float:
    """What stoutness does to a measure, against the mean person's."""
    low, high = USUAL_STOUTNESS
    usual = min(max(stoutness, low), high)
    return float(usual ** (growth - min(SLOWER, growth)) * (stoutness / usual))
