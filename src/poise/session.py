"""A session: a solve that goes on while tasks, goals, levels, criteria and limits change."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from poise import _core
from poise.account import account
from poise.criteria.default import given_or_default
from poise.errors import InputError, PoiseError, UnknownNameError
from poise.figure.arguments import checked_methods
from poise.figure.check import instance, number, shown
from poise.limb.analytic import AnalyticLimbs, checked_analytic
from poise.limb.carried import carried
from poise.methods import require_honoured, usual_criteria
from poise.planning import loaded_wishes, planned
from poise.pose import Pose
from poise.question import Levels, Question, as_tuple, asked_levels, require_same_joints, with_task, without_task
from poise.readable import Readable
from poise.several import one_pose
from poise.solution import Solution
from poise.solver import ROUNDS, best_served, better_way
from poise.task_handle import Handles, TaskHandle
from poise.tasks.avoid import with_world
from poise.tasks.plan import MOVED, checked_levels
from poise.tasks.posture import pose_of
from poise.tasks.structure import structural_start
from poise.tasks.task import Task
from poise.tasks.world_task import WorldTask, in_other_world, minds
from poise.world.obstacle import FRAME
from poise.world.world import World, checked_world

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.tasks.plan import Entry, Plan

CALM = 0.05
"""s: how soon criteria follow goals, which are met at once (estimate: people move at up to 3 Hz, 1 / (2π 3 Hz))."""
_MANY = 1_000_000
"""Steps a budget of time may use; it ends by time or by settling long before."""
_SLICE = 10
"""Steps after which a session looks whether its supports have moved."""
_ON_THE_WAY = 0.01
"""Supports that have moved that far (m) while the session goes on, have their region found again; once it has settled,
less will do."""
_MOST_TIMES = (200, ROUNDS)
"""How often that is done, on the way and once it has settled, before anything else changes: a session shall settle."""


@checked_methods
class Session(metaclass=Readable):
    """An interactive solve. Every step starts from where the last one ended.

        session = poise.Session(pose, [poise.Hold("left_foot"), poise.Reach("right_hand", point)])
        session.tasks["reach right_hand"].goal = new_point
        pose = session.step(budget=0.005)

    Anything may change between two steps: the pose and what was learnt about it are kept, and a change that is
    refused leaves everything as it was. `levels`, `criteria`, `figure` and `pose` are values: keep them to undo.
    `Hold` keeps sites where the first pose has them.
    """

    def __init__(
        self,
        pose: Any,
        levels: Any,
        *,
        criteria: Any = None,
        forces: Any = (),
        supports: Any = (),
        world: Any = None,
        avoid_self: bool = False,
        ahead: float = FRAME,
        root: str | None = None,
        analytic: Any = (),
        method: Any = "priority",
    ) -> None:
        """All as in `solve`. `ahead` (s): the time of a frame; what moves in the world is avoided until then."""
        pose = instance(one_pose(pose), Pose, "pose of Session")
        self._own_criteria = criteria is not None  # else those that serve by default
        levels, wishes = loaded_wishes(pose, levels, usual_criteria(method, criteria), forces, supports, world)
        self._world: World | None = world
        self._avoid_self, self._ahead = avoid_self, number(ahead, "the ahead option of a session")
        levels = with_world(levels, world, avoid_self, self._ahead)
        self._plan: Plan = planned(pose, best_served(pose, levels, wishes, method, root), wishes, method, root)
        self._analytic = checked_analytic(pose.figure, analytic)
        self._limbs = AnalyticLimbs(self._plan, self._analytic)
        self._question = Question(pose, asked_levels(self._plan.places, self._plan.tasks), wishes, method)
        self._here = pose  # where it was put last
        self._follow(self._plan, pose)
        self._solver = _core.Solver(self._plan.problem, structural_start(self._plan))
        self._solver.allow_retry_in_session()
        self._seconds, self._steps = 0.0, 0  # these of solvers before this one
        self._changed = False  # goals, switches or regions, since the solver looked last
        self._asked_anew = False  # goals or switches, since the criteria looked last
        self._undecided = True  # which of several tasks serves best is looked at once the session rests
        self._refreshes_left = _MOST_TIMES
        self._handles = Handles()
        self._tasks = MappingProxyType(self._handles)
        self._name_tasks()

    # ---- where it is ----------------------------------------------------------------------------

    @property
    def pose(self) -> Pose:
        """Where the figure is now; inside all limits. Set it to go on from elsewhere."""
        return Pose._of(self._plan.start.figure, self._solver.pose())

    @pose.setter
    def pose(self, pose: Any) -> None:
        given = instance(one_pose(pose), Pose, "Session.pose")
        self._here = pose_of(self.figure, given, "the pose of a session")
        self._follow(self._plan, self._here)
        self._steps += self._solver.steps
        self._solver.restart(np.array(self._here.coordinates))
        self._undecided = True
        self._limbs.reconsider()

    @property
    def settled(self) -> bool:
        """Whether the last step found nothing left to gain; any change wakes the session."""
        return self._awake(share=0.0).settled and not self._plan.follows

    def step(self, budget: float | None = None) -> Pose:
        """Move towards the goals and return the pose.

        Without `budget` one step; with it a frame: as many as fit in that many seconds, at least one, or until settled.
        """
        began, plan, seconds = time.perf_counter(), self._plan, None if budget is None else _checked_budget(budget)
        solver = self._awake(1.0 if seconds is None else 1.0 - math.exp(-max(seconds, self._ahead) / CALM))
        if self._analytic:
            self._leap(solver)
        if seconds is None:
            solver.step()
            pose = Pose._of(plan.start.figure, solver.pose())
            if plan.moves_with_pose:
                self._changed = self._regions_moved(solver.settled, pose)
        else:
            self._run(solver, began + seconds)
            pose = self.pose
        if plan.has_choices and self._undecided and solver.settled:
            self._choose()
        self._seconds += time.perf_counter() - began
        return pose

    def solution(self) -> Solution:
        """The account of the pose as it is now, as `solve` gives it; `seconds` and `steps` of all steps so far."""
        now = account(self._plan, self._awake(share=0.0).ending())
        question = replace(self._question, levels=self.levels)
        return replace(now, question=question, seconds=self._seconds, steps=self._steps + now.steps)

    # ---- what is wanted -------------------------------------------------------------------------

    @property
    def tasks(self) -> Mapping[str, TaskHandle]:
        """The tasks by name, the most important first; what is said of them can be set."""
        return self._tasks

    @property
    def levels(self) -> Levels:
        """The tasks as they are now, as values; set it, in any form that `solve` takes, to change them all at once."""
        return asked_levels(self._plan.places, self._plan.tasks)

    @levels.setter
    def levels(self, levels: Any) -> None:
        self._ask(self._question.start, levels, self._question.criteria)

    @property
    def criteria(self) -> tuple[Any, ...]:
        """The preferences for the freedom left; can be set, to None for those that serve by default."""
        return self._question.criteria

    @criteria.setter
    def criteria(self, criteria: Any) -> None:
        wanted = given_or_default(usual_criteria(self.method, criteria), self.figure)
        self._ask(self._question.start, self.levels, as_tuple(wanted))
        self._own_criteria = criteria is not None

    @property
    def method(self) -> Any:
        """How poses are found, as in `solve`; can be set."""
        return self._question.method

    @method.setter
    def method(self, method: Any) -> None:
        given = self._question.criteria if self._own_criteria else None
        wanted = given_or_default(usual_criteria(method, given), self.figure)
        self._ask(self._question.start, self.levels, as_tuple(wanted), method)

    @property
    def analytic(self) -> tuple[str, ...]:
        """The limbs whose hands and feet are brought to their goals in closed form; can be set."""
        return self._analytic

    @analytic.setter
    def analytic(self, names: Any) -> None:
        checked = checked_analytic(self.figure, names)
        self._limbs, self._analytic = AnalyticLimbs(self._plan, checked), checked

    @property
    def figure(self) -> Figure:
        """The figure; set it to one with other limits, couplings, masses or weights, but the same joints and sites."""
        return self._plan.start.figure

    @figure.setter
    def figure(self, figure: Figure) -> None:
        require_same_joints(self.figure, figure)
        asked = replace(self._question, levels=self.levels).on(figure)
        self._ask(asked.start, asked.levels, asked.criteria)

    @property
    def world(self) -> World | None:
        """The obstacles; set another world to move, add or take away some."""
        return self._world

    @world.setter
    def world(self, world: World) -> None:
        checked_world(world, "the world of a session")
        before, self._world = self._world, world
        minding = [e for e in self._plan.entries.values() if minds(e.task, before)]
        if before is not None and minding and world.has_solids_of(before):
            for entry in minding:
                self._plan.place(entry, cast(WorldTask, entry.task)._placed(world, entry.pieces))
            self._changed, self._refreshes_left = True, _MOST_TIMES
            if (there := carried(self._plan, self.pose, before, world)) is not None:
                self._steps += self._solver.steps
                self._solver.restart(np.array(there.coordinates))
                self._regions_moved(at_rest=False)  # so that no step is for where the thing was
            return
        try:
            self.levels = [[in_other_world(task, before, world) for task in level] for level in self.levels]
        except PoiseError:
            self._world = before
            raise

    def add(self, task: Task, level: int | None = None) -> TaskHandle:
        """Add a task to a level, 1 is the highest; by default, or one below the lowest, to a new level."""
        named = replace(task, name=self._free_name(task))
        self.levels = with_task(self.levels, named, self._checked_level(level))
        return self.tasks[named.name]

    def remove(self, name: str) -> Task:
        """Take a task out; a level without tasks vanishes. Returns the task, to add it again."""
        task = self._entry(name).asked
        self.levels = without_task(self.levels, name)
        return task

    def move(self, name: str, level: int) -> None:
        """Move a task to another level, counted as they are now; one below the lowest makes a new level."""
        entry, wanted = self._entry(name), self._checked_level(level, new=False)
        task = replace(entry.asked, name=entry.name)
        kept = tuple(tuple(t for t in tasks if t.name != name) for tasks in self.levels)
        self.levels = with_task(kept, task, wanted)

    def replace(self, name: str, task: Task) -> None:
        """Put another task in the place of one, under the same name."""
        old, new = self._entry(name).name, replace(task, name=name)
        self.levels = tuple(tuple(new if t.name == old else t for t in tasks) for tasks in self.levels)

    def edit(self, name: str, **changes: Any) -> None:
        """Change fields of a task: `edit("balance", margin=0.05)`."""
        task = self._entry(name).asked
        unknown = next((field for field in changes if field not in task.__dataclass_fields__ or field == "name"), None)
        if unknown is not None:
            choices = [field for field in task.__dataclass_fields__ if field != "name"]
            raise UnknownNameError("field to edit", unknown, choices, f"task {name!r}")
        self.replace(name, replace(task, **changes))

    # ---- inside ---------------------------------------------------------------------------------

    def _run(self, solver: _core.Solver, end: float) -> None:
        """Steps until then, at least one, or until settled; what moves with the pose is kept up to date on the way."""
        moving = self._plan.moves_with_pose
        solver.step(max(0.0, end - time.perf_counter()))
        self._changed = moving and self._regions_moved(solver.settled)
        if (left := end - time.perf_counter()) > 0.0 and (self._changed or not solver.settled):
            self._awake(share=0.0).run(_MANY, left, self._regions_moved if moving else None, _SLICE)

    def _regions_moved(self, at_rest: bool, pose: Pose | None = None) -> bool:
        """Regions follow supports that have moved: a little once it has settled, more on the way; whether any did."""
        if self._refreshes_left[at_rest] == 0:
            return False
        if not self._plan.refresh(self.pose if pose is None else pose, MOVED if at_rest else _ON_THE_WAY):
            return False
        on_the_way, resting = self._refreshes_left
        self._refreshes_left = (on_the_way, resting - 1) if at_rest else (on_the_way - 1, resting)
        self._limbs.reconsider()
        return True

    def _choose(self) -> None:
        """Where several tasks would do and the one that serves has come to rest: another, if that is better."""
        if (better := better_way(self._plan, self._solver)) is not None:
            self._ask(self._question.start, better, self._question.criteria)
        self._undecided = False

    def _leap(self, solver: _core.Solver) -> None:
        """Let analytic limbs leap to their goals."""
        if (leapt := self._limbs.leap(solver)) is not None:
            self._steps += solver.steps
            solver.restart(leapt)

    def _ask(self, start: Pose, levels: Any, criteria: Any, method: Any = None) -> None:
        """Go on with another question; nothing is changed before all of it has been checked."""
        method = self.method if method is None else method
        asked = with_world(checked_levels(levels), self._world, self._avoid_self, self._ahead)
        plan = planned(start, asked, criteria, method)
        structural_start(plan)  # raises when there is none
        limbs = AnalyticLimbs(plan, checked_analytic(plan.start.figure, self._analytic))
        self._here = Pose(plan.start.figure, self._here.coordinates)
        self._follow(plan, Pose(plan.start.figure, self._solver.coordinates()))
        solver = _core.Solver(plan.problem, np.array(self._solver.coordinates()))
        solver.resume(self._solver)
        solver.allow_retry_in_session()
        self._steps += self._solver.steps
        self._plan, self._solver, self._refreshes_left = plan, solver, _MOST_TIMES
        self._changed = self._asked_anew = False
        self._undecided = True
        self._limbs = limbs
        self._question = Question(start, asked_levels(plan.places, plan.tasks), criteria, method)
        self._name_tasks()

    def _name_tasks(self) -> None:
        kept = dict(self._handles)
        self._handles.clear()
        self._handles.update({name: kept.get(name) or TaskHandle(self, name) for name in self._plan.entries})

    def _set_goal(self, name: str, goal: Any) -> None:
        self._plan.set_goal(self._entry(name), goal)
        self._wake()

    def _set_enabled(self, name: str, enabled: bool) -> None:
        if enabled is True:
            require_honoured(self.method, self._plan, self._entry(name))
        self._plan.set_enabled(self._entry(name), enabled)
        self._wake()

    def _wake(self) -> None:
        self._changed = self._asked_anew = self._undecided = True
        self._refreshes_left = _MOST_TIMES

    def _awake(self, share: float) -> _core.Solver:
        """The solver, which looks again first when anything has changed; criteria follow goals a `share` of the way."""
        if (wishes := self._plan.preferences) is not None:
            if self._asked_anew and wishes.looks_at_goals:
                self._follow(self._plan, self.pose, share)
            elif share > 0.0 and wishes.on_the_way:
                wishes.ease(share)
                self._solver.refresh()
        self._asked_anew = False
        if self._changed:
            self._solver.refresh(True)  # and tries what is short again, as sessions do
            if self._analytic:
                self._limbs.reconsider()
            self._changed = False
        return self._solver

    def _follow(self, plan: Plan, now: Pose, share: float = 1.0) -> None:
        """Let criteria that look at the goals follow them, a share of the way."""
        if plan.preferences is not None:
            plan.preferences.renew(plan.tasks, now, self._here, share)

    def _entry(self, name: str) -> Entry:
        entry = self._plan.entries.get(name) if isinstance(name, str) else None
        if entry is None:
            raise UnknownNameError("task", name, self._plan.entries, "the session")
        return entry

    def _free_name(self, task: Task) -> str:
        if task.name not in self._plan.entries:
            return task.name
        if task.name != task.default_name:
            raise InputError(f"the session has a task named {task.name!r} already; every name must be unique")
        return next(n for i in range(2, _MANY) if (n := f"{task.name} {i}") not in self._plan.entries)

    def _checked_level(self, level: Any, new: bool = True) -> int:
        """A level by its number; None, where a `new` one may be meant, is one below the lowest."""
        lowest = len(self.levels) + 1
        if level is None and new:
            return lowest
        if not isinstance(level, int) or isinstance(level, bool) or not 1 <= level <= lowest:
            raise InputError(f"a level of this session is a whole number from 1 to {lowest}, not {shown(level)}")
        return level

    def __repr__(self) -> str:
        state = "settled" if self.settled else "moving"
        return f"<Session of {self.figure.name!r}: {len(self._tasks)} tasks, {state}>"


def _checked_budget(budget: Any) -> float:
    seconds = number(budget, "the budget of a step")
    if seconds <= 0.0 or not math.isfinite(seconds):
        raise InputError(f"the budget of a step must be a positive number of seconds, not {seconds}")
    return seconds
