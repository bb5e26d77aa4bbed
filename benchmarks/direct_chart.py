"""The comparison of direct manipulation as a chart: time against accuracy, the singular pull, spread, drift."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import poise
from direct_rivals import METHODS, Course
from poise import Hold, Reach

Array = NDArray[np.float64]
REACHES = {"goal well inside (fig. 4.4)": 0.5, "goal near the edge (fig. 4.5)": 0.98}
"""Of the chain's length."""
COLORS = {
    "transpose": "#3f6fa8",
    "ccd": "#d98a1f",
    "priority": "#3f8f5f",
    "damped least squares": "#8a6bb0",
    "L-BFGS": "#7a7a7a",
}


class Graphs(NamedTuple):
    """What the chart shows. `courses`: by the title of their panel; `singular`: error by step; `drift`: by step (m)."""

    courses: dict[str, list[Course]]
    singular: dict[str, Array]
    drift: dict[str, Array]


def chain() -> poise.Figure:
    """Seven hinges without limits, one metre long, as in Welman's figures 4.4 and 4.5."""
    return poise.figures.planar_chain(7, 1.0, limit=None)


def bent(figure: poise.Figure) -> poise.Pose:
    """A start with every joint a little to one side."""
    return figure.rest().integrate(np.full(figure.dof, 0.15))


def courses(reach: float) -> list[Course]:
    """All methods from the bent chain to a goal at this share of its length, to the side."""
    figure = chain()
    start = bent(figure)
    straight = np.asarray(figure.rest().position("tip"), dtype=float)
    way = straight / np.linalg.norm(straight)
    side = np.asarray(start.position("tip")) - way * float(np.dot(start.position("tip"), way))
    goal = reach * (0.8 * way - 0.6 * side / np.linalg.norm(side)) * np.linalg.norm(straight)
    return [method(start, "tip", goal, 3000) for method in METHODS.values()]


def singular(steps: int = 30) -> dict[str, Array]:
    """Fig. 4.2: a straight chain is pulled inwards; how far the tip is from its goal (m), step by step."""
    figure = chain()
    start = figure.rest()
    goal = 0.6 * np.asarray(start.position("tip"))
    found = {}
    for method in ("transpose", "ccd", "priority"):
        session = poise.Session(start, [Reach("tip", goal)], method=method)
        off = [float(np.linalg.norm(session.step().position("tip") - goal)) for _ in range(steps)]
        found[method] = np.array([float(np.linalg.norm(start.position("tip") - goal)), *off])
    return found


def drift(steps: int = 100) -> dict[str, Array]:
    """How far the feet are from where they are held (m), while a hand is dragged about at random; the worst so far."""
    start = poise.human().rest()
    found = {}
    for method in ("transpose", "ccd", "priority"):
        rng, goal, worst = np.random.default_rng(1), np.array(start.position("right_hand")), [0.0]
        levels = [[Hold("left_foot"), Hold("right_foot")], Reach("right_hand", goal)]
        session = poise.Session(start, levels, criteria=(), method=method)
        for _ in range(steps):
            goal = goal + rng.normal(scale=0.03, size=3)
            session.tasks["reach right_hand"].goal = goal
            pose = session.step()
            off = max(float(np.linalg.norm(pose.position(s) - start.position(s))) for s in ("left_foot", "right_foot"))
            worst.append(max(worst[-1], off))
        found[method] = np.array(worst[1:])
    return found


def graphs() -> Graphs:
    """All that is shown, measured now."""
    return Graphs({title: courses(reach) for title, reach in REACHES.items()}, singular(), drift())


def draw(sheet: Any, found: Graphs) -> None:
    """Five panels: both goals, the singular pull, the spread over the joints, the drift of the feet."""
    axes = sheet.subplots(2, 3).ravel()
    for panel, (title, several) in zip(axes, found.courses.items(), strict=False):
        for course in several:
            panel.loglog(
                1000 * np.maximum(course.seconds, 1e-6), np.maximum(course.errors, 1e-14), color=COLORS[course.method]
            )
        _labelled(panel, title, "ms on this machine", "tip to goal, m")
    for method, errors in found.singular.items():
        axes[2].semilogy(np.maximum(errors, 1e-14), color=COLORS[method])
    _labelled(axes[2], "straight chain, pulled inwards (fig. 4.2)", "steps", "tip to goal, m")
    _spread(axes[3], next(iter(found.courses.values())))
    for method, off in found.drift.items():
        axes[4].semilogy(np.maximum(off, 1e-17), color=COLORS[method])
    _labelled(axes[4], "drift of held feet in a drag", "steps", "worst so far, m")
    axes[5].axis("off")
    for name, color in COLORS.items():
        axes[5].plot([], [], color=color, label=name)
    axes[5].legend(loc="center", frameon=False)


def _spread(panel: Any, several: list[Course]) -> None:
    """The share of every joint in the motion."""
    start = bent(chain())
    width = 0.8 / len(several)
    for i, course in enumerate(several):
        motion = np.abs(start.difference(course.pose))
        places = np.arange(1, len(motion) + 1) + (i - 0.5 * (len(several) - 1)) * width
        panel.bar(places, motion / motion.sum(), width, color=COLORS[course.method])
    _labelled(panel, "spread over the joints, goal well inside", "joint, from the root", "share of the motion")


def _labelled(panel: Any, title: str, across: str, up: str) -> None:
    panel.set_title(title, fontsize=9)
    panel.set_xlabel(across, fontsize=8)
    panel.set_ylabel(up, fontsize=8)
    panel.tick_params(labelsize=7)
    panel.grid(alpha=0.3)
