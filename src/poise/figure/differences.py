"""What tells two figures apart: a pose belongs to one of them, and a message should say why it is not this one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from poise.errors import InputError

if TYPE_CHECKING:
    from poise.figure.figure import Figure

_NAMED = ("segments", "joints", "sites", "soles", "limbs", "groups", "couplings", "postures")


def require_same_figure(figure: Figure, other: Figure, what: str) -> None:
    """Raise when `what`, a pose, is of another figure than this one, and say what the first difference is."""
    if other is not figure and other != figure:
        where = first_difference(figure, other)
        raise InputError(f"{what} must be a pose of {figure!r}, not of {other!r}: {where}")


def first_difference(one: Figure, other: Figure) -> str:
    """The first thing in which the other figure differs, in words."""
    if one.name != other.name:
        return f"it is named {other.name!r}, not {one.name!r}"
    for kind in _NAMED:
        words = _among(kind, getattr(one, kind), getattr(other, kind))
        if words:
            return words
    for kind in ("gravity", "mirror", "self_pairs"):
        if getattr(one, kind) != getattr(other, kind):
            return f"its {kind.replace('_', ' ')} differs"
    return "it lists the same parts in another order"


def _among(kind: str, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> str:
    single = kind.removesuffix("s")
    for name in (*ours, *theirs):
        if name not in theirs:
            return f"it has no {single} {name!r}"
        if name not in ours:
            return f"it has a {single} {name!r} more"
        if ours[name] != theirs[name]:
            return f"its {single} {name!r} differs{_in_what(ours[name], theirs[name])}"
    return ""


def _in_what(ours: Any, theirs: Any) -> str:
    """The fields that are not alike; of postures, the joints."""
    if isinstance(ours, Mapping):
        names = [name for name in (*ours, *theirs) if ours.get(name) != theirs.get(name)]
    else:
        names = [field.name for field in fields(ours) if getattr(ours, field.name) != getattr(theirs, field.name)]
    return f" in its {', '.join(dict.fromkeys(names[:3]))}"
