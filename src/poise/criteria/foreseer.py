"""A figure that is a human, as the core foresees for it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from poise import _core
from poise.criteria.habit import Habit, between, usual_spread
from poise.criteria.near_pose import up_at_base
from poise.memo import Same
from poise.people.foresight import body_of, net
from poise.people.net_layout import BASE_FREEDOM, EFFECTORS, FREEDOM, JOINTS

if TYPE_CHECKING:
    from poise.figure.figure import Figure


def foreseer_of(figure: Figure) -> _core.Foreseer:
    """Made once for a figure."""
    return _foreseer(Same(figure))


@lru_cache(maxsize=64)
def _foreseer(key: Same[Figure]) -> _core.Foreseer:
    figure = key.thing
    body = body_of(figure)
    return _core.Foreseer(
        net(),
        figure._core,
        body.leg,
        body.proportions,
        [figure._segment_ids[name] for name in EFFECTORS],
        [figure._joint_ids[name] if figure.joints[name].coordinates else -1 for name, _ in JOINTS],
        [_sides(figure, part) for part in ("upper_arm", "forearm", "thigh", "shank")] + [_hands(figure)],
        _twists(figure),
        _bent(figure),
        1.0 / usual_spread(figure) ** 2,
        np.array(figure.rest().coordinates),
        up_at_base(figure),
        Habit().compiled(figure.rest()),
    )


def _sides(figure: Figure, part: str) -> list[int]:
    return [figure._segment_ids[f"{side}_{part}"] for side in ("left", "right")]


def _hands(figure: Figure) -> list[int]:
    """The sites of the hands; -1 where a figure has none of that name."""
    return [figure._site_ids.get(f"{side}_hand", -1) for side in ("left", "right")]


def _twists(figure: Figure) -> list[int]:
    """The degrees of freedom by which something turns about its own length."""
    joints = [(name, joint.coordinates) for name, joint in figure.joints.items() if "twist" in joint.coordinates]
    return [figure.tangent_slice(name).start + coordinates.index("twist") for name, coordinates in joints]


def _bent(figure: Figure) -> list[int]:
    """Which of the net's spreads are those of joints between root and pelvis."""
    inner, found, at = set(between(figure)), list[int](), BASE_FREEDOM
    for name, model in JOINTS:
        found += range(at, at + FREEDOM[model]) if name in inner else ()
        at += FREEDOM[model]
    return found
