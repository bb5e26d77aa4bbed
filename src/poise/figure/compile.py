"""From the description of a figure to the compiled core, and from joint values to coordinates."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.arrays import sealed
from poise.errors import CouplingError, InputError, UnknownNameError
from poise.figure.check import array, instance, number, quaternion, shown
from poise.figure.joint import MODELS, Joint
from poise.figure.limit import Cone, Ellipse, Limit, Polygon, Range, TwistTable
from poise.figure.names import unknown
from poise.figure.placement import Placement, placement_from, quaternion_of

if TYPE_CHECKING:
    from poise.figure.description import Description

Array = NDArray[np.float64]

_MODEL_CODES = {model: code for code, model in enumerate(MODELS)}
_OPEN = 1e300  # the core's infinity: arithmetic on it stays finite


def core_figure(figure: Description) -> _core.Figure:
    """The figure as the core sees it."""
    builder = _core.FigureBuilder()
    for branch in figure.branches:
        joint, segment = branch.joint, figure.segments[branch.segment]
        builder.add_joint(
            joint.name, _MODEL_CODES[joint.model], branch.reversed, branch.carrier,
            _flat(joint.placement), _flat(joint.child_placement), np.array(joint.axis),
        )  # fmt: skip
        if joint.limits:
            builder.limit(*_limit_arrays(joint))
        builder.add_segment(segment.mass, np.array(segment.center), np.array(segment.inertia))
    for site in figure.sites.values():
        builder.add_site(figure._segment_ids[site.segment], _flat(site.placement))
    offsets = _natural_offsets(figure)
    for coupling in figure.couplings.values():
        indices = [_term_index(figure, offsets, coupling.name, term) for term in coupling.terms]
        low, high = max(coupling.min, -_OPEN), min(coupling.max, _OPEN)
        builder.add_coupling(indices, list(coupling.terms.values()), low, high)
    return builder.build(np.array(figure.gravity))


def mobility(figure: Description) -> Array:
    """(dof,) the weight of its joint for every degree of freedom (Whitney 1969, weighted norm)."""
    joints = figure.joints.values()
    return sealed(np.repeat([joint.weight for joint in joints], [joint.dof for joint in joints]))


def check_couplings(figure: Description) -> None:
    """Raise `CouplingError` when no pose can satisfy the couplings and the ranges they involve."""
    names = list(figure.couplings)
    clashing = sorted({names[i] for i in figure._core.clashing_couplings()})
    if clashing:
        listed = ", ".join(repr(n) for n in clashing)
        what = "coupling" if len(clashing) == 1 else "couplings"
        raise CouplingError(f"no pose can satisfy {what} {listed} together with the joint limits", clashing)


def home_inside_limits(figure: Description) -> Array:
    """The allowed coordinates nearest zero, told to the core as well. Raises `CouplingError` when there are none."""
    zero = np.zeros(figure.size)
    for name, joint in figure.joints.items():
        if joint.model in ("ball", "free"):
            zero[figure.coordinate_slice(name).stop - 1] = 1.0
    nearest = _core.Pose(figure._core, zero).clamped()
    if figure.couplings and _core.Pose(figure._core, nearest).worst_violation()[3] > 0.0:
        names = list(figure.couplings)
        raise CouplingError("no pose was found that satisfies all couplings inside the joint limits", names)
    figure._core.set_home(nearest)
    return nearest


def stored_postures(figure: Description, postures: Mapping[str, Mapping[str, Any]], home: Array) -> dict[str, Array]:
    """Coordinates of all postures, "rest" first. Joints missing from "rest" are as in `home`."""
    given = dict(postures)
    rest = coordinates_from(figure, given.pop("rest", {}), home)
    return {"rest": rest, **{n: coordinates_from(figure, values, rest) for n, values in given.items()}}


def by_joint(figure: Description, coordinates: Array) -> Mapping[str, tuple[float, ...]]:
    """Stored coordinates, joint by joint."""
    values = coordinates.tolist()
    return MappingProxyType({n: tuple(values[figure.coordinate_slice(n)]) for n, j in figure.joints.items() if j.dof})


def coordinates_from(figure: Description, values: Mapping[str, Any], start: Array) -> Array:
    """`start` with the named joints changed; see `Figure.pose` for what may be given."""
    q = np.array(start)
    for key, value in instance(values, Mapping, "joint values").items():
        joint_name, coordinate = split_key(figure, key)
        joint = figure.joints[joint_name]
        if coordinate is not None:
            natural = natural_of(figure, joint_name, q)
            natural[joint.coordinates.index(coordinate)] = _numbers(value, 1, key)[0]
            q[:] = figure._core.with_natural(q, figure._joint_ids[joint_name], natural)
        elif isinstance(value, Mapping):
            q[:] = coordinates_from(figure, {f"{joint_name}.{k}": v for k, v in value.items()}, q)
        elif isinstance(value, int | float) and joint.model in _BENT_BY_A_NUMBER:
            q[figure._starts[joint_name]] = number(value, f"the value of {joint_name!r}")
        else:
            _set_joint(figure, joint, value, q)
    return sealed(q)


_BENT_BY_A_NUMBER = ("hinge", "slide", "elbow")  # a bare number bends an elbow joint and leaves its twist


def natural_of(figure: Description, joint: str, coordinates: Array) -> Array:
    """A fresh array of the natural coordinates of one joint."""
    index = figure._joint_ids[joint]
    start = figure._core.natural_offset(index)
    count = len(figure.joints[joint].coordinates)
    return np.array(_core.Pose(figure._core, coordinates).natural()[start : start + count])


def _set_joint(figure: Description, joint: Joint, value: Any, q: Array) -> None:
    """Write one joint's value, in any of the forms `Figure.pose` takes, into its place in `q`."""
    where = figure.coordinate_slice(joint.name)
    stored, natural = joint.facts.stored, len(joint.coordinates)
    given = _as_array(value, joint.name)
    what = f"the rotation of joint {joint.name!r}"
    if joint.model == "ball" and given.shape == (3, 3):
        q[where] = quaternion_of(given, what)
    elif joint.model == "free" and given.shape == (4, 4):
        placement = placement_from(given, f"the frame of joint {joint.name!r}")
        q[where] = (*placement.position, *placement.rotation)
    elif joint.model in ("ball", "free") and given.shape == (stored,):
        numbers = _numbers(value, stored, joint.name)
        q[where] = (*numbers[:-4], *quaternion(numbers[-4:], what))
    elif given.size == natural and given.ndim <= 1:
        numbers = _numbers(value, natural, joint.name)
        q[:] = figure._core.with_natural(q, figure._joint_ids[joint.name], np.array(numbers))
    else:
        takes = f"{natural} value{'s' * (natural != 1)} ({', '.join(joint.coordinates) or 'it cannot move'})"
        raise InputError(f"joint {joint.name!r} ({joint.model}) takes {takes}, not an array of shape {given.shape}")


def _as_array(value: Any, what: str) -> Array:
    try:
        return array(value, what)
    except InputError:
        raise InputError(f"the value of {what!r} must be a number, not {shown(value)}") from None


def _numbers(value: Any, count: int, what: str) -> tuple[float, ...]:
    given = np.atleast_1d(_as_array(value, what))
    if given.shape != (count,):
        raise InputError(f"the value of {what!r} must be {count} numbers, not an array of shape {given.shape}")
    if not np.isfinite(given).all():
        raise InputError(f"the value of {what!r} must be finite, not {shown(value)}")
    return tuple(given.tolist())


def split_key(figure: Description, key: str) -> tuple[str, str | None]:
    """A joint, or "joint.coordinate" (joint names may hold dots themselves)."""
    if not isinstance(key, str):
        raise UnknownNameError("joint", key, figure.joints)
    if key in figure.joints:
        return key, None
    joint_name, dot, coordinate = key.rpartition(".")
    if not dot or joint_name not in figure.joints:
        raise unknown(figure, "joint", key, figure.joints)
    joint = figure.joints[joint_name]
    if coordinate not in joint.coordinates:
        raise UnknownNameError("coordinate", coordinate, joint.coordinates, f"the {joint.model} joint {joint_name!r}")
    return joint_name, coordinate


def _natural_offsets(figure: Description) -> dict[str, int]:
    offsets, at = {}, 0
    for joint in figure.joints.values():
        offsets[joint.name] = at
        at += len(joint.coordinates)
    return offsets


def _term_index(figure: Description, offsets: Mapping[str, int], coupling: str, term: str) -> int:
    try:
        joint_name, coordinate = split_key(figure, term)
    except UnknownNameError as error:
        owner = f"coupling {coupling!r}: the figure"
        raise UnknownNameError(error.kind, error.name, error.choices, owner, elsewhere=error.elsewhere) from None
    names = figure.joints[joint_name].coordinates
    if coordinate is None and len(names) != 1:
        raise UnknownNameError(
            "coordinate", term, [f"{joint_name}.{n}" for n in names], f"coupling {coupling!r}: joint"
        )
    return offsets[joint_name] + (names.index(coordinate) if coordinate else 0)


def _flat(placement: Placement) -> Array:
    return np.array((*placement.position, *placement.rotation))


def _limit_arrays(joint: Joint) -> tuple[Array, str, Array, Array]:
    """(ranges, swing kind, swing numbers, twist rows) as `FigureBuilder.limit` takes them."""
    ranges = (
        [_range(joint.limits.get(c)) for c in joint.coordinates] if joint.model in ("hinge", "slide", "elbow") else []
    )
    kind, swing = swing_arrays(joint.limits.get("swing"))
    twist = twist_rows(joint.limits.get("twist")) if joint.model == "ball" else np.zeros((0, 5))
    return np.array(ranges).reshape(-1, 2), kind, swing, twist


def _range(limit: Limit | None) -> tuple[float, float]:
    return (max(limit.min, -_OPEN), min(limit.max, _OPEN)) if isinstance(limit, Range) else (-_OPEN, _OPEN)


def swing_arrays(limit: Limit | None) -> tuple[str, Array]:
    """A swing limit as the core takes it: its kind and its numbers."""
    if isinstance(limit, Cone):
        return "cone", np.array([[limit.angle]])
    if isinstance(limit, Ellipse):
        return "ellipse", np.array([[limit.x, limit.y]])
    if isinstance(limit, Polygon):
        return "polygon", np.array(limit.vertices)
    return "none", np.zeros((0, 3))


def twist_rows(limit: Limit | None) -> Array:
    """A twist limit as the core takes it: rows (direction, min, max); direction zero stands for everywhere."""
    if isinstance(limit, TwistTable):
        return np.array([(*direction, low, high) for direction, low, high in limit.rows])
    if isinstance(limit, Range):
        return np.array([(0.0, 0.0, 0.0, *_on_circle(limit))])
    return np.zeros((0, 5))


def _on_circle(limit: Range) -> tuple[float, float]:
    """A ball's twist lives on the circle: an open end reaches as far as half a turn, where the circle closes."""
    low = limit.min if math.isfinite(limit.min) else min(-math.pi, limit.max)
    high = limit.max if math.isfinite(limit.max) else max(math.pi, limit.min)
    return low, high
