"""Limb first: how much of the body stays as it is, because an arm, or the neck, can do what is asked.

What the start pose serves already asks for nothing. A hand whose goal is within the arm's reach moves the arm, eyes
turn head and neck; trunk and legs join when these run out of reach, smoothly. People lean before the arm is straight:
the preferred boundary of reaching with the arm alone lies inside the absolute one (Mark et al. 1997, Postural dynamics
and the preferred critical boundary for visually guided reaching, J. Exp. Psychol. Human 23, 1365-1379).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.criteria.criterion import Array
from poise.memo import Same
from poise.people.foresight import Told, fade
from poise.tasks.look_at import LookAt
from poise.tasks.orient import Orient
from poise.tasks.plan import Plan
from poise.tasks.task import Task

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

NEAR, STRETCHED, FAR = 0.8, 1.15, 1.7
"""Distance of a hand's goal from the shoulder over the length of the arm. Up to the first the arm alone moves; from the
second on, which is more than the arm can do, the trunk is free; an arm of which nothing is asked hangs as it did until
the body bends far, and is free from the third on (estimates; the first two lie about Mark's boundary)."""

ARRIVED = 0.95
"""Lengths of the arm: who bends to reach does not come nearer to the goal of a hand than this (estimate: elbows are
then bent by 36°, those of people who reach down or far out are nearly straight)."""

GLANCE, ROUND = math.radians(60), math.radians(120)
"""How far beside where the head looks a point may be for head and neck to do it alone; from the second on the whole
body turns (neck and eyes of people turn by some 60° to either side without effort; estimates)."""

ELSEWHERE = 0.1
"""Metres or radians: what is wanted this far from where the start has it asks for another pose (estimate)."""

FAMILIAR, LEANING = 0.3, 1.3
"""What is wanted this far (metres or radians) from where the start has it is no more like the start; of a hand, from so
many lengths of the arm on, for which people bend (estimates: 0.5 and 1.7 bring E13 of S5 from 5.9 to 6.1 cm)."""

ON_THE_THIGH = 0.12
"""Metres from the line between hip and knee: a hand that is nearer rests on the thigh (which is 8 cm thick there)."""

ARM, NECK = ("clavicle", "shoulder", "elbow", "wrist"), ("neck", "head")
HANDS = ("left_hand", "right_hand")


class Stays(NamedTuple):
    """How much of the start pose stays, 0 to 1. `trunk`; `kept` (dof,): every degree of freedom, against what was
    foreseen; `firm` (dof,): how firmly it does so; `heading`: how firmly it faces as it does."""

    trunk: float
    kept: Array
    firm: Array
    heading: float


def stays(start: Pose, told: Told, others: Sequence[Task], seen: Pose | None = None) -> Stays:
    """`others`: tasks that are not told; what the start serves of them asks for nothing. `seen`: the pose foreseen."""
    asked = {name: fade(moved(start, told, name), 0.0, ELSEWHERE) for name in sorted({*told.place, *told.turn})}
    aside = 0.0 if told.gaze is None else _aside(start, told.gaze)
    for task in others:
        part = _hand_turned(start, task) or "body"
        asked[part] = asked.get(part, 1.0) * fade(_error(start, task), 0.0, ELSEWHERE)
    served = math.prod(stay for part, stay in asked.items() if part not in HANDS)
    placed = [hand for hand in HANDS if hand in told.place]
    reaches = [(_extension(start, told, hand), asked[hand]) for hand in placed]
    held = any(_hand_turned(start, task) is None for task in others)
    spared = [0.0 if seen is None else 1.0 - _enough(start, seen, told, hand, held) for hand in placed]
    trunk = served * math.prod(
        max(stay, spare, fade(x, NEAR, STRETCHED)) for (x, stay), spare in zip(reaches, spared, strict=True)
    )
    idle = served * math.prod(max(stay, fade(x, STRETCHED, FAR)) for x, stay in reaches)
    kept = np.full(start.figure.dof, trunk)
    for hand, arm in _arms(Same(start.figure)).items():
        kept[arm] = trunk * asked[hand] if hand in asked else idle
    ahead = fade(aside, GLANCE, ROUND)
    return Stays(trunk, kept, _firm(start.figure, fade(aside, 0.0, ELSEWHERE), ahead), ahead)


def familiar(start: Pose, told: Told, others: Sequence[Task]) -> Array:
    """(dof,) How much what is wanted is like the start, 0 to 1; nothing for the arm of a hand that goes somewhere."""
    share = math.prod(fade(_error(start, task), 0.0, FAMILIAR) for task in others if not _hand_turned(start, task))
    for name in sorted({*told.place, *told.turn}):
        like = fade(moved(start, told, name), 0.0, FAMILIAR)
        reaches = name in HANDS and name in told.place
        share *= max(like, fade(_extension(start, told, name), STRETCHED, LEANING)) if reaches else like
    found = np.full(start.figure.dof, share)
    for hand, arm in _arms(Same(start.figure)).items():
        if hand in told.place:
            found[arm] = 0.0
    return found


@lru_cache(maxsize=64)
def _arms(figure: Same[Figure]) -> dict[str, NDArray[np.intp]]:
    """Which degrees of freedom the arm of every hand has."""
    found = {hand: np.zeros(figure.thing.dof, dtype=bool) for hand in HANDS}
    for hand, arm in found.items():
        for part in ARM:
            arm[figure.thing.tangent_slice(hand.replace("hand", part))] = True
    return {hand: np.flatnonzero(arm) for hand, arm in found.items()}


def resting_hands(start: Pose, told: Told) -> dict[str, Array]:
    """Hands of which nothing is asked and that rest on a thigh which lies level, and where they are."""
    found = {}
    for hand in (hand for hand in HANDS if hand in start.figure.sites):
        side = hand.removesuffix("hand")
        hip, knee = (start.segment_frame(side + part)[:3, 3] for part in ("thigh", "shank"))
        place, thigh = start.position(hand), knee - hip
        along = min(max(float((place - hip) @ thigh / (thigh @ thigh)), 0.0), 1.0)
        level = abs(thigh[1]) < 0.5 * np.linalg.norm(thigh)
        idle = hand not in told.place and hand not in told.turn
        if idle and level and np.linalg.norm(place - hip - along * thigh) < ON_THE_THIGH:
            found[hand] = place
    return found


def _firm(figure: Figure, neck: float, ahead: float) -> Array:
    """(dof,) Where eyes look aside, the neck gives way; where they look round, whatever turns about its own length."""
    firm = np.ones(figure.dof)
    if neck == ahead == 1.0:
        return firm
    for name, joint in figure.joints.items():
        if "twist" in joint.coordinates:
            firm[figure.tangent_slice(name)][joint.coordinates.index("twist")] = ahead
    for name in NECK:
        firm[figure.tangent_slice(name)] = neck * ahead
    return firm


def moved(start: Pose, told: Told, name: str) -> float:
    """How far the goals of a segment are from where the start has it, metres and radians together."""
    frame, found = start.segment_frame(name), 0.0
    if name in told.place:
        point, local = told.place[name]
        found = float(np.linalg.norm(frame[:3, :3] @ local + frame[:3, 3] - point))
    if name in told.turn:
        cosine = (float(np.sum(frame[:3, :3] * told.turn[name])) - 1.0) / 2.0
        found = math.hypot(found, math.acos(min(max(cosine, -1.0), 1.0)))
    return found


def _hand_turned(start: Pose, task: Task) -> str | None:
    """The hand that a task turns, which its arm can do; None for all else."""
    part = start.figure.sites[task.site].segment if isinstance(task, Orient | LookAt) else None
    return part if part in HANDS else None


def _extension(start: Pose, told: Told, hand: str) -> float:
    """How far from the shoulder, as it is, the goal of a hand lies, in lengths of the arm."""
    point, local = told.place[hand]
    side = hand.removesuffix("hand")
    shoulder = start.segment_frame(side + "upper_arm")[:3, 3]
    return float(np.linalg.norm(point - shoulder)) / _arm(start, side, local)


def _enough(start: Pose, seen: Pose, told: Told, hand: str, held: bool) -> float:
    """Which share of the way from the start to what was foreseen, 0 to 1, brings the shoulder near enough to the goal
    of a hand: to `ARRIVED` lengths of the arm, or as near as it is foreseen. The shoulder is thought to go straight;
    where something `held` the body of which the net could not be told, a knee on the floor, the pelvis stays."""
    point, local = told.place[hand]
    side = hand.removesuffix("hand")
    length = _arm(start, side, local)
    here, there = ((pose.segment_frame(side + "upper_arm")[:3, 3] - point) / length for pose in (start, seen))
    if held:
        there = there + (start.segment_frame("pelvis")[:3, 3] - seen.segment_frame("pelvis")[:3, 3]) / length
    way, last = there - here, float(there @ there)
    if last >= ARRIVED**2 and float(way @ there) <= 0.0:
        return 1.0
    a, b, c = float(way @ way), float(here @ way), float(here @ here) - max(ARRIVED**2, last)
    return 0.0 if c <= 0.0 or b >= 0.0 else min(c / (-b + math.sqrt(max(b * b - a * c, 0.0))), 1.0)


def _arm(start: Pose, side: str, local: Array) -> float:
    """The length of an arm up to a point on its hand, m."""
    shoulder, elbow, wrist = (start.segment_frame(side + part)[:3, 3] for part in ("upper_arm", "forearm", "hand"))
    return float(np.linalg.norm(elbow - shoulder) + np.linalg.norm(wrist - elbow) + np.linalg.norm(local))


def _aside(start: Pose, point: Array) -> float:
    """By which angle a point lies beside where the head looks."""
    frame = start.segment_frame("head")
    way = point - frame[:3, 3]
    ahead = float(frame[:3, 2] @ way)
    return math.atan2(float(np.linalg.norm(np.cross(frame[:3, 2], way))), ahead)


def _error(start: Pose, task: Task) -> float:
    """By how much the start misses a task, as the solver sees it."""
    plan = Plan(start, [[task]])
    return float(np.linalg.norm(_core.Solver(plan.problem, np.array(start.coordinates)).task_residuals()))
