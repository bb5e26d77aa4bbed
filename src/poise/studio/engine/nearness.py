"""Nearness: what of the body is near to the things around it. It glows before they touch."""

from __future__ import annotations

from functools import lru_cache

from poise.memo import Same
from poise.pose import Pose
from poise.studio.document.state import State
from poise.studio.document.surroundings import FLOOR, with_floor
from poise.studio.protocol.frame import Near
from poise.world.world import Distance, World

SOON = 0.04
"""Metres from which on a thing is about to touch: a hand that is dragged covers them in a tenth of a second."""
REACH = 0.2
"""Metres within which the overlay tells distances, as `World.distances` does."""


def near_things(state: State, pose: Pose, all_near: bool) -> list[Near] | None:
    """What is about to touch, or all that is near, the nearest first; None where nothing stands around.

    What rests on something touches it for good, and is told among all that is near alone, and on the floor not at all.
    """
    world = _around(Same(state))
    if not world:
        return None
    found = world.distances(pose, within=REACH if all_near else SOON)
    resting = _resting(Same(state))

    def counts(near: Distance) -> bool:
        return near.a not in resting or (all_near and near.b != FLOOR)

    return [
        Near(segment=near.a, obstacle=near.b, distance=near.distance, points=near.points.tolist())
        for near in found
        if counts(near)
    ]


@lru_cache(4)
def _around(state: Same[State]) -> World | None:
    return with_floor(state.thing.settings.get("world"), state.thing.pose)


@lru_cache(4)
def _resting(state: Same[State]) -> set[str]:
    """What carries, and what was as near to the floor before it was moved: soles that stand there."""
    found = {segment for support in state.thing.supports for segment in _segments(state.thing, support.site)}
    floor = with_floor(None, state.thing.pose)
    near = () if floor is None else floor.distances(state.thing.pose, within=SOON)
    return found | {each.a for each in near}


def _segments(state: State, site: str) -> list[str]:
    """The segment of a site or a sole."""
    marks = (state.figure.sites.get(site), state.figure.soles.get(site))
    return [mark.segment for mark in marks if mark is not None]
