"""Figure files in YAML, written: defaults are left out, angles are degrees, and every number comes back exactly."""

from __future__ import annotations

import math
from typing import Any

from poise.errors import InputError
from poise.figure.figure import GRAVITY, Figure
from poise.figure.joint import Joint, Strength
from poise.figure.limit import Cone, Ellipse, Limit, Polygon, Range, TwistTable
from poise.figure.marks import Coupling, Mirror
from poise.figure.placement import IDENTITY, Placement
from poise.figure.segment import Segment
from poise.figure.shape import Box, Cylinder, Ellipsoid, Shape, Sphere
from poise.io.text.angles import angle_of
from poise.io.text.yaml_write import yaml_text

ZEROS = {"hinge": (0.0,), "slide": (0.0,), "elbow": (0.0, 0.0), "swing": (0.0, 0.0), "ball": IDENTITY}
"""Stored coordinates of joints that have not moved."""


def figure_yaml(figure: Figure) -> str:
    """The text of a figure file."""
    return yaml_text(without_empty(figure_parts(figure)))


def figure_parts(figure: Figure) -> dict[str, Any]:
    """A figure as the mappings, lists and numbers of its file."""
    return {
        "poise": "figure",
        "version": 1,
        "name": figure.name,
        "gravity": list(figure.gravity) if figure.gravity != GRAVITY else None,
        "segments": {s.name: without_empty(_segment(s)) for s in figure.segments.values()},
        "joints": {j.name: without_empty(_joint(j)) for j in figure.joints.values()},
        "sites": {s.name: {"segment": s.segment, **placement_parts(s.placement)} for s in figure.sites.values()},
        "soles": {s.name: {"segment": s.segment, "outline": _rows(s.outline)} for s in figure.soles.values()},
        "limbs": {x.name: {k: getattr(x, k) for k in ("root", "middle", "end", "site")} for x in figure.limbs.values()},
        "groups": {g.name: list(g.joints) for g in figure.groups.values()},
        "couplings": {c.name: coupling_parts(c, figure) for c in figure.couplings.values()},
        "mirror": _mirror(figure.mirror),
        "postures": _postures(figure),
        "self_pairs": _self_pairs(figure),
    }


def without_empty(parts: dict[str, Any]) -> dict[str, Any]:
    """A part without the entries that say nothing; a figure always tells its segments and joints."""
    told = {k: v for k, v in parts.items() if v is not None and v != {} and v != []}
    if "poise" in parts:
        told |= {"segments": parts["segments"], "joints": parts["joints"]}
    if parts.get("self_pairs") == []:  # nothing keeps out of anything, which is something to say
        told["self_pairs"] = []
    return told


def _self_pairs(figure: Figure) -> list[dict[str, Any]] | None:
    """Those that the figure brings; whoever reads the file finds the usual ones by itself."""
    if figure.self_pairs is None:
        return None
    return [without_empty({"first": p.first, "second": p.second, "depth": p.depth or None}) for p in figure.self_pairs]


def _segment(segment: Segment) -> dict[str, Any]:
    return {
        "mass": segment.mass if _bits(segment.mass) != "0.0" else None,
        "center": list(segment.center) if _bits(segment.center) != _bits((0.0,) * 3) else None,
        "inertia": _inertia(segment),
        "shapes": [shape_parts(s) for s in segment.shapes],
    }


def _inertia(segment: Segment) -> list[Any] | None:
    """Nothing, the diagonal, six numbers, or all rows when the two halves differ in their last digits."""
    rows = segment.inertia
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = rows
    if _bits((xy, xz, yz)) != _bits((yx, zx, zy)):
        return _rows(rows)
    if _bits((xy, xz, yz)) != _bits((0.0, 0.0, 0.0)):
        return [xx, yy, zz, xy, xz, yz]
    return [xx, yy, zz] if _bits((xx, yy, zz)) != _bits((0.0, 0.0, 0.0)) else None


def shape_parts(shape: Shape) -> dict[str, Any]:
    """A shape as it stands in files."""
    place = placement_parts(shape.placement)
    if isinstance(shape, Sphere):
        return {"sphere": {"radius": shape.radius, **place}}
    if isinstance(shape, Ellipsoid):
        return {"ellipsoid": {"radii": list(shape.radii), **place}}
    if isinstance(shape, Box):
        return {"box": {"size": list(shape.size), **place}}
    if isinstance(shape, Cylinder):
        return {"cylinder": {"radius": shape.radius, "length": shape.length, **place}}
    end = {} if shape.end_radius is None else {"end_radius": shape.end_radius}
    return {"capsule": {"radius": shape.radius, **end, "length": shape.length, **place}}


def placement_parts(placement: Placement) -> dict[str, Any]:
    """A placement as it stands in files; nothing for the identity."""
    parts: dict[str, Any] = {}
    if _bits(placement.position) != _bits((0.0, 0.0, 0.0)):
        parts["position"] = list(placement.position)
    if _bits(placement.rotation) != _bits(IDENTITY):
        parts["rotation"] = list(placement.rotation)
    return parts


def _joint(joint: Joint) -> dict[str, Any]:
    return {
        "model": joint.model,
        "parent": joint.parent,
        "child": joint.child,
        "placement": placement_parts(joint.placement),
        "child_placement": placement_parts(joint.child_placement),
        "axis": list(joint.axis) if _bits(joint.axis) != _bits((0.0, 0.0, 1.0)) else None,
        "limits": {key: limit_parts(key, limit) for key, limit in joint.limits.items()},
        "weight": joint.weight if joint.weight != 1.0 else None,
        "strengths": {key: _strength_parts(s) for key, s in joint.strengths.items()},
    }


def limit_parts(key: str, limit: Limit) -> dict[str, Any]:
    """A limit as it stands in files."""
    if isinstance(limit, Range):
        return _bounds(limit.min, limit.max, plain=key == "distance")
    if isinstance(limit, Cone):
        return {"cone": angle_of(limit.angle)}
    if isinstance(limit, Ellipse):
        return {"ellipse": {"x": angle_of(limit.x), "y": angle_of(limit.y)}}
    if isinstance(limit, Polygon):
        return {"polygon": _rows(limit.vertices)}
    assert isinstance(limit, TwistTable)
    return {"table": [{"direction": list(d), "min": angle_of(a), "max": angle_of(b)} for d, a, b in limit.rows]}


def _bounds(low: float, high: float, plain: bool) -> dict[str, Any]:
    """Open ends are left out."""
    bounds = {"min": low, "max": high}
    return {k: v if plain else angle_of(v) for k, v in bounds.items() if math.isfinite(v)}


def coupling_parts(coupling: Coupling, figure: Figure) -> dict[str, Any]:
    """A coupling as it stands in files: degrees unless a term is a length."""
    from poise.io.figure.read import is_length

    joints = dict(figure.joints)
    plain = any(is_length(term, joints) for term in coupling.terms)
    parts: dict[str, Any] = {"terms": dict(coupling.terms)}
    if _bits(coupling.min) == _bits(coupling.max):
        return {**parts, "equals": coupling.min if plain else angle_of(coupling.min)}
    bounds = _bounds(coupling.min, coupling.max, plain)
    if not bounds:
        raise InputError(f"coupling {coupling.name!r} is open at both ends: it says nothing and cannot be written")
    return {**parts, **bounds}


def _mirror(mirror: Mirror) -> dict[str, Any]:
    if mirror == Mirror():
        return {}
    return {"axis": mirror.axis, "pairs": [list(pair) for pair in mirror.pairs]}


def _postures(figure: Figure) -> dict[str, Any]:
    """ "rest" without the joints that are at zero anyway; other postures without those that are as in "rest"."""
    rest = figure.postures["rest"]
    coupled = {_joint_of(term, figure) for c in figure.couplings.values() for term in c.terms}
    written: dict[str, Any] = {"rest": {}}
    for name, values in figure.postures.items():
        written[name] = {}
        for key, value in values.items():
            joint = figure.joints[key]
            known = _is_default(joint, value, key in coupled) if name == "rest" else _bits(value) == _bits(rest[key])
            if not known:
                written[name][key] = joint_value(joint, value)
    return {name: values for name, values in written.items() if values or name != "rest"}


def _joint_of(term: str, figure: Figure) -> str:
    return term if term in figure.joints else term.rpartition(".")[0]


def _is_default(joint: Joint, value: tuple[float, ...], coupled: bool) -> bool:
    """Whether leaving the joint out of "rest" is sure to give this value again: zero, and zero is allowed."""
    if coupled or _bits(value) != _bits(ZEROS.get(joint.model, ())):
        return False
    return all(_allows_zero(limit) for limit in joint.limits.values())


def _allows_zero(limit: Limit) -> bool:
    return limit.min <= 0.0 <= limit.max if isinstance(limit, Range) else isinstance(limit, Cone | Ellipse)


def joint_value(joint: Joint, value: tuple[float, ...]) -> Any:
    """Stored coordinates of a joint as they stand in files; reading them gives back the same bits."""
    if joint.model == "free":
        return {"position": list(value[:3]), "rotation": list(value[3:])}
    if joint.model == "ball":
        return list(value)
    if joint.model == "slide":
        return value[0]
    return angle_of(value[0]) if joint.model == "hinge" else [angle_of(v) for v in value]


def _rows(rows: Any) -> list[list[float]]:
    return [list(row) for row in rows]


def _bits(value: float | tuple[float, ...]) -> str:
    """A text that differs whenever the numbers do, even in the sign of zero."""
    return repr(value)


def _strength_parts(strength: Strength) -> dict[str, Any]:
    parts = strength._asdict()
    angles = parts.pop("angles")
    return parts if angles is None else {**parts, "angles": list(angles)}
