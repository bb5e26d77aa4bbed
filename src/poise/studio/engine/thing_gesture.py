"""A thing is pushed about, turned or made larger; the body gives way where it must."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from poise.errors import InputError
from poise.figure.check import vec3
from poise.studio.document import stays, things
from poise.studio.document.actions import moved_thing
from poise.studio.document.state import State
from poise.studio.engine.gesture import Gesture
from poise.studio.engine.live import Live
from poise.studio.protocol.plain import Place
from poise.studio.protocol.things import EditThing, GrabThing
from poise.studio.told import thing_told

_EDIT = TypeAdapter(EditThing)


class ThingGesture(Gesture):
    """`state`: with the thing as the hand has it."""

    def __init__(self, state: State, request: GrabThing) -> None:
        things.thing_named(state, request.name)
        self.before = self.state = state
        self.name = request.name
        self.live = Live(state)

    def pull(self, value: Any) -> None:
        """To a place, or to a mapping with other fields; a thing does not go below the floor."""
        wanted = self._wanted(value if isinstance(value, dict) else {"position": value})
        self.state = moved_thing(self.before, wanted)
        self.live = Live(replace(self.state, pose=self.live.pose_of(self.state)))

    def released(self, keep: bool) -> tuple[State, str, Place | None]:
        after = replace(self.state, pose=self.live.pose_of(self.state))
        return stays.placed(after, ()), f"move {self.name}", None

    def dragged(self) -> dict[str, Any] | None:
        if self.state is self.before:
            return None
        told = thing_told(things.thing_named(self.state, self.name))
        return {"list": "things", "at": self.name, "field": "", "value": asdict(told)}

    def _wanted(self, fields: dict[str, Any]) -> EditThing:
        if "position" in fields:
            x, y, z = vec3(fields["position"], "the place of a thing")
            fields = {**fields, "position": [x, max(y, 0.0), z]}
        try:
            return _EDIT.validate_python({"id": 0, "name": self.name, **fields})
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            raise InputError(f"a thing is pulled to its place, heading or sizes: {where}: {first['msg']}") from None
