"""A limb of a figure: an arm, a leg, a robot's arm, solved in closed form (Tolani, Goswami & Badler)."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from poise import _core
from poise.errors import FigureError, InputError
from poise.figure.arguments import checked_methods
from poise.figure.check import count, instance, number, unit3, vec3
from poise.figure.differences import require_same_figure
from poise.figure.figure import Figure
from poise.figure.marks import LimbChain
from poise.figure.names import unknown
from poise.figure.placement import placement_from
from poise.limb.batch import LimbBatch
from poise.limb.choice import least_swivel
from poise.limb.family import Interval, LimbFamily
from poise.limb.goals import AIM, AXIS, PLACEMENT, Array, packed
from poise.limb.inputs import aligned, angles, branch_number
from poise.limb.reason import VERDICTS, why
from poise.limb.solution import LimbSolution
from poise.limb.wrist import wrist_turns
from poise.readable import Readable

if TYPE_CHECKING:
    from poise.pose import Pose

MOST_THREADS = 1024
Measure = Callable[["Pose"], Any]
Swivel = float | Literal["middle"] | None


@checked_methods
class Limb(metaclass=Readable):
    """A chain of ball, hinge and ball, named in the figure or found with `Limb.between`.

    The shoulder may be a ball joint or three hinges that meet; the middle a hinge or an elbow joint; the wrist a ball
    joint, the elbow joint's twist and a swing joint, or three hinges that meet.

    `reference`: world direction (in the pose that is solved) in which the elbow points at swivel zero, as Tolani
    projects it. By default swivel is carried from the middle of the limb's reach, which has no direction in reach
    where it would flip.
    """

    __slots__ = ("_core", "_last", "_stance", "_stood", "chain", "figure", "joints", "reference", "slots")

    def __init__(self, figure: Figure, name: str, *, reference: Any = None) -> None:
        instance(figure, Figure, "the figure of a limb")
        if not isinstance(name, str) or name not in figure.limbs:
            raise unknown(figure, "limb", name, figure.limbs)
        self._build(figure, figure.limbs[name], reference)

    @classmethod
    def between(
        cls, figure: Figure, root: str, middle: str, end: str, *, site: str | None = None, reference: Any = None
    ) -> Limb:
        """The limb from the first joint of its shoulder over its hinge to the last joint of its wrist.

        `site`: what it moves; by default the only site that its last segment carries.
        """
        instance(figure, Figure, "the figure of a limb")
        last = figure.joint(end).child
        for joint in (root, middle):
            figure.joint(joint)
        if site is None:
            found = [s.name for s in figure.sites.values() if s.segment == last]
            if len(found) != 1:
                raise InputError(f"say which site the limb moves: segment {last!r} has {found or 'none'}")
            site = found[0]
        figure.site(site)
        limb = cls.__new__(cls)
        limb._build(figure, LimbChain(f"{root}–{end}", root, middle, end, site), reference)
        return limb

    def _build(self, figure: Figure, chain: LimbChain, reference: Any) -> None:
        self.figure = figure
        self.chain = chain
        self.reference = None if reference is None else unit3(reference, "the reference direction of a limb")
        rest = figure.rest().coordinates
        ids = figure._joint_ids
        roles = (ids[chain.root], ids[chain.middle], ids[chain.end])
        made = _core.Limb.make(figure._core, *roles, figure._site_ids[chain.site], rest)
        if isinstance(made, tuple):
            misfit = list(figure.joints)[made[0]]
            raise FigureError(f"limb {chain.name!r} has no closed form: joint {misfit!r} {made[1]}")
        self._core = made
        self.slots: tuple[int, ...] = tuple(made.slots)
        owners = {i: n for n in figure.joints for i in range(*figure.coordinate_slice(n).indices(figure.size))}
        self.joints: tuple[str, ...] = tuple(dict.fromkeys(owners[i] for i in self.slots))
        self._stance = self._last = self._stand(rest)
        self._stood: Pose | None = None

    # ---- one goal -----------------------------------------------------------------------------

    def solve(
        self,
        goal: Any,
        *,
        pose: Pose | None = None,
        swivel: Swivel = None,
        elbow: Any = None,
        minimize: Measure | None = None,
        angle: float | None = None,
        wrist: Any = None,
        branch: int | None = None,
        limits: bool = True,
    ) -> LimbSolution:
        """The pose of the limb for a point (3,), a frame (4, 4), an `AxisGoal`, an `AimGoal` or an `OrientGoal`.

        `pose`: where the rest of the body is, and what the wrist keeps when the goal leaves it alone (the figure's rest
        pose by default). Of the allowed swivels the one nearest to `swivel` is taken (by default that of the rest
        pose), or the middle of the widest interval ("middle"), or the one that brings the elbow nearest to the point
        `elbow`, or that at which `minimize(pose)` is least; it may return (value, gradient by the tangent).
        `angle`: the wanted second angle, likewise. Or `wrist`: of an `AxisGoal`, the turn about its axis that brings
        the wrist "highest", "lowest" or nearest to a point. `limits=False` ignores all limits.

        A goal that cannot be reached gives the best pose that is found: position first, then orientation; its `status`
        says what is promised.
        """
        kind, numbers = self._one(goal)
        stance = self._stance if pose is None else self._standing(pose)
        second = self._second(stance, kind, numbers, angle, wrist)
        if elbow is not None or minimize is not None:
            return self._chosen(goal, pose, swivel, elbow, minimize, angle, wrist, branch, limits)
        middle = isinstance(swivel, str) and swivel == "middle"
        wanted = stance.rest_swivel if swivel is None or middle else number(swivel, "the wanted swivel")
        way = branch_number(branch)
        try:
            answer = stance.solve(kind, numbers, wanted, middle, second, bool(limits), way, wrist is not None)
        except ValueError as error:
            raise InputError(str(error)) from None
        return LimbSolution(self, stance, kind, numbers, answer)

    def family(self, goal: Any, *, pose: Pose | None = None, angle: float | None = None) -> LimbFamily:
        """All solutions of a goal. `angle`: the second angle, by default the one `solve` would take."""
        kind, numbers = self._one(goal)
        if not np.isfinite(numbers).all():
            raise InputError("a goal must be finite, but holds NaN or infinity")
        if kind == PLACEMENT:
            placement_from(numbers.reshape(4, 4), "a goal of a limb")  # raises for what is no frame
        stance = self._standing(pose)
        if kind in (AXIS, AIM) and angle is None:
            angle = self.solve(goal, pose=pose).angle
        return LimbFamily(
            self, stance, kind, numbers, number(0.0 if angle is None else angle, "the second angle of a goal")
        )

    def intervals(self, goal: Any, *, pose: Pose | None = None, angle: float | None = None) -> list[Interval]:
        """The swivels that all limits allow, for one value of the second angle where there is one."""
        return self.family(goal, pose=pose, angle=angle).intervals

    # ---- many goals ---------------------------------------------------------------------------

    def solve_many(
        self,
        goals: Any,
        *,
        pose: Pose | None = None,
        swivel: Any = None,
        angle: Any = None,
        wrist: Any = None,
        branch: int | None = None,
        limits: bool = True,
        threads: int | None = None,
    ) -> LimbBatch:
        """`solve` for arrays of goals: (…, 3), (…, 4, 4), or goals that hold such arrays.

        `swivel`, `angle` and the points of `wrist`: arrays that broadcast with the goals. `threads`: as many as there
        are cores by default; the answers do not depend on it.
        """
        kind, numbers = packed(goals)
        stance = self._standing(pose)
        middle = isinstance(swivel, str) and swivel == "middle"
        preferred = stance.rest_swivel if swivel is None or middle else swivel
        second = self._default_second(stance, kind) if angle is None else angle
        if wrist is not None:
            second = self._wrist_turns(stance, kind, numbers, angle, wrist)
        flat, wanted, shape = aligned(
            numbers, angles(preferred, "the wanted swivel"), angles(second, "the second angle")
        )
        workers = os.cpu_count() or 1 if threads is None else count(threads, "the number of threads", MOST_THREADS)
        way = branch_number(branch)
        try:
            found = stance.solve_many(kind, flat, wanted, middle, bool(limits), way, wrist is not None, max(1, workers))
        except ValueError as error:
            raise InputError(str(error)) from None
        base = (self.figure.rest() if pose is None else pose).coordinates
        return LimbBatch(self, stance, base, shape, *found)

    # ---- facts --------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the limb in the figure."""
        return self.chain.name

    def shoulder(self, pose: Pose | None = None) -> Array:
        """(3,) where the limb begins, world."""
        return self._standing(pose).shoulder()

    def reason(self, verdict: int, lack: float = 0.0) -> str:
        """What the number of a verdict means; empty for 0, reached."""
        return why(self.chain, count(verdict, "a verdict", VERDICTS - 1, 0), number(lack, "what lacks"))

    def __repr__(self) -> str:
        return f"<Limb {self.name!r} of {self.figure.name!r}: {', '.join(self.joints)}; moves {self.chain.site!r}>"

    # ---- inside -------------------------------------------------------------------------------

    def _stand(self, coordinates: Array) -> _core.LimbStance:
        reference = None if self.reference is None else np.array(self.reference)
        return _core.LimbStance(self._core, coordinates, self.figure.rest().coordinates, reference)

    def _standing(self, pose: Pose | None) -> _core.LimbStance:
        """The limb on a pose; the last one is remembered, because goals come many to a pose."""
        if pose is None:
            return self._stance
        if pose is self._stood:
            return self._last
        from poise.pose import Pose

        instance(pose, Pose, "the pose of a limb")
        require_same_figure(self.figure, pose.figure, "the pose of a limb")
        self._last = self._stand(pose.coordinates)
        self._stood = pose
        return self._last

    def _one(self, goal: Any) -> tuple[int, Array]:
        kind, numbers = packed(goal)
        if numbers.ndim != 1:
            raise InputError(f"solve takes one goal, not {numbers.shape[:-1]} of them: solve_many takes many")
        return kind, numbers

    def _default_second(self, stance: _core.LimbStance, kind: int) -> float:
        return stance.rest_hinge if kind == AIM else 0.0

    def _wrist_turns(self, stance: _core.LimbStance, kind: int, numbers: Array, angle: Any, wrist: Any) -> Array:
        if angle is not None:
            raise InputError("a second angle is chosen by angle or by wrist: give one of them")
        return wrist_turns(stance, kind, numbers, wrist, self.figure.gravity)

    def _second(self, stance: _core.LimbStance, kind: int, numbers: Array, angle: float | None, wrist: Any) -> float:
        if wrist is not None:
            return float(self._wrist_turns(stance, kind, numbers, angle, wrist))
        if angle is None:
            return self._default_second(stance, kind)
        if kind not in (AXIS, AIM):
            raise InputError("such a goal leaves no second angle free (an AxisGoal and an AimGoal do): leave angle out")
        return number(angle, "the second angle of a goal")

    def _chosen(
        self, goal: Any, pose: Pose | None, swivel: Swivel, elbow: Any, minimize: Measure | None, angle: float | None,
        wrist: Any, branch: int | None, limits: bool,
    ) -> LimbSolution:  # fmt: skip
        if swivel is not None or (elbow is not None and minimize is not None):
            raise InputError("a swivel is chosen by swivel, by elbow or by minimize: give one of them")
        first = self.solve(goal, pose=pose, angle=angle, wrist=wrist, branch=branch, limits=limits)
        if not first.reached:
            return first
        family = first.family
        if minimize is None:
            wanted = family.swivel_toward(np.array(vec3(elbow, "the wanted elbow")), first.branch)
        else:
            wanted = least_swivel(family, first.branch, minimize, limits)
        return self.solve(goal, pose=pose, swivel=wanted, angle=first.angle, branch=first.branch, limits=limits)
