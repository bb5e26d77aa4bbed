"""A pose is blended into the present one by a slider."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from poise.figure.check import number
from poise.studio.document import blending, stays
from poise.studio.document.state import State
from poise.studio.engine.circling import Still
from poise.studio.engine.gesture import Gesture
from poise.studio.protocol.plain import Place
from poise.studio.protocol.posing import GrabBlend


class BlendGesture(Gesture):
    """Pulled to shares from 0, the pose as it was, to 1, all of the other. What a part takes stays; a whole pose ends
    all stays, as going there does."""

    rests = True

    def __init__(self, state: State, request: GrabBlend) -> None:
        self.before, self.request = state, request
        self.target = blending.target_of(state, request.source, request.name)
        blending.blended(state, self.target, request.part, 0.0)  # raises for a part that is not there
        self.live: Still = Still(state)

    def pull(self, value: Any) -> None:
        """To a share."""
        share = number(value, "the share of a pose")
        self.live.put(blending.blended(self.before, self.target, self.request.part, share))

    def released(self, keep: bool) -> tuple[State, str, Place | None]:
        after, part = replace(self.before, pose=self.live.pose), self.request.part
        name = f"blend {self.request.name}{'' if part is None else f' into {part}'}".replace("_", " ")
        if part is None:
            return replace(after, stays=()), name, None
        return stays.placed(after, [stays.TurnStay(j, ()) for j in blending.joints_of(after, part)]), name, None
