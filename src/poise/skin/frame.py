"""What the parts of the template are fitted to: a person, the places of the joints, and how thick the body is where."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from poise.people.landmarks import Landmarks
from poise.people.person import SEXES, Person
from poise.people.sizes import Sizes
from poise.skin.cage import Floats

_MODEL_LEVELS = (0.0, 0.846, 0.901, 1.0565, 1.2911, 1.3291, 1.4407, 1.5173, 1.6252, 1.7562)
"""Floor, crotch, hip, navel, breast, armpit, acromion, seventh neck vertebra, ear, top: the heights of `MODEL`."""


AXILLA = (0.7568, 0.7608)
"""The armpit's height, as a fraction of stature, of men and women (ANSUR II)."""


class Frame(NamedTuple):
    """A person, the landmarks of the figure, and its measures."""

    person: Person
    marks: Landmarks
    sizes: Sizes

    def height(self, model: Floats | float) -> Floats:
        """Heights of the mean man over the floor → this person's over the hip centres."""
        return np.asarray(np.interp(model, _MODEL_LEVELS, self._levels()))

    def _levels(self) -> Floats:
        person, level = self.person, self.marks.levels
        sole = -self.marks.thigh - self.marks.shank - self.marks.ankle_height
        axilla = AXILLA[SEXES.index(person.sex)] * person.stature
        hip = person.length("trochanterion_height")
        breast = person.length("chest_height") - hip
        return np.array(
            [sole, level["crotch"], 0.0, level["omphalion"], breast, axilla - hip, level["acromial"],
             level["cervicale"], level["tragion"], level["vertex"]]
        )  # fmt: skip
