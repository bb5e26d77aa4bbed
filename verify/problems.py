"""Random problems for the solver: every kind of task and criterion, one to five levels, on any figure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import poise
from verify.bodies import body, inside
from verify.judge import room

Rng = np.random.Generator


@dataclass(frozen=True)
class Problem:
    """What is asked: `poise.solve(start, levels, criteria=…, forces=…, supports=…)`."""

    figure: str
    start: poise.Pose
    levels: list[list[poise.tasks.Task]]
    criteria: list[Any]
    forces: list[Any]
    supports: list[poise.Support]

    def solve(self, **options: Any) -> poise.Solution:
        loads = {"forces": self.forces, "supports": self.supports}
        return poise.solve(self.start, self.levels, criteria=self.criteria, **loads, **options)

    @property
    def tasks(self) -> list[poise.tasks.Task]:
        return [task for level in self.levels for task in level]


@dataclass(frozen=True)
class Draw:
    """What a maker of tasks draws from: `start` is where the solve begins, `goal` a pose that goals are read off."""

    rng: Rng
    start: poise.Pose
    goal: poise.Pose

    @property
    def figure(self) -> poise.Figure:
        return self.start.figure

    def site(self) -> str:
        return str(self.rng.choice(list(self.figure.sites)[:24]))

    def unit(self) -> np.ndarray:
        direction = self.rng.normal(size=3)
        return direction / np.linalg.norm(direction)

    def point(self, site: str) -> np.ndarray:
        """Where the goal has the site; now and then up to a metre beside it, which may be out of reach."""
        beside = self.rng.uniform(0.0, 1.0) * self.unit() if self.rng.random() < 0.4 else 0.0
        return self.goal.position(site) + beside

    def size(self) -> float:
        return float(self.rng.uniform(0.05, 0.6))


def reach(d: Draw) -> poise.tasks.Task:
    site, axes = d.site(), str(d.rng.choice(["xyz", "xyz", "xz", "y", "xy"]))
    frame = d.goal.frame(d.site())[:3, :3] if d.rng.random() < 0.2 else None
    return poise.Reach(site, d.point(site), axes=axes, frame=frame, weight=float(10 ** d.rng.uniform(-1, 1)))


def orient(d: Draw) -> poise.tasks.Task:
    site = d.site()
    if d.rng.random() < 0.5:
        return poise.Orient(site, d.goal.frame(site)[:3, :3])
    return poise.Orient(site, d.unit(), axis=d.unit())


def look_at(d: Draw) -> poise.tasks.Task:
    site = d.site()
    return poise.LookAt(site, d.goal.position(site) + d.rng.uniform(0.3, 3.0) * d.unit(), axis=d.unit())


def hold(d: Draw) -> poise.tasks.Task:
    site = d.site()
    return poise.Hold(site) if d.rng.random() < 0.5 else poise.Hold(site, frame=d.goal.frame(site))


def together(d: Draw) -> poise.tasks.Task:
    first, second = d.site(), d.site()
    sites = d.figure.sites
    if sites[first].segment == sites[second].segment:  # they cannot move against each other
        return hold(d)
    return poise.Together(first, second, orientation=bool(d.rng.random() < 0.3))


def center(d: Draw) -> poise.tasks.Task:
    return poise.CenterOfMass(d.goal.center_of_mass, axes=str(d.rng.choice(["xz", "xyz", "x"])))


def plumb(d: Draw) -> poise.tasks.Task:
    return poise.Balance(over=d.goal.center_of_mass + d.rng.normal(0.0, 0.1, 3))


def inertia(d: Draw) -> poise.tasks.Task:
    axis = d.unit()
    return poise.Inertia(d.start.moment_of_inertia(axis) * d.rng.uniform(0.6, 1.5), axis=axis)


def surface(d: Draw) -> poise.tasks.Task:
    site = d.site()
    at = poise.Placement(tuple(d.point(site)))
    kinds: list[Callable[[], Any]] = [
        lambda: poise.Plane(d.point(site), normal=d.unit()),
        lambda: poise.Sphere(d.size(), placement=at),
        lambda: poise.Ellipsoid((d.size(), d.size(), d.size()), placement=at),
    ]
    return poise.OnSurface(site, kinds[d.rng.integers(len(kinds))]())


def keep(d: Draw) -> poise.tasks.Task:
    site = d.site()
    point, near = d.point(site), d.size()
    kinds: list[Callable[[], poise.tasks.Task]] = [
        lambda: poise.Keep(site, point, normal=d.unit()),
        lambda: poise.Keep(site, point, max=near),
        lambda: poise.Keep(site, point, min=near, max=2 * near),
        lambda: poise.Keep(site, point, line=d.unit(), min=near),
        lambda: poise.Keep(site, axis=d.unit(), angle=near, direction=d.unit()),
        lambda: poise.Keep(site, point + d.unit(), axis=d.unit(), angle=near),
    ]
    return kinds[d.rng.integers(len(kinds))]()


def posture(d: Draw) -> poise.tasks.Task:
    return poise.Posture(d.goal)


def custom(d: Draw) -> poise.tasks.Task:
    site, height = d.site(), float(d.goal.center_of_mass[1])
    return poise.CustomTask(
        lambda pose: pose.position(site)[1] - height,
        jacobian=lambda pose: pose.jacobian(site, part="position")[1],
    )


TASKS: dict[str, tuple[float, Callable[[Draw], poise.tasks.Task]]] = {
    "reach": (6, reach), "orient": (3, orient), "look_at": (2, look_at), "hold": (3, hold), "together": (1, together),
    "center": (2, center), "plumb": (1, plumb), "inertia": (0.5, inertia), "surface": (1.5, surface), "keep": (3, keep),
    "posture": (1, posture), "custom": (0.2, custom),
}  # fmt: skip
"""How often each kind of task is drawn, and what makes it."""


def criterion(d: Draw) -> Any:
    moving = [j.name for j in d.figure.joints.values() if j.model in ("hinge", "elbow")]
    kinds: list[Callable[[], Any]] = [
        lambda: poise.NearPose(d.start),
        poise.RestPosture,
        poise.MidRange,
        poise.AwayFromLimits,
        lambda: poise.SupportTorque(point=d.start.center_of_mass * (1, 0, 1)),
    ]
    if d.figure.base.model == "fixed" or len(d.start.support_polygon()) > 2:  # else nothing carries the body
        kinds += [poise.LeastTorque]
    if moving:
        kinds += [lambda: poise.Flex(joints=moving), lambda: poise.Extend(joints=moving)]
    return kinds[d.rng.integers(len(kinds))]()


def standing_level(figure: poise.Figure) -> list[poise.tasks.Task]:
    """The feet where they are."""
    return [poise.Hold(name) for name in figure.soles if name in figure.sites]


def loads(d: Draw) -> tuple[list[Any], list[poise.Support]]:
    """A push or a weight somewhere, and the soles that carry it."""
    site = d.site()
    force = poise.Weight(site, d.rng.uniform(0.1, 8.0)) if d.rng.random() < 0.5 else poise.Force(site, 30 * d.unit())
    return [force], [poise.Support(name, friction=float(d.rng.uniform(0.2, 1.0))) for name in d.figure.soles]


def problem(name: str, rng: Rng, *, forces: float = 0.2, criteria: float = 0.3) -> Problem:
    """A problem on the figure of that name. `forces`, `criteria`: how often it has such."""
    figure = body(name)
    start = figure.rest() if rng.random() < 0.5 else inside(figure, rng, rng.uniform(0.0, 1.0))
    d = Draw(rng, start, inside(figure, rng, rng.uniform(0.1, 1.0)))
    names, chances = list(TASKS), np.array([share for share, _ in TASKS.values()])
    levels: list[list[poise.tasks.Task]] = []
    acting: tuple[list[Any], list[poise.Support]] = ([], [])
    feet = standing_level(figure)
    if feet and rng.random() < 0.5:
        levels += [feet]
        area = np.array(start.support_polygon())
        if len(area) > 2:
            widest = room(area[:, [0, 2]], area[:, [0, 2]].mean(axis=0))
            levels += [[poise.Balance(margin=float(rng.uniform(0.0, 0.8)) * widest)]]
            acting = loads(d) if figure.base.model == "free" and rng.random() < forces else acting
    for _ in range(rng.integers(1, 4)):
        chosen = rng.choice(names, size=rng.choice([1, 1, 2, 3]), p=chances / chances.sum())
        levels.append([TASKS[str(kind)][1](d) for kind in chosen])
    wishes = [criterion(d) for _ in range(rng.integers(1, 3))] if rng.random() < criteria else []
    return Problem(name, start, levels, wishes, *acting)
