"""`poise.solve_many`: one question for many goals and starts, on all cores."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise.arrays import sealed
from poise.criteria.criterion import Criterion
from poise.criteria.preferences import checked_criteria, in_a_row
from poise.errors import InputError, PoiseError, UnknownNameError
from poise.figure.arguments import checked, checked_methods
from poise.figure.check import count, listed, shown
from poise.figure.check import path as checked_path
from poise.limb.analytic import AnalyticLimbs, checked_analytic
from poise.methods import usual_criteria
from poise.planning import keep, loaded_wishes, plan_for, planned
from poise.pose import Pose
from poise.progress import Report, reporter
from poise.readable import Readable
from poise.solution import Solution
from poise.solver import MOST_STEPS, How, attempted
from poise.tasks.any_of import AnyOf
from poise.tasks.avoid import with_world
from poise.tasks.plan import Plan, ranked_levels, unique_names
from poise.tasks.task import Task

Array = NDArray[np.float64]
Goals = dict[str, list[Any]]
"""For tasks by name, a goal for every item."""
FAILED = "failed"
"""The status of an item that could not be asked at all."""
MOST_THREADS = 1024


@checked_methods
@dataclass(frozen=True, eq=False)
class Solutions(metaclass=Readable):
    """What `solve_many` found, item by item; arrays are read-only. Made by Poise.

    `coordinates` (n, size): stored coordinates of the poses, NaN where an item failed. `status` (n,): as of a
    `Solution`, or "failed". `residuals` (n, tasks): what is left of every task, in its own unit (m, rad), and `met`
    (n, tasks) whether that will do; columns are named by `tasks`. `steps` (n,). `errors`: what was wrong with the items
    that failed, by number.
    """

    starts: tuple[Pose, ...]
    coordinates: Array
    status: tuple[str, ...]
    tasks: tuple[str, ...]
    residuals: Array
    met: NDArray[np.bool_]
    steps: NDArray[np.int64]
    errors: Mapping[int, str]

    def __len__(self) -> int:
        return len(self.status)

    def pose(self, item: int) -> Pose:
        """The pose of one item."""
        item = count(item, "the number of an item", len(self) - 1, least=0)
        if self.status[item] == FAILED:
            raise InputError(f"item {item} has no pose: {self.errors[item]}")
        return Pose(self.starts[item if len(self.starts) > 1 else 0].figure, self.coordinates[item])

    def save(self, path: str | Path) -> None:
        """Write all of it: `.npz` has the arrays by their names, `.csv` a line an item."""
        file = checked_path(path, "the path of solutions")
        if file.suffix == ".npz":
            np.savez(
                file,
                coordinates=self.coordinates,
                status=np.array(self.status),
                tasks=np.array(self.tasks),
                residuals=self.residuals,
                met=self.met,
                steps=self.steps,
            )
        elif file.suffix == ".csv":
            file.write_text("\n".join(self._lines()) + "\n", "utf-8")
        else:
            raise InputError(f"solutions are written as .csv or .npz, not {file.name!r}")

    def _lines(self) -> list[str]:
        figure = self.starts[0].figure
        names = [f"{j.name}.{c}" for j in figure.joints.values() for c in j.coordinates]
        heads = ["item", "status", "steps", *(f"{name} residual" for name in self.tasks), *names]
        lines = [",".join(heads)]
        for i, status in enumerate(self.status):
            values = [repr(float(r)) for r in self.residuals[i]]
            joints = [""] * len(names)
            if status != FAILED:
                joints = [repr(v) for table in self.pose(i).to_dict().values() for v in table.values()]
            lines.append(",".join([str(i), status, str(self.steps[i]), *values, *joints]))
        return lines

    def __repr__(self) -> str:
        kinds = sorted(set(self.status), key=self.status.index)
        told = ", ".join(f"{self.status.count(kind)} {kind}" for kind in kinds)
        first = next((f"; item {item}: {error}" for item, error in self.errors.items()), "")
        return f"<Solutions: {told}{first}>"


@checked
def solve_many(
    poses: Any,
    levels: Any,
    *,
    goals: Any = None,
    criteria: Any = None,
    forces: Any = (),
    supports: Any = (),
    world: Any = None,
    avoid_self: bool = False,
    method: Any = "priority",
    max_steps: int = 200,
    root: str | None = None,
    analytic: Any = (),
    threads: int | None = None,
    progress: Callable[[int, int], Any] | bool | None = None,
) -> Solutions:
    """Ask the same question many times, with other goals or from other starts; equal to single solves bit for bit.

    `poses`: one pose to start from, or one for every item; their figures have the same joints and may differ in size.
    `levels` and all from `criteria` to `analytic`: as in `solve`, with one attempt. `goals`: by the name of a task, an
    array or list with a goal for every item; the other tasks keep theirs. An item whose goal is refused has the status
    "failed", and the others go on. `threads`: at most so many at a time, by default one a core; they change nothing but
    the time. `progress`: True draws a bar on the screen's error stream; a function is called with how many items are
    done, and of how many.
    """
    starts = _starts(poses)
    tasks, wishes = loaded_wishes(starts[0], levels, usual_criteria(method, criteria), forces, supports, world)
    tasks = with_world(tasks, world, avoid_self)
    ranked = [level for _, level in ranked_levels(tasks) if level]
    choice = next((task for level in ranked for task in level if isinstance(task, AnyOf)), None)
    if choice is not None:
        raise InputError(f"solve_many cannot choose for {choice.name!r}: ask once for each of its tasks, or use solve")
    wanted = _checked_goals(ranked, {} if goals is None else goals)
    items = _item_count(starts, wanted)
    steps = count(max_steps, "max_steps", MOST_STEPS)
    workers = os.cpu_count() or 1 if threads is None else count(threads, "threads", MOST_THREADS)
    options = _Options(checked_criteria(wishes), method, root, analytic, steps)
    planned(starts[0], ranked, options.criteria, method, root)  # what is wrong with every item is told at once
    batch = _Batch(starts, ranked, wanted, options)
    return _run(batch, items, min(workers, items), reporter(progress))


class _Options(NamedTuple):
    """What all items share besides levels."""

    criteria: tuple[Any, ...]
    method: Any
    root: str | None
    analytic: Any
    steps: int


class _Batch:
    """The question of every item. Threads keep their plans apart: what one item leaves behind no other may see."""

    def __init__(self, starts: tuple[Pose, ...], levels: list[list[Task]], goals: Goals, options: _Options) -> None:
        self.starts, self._levels, self._options = starts, levels, options
        self.names = _names(levels)
        self._tasks = [task for level in levels for task in level]
        self._goals = [(name, self.names.index(name), each) for name, each in goals.items()]
        self._limbs = checked_analytic(starts[0].figure, options.analytic)
        self._kept = threading.local()
        # A plan can go on with other goals when nothing in it has looked at the goals or at another start.
        self._reusable = len(starts) == 1 and all(type(c).told is Criterion.told for c in in_a_row(options.criteria))

    def solve(self, item: int) -> Solution:
        plan = self._plan(item)
        self._kept.plan = None  # until it is known that the plan is as it was
        limbs = AnalyticLimbs(plan, self._limbs) if self._limbs else None
        solution = attempted(plan, How(self._options.steps, limbs))
        if plan.form is not None or (self._reusable and not plan.moves_with_pose):  # regions may have moved
            self._kept.plan = plan
        return solution

    def give_back(self) -> None:
        """Let others have the plan of this thread, which is done."""
        plan: Plan | None = getattr(self._kept, "plan", None)
        if plan is not None:
            self._kept.plan = None
            keep(plan)

    def _plan(self, item: int) -> Plan:
        """A plan with the item's goals: the thread's own where it will do, or one for questions of this form."""
        start, options = self.starts[item if len(self.starts) > 1 else 0], self._options
        kept: Plan | None = getattr(self._kept, "plan", None)
        if kept is not None and kept.form is None:
            for name, _, goals in self._goals:
                kept.set_goal(kept.entries[name], goals[item])
            return kept
        tasks = self._tasks.copy()
        for _, place, goals in self._goals:
            tasks[place] = tasks[place].with_goal(goals[item])
        if kept is not None and self._is_of_its_form(kept, start, tasks):
            kept.ask_again(start, tasks)
            return kept
        self.give_back()
        every = iter(tasks)
        levels = [[next(every) for _ in level] for level in self._levels]
        return plan_for(start, levels, options.criteria, options.method, options.root)

    def _is_of_its_form(self, plan: Plan, start: Pose, tasks: list[Task]) -> bool:
        """Whether the question of an item, which differs from others in goals and start, is one that a plan is for."""
        same = [tasks[place]._form == plan.entries[name].task._form for name, place, _ in self._goals]
        return start.figure is plan.start.figure and all(same)


def _names(levels: list[list[Task]]) -> list[str]:
    return unique_names([task for level in levels for task in level])


def _starts(poses: Any) -> tuple[Pose, ...]:
    if isinstance(poses, Pose):
        return (poses,)
    found = listed(poses)
    if not found or not all(isinstance(pose, Pose) for pose in found):
        raise InputError(f"poses must be a pose to start from, or a list of poses, not {shown(poses)}")
    joints = _joints(found[0])
    other = next((i for i, pose in enumerate(found) if _joints(pose) != joints), None)
    if other is not None:
        raise InputError(f"pose {other} is of a figure with other joints than that of the first pose")
    return tuple(found)


def _joints(pose: Pose) -> list[tuple[str, str]]:
    return [(joint.name, joint.model) for joint in pose.figure.joints.values()]


def _checked_goals(levels: list[list[Task]], goals: Any) -> Goals:
    if not isinstance(goals, Mapping):
        raise InputError(f"goals must say goals by the names of tasks, not {shown(goals)}")
    names = _names(levels)
    found: Goals = {}
    for name, each in goals.items():
        if name not in names:
            raise UnknownNameError("task", name, names, "the levels")
        rows = list(each) if isinstance(each, np.ndarray) and each.ndim > 0 else listed(each)
        if rows is None:
            raise InputError(f"the goals of task {name!r} must be a list with one for every item, not {shown(each)}")
        found[name] = rows
    return found


def _item_count(starts: tuple[Pose, ...], goals: Goals) -> int:
    """How many items there are; all that is given for every item must be as long."""
    sizes = {f"goals of task {name!r}": len(rows) for name, rows in goals.items()}
    if len(starts) > 1:
        sizes["poses"] = len(starts)
    if len(set(sizes.values())) > 1:
        raise InputError(f"every item needs one of each, but there are {_listed(sizes)}")
    return next(iter(sizes.values()), 1)


def _listed(sizes: dict[str, int]) -> str:
    return ", ".join(f"{size} {what}" for what, size in sizes.items())


class _Answers:
    """What was found, in rows by item; each is written by the thread that found it."""

    def __init__(self, batch: _Batch, items: int) -> None:
        self._batch, tasks = batch, len(batch.names)
        self.coordinates = np.full((items, batch.starts[0].figure.size), np.nan)
        self.residuals, self.met = np.full((items, tasks), np.nan), np.zeros((items, tasks), dtype=bool)
        self.steps = np.zeros(items, dtype=np.int64)
        self.status = [FAILED] * items
        self.errors: dict[int, str] = {}

    def find(self, item: int) -> None:
        """Answer an item, or note what is wrong with it."""
        try:
            found = self._batch.solve(item)
        except PoiseError as error:
            self.errors[item] = str(error)
            return
        by_name = {outcome.name: outcome for outcome in found.outcomes}
        outcomes = [by_name[name] for name in self._batch.names]  # a root is a task besides
        self.coordinates[item], self.steps[item] = found.pose.coordinates, found.steps
        self.residuals[item] = [max(outcome.residuals) for outcome in outcomes]
        self.met[item] = [outcome.met for outcome in outcomes]
        self.status[item] = found.status

    def together(self) -> Solutions:
        """All of them."""
        return Solutions(
            self._batch.starts,
            sealed(self.coordinates),
            tuple(self.status),
            tuple(self._batch.names),
            sealed(self.residuals),
            sealed(self.met),
            sealed(self.steps),
            MappingProxyType(dict(sorted(self.errors.items()))),
        )


class _Items:
    """The items of a batch, each taken by the next thread that is free, in their order."""

    def __init__(self, batch: _Batch, items: int, report: Report) -> None:
        self.answers = _Answers(batch, items)
        self._batch, self._count = batch, items
        self._left = iter(range(items))  # whose next item is taken in one step of Python
        self._done: list[int] = []
        self._report, self._told = report, 0
        self._stopped = False
        self._failure: BaseException | None = None

    def do(self, *, reporting: bool) -> None:
        """Take items until none is left, or somebody stops."""
        for item in self._left:
            if self._stopped:
                return
            self.answers.find(item)
            self._done.append(item)
            if reporting:
                self.tell()
        self._batch.give_back()

    def help(self) -> None:
        """The same in a thread of its own: what ends it ends all."""
        try:
            self.do(reporting=False)
        except BaseException as error:
            self._failure, self._stopped = error, True

    def tell(self) -> None:
        """Report every item that has been done since the last time."""
        for done in range(self._told + 1, len(self._done) + 1):
            self._told = done
            self._report(done, self._count)

    def stop(self) -> None:
        """Let nobody begin another item."""
        self._stopped = True

    def raise_failure(self) -> None:
        """Raise what ended a thread, if anything did."""
        if self._failure is not None:
            raise self._failure


def _run(batch: _Batch, items: int, threads: int, report: Report) -> Solutions:
    """The answers to all items, whichever thread found them. Ctrl-C ends it after those under way.

    The thread that asks works, too, and reports for all: a future for every item took Python a tenth of a solve.
    """
    shared = _Items(batch, items, report)
    helpers = [threading.Thread(target=shared.help) for _ in range(threads - 1)]
    for helper in helpers:
        helper.start()
    try:
        shared.do(reporting=True)
    except BaseException:
        shared.stop()
        raise
    finally:
        for helper in helpers:
            helper.join()
    shared.raise_failure()
    shared.tell()
    return shared.answers.together()
