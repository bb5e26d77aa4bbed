"""Direct manipulation beside other methods: success, time against accuracy, spread of motion, drift of constraints.

    python benchmarks/direct.py [--count 1000] [--drags 1000] [--keep]

Prints what docs/direct.md shows (`--keep` writes it there and draws its chart); status 1 when a promise is missed.
Times are those of this machine, of one run after another; compare them with each other alone. Until the tip is near
they are those of the calling thread (scipy's own threads do not count), of an iteration those of the processor.
"""

from __future__ import annotations

import argparse
import secrets
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation

import poise
from direct_chart import REACHES, bent, chain, courses
from direct_verdict import verdict
from page import Page
from poise import Hold, Reach

DOCUMENT = Path(__file__).parent.parent / "docs" / "direct.md"
HAND = "right_hand"
NEAR = 1e-3
"""Of the arm's length: a goal that counts as reached."""
PROMISED = {"transpose": 8.0, "ccd": 10.0}
"""Microseconds of a step over the whole person that is pulled; holding constraints beside it is shown, not promised."""
ACCURACIES = (1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6)


def arms() -> dict[str, poise.Figure]:
    """The right arm from the shoulder on, seven degrees of freedom, with its limits and without."""
    limited = poise.human().subfigure("right_clavicle", base="fixed")
    free = limited
    for name, joint in limited.joints.items():
        free = free.with_limits(name, **dict.fromkeys(joint.limits))
    return {"without limits": free, "inside limits": limited}


def length_of(arm: poise.Figure) -> float:
    """From shoulder to hand, joint by joint, m."""
    rest = arm.rest()
    places = [rest.joint_frame(name)[:3, 3] for name in list(arm.joints)[1:]] + [rest.position(HAND)]
    return float(np.linalg.norm(np.diff(np.array(places), axis=0), axis=1).sum())


def success(page: Page, count: int, seeds: list[int]) -> bool:
    """How many reachable goals are reached from rest; without limits for the first seed alone."""
    good = True
    page.say("| goals reached, of " + f"{count:,}" + " | seed | transpose | ccd | priority |")
    page.say("|---|---|---|---|---|")
    limited, free = arms()["inside limits"], arms()["without limits"]
    tolerance = NEAR * length_of(limited)
    for name, arm, seed in [("without limits", free, seeds[0]), *(("inside limits", limited, s) for s in seeds)]:
        rng = np.random.default_rng(seed)
        goals = [np.array(limited.random(rng).position(HAND)) for _ in range(count)]
        reached = {}
        for method, steps in (("transpose", 1000), ("ccd", 1000), ("priority", 200)):
            tasks = ([Reach(HAND, goal, tolerance=tolerance)] for goal in goals)
            found = (poise.solve(arm.rest(), task, method=method, max_steps=steps) for task in tasks)
            reached[method] = sum(solution.tasks[0].residual <= tolerance for solution in found)
        page.say(f"| {name} | {seed} | " + " | ".join(str(reached[m]) for m in ("transpose", "ccd", "priority")) + " |")
        least = 0.99 * count if name == "without limits" else reached["priority"] - 0.03 * count
        good &= min(reached["transpose"], reached["ccd"]) >= least
    return good


def accuracy(page: Page) -> None:
    """Figs. 4.4 and 4.5: milliseconds until the tip is so near, and how the motion is spread."""
    for title, reach in REACHES.items():
        page.say()
        page.say(
            f"| {title}: ms until within | " + " | ".join(f"{a:g} m" for a in ACCURACIES) + " | last three joints |"
        )
        page.say("|---|" + "---|" * (len(ACCURACIES) + 1))
        for course in courses(reach):
            times = [course.time_to(a) for a in ACCURACIES]
            cells = ["–" if np.isnan(t) else f"{1000 * t:.2f}" for t in times]
            motion = np.abs(bent(chain()).difference(course.pose))
            page.say(f"| {course.method} | " + " | ".join(cells) + f" | {motion[-3:].sum() / motion.sum():.0%} |")


def drift(page: Page, drags: int) -> bool:
    """Feet held by constraints while a hand is dragged about at random, a hundred steps a drag."""
    human = poise.human()
    start = human.rest()
    rng = np.random.default_rng(1)
    worst = 0.0
    levels = [[Hold("left_foot"), Hold("right_foot")], Reach(HAND, start.position(HAND))]
    kept = {site: np.asarray(start.position(site)) for site in ("left_foot", "right_foot")}
    for _ in range(drags):
        session = poise.Session(start, levels, method="transpose")
        goal = np.array(start.position(HAND))
        for _ in range(100):
            goal = goal + rng.normal(scale=0.03, size=3)
            session.tasks["reach right_hand"].goal = goal
            pose = session.step()
            worst = max(worst, *(float(np.linalg.norm(pose.position(s) - at)) for s, at in kept.items()))
    page.say()
    page.say(f"Drift of both feet in {drags:,} random drags of 100 steps: {worst:.1e} m.")
    return worst < 1e-6


def locks(page: Page) -> None:
    """Fig. 6.4: feet locked while the pelvis tilts and twists, five cycles a refresh."""
    human = poise.human()
    rest = human.rest()
    lower = Reach("pelvis", rest.position("pelvis") - np.array((0, 0.06, 0)))  # straight legs cannot reach lower hips
    start = poise.solve(rest, [[Hold("left_foot"), Hold("right_foot")], lower]).pose
    tasks = [[Hold("left_foot", joints="left_leg"), Hold("right_foot", joints="right_leg")]]
    session = poise.Session(start, tasks, method="ccd")
    worst, refreshes, spent = 0.0, 200, 0.0
    for i in range(1, refreshes + 1):
        q = np.array(session.pose.coordinates)
        tilt, twist = 0.15 * min(2 * i / refreshes, 1.0), 0.3 * max(2 * i / refreshes - 1.0, 0.0)
        turned = Rotation.from_rotvec((0.0, twist, tilt)) * Rotation.from_quat(start.coordinates[3:7])
        q[:7] = *start.coordinates[:3], *turned.as_quat()
        began = time.process_time()
        session._solver.restart(q)
        session._solver.run(5, np.inf)
        spent += time.process_time() - began
        off = [np.linalg.norm(session.pose.position(s) - start.position(s)) for s in ("left_foot", "right_foot")]
        worst = max(worst, float(max(off)))
    page.say(
        f"Feet locked while the pelvis tilts and twists (fig. 6.4), five cycles a refresh: drift {1000 * worst:.2f} mm,"
    )
    page.say(f"{refreshes / spent:,.0f} refreshes a second.")


def naturalness(page: Page, count: int = 40) -> dict[str, float]:
    """How far poses are from those of captured people (`Habit`, 0 is their mean), and how much the body moved."""
    off = {}
    human = poise.human()
    start, rng = human.rest(), np.random.default_rng(3)
    goals = np.array([(-0.2, 1.1, 0.45)]) + rng.uniform(-0.35, 0.35, size=(count, 3))
    page.say()
    page.say(f"| a hand to {count} points, feet held | met | off captured postures | outside the arm, rad | feet, mm |")
    page.say("|---|---|---|---|---|")
    arm = human.groups["right_arm"].joints
    outside = np.ones(human.dof, bool)
    for name in (*arm, human.base.name):
        outside[human.tangent_slice(name)] = False
    for method in ("transpose", "ccd", "priority"):
        levels = ([[Hold("left_foot"), Hold("right_foot")], Reach(HAND, goal)] for goal in goals)
        found = [poise.solve(start, level, method=method, max_steps=200) for level in levels]
        near = sum(solution.task("reach right_hand").residual < 0.005 for solution in found)
        habit = np.mean([poise.Habit().value(solution.pose) for solution in found])
        moved = np.mean([np.abs(start.difference(solution.pose))[outside].sum() for solution in found])
        feet = max(solution.task(f"hold {side}_foot").residual for solution in found for side in ("left", "right"))
        off[method] = float(habit)
        page.say(f"| {method} | {near} | {habit:.2f} | {moved:.2f} | {1000 * feet:.2g} |")
    return off


def questions(human: poise.Figure) -> dict[str, list[object]]:
    """What steps are timed at: pulls at points that a random pose has, and a reach while the feet are constraints."""
    target = human.random(np.random.default_rng(2))
    sites = (HAND, "left_foot", "right_foot", "head_top")
    feet = [Hold("left_foot"), Hold("right_foot")]
    return {
        "a hand": [[Reach(HAND, target.position(HAND))]],
        "a hand, both feet and the head": [[Reach(s, target.position(s)) for s in sites]],
        "a hand, both feet held": [feet, Reach(HAND, (-0.35, 1.1, 0.5))],
    }


def speed(page: Page) -> bool:
    """Of one step, inside the core, over the whole person: up to fifty from rest, the calmest of a hundred times."""
    human = poise.human()
    rest = np.array(human.rest().coordinates)
    page.say()
    page.say(f"| µs a step over {human.dof} degrees of freedom, pulled at | " + " | ".join(PROMISED) + " |")
    page.say("|---|" + "---|" * len(PROMISED))
    kept = True
    for name, levels in questions(human).items():
        cells = []
        for method, most in PROMISED.items():
            session = poise.Session(human.rest(), levels, method=method)
            best = np.inf
            for _ in range(100):
                session._solver.restart(rest)
                began = time.thread_time_ns()
                session._solver.run(50, np.inf)
                best = min(best, (time.thread_time_ns() - began) / 1000 / max(session._solver.steps, 1))
            cells.append(f"{best:.1f}")
            kept &= best <= most or len(levels) > 1
        page.say(f"| {name} | " + " | ".join(cells) + " |")
    return kept


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--drags", type=int, default=1000)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    page = Page()
    good = success(page, options.count, [1, *(secrets.randbelow(2**32) for _ in range(5))])
    accuracy(page)
    good &= drift(page, options.drags)
    off = naturalness(page)
    verdict(page, arms()["inside limits"], NEAR * length_of(arms()["inside limits"]), off)
    page.say()
    locks(page)
    good &= speed(page)
    if options.keep:
        page.keep("direct", DOCUMENT, fence=False)
        subprocess.run([sys.executable, DOCUMENT.parent / "make_pictures.py", "direct_methods"], check=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
