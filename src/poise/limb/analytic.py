"""Analytic limbs of a solve: goals of hands and feet answered in closed form, around the rest of the body.

The numeric solver follows slopes, and a slope may end at a limit on the wrong side of the elbow. A limb's own goals
have their answers in closed form wherever the body stands, so a solve with analytic limbs leaps: where it is, the
joints of the limb are set to the answer, and the body stays. A leap is taken only if it serves the levels better in
their order, perhaps after a few steps that bring disturbed levels back; so strictness and limits hold as always. Goals
out of the limb's reach are the body's business until it has come near enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from poise import _core
from poise.errors import InputError
from poise.figure.check import shown
from poise.limb.goals import AIM, Array
from poise.limb.limb import Limb
from poise.limb.task_goals import limb_of, wanted_of
from poise.methods import require_limbs

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.tasks.plan import Plan

RESTORING = 8
"""Steps that may bring back the levels a leap disturbs, the balance for example."""

_MET, _MOVED, _SAME = 1e-9, 1e-6, 1e-6
"""Errors that need no leap; joint motions that were the solver's own; residuals of levels that count as equal."""


def checked_analytic(figure: Figure, names: Any) -> tuple[str, ...]:
    """The names of limbs that have a closed form; raises for others."""
    if isinstance(names, tuple) and not names:
        return ()
    if not isinstance(names, Iterable) or isinstance(names, bytes | Mapping | np.ndarray):
        raise InputError(f"analytic must be the names of limbs, not {shown(names)}")
    found = (names,) if isinstance(names, str) else tuple(names)
    for name in found:
        Limb(figure, name)
    if len(set(found)) < len(found):
        raise InputError(f"analytic names a limb twice: {', '.join(map(repr, found))}")
    return found


class AnalyticLimbs:
    """The analytic limbs of a plan. Of the swivels that are allowed, the one nearest to where it was is taken.

    Where it was means before the first leap, or where criteria and lower levels have brought it since: what a leap
    itself changed is forgotten, so that closed paths close.
    """

    def __init__(self, plan: Plan, names: tuple[str, ...]) -> None:
        if names:
            require_limbs(plan.method)
        self._plan = plan
        self._preferred = {name: _PreferredSwivel() for name in names}
        self._refused: Array | None = None  # the last answer that would have hurt a level above

    def reconsider(self) -> None:
        """What is wanted has changed: an answer that was refused may do now."""
        self._refused = None

    @property
    def slots(self) -> list[int]:
        """Where their numbers stand in the coordinates of a pose."""
        return [slot for name in self._preferred for slot in limb_of(self._plan.start.figure, name).slots]

    def leap(self, solver: _core.Solver) -> Array | None:
        """Coordinates that serve the levels better than the solver's pose; None when closed form has none."""
        if not self._preferred or (self._refused is not None and not solver.settled):
            return None
        closed = self._closed(solver.coordinates())
        if closed is None or (self._refused is not None and np.abs(closed - self._refused).max() < _MOVED):
            return None
        here, leapt = (_core.Solver(self._plan.problem, q) for q in (solver.coordinates(), closed))  # all tasks count
        for _ in range(RESTORING):
            if _core.compare_lexicographic(leapt.level_residuals(), here.level_residuals(), _SAME) < 0:
                self._refused = None
                return np.array(leapt.coordinates())
            if leapt.step() == 0.0:
                break
        self._refused = closed
        return None

    def _closed(self, coordinates: Array) -> Array | None:
        """With every limb whose goal is in reach set to its answer; None when there is nothing to set."""
        q, changed = np.array(coordinates), False
        for name, preferred in self._preferred.items():
            limb, goals = wanted_of(self._plan, name)
            stance = limb._stand(q)
            if not goals or max(stance.errors(*goals[0], q)) < _MET:
                continue
            for kind, numbers in goals:
                second = stance.rest_hinge if kind == AIM else 0.0
                answer = stance.closed(kind, numbers, preferred.swivel(kind, stance, q[list(limb.slots)]), second)
                if answer.verdict == 0:
                    q, changed = np.array(stance.coordinates(answer)), True
                    preferred.left = q[list(limb.slots)]
                    break
        return q if changed else None


class _PreferredSwivel:
    """The swivel that a limb would like to have, about the axis of each kind of goal."""

    def __init__(self) -> None:
        self.left: Array | None = None  # how the last leap left the limb
        self._swivels: dict[int, float] = {}

    def swivel(self, kind: int, stance: _core.LimbStance, numbers: Array) -> float:
        if self.left is None or np.abs(numbers - self.left).max() > _MOVED:
            self._swivels.clear()
        return self._swivels.setdefault(kind, stance.present_swivel(kind))
