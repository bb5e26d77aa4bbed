"""The circle of an elbow or a knee: all poses of a limb whose end stays (Tolani, Goswami & Badler, eq. 6)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from poise.errors import InputError
from poise.figure.figure import Figure
from poise.limb.family import LimbFamily
from poise.limb.goals import AIM, AXIS, ORIENT, PLACEMENT, Array
from poise.limb.limb import Limb
from poise.limb.task_goals import limb_of, wanted_of
from poise.planning import planned
from poise.pose import Pose
from poise.studio.document.points import path_to_root
from poise.studio.document.state import State
from poise.studio.document.stays import Stay
from poise.studio.protocol.limb import Arc, Bend, LimbCircle

SAME = 1e-6
"""Radians of all coordinates together within which a pose of the circle is the pose itself."""
ROUND = 72
"""Swivels of a round, 5° apart, from which the one of a straight limb is sought: limits are wider."""
BESIDE = math.radians(0.1)
"""How far beside its arc a pose at a limit may be by rounding."""
EDGE = 1e-9
"""Radians more, so that rounding does not leave it outside again."""
WORDS = ("stays in its place", "keeps its place and turn", "keeps its place and axis", "aims", "keeps its turn")
"""What the end of a limb does, by the kind of its goal."""


@dataclass(frozen=True, eq=False)
class LimbOnCircle:
    """A limb on a pose, its end where it is: `kind` and `numbers` are that as a goal of the limb.

    `swivel`, `branch`, `angle`: of the pose.
    """

    limb: Limb
    name: str
    pose: Pose
    kind: int
    numbers: Array
    swivel: float
    branch: int
    angle: float

    def family(self, angle: float) -> LimbFamily:
        """All poses at a second angle."""
        return LimbFamily(self.limb, self.limb._standing(self.pose), self.kind, self.numbers, angle)

    def at(self, swivel: float, branch: int, angle: float | None = None) -> Pose:
        """The pose at the allowed swivel nearest to one; at the one itself where the limits allow none."""
        second = self.angle if angle is None or self.kind not in (AXIS, AIM) else angle
        family = self.family(second)
        if branch not in {b.branch for b in family.branches}:
            raise InputError(f"the limb {self.name!r} cannot bend that way here")
        allowed = [nearest(swivel, i.start, i.stop) for i in family.intervals if i.branch == branch]
        if not allowed:
            raise InputError(f"the limits of the limb {self.name!r} allow nothing here that bends that way")
        return family.at(min(allowed, key=lambda phi: abs(apart(phi, swivel))), branch).pose


def circle_of(state: State, segment: str) -> LimbOnCircle | None:
    """The circle of the limb that a segment belongs to; None when there is no limb, or its end has no goal."""
    name = limb_name(state.figure, segment)
    if name is None:
        return None
    limb, kind, numbers = _goal(state, name)
    if kind is None:
        return None
    pose, family = state.pose, LimbFamily(limb, limb._standing(state.pose), kind, numbers, 0.0)
    family = replace_angle(family, _second(limb, kind, numbers, pose))
    elbow = pose.segment_frame(pose.figure.joint(limb.chain.middle).child)[:3, 3]
    branches = [b.branch for b in family.branches]
    if not branches:
        return None

    def miss(way: tuple[int, float]) -> float:
        found = family.at(way[1], way[0]).pose.coordinates
        return float(np.linalg.norm(found - pose.coordinates))

    branch, swivel = min(((b, family.swivel_toward(elbow, b)) for b in branches), key=miss)
    if miss((branch, swivel)) > SAME:  # a straight limb: its elbow says nothing of how it is turned
        branch, swivel = _nearest_pose(miss, branches)
    return LimbOnCircle(limb, name, pose, kind, numbers, swivel, branch, family.angle)


def _nearest_pose(miss: Callable[[tuple[int, float]], float], branches: Sequence[int]) -> tuple[int, float]:
    """The branch and swivel whose pose is nearest: the best of a round, then ever smaller steps beside it."""
    step = 2 * math.pi / ROUND
    best = min(((b, i * step - math.pi) for b in branches for i in range(ROUND)), key=miss)
    while step > SAME:
        step *= 0.5
        best = min(((best[0], best[1] + by) for by in (-step, 0.0, step)), key=miss)
    return best[0], apart(best[1], 0.0)


def told(state: State, circle: LimbOnCircle) -> LimbCircle:
    """The circle for the page."""
    family = circle.family(circle.angle)
    allowed = state.pose.limit_violation < SAME
    order = sorted((b.branch for b in family.branches), key=lambda b: b != circle.branch)
    return LimbCircle(
        limb=circle.name,
        joint=circle.limb.chain.middle,
        goal=WORDS[circle.kind],
        bends=[_bend(family, b, circle.swivel if b == circle.branch and allowed else None) for b in order],
        swivel=circle.swivel,
        angle=circle.angle if circle.kind in (AXIS, AIM) else None,
        analytic=circle.name in state.settings.get("analytic", ()),
    )


def limb_name(figure: Figure, segment: str) -> str | None:
    """The limb that moves a segment: one of its joints is on the way to the root."""
    path = path_to_root(figure, segment)
    return next((name for name in figure.limbs if {*limb_of(figure, name).joints} & {*path}), None)


def nearest(angle: float, start: float, stop: float) -> float:
    """The angle of an arc that is nearest to one."""
    if (angle - start) % (2 * math.pi) <= stop - start:
        return angle
    return min((start, stop), key=lambda end: abs(apart(end, angle)))


def apart(a: float, b: float) -> float:
    """The way from one angle to another, −π … π."""
    return math.remainder(a - b, 2 * math.pi)


def replace_angle(family: LimbFamily, angle: float) -> LimbFamily:
    """The same goal at another second angle."""
    return LimbFamily(family.limb, family._stance, family._kind, family._numbers, angle)


def _goal(state: State, name: str) -> tuple[Limb, int | None, Array]:
    """The limb with the site of its goal, and that goal as it is met now, so that the end does not move at all."""
    scene = replace(state, start=state.pose).scene()
    limb, goals = wanted_of(planned(state.start, scene.demands(), (), "priority", scene.root), name)
    end = state.figure.sites[limb.chain.site].segment
    if not goals:
        placed = any(isinstance(stay, Stay) and stay.segment == end for stay in state.stays)
        return limb, PLACEMENT if placed else None, np.array(state.pose.frame(limb.chain.site)).ravel()
    kind, numbers = goals[0]
    frame = np.array(state.pose.frame(limb.chain.site))
    if kind in (AIM, ORIENT):
        return limb, kind, numbers
    if kind == PLACEMENT:
        return limb, kind, frame.ravel()
    if kind == AXIS:
        axis = numbers[3:6]
        return limb, kind, np.concatenate([frame[:3, 3], axis, frame[:3, :3] @ axis])
    return limb, kind, frame[:3, 3].copy()


def _second(limb: Limb, kind: int, numbers: Array, pose: Pose) -> float:
    """The second angle of the pose: of an aim, that of the hinge; of an axis, the one whose pose is this one."""
    if kind == AIM:
        return float(np.atleast_1d(pose[limb.chain.middle])[0])
    if kind != AXIS:
        return 0.0
    stance = limb._standing(pose)
    wanted = np.array(pose.frame(limb.chain.site))[:3, :3]

    def turned(angle: float) -> float:
        family = LimbFamily(limb, stance, kind, numbers, angle)
        branches = family.branches
        if not branches:
            return -math.inf
        return float((family.at(0.0, branches[0].branch).pose.frame(limb.chain.site)[:3, :3] * wanted).sum())

    # The turn about the axis is that of the hand whatever the swivel: cos of what is missing is a sine of the angle.
    zero, quarter = turned(0.0), turned(math.pi / 2)
    half = turned(math.pi)
    middle = 0.5 * (zero + half)
    return math.atan2(quarter - middle, zero - middle)


def _within(angle: float, start: float, stop: float) -> bool:
    return (angle - start) % (2 * math.pi) <= stop - start


def _with_here(here: float, arcs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """With the swivel of the pose itself, which its limits allow: by rounding one at a limit lies just beside."""
    for i, (start, stop) in enumerate(arcs):
        before, after = apart(start, here), apart(here, stop)
        if 0.0 < before < BESIDE or 0.0 < after < BESIDE:
            wider = (start - max(before, 0.0) - EDGE, stop) if before > 0.0 else (start, stop + after + EDGE)
            return [*arcs[:i], wider, *arcs[i + 1 :]]
    return sorted([*arcs, (here, here)])


def _bend(family: LimbFamily, branch: int, here: float | None) -> Bend:
    """`here`: the swivel of the pose, if it bends this way inside all limits."""
    center, u, v = family._stance.circle(family._kind, family._numbers, family.angle, branch)
    arcs = [(i.start, i.stop) for i in family.intervals if i.branch == branch]
    if here is not None and not any(_within(here, *arc) for arc in arcs):
        arcs = _with_here(here, arcs)
    told = [Arc(start=start, stop=stop) for start, stop in arcs]
    return Bend(branch=branch, center=center.tolist(), u=u.tolist(), v=v.tolist(), arcs=told)
