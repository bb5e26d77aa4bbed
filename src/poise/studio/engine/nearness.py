"""Nearness: what of the body is near to the things around it. It glows before they touch."""

from __future__ import annotations

from poise.pose import Pose
from poise.studio.document.state import State
from poise.studio.protocol.frame import Near

SOON = 0.04
"""Metres from which on a thing is about to touch: a hand that is dragged covers them in a tenth of a second."""
REACH = 0.2
"""Metres within which the overlay tells distances, as `World.distances` does."""


def near_things(state: State, pose: Pose, all_near: bool) -> list[Near] | None:
    """What is about to touch, or all that is near, the nearest first; None where nothing stands around.

    What rests on something touches it for good, and is told among all that is near alone.
    """
    world = state.settings.get("world")
    if not world:
        return None
    found = world.distances(pose, within=REACH if all_near else SOON)
    resting = (
        set() if all_near else {segment for support in state.supports for segment in _segments(state, support.site)}
    )
    return [
        Near(segment=near.a, obstacle=near.b, distance=near.distance, points=near.points.tolist())
        for near in found
        if near.a not in resting
    ]


def _segments(state: State, site: str) -> list[str]:
    """The segment of a site or a sole."""
    marks = (state.figure.sites.get(site), state.figure.soles.get(site))
    return [mark.segment for mark in marks if mark is not None]
