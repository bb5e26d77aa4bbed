"""How much weaker a force, or how much rougher the supports, would do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from poise.errors import PoiseError
from poise.explain.explanation import Relaxation
from poise.explain.loads import ROUGH, changed, loads_of, supports_of
from poise.explain.words import amount
from poise.forces.force import Weight

if TYPE_CHECKING:
    from poise.explain.suspect import Suspect
    from poise.explain.trials import Trials
    from poise.forces.force import Force

FINELY = 2.0**-6
"""What would do is found to this part of itself."""


def load_relaxation(trials: Trials, suspect: Suspect) -> Relaxation | None:
    """Of a force or of friction, by halving: every step is a solve, from where the task is met without it."""
    question, task = trials.question, trials.question.tasks[suspect.of]
    starts = [np.array(way.pose.coordinates) for way in (*trials.ways_out(suspect), trials.found)]

    def met(size: float) -> bool:
        try:
            return trials.asked(changed(question, suspect, size), starts).task(trials.task).met
        except PoiseError:  # no room to stand over
            return False

    if suspect.kind == "force":
        load = loads_of(task)[suspect.name]
        size, unit = _size(load)
        less = (1.0 - _halved(met, 0.0, 1.0)) * size
        return Relaxation(
            ((less, unit),), f"if it is {amount(less, unit)} {'lighter' if isinstance(load, Weight) else 'weaker'}"
        )
    has = max(support.friction for support in supports_of(question, task))
    needs = _halved(met, ROUGH, has)
    return Relaxation(((needs - has, "μ"),), f"with μ {needs:.2f}, it has {has:.2g}")


def _size(load: Force | Weight) -> tuple[float, str]:
    if isinstance(load, Weight):
        return load.kilograms, "kg"
    force = float(np.linalg.norm(load.vector))
    return (force, "N") if force > 0.0 else (float(np.linalg.norm(load.torque)), "N m")


def _halved(met: Callable[[float], bool], good: float, bad: float) -> float:
    """The number nearest to `bad` that will do, where `good` does."""
    while abs(good - bad) > FINELY * max(abs(bad), abs(good)):
        middle = 0.5 * (good + bad)
        good, bad = (middle, bad) if met(middle) else (good, middle)
    return good
