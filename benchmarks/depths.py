"""Goals straight down, ever deeper: are they met, or as near as can be?   python benchmarks/depths.py [--keep]

Pelvis, chest, top of the head and centre of mass, 5 to 55 cm below where they are, by height alone (y), in the middle
plane (xy) and at a point (xyz), feet held, with and without balance; each asked by itself (`solve`) and as a session
that is dragged from one to the next. Men and women of three sizes, the humanoids of ../shared/data/robots, and chains
that stand straight up.

A goal that is missed must be missed by twenty random starts as well, within a millimetre; a session may end no more
than that farther off than the solve. Of a
symmetric question, which is answered symmetrically unless leaning aside is worth it (docs/guarantees.md), it is enough
that twenty random symmetric starts miss it so, and that no pose of the others is nearer by what would be worth it.
Nobody may come less deep for a deeper goal. Which limits end it, is found by asking again without each, the same on
both sides: what meets the deepest goal, or else what brings it nearer by a centimetre.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import poise
from page import Page
from poise import _core
from poise.explain.limits import without_limits
from poise.planning import planned
from poise.solver import ROUNDS, moving_regions
from poise.tasks import Task
from poise.tasks.plan import checked_levels

ROOT = Path(__file__).parent.parent
ROBOTS = ROOT.parent / "shared" / "data" / "robots"
DEPTHS = np.arange(1, 12) * 0.05
MET, SAME, RISE, UPRIGHT = 1e-6, 1e-3, 1e-5, 1e-6  # m; rad
WORTH, SHARE = 0.02, 0.25
"""Leaning aside must gain so much (m), and this share of what is missed (`least_worth`, `worth_of_symmetry`)."""
ATTEMPTS, STEPS = 20, 200
MUCH = 0.01  # m: a limit without which a goal is so much nearer counts among those that end it
PARTS = ("pelvis", "chest", "head_top", "center of mass")


@dataclass
class Tally:
    """What became of one kind of question."""

    asked: int = 0
    met: int = 0
    limit: int = 0  # missed, as by many starts; by a session, as by a solve
    upright: int = 0  # missed, as by many symmetric ones; a twisted pose is nearer, but not by what it must
    twist: float = 0.0  # by how much, m
    beaten: list[str] = field(default_factory=list)  # a pose that should have been found is nearer
    ends: set[str] = field(default_factory=set)  # the limits that end it
    rises: list[str] = field(default_factory=list)  # a deeper goal was reached less deep

    @property
    def holds(self) -> bool:
        return not self.beaten and not self.rises


@dataclass
class Way:
    """One part of one figure that goes down. `held`: the levels above."""

    start: poise.Pose
    part: str
    axes: str
    held: list[Any]

    def goal(self, depth: float) -> Task:
        """As far below where it is; a chain goes down from its full length."""
        if self.part == "center of mass":
            return poise.CenterOfMass(self.start.center_of_mass - (0.0, depth, 0.0), axes=self.axes)
        return poise.Reach(self.part, self.start.position(self.part) - (0.0, depth, 0.0), axes=self.axes)

    def depth(self, pose: poise.Pose) -> float:
        """How far down it came."""
        height = [p.center_of_mass[1] if self.part == "center of mass" else p.position(self.part)[1]
                  for p in (self.start, pose)]  # fmt: skip
        return float(height[0] - height[1])


def ask(tally: Tally, way: Way, name: str, *, dragged: bool) -> None:
    """All depths of one way."""
    session = poise.Session(way.start, [*way.held, way.goal(0.0)]) if dragged else None
    before, last = -1.0, None
    for depth in DEPTHS:
        goal = way.goal(float(depth))
        if session is None:
            solution = poise.solve(way.start, [*way.held, goal])
        else:
            session.tasks[list(session.tasks)[-1]].goal = goal.goal
            session.step(budget=60.0)
            solution = session.solution()
        tally.asked += 1
        missed, reached = solution.tasks[-1].residual, way.depth(solution.pose)
        label = f"{name}, {way.part} {way.axes} {100 * depth:.0f} cm"
        if reached < before - RISE:
            tally.rises.append(f"{label}: {1000 * (before - reached):.2g} mm")
        before = max(before, reached)
        tally.met += missed < MET
        if missed >= MET and session is None:
            compare(tally, way, goal, solution, label)
            last = goal, solution
        elif missed >= MET:
            at_once = poise.solve(way.start, [*way.held, goal]).tasks[-1].residual
            tally.limit += missed <= at_once + SAME
            if missed > at_once + SAME:
                tally.beaten.append(f"{label}, a session: {1000 * missed:.1f}, {1000 * at_once:.1f} mm")
    if last is not None:
        tally.ends |= ends(way, *last)


def compare(tally: Tally, way: Way, goal: Task, solution: poise.Solution, label: str) -> None:
    """With the best of many starts and, where it is symmetric, of many symmetric ones."""
    missed, levels = solution.tasks[-1].residual, [*way.held, goal]
    rng = np.random.default_rng(1)
    many = poise.solve(way.start, levels, criteria=(), attempts=ATTEMPTS, rng=rng).tasks[-1].residual
    if missed <= many + SAME:
        tally.limit += 1
        return
    nearer = many
    if crooked(solution.pose) < UPRIGHT:
        nearer = min([upright(way.start, levels, q) for q in symmetric_starts(way.start, rng)])
        if missed <= nearer + SAME and missed - many <= max(WORTH, SHARE * missed):
            tally.upright += 1
            tally.twist = max(tally.twist, missed - many)
            return
    tally.beaten.append(f"{label}: {1000 * missed:.1f}, {1000 * nearer:.1f} mm")


def upright(start: poise.Pose, levels: list[Any], begin: poise.Pose) -> float:
    """What is missed in the end from another beginning; nothing counts where that leaves symmetry or loses a level."""
    plan = planned(start, checked_levels(levels), ())
    solver = _core.Solver(plan.problem, np.array(begin.coordinates))
    solver.allow_retry()
    solver.run(STEPS, np.inf, moving_regions(plan, solver), most=ROUNDS)
    *above, missed = solver.level_residuals()
    serves = crooked(poise.Pose(start.figure, solver.coordinates())) < UPRIGHT and max(above, default=0.0) < MET
    return float(missed) if serves else np.inf


def held(solution: poise.Solution) -> bool:
    """Whether all that stands above the goal is met."""
    return all(task.met for task in solution.tasks[:-1])


def crooked(pose: poise.Pose) -> float:
    """How far from its own mirror image, rad or m; far, of a figure without one."""
    return float(np.abs(pose.difference(pose.mirrored())).max()) if pose.figure.mirror.pairs else np.inf


def symmetric_starts(start: poise.Pose, rng: np.random.Generator) -> Iterator[poise.Pose]:
    """Random poses in the middle between themselves and their mirror images, where the start is."""
    for _ in range(ATTEMPTS):
        pose = start.figure.random(rng)
        yield pose.interpolate(pose.mirrored(), 0.5).clamped()


def ends(way: Way, goal: Task, solution: poise.Solution) -> set[str]:
    """The limits without which the goal is met, both sides together; else those without which it is much nearer."""
    figure, missed, gains = way.start.figure, solution.tasks[-1].residual, {}
    for name in solution.limits:
        both = {name, partner(figure, name)}
        freed = without_limits(figure, both - figure.couplings.keys(), both & figure.couplings.keys())
        again = poise.solve(poise.Pose(freed, way.start.coordinates), [*way.held, goal])
        gains[min(both).removeprefix("left_")] = missed - again.tasks[-1].residual if held(again) else 0.0
    meets = {name for name, gain in gains.items() if missed - gain < MET}
    return meets or {name for name, gain in gains.items() if gain > MUCH}


def partner(figure: poise.Figure, limit: str) -> str:
    """The same limit of the other side."""
    joint, _, key = limit.rpartition(".")
    return f"{figure.mirror.other(joint)}.{key}" if joint in figure.joints else limit


def ways(figure: poise.Figure, parts: Sequence[str], axes: Sequence[str]) -> Iterator[tuple[str, Way]]:
    """Feet held, with and without balance."""
    start = figure.rest()
    feet: list[Task] = [poise.Hold(foot, frame=start.frame(foot)) for foot in ("left_foot", "right_foot")]
    for part in parts:
        for along in axes:
            yield "", Way(start, part, along, [feet])
            yield " in balance", Way(start, part, along, [feet, poise.Balance()])


def people(sizes: Sequence[float]) -> dict[str, poise.Figure]:
    return {f"{sex} {p:g}": poise.human(sex=sex, percentile=p) for sex in ("male", "female") for p in sizes}


def robots() -> dict[str, poise.Figure]:
    """The humanoids among the shared robots, as people see them."""
    found = {}
    for file in sorted(ROBOTS.glob("*")):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            figure = poise.Figure.load(file)
        try:
            found[file.stem] = poise.humanoid(figure).figure
        except poise.PoiseError:  # an arm is no humanoid
            continue
    return found


def chains() -> Iterator[tuple[str, Way]]:
    for links in (3, 6):
        figure = poise.figures.chain(links, length=1.0 / links)
        tip = list(figure.sites)[-1]
        straight = figure.rest()
        for axes in ("y", "xy", "xyz"):
            yield f"chain of {links}", Way(straight, tip, axes, [])


def line(page: Page, what: str, tally: Tally) -> bool:
    upright = f"{tally.upright} ({1000 * tally.twist:.2g} mm)" if tally.upright else "0"
    numbers = f"{tally.asked} | {tally.met} | {tally.limit} | {upright} | {len(tally.beaten)} | {len(tally.rises)}"
    page.say(f"| {what} | {numbers} | {', '.join(sorted(tally.ends))} |")
    return tally.holds


def swept(page: Page, figures: dict[str, poise.Figure], what: str) -> bool:
    holds, told = True, []
    for part in PARTS:
        for dragged in (False, True):
            tally = Tally()
            for name, figure in figures.items():
                if part != "center of mass" and part not in figure.sites:
                    continue
                for words, way in ways(figure, (part,), ("y", "xy", "xyz")):
                    ask(tally, way, name + words, dragged=dragged)
            how = "a session" if dragged else "solves"
            holds = line(page, f"{what}: {part}, {how}", tally) and holds
            told += [*tally.beaten, *(f"less deep: {rise}" for rise in tally.rises)]
    for words in told:
        print("   ", words)
    return holds


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=float, nargs="*", default=[5, 50, 95], help="percentiles of the people")
    parser.add_argument("--keep", action="store_true", help="put the table into docs/natural.md")
    options = parser.parse_args(arguments)
    page = Page()
    page.say(
        "| straight down, 5 to 55 cm | asked | met | at the limit | upright (a twist is nearer by) | farther off "
        "| less deep | what ends it |"
    )
    page.say("|---|---|---|---|---|---|---|---|")
    holds = swept(page, people(options.sizes), "people")
    found = robots()
    if found:
        holds = swept(page, found, "robots") and holds
    for dragged in (False, True):
        tally = Tally()
        for name, way in chains():
            ask(tally, way, name, dragged=dragged)
        holds = line(page, f"chains, {'a session' if dragged else 'solves'}", tally) and holds
        for words in (*tally.beaten, *tally.rises):
            print("   ", words)
    if options.keep:
        page.keep("depths", ROOT / "docs" / "natural.md", fence=False)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
