"""Mirror images of poses and figures.

S is the reflection through the plane across the lateral axis. A placement T becomes S T S; a rotation vector r,
being a pseudovector, becomes −S r; a limb direction d becomes S d. Segment frames are reflected in their own
lateral axis (`figure.mirror.axis`), the world in the one that the resting trunk makes of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from poise.errors import FigureError
from poise.figure.check import Quaternion, Vec3
from poise.figure.figure import Figure
from poise.figure.joint import Joint, Strength
from poise.figure.limit import Limit, Polygon, Range, TwistTable
from poise.figure.marks import Coupling, Group, LimbChain, SelfPair, Site, Sole
from poise.figure.placement import Placement, as_rows
from poise.figure.segment import Segment
from poise.figure.shape import Shape
from poise.pose import Pose

Array = NDArray[np.float64]
M = TypeVar("M", Site, Sole)


def mirrored_pose(pose: Pose) -> Pose:
    """The pose's mirror image: each joint takes the reflected motion of its partner."""
    figure = pose.figure
    S = _reflection(figure)
    values: dict[str, object] = {}
    for name, joint in figure.joints.items():
        if not joint.dof:
            continue
        source = figure.joint(figure.mirror.other(name))
        if source.model != joint.model:
            models = f"{name!r} is a {joint.model} joint, {source.name!r} a {source.model} joint"
            raise FigureError(f"mirror partners must be alike, but {models}")
        values[name] = _reflected_motion(pose, source, joint, S)
    return figure.pose(values)


def _reflected_motion(pose: Pose, source: Joint, target: Joint, S: Array) -> object:
    """Value for `target` that mirrors what `source` does.

    Both joints' segment frames are related by S, so M_target = W S M_source S Wᵀ with W = R_targetᵀ S R_source S the
    turn (usually none) between the target's joint frame and the mirrored source frame.
    """
    if target.model in ("hinge", "slide", "elbow"):
        return _reflected_angles(pose, source, target, S)
    if target.model == "free":
        return _reflected_base(pose, target, S)
    if target.placement == _reflected(source.placement, S):  # true mirror images: exact to the bit
        return _reflected_coordinates(pose, source, S)
    motion = pose._core.joint_motion(pose.figure._joint_ids[source.name])
    W = target.placement.matrix[:3, :3].T @ S @ source.placement.matrix[:3, :3] @ S
    rotation = W @ S @ motion[:3, :3] @ S @ W.T
    if target.model == "ball":
        return rotation
    quaternion = Placement.from_matrix(rotation).rotation
    from poise._core import swing_twist

    return swing_twist(np.array(quaternion))[:2]


def _reflected_coordinates(pose: Pose, source: Joint, S: Array) -> tuple[float, ...]:
    """Stored coordinates of a swing or ball joint whose frame is the mirror image of the source's."""
    stored = pose.coordinates[pose.figure.coordinate_slice(source.name)].tolist()
    if source.model == "ball":
        x, y, z, w = stored
        return _quaternion((x, y, z, w), S)
    signs = _signs(source, S)
    return (signs["swing_x"] * stored[0], signs["swing_y"] * stored[1])


def _reflected_base(pose: Pose, base: Joint, S: Array) -> Any:
    """The free base that puts the root where the mirror shows its partner: (7,) coordinates or a (4, 4) motion."""
    figure = pose.figure
    plain = base.placement.is_identity and base.child_placement.is_identity
    if plain and figure.mirror.other(figure.root) == figure.root:
        return _reflected_free(pose, base.name, _world_reflection(figure, S), S)
    frame = pose.segment_frame(figure.mirror.other(figure.root))
    T_world_root = _reflected_frame(frame, _world_reflection(figure, S), S)
    return base.placement.inverse().matrix @ T_world_root @ base.child_placement.inverse().matrix


def _reflected_free(pose: Pose, joint: str, world: Array, S: Array) -> Any:
    """What a free joint does in the mirror; exact to the bit when world and segments are reflected in one axis."""
    if not np.array_equal(world, S):
        return _reflected_frame(pose._core.joint_motion(pose.figure._joint_ids[joint]), world, S)
    x, y, z, i, j, k, w = pose.coordinates[pose.figure.coordinate_slice(joint)].tolist()
    return (*_point((x, y, z), S), *_quaternion((i, j, k, w), S))


def _reflected_frame(frame: Array, outer: Array, inner: Array) -> Array:
    """`outer` T `inner` of a (4, 4) frame, with (3, 3) reflections."""
    reflected = np.eye(4)
    reflected[:3, :3] = outer @ frame[:3, :3] @ inner
    reflected[:3, 3] = outer @ frame[:3, 3]
    return reflected


def _reflected_angles(pose: Pose, source: Joint, target: Joint, S: Array) -> object:
    values = np.atleast_1d(np.array(pose[source.name], dtype=float))
    to_target = target.placement.matrix[:3, :3].T @ S @ source.placement.matrix[:3, :3]
    if target.model == "elbow":  # rotations about x and z
        about = [np.eye(3)[0], np.eye(3)[2]]
        signs = [-_sign(float(a @ to_target @ a), source, target) for a in about]
        return tuple(s * v for s, v in zip(signs, values, strict=True))
    along = _sign(float(np.array(target.axis) @ to_target @ np.array(source.axis)), source, target)
    return (along if target.model == "slide" else -along) * float(values[0])


def _sign(cosine: float, source: Joint, target: Joint) -> float:
    """±1 for axes that are each other's mirror image; anything else has no mirrored angle."""
    if abs(abs(cosine) - 1.0) > 1e-6:
        raise FigureError(
            f"joint {target.name!r} cannot mirror joint {source.name!r}: their axes are not mirror images of each other"
        )
    return math.copysign(1.0, cosine)


def mirrored_figure(figure: Figure) -> Figure:
    """The figure's mirror image; names swap sides so that `left_…` is on the left again."""
    S = _reflection(figure)
    world = _world_reflection(figure, S)
    other = figure.mirror.other
    sites = [Site(other(s.name), other(s.segment), _reflected(s.placement, S)) for s in figure.sites.values()]
    soles = [
        Sole(other(s.name), other(s.segment), tuple(_point(p, S) for p in s.outline)) for s in figure.soles.values()
    ]
    limbs = [
        LimbChain(other(m.name), other(m.root), other(m.middle), other(m.end), other(m.site))
        for m in figure.limbs.values()
    ]
    groups = [Group(other(g.name), tuple(other(j) for j in g.joints)) for g in figure.groups.values()]
    image = figure._edited(
        segments=_ordered(figure, figure.segments, [_segment(s, S, other) for s in figure.segments.values()]),
        joints=_ordered(figure, figure.joints, [_joint(j, S, world, other) for j in figure.joints.values()]),
        sites=_ordered(figure, figure.sites, sites),
        soles=_ordered(figure, figure.soles, soles),
        limbs=_ordered(figure, figure.limbs, limbs),
        groups=_ordered(figure, figure.groups, groups),
        couplings=[_coupling(c, figure, other) for c in figure.couplings.values()],
        postures={},
        root=other(figure.root),
        character=None,  # its mesh is that of the other side
        self_pairs=None if (own := figure.self_pairs) is None else [_self_pair(pair, other) for pair in own],
    )
    return image._edited(postures={n: _image_values(figure.pose(n), image) for n in figure.postures}, root=image.root)


def _self_pair(pair: SelfPair, other: Callable[[str], str]) -> SelfPair:
    return SelfPair(other(pair.first), other(pair.second), pair.depth)


def _image_values(pose: Pose, image: Figure) -> dict[str, object]:
    """Coordinates of the reflected pose: every joint of the image does the mirror image of its original."""
    figure = pose.figure
    S = _reflection(figure)
    values: dict[str, object] = {}
    for name, joint in figure.joints.items():
        if not joint.dof:
            continue
        natural = np.atleast_1d(np.array(pose[name], dtype=float))
        target = figure.mirror.other(name)
        if joint.model == "free":
            values[target] = _reflected_free(pose, name, _world_reflection(figure, S), S)
        elif joint.model == "ball":
            x, y, z, w = pose.coordinates[figure.coordinate_slice(name)].tolist()
            values[target] = _quaternion((x, y, z, w), S)
        else:
            signs = _signs(joint, S)
            values[target] = tuple(signs[c] * v for c, v in zip(joint.coordinates, natural, strict=True))
    return values


def _signs(joint: Joint, S: Array) -> dict[str, float]:
    """What the reflection does to each natural coordinate of a joint whose own frame is reflected too.

    A hinge keeps its sign because its axis is reflected as the pseudovector it is (see `_joint`); rotations about
    the lateral axis keep theirs, those about the other two turn round.
    """
    turn = -np.diag(S)
    return {
        "angle": 1.0, "distance": 1.0, "flexion": turn[0], "twist": turn[2], "swing_x": turn[0], "swing_y": turn[1],
    }  # fmt: skip


def _joint(joint: Joint, S: Array, world: Array, other: Callable[[str], str]) -> Joint:
    signs = _signs(joint, S)
    axis = S @ np.array(joint.axis) * (1.0 if joint.model == "slide" else -1.0)
    base = joint.parent is None
    # What a free base moves in is the world's frame on both sides of its motion; other bases hold a segment's.
    inner = world if joint.model == "free" else S
    placement = _reflected(joint.placement, inner, world if base else S)
    limits = {key: _limit(limit, signs.get(key, 1.0), S) for key, limit in joint.limits.items()}
    strengths = {c: _strength(s, signs.get(c, 1.0)) for c, s in joint.strengths.items()}
    return joint.edited(
        name=other(joint.name),
        parent=None if joint.parent is None else other(joint.parent),
        child=other(joint.child),
        placement=placement,
        child_placement=_reflected(joint.child_placement, S),
        axis=tuple((axis + 0.0).tolist()) if joint.model in ("hinge", "slide") else joint.axis,
        limits=limits,
        strengths=strengths,
    )


def _strength(strength: Strength, sign: float) -> Strength:
    if sign > 0:
        return strength
    angles = None
    if strength.angles is not None:  # the coordinate changes its sign, and with it where it is strongest
        steep, best, other_steep, other_best = strength.angles
        angles = (other_steep, -other_best, steep, -best)
    return Strength(strength.negative, strength.positive, strength.source, angles)


def _limit(limit: Limit, sign: float, S: Array) -> Limit:
    if isinstance(limit, Range):
        return limit if sign > 0 else Range(-limit.max, -limit.min)
    if isinstance(limit, Polygon):  # a reflection turns left into right: the order turns round with it
        return Polygon(tuple(_point(v, S) for v in reversed(limit.vertices)))
    if isinstance(limit, TwistTable):
        rows = [(_point(d, S), *((low, high) if sign > 0 else (-high, -low))) for d, low, high in limit.rows]
        return TwistTable(tuple(rows))
    return limit


def _coupling(coupling: Coupling, figure: Figure, other: Callable[[str], str]) -> Coupling:
    from poise.figure.compile import split_key

    S = _reflection(figure)
    terms = {}
    for term, factor in coupling.terms.items():
        joint, coordinate = split_key(figure, term)
        named = coordinate or figure.joints[joint].coordinates[0]
        sign = _signs(figure.joints[joint], S).get(named, 1.0)
        terms[other(joint) + (f".{coordinate}" if coordinate else "")] = factor * sign
    return Coupling(other(coupling.name), terms, coupling.min, coupling.max)


def _segment(segment: Segment, S: Array, other: Callable[[str], str]) -> Segment:
    inertia = as_rows(S @ np.array(segment.inertia) @ S + 0.0)
    shapes = tuple(_shape(s, S) for s in segment.shapes)
    return Segment(other(segment.name), segment.mass, _point(segment.center, S), inertia, shapes)


def _shape(shape: Shape, S: Array) -> Shape:
    from dataclasses import replace

    # Every shape is its own mirror image across any plane of its frame.
    return replace(shape, placement=_reflected(shape.placement, S))


def _reflected(placement: Placement, S: Array, outer: Array | None = None) -> Placement:
    """S T S, or `outer` T S when the outer frame is reflected in another axis."""
    along_axes = np.array_equal(np.abs(S), np.eye(3))
    if along_axes and (outer is None or np.array_equal(outer, S)):
        return Placement(_point(placement.position, S), _quaternion(placement.rotation, S))
    return Placement.from_matrix(_reflected_frame(placement.matrix, S if outer is None else outer, S))


def _quaternion(q: Quaternion, S: Array) -> Quaternion:
    x, y, z = (-np.diag(S) * np.array(q[:3]) + 0.0).tolist()
    return (x, y, z, q[3])


def _point(p: Vec3, S: Array) -> Vec3:
    x, y, z = (S @ np.array(p) + 0.0).tolist()  # + 0.0 makes −0 a plain zero
    return (x, y, z)


def _ordered(figure: Figure, originals: object, images: list[M]) -> list[M]:
    """The images in the order of the originals' names, so that a symmetric figure is its own image.

    Held at one side, the tree itself is walked in mirrored order, and so it comes back when mirrored again.
    """
    if figure.mirror.other(figure.root) != figure.root:
        return images
    table = {i.name: i for i in images}
    return [table[name] for name in originals if name in table] + [i for i in images if i.name not in originals]  # type: ignore[attr-defined,operator]


def _reflection(figure: Figure) -> Array:
    S = np.eye(3)
    axis = "xyz".index(figure.mirror.axis)
    S[axis, axis] = -1.0
    return S


def _world_reflection(figure: Figure, S: Array) -> Array:
    """The reflection of the world: in the direction that the resting trunk gives to the lateral axis.

    The trunk is the segment nearest the root that has no partner: a figure may be held by its left hand.
    """
    trunk = next((s for s in figure.segments if figure.mirror.other(s) == s), figure.root)
    frame = figure.rest().segment_frame(trunk)[:3, :3]
    world = frame @ S @ frame.T
    return np.round(world) if np.allclose(world, np.round(world), atol=1e-9) else world
