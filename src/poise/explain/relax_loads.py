"""How much weaker a force, or how much rougher the supports, would do."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from poise.explain.explanation import Relaxation
from poise.explain.least import least
from poise.explain.loads import ROUGH, changed, loads_of, supports_of
from poise.explain.relax import miss_with
from poise.explain.words import amount
from poise.forces.force import Press, Weight

if TYPE_CHECKING:
    from poise.explain.suspect import Suspect
    from poise.explain.trials import Trials
    from poise.forces.force import AnyForce


def load_relaxation(trials: Trials, suspect: Suspect, other_way: bool) -> Relaxation | None:
    """Of a force or of friction, from the compromise."""
    if suspect.kind == "force":
        return _weaker(trials, suspect, other_way)
    question, task = trials.asked(other_way), trials.question.tasks[suspect.of]
    has = max(support.friction for support in supports_of(question, task))
    miss = miss_with(trials, lambda by: changed(question, suspect, has + by))
    by = None
    for first in (has, ROUGH - has):  # mostly twice the friction will do
        by = by or least(miss, trials.miss(trials.found), first, ROUGH - has)
    if by is None:
        return None
    needs = math.ceil(100.0 * (has + by)) / 100.0  # never less than will do
    return Relaxation(((by, "μ"),), f"with μ {needs:.2f}, it has {has:.2g}", local=True)


def _weaker(trials: Trials, suspect: Suspect, other_way: bool) -> Relaxation | None:
    question = trials.asked(other_way)
    load = loads_of(question.tasks[suspect.of])[suspect.name]
    size, unit = _size(load)
    miss = miss_with(trials, lambda by: changed(question, suspect, 1.0 - by / size))
    less = least(miss, trials.miss(trials.found), size, size)
    if less is None:
        return None
    words = f"if it is {amount(less, unit)} {'lighter' if isinstance(load, Weight) else 'weaker'}"
    return Relaxation(((less, unit),), words, local=True)


def _size(load: AnyForce) -> tuple[float, str]:
    if isinstance(load, Weight):
        return load.kilograms, "kg"
    force = float(np.linalg.norm(load.vector))
    return (force, "N") if force > 0.0 or isinstance(load, Press) else (float(np.linalg.norm(load.torque)), "N m")
