"""Sites on the skin where a body meets a seat, a floor or a wall (left side and middle).

Each lies on a shape of the segment that carries it, on the side that touches: `seat` under the buttock, `buttock`
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
from poise.figure.shape import Capsule, Sphere
from poise.people.clay import Shapes
from poise.people.joints import BACK, away
from poise.people.landmarks import Landmarks
from poise.people.person import Person

HEEL_OF_HAND, WRIST_RADIUS = 0.03, 0.0165
"""Of hand length from the wrist; of stature, how far the underside of the wrist is from its centre."""


def contact_sites(
    person: Person, marks: Landmarks, shapes: Shapes, tips: list[tuple[Vec3, float]], at: dict[str, Vec3]
) -> list[Site]:
    """The sites. `shapes` as they were modelled, in the reference posture; `tips`: centres and radii of the finger tips
    as a hand rests on them; `at`: origins of the segments."""
    s, j = person.stature, marks.joints
    x, sole, heel = j["heel"]
    head, breast = j["head"], j["shoulder"][1] - 0.034 * s
    buttock, buttock_radius = _ball(shapes["pelvis"][-2])
    knee, knee_radius = j["knee"], _radius(shapes["left_shank"][0])
    shoulder_radius = _radius(shapes["left_upper_arm"][0])
    ankle = j["ankle"]
    points: dict[str, tuple[str, Vec3]] = {
        "left_seat": ("pelvis", (buttock[0], buttock[1] - buttock_radius, buttock[2])),
        "left_buttock": ("pelvis", (buttock[0], buttock[1], buttock[2] - buttock_radius)),
        "left_hip_side": ("pelvis", (person.length("hip_breadth") / 2 * person.breadth, 0.0, 0.0)),
        "left_kneecap": ("left_shank", (knee[0], knee[1], knee[2] + knee_radius)),
        "left_knee_side": ("left_shank", (knee[0] + knee_radius, knee[1], knee[2])),
        "left_ankle_side": ("left_shank", (ankle[0] + 0.0200 * s, ankle[1], ankle[2])),
        "left_foot_edge": ("left_foot", (x + person.length("foot_breadth") / 2, sole + 0.011 * s, j["toes"][2])),
        "left_heel_back": ("left_foot", (x, sole + person.length("heel_breadth") / 2, heel)),
        "left_shoulder_side": ("left_clavicle", (j["shoulder"][0] + shoulder_radius, *j["shoulder"][1:])),
        "belly": ("abdomen", (0.0, j["lumbar"][1], _radius(shapes["abdomen"][0]) - 0.003 * s)),
        "upper_back": ("chest", (0.0, breast, -0.005 * s - 0.058 * s * person.breadth)),
        "head_back": ("head", (0.0, marks.levels["vertex"] - 0.056 * s, head[2] + 0.010 * s - _skull(person))),
    }
    made = [Site(name, segment, Placement(away(point, at[segment]))) for name, (segment, point) in points.items()]
    return [*made, Site("left_palm", "left_hand", _palm(person, j["wrist"], tips, at["left_hand"]))]


def _palm(person: Person, wrist: Vec3, tips: list[tuple[Vec3, float]], origin: Vec3) -> Placement:
    """The heel of the left hand, which looks to −X, turned until its plane touches the farthest finger tip."""
    x, y, z = wrist
    x, y = x - WRIST_RADIUS * person.stature, y - HEEL_OF_HAND * person.length("hand_length")
    tilt = max(math.atan2(x - (tip[0] - radius), y - tip[1]) for tip, radius in tips)
    return Placement(away((x, y, z), origin), frame_along((-math.sin(tilt), -math.cos(tilt), 0.0), BACK))


def _skull(person: Person) -> float:
    return person.length("head_length") / 2


def _ball(shape: object) -> tuple[Vec3, float]:
    assert isinstance(shape, Sphere)
    return shape.placement.position, shape.radius


def _radius(shape: object) -> float:
    """Of a rod, at its first end."""
    assert isinstance(shape, Capsule)
    return shape.radius
