"""Baerlocher's planar man (7.3.3): a person seen from the side, 12 hinges, masses from shapes at one density.

He stands on fixed feet and shows what control of the centre of mass and of the moment of inertia does. Left and
right limbs move as one.
"""

from __future__ import annotations

from poise.figure.check import Vec3, positive
from poise.figure.figure import Figure
from poise.figure.marks import Group, Site, Sole
from poise.figure.placement import Placement
from poise.figure.shape import Shape
from poise.figures.drawing import MINUS_X, Part, X, base, hinges, segment
from poise.people.clay import egg, rod
from poise.people.limits import SPINE_SHARES
from poise.people.motion import extent

Pair = tuple[float, float]

_POINTS: dict[str, Pair] = {
    # height and forwardness as fractions of stature
    "ankle": (0.040, 0.0), "knee": (0.280, 0.0), "hip": (0.515, 0.0), "lumbar": (0.575, -0.008),
    "thoracolumbar": (0.660, -0.008), "thoracic": (0.725, -0.010), "neck": (0.850, -0.012), "head": (0.912, 0.0),
    "shoulder": (0.800, -0.005), "elbow": (0.637, -0.005), "wrist": (0.485, -0.005), "fingers": (0.435, -0.005),
}  # fmt: skip

ARM = 0.115
"""How far out the arms are, as a fraction of stature."""


def planar_man(stature: float = 1.75) -> Figure:
    """A planar man so many metres tall, in the y–z plane, facing +Z, his ankles over z = 0.

    Joints, hinges about x, flexion positive: ankle, knee, hip, lumbar, thoracolumbar, thoracic, neck, head, shoulder,
    elbow, wrist, fingers. Sites: `foot`, `hand`, `eyes`, `head_top`, `pelvis`.
    """
    s = positive(stature, "the stature of a planar man")
    parts = _parts(s)
    foot = _at("ankle", s)
    segments = [segment("foot", foot, _foot(s)), *(segment(p.name, p.at, p.shapes) for p in parts)]
    down = -0.040 * s
    corners = ((-0.08, -0.04), (-0.08, 0.115), (0.08, 0.115), (0.08, -0.04))
    return Figure(
        "planar_man",
        segments,
        [base("foot", foot), *hinges("foot", foot, parts)],
        sites=[
            Site("foot", "foot", Placement((0.0, down, 0.0375 * s))),
            Site("hand", "hand", Placement((0.0, -0.036 * s, 0.0))),
            Site("pelvis", "pelvis"),
            Site("eyes", "head", Placement((0.0, 0.023 * s, 0.055 * s))),
            Site("head_top", "head", Placement((0.0, 0.088 * s, 0.0))),
        ],
        soles=[Sole("foot", "foot", tuple((x * s, down, z * s) for x, z in corners))],
        groups=[
            Group("leg", ("ankle", "knee", "hip")),
            Group("spine", ("lumbar", "thoracolumbar", "thoracic")),
            Group("head", ("neck", "head")),
            Group("arm", ("shoulder", "elbow", "wrist", "fingers")),
        ],
    )


def _parts(s: float) -> list[Part]:
    """From the feet up; a row is segment, parent, joint, shapes, range in degrees, axis."""
    ankle = _range("ankle", "plantar flexion", "dorsiflexion")
    yoke = rod(_at("shoulder", s, 0.85 * ARM), _at("shoulder", s, -0.85 * ARM), 0.030 * s, 0.030 * s)
    rows: list[tuple[str, str, str, list[Shape], Pair, Vec3]] = [
        ("shank", "foot", "ankle", _pair("ankle", "knee", 0.022, 0.030, s), ankle, X),
        ("thigh", "shank", "knee", _pair("knee", "hip", 0.031, 0.045, s), _range("knee"), MINUS_X),
        ("pelvis", "thigh", "hip", [_egg(0.545, 0.0, 0.095, 0.050, 0.062, s)], _range("hip"), X),
        ("abdomen", "pelvis", "lumbar", [_egg(0.618, 0.0, 0.088, 0.055, 0.062, s)], _spine("lumbar"), X),
        ("midriff", "abdomen", "thoracolumbar", [_egg(0.692, 0.0, 0.083, 0.046, 0.063, s)], _spine("thoracolumbar"), X),
        ("chest", "midriff", "thoracic", [_egg(0.778, -0.004, 0.092, 0.070, 0.068, s), yoke], _spine("thoracic"), X),
        ("neck", "chest", "neck", [rod(_at("neck", s), _at("head", s), 0.034 * s, 0.032 * s)], (-35, 40), X),
        ("head", "neck", "head", _head(s), _range("head"), X),
        ("upper_arm", "chest", "shoulder", _pair("shoulder", "elbow", 0.033, 0.024, s, ARM), (-60, 180), MINUS_X),
        ("forearm", "upper_arm", "elbow", _pair("elbow", "wrist", 0.024, 0.016, s, ARM), _range("elbow"), MINUS_X),
        ("hand", "forearm", "wrist", _pair("wrist", "fingers", 0.017, 0.015, s, ARM), _range("wrist"), MINUS_X),
        ("fingers", "hand", "fingers", _fingers(s), (0, 90), MINUS_X),
    ]  # fmt: skip
    return [Part(n, parent, joint, _at(joint, s), shapes, *span, turn) for n, parent, joint, shapes, span, turn in rows]


def _range(joint: str, back: str = "extension", fore: str = "flexion") -> Pair:
    return -extent(joint, back), extent(joint, fore)


def _spine(joint: str) -> Pair:
    share = SPINE_SHARES[joint]["swing_x"]
    return -share * extent("spine", "extension"), share * extent("spine", "flexion")


def _at(joint: str, s: float, x: float = 0.0) -> Vec3:
    y, z = _POINTS[joint]
    return (x * s, y * s, z * s)


def _pair(start: str, end: str, r: float, r_end: float, s: float, x: float = 0.049) -> list[Shape]:
    """A limb and its twin."""
    return [rod(_at(start, s, side), _at(end, s, side), r * s, r_end * s) for side in (x, -x)]


def _egg(y: float, z: float, a: float, b: float, c: float, s: float) -> Shape:
    return egg((0.0, y * s, z * s), (a * s, b * s, c * s))


def _head(s: float) -> list[Shape]:
    nose = rod((0.0, 0.930 * s, 0.056 * s), (0.0, 0.915 * s, 0.063 * s), 0.004 * s, 0.007 * s)
    return [_egg(0.935, 0.004, 0.043, 0.065, 0.056, s), nose]


def _fingers(s: float) -> list[Shape]:
    y, z = _POINTS["fingers"]
    return [rod(_at("fingers", s, x), (x * s, (y - 0.05) * s, z * s), 0.015 * s, 0.009 * s) for x in (ARM, -ARM)]


def _foot(s: float) -> list[Shape]:
    made: list[Shape] = []
    for x in (0.049, -0.049):
        heel = (x * s, 0.020 * s, -0.020 * s)
        made.append(rod(_at("ankle", s, x), heel, 0.021 * s, 0.020 * s))
        made.append(rod(heel, (x * s, 0.012 * s, 0.103 * s), 0.020 * s, 0.012 * s))
    return made
