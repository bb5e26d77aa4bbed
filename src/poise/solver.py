"""`poise.solve`: from a pose and levels of tasks to a solution."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.account import Asked, account, history_of
from poise.errors import InputError
from poise.figure.arguments import checked
from poise.figure.check import count, instance
from poise.history import Circumstances
from poise.limb.alone import answer_alone
from poise.limb.analytic import AnalyticLimbs, checked_analytic
from poise.methods import usual_criteria
from poise.planning import keep, loaded_wishes, plan_for, planned
from poise.pose import Pose
from poise.question import asked_levels
from poise.several import one_pose
from poise.solution import Solution, completed
from poise.tasks.any_of import AnyOf, ways
from poise.tasks.avoid import avoiding_notes, with_world
from poise.tasks.plan import Plan, Start
from poise.tasks.starts import random_starts
from poise.tasks.structure import structural_start
from poise.tasks.task import Task
from poise.tasks.way_round import ways_round

Array = NDArray[np.float64]
Found = tuple[_core.Ending, Solution]
"""A solution after what the run has left, by whose levels attempts are compared."""
MOST_STEPS, MOST_ATTEMPTS = 10**9, 10**6
_LEAPS = 3
"""How often a solver may go on from a leap of analytic limbs."""
_SAME = 1e-6
"""Residuals of a level that differ by less count as equal when attempts are compared (m, rad)."""

_STILL = 1e-7
"""Supports that are less far (m) from where they were need not be found again for the account, which is as true."""

ROUNDS = 8
"""How often a region that has moved with the pose is found again."""


@checked
def solve(
    pose: Any,
    levels: Any,
    *,
    criteria: Any = None,
    forces: Any = (),
    supports: Any = (),
    world: Any = None,
    avoid_self: bool = False,
    method: Any = "priority",
    max_steps: int = 200,
    attempts: int = 1,
    rng: np.random.Generator | None = None,
    history: bool = False,
    root: str | None = None,
    analytic: Any = (),
) -> Solution:
    """Find a pose that serves the tasks in order of priority, inside all limits.

    `pose`: where to start; outside the limits it is repaired first. Several poses are posed together
    (`poise.company`): by the names of their figures, `{"ann": pose, "bob": pose}`, or in a list, which names them "a",
    "b" …; their sites are "ann/right_hand", and the solution has `poses`. `levels`: tasks or lists of tasks, the most
    important first; tasks in one list share a level and are weighed by `weight`. `criteria`: preferences for the
    freedom left, weighed against each other; lists among them are levels, of which each decides what those before it
    leave open; by default `Natural` for people and none for other figures, and `()` is none for anybody.
    `method`: "priority"; for comparison, "weighted" for all tasks in one level, or "cascaded" for levels that are
    solved one by one and then projected (Baerlocher 5.3.3); for direct manipulation (Welman), "transpose", where the
    last level pulls and those above are constraints, or "ccd", where levels are weights; both leave criteria out, and
    the solution says so (`poise.Transpose` and `poise.CCD` have choices). `max_steps`: per attempt.
    `attempts`: with more than one, further starts follow until all tasks are met, and the lexicographically best pose
    is taken; this needs `rng`. They begin at random poses (base kept) and, in a world, every other one beside the
    things that hold a hand up. `history`: keep what every step left.
    `root`: a segment, a foot for example, that stays exactly where it is, above all levels and with the limits.
    `forces`, `supports`: what acts on the body and carries it (`Force`, `Weight`, `Support`), for the tasks and
    criteria that speak of forces and have none of their own. `world`: obstacles that the body keeps out of, above all
    levels and below structural tasks, unless a task of the levels avoids them (`Avoid`); `avoid_self`: and of itself.
    `analytic`: names of limbs whose hands and feet are brought to their goals in closed form, around the rest of the
    body (`poise.Limb`); further attempts then begin with random poses of these limbs alone, and of the body, in turn.
    """
    began = time.perf_counter()
    pose = instance(one_pose(pose), Pose, "pose of solve")
    levels, wishes = loaded_wishes(pose, levels, usual_criteria(method, criteria), forces, supports, world)
    levels = with_world(levels, world, avoid_self)
    names = checked_analytic(pose.figure, analytic)
    steps, tries = count(max_steps, "max_steps", MOST_STEPS), count(attempts, "attempts", MOST_ATTEMPTS)
    rng = _checked_rng(rng, tries)
    further = None if rng is None or tries == 1 else _Further(root, tries - 1, rng)
    how = How(steps, None, history, Asked(wishes, method, steps))
    best = _cheapest([_answered(pose, way, root, names, how, further) for way in ways(levels)], pose)
    if best.history is not None:
        completed(best, history=replace(best.history, circumstances=Circumstances(forces, supports, world)))
    return completed(best, seconds=time.perf_counter() - began)


class _Further(NamedTuple):
    """Further attempts: at most so many, from random poses; the root that they keep."""

    root: str | None
    most: int
    rng: np.random.Generator


class How(NamedTuple):
    """How a plan is run: for how many steps, with which limbs in closed form, what is kept, and who asked."""

    steps: int
    limbs: AnalyticLimbs | None = None
    history: bool = False
    asked: Asked | None = None


def _answered(
    pose: Pose,
    way: Sequence[Sequence[Task]],
    root: str | None,
    names: tuple[str, ...],
    how: How,
    further: _Further | None,
) -> Found:
    """The best of so many attempts at one way to choose; none follows once all tasks are met."""
    assert how.asked is not None
    criteria, method, _ = how.asked
    plan = plan_for(pose, way, criteria, method, root)
    if names:
        how = how._replace(limbs=AnalyticLimbs(plan, names))
    first = _beginning(plan)
    found = _first_attempt(plan, first, how)
    if further is not None:
        found = _best_of(found, _further_starts(plan, way, first, found[1], how, further), plan, how)
    if plan.keeps_out:
        completed(found[1], notes=(*found[1].notes, *avoiding_notes(way, pose)))
    keep(plan)
    return found


def _best_of(found: Found, starts: Iterator[Array], plan: Plan, how: How) -> Found:
    """The best that is found from the first start and further ones, of which none follows once all tasks are met."""
    best, last, made = found, found, 1
    for start in starts:
        if last[1].status == "converged":
            break
        last = _attempt(plan, start, how)
        best, made = _better(best, last), made + 1
    completed(best[1], attempts=made)
    return best


def best_served(pose: Pose, levels: list[list[Task]], criteria: Any, method: Any, root: str | None) -> Any:
    """The levels of a session to begin with, where several tasks would do: those that a solve would choose."""
    choices = ways(levels)
    if len(choices) == 1:
        return levels
    plans = [planned(pose, way, criteria, method, root) for way in choices]
    found = [_first_attempt(plan, _beginning(plan), How(200)) for plan in plans]
    best = _cheapest(found, pose)
    return next(way for way, (_, solution) in zip(choices, found, strict=True) if solution is best)


def better_way(plan: Plan, here: _core.Solver, steps: int = 200) -> Sequence[Sequence[Task]] | None:
    """The levels with other tasks of its choices, from here better served by more than their margin; None without any.

    Criteria cannot make a level worse and are left out.
    """
    asked = asked_levels(plan.places, plan.tasks)
    margin = max((task.margin for level in asked for task in level if isinstance(task, AnyOf)), default=0.0)
    best: Sequence[Sequence[Task]] | None = None
    least = here.level_residuals()
    for way in ways(asked)[1:]:
        other = planned(plan.start, way, (), plan.method)
        residuals = settled(other, np.array(here.coordinates()), steps).level_residuals()
        if _core.compare_lexicographic(residuals, least, margin) < 0:
            least, best = residuals, way
    return best


def attempted(plan: Plan, how: How) -> Solution:
    """The solution of a plan from its own start, as `solve` finds it in one attempt."""
    return _first_attempt(plan, _beginning(plan), how)[1]


def starts_beside(
    plan: Plan, levels: Sequence[Sequence[Task]], held_up: Pose, root: str | None, steps: int
) -> Iterator[Array]:
    """Coordinates beside the things that a pose is held up by, each where a solve for a place there has led."""
    for led in ways_round(levels, held_up):
        there = planned(plan.start, led, (), plan.method, root)
        yield np.array(_run(there, _beginning(there), How(steps))[1].pose.coordinates)


def _cheapest(found: list[Found], start: Pose) -> Solution:
    """Of several ways, the one that costs the levels least; of those that cost the same, the one that moves least."""
    best = found[0]
    for other in found[1:]:
        order = _compared(other, best)
        if order < 0 or (order == 0 and _motion(other[1], start) < _motion(best[1], start) - _SAME):
            best = other
    return best[1]


def _motion(solution: Solution, start: Pose) -> float:
    """How far a body has moved from the start, all degrees of freedom together (m, rad)."""
    return float(np.linalg.norm(start.difference(solution.pose)))


def _compared(one: Found, other: Found) -> int:
    """Negative where one serves the levels better than the other, in their order."""
    return _core.compare_lexicographic(one[0].level_residuals, other[0].level_residuals, _SAME)


def _better(one: Found, other: Found) -> Found:
    """The one that serves the levels better; the first of two that are alike."""
    return other if _compared(other, one) < 0 else one


def _beginning(plan: Plan, begin: Pose | None = None) -> Start:
    """Where to begin: the start of a plan, or another pose, as structural tasks have it."""
    if plan.has_structure:
        return structural_start(plan, begin)
    return (plan.start if begin is None else begin)._core


def _coordinates(start: Start) -> Array:
    return start if isinstance(start, np.ndarray) else start.coordinates


def _first_attempt(plan: Plan, start: Start, how: How) -> Found:
    """Run from where a criterion says to begin; should that miss a goal, or none say so, from the start as it is."""
    begin = None if plan.preferences is None else plan.preferences.begin
    if begin is None:
        return _attempt(plan, start, how)
    found = _attempt(plan, _beginning(plan, begin), how)
    if found[1].status == "converged":
        return found
    return _better(found, _attempt(plan, start, how))


def _attempt(plan: Plan, start: Start, how: How) -> Found:
    """Run from a start, where analytic limbs may leap first; should that miss a goal, from the start as it is, too.

    A figure that is a limb and nothing else and ends short runs from its answer in closed form, where there is one.
    """
    if how.limbs is None:
        found = _run(plan, start, how)
        return found if found[0].worst_residual < _SAME else _run_on_alone(plan, found, how)
    how.limbs.reconsider()
    leapt = how.limbs.leap(_core.Solver(plan.problem, _coordinates(start)))
    if leapt is None:
        return _run(plan, start, how)
    found = _run(plan, leapt, how)
    return found if found[1].status == "converged" else _better(found, _run(plan, start, how))


def _run_on_alone(plan: Plan, found: Found, how: How) -> Found:
    """What was found, or what is found from the answer of a figure that is one limb, if that is better."""
    answer = answer_alone(plan)
    return found if answer is None else _better(found, _run(plan, answer, how))


def _run(plan: Plan, start: Start, how: How) -> Found:
    """Run until it settles, and on while leaps of limbs from there serve the levels better."""
    steps, limbs, history, asked = how
    if limbs is None and not history:
        ending = plan.settle(start, steps, plan.region_watch(_STILL, ROUNDS) if plan.moves_with_pose else None)
        return ending, account(plan, ending, asked)
    if limbs is None:
        solver, taken = settled(plan, start, steps, history=history), 0
    else:
        solver, leap = _solver(plan, start, history), limbs.leap
        taken = solver.run_with_leaps(steps, moving_regions(plan, solver), ROUNDS, lambda: leap(solver), _LEAPS)
        _bring_up_to_date(plan, solver)
    ending, kept = solver.ending(), history_of(plan.start.figure, solver) if history else None
    return ending, account(plan, ending, asked, steps_before=taken, history=kept)


def settled(plan: Plan, start: Start, steps: int, *, history: bool = False) -> _core.Solver:
    """A solver of the plan, run from a start until it settles or its steps are done; ready for an account of it."""
    solver = _solver(plan, start, history)
    solver.run(steps, np.inf, moving_regions(plan, solver), most=ROUNDS)
    _bring_up_to_date(plan, solver)
    return solver


def _solver(plan: Plan, start: Start, history: bool) -> _core.Solver:
    solver = plan.solver_at(_coordinates(start))
    solver.record(history)
    solver.allow_retry()
    return solver


def _bring_up_to_date(plan: Plan, solver: _core.Solver) -> None:
    """Supports that moved since have left the last region behind; the account is about where they are now."""
    if plan.moves_with_pose:
        plan.refresh(Pose._of(plan.start.figure, solver.pose()), _STILL)


def moving_regions(plan: Plan, solver: _core.Solver) -> Callable[[bool], bool] | None:
    """For a run: brings what the tasks depend on up to date when it has moved with the pose; None when nothing does."""
    if not plan.moves_with_pose:
        return None
    return lambda at_rest: plan.refresh(Pose._of(plan.start.figure, solver.pose()))


def _further_starts(
    plan: Plan,
    way: Sequence[Sequence[Task]],
    first: Start,
    found: Solution,
    how: How,
    further: _Further,
) -> Iterator[Array]:
    """Coordinates to start from after the first: random ones with the pose's base and, in turn, beside what was in the
    way of what was found.

    With analytic limbs, every other one is the first but for random poses of these limbs, which leaps turn into other
    answers in closed form around the body as it is.
    """
    beside = starts_beside(plan, way, found.pose, further.root, how.steps)
    slots = [] if how.limbs is None else how.limbs.slots
    return islice(_in_turn(beside, _random(plan, _coordinates(first), slots, further.rng)), further.most)


def _in_turn(some: Iterator[Array], endless: Iterator[Array]) -> Iterator[Array]:
    for one, other in zip(some, endless, strict=False):
        yield one
        yield other
    yield from endless


def _random(plan: Plan, first: Array, slots: list[int], rng: np.random.Generator) -> Iterator[Array]:
    for attempt, start in enumerate(random_starts(plan.start.figure, plan.start.coordinates, rng), 1):
        if slots and attempt % 2:
            limbs_alone = np.array(first)
            limbs_alone[slots] = start[slots]
            yield limbs_alone
        else:
            yield start


def _checked_rng(rng: Any, attempts: int) -> np.random.Generator | None:
    if rng is not None and not isinstance(rng, np.random.Generator):
        raise InputError(f"rng must be a numpy Generator (numpy.random.default_rng(seed)), not {rng!r}")
    if rng is None and attempts > 1:
        raise InputError(f"attempts={attempts} starts from random poses: give rng=numpy.random.default_rng(seed)")
    return rng
