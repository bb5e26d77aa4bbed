"""Ten thousand random whole-body problems: no NaN, no limit broken, none slow.

    python benchmarks/campaign.py [--count 10000] [--seed 1] [--continue]
    python benchmarks/campaign.py --mixed [--count 2000]
    python benchmarks/campaign.py --only 1234 [--seed 1] [--mixed]

The problems are those of the peers: the human of hinges, feet, centre of mass, gaze, hand and posture in five strict
levels; every other hand is wanted up to three metres away. `--mixed` draws from two figures and every kind of task
instead, quarrels of six levels among them; these have no budget of time.

Results go to build/campaign/, one line a problem; `--continue` goes on after the last line. Limits are judged by the
pose itself and, for the figure of hinges, by pinocchio. A problem that was slow is measured again, twice, and one that
was too slow three times more when all others are done: what the code costs, not what else the machine was doing. Prints
a table and the worst problems, and exits with status 1 when a budget is missed. `--only` solves one and prints its
account. Goals are met when all tasks but a posture are.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pinocchio as pin
from rich.progress import track

import human50
import poise
from page import Page
from random_problems import KINDS, SETS, Case

SLOW = 0.020  # s
OUTSIDE = 1e-9  # rad, m
FIELDS = ("index", "figure", "kind", "met", "status", "steps", "seconds", "outside", "finite")
Row = dict[str, str]


@cache
def pinocchio_model() -> pin.Model:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "human50.urdf"
        file.write_text(human50.human_urdf())
        return pin.buildModelFromUrdf(str(file), pin.JointModelFreeFlyer())


def outside(pose: poise.Pose, name: str) -> float:
    """How far the pose is outside the limits; the larger of two verdicts."""
    ours = pose.limit_violation
    if name != "human50":
        return ours
    model = pinocchio_model()
    angles = np.array([pose[joint] for joint in list(model.names)[2:]])
    low, high = model.lowerPositionLimit[7:], model.upperPositionLimit[7:]
    return max(ours, float((low - angles).max()), float((angles - high).max()))


def timed(problem: Case) -> tuple[poise.Solution, float]:
    began = time.thread_time()
    solution = poise.solve(problem.start, problem.levels, criteria=problem.criteria)
    return solution, time.thread_time() - began


def judged(which: str, seed: int, index: int) -> Row:
    problem = SETS[which](seed, index)
    solution, seconds = timed(problem)
    for _ in range(2):
        if seconds > 0.5 * SLOW:
            seconds = min(seconds, timed(problem)[1])
    numbers = [*solution.pose.coordinates, *(t.residual for t in solution.tasks)]
    values = (
        index,
        problem.figure,
        problem.kind,
        all(t.met for t in solution.tasks if not t.name.startswith("posture")),
        solution.status,
        solution.steps,
        f"{seconds:.6f}",
        f"{outside(solution.pose, problem.figure):.3g}",
        bool(np.isfinite(numbers).all()),
    )
    return dict(zip(FIELDS, map(str, values), strict=True))


def run(which: str, seed: int, indices: range, file: Path) -> Iterator[Row]:
    with file.open("a", newline="") as stream:
        writer = csv.DictWriter(stream, FIELDS)
        for index in track(indices, description="solving", disable=not sys.stdout.isatty()):
            row = judged(which, seed, index)
            writer.writerow(row)
            yield row


def measure_again(which: str, seed: int, rows: list[Row]) -> None:
    """Time what was too slow once more: the machine may have had a slow minute."""
    for row in rows:
        if float(row["seconds"]) > SLOW:
            problem = SETS[which](seed, int(row["index"]))
            again = min(timed(problem)[1] for _ in range(3))
            row["seconds"] = f"{min(again, float(row['seconds'])):.6f}"


def read(file: Path) -> list[Row]:
    if not file.exists():
        return []
    with file.open(newline="") as stream:
        return list(csv.DictReader(stream, FIELDS))


def table(rows: list[Row], page: Page) -> None:
    head = f"{'problems':<24}{'count':>6}{'goals met':>11}{'stalled':>9}{'stopped':>9}"
    page.say(f"{head}  {'steps median, 95 %, most':<26}ms median, 95 %, most")
    for name in ("human", "human50"):
        for kind in KINDS:
            some = [r for r in rows if r["figure"] == name and r["kind"] == kind]
            if not some:
                continue
            steps = np.array([int(r["steps"]) for r in some])
            ms = np.array([float(r["seconds"]) for r in some]) * 1e3
            met = sum(r["met"] == "True" for r in some) / len(some)
            ends = "".join(
                f"{sum(r['status'] == end for r in some) / len(some):>9.1%}" for end in ("stalled", "stopped")
            )
            counted = f"{np.median(steps):5.0f} {np.percentile(steps, 95):6.0f} {steps.max():6d}"
            spent = f"{np.median(ms):8.2f} {np.percentile(ms, 95):7.2f} {ms.max():7.2f}"
            page.say(f"{name + ', ' + kind:<24}{len(some):>6}{met:>11.1%}{ends}  {counted:<26}{spent}")


def worst(rows: list[Row], field: str, count: int = 8) -> str:
    first = sorted(rows, key=lambda r: -float(r[field]))[:count]
    return "  ".join(f"{r['index']} ({float(r[field]):.4g})" for r in first)


def verdict(rows: list[Row], page: Page, *, hurried: bool = True) -> bool:
    """Print what was found against the budgets; that of time only for those that are `hurried`."""
    strange = [r["index"] for r in rows if r["finite"] != "True"]
    broken = [r["index"] for r in rows if not float(r["outside"]) <= OUTSIDE]
    slow = [r["index"] for r in rows if float(r["seconds"]) > SLOW]
    page.say(f"slowest (s):   {worst(rows, 'seconds')}\nmost steps:    {worst(rows, 'steps')}")
    budgets = [("not finite", strange), (f"outside by {OUTSIDE:g}", broken)]
    late = f"over {SLOW * 1e3:g} ms"
    if hurried:
        budgets.append((late, slow))
    for what, found in budgets:
        page.say(f"{what:<16} {len(found):>5}  {'held' if not found else 'MISSED: ' + ', '.join(found[:12])}")
    if not hurried:
        page.say(f"{late:<16} {len(slow):>5}")
    return not any(found for _, found in budgets)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mixed", action="store_true", help="two figures, tasks of every kind, no budget of time")
    parser.add_argument("--continue", action="store_true", dest="resume")
    parser.add_argument("--only", type=int, help="solve this problem alone and print its account")
    parser.add_argument("--keep", action="store_true", help="also put what is printed into docs/benchmarks.md")
    asked = parser.parse_args()
    which = "mixed" if asked.mixed else "five levels"
    if asked.only is not None:
        solution, seconds = timed(SETS[which](asked.seed, asked.only))
        print(f"{solution}\n{seconds * 1e3:.2f} ms")
        return 0
    file = Path("build") / "campaign" / f"{which.replace(' ', '_')}_{asked.seed}.csv"
    file.parent.mkdir(parents=True, exist_ok=True)
    if not asked.resume:
        file.unlink(missing_ok=True)
    rows = read(file)[: asked.count]
    rows += run(which, asked.seed, range(len(rows), asked.count), file)
    if not asked.mixed:
        measure_again(which, asked.seed, rows)
    page = Page()
    table(rows, page)
    held = verdict(rows, page, hurried=not asked.mixed)
    if asked.keep:
        page.keep("mixed campaign" if asked.mixed else "campaign")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
