"""Complaints about names that know what else on the figure bears them: right_wrist is a joint, not a site."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from poise.errors import UnknownNameError

if TYPE_CHECKING:
    from poise.figure.description import Description

KINDS = ("site", "joint", "segment", "sole", "limb", "group", "coupling", "posture")
"""What is named on a figure; the table of a kind is the figure's field of that name in the plural."""


def unknown(
    figure: Description, kind: str, name: object, choices: Iterable[str], owner: str = "the figure"
) -> UnknownNameError:
    """The complaint that `figure` has no `kind` of that name; says what else has it, its neighbours first."""
    other = next((k for k in KINDS if isinstance(name, str) and name in _table(figure, k)), "")
    listed = list(dict.fromkeys(choices))
    near = [n for n in _neighbours(figure, other, str(name)) if n in listed] if other else []
    return UnknownNameError(kind, name, [*near, *(n for n in listed if n not in near)], owner, elsewhere=other)


def _neighbours(figure: Description, kind: str, name: str) -> Iterable[str]:
    """All that is named on the segments that the thing belongs to: on what a joint moves, on what a limb ends with."""
    segments = _segments(figure, kind, name)
    for site in figure.sites.values():
        if site.segment in segments:
            yield site.name
    for sole in figure.soles.values():
        if sole.segment in segments:
            yield sole.name
    yield from segments
    for joint in figure.joints.values():
        if joint.child in segments:
            yield joint.name


def _segments(figure: Description, kind: str, name: str) -> tuple[str, ...]:
    if kind == "segment":
        return (name,)
    if kind == "site":
        return (figure.sites[name].segment,)
    if kind == "sole":
        return (figure.soles[name].segment,)
    if kind == "joint":
        return (figure.joints[name].child,)
    if kind == "limb":
        return (figure.sites[figure.limbs[name].site].segment,)
    if kind == "group":
        return tuple(figure.joints[joint].child for joint in figure.groups[name].joints)
    return ()


def _table(figure: Description, kind: str) -> Iterable[str]:
    found: Iterable[str] = getattr(figure, f"{kind}s", ())  # a figure that is being built has not all of them yet
    return found
