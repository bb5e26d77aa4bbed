"""Figures and levels of tasks that several solver tests share, and checks of a pose that do not ask the solver."""

from __future__ import annotations

from functools import cache

import numpy as np

import poise
import zoo
from poise import Figure, Joint, Placement, Pose, Range, Segment, Site
from poise.tasks import CenterOfMass, Hold, LookAt, Reach, Task

BALL = (0.25, 1.35, 0.55)
FAR = (0.3, 1.4, 3.0)
Levels = list[Task | list[Task]]


def human() -> Figure:
    return zoo.made("human")


def feet() -> list[Task]:
    return [Hold("left_foot"), Hold("right_foot")]


def over_the_feet(pose: Pose) -> tuple[float, float, float]:
    """The middle of the support area."""
    x, y, z = pose.support_polygon().mean(axis=0)
    return float(x), float(y), float(z)


def standing(pose: Pose, hand: tuple[float, float, float] = BALL) -> Levels:
    """Feet, balance, gaze, hand: the levels of the README."""
    return [feet(), CenterOfMass(over_the_feet(pose)), LookAt("eyes", hand), Reach("right_hand", hand)]


@cache
def arm(limit: float = 2.5) -> Figure:
    """Six hinges, axes alternating, 1.2 m long, each within ± limit; sites after every second link."""
    names = [f"link_{i}" for i in range(7)]
    joints = [Joint("ground", "fixed", None, names[0])]
    for i in range(6):
        axis = ((0, 1, 0), (1, 0, 0), (0, 0, 1))[i % 3]
        at = Placement((0, 0, 0.2 if i else 0.0))
        bounds = {"angle": Range(-limit, limit)}
        joints.append(Joint(f"q{i + 1}", "hinge", names[i], names[i + 1], at, axis=axis, limits=bounds))
    sites = [Site(f"p{i}", names[i], Placement((0, 0, 0.2))) for i in (2, 4, 6)]
    segments = [Segment(n, 1.0, (0, 0, 0.1), np.diag([0.01, 0.01, 0.001])) for n in names]
    return Figure("arm", segments, joints, sites=sites)


@cache
def ladder() -> Figure:
    """A planar chain of eight hinges within ±1.2 rad with a site at the end of every link, p1 … p8."""
    chain = poise.figures.planar_chain(8, 1.6, limit=1.2)
    links = [s for s in chain.segments if s != chain.root]
    tip = chain.sites["tip"].placement
    for i, link in enumerate(links):
        chain = chain.with_site(Site(f"p{i + 1}", link, tip))
    return chain


def foot_motion(pose: Pose, start: Pose) -> float:
    """Largest motion of the feet, metres and radians."""
    worst = 0.0
    for site in ("left_foot", "right_foot"):
        a, b = start.frame(site), pose.frame(site)
        worst = max(worst, float(np.linalg.norm(a[:3, 3] - b[:3, 3])), zoo.rotation_angle(a[:3, :3], b[:3, :3]))
    return worst


def by_level(solution: poise.Solution) -> list[float]:
    """The residual of every level, from those of its tasks (all of weight 1)."""
    levels = sorted({task.level for task in solution.tasks})
    errors = {k: [p.residual for t in solution.tasks if t.level == k for p in t.parts] for k in levels}
    return [float(np.linalg.norm(errors[k])) for k in levels]
