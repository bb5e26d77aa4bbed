"""Methods in the rows and columns of Boulic and Kulpa's tutorial: generality, reliability, naturalness, code size."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import poise
from direct_rivals import damped_least_squares, penalties
from page import Page
from poise import Reach

Array = NDArray[np.float64]
CORE = Path(__file__).parent.parent / "core"
HAND = "right_hand"
COUNT = 100
"""Goals of the arm: the optimiser takes a third of a second for each."""

GENERALITY = {
    "closed form": "arms and legs of seven degrees of freedom",
    "transpose": "any task; the last level pulls, others are constraints",
    "ccd": "points, lines, planes, orientations, centre of mass; levels as weights",
    "damped least squares": "any task; one level, limits by clamping",
    "L-BFGS": "any task; one level, limits as penalties",
    "priority": "any task, inequality and criterion in strict levels",
}
CODE = {
    "closed form": ["limb/*"],
    "transpose": ["direct/transpose.*", "direct/constrain*", "direct/pull.*", "direct/middle.*"],
    "ccd": ["direct/ccd.*", "direct/descent.*", "direct/joint_*", "direct/limited_turn.*", "direct/middle.*"],
    "priority": ["kernel/*", "solve/*"],
}
"""Files of the core, tests left out; of the others a function in `direct_rivals.py` is all."""


def verdict(page: Page, arm: poise.Figure, near: float, off: dict[str, float]) -> None:
    """One row a method. `near`: what counts as reached (m); `off`: how far whole bodies are from captured people.

    The others pose the arm alone, so all of them are judged by it as well: on a body that rests otherwise.
    """
    human = poise.human()
    rng = np.random.default_rng(1)
    goals = [np.array(arm.random(rng).position(HAND)) for _ in range(COUNT)]
    page.say()
    page.say(
        f"| method | generality | arm inside limits, of {COUNT} | off captured postures: arm; body | code, lines |"
    )
    page.say("|---|---|---|---|---|")
    for method, words in GENERALITY.items():
        found = [_found(method, arm, goal) for goal in goals]
        reached = sum(_off(pose, goal) <= near for pose, goal in zip(found, goals, strict=True))
        natural = f"{np.mean([_habit(human, pose) for pose in found]):.1f}; "
        natural += f"{off[method]:.1f}" if method in off else "–"
        page.say(f"| {method} | {words} | {reached} | {natural} | {_lines(method)} |")


def _habit(human: poise.Figure, arm: poise.Pose) -> float:
    """How far a resting body with this arm is from captured people."""
    joints = human.groups["right_arm"].joints
    return float(poise.Habit().value(human.pose({name: arm[name] for name in joints if name in arm.figure.joints})))


def _found(method: str, arm: poise.Figure, goal: Array) -> poise.Pose:
    start = arm.rest()
    others: dict[str, Callable[[], poise.Pose]] = {
        "closed form": lambda: poise.Limb(arm, "right_arm").solve(goal).pose,
        "damped least squares": lambda: damped_least_squares(start, HAND, goal, 300).pose,
        "L-BFGS": lambda: penalties(start, HAND, goal, 300).pose.clamped(),
    }
    if method in others:
        return others[method]()
    return poise.solve(start, [Reach(HAND, goal)], method=method, max_steps=1000).pose


def _off(pose: poise.Pose, goal: Array) -> float:
    return float(np.linalg.norm(pose.position(HAND) - goal))


def _lines(method: str) -> str:
    if method not in CODE:
        return "20 of Python" if method == "damped least squares" else "30 of Python, and scipy"
    files = {path for pattern in CODE[method] for path in CORE.glob(pattern) if path.suffix in (".cpp", ".hpp")}
    kept = sorted(path for path in files if "_test" not in path.stem)
    return f"{sum(len(path.read_text('utf-8').splitlines()) for path in kept):,}"
