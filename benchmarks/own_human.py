"""The built-in person, as people ask for it: what limits, couplings, balance and criteria cost a step and a solve.

    python benchmarks/own_human.py [--rounds 5] [--solves 200] [--again 3] [--seed S] [--only NAME] [--keep]

A hand follows a goal that wanders a few millimetres a step; each row changes one ingredient of the question. Rows take
turns in rounds, so that the machine's moods hit all alike; of every step the quickest round counts, and times are CPU
time, goal and answer handed over by the public calls included. Then whole solves of the README's question for hand
goals within the arm's reach, from a seed that is drawn and printed, one by one and many at once. Fails when something
is above its ceiling; where the aim is lower, that is printed besides.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import poise
from human50 import START, human_urdf
from page import Page
from poise.history import WAYS

Array = NDArray[np.float64]
STEPS, WARM_UP = 400, 50
NEAREST, FARTHEST = 0.25, 0.85
"""Hand goals are so far from the shoulder, in lengths of the arm."""
PLAIN = "person: feet, hand"
README = "README: feet, Balance, LookAt, hand; NearPose"
NATURAL = "README with Natural"
TIMES = (("median", 50, 40, 20), ("at 95 %", 95, 80, 40), ("at 99.9 %", 99.9, 500, 500))
"""Of the README's question, µs a step: percentile, ceiling and aim."""
WIDTH = 40
"""Characters of the longest bar."""


class Check(NamedTuple):
    """A figure beside its ceiling, where the benchmark fails, and beside what it shall be one day."""

    name: str
    value: float
    most: float
    aim: float

    def __str__(self) -> str:
        aim = f", the aim {self.aim:g} too" if self.value <= self.aim else f"; the aim is {self.aim:g}"
        held = f"held{aim}" if self.value <= self.most else "MISSED"
        return f"{self.name:<46}{self.value:>8.2f} of at most {self.most:>6.2f}  {held}"


@dataclass
class Question:
    """A row of the table. `beside`: the row without the ingredient, how many times its time this one may take at most,
    and how many it shall take one day."""

    name: str
    start: poise.Pose
    levels: list[Any]
    criteria: list[Any] = field(default_factory=list)
    hand: str = "right_hand"
    beside: tuple[str, float, float] | None = None

    @property
    def goals(self) -> list[Array]:
        """Places that wander in front of the hand, a few millimetres a step."""
        a = 2 * np.pi * np.arange(WARM_UP + STEPS) / 200
        up = -np.array(self.start.figure.gravity) / np.linalg.norm(self.start.figure.gravity)
        forward = np.array([0.0, 0.0, 1.0]) if up[1] > 0.5 else np.array([1.0, 0.0, 0.0])
        away = np.outer(0.10 + 0.08 * np.sin(a), forward) + np.outer(0.10 * np.sin(2 * a), up)
        return list(self.start.position(self.hand) + away + np.outer(0.08 * np.cos(a) - 0.08, np.cross(up, forward)))


@dataclass
class Followed:
    """µs of every step, the share of them that the quick way found, and how far behind the goal the hand is (m)."""

    micros: Array
    quick: float
    behind: float

    def at(self, percent: float) -> float:
        return float(np.percentile(self.micros, percent))

    def calmer(self, other: Followed) -> Followed:
        return Followed(np.minimum(self.micros, other.micros), self.quick, self.behind)


def follow(question: Question, recorded: bool = False) -> Followed:
    """Give the hand its next goal and take one step, again and again. `recorded`: for the ways, not for the times."""
    session, goals = poise.Session(question.start, question.levels, criteria=question.criteria), question.goals
    handle = session.tasks[f"reach {question.hand}"]
    session._solver.record(recorded)
    micros, behind = np.empty(len(goals)), np.empty(len(goals))
    for i, goal in enumerate(goals):
        began = time.thread_time_ns()
        handle.goal = goal
        pose = session.step()
        micros[i] = 1e-3 * (time.thread_time_ns() - began)
        behind[i] = np.linalg.norm(pose.position(question.hand) - goal)
    ways = [WAYS[way] for way in session._solver.way_history()][WARM_UP:]
    quick = sum(way in ("reused", "quick") for way in ways) / max(1, len(ways))
    return Followed(micros[WARM_UP:], quick, float(np.median(behind[WARM_UP:])))


def hinged(folder: Path) -> list[Question]:
    """The person of plain hinges that the peers are compared with."""
    (folder / "human50.urdf").write_text(human_urdf(), "utf-8")
    figure = poise.Figure.load(folder / "human50.urdf", root="free", axes="keep")
    start = figure.pose(START)
    feet = [poise.Hold("left_sole"), poise.Hold("right_sole")]
    center = poise.CenterOfMass(start.center_of_mass, axes="xy")
    gaze = poise.Orient("gaze", start.frame("gaze")[:3, :3])
    hand = poise.Reach("right_palm", start.position("right_palm"))
    posture, near = poise.Posture(start), poise.NearPose(start)
    far_away = poise.Keep("gaze", start.position("gaze") - np.array([0.0, 0.0, 5.0]), normal=(0.0, 0.0, 1.0))
    first = "hinges: feet, centre, gaze, hand, posture"
    kept = [feet, center, far_away, gaze, hand, posture]
    return [
        Question(first, start, [feet, center, gaze, hand, posture], hand="right_palm"),
        Question(
            "  NearPose for the posture", start, [feet, center, gaze, hand], [near], "right_palm", (first, 2.0, 1.3)
        ),
        Question("  an idle Keep besides", start, kept, [], "right_palm", (first, 2.0, 1.15)),
    ]


def person() -> list[Question]:
    """The built-in person."""
    human = poise.human()
    uncoupled = human
    for name in human.couplings:
        uncoupled = uncoupled.without_coupling(name)
    rest = human.rest()
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    hand = poise.Reach("right_hand", rest.position("right_hand"))
    center = poise.CenterOfMass(rest.center_of_mass, axes="xz")
    gaze = poise.Orient("eyes", rest.frame("eyes")[:3, :3])
    look = poise.LookAt("eyes", rest.position("right_hand") + np.array([0.0, 0.2, 1.0]))
    balance, near = poise.Balance(margin=0.02), poise.NearPose(rest)
    first, all_of_it = PLAIN, [feet, balance, look, hand]
    return [
        Question("person without couplings: feet, hand", uncoupled.rest(), [feet, hand]),
        Question(first, rest, [feet, hand]),
        Question("  and the centre of mass", rest, [feet, center, hand]),
        Question("  and the gaze", rest, [feet, center, gaze, hand]),
        Question("  and a posture", rest, [feet, center, gaze, hand, poise.Posture(rest)]),
        Question("  Balance, idle", rest, [feet, balance, hand], beside=(first, 2.0, 1.15)),
        Question("  NearPose", rest, [feet, hand], [near], beside=(first, 2.0, 1.3)),
        Question("  RestPosture", rest, [feet, hand], [poise.RestPosture()], beside=(first, 2.0, 1.3)),
        Question("  AwayFromLimits", rest, [feet, hand], [poise.AwayFromLimits()], beside=(first, 6.0, 2.0)),
        Question("  Habit", rest, [feet, hand], [poise.Habit()], beside=(first, 3.0, 2.0)),
        Question("README without NearPose", rest, all_of_it),
        Question(README, rest, all_of_it, [near]),
        Question(NATURAL, rest, all_of_it, [poise.Natural()]),
    ]


def reachable_goals(rng: np.random.Generator, rest: poise.Pose, count: int) -> list[Array]:
    """Places in front of the body within reach of the right arm."""
    shoulder = rest.joint_frame("right_shoulder")[:3, 3]
    arm = float(np.linalg.norm(rest.position("right_hand") - shoulder))
    found: list[Array] = []
    while len(found) < count:
        way = rng.normal(size=3)
        way *= (NEAREST + (FARTHEST - NEAREST) * rng.random()) * arm / np.linalg.norm(way)
        if way[2] > 0.1:
            found.append(shoulder + way)
    return found


def readme(goal: Array) -> list[Any]:
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    return [feet, poise.Balance(margin=0.02), poise.LookAt("eyes", goal), poise.Reach("right_hand", goal)]


def solves(page: Page, goals: list[Array], again: int) -> list[Check]:
    """Whole solves of the README's question, one by one: with `NearPose`, and by default, with `Natural`."""
    rest = poise.human().rest()
    near = solved(page, "with NearPose", goals, again, [poise.NearPose(rest)])
    natural = solved(page, "by default", goals, again, None)
    return [
        Check("whole solve, NearPose, ms median", near[0], 4.0, 0.4),
        Check("whole solve, NearPose, ms at 95 %", near[1], 10.0, 2.0),
        Check("whole solve, by default, ms median", natural[0], 0.9, 0.4),
        Check("whole solve, by default, ms at 95 %", natural[1], 5.0, 2.0),
    ]


def solved(page: Page, how: str, goals: list[Array], again: int, criteria: Any) -> tuple[float, float]:
    """ms of a solve, median and at 95 %."""
    rest, spent, steps, ways, met = poise.human().rest(), list[float](), list[int](), list[str](), 0
    for goal in goals:
        best = np.inf
        for _ in range(again):
            began = time.thread_time_ns()
            solution = poise.solve(rest, readme(goal), criteria=criteria)
            best = min(best, 1e-6 * (time.thread_time_ns() - began))
        spent.append(best)
        steps.append(solution.steps)
        met += solution.status == "converged"
        told = poise.solve(rest, readme(goal), criteria=criteria, history=True).history
        ways += [] if told is None else told.ways
    quick = sum(way in ("reused", "quick") for way in ways) / max(1, len(ways))
    middle, most = np.percentile(spent, 50), np.percentile(spent, 95)
    page.say(
        f"{how}: {met} met; {middle:.2f} ms median, {most:.2f} ms at 95 %, {max(spent):.2f} ms at most;"
        f" {np.median(steps):.0f} steps median, {max(steps)} at most, {100 * quick:.0f} % of them by the quick way"
    )
    return float(middle), float(most)


def many(page: Page, goals: list[Array]) -> None:
    """The same, many at once, on one core and on all; wall time."""
    rest, cores = poise.human().rest(), os.cpu_count() or 1
    asked: dict[str, Any] = {"goals": {"reach right_hand": goals, "look_at eyes": goals}}
    for how, criteria in (("with NearPose", [poise.NearPose(rest)]), ("by default", None)):
        spent = {}
        for threads in (1, cores):
            began = time.perf_counter()
            poise.solve_many(rest, readme(goals[0]), criteria=criteria, threads=threads, **asked)
            spent[threads] = time.perf_counter() - began
        faster = spent[1] / spent[cores]
        page.say(
            f"many at once, {how}: {len(goals) / spent[cores]:.0f} people a second on {cores} cores,"
            f" {faster:.2f} times one core"
        )


def tracking(page: Page, questions: Sequence[Question], rounds: int) -> list[Check]:
    """The table of steps, and a bar for each."""
    found: dict[str, Followed] = {}
    for _ in range(rounds):
        for question in questions:
            found[question.name] = found.get(question.name, follow(question, recorded=True)).calmer(follow(question))
    page.say(f"{'a hand follows a goal':<46}{'µs a step':>10}{'95 %':>8}{'99.9 %':>8}{'quick':>8}{'behind':>11}")
    checks = []
    for question in questions:
        row = found[question.name]
        page.say(
            f"{question.name:<46}{row.at(50):>10.1f}{row.at(95):>8.1f}{row.at(99.9):>8.0f}"
            f"{100 * row.quick:>6.0f} %{1e3 * row.behind:>8.2g} mm"
        )
        if question.beside is not None and question.beside[0] in found:
            other, most, aim = question.beside
            checks.append(Check(f"{question.name.strip()}, beside none", row.at(50) / found[other].at(50), most, aim))
    if README in found:
        row, plain = found[README], found.get(PLAIN, found[README])
        checks.append(Check("README, tracking, beside feet and hand alone", row.at(50) / plain.at(50), 4.0, 1.3))
        for name, percent, most, aim in TIMES:
            checks.append(Check(f"README, tracking, µs {name}", row.at(percent), most, aim))
    if NATURAL in found:
        checks.append(Check("README with Natural, tracking, µs median", found[NATURAL].at(50), 100, 45))
    chart(page, {name: row.at(50) for name, row in found.items()})
    return checks


def chart(page: Page, times: dict[str, float]) -> None:
    """A bar a row; those that are longer than the page end in an arrow."""
    longest = 4 * float(np.median(list(times.values())))
    page.say()
    for name, micros in times.items():
        bar = "█" * max(1, round(WIDTH * min(1.0, micros / longest))) + ("▶" if micros > longest else "")
        page.say(f"{name:<46} {bar} {micros:.0f} µs")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--solves", type=int, default=200)
    parser.add_argument("--again", type=int, default=3, help="how often each solve is timed")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--only", default="", help="rows whose name contains this")
    parser.add_argument("--keep", action="store_true", help="also put what is printed into docs/benchmarks.md")
    asked = parser.parse_args(arguments)
    page = Page()
    with TemporaryDirectory() as folder:
        questions = [q for q in [*hinged(Path(folder)), *person()] if asked.only in q.name]
    checks = tracking(page, questions, asked.rounds)
    if asked.solves > 0:
        seed = secrets.randbits(32) if asked.seed is None else asked.seed
        goals = reachable_goals(np.random.default_rng(seed), poise.human().rest(), asked.solves)
        page.say(f"\nthe README's question for {len(goals)} places within reach, seed {seed}")
        checks += solves(page, goals, asked.again)
        many(page, goals)
    page.say()
    for check in checks:
        page.say(str(check))
    if asked.keep:
        page.keep("own human")
    return 0 if all(check.value <= check.most for check in checks) else 1


if __name__ == "__main__":
    sys.exit(main())
