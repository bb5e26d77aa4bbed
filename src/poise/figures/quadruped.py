"""A quadruped, about a dog: free base, 48 degrees of freedom, masses from shapes."""

from __future__ import annotations

from typing import NamedTuple

from poise.figure.check import Vec3, positive
from poise.figure.figure import Figure
from poise.figure.joint import Joint, JointModel
from poise.figure.limit import Range
from poise.figure.marks import Group, LimbChain, Mirror, Site, Sole
from poise.figure.placement import Placement, frame_along
from poise.figures.drawing import segment
from poise.figures.quadruped_shapes import POINTS, shapes
from poise.people import side
from poise.people.joints import away, joint
from poise.people.limits import Limits, region

LEFT, RIGHT = (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)


class _Row(NamedTuple):
    """A joint: its parent and child segments, the point its limb goes to, its flexion axis and range in degrees
    (flexion from, to; sideways; twist). Hinges have only the first two."""

    parent: str
    child: str
    towards: str
    turn: Vec3
    low: float
    high: float
    sideways: float = 0.0
    twist: float = 0.0


_JOINTS = {
    "loin": _Row("pelvis", "loin", "back", LEFT, -25, 25, 25, 15),
    "back": _Row("loin", "ribcage", "neck", LEFT, -25, 25, 25, 15),
    "neck": _Row("ribcage", "neck", "head", LEFT, -45, 60, 50, 40),
    "head": _Row("neck", "head", "nose", LEFT, -50, 50, 30, 40),
    "tail_1": _Row("pelvis", "tail_1", "tail_2", RIGHT, -40, 60, 50),
    "tail_2": _Row("tail_1", "tail_2", "tail_3", RIGHT, -40, 60, 50),
    "tail_3": _Row("tail_2", "tail_3", "tail_tip", RIGHT, -40, 60, 50),
    "left_shoulder": _Row("ribcage", "left_upper_arm", "elbow", RIGHT, -50, 60, 25, 20),
    "left_elbow": _Row("left_upper_arm", "left_forearm", "carpus", RIGHT, -35, 100),
    "left_carpus": _Row("left_forearm", "left_pastern", "fore_paw", LEFT, -20, 110),
    "left_fore_paw": _Row("left_pastern", "left_fore_paw", "fore_tip", LEFT, -60, 60),
    "left_hip": _Row("pelvis", "left_thigh", "stifle", RIGHT, -60, 60, 30, 25),
    "left_stifle": _Row("left_thigh", "left_shank", "hock", LEFT, -55, 75),
    "left_hock": _Row("left_shank", "left_metatarsus", "hind_paw", RIGHT, -55, 60),
    "left_hind_paw": _Row("left_metatarsus", "left_hind_paw", "hind_tip", LEFT, -60, 60),
}


def quadruped(height: float = 0.6) -> Figure:
    """A quadruped so many metres high at the withers, facing +Z, standing on y = 0 at rest.

    The root segment is the pelvis. Sites: `left_fore_paw`, `left_hind_paw` (middle of the pad, with their right
    partners), `nose`, `eyes`, `tail_tip`, `pelvis`.
    """
    h = positive(height, "the height of a quadruped")
    at = {name: (x * h, y * h, z * h) for name, (x, y, z) in POINTS.items()}
    joints = [Joint("root", "free", None, "pelvis"), *(_joint(name, row, at) for name, row in _JOINTS.items())]
    origins = {"pelvis": at["root"]} | {row.child: _origin(name, at) for name, row in _JOINTS.items()}
    segments = [segment(name, origins[name], parts) for name, parts in shapes(at, h).items()]
    sites, soles = _sites(at, origins), _soles(at, origins, h)
    limbs, groups = _limbs(), _groups()
    return Figure(
        "quadruped",
        side.both_sides(segments, side.mirrored_segment),
        side.both_sides(joints, side.mirrored_joint),
        sites=side.both_sides(sites, side.mirrored_site),
        soles=side.both_sides(soles, side.mirrored_sole),
        limbs=side.both_sides(limbs, side.mirrored_limb),
        groups=side.both_sides(groups, side.mirrored_group),
        mirror=Mirror("x", side.pairs(segments, joints, sites, soles, limbs, groups)),
        postures={"rest": {"root": (*at["root"], 0.0, 0.0, 0.0, 1.0)}},
    )


def _joint(name: str, row: _Row, at: dict[str, Vec3]) -> Joint:
    origin = _origin(name, at)
    parent = at["root"] if row.parent == "pelvis" else _origin(_carrier(row.parent), at)
    frame = frame_along(away(at[row.towards], origin), row.turn)
    model, limits = _model(row)
    return joint(name, model, row.parent, row.child, away(origin, parent), frame, limits)


def _model(row: _Row) -> tuple[JointModel, Limits]:
    """Hinge, swing or ball, by how much freedom the row gives."""
    if not row.sideways:
        return "hinge", {"angle": Range.degrees(row.low, row.high)}
    limits: Limits = {"swing": region(row.low, row.high, -row.sideways, row.sideways)}
    if not row.twist:
        return "swing", limits
    return "ball", limits | {"twist": Range.degrees(-row.twist, row.twist)}


def _origin(joint: str, at: dict[str, Vec3]) -> Vec3:
    return at[joint.removeprefix("left_")]


def _carrier(segment: str) -> str:
    """The joint that carries a segment."""
    return next(name for name, row in _JOINTS.items() if row.child == segment)


def _sites(at: dict[str, Vec3], origins: dict[str, Vec3]) -> list[Site]:
    points = {"nose": ("head", at["nose"]), "eyes": ("head", at["eyes"]), "tail_tip": ("tail_3", at["tail_tip"])}
    for paw, tip in (("left_fore_paw", "fore_tip"), ("left_hind_paw", "hind_tip")):
        x, _, z = at[tip]
        points[paw] = (paw, (x, 0.0, (z + _origin(paw, at)[2]) / 2))
    made = [Site(n, part, Placement(away(point, origins[part]))) for n, (part, point) in points.items()]
    return [*made, Site("pelvis", "pelvis")]


def _soles(at: dict[str, Vec3], origins: dict[str, Vec3], h: float) -> list[Sole]:
    made = []
    for paw, tip in (("left_fore_paw", "fore_tip"), ("left_hind_paw", "hind_tip")):
        x, back, front, half = at[tip][0], _origin(paw, at)[2], at[tip][2], 0.035 * h
        corners = ((x - half, 0.0, back), (x - half, 0.0, front), (x + half, 0.0, front), (x + half, 0.0, back))
        made.append(Sole(paw, paw, tuple(away(c, origins[paw]) for c in corners)))
    return made


def _limbs() -> list[LimbChain]:
    return [
        LimbChain("left_fore_leg", "left_shoulder", "left_elbow", "left_carpus", "left_fore_paw"),
        LimbChain("left_hind_leg", "left_hip", "left_stifle", "left_hock", "left_hind_paw"),
    ]


def _groups() -> list[Group]:
    return [
        Group("spine", ("loin", "back")),
        Group("head", ("neck", "head")),
        Group("tail", ("tail_1", "tail_2", "tail_3")),
        Group("left_fore_leg", ("left_shoulder", "left_elbow", "left_carpus", "left_fore_paw")),
        Group("left_hind_leg", ("left_hip", "left_stifle", "left_hock", "left_hind_paw")),
    ]
