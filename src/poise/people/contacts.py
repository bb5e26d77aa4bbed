"""Sites on the skin where a body meets a seat, a floor or a wall (left side and middle).

Each lies on the skin of the segment that carries it, on the side that touches: `seat` under the buttock, `buttock`
behind it, `kneecap` before the knee, `palm` at the heel of the hand, its z towards the finger tips and its y out of the
back, so that a hand lies on a table when y is upright, `hip_side`, `shoulder_side`, `knee_side` and `ankle_side` at the
outside of the joint, `foot_edge` at the outer edge of the sole, `heel_back` behind the heel; `belly` in front,
`upper_back` between the shoulder blades and `head_back` behind the skull.
"""

from __future__ import annotations

import math

from poise.figure.check import Vec3
from poise.figure.marks import Site
from poise.figure.placement import Placement, frame_along
from poise.figure.shape import Sphere
from poise.people.clay import Shapes
from poise.people.joints import BACK, away
from poise.people.landmarks import Landmarks
from poise.people.person import Person
from poise.people.sizes import MODEL, Sizes

HEEL_OF_HAND, WRIST_RADIUS = 0.03, 0.0165
"""Of hand length from the wrist; of stature, how far the underside of the wrist is from its centre."""

SKIN: dict[str, tuple[tuple[str, float], ...]] = {
    "seat": (("buttock_depth", 0.0776), ("stature", 0.0386)),
    "buttock": (("buttock_depth", 0.1389),),
    "hip_side": (("hip_breadth", 0.1599), ("stature", 0.0152)),
    "kneecap": (("lower_thigh_girth", 0.0640),),
    "knee_side": (("lower_thigh_girth", 0.0551),),
    "ankle_side": (("foot_breadth", 0.0366),),
    "foot_edge": (("foot_breadth", 0.0496),),
    "heel_back": (("stature", 0.0644),),
    "shoulder_side": (("biceps_girth", 0.0587),),
    "belly": (("waist_depth", 0.0747), ("buttock_depth", 0.0747), ("stature", -0.0170)),
    "upper_back": (("chest_depth", 0.0827), ("neck_girth", 0.0827), ("stature", -0.0252)),
    "head_back": (("head_length", 0.0869),),
    "breast": (("chest_depth", 0.1621), ("stature", -0.0334)),
    "chest_side": (("chest_breadth", 0.1969), ("stature", -0.0419)),
}
"""How far the skin is from the hip centres or the joint, metres of the mean man, and what it grows with: fitted to
`poise.body_mesh` of nine people from 1.5 to 2 m, whose skin is within 6 mm of it (the seat as one sits)."""


def contact_sites(
    person: Person, marks: Landmarks, shapes: Shapes, tips: list[tuple[Vec3, float]], at: dict[str, Vec3]
) -> list[Site]:
    """The sites. `shapes` as they were modelled, in the reference posture; `tips`: centres and radii of the finger tips
    as a hand rests on them; `at`: origins of the segments."""
    s, j = person.stature, marks.joints
    skin = {name: sum(far * _grown(person, measure) for measure, far in parts) for name, parts in SKIN.items()}
    x, sole, _ = j["heel"]
    knee, ankle, shoulder, head = (j[name] for name in ("knee", "ankle", "shoulder", "head"))
    buttock = _ball(shapes["pelvis"][-2])
    points: dict[str, tuple[str, Vec3]] = {
        "left_seat": ("pelvis", (buttock[0], -skin["seat"], buttock[2])),
        "left_buttock": ("pelvis", (buttock[0], buttock[1], -skin["buttock"])),
        "left_hip_side": ("pelvis", (skin["hip_side"], 0.018 * s, 0.0)),
        "left_kneecap": ("left_shank", (knee[0], knee[1], knee[2] + skin["kneecap"])),
        "left_knee_side": ("left_shank", (knee[0] + skin["knee_side"], knee[1], knee[2])),
        "left_ankle_side": ("left_shank", (ankle[0] + skin["ankle_side"], ankle[1], ankle[2])),
        "left_foot_edge": ("left_foot", (x + skin["foot_edge"], sole + 0.011 * s, j["toes"][2])),
        "left_heel_back": ("left_foot", (x, sole + person.length("heel_breadth") / 2, ankle[2] - skin["heel_back"])),
        "left_shoulder_side": ("left_clavicle", (shoulder[0] + skin["shoulder_side"], *shoulder[1:])),
        "left_breast": ("chest", (0.047 * s, shoulder[1] - 0.085 * s, skin["breast"])),
        "left_chest_side": ("chest", (skin["chest_side"], shoulder[1] - 0.085 * s, -0.008 * s)),
        "belly": ("abdomen", (0.0, j["lumbar"][1], skin["belly"])),
        "upper_back": ("chest", (0.0, shoulder[1] - 0.034 * s, -skin["upper_back"])),
        "head_back": ("head", (0.0, marks.levels["vertex"] - 0.056 * s, head[2] - skin["head_back"])),
    }
    made = [Site(name, segment, Placement(away(point, at[segment]))) for name, (segment, point) in points.items()]
    return [*made, Site("left_palm", "left_hand", _palm(person, j["wrist"], tips, at["left_hand"]))]


def _palm(person: Person, wrist: Vec3, tips: list[tuple[Vec3, float]], origin: Vec3) -> Placement:
    """The heel of the left hand, which looks to −X, turned until its plane touches the farthest finger tip."""
    x, y, z = wrist
    x, y = x - WRIST_RADIUS * person.stature, y - HEEL_OF_HAND * person.length("hand_length")
    tilt = max(math.atan2(x - (tip[0] - radius), y - tip[1]) for tip, radius in tips)
    return Placement(away((x, y, z), origin), frame_along((-math.sin(tilt), -math.cos(tilt), 0.0), BACK))


def _grown(person: Person, measure: str) -> float:
    """How much more of a measure the person has than the mean man."""
    return person.stature / MODEL.stature if measure == "stature" else Sizes(person).ratio(measure)


def _ball(shape: object) -> Vec3:
    assert isinstance(shape, Sphere)
    return shape.placement.position
