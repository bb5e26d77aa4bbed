"""Natural: the freedom left as people would use it, foreseen from the goals of the solve."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from poise import _core
from poise.arrays import sealed
from poise.criteria.criterion import Array, Criterion
from poise.criteria.habit import Habit, require_human, with_pelvis
from poise.criteria.limb_first import ARM, Stays, familiar, resting_hands, stays
from poise.criteria.natural_goals import told_as, told_by, untold
from poise.criteria.natural_pose import places_of, posed
from poise.criteria.near_pose import up_at_base
from poise.figure.placement import Placement
from poise.memo import Same
from poise.people.foresight import Said, Told, facing, fade, foreseen
from poise.pose import Pose

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.tasks.task import Task

LEAST_SPREAD = 0.03
"""Radians or metres: nobody is surer of what people do (as in the measurements of tools/train_natural)."""

UNIT = LEAST_SPREAD**2
"""Radians²: of what the net is surest, one radian counts as in other criteria."""

KNOWN, UNKNOWN = 0.45, 0.9
"""Leg lengths by which the pose that was foreseen misses a goal. The worst of 648 questions about people nobody trained
on missed by 0.43 (`tools/train_natural/README.md`, "net, raw"): up to there the net counts in full. From twice that on
only `Habit` does; in between both, smoothly."""

STILL = 0.2
"""What stays as it is has this much of the spread that people's habits have (estimate): the trunk is the firmest."""

AHEAD, ASIDE = math.radians(60), math.radians(120)
"""An answer that faces further than this from where a session faces counts less, and then not at all: what turns round
from one goal to the next is no answer that could be followed (estimate)."""

PELVIS, ANKLE = 4.0, 0.25
"""How much place and turn of the pelvis, and the ankles, count in a session against what their spreads alone say: so a
foot that trembles turns the ankle and does not swing the body (a dancer's from 3.5 to 2.7 times what the person does,
`benchmarks/natural.py`). People nobody trained on are met as well as without (S3 8.9 instead of 9.0 cm)."""

THERE = 1e-4
"""Metres, radians, shares of weight: what is nearer than that to where it was going to be is there."""

GIVING = 0.05
"""How firmly an arm stays bent as it is whose hand rests somewhere, against one that hangs (estimate)."""

TURN = 0.1
"""Leg lengths: what a radian of turn counts as when a goal is missed (as in training)."""


@dataclass(frozen=True)
class Natural(Criterion):
    """Prefer the pose that people take for these very goals; for `poise.human` of any size, with or without fingers.

    A small net, learnt from captured people, is told what `Reach`, `Hold`, `Orient` and `LookAt` ask of feet, hands,
    head, pelvis and chest, any of them, and says the whole pose with a spread σ for every coordinate. The criterion is
    half the sum of (0.03 (x - said) / σ)², measured as `NearPose` measures, and `solve` begins at that pose. In a
    session it follows the goals. What an arm or the neck can do alone, from the start pose, leaves the rest of the body
    as it is there; trunk and legs join as these run out of reach. Where no goal is known, or goals are far from what
    people do, it is `Habit` instead, smoothly; the solution tells it.
    """

    def check(self, figure: Figure) -> None:
        """Raise when the figure is no `poise.human`."""
        require_human(figure, self._name)

    def compiled(self, start: Pose) -> _core.Criterion:
        """Without tasks nothing needs to change."""
        return self.told(start, ()).compiled(start)

    def told(self, start: Pose, tasks: Sequence[Task], now: Pose | None = None, here: Pose | None = None) -> Criterion:
        tasks = [task.told_as(start) for task in tasks]
        told = told_by(start, tasks, now)
        begun = here or start
        others = untold(tasks, start.figure)
        seen = _as_they_stand(_foresight(start, told), begun, told, others) if told.knows else None
        followed = _limb_first(begun, seen, stays(begun, told, others, seen and seen.pose))
        return Foreseen(followed and _hands_down(followed, begun, told), weight=self.weight)


NO_DRIFT = sealed(np.zeros(3))


class Foresight(NamedTuple):
    """A pose, the weight 1/σ² of every degree of freedom, those of tilt and heading of a free base, how much all that
    counts against the habits, 0 to 1, hands that stay where they rest, and how far its base goes on from frame to frame
    while it eases."""

    pose: Pose
    weights: Array
    tilt: float
    heading: float
    trust: float
    resting: dict[str, Array] = {}  # noqa: RUF012  a tuple's field, never changed
    drift: Array = NO_DRIFT


@dataclass(frozen=True)
class Foreseen(Criterion):
    """`Natural` once it knows the tasks. Made by Poise. `foresight`: None where nothing is known."""

    foresight: Any = field(kw_only=False)

    def check(self, figure: Figure) -> None:
        """Raise when the figure is no `poise.human`."""
        require_human(figure, self._name)

    def compiled(self, start: Pose) -> _core.Criterion:
        return _core.CriterionSum(self._parts(start))

    def renew(self, core: _core.Criterion, start: Pose) -> bool:
        assert isinstance(core, _core.CriterionSum)
        core.set_parts(self._parts(start))
        return True

    def _eased(self, before: Criterion, share: float) -> Criterion:
        """The pose and its weights on their way; what is nearly there is there."""
        old, new = before.foresight if isinstance(before, Foreseen) else None, self.foresight
        if share >= 1.0 or old is None or new is None:
            return self
        way = old.pose.difference(new.pose)
        left = max(np.abs(way).max(), np.abs(old.drift).max(initial=0.0))
        if left < THERE and np.abs(old.weights - new.weights).max() <= THERE * new.weights.max():
            return self
        return replace(self, foresight=_on_the_way(old, new, way, share))

    @property
    def begin(self) -> Pose | None:
        """The pose foreseen, where it counts more than the habits."""
        return self.foresight.pose if self._trust > 0.5 else None

    @property
    def title(self) -> str:
        """Which of the two served."""
        if self._trust == 1.0:
            return "Natural"
        return f"Natural ({100 * (1 - self._trust):.0f} % Habit)" if self._trust else "Natural (Habit)"

    @property
    def _trust(self) -> float:
        return 0.0 if self.foresight is None else self.foresight.trust

    def _parts(self, start: Pose) -> list[tuple[_core.Criterion, float]]:
        parts = [] if self._trust == 0.0 else [(part, self._trust * UNIT) for part in _near(self.foresight)]
        return parts if self._trust == 1.0 else [*parts, (Habit().compiled(start), (1.0 - self._trust) * UNIT)]


def _on_the_way(old: Foresight, new: Foresight, way: Array, share: float) -> Foresight:
    """A share of the way from one to the other.

    What is foreseen of somebody who walks moves on while it eases: of the base's place the speed is followed as well,
    so that it does not lag behind, with the gain that goes with the share (Benedict and Bordner 1962, Synthesis of an
    optimal set of radar track-while-scan smoothing equations, IRE Trans. Automatic Control 7, 27-32).
    """
    step, figure, drift = share * way, new.pose.figure, old.drift
    if figure.base.model == "free" and share > 0.0:
        place = slice(figure.tangent_slice(figure.base.name).start, figure.tangent_slice(figure.base.name).start + 3)
        ahead = way[place] - drift
        step[place] = drift + share * ahead
        drift = drift + share**2 / (2.0 - share) * ahead
    tilt, heading = (a ** (1.0 - share) * b**share for a, b in ((old.tilt, new.tilt), (old.heading, new.heading)))
    return new._replace(
        pose=old.pose.integrate(step).clamped(),
        weights=old.weights ** (1.0 - share) * new.weights**share,
        tilt=tilt,
        heading=heading,
        trust=(1.0 - share) * old.trust + share * new.trust,
        drift=drift,
    )


def _near(seen: Foresight) -> list[_core.Criterion]:
    figure, goal = seen.pose.figure, np.array(seen.pose.coordinates)
    upright = (up_at_base(figure), seen.tilt, seen.heading) if figure.base.model == "free" else ()
    pose = _core.near_pose_criterion(figure._core, goal, seen.weights, *upright)
    if not seen.resting:
        return [pose]
    sites = [figure.sites[hand] for hand in seen.resting]
    rows = [
        (*site.placement.position, *place, 1.0 / LEAST_SPREAD**2)
        for site, place in zip(sites, seen.resting.values(), strict=True)
    ]
    order = [branch.segment for branch in figure.branches]
    return [pose, _core.near_points_criterion([order.index(site.segment) for site in sites], np.array(rows))]


def _hands_down(seen: Foresight, begun: Pose, told: Told) -> Foresight:
    """Who sits with a hand on the thigh leaves it there while the trunk moves: the arm gives way."""
    resting = resting_hands(begun, told)
    weights = seen.weights.copy()
    for hand in resting:
        for joint in (hand.replace("hand", part) for part in ARM):
            weights[begun.figure.tangent_slice(joint)] *= GIVING
    return seen._replace(weights=weights, resting=resting) if resting else seen


def _limb_first(start: Pose, seen: Foresight | None, stays: Stays) -> Foresight | None:
    """What was foreseen, as far as that counts and the body moves; what stays is where the start has it."""
    if not stays.kept.any():
        return seen
    here, figure = start.clamped(), start.figure
    sure, upright = STILL ** (-2.0 * stays.firm) * places_of(figure).usual, 0.0
    if figure.base.model == "free":
        base = sure[figure.tangent_slice(figure.base.name)]
        upright = float(base[-1])
        base[:3], base[3:] = 1.0 / LEAST_SPREAD**2, 0.0
    if seen is None:
        seen = Foresight(here, sure, upright, upright, 0.0)
    moves = max(seen.trust, 1e-9)  # what is not trusted moves nothing
    trunk = stays.trunk / (stays.trunk + (1.0 - stays.trunk) * moves)
    kept = stays.kept / (stays.kept + (1.0 - stays.kept) * moves)
    pose = here if kept.min() == 1.0 else here.integrate((1.0 - kept) * here.difference(seen.pose)).clamped()
    weights = sure**kept * seen.weights ** (1.0 - kept)
    tilt, heading = (upright**trunk * weight ** (1.0 - trunk) for weight in (seen.tilt, seen.heading))
    trust = stays.trunk + (1.0 - stays.trunk) * seen.trust
    return Foresight(pose, weights, tilt, stays.heading**trunk * heading, trust)


def _foresight(start: Pose, told: Told) -> Foresight:
    """What the net says of this figure."""
    figure, places = start.figure, places_of(start.figure)
    body = places.body
    said = foreseen(body, told)
    pose = posed(figure, said)
    trust = fade(_missed(pose, told, body.leg), KNOWN, UNKNOWN)
    if told.kept:
        trust *= fade(_turned(said, told), AHEAD, ASIDE)
    weights = places.usual.copy()  # of fingers and toes, which the net does not speak of
    weights[places.spreads[1]] = 1.0 / np.maximum(said.spread[places.spreads[0]], LEAST_SPREAD) ** 2
    firm = PELVIS if told.kept else 1.0
    for ankle in ("left_ankle", "right_ankle") if told.kept else ():
        weights[figure.tangent_slice(ankle)] *= ANKLE
    if figure.base.model != "free":
        return Foresight(pose, weights, 0.0, 0.0, trust)
    bent = float((said.spread[places.bent] ** 2).sum())
    place, turn = float((said.spread[:3] ** 2).mean()), float((said.spread[3:6] ** 2).mean())
    base = weights[figure.tangent_slice(figure.base.name)]
    base[:3], base[3:] = firm / max(place + body.leg**2 * bent, LEAST_SPREAD**2), 0.0
    upright = firm / max(turn + bent, LEAST_SPREAD**2)
    return Foresight(pose, weights, upright, upright, trust)


def _as_they_stand(seen: Foresight, begun: Pose, told: Told, others: Sequence[Task]) -> Foresight:
    """What was foreseen, as this person does it. The net knows people who stand with knees bent by 25°: by as much as
    it misjudges the joints where the start has the same parts, it is thought to misjudge them for goals near these."""
    share = familiar(begun, told, others)
    if not share.any():
        return seen
    local = tuple((name, at.tobytes()) for name, (_, at) in sorted(told.place.items()))
    turned = _misjudged(Same(begun), local, tuple(sorted(told.turn)), told.gaze is not None, told.kept)
    pose = seen.pose.integrate(share * turned).clamped()
    if begun.figure.base.model == "free":
        pose = with_pelvis(pose, Placement.from_matrix(seen.pose.segment_frame("pelvis")))
    return seen._replace(pose=pose)


@lru_cache(maxsize=16)
def _misjudged(
    begun: Same[Pose], places: tuple[tuple[str, bytes], ...], turns: tuple[str, ...], looks: bool, kept: float
) -> Array:
    """(dof,) From what the net says of parts where the start has them to the start; the same as long as a hand is
    dragged about."""
    locals_ = {name: np.frombuffer(at) for name, at in places}
    return sealed(
        _foresight(begun.thing, told_as(begun.thing, locals_, turns, looks, kept)).pose.difference(begun.thing)
    )


def _missed(pose: Pose, told: Told, leg: float) -> float:
    """By how much the pose misses the goal that it misses most, leg lengths."""
    found = [0.0]
    for name, (point, local) in told.place.items():
        frame = pose.segment_frame(name)
        found.append(float(np.linalg.norm(frame[:3, :3] @ local + frame[:3, 3] - point)) / leg)
    for name, turn in told.turn.items():
        cosine = (float(np.sum(pose.segment_frame(name)[:3, :3] * turn)) - 1.0) / 2.0
        found.append(TURN * float(np.arccos(np.clip(cosine, -1.0, 1.0))))
    return max(found)


def _turned(said: Said, told: Told) -> float:
    """By which angle a session would have to turn to face as the answer does."""
    ahead, there = told.facing, facing(said.turn)
    return abs(float(np.arctan2(ahead[2] * there[0] - ahead[0] * there[2], ahead @ there)))
