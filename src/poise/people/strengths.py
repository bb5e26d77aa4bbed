"""How strong joints are: isometric peaks in N m, by joint coordinate (left side).

Hip, knee and ankle: Anderson, Madigan, Nussbaum 2007, J. Biomech. 40(14), table 3, ages 18–25:
torque = C1 × mass × g × stature × cos(C2 (angle − C3)). The rest of the body is only an order of magnitude: 0.6 of one
elite gymnast (69.6 kg, 1.732 m; Jackson 2010 and Kentel 2011 as collected by Millard), scaled by mass × stature.
"""

from __future__ import annotations

from poise.figure.joint import Strength
from poise.people.person import Person

G = 9.81

ANDERSON = "Anderson et al. 2007, table 3, 18–25 years, isometric peak"
ROUGH = "order of magnitude: 0.6 × an elite gymnast (Jackson 2010, Kentel 2011), scaled by mass × stature"

_C1 = {
    # joint, coordinate: (male positive, male negative), (female positive, female negative)
    ("left_hip", "swing_x"): ((0.113, 0.161), (0.127, 0.181)),  # flexion, extension
    ("left_knee", "flexion"): ((0.087, 0.163), (0.080, 0.159)),
    ("left_ankle", "swing_x"): ((0.033, 0.095), (0.027, 0.104)),  # dorsiflexion, plantar flexion
}

_ANGLES = {
    # C2 and C3 (rad) of the positive, then the negative direction, by sex
    ("left_hip", "swing_x"): ((0.738, -0.214, 0.958, 0.932), (0.650, -0.350, 0.697, 1.242)),
    ("left_knee", "flexion"): ((0.869, 0.522, 1.258, 1.133), (0.873, 0.635, 1.187, 1.274)),
    ("left_ankle", "swing_x"): ((1.510, -0.187, 1.391, 0.408), (1.079, -0.302, 1.399, 0.424)),
}
"""How those depend on the angle: torque = peak × cos(C2 (angle − C3))."""

_GYMNAST = {
    ("lumbar", "swing_x"): (211.65, 687.864),  # flexion, extension
    ("left_shoulder", "swing_x"): (91.1388, 127.401),  # raising, lowering
    ("left_shoulder", "swing_y"): (128.496, 94.6839),  # horizontal adduction, abduction
    ("left_shoulder", "twist"): (50.522, 43.5837),  # internal, external
    ("left_elbow", "flexion"): (101.384, 69.8728),
    ("left_elbow", "twist"): (12.976, 13.5361),  # pronation, supination
    ("left_wrist", "swing_x"): (39.2252, 15.5653),  # flexion, extension
    ("left_wrist", "swing_y"): (31.4217, 23.8345),  # ulnar, radial
}
"""Positive and negative peak of the gymnast, N m."""

_ORDINARY = 0.6
_GYMNAST_SIZE = 69.6 * 1.732


def strengths(person: Person) -> dict[str, dict[str, Strength]]:
    """By joint and coordinate."""
    weight = person.mass * G * person.stature
    rough = _ORDINARY * person.mass * person.stature / _GYMNAST_SIZE
    found: dict[str, dict[str, Strength]] = {}
    for (joint, coordinate), by_sex in _C1.items():
        sex = 0 if person.sex == "male" else 1
        plus, minus = by_sex[sex]
        curve = _ANGLES[joint, coordinate][sex]
        found.setdefault(joint, {})[coordinate] = Strength(plus * weight, minus * weight, ANDERSON, curve)
    for (joint, coordinate), (plus, minus) in _GYMNAST.items():
        found.setdefault(joint, {})[coordinate] = Strength(plus * rough, minus * rough, ROUGH)
    return found
