"""`poise.human`: a person of any size, put together from the tables."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from poise.errors import InputError
from poise.figure.check import Vec3
from poise.figure.figure import Figure
from poise.figure.marks import Mirror
from poise.figure.placement import Placement, as_rows
from poise.figure.segment import Segment
from poise.people import couplings, hand, limb_shapes, marks, side
from poise.people.clay import Shapes
from poise.people.contacts import contact_sites
from poise.people.joints import joints, origins
from poise.people.landmarks import Landmarks, landmarks
from poise.people.masses import Lump, masses, with_fingers
from poise.people.person import Person, person
from poise.people.postures import postures
from poise.people.strengths import strengths
from poise.people.trunk_shapes import trunk_shapes
from poise.readable import readable


@readable
def human(
    stature: float | None = None,
    sex: str = "male",
    percentile: float | None = None,
    mass: float | None = None,
    hands: bool = False,
) -> Figure:
    """A person: 54 degrees of freedom, 96 with `hands` (jointed fingers).

    `stature`: metres, 1.0–2.5. `percentile`: 1–99, sets stature *and* mass to that percentile of the sex; give one
    or the other (neither: the 50th percentile). `sex`: "male" or "female". `mass`: kilograms; by default that of the
    percentile, or for a stature the sex's mean mass × (stature / mean stature)².

    The root segment is the pelvis, carried by the free joint `root`. See docs/human.md for joints, limits and sources.
    """
    if not isinstance(hands, bool):
        raise InputError(f"hands must be True or False, not {hands!r}")
    return _human(person(stature, sex, percentile, mass), hands)


@lru_cache(maxsize=32)
def _human(who: Person, hands: bool) -> Figure:
    """The same person is the same figure: they cannot change, and take 25 ms to make."""
    return assembled("human", who, landmarks(who), hands=hands)


class Sides(NamedTuple):
    """Landmarks of a body that is not quite symmetric: `left`, and `right` mirrored to the left. `flesh`: those by
    which shapes, masses and sites are modelled, where the joints are not where they are in people."""

    left: Landmarks
    right: Landmarks
    flesh: tuple[Landmarks, Landmarks]


def assembled(name: str, who: Person, where: Landmarks | Sides, *, hands: bool = False) -> Figure:
    """The person with joint centres at given landmarks."""
    if isinstance(where, Sides):
        parts, others = _half(who, where.left, where.flesh[0], hands), _half(who, where.right, where.flesh[1], hands)
        where = where.flesh[0]
    else:
        parts = others = _half(who, where, where, hands)

    def whole(kind: str, mirrored: Any) -> list[Any]:
        return [*parts[kind], *(mirrored(i) for i in others[kind] if i.name.startswith("left_"))]

    jointed = hand.digits(who, where) if hands else []
    return Figure(
        name,
        whole("segments", side.mirrored_segment),
        whole("joints", side.mirrored_joint),
        sites=whole("sites", side.mirrored_site),
        soles=whole("soles", side.mirrored_sole),
        limbs=whole("limbs", side.mirrored_limb),
        groups=whole("groups", side.mirrored_group),
        couplings=whole("couplings", side.mirrored_coupling),
        mirror=Mirror("x", side.pairs(*parts.values())),
        postures=postures(who, where, jointed),
    )


def _half(who: Person, bones: Landmarks, where: Landmarks, hands: bool) -> dict[str, list[Any]]:
    """The middle and the left side, by kind of part. `bones`: where the joints are; `where`: what all else goes by."""
    digits = hand.digits(who, where)
    jointed = digits if hands else []
    at = origins(bones) | {f"left_{d.name}_{i + 1}": d.points[i] for d in jointed for i in range(len(d.joints))}
    left_joints = joints(bones, strengths(who))
    for digit in jointed:
        left_joints += hand.digit_joints(digit, at["left_hand"])
    tied = couplings.left_leg()
    if hands:
        tied += couplings.left_fingers(hand.FINGERS) + couplings.left_neighbours(hand.FINGERS)
    shapes = trunk_shapes(who, where) | limb_shapes.limb_shapes(who, where)
    tips = limb_shapes.resting_tips(digits, hands)
    sites = marks.sites(who, where, at) + contact_sites(who, where, shapes, tips, at) + marks.finger_tips(jointed)
    return {
        "segments": _segments(who, where, shapes | _hand_shapes(who, where, digits, hands), at, hands),
        "joints": left_joints,
        "sites": sites,
        "soles": marks.soles(who, where, at),
        "limbs": marks.limbs(),
        "groups": marks.groups(jointed),
        "couplings": [*couplings.spine(), *tied],
    }


def _segments(who: Person, where: Landmarks, shapes: Shapes, at: dict[str, Vec3], hands: bool) -> list[Segment]:
    """The middle and left segments in their own frames."""
    lumps = masses(who, where)
    if hands:
        lumps = with_fingers(lumps, shapes)
    return [_segment(name, lumps[name], shapes, at[name]) for name in lumps]


def _hand_shapes(who: Person, where: Landmarks, digits: list[hand.Digit], hands: bool) -> Shapes:
    """The palm, with the fingers as segments of their own or, without `hands`, relaxed and rigid."""
    palm = limb_shapes.palm_shapes(who, where, digits)
    if not hands:
        fingers = [s for d in digits for s in limb_shapes.digit_shapes(d, limb_shapes.relaxed_points(d))]
        return {"left_hand": palm + fingers}
    parts: Shapes = {"left_hand": palm}
    for digit in digits:
        rods = limb_shapes.digit_shapes(digit, digit.points)
        parts |= {f"left_{digit.name}_{i + 1}": [rod] for i, rod in enumerate(rods)}
    return parts


def _segment(name: str, lump: Lump, shapes: Shapes, origin: Vec3) -> Segment:
    x, y, z = origin
    outer = Placement((-x, -y, -z))
    center = outer.apply((float(lump.center[0]), float(lump.center[1]), float(lump.center[2])))
    return Segment(name, lump.mass, center, as_rows(lump.inertia), tuple(s.moved(outer) for s in shapes[name]))
