"""Larger and smaller figures."""

from __future__ import annotations

from collections.abc import Mapping

from poise.errors import InputError
from poise.figure.check import positive, shown
from poise.figure.compile import split_key
from poise.figure.figure import Figure
from poise.figure.joint import Joint
from poise.figure.limit import Limit, Range
from poise.figure.marks import Coupling, Site, Sole
from poise.figure.placement import Placement


def scaled(figure: Figure, factor: float | Mapping[str, float]) -> Figure:
    """Every length times `factor`, or segment by segment; density and all angles stay.

    A segment's factor scales its shapes, its mass (by the cube), and where its joints, sites and soles sit on it.
    Resting heights follow a uniform factor; with factors by segment the base stays where it is.
    """
    factors = _factors(figure, factor)
    uniform = 1.0 if isinstance(factor, Mapping) else float(factor)
    segments = [s.scaled(factors[s.name]) for s in figure.segments.values()]
    joints = [_joint(j, factors, uniform) for j in figure.joints.values()]
    sites = [Site(s.name, s.segment, s.placement.scaled(factors[s.segment])) for s in figure.sites.values()]
    soles = [Sole(s.name, s.segment, _outline(s, factors[s.segment])) for s in figure.soles.values()]
    postures = {n: _posture(figure, p, uniform) for n, p in figure.postures.items()}
    couplings = [_coupling(figure, c, factors, uniform) for c in figure.couplings.values()]
    return figure._edited(
        segments=segments,
        joints=joints,
        sites=sites,
        soles=soles,
        couplings=couplings,
        postures=postures,
        character=None,  # its mesh does not fit any more
    )


def _factors(figure: Figure, factor: float | Mapping[str, float]) -> dict[str, float]:
    given = factor if isinstance(factor, Mapping) else dict.fromkeys(figure.segments, factor)
    found = dict.fromkeys(figure.segments, 1.0)
    for segment, f in given.items():
        figure.segment(segment)
        found[segment] = _scale(f, segment)
    return found


def _scale(value: object, segment: str) -> float:
    try:
        return positive(value, "a scale")
    except InputError:
        raise InputError(f"the scale of segment {segment!r} must be a positive number, not {shown(value)}") from None


def _joint(joint: Joint, factors: Mapping[str, float], uniform: float) -> Joint:
    on_parent = uniform if joint.parent is None else factors[joint.parent]
    return joint.edited(
        placement=joint.placement.scaled(on_parent),
        child_placement=joint.child_placement.scaled(factors[joint.child]),
        limits={key: _limit(joint, limit, on_parent) for key, limit in joint.limits.items()},
    )


def _limit(joint: Joint, limit: Limit, factor: float) -> Limit:
    """Only a slide's limit is a length; it slides along its parent."""
    if joint.model == "slide" and isinstance(limit, Range):
        return Range(limit.min * factor, limit.max * factor)
    return limit


def _coupling(figure: Figure, coupling: Coupling, factors: Mapping[str, float], uniform: float) -> Coupling:
    """Terms that are lengths count for less as they grow, so that the coupling means the same posture."""
    terms = {}
    for term, factor in coupling.terms.items():
        name, coordinate = split_key(figure, term)
        joint = figure.joints[name]
        grown = 1.0
        if (coordinate or joint.coordinates[0]) in ("distance", "x", "y", "z"):
            grown = uniform if joint.parent is None else factors[joint.parent]
        terms[term] = factor / grown
    return Coupling(coupling.name, terms, coupling.min, coupling.max)


def _outline(sole: Sole, factor: float) -> tuple[tuple[float, float, float], ...]:
    return tuple(Placement(p).scaled(factor).position for p in sole.outline)


def _posture(figure: Figure, posture: Mapping[str, tuple[float, ...]], uniform: float) -> dict[str, tuple[float, ...]]:
    """Stored coordinates with their lengths (base positions, slides) scaled."""
    lengths = {"free": 3, "slide": 1}
    result = {}
    for name, values in posture.items():
        n = lengths.get(figure.joints[name].model, 0)
        result[name] = (*(v * uniform for v in values[:n]), *values[n:])
    return result
