"""Given forces that are dragged stop where a support could no longer take them up (Baerlocher 6.2.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from poise.errors import PoiseError
from poise.forces.loading import Loading
from poise.forces.support_loads import within_cones as inside
from poise.pose import Pose
from poise.studio.document.parts import changed
from poise.studio.document.state import State
from poise.studio.document.tasks import edited, part_at
from poise.studio.protocol.plain import PartList, Place

HALVINGS = 40
"""Of the way from the last value to the one that is wanted: to rounding."""


def changed_part(state: State, list: PartList, at: Place, field: str, value: Any) -> tuple[State, Place]:
    """With a field of a part changed; what a share gains, another one loses, so that they still sum to 1."""
    if (list, field) != ("supports", "share"):
        return edited(state, list, at, {field: value})
    return replace(state, supports=_parts(state, list, at, field, value)[1]).checked(), at


def within_cones(state: State, pose: Pose, list: PartList, at: Place, field: str, value: Any) -> Any:
    """The value, or the last one on the way to it with which every support can give what it has to.

    A state that is outside already may go anywhere: any way may lead back.
    """
    if list not in ("forces", "supports") or not _holds(pose, state.forces, state.supports):
        return value
    if _holds(pose, *_parts(state, list, at, field, value)):
        return value
    before = getattr(part_at(state, list, at), field)
    if not _numbers(before) or not _numbers(value):
        return value
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        holds = _holds(pose, *_parts(state, list, at, field, _between(before, value, middle)))
        low, high = (middle, high) if holds else (low, middle)
    return _between(before, value, low)


def _parts(state: State, list: PartList, at: Place, field: str, value: Any) -> tuple[Any, Any]:
    """Forces and supports with a field of one of them changed, not yet checked against each other."""
    before = part_at(state, list, at)
    after = changed(before, {field: value}, state.figure)
    parts: dict[str, Any] = {"forces": [*state.forces], "supports": [*state.supports]}
    parts[list][int(at)] = after
    if field == "share" and before.share is not None and after.share is not None:
        others = (i for i, support in enumerate(state.supports) if support.share is not None and i != at)
        other = next(others, None)
        if other is not None:
            share = state.supports[other].share + before.share - after.share
            parts["supports"][other] = replace(state.supports[other], share=share)
    return tuple(parts["forces"]), tuple(parts["supports"])


def _holds(pose: Pose, forces: Any, supports: Any) -> bool:
    try:
        return inside(Loading(pose.figure, forces, supports), pose)
    except PoiseError:  # nothing is known of forces that do not fit together
        return True


def _numbers(value: Any) -> bool:
    values = value if isinstance(value, list | tuple) else [value]
    return bool(values) and all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)


def _between(before: Any, value: Any, part: float) -> Any:
    if isinstance(value, list | tuple):
        return [a + part * (b - a) for a, b in zip(before, value, strict=True)]
    return before + part * (value - before)
