"""How thick a person is where: breadths, depths and girths of ANSUR II, and how they grow with stature and mass.

Means of 4082 men and 1986 women over their mean stature; `growth` is the exponent of stoutness √(mass / usual mass) in
measure ∝ stature × stoutnessᵏ that takes the mean to the survey's 5th and 95th percentile of the measure, when stature
and mass are those of the same percentile (mean of both sexes and both ends). Whoever has the 5th percentile of all
girths at once weighs less than the 5th percentile of mass, so the skin grows by `kept`, which is less where there is
flesh: fitted so that volume × density is the mass of every part at 5, 50 and 95 %, and the measure stays near the
survey's (`benchmarks/skin.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from poise.people.person import SEXES, Person

USUAL_STOUTNESS = (0.85, 1.20)
"""Between the 1st and the 99th percentile; beyond, all measures grow alike, with stoutness itself."""


class Measure(NamedTuple):
    """Fractions of stature of men and women, the survey's growth with stoutness, and the skin's."""

    male: float
    female: float
    growth: float
    kept: float


MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        "buttock_depth": Measure(0.1400, 0.1430, 1.61, 1.06),
        "buttock_girth": Measure(0.5805, 0.6271, 0.86, 0.31),
        "hip_breadth": Measure(0.1968, 0.2173, 0.81, 0.42),
        "waist_breadth": Measure(0.1859, 0.1842, 1.60, 1.00),
        "waist_depth": Measure(0.1354, 0.1308, 2.49, 1.90),
        "waist_girth": Measure(0.5356, 0.5286, 1.85, 1.30),
        "chest_breadth": Measure(0.1648, 0.1654, 0.63, 0.40),
        "chest_depth": Measure(0.1445, 0.1519, 1.65, 1.27),
        "chest_girth": Measure(0.6028, 0.5815, 1.08, 0.53),
        "bideltoid_breadth": Measure(0.2906, 0.2765, 0.58, 0.30),
        "thigh_girth": Measure(0.3559, 0.3783, 1.26, 0.40),
        "lower_thigh_girth": Measure(0.2331, 0.2461, 1.06, 0.36),
        "calf_girth": Measure(0.2234, 0.2292, 0.88, 0.45),
        "ankle_girth": Measure(0.1306, 0.1325, 0.65, 0.45),
        "biceps_girth": Measure(0.2039, 0.1877, 1.43, 0.82),
        "forearm_girth": Measure(0.1766, 0.1622, 0.75, 0.58),
        "wrist_girth": Measure(0.1002, 0.0951, 0.26, 0.26),
        "hand_girth": Measure(0.1209, 0.1146, 0.22, 0.22),
        "hand_breadth": Measure(0.0503, 0.0480, 0.28, 0.38),
        "neck_girth": Measure(0.2264, 0.2025, 0.49, 0.49),
        "head_girth": Measure(0.3271, 0.3446, 0.0, 0.00),
        "head_breadth": Measure(0.0879, 0.0908, 0.0, 0.06),
        "head_length": Measure(0.1136, 0.1165, 0.0, 0.06),
        "face_length": Measure(0.0698, 0.0695, 0.0, 0.00),
        "ball_of_foot_girth": Measure(0.1435, 0.1401, 0.27, 0.27),
        "foot_breadth": Measure(0.0580, 0.0569, 0.29, 0.62),
    }
)


@dataclass(frozen=True, slots=True)
class Sizes:
    """The measures of a person, metres, and their ratio to those of the man the template was modelled on."""

    person: Person

    def __getitem__(self, name: str) -> float:
        measure = MEASURES[name]
        fraction = measure[SEXES.index(self.person.sex)]
        return fraction * self.person.stature * grown(self.person.stoutness, measure.kept)

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
    return float(usual**growth * (stoutness / usual))
