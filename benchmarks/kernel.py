"""The strict kernel alone: one step of the 50-DOF human as bare matrices, bounds on its 44 hinges, five levels.

    python benchmarks/kernel.py [--placo]

Levels of 12 (feet), 2 (centre of mass), 3 (gaze), 3 (hand) and 50 rows (posture), at 200 random poses: tracking (goals
millimetres away), far (goals of another pose), conflict (the hand three metres away). Cold starts know nothing, warm
ones the active set of the last step. In the same run the steps are checked: without bounds against the projectors of
the thesis in numpy, with bounds by adding the levels one by one, which must not change what those above got. The best
strict solver with bounds, LexLS (Dimitrov et al.), comes in no package; its times for the same sizes were measured
once, beside a step of placo that took 31 µs. With `--placo` that step is measured now (benchmarks/peers makes its
environment), and LexLS's times are scaled accordingly. Exits with status 1 when a budget is missed.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import _bench
import numpy as np

import projectors
from page import Page
from poise import Pose
from random_problems import somewhere

CASES = 200
SEED = 20261115
"""Of the peers' targets."""
CALM = 5  # measured as often; the best counts
LEXLS = {"tracking": 44.0, "far": 281.0, "conflict": 1700.0, "conflict, warm": 370.0}
"""µs, measured once where a tracking step of placo took 31."""
PLACO = 31.0
TIMES_FASTER = 4.0
STRICT = 1e-12


@dataclass(frozen=True)
class Linear:
    """Levels (J, e), and how far each degree of freedom may go."""

    levels: projectors.Levels
    lower: np.ndarray
    upper: np.ndarray

    def kernel(self, count: int = 5, bounded: bool = True) -> _bench.Kernel:
        kernel = _bench.Kernel(len(self.lower))
        for J, e in self.levels[:count]:
            kernel.add_level(np.ascontiguousarray(J), e)
        if bounded:
            kernel.bound(self.lower, self.upper)
        return kernel


def linear(pose: Pose, goal: Pose, hand: np.ndarray) -> Linear:
    """One step from `pose` towards where `goal` has feet, balance, gaze and shape, the hand towards a point."""
    feet = [(pose.jacobian(s), towards(pose.frame(s), goal.frame(s))) for s in ("left_sole", "right_sole")]
    gaze = towards(pose.frame("gaze"), goal.frame("gaze"))[3:]
    levels = [
        (np.vstack([J for J, _ in feet]), np.concatenate([e for _, e in feet])),
        (pose.center_of_mass_jacobian()[:2], (goal.center_of_mass - pose.center_of_mass)[:2]),
        (pose.jacobian("gaze")[3:], gaze),
        (pose.jacobian("right_palm")[:3], hand - pose.position("right_palm")),
        (np.eye(50), pose.difference(goal)),
    ]
    lower, upper = np.full(50, -1e300), np.full(50, 1e300)
    for joint in list(pose.figure.joints.values())[1:]:
        (span,) = joint.limits.values()
        at = pose.figure.tangent_slice(joint.name)
        lower[at], upper[at] = min(0.0, span.min - pose[joint.name]), max(0.0, span.max - pose[joint.name])
    return Linear(levels, lower, upper)


def towards(frame: np.ndarray, goal: np.ndarray) -> np.ndarray:
    """(6,) position and small rotation from one frame to another."""
    R = goal[:3, :3] @ frame[:3, :3].T
    turn = 0.5 * np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    return np.concatenate([goal[:3, 3] - frame[:3, 3], turn])


def problems(kind: str) -> list[Linear]:
    rng = np.random.default_rng(5)
    found = []
    for _ in range(CASES):
        pose = somewhere(rng, "human50", 0.4)
        goal = somewhere(rng, "human50", 0.4) if kind == "far" else pose.integrate(rng.normal(0, 2e-3, 50)).clamped()
        hand = goal.position("right_palm")
        if kind == "conflict":
            away = rng.normal(size=3)
            hand = hand + 3.0 * away / np.linalg.norm(away)
        found.append(linear(pose, goal, hand))
    return found


def microseconds(kernels: list[_bench.Kernel], warm: bool) -> np.ndarray:
    return np.array([calm_seconds(kernel, warm) for kernel in kernels]) * 1e6


def calm_seconds(kernel: _bench.Kernel, warm: bool) -> float:
    """The best of several; slow steps are repeated less often."""
    first = kernel.seconds_per_step(1)  # a first guess for warm ones, memory for all
    repeats = max(1, min(20, int(1e-3 / first)))
    return min(kernel.seconds_per_step(repeats, warm) for _ in range(CALM))


def difference_from_numpy(cases: list[Linear]) -> float:
    """Without bounds: the largest difference from the projectors of the thesis."""
    return max(float(np.abs(c.kernel(bounded=False).step() - projectors.recursive(c.levels)).max()) for c in cases)


def disturbance(cases: list[Linear]) -> float:
    """With bounds: how much J v of a level changes when levels are added below it."""
    worst = 0.0
    for case in cases:
        steps = [case.kernel(count).step() for count in range(1, 6)]
        for k, (J, _) in enumerate(case.levels):
            worst = max(worst, *(float(np.abs(J @ (steps[j] - steps[k])).max()) for j in range(k, 5)))
    return worst


def outside(cases: list[Linear]) -> float:
    steps = [(case, case.kernel().step()) for case in cases]
    return max(float(max((c.lower - v).max(), (v - c.upper).max())) for c, v in steps)


def placo_step() -> float:
    """µs of one tracking step of placo, now."""
    sys.path.insert(0, str(Path(__file__).parent / "peers"))
    import environments
    import person
    import targets
    from measure import calmest
    from processes import Peers

    build = Path("build") / "peers"
    environments.make(["placo"], build)
    targets.make(build / "targets", SEED)
    person.write(build / "targets")
    with Peers(["placo"], build, build / "targets") as peers:
        return calmest([peers.do("placo", "track", hands=False, settings={}) for _ in range(CALM)])[0] * 1e6


def timed(kind: str, cases: list[Linear], scale: float, page: Page) -> bool:
    """Print what a step takes; whether the budgets beside LexLS hold."""
    held = True
    for warm in (False, True):
        name = kind + (", warm" if warm else "")
        kernels = [c.kernel() for c in cases]
        times = microseconds(kernels, warm)
        middle, rounds = float(np.median(times)), np.median([k.rounds for k in kernels])
        line = f"{name:<20}{middle:>8.1f}{np.percentile(times, 95):>9.1f}{rounds:>8.0f}"
        if name in LEXLS:
            theirs = LEXLS[name] * scale
            held &= theirs / middle >= TIMES_FASTER
            line += f"{theirs:>8.0f}{theirs / middle:>10.1f} of {TIMES_FASTER:g}"
        page.say(line)
    bare = microseconds([c.kernel(bounded=False) for c in cases], False)
    page.say(f"{kind + ', no bounds':<20}{np.median(bare):>8.1f}{np.percentile(bare, 95):>9.1f}")
    return held


def checked(cases: list[Linear], page: Page) -> bool:
    """Print how strict the steps are; whether they are strict enough."""
    from_numpy, disturbed, beyond = difference_from_numpy(cases), disturbance(cases), max(0.0, outside(cases))
    page.say(f"    from numpy {from_numpy:.0e}, levels disturbed {disturbed:.0e}, outside the bounds {beyond:.0e}")
    return max(disturbed, beyond) < STRICT


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--placo", action="store_true", help="scale LexLS's times by a step of placo, measured now")
    parser.add_argument("--keep", action="store_true", help="also put what is printed into docs/benchmarks.md")
    asked = parser.parse_args()
    page, held = Page(), True
    scale = placo_step() / PLACO if asked.placo else 1.0
    page.say(f"{'one step':<20}{'µs':>8}{'95 %':>9}{'rounds':>8}{'LexLS':>8}{'× faster':>10}")
    for kind in ("tracking", "far", "conflict"):
        cases = problems(kind)
        held &= timed(kind, cases, scale, page)
        held &= checked(cases, page)
    page.say("held" if held else "MISSED")
    if asked.keep:
        page.keep("kernel")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
