"""A joint: how one segment moves against another (Baerlocher 3.4).

A joint has its own frame. The limb of an `elbow`, `swing` or `ball` joint lies along the frame's z
axis when all its coordinates are zero; flexion and swing_x turn about x, swing_y about y, twist about z.

    T_parent_child = placement · M(q) · child_placement

| model | coordinates (natural)      | stored as           | M(q)                                   | tangent |
|-------|----------------------------|---------------------|----------------------------------------|---------|
| fixed | –                          | –                   | 1                                      | 0 |
| hinge | angle                      | angle               | rotation about `axis`                  | 1 |
| slide | distance                   | distance            | translation along `axis`               | 1 |
| elbow | flexion, twist             | flexion, twist      | Rx(flexion) Rz(twist)                  | 2 |
| swing | swing_x, swing_y           | swing_x, swing_y    | exp[s_x, s_y, 0]                       | 2 |
| ball  | swing_x, swing_y, twist    | quaternion x y z w  | exp[s_x, s_y, 0] Rz(twist)             | 3 |
| free  | x, y, z, swing_x, swing_y, twist | position, quaternion | any placement                     | 6 |

Tangents of `ball` and `free` are velocities in the moving frame: q ⊕ v = q · exp(v).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from poise.errors import FigureError, InputError, UnknownNameError
from poise.figure.arguments import check_fields
from poise.figure.check import Vec3, bound, flag, instance, name, number, numbers, shown, unit3
from poise.figure.limit import Cone, Ellipse, Limit, Polygon, Range, TwistTable
from poise.figure.placement import Placement
from poise.figure.units import warn_of_degrees
from poise.readable import Readable

JointModel = Literal["fixed", "hinge", "slide", "elbow", "swing", "ball", "free"]


class ModelFacts(NamedTuple):
    """What there is to know about a joint model. `limits`: which entries its `limits` may have."""

    coordinates: tuple[str, ...]
    stored: int
    dof: int
    limits: tuple[str, ...]


MODELS: Mapping[str, ModelFacts] = MappingProxyType(
    {
        "fixed": ModelFacts((), 0, 0, ()),
        "hinge": ModelFacts(("angle",), 1, 1, ("angle",)),
        "slide": ModelFacts(("distance",), 1, 1, ("distance",)),
        "elbow": ModelFacts(("flexion", "twist"), 2, 2, ("flexion", "twist")),
        "swing": ModelFacts(("swing_x", "swing_y"), 2, 2, ("swing",)),
        "ball": ModelFacts(("swing_x", "swing_y", "twist"), 4, 3, ("swing", "twist")),
        "free": ModelFacts(("x", "y", "z", "swing_x", "swing_y", "twist"), 7, 6, ()),
    }
)


class _Strength(NamedTuple):
    positive: float
    negative: float
    source: str
    angles: tuple[float, float, float, float] | None = None


class Strength(_Strength, metaclass=Readable):
    """Largest torque (N m) a joint coordinate can give in its positive and negative direction.

    `source` says where the figures come from, so that orders of magnitude are not taken for data. `angles`: how the
    strength depends on the coordinate q, as peak × cos(C2 (q − C3)): C2 and C3 (rad) of the positive direction, then of
    the negative one (Anderson et al. 2007, eq. 1). None: the same at every angle.
    """

    __slots__ = ()

    def __new__(cls, positive: float, negative: float, source: str, angles: Any = None) -> Strength:
        """Checked: torques that are not negative (or infinite), and four numbers for the angles."""
        what = "the strength of a joint"
        if not isinstance(source, str):
            raise InputError(f"the source of {what} must be a text, not {shown(source)}")
        least = (bound(positive, f"positive of {what}"), bound(negative, f"negative of {what}"))
        if min(least) < 0.0:
            raise FigureError(f"{what} must not be negative, not {min(least):g}")
        return super().__new__(cls, *least, source, None if angles is None else _checked_curve(angles, what))

    def at(self, angle: float, *, upward: bool) -> float:
        """The largest torque at an angle (rad), up or down; a twentieth of the peak where the cosine has gone."""
        angle = number(angle, "the angle of a strength")
        peak = self.positive if flag(upward, "upward") else self.negative
        if self.angles is None:
            return peak
        steep, best = self.angles[:2] if upward else self.angles[2:]
        bent = min(abs(steep * (angle - best)), math.pi / 2.0)
        return peak * max(math.cos(bent), 0.05)


@dataclass(frozen=True, slots=True)
class Joint(metaclass=Readable):
    """A joint between two segments; `parent` None means the world.

    `placement`: joint frame in parent frame. `child_placement`: child frame in the moved joint frame.
    `axis`: of a hinge or slide, in the joint frame. `limits`: by coordinate, see `poise.figure.limit`.
    `weight`: willingness to move, > 0, 1 by default. `strengths`: by coordinate.
    """

    name: str
    model: JointModel
    parent: str | None
    child: str
    placement: Placement = field(default_factory=Placement)
    child_placement: Placement = field(default_factory=Placement)
    axis: Vec3 = (0.0, 0.0, 1.0)
    limits: Mapping[str, Limit] = field(default_factory=dict)
    weight: float = 1.0
    strengths: Mapping[str, Strength] = field(default_factory=dict)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "name", name(self.name, "joint"))
        check_fields(self)
        if self.model not in get_args(JointModel):
            raise UnknownNameError("model", self.model, get_args(JointModel), f"joint {self.name!r}")
        put(self, "axis", unit3(self.axis, f"the axis of joint {self.name!r}"))
        put(self, "weight", number(self.weight, f"the weight of joint {self.name!r}"))
        if self.weight <= 0:
            raise FigureError(f"the weight of joint {self.name!r} must be positive, not {self.weight}")
        if self.parent == self.child:
            raise FigureError(f"joint {self.name!r} joins segment {self.child!r} to itself")
        put(self, "limits", MappingProxyType(_checked_limits(self)))
        put(self, "strengths", MappingProxyType(_checked_strengths(self)))

    @property
    def facts(self) -> ModelFacts:
        """Coordinates, sizes and possible limits of the joint's model."""
        return MODELS[self.model]

    @property
    def dof(self) -> int:
        """Degrees of freedom (the size of its tangent)."""
        return self.facts.dof

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the natural coordinates."""
        return self.facts.coordinates

    def edited(self, **changes: Any) -> Joint:
        """A copy with some fields changed."""
        unknown = next((change for change in changes if change not in self.__dataclass_fields__), None)
        if unknown is not None:
            raise UnknownNameError("field", unknown, self.__dataclass_fields__, "a joint")
        return replace(self, **changes)

    def __hash__(self) -> int:
        return hash((self.name, self.model, self.parent, self.child))

    def __reduce__(self) -> Any:  # mapping proxies cannot be pickled
        fields = (self.name, self.model, self.parent, self.child, self.placement, self.child_placement)
        return Joint, (*fields, self.axis, dict(self.limits), self.weight, dict(self.strengths))


def _checked_limits(joint: Joint) -> dict[str, Limit]:
    allowed = joint.facts.limits
    limits = dict(instance(joint.limits, Mapping, f"the limits of joint {joint.name!r}"))
    for key, limit in limits.items():
        if key not in allowed:
            raise UnknownNameError("limit", key, allowed, f"the {joint.model} joint {joint.name!r}")
        what = f"the {key} limit of joint {joint.name!r}"
        instance(limit, _kinds(joint.model, key), what)
        for angle in _angles(key, limit):
            warn_of_degrees(angle, what)
    return {key: limits[key] for key in allowed if key in limits}


def _angles(key: str, limit: Limit) -> tuple[float, ...]:
    """The bounds of a limit that are angles of any size; those of cones and ellipses are checked there."""
    if isinstance(limit, Range) and key != "distance":
        return (limit.min, limit.max)
    return tuple(x for _, *ends in limit.rows for x in ends) if isinstance(limit, TwistTable) else ()


def _kinds(model: str, key: str) -> tuple[type, ...]:
    if key == "swing":
        return (Cone, Ellipse, Polygon)
    return (Range, TwistTable) if (model, key) == ("ball", "twist") else (Range,)


def _checked_strengths(joint: Joint) -> dict[str, Strength]:
    strengths = {}
    what = f"the strength of joint {joint.name!r}"
    for key, value in instance(joint.strengths, Mapping, f"the strengths of joint {joint.name!r}").items():
        if key not in joint.coordinates:
            raise UnknownNameError("coordinate", key, joint.coordinates, f"the {joint.model} joint {joint.name!r}")
        try:
            positive, negative, source, *angles = value
        except (TypeError, ValueError):
            raise InputError(f"{what} is (positive, negative, source), not {value!r}") from None
        curve = _checked_curve(angles[0], what) if angles and angles[0] is not None else None
        largest = (number(positive, what), number(negative, what))
        if min(largest) < 0.0:
            raise FigureError(f"{what} must not be negative")
        strengths[key] = Strength(*largest, source, curve)
    return strengths


def _checked_curve(angles: Any, what: str) -> tuple[float, float, float, float]:
    a, b, c, d = numbers(angles, 4, f"the angles of {what}")
    return (a, b, c, d)
