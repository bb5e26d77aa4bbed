"""Things named on a figure: sites, soles, limbs, groups, couplings, and what mirrors what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, get_args

from poise.errors import CouplingError, FigureError, InputError, UnknownNameError
from poise.figure.arguments import check_fields
from poise.figure.check import Vec3, bound, each, instance, name, number, shown, vec3
from poise.figure.placement import Placement
from poise.readable import Readable


@dataclass(frozen=True, slots=True)
class Site(metaclass=Readable):
    """A named frame on a segment (Baerlocher 3.9.3): a hand, the eyes, a tool."""

    name: str
    segment: str
    placement: Placement = field(default_factory=Placement)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", name(self.name, "site"))
        instance(self.placement, Placement, f"the placement of site {self.name!r}")
        check_fields(self)


@dataclass(frozen=True, slots=True)
class Sole(metaclass=Readable):
    """An outline that can carry weight: at least three corner points, in segment coordinates."""

    name: str
    segment: str
    outline: tuple[Vec3, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", name(self.name, "sole"))
        check_fields(self)
        points = tuple(vec3(p, f"a corner of sole {self.name!r}") for p in self.outline)
        if len(points) < 3:
            raise InputError(f"sole {self.name!r} needs at least 3 corners, not {len(points)}")
        object.__setattr__(self, "outline", points)


@dataclass(frozen=True, slots=True)
class LimbChain(metaclass=Readable):
    """A two-segment chain by its joints, `root` (shoulder), `middle` (elbow), `end` (wrist), and the site it moves."""

    name: str
    root: str
    middle: str
    end: str
    site: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", name(self.name, "limb"))
        check_fields(self)


@dataclass(frozen=True, slots=True)
class Group(metaclass=Readable):
    """A part of the body: the joints that belong together ("spine", "left_arm")."""

    name: str
    joints: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", name(self.name, "group"))
        if isinstance(self.joints, str):  # a text would be taken apart into letters
            raise InputError(f"the joints of group {self.name!r} must be several names, not {self.joints!r}")
        check_fields(self)
        object.__setattr__(self, "joints", tuple(self.joints))


Term = tuple[str, str]
"""A joint coordinate: (joint, coordinate), for example ("left_knee", "flexion")."""


@dataclass(frozen=True, slots=True)
class Coupling(metaclass=Readable):
    """min ≤ Σ factor · coordinate ≤ max over joint coordinates; an equality when min = max (Baerlocher 3.8).

    `terms` maps "joint.coordinate" (or just the joint, when it has one coordinate) to its factor.
    """

    name: str
    terms: Mapping[str, float]
    min: float = 0.0
    max: float = 0.0

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "name", name(self.name, "coupling"))
        given = instance(self.terms, Mapping, f"the terms of coupling {self.name!r}")
        terms = {str(k): number(v, f"a factor of coupling {self.name!r}") for k, v in given.items()}
        put(self, "terms", MappingProxyType({k: v for k, v in terms.items() if v != 0.0}))
        low, high = (bound(b, f"the bounds of coupling {self.name!r}") for b in (self.min, self.max))
        if low > high:
            raise CouplingError(f"coupling {self.name!r} has min above max: {low} > {high}", [self.name])
        if not self.terms:
            raise CouplingError(f"coupling {self.name!r} has no terms", [self.name])
        put(self, "min", low)
        put(self, "max", high)

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.terms.items()), self.min, self.max))

    def __reduce__(self) -> Any:  # mapping proxies cannot be pickled
        return Coupling, (self.name, dict(self.terms), self.min, self.max)


Axis = Literal["x", "y", "z"]


@dataclass(frozen=True, slots=True)
class Mirror(metaclass=Readable):
    """The figure's symmetry: `axis` is the lateral axis of the segment frames; `pairs` of names swap sides.

    A pair names joints, segments, sites, soles, limbs and groups alike: ("left_knee", "right_knee").
    """

    axis: Axis = "x"
    pairs: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.axis, str) or self.axis not in get_args(Axis):
            raise UnknownNameError("axis", self.axis, get_args(Axis), "a mirror")
        object.__setattr__(self, "pairs", tuple(_pair(p) for p in each(self.pairs, "the pairs of a mirror")))
        names = [n for pair in self.pairs for n in pair]
        twice = next((n for n, count in Counter(names).items() if count > 1), None)
        if twice is not None:
            raise FigureError(f"{twice!r} has two mirror partners")

    def other(self, side: str) -> str:
        """The name on the other side; names without a partner are their own."""
        instance(side, str, "the name to be mirrored")
        return dict([*self.pairs, *((b, a) for a, b in self.pairs)]).get(side, side)


def _pair(names: Any) -> tuple[str, str]:
    found = each(names, "a mirror pair")
    if len(found) != 2 or not all(isinstance(name, str) for name in found):
        raise InputError(f"a mirror pair is two names, not {shown(names)}")
    return (found[0], found[1])


@dataclass(frozen=True, slots=True)
class SelfPair(metaclass=Readable):
    """Two segments that keep out of each other; pressed together they may overlap by `depth` (m)."""

    first: str
    second: str
    depth: float = 0.0

    def __post_init__(self) -> None:
        check_fields(self)
        what = f"the depth of the pair {self.first!r} and {self.second!r}"
        object.__setattr__(self, "depth", number(self.depth, what))
        if self.depth < 0.0:
            raise InputError(f"{what} must not be negative, not {self.depth:g}")
        if self.first == self.second:
            raise InputError(f"a pair needs two segments, and {self.first!r} is one")
