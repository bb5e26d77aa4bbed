"""How a scene is shown when a picture of its solution is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from poise.figure.check import instance
from poise.plot.views import View, view_of
from poise.readable import Readable


@dataclass(frozen=True)
class Shot(metaclass=Readable):
    """What a picture shows besides the body.

    `view`: a name of `poise.plot.VIEWS`, or a `View`. `com`: the centre of mass. `support`: the area stood on.
    `start`: the start pose, pale. `goals`: the points that tasks want. `floor`: the floor. `skeleton`: bones.
    """

    view: str | View = "three-quarter"
    com: bool = False
    support: bool = False
    start: bool = False
    goals: bool = True
    floor: bool = True
    skeleton: bool = False

    def __post_init__(self) -> None:
        view_of(self.view)
        for name in ("com", "support", "start", "goals", "floor", "skeleton"):
            instance(getattr(self, name), bool, f"{name} of a shot")
