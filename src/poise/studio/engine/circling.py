"""An elbow or a knee led along its circle: the end of the limb and all the rest of the body stay where they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from poise.errors import InputError
from poise.pose import Pose
from poise.studio.document import stays
from poise.studio.document.circle import LimbOnCircle, circle_of, limb_name
from poise.studio.document.points import mirrored_target
from poise.studio.document.state import State
from poise.studio.engine.gesture import Gesture
from poise.studio.engine.live import Live
from poise.studio.protocol.limb import GrabCircle
from poise.studio.protocol.plain import Place


class Still(Live):
    """A body that is put into poses, and moves by itself in none."""

    def put(self, pose: Any) -> None:
        """It is there now."""
        self.session.pose = self.pose = pose

    def step(self, iterations: int | None = None) -> bool:
        return False

    @property
    def settled(self) -> bool:
        return True


class CircleGesture(Gesture):
    """The middle of a limb is dragged; every pose is found in closed form, from the one in which it was grabbed."""

    rests = True

    def __init__(self, state: State, request: GrabCircle) -> None:
        circle = circle_of(state, request.segment)
        if circle is None:
            raise InputError(f"{request.segment!r} is in no limb whose hand or foot has a goal: there is no circle")
        self.before, self.circle = state, circle
        beyond = state.figure.mirror.other(request.segment)
        has_other = request.symmetric and limb_name(state.figure, beyond) not in (None, circle.name)
        self.other = circle_of(state, beyond) if has_other else None
        self.live: Still = Still(state)

    def pull(self, value: Any) -> None:
        """To a swivel and a branch, and perhaps the second angle."""
        numbers = value if isinstance(value, list | tuple) else ()
        if len(numbers) not in (2, 3) or not all(isinstance(n, int | float) for n in numbers):
            raise InputError("a limb is pulled to [swivel, branch] or [swivel, branch, angle], in radians")
        pose = self.circle.at(float(numbers[0]), int(numbers[1]), *map(float, numbers[2:]))
        self.live.put(pose if self.other is None else self._mirrored(pose, self.other))

    def released(self, keep: bool) -> tuple[State, str, Place | None]:
        """Its upper part stays there, and the end where it was placed; tasks hold that by themselves."""
        after, figure = replace(self.before, pose=self.live.pose), self.before.figure
        middles = [circle.limb.chain.middle for circle in (self.circle, self.other) if circle is not None]
        left = [stays.Stay(figure.joint(middle).parent or figure.root, (0.0, 0.0, 0.0)) for middle in middles]
        return stays.placed(after, left), f"turn the {self.circle.name}".replace("_", " "), None

    def _mirrored(self, pose: Pose, other: LimbOnCircle) -> Pose:
        """With the limb on the other side as near to the mirror image as its own circle leads, bent as it was."""
        figure = pose.figure
        middle = pose.segment_frame(figure.joint(self.circle.limb.chain.middle).child)[:3, 3]
        there = replace(other, pose=pose)
        family = there.family(there.angle)
        return there.at(family.swivel_toward(np.array(mirrored_target(pose, middle)), there.branch), there.branch)
