"""What a limb answers to one goal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from poise.figure.arguments import checked_methods
from poise.limb.goals import AIM, AXIS, PLACEMENT, Array

if TYPE_CHECKING:
    from poise import _core
    from poise.limb.family import LimbFamily
    from poise.limb.limb import Limb
    from poise.plot import Picture, View
    from poise.pose import Pose


@checked_methods
class LimbSolution:
    """The pose of a limb for a goal, or the best there is, and why it is not reached.

    `pose` is the whole figure with only the limb's joints changed; it is made when first asked for.
    """

    __slots__ = ("_answer", "_kind", "_numbers", "_pose", "_stance", "limb")

    def __init__(
        self, limb: Limb, stance: _core.LimbStance, kind: int, numbers: Array, answer: _core.LimbAnswer
    ) -> None:
        self.limb = limb
        self._stance = stance
        self._kind = kind
        self._numbers = numbers
        self._answer = answer
        self._pose: Pose | None = None

    @property
    def reached(self) -> bool:
        """Whether the goal is met to rounding, inside all limits (when they were asked for)."""
        return self._answer.verdict == 0

    @property
    def reason(self) -> str:
        """Why the goal is not reached; empty when it is."""
        return self.limb.reason(self._answer.verdict, self._answer.lack)

    @property
    def status(self) -> str:
        """What is promised: "reached" the goal is met; "nearest" it is not, and no pose inside the limits is better,
        proven; "best found" it is not, and of the ends of several searches this is the best: no small change of the
        pose makes it better, but another pose far from it may be."""
        return "reached" if self.reached else "nearest" if self._answer.certain else "best found"

    @property
    def pose(self) -> Pose:
        """The figure with the limb at the solution."""
        if self._pose is None:
            from poise.pose import Pose

            self._pose = Pose(self.limb.figure, self._stance.coordinates(self._answer))
        return self._pose

    @property
    def swivel(self) -> float:
        """φ, radians: how far the elbow is turned about the axis of the limb, from its zero direction."""
        return self._answer.swivel

    @property
    def angle(self) -> float | None:
        """The second free angle, radians: ψ about the axis of an AxisGoal, the hinge angle of an AimGoal."""
        return self._answer.second if self._kind in (AXIS, AIM) else None

    @property
    def branch(self) -> int:
        """Which way the hinge bends: 0 on beyond its straightest angle, 1 back from it."""
        return self._answer.branch

    @property
    def elbow(self) -> Array:
        """(3,) position of the hinge, world."""
        return self._answer.elbow()

    @property
    def position_error(self) -> float:
        """Metres between the site and the goal; zero for an AimGoal or an OrientGoal."""
        return self._stance.errors(self._kind, self._numbers, self.pose.coordinates)[0]

    @property
    def orientation_error(self) -> float:
        """Radians between what the site shows and what the goal asks; zero for a point."""
        return self._stance.errors(self._kind, self._numbers, self.pose.coordinates)[1]

    @property
    def family(self) -> LimbFamily:
        """All solutions of the same goal, at the same second angle."""
        from poise.limb.family import LimbFamily

        stance = self._stance
        if self._kind not in (PLACEMENT, AXIS):  # what such goals hold is held as it was found, not as it was
            stance = self.limb._stand(self.pose.coordinates)
        return LimbFamily(self.limb, stance, self._kind, self._numbers, self._answer.second)

    def plot(
        self, *, view: str | View = "three-quarter", label: str = "", size: tuple[int, int] | None = None
    ) -> Picture:
        """The pose with the circle of its elbow: green where limits allow it, grey where not, orange the chosen one."""
        from poise.limb.picture import limb_picture

        return limb_picture(self, view=view, label=label, size=size)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for a file: radians and metres."""
        joints = self.pose.to_dict()
        return {
            "limb": self.limb.name,
            "reached": self.reached,
            "status": self.status,
            "reason": self.reason,
            "swivel": self.swivel,
            "angle": self.angle,
            "branch": self.branch,
            "elbow": self.elbow.tolist(),
            "position_error": self.position_error,
            "orientation_error": self.orientation_error,
            "joints": {n: joints[n] for n in self.limb.joints},
        }

    def __repr__(self) -> str:
        told = "reached" if self.reached else f"{self.status}, {self.reason}"
        return f"<LimbSolution of {self.limb.name!r}: {told}, swivel {math.degrees(self.swivel):.1f}°>"
