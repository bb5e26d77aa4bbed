"""A thing is pushed about; the body gives way where it must."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from poise.figure.check import vec3
from poise.studio.document import stays, things
from poise.studio.document.state import State
from poise.studio.engine.gesture import Gesture
from poise.studio.engine.live import Live
from poise.studio.protocol.plain import Place
from poise.studio.protocol.things import GrabThing


class ThingGesture(Gesture):
    """`state`: with the thing where the hand has it."""

    def __init__(self, state: State, request: GrabThing) -> None:
        things.thing_named(state, request.name)
        self.before = self.state = state
        self.name = request.name
        self.place: list[float] | None = None
        self.live = Live(state)

    def pull(self, value: Any) -> None:
        """To a place of the middle of its underside; not below the floor."""
        x, y, z = vec3(value, "the place of a thing")
        self.place = [x, max(y, 0.0), z]
        self.state = things.edited(self.before, self.name, self.place, None, None)
        self.live = Live(replace(self.state, pose=self.live.pose_of(self.state)))

    def released(self, keep: bool) -> tuple[State, str, Place | None]:
        after = replace(self.state, pose=self.live.pose_of(self.state))
        return stays.placed(after, ()), f"move {self.name}", None

    def dragged(self) -> dict[str, Any] | None:
        return None if self.place is None else {"list": "things", "at": self.name, "field": "", "value": self.place}
