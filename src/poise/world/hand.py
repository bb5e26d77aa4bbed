"""A hand: its palm and its digits, how they close until they touch something, and where they do."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.figure.joint import Joint
from poise.figure.limit import Range
from poise.figure.marks import Coupling
from poise.pose import Pose
from poise.world.body import core_body, part_segments, self_pairs
from poise.world.world import World, new_core_world

if TYPE_CHECKING:
    from poise.figure.figure import Figure

Array = NDArray[np.float64]
OPENED = math.radians(-25)
"""How far the knuckles of a hand that opens are stretched: most of what people do without help (estimate)."""
TOUCHING = 1e-3
"""m: what is nearer touches."""
Swing = tuple[float, float]
"""How the root of a thumb is swung, rad: across the palm, and sideways."""
BESIDE: Swing = (math.radians(-29), 0.0)
"""Drawn back, out of the palm, nearly as far as it goes."""
LOAD = math.radians(30)
"""How far a tendon's coupling lets go where the finger presses on something (estimate)."""
_ROUNDS = 8
"""How often fingers that got too far ahead of their neighbours are opened again."""


class Digit(NamedTuple):
    """A finger or the thumb: its joints and the segments they carry, from the palm outwards."""

    name: str
    joints: tuple[str, ...]
    segments: tuple[str, ...]

    @property
    def is_thumb(self) -> bool:
        """Whether it stands against the others."""
        return "thumb" in self.name


class Contact(NamedTuple):
    """Where a segment touches: the point in segment coordinates, the way the thing pushes, world axes, and how far they
    are apart (m)."""

    segment: str
    point: Array
    normal: Array
    distance: float


@dataclass(frozen=True, eq=False)
class Hand:
    """The hand that a site sits on, its y axis out of the back of it and z along the fingers.

    `segment`: the palm. `digits`: fingers first, then the thumb; none where the fingers are no segments of their own.
    """

    figure: Figure
    site: str
    segment: str
    digits: tuple[Digit, ...]

    @property
    def segments(self) -> tuple[str, ...]:
        """The palm and all phalanges."""
        return (self.segment, *(s for digit in self.digits for s in digit.segments))

    @property
    def joints(self) -> tuple[str, ...]:
        """Of all digits."""
        return tuple(j for digit in self.digits for j in digit.joints)

    @property
    def tendons(self) -> tuple[Coupling, ...]:
        """The couplings inside a digit, which let go under load (Baerlocher 3.8.1)."""
        return tuple(c for c in self.figure.couplings.values() if any(_within(c, digit) for digit in self.digits))

    @property
    def loaded(self) -> tuple[Coupling, ...]:
        """The same couplings, let go."""
        return tuple(Coupling(c.name, c.terms, c.min - LOAD, c.max + LOAD) for c in self.tendons)

    @property
    def thumb_side(self) -> float:
        """Whether the thumb is on the side of the site's x axis, 1, or on the other one, −1."""
        thumb = next((digit for digit in self.digits if digit.is_thumb), None)
        if thumb is None:
            return -1.0 if "left" in self.site else 1.0
        rest = self.figure.rest()
        at = np.linalg.inv(rest.frame(self.site)) @ rest.joint_frame(thumb.joints[0])[:, 3]
        return math.copysign(1.0, float(at[0]))

    def opened(self, pose: Pose, thumb: Swing = BESIDE, digits: Iterable[Digit] | None = None) -> Pose:
        """The pose with stretched digits: a hand that may come to something. `thumb`: how its root is swung."""
        q = np.array(pose.coordinates)
        for digit in self.digits if digits is None else digits:
            self._swing(digit, thumb, q)
            for row in self._rows(digit):
                q[int(row[0])] = row[3]
        return Pose(pose.figure, q)

    def ready(self, pose: Pose, thumb: Pose) -> Pose:
        """The pose with stretched fingers and the thumb as another pose has it: a hand that lets something in."""
        q = np.array(self.opened(pose).coordinates)
        for joint in (j for digit in self.digits if digit.is_thumb for j in digit.joints):
            place = self.figure.coordinate_slice(joint)
            q[place] = thumb.coordinates[place]
        return Pose(pose.figure, q)

    def closed(
        self, pose: Pose, world: World, thumb: Swing = BESIDE, core: _core.World | None = None, *, fingers: bool = True
    ) -> Pose:
        """The pose with the digits closed until they touch obstacles, the hand or each other.

        `thumb`: how its root is swung; it stays so. Neighbouring fingers stay within their couplings. `fingers`:
        whether they close as well, or the thumb alone.
        """
        core = new_core_world(world, 0.0) if core is None else core
        moving = [digit for digit in self.digits if fingers or digit.is_thumb]
        rows, body = [self._rows(digit) for digit in moving], self._body
        start = self.opened(pose, thumb, moving)
        for _ in range(_ROUNDS):
            found = Pose(pose.figure, _core.closed_hand(start._core, body, core, rows))
            if not fingers or not self._held_back(found, rows):
                break
        return found

    def gaps(self, pose: Pose, world: World, core: _core.World | None = None) -> dict[str, float]:
        """How far (m) the palm and every digit are from the obstacles; only as far as 20 cm is looked."""
        nearest = dict.fromkeys(self.segments, 0.2)
        for segment, row in self._near(pose, world, 0.2, core):
            nearest[segment] = min(nearest[segment], float(row[4]))
        digits = {digit.name: min(nearest[s] for s in digit.segments) for digit in self.digits}
        return {"palm": nearest[self.segment], **digits}

    def contacts(self, pose: Pose, world: World, core: _core.World | None = None) -> tuple[Contact, ...]:
        """Where palm and phalanges touch the obstacles."""
        found = []
        for segment, row in self._near(pose, world, TOUCHING, core):
            frame = pose._core.segment_frame(self.figure._segment_ids[segment])
            found.append(
                Contact(segment, frame[:3, :3].T @ (row[9:12] - frame[:3, 3]), np.array(row[6:9]), float(row[4]))
            )
        return tuple(found)

    # ---- inside ---------------------------------------------------------------------------------

    def _near(self, pose: Pose, world: World, within: float, core: _core.World | None) -> Iterable[tuple[str, Array]]:
        """Rows of the core's account of what is near, of the hand alone."""
        names, own = part_segments(self.figure), set(self.segments)
        look = _core.lookout(within, within, 0.0, False)
        for row in _core.near_pairs(pose._core, self._body, core or new_core_world(world, 0.0), look):
            if names[int(row[0])] in own:
                yield names[int(row[0])], row

    @property
    def _body(self) -> _core.BodyShape:
        own = set(self.segments)
        return core_body(self.figure, tuple(p for p in self_pairs(self.figure) if {p.first, p.second} <= own))

    def _rows(self, digit: Digit) -> Array:
        """(n, 7): stored coordinate, degree of freedom, segment, from, to, what share of the bend before it it follows,
        and how much farther it may bend alone. The root of a thumb does not bend: it is swung to where the thumb stands
        against the fingers."""
        figure, rows = self.figure, []
        for i, (joint, segment) in enumerate(zip(digit.joints, digit.segments, strict=True)):
            if self._is_root(digit, i):
                continue
            low, high = flexion(figure, joint)
            place = figure.coordinate_slice(joint).start, figure.tangent_slice(joint).start
            opened = max(low, OPENED if i == 0 else -math.pi)
            rows.append((*place, figure._segment_ids[segment], opened, high, self._follows(digit, i), LOAD))
        return np.array(rows)

    def _is_root(self, digit: Digit, i: int) -> bool:
        return i == 0 and digit.is_thumb and self.figure.joints[digit.joints[0]].model == "swing"

    def _swing(self, digit: Digit, thumb: Swing, q: Array) -> None:
        """Knuckles in the middle between their sides; the root of the thumb as told."""
        for i, joint in enumerate(digit.joints):
            place = self.figure.coordinate_slice(joint)
            if self._is_root(digit, i):
                q[place] = thumb
            elif self.figure.joints[joint].model == "swing":
                q[place.stop - 1] = 0.0

    def _follows(self, digit: Digit, i: int) -> float:
        for coupling in self.tendons:
            factors = {term.split(".")[0]: factor for term, factor in coupling.terms.items()}
            if i > 0 and set(factors) == {digit.joints[i - 1], digit.joints[i]} and coupling.min == coupling.max == 0.0:
                return -factors[digit.joints[i - 1]] / factors[digit.joints[i]]
        return 0.0

    def _held_back(self, pose: Pose, rows: list[Array]) -> bool:
        """Whether a finger got too far ahead of its neighbour; then it is told how far it may bend at most."""
        held, table = False, pose.to_dict()
        own = {joint: number for number, digit in enumerate(self.digits) for joint in digit.joints}
        for coupling in self.figure.couplings.values():
            terms = [(*term.rpartition(".")[::2], factor) for term, factor in coupling.terms.items()]
            if coupling in self.tendons or not all(joint in own for joint, _, _ in terms):
                continue
            value = sum(factor * table[joint][coordinate] for joint, coordinate, factor in terms)
            over = max(value - coupling.max, 0.0) - max(coupling.min - value, 0.0)
            if abs(over) < 1e-9:
                continue
            joint, coordinate, factor = next(t for t in terms if t[2] * over > 0.0)  # the one that is bent too far
            for row in rows[own[joint]]:
                if int(row[0]) == self.figure.coordinate_slice(joint).start:
                    row[4] = max(row[3], table[joint][coordinate] - over / factor)
            held = True
        return held


@lru_cache(maxsize=64)
def hand_of(figure: Figure, site: str) -> Hand:
    """The hand that carries a site."""
    palm = figure.site(site).segment
    by_parent: dict[str | None, list[Joint]] = {}
    for joint in figure.joints.values():
        by_parent.setdefault(joint.parent, []).append(joint)
    digits = [_digit(joint, by_parent) for joint in by_parent.get(palm, [])]
    return Hand(figure, site, palm, tuple(sorted((d for d in digits if d), key=lambda d: d.is_thumb)))


def _digit(joint: Joint, by_parent: dict[str | None, list[Joint]]) -> Digit | None:
    """The chain of hinges and swings that begins with a joint; None for anything else that hangs on a segment."""
    joints = [joint]
    while len(after := by_parent.get(joints[-1].child, [])) == 1:
        joints.append(after[0])
    if after or len(joints) < 2 or not all(j.model in ("hinge", "swing") for j in joints):
        return None
    words = joint.child.rpartition("/")[2].split("_")
    name = next((w for w in words if w not in ("left", "right") and not w.isdigit()), joint.child)
    return Digit(name, tuple(j.name for j in joints), tuple(j.child for j in joints))


@lru_cache(maxsize=512)
def flexion(figure: Figure, joint: str) -> tuple[float, float]:
    """How far a joint of a digit bends back and forth (rad)."""
    made = figure.joints[joint]
    if made.model == "hinge":
        limit = made.limits.get("angle")
        return (limit.min, limit.max) if isinstance(limit, Range) else (-math.pi / 2, math.pi / 2)
    return _swung_as_far(figure, joint, -1.0), _swung_as_far(figure, joint, 1.0)


def _swung_as_far(figure: Figure, joint: str, way: float) -> float:
    """By halving: the edge of the swing's region along its first coordinate.

    Couplings are left out: neighbours that bend along meet them, and a joint that is bent alone may break one by more
    than its own limit.
    """
    for coupling in figure.couplings.values():
        if joint in (term.rpartition(".")[0] for term in coupling.terms):
            figure = figure.without_coupling(coupling.name)
    q, place = np.array(figure.rest().coordinates), figure.coordinate_slice(joint).start
    inside, outside = 0.0, way * math.pi
    for _ in range(40):
        middle = 0.5 * (inside + outside)
        q[place : place + 2] = middle, 0.0
        worst: Any = Pose(figure, q).worst_limit
        if worst is not None and worst.joint == joint:
            outside = middle
        else:
            inside = middle
    return inside


def _within(coupling: Coupling, digit: Digit) -> bool:
    return all(term in digit.joints or term.rpartition(".")[0] in digit.joints for term in coupling.terms)
