"""How near to captured people, and how steadily.   python benchmarks/natural.py [CLIP.bvh …] [--seconds 8] [--keep]

Every clip's own skeleton becomes a person (`poise.humanoid`), whose captured poses, inside the limits, are the truth:
as they were captured, with markers that tremble. Goals are read off them: hands, feet and head placed (S5), placed and
turned (S5o), the right hand placed and the feet placed and turned (S3).

E13: mean distance (cm) of 13 joint centres that no goal places, one solve a frame, from rest over the feet, facing as
the person's shoulders do. Steadiness: a session with `Natural`, begun at rest where the person stands, goes through the
clip at 30 Hz; the mean second difference of these joints (mm), and their largest step from frame to frame, over those
of the person. Time: of `poise.solve` with `Natural`, its asking included, of the processor, the best of four. Without
clips those of CMU in ../shared/data/bvh, of people whom no training saw.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import poise
from page import Page
from poise.tasks import Task

Array = NDArray[np.float64]

ROOT = Path(__file__).parent.parent
CLIPS = ROOT.parent / "shared" / "data" / "bvh"
ENDS = ("left_foot", "right_foot", "left_hand", "right_hand", "head_top")
PLACED = {"S5": ENDS, "S5o": (), "S3": ("right_hand",)}
HELD = {"S5": (), "S5o": ENDS, "S3": ("left_foot", "right_foot")}
FREE = (
    "pelvis", "left_thigh", "right_thigh", "left_shank", "right_shank", "abdomen", "midriff", "chest", "neck",
    "left_upper_arm", "right_upper_arm", "left_forearm", "right_forearm",
)  # fmt: skip
"""Segments whose joints to the segment before are measured."""
RATE, EVERY = 30.0, 10  # frames a second; of these, one E13 in so many
SKIPPED = 0.5
"""Seconds: what CMU's files begin with is no captured pose."""
STEADY, JUMP = 3.0, 3.0
"""Second differences and largest steps over those of the person, at most."""
MISSED = 1e-6  # m
AGAIN = 4  # times that a solve is timed


def joints(pose: poise.Pose) -> Array:
    return np.array([pose.segment_frame(name)[:3, 3] for name in FREE])


def question(kind: str, truth: poise.Pose) -> list[Task]:
    """The goals as a pose has them."""
    placed = [poise.Reach(site, truth.position(site)) for site in PLACED[kind]]
    return [*placed, *(poise.Hold(site, frame=truth.frame(site)) for site in HELD[kind])]


def missed(pose: poise.Pose, truth: poise.Pose, kind: str) -> float:
    sites = {*PLACED[kind], *HELD[kind]}
    return max(float(np.linalg.norm(pose.position(site) - truth.position(site))) for site in sites)


def start(truth: poise.Pose) -> poise.Pose:
    """At rest over the middle of the feet, facing as the shoulders do."""
    rest = truth.figure.rest()
    across = truth.segment_frame("left_upper_arm")[:3, 3] - truth.segment_frame("right_upper_arm")[:3, 3]
    x = np.array([across[0], 0.0, across[2]]) / np.hypot(across[0], across[2])
    turn = np.column_stack([x, (0.0, 1.0, 0.0), np.cross(x, (0.0, 1.0, 0.0))])
    feet = [np.mean([pose.position(site) for site in ENDS[:2]], axis=0) for pose in (rest, truth)]
    base = np.array(rest.segment_frame(rest.figure.base.child))
    base[:3, 3] = feet[1] + turn @ (base[:3, 3] - feet[0])
    base[:3, :3] = turn @ base[:3, :3]
    return rest.with_joints({rest.figure.base.name: base})


def captured(clip: Path, seconds: float) -> list[poise.Pose]:
    """The person in the clip, 30 poses a second, inside the limits."""
    motion = poise.Motion.load(clip)
    person = poise.humanoid(motion.figure)
    times = np.arange(SKIPPED, min(motion.duration, SKIPPED + seconds), 1.0 / RATE)
    return [person.pose(motion.at(float(t))).clamped() for t in times]


def distances(truths: list[poise.Pose], kind: str, criterion: poise.Criterion) -> tuple[float, float]:
    """E13 in cm, and by how much the goals were missed at worst, m."""
    found, worst = [], 0.0
    for truth in truths:
        pose = poise.solve(start(truth), [question(kind, truth)], criteria=[criterion]).pose
        found.append(100.0 * float(np.linalg.norm(joints(pose) - joints(truth), axis=1).mean()))
        worst = max(worst, missed(pose, truth, kind))
    return float(np.mean(found)), worst


def followed(truths: list[poise.Pose], kind: str) -> list[poise.Pose]:
    """What a session makes of goals that move with the person."""
    session = poise.Session(start(truths[0]), [question(kind, truths[0])], ahead=1.0 / RATE)
    session.step(budget=60.0)
    found = []
    for truth in truths:
        for name, task in zip(list(session.tasks), question(kind, truth), strict=True):
            session.tasks[name].goal = task.goal
        session.step(budget=1.0 / RATE)
        found.append(session.pose)
    return found


def unrest(poses: list[poise.Pose]) -> tuple[float, float]:
    """Mean second difference and largest step of the joints, mm."""
    places = 1000.0 * np.array([joints(pose) for pose in poses])
    second, first = (np.linalg.norm(np.diff(places, n, axis=0), axis=-1) for n in (2, 1))
    return float(second.mean()), float(first.max())


def nearness(page: Page, clips: dict[str, list[poise.Pose]]) -> bool:
    """E13 of every clip."""
    page.say("| E13 cm, `RestPosture` → `Natural` | frames | S5 | S5o | S3 |")
    page.say("|---|---|---|---|---|")
    holds, means = True, {kind: [] for kind in PLACED}
    for name, truths in clips.items():
        cells, some = [], truths[::EVERY]
        for kind in PLACED:
            (rest, _), (natural, off) = (distances(some, kind, c) for c in (poise.RestPosture(), poise.Natural()))
            cells.append(f"{rest:.1f} → {natural:.1f}" + (f", missed by {1000 * off:.2g} mm" if off > MISSED else ""))
            means[kind].append((rest, natural))
            holds = holds and natural < rest and off <= MISSED
        page.say(f"| {name} | {len(some)} | " + " | ".join(cells) + " |")
    mean = [np.mean(means[kind], axis=0) for kind in PLACED]
    page.say("| mean of the clips | | " + " | ".join(f"{rest:.1f} → {natural:.1f}" for rest, natural in mean) + " |")
    return holds


def steadiness(page: Page, clips: dict[str, list[poise.Pose]]) -> bool:
    """Second differences and largest steps of every clip."""
    page.say(
        f"| 30 Hz, mm: person, `Natural` in a session (over the person's; at most {STEADY:g}) | frames | S5 | S3 |"
    )
    page.say("|---|---|---|---|")
    holds = True
    for name, truths in clips.items():
        cells, (true, far) = [], unrest(truths)
        for kind in ("S5", "S3"):
            second, step = unrest(followed(truths, kind))
            good = second <= STEADY * true and step <= JUMP * far
            cells.append(
                f"second difference {true:.1f}, {second:.1f} ({second / true:.1f}), largest step {far:.0f}, {step:.0f}"
                + ("" if good else " **not held**")
            )
            holds = holds and good
        page.say(f"| {name} | {len(truths)} | " + " | ".join(cells) + " |")
    return holds


def milliseconds(truth: poise.Pose, kind: str) -> float:
    """Of the processor, one solve."""
    begin, asked, best = start(truth), [question(kind, truth)], np.inf
    for _ in range(AGAIN):
        began = time.thread_time_ns()
        poise.solve(begin, asked, criteria=[poise.Natural()])
        best = min(best, (time.thread_time_ns() - began) / 1e6)
    return best


def times(page: Page, clips: dict[str, list[poise.Pose]]) -> None:
    """How long a solve takes."""
    page.say("| a solve, ms: mean (95 % within) | degrees of freedom | " + " | ".join(PLACED) + " |")
    page.say("|---|---|---|---|---|")
    for name, truths in clips.items():
        taken = [[milliseconds(truth, kind) for truth in truths[::EVERY]] for kind in PLACED]
        cells = [f"{np.mean(t):.2f} ({np.quantile(t, 0.95):.2f})" for t in taken]
        page.say(f"| {name} | {truths[0].figure.dof} | " + " | ".join(cells) + " |")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clips", type=Path, nargs="*")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--keep", action="store_true", help="put the tables into docs/natural.md")
    options = parser.parse_args(arguments)
    files = options.clips or sorted(CLIPS.glob("cmu_*.bvh"))
    if not files:
        print(f"no clips: {CLIPS} is not there; name some BVH files")
        return 2
    page, clips = Page(), {file.stem: captured(file, options.seconds) for file in files}
    near = nearness(page, clips)
    page.say()
    steady = steadiness(page, clips)
    page.say()
    times(page, clips)
    if options.keep:
        page.keep("clips", ROOT / "docs" / "natural.md", fence=False)
    return 0 if near and steady else 1


if __name__ == "__main__":
    sys.exit(main())
