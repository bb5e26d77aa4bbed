"""The other side: everything built for the left is reflected once to make the right.

The reflection is S = diag(−1, 1, 1) in segment axes. Frames become S·T·S, so a joint turns its mirror image by the
mirrored coordinates: flexion, angle and swing_x stay, swing_y and twist change sign.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from poise.figure.check import Vec3
from poise.figure.joint import Joint, Strength
from poise.figure.limit import Limit, Polygon, Range, TwistTable
from poise.figure.marks import Coupling, Group, LimbChain, Site, Sole
from poise.figure.placement import Placement
from poise.figure.segment import Segment

TURNED = ("swing_y", "twist")
"""Coordinates whose sign changes from side to side."""


class HasName(Protocol):
    """Anything named on a figure."""

    @property
    def name(self) -> str: ...


Named = TypeVar("Named", bound=HasName)


def both_sides(items: list[Named], mirrored: Callable[[Named], Named]) -> list[Named]:
    """The items, and the mirror image of those on the left."""
    return items + [mirrored(i) for i in items if i.name.startswith("left_")]


def pairs(*kinds: Sequence[HasName]) -> tuple[tuple[str, str], ...]:
    """All left names with their right partners, each once."""
    names = dict.fromkeys(i.name for items in kinds for i in items if i.name.startswith("left_"))
    return tuple((n, other(n)) for n in names)


def other(name: str) -> str:
    """The name on the right side; names of the middle are their own."""
    return "right_" + name.removeprefix("left_") if name.startswith("left_") else name


def mirrored_joint(joint: Joint) -> Joint:
    """The right joint of a left one."""
    x, y, z = joint.axis
    return replace(
        joint,
        name=other(joint.name),
        parent=None if joint.parent is None else other(joint.parent),
        child=other(joint.child),
        placement=mirrored_placement(joint.placement),
        child_placement=mirrored_placement(joint.child_placement),
        axis=(x, -y, -z),  # axes of rotation reflect as pseudo-vectors
        limits={key: _limit(key, limit) for key, limit in joint.limits.items()},
        strengths={key: _strength(key, value) for key, value in joint.strengths.items()},
    )


def mirrored_segment(segment: Segment) -> Segment:
    """The right segment of a left one."""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = segment.inertia
    inertia = ((xx, -xy, -xz), (-xy, yy, yz), (-xz, yz, zz))
    shapes = tuple(replace(s, placement=mirrored_placement(s.placement)) for s in segment.shapes)
    return Segment(other(segment.name), segment.mass, mirrored_point(segment.center), inertia, shapes)


def mirrored_site(site: Site) -> Site:
    """The right site of a left one."""
    return Site(other(site.name), other(site.segment), mirrored_placement(site.placement))


def mirrored_sole(sole: Sole) -> Sole:
    """The right sole of a left one; the outline keeps its sense of rotation."""
    return Sole(other(sole.name), other(sole.segment), tuple(mirrored_point(p) for p in reversed(sole.outline)))


def mirrored_limb(limb: LimbChain) -> LimbChain:
    """The right limb of a left one."""
    return LimbChain(*(other(n) for n in (limb.name, limb.root, limb.middle, limb.end, limb.site)))


def mirrored_group(group: Group) -> Group:
    """The right group of a left one."""
    return Group(other(group.name), tuple(other(j) for j in group.joints))


def mirrored_coupling(coupling: Coupling) -> Coupling:
    """The right coupling of a left one."""
    terms = {other(key): -f if key.endswith(TURNED) else f for key, f in coupling.terms.items()}
    return Coupling(other(coupling.name), terms, coupling.min, coupling.max)


def mirrored_placement(placement: Placement) -> Placement:
    """S·T·S."""
    x, y, z, w = placement.rotation
    return Placement(mirrored_point(placement.position), (x, -y, -z, w))


def mirrored_point(point: Vec3) -> Vec3:
    """S·p."""
    x, y, z = point
    return (-x, y, z)


def _limit(key: str, limit: Limit) -> Limit:
    if isinstance(limit, Polygon):  # reversed, so that the inside stays inside
        return Polygon(tuple(mirrored_point(v) for v in reversed(limit.vertices)))
    if isinstance(limit, TwistTable):
        return TwistTable(tuple((mirrored_point(d), -high, -low) for d, low, high in limit.rows))
    if isinstance(limit, Range) and key in TURNED:
        return Range(-limit.max, -limit.min)
    return limit


def _strength(key: str, value: Strength) -> Strength:
    return Strength(value.negative, value.positive, value.source) if key in TURNED else value
