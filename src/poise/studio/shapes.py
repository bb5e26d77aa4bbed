"""The figure as the page draws it: its solids, bones where it has none, joints with their limits, marks."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from poise.figure.figure import Figure
from poise.figure.joint import Joint
from poise.figure.limit import Cone, Ellipse, Limit, Polygon, Range, TwistTable
from poise.figure.placement import Placement
from poise.figure.shape import Box, Capsule, Cylinder, Ellipsoid, Shape, Sphere
from poise.io.figure.read import METRES
from poise.plot.body import body_meshes
from poise.plot.bones import limb_vector
from poise.plot.colors import segment_colors
from poise.plot.limit_curves import boundary
from poise.plot.mesh import EMPTY, Mesh
from poise.studio.document.state import State
from poise.studio.protocol.figure import (
    Coordinate,
    FigureMessage,
    JointShape,
    LimitShape,
    NamedJoints,
    SegmentShape,
    SiteShape,
    SoleShape,
    Solid,
    StanceName,
)
from poise.studio.skins import skins

_OPEN = {"deg": (-180.0, 180.0), "m": (-1.0, 1.0)}
"""The ends of a slider for a coordinate without limits."""


def figure_message(state: State, revision: int, source: Any) -> FigureMessage:
    """All of the figure that the page needs. `source`: as scene files name it."""
    figure = state.figure
    return FigureMessage(
        revision=revision,
        name=figure.name,
        source=source,
        root=figure.root,
        dof=figure.dof,
        mass=figure.mass,
        height=height(figure),
        gravity=list(figure.gravity),
        segments=_segments(figure),
        skins=skins(figure),
        joints=_joints(figure),
        sites=_sites(figure),
        soles=[
            SoleShape(name=s.name, segment=s.segment, outline=[list(p) for p in s.outline])
            for s in figure.soles.values()
        ],
        limbs=[NamedJoints(name=x.name, joints=[x.root, x.middle, x.end]) for x in figure.limbs.values()],
        groups=[NamedJoints(name=g.name, joints=list(g.joints)) for g in figure.groups.values()],
        postures=list(figure.postures),
        stances=[StanceName(name=name, words=words) for name, words in figure.stances.items()],
        symmetric=bool(figure.mirror.pairs),
    )


def _sites(figure: Figure) -> list[SiteShape]:
    partners = {name: _partner(figure, name, figure.sites) for name in figure.sites}
    sites = figure.sites.values()
    return [SiteShape(name=s.name, segment=s.segment, partner=partners[s.name], **_place(s.placement)) for s in sites]


def _segments(figure: Figure) -> list[SegmentShape]:
    rest, colors = figure.rest(), segment_colors(figure)
    bare = any(not segment.shapes for segment in figure.segments.values())
    meshes = body_meshes(rest) if bare else {}
    shapes = []
    for branch in figure.branches:
        segment = figure.segments[branch.segment]
        mesh = meshes.get(segment.name, EMPTY) if not segment.shapes else EMPTY
        shapes.append(
            SegmentShape(
                name=segment.name,
                shapes=[solid(shape) for shape in segment.shapes],
                **_mesh(mesh.moved(np.linalg.inv(rest.segment_frame(segment.name)))),
                color=colors[segment.name],
                joint=branch.joint.name,
                parent=None if branch.carrier < 0 else figure.branches[branch.carrier].segment,
                mass=segment.mass,
                center=list(segment.center),
                length=float(np.linalg.norm(limb_vector(rest, branch.joint.name))),
            )
        )
    return shapes


def solid(shape: Shape) -> Solid:
    """A shape for the page."""
    kind, length = type(shape).__name__.lower(), 0.0
    match shape:
        case Sphere(radius):
            radii = [radius]
        case Ellipsoid(axes):
            radii = [*axes]
        case Box(size):
            radii = [*size]
        case Cylinder(radius, length):
            radii = [radius]
        case Capsule():
            radii, length = [*shape.radii], shape.length
    return Solid(kind=kind, radii=radii, length=length, **_place(shape.placement))


def _mesh(mesh: Mesh) -> dict[str, bytes]:
    return {
        "vertices": mesh.vertices.astype("<f4").tobytes(),
        "normals": mesh.normals.astype("<f4").tobytes(),
        "faces": mesh.faces.astype("<u4").tobytes(),
    }


def _joints(figure: Figure) -> list[JointShape]:
    offset, shapes = 0, []
    for branch in figure.branches:
        joint = branch.joint
        shapes.append(
            JointShape(
                name=joint.name,
                model=joint.model,
                base=joint.parent,
                segment=joint.child,
                axis=list(joint.axis),
                offset=offset,
                coordinates=[_coordinate(joint, c) for c in joint.coordinates],
                limits=[limit_shape(key, limit) for key, limit in joint.limits.items()],
                weight=joint.weight,
                partner=_partner(figure, joint.name, figure.joints),
                **_place(joint.placement),
            )
        )
        offset += len(joint.coordinates)
    return shapes


def _coordinate(joint: Joint, name: str) -> Coordinate:
    unit = "m" if name in METRES else "deg"
    low, high = _range(joint, name)
    scale = 1.0 if unit == "m" else 180.0 / math.pi
    ends = (low * scale, high * scale)
    limited = all(map(math.isfinite, ends))
    low, high = (e if math.isfinite(e) else o for e, o in zip(ends, _OPEN[unit], strict=True))
    return Coordinate(name=name, unit=unit, min=low, max=high, limited=limited)


def _range(joint: Joint, name: str) -> tuple[float, float]:
    """The least and the largest value of a coordinate that its limits can allow."""
    limit = joint.limits.get(name if not name.startswith("swing") else "swing")
    if isinstance(limit, Range):
        return limit.min, limit.max
    if isinstance(limit, Cone):
        return -limit.angle, limit.angle
    if isinstance(limit, Ellipse):
        wide = limit.x if name == "swing_x" else limit.y
        return -wide, wide
    if isinstance(limit, TwistTable):
        return min(r[1] for r in limit.rows), max(r[2] for r in limit.rows)
    if isinstance(limit, Polygon):
        curve = boundary(limit)
        angle = np.arccos(np.clip(curve[:, 2], -1, 1))
        ratio = np.where(angle > 1e-9, angle / np.maximum(np.sin(angle), 1e-9), 1.0)
        swings = ratio * (-curve[:, 1] if name == "swing_x" else curve[:, 0])
        return float(swings.min()), float(swings.max())
    return -math.inf, math.inf


def limit_shape(key: str, limit: Limit) -> LimitShape:
    """A limit, its values in plain degrees, and its curve on the sphere."""
    kind = "table" if isinstance(limit, TwistTable) else type(limit).__name__.lower()
    curve = boundary(limit).astype("<f4").tobytes() if isinstance(limit, Cone | Ellipse | Polygon) else b""
    return LimitShape(name=key, kind=kind, value=_limit_value(key, limit), curve=curve)


def _limit_value(key: str, limit: Limit) -> Any:
    match limit:
        case Range(low, high):
            ends = {"min": low, "max": high}
            return {k: v if key == "distance" else _degrees(v) for k, v in ends.items() if math.isfinite(v)}
        case Cone(angle):
            return {"cone": _degrees(angle)}
        case Ellipse(x, y):
            return {"ellipse": {"x": _degrees(x), "y": _degrees(y)}}
        case Polygon(vertices):
            return {"polygon": [list(v) for v in vertices]}
        case TwistTable(rows):
            return {"table": [{"direction": list(d), "min": _degrees(a), "max": _degrees(b)} for d, a, b in rows]}


def _degrees(radians: float) -> float:
    return round(math.degrees(radians), 10)


def _place(placement: Placement) -> dict[str, Any]:
    return {"position": list(placement.position), "rotation": list(placement.rotation)}


def _partner(figure: Figure, name: str, among: Any) -> str | None:
    other = figure.mirror.other(name)
    return other if other != name and other in among else None


def height(figure: Figure) -> float:
    """The size of the figure at rest, metres: of the box around its joints and sites, along gravity or as it is."""
    rest = figure.rest()
    points = [rest.joint_frame(j)[:3, 3] for j in figure.joints] + [rest.position(s) for s in figure.sites]
    spread = np.ptp(np.array(points), axis=0)
    up = np.abs(np.array(figure.gravity))
    along = float(spread @ up / up.sum()) if up.sum() > 0 else 0.0
    return along if along > 1e-3 else float(np.linalg.norm(spread)) or 1.0
