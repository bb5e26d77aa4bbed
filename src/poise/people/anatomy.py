"""What anatomists call the movements of a person's joints.

A coordinate that grows is one movement, and one that falls is its opposite; so is a torque that drives it that way.
Swings of shoulder and wrist and the directions of hip, knee and ankle are those of the sources of strengths.py.
"""

from __future__ import annotations

from poise.people.side import TURNED

SPINE = ("lumbar", "thoracolumbar", "thoracic", "neck", "head")
MOVEMENTS = {
    ("hip", "swing_x"): ("flexion", "extension"),
    ("hip", "swing_y"): ("adduction", "abduction"),
    ("hip", "twist"): ("internal rotation", "external rotation"),
    ("knee", "flexion"): ("flexion", "extension"),
    ("ankle", "swing_x"): ("dorsiflexion", "plantar flexion"),
    ("ankle", "swing_y"): ("inversion", "eversion"),
    ("toes", "angle"): ("flexion", "extension"),
    **{(part, "swing_x"): ("flexion", "extension") for part in SPINE},
    **{(part, "swing_y"): ("lateral flexion", "lateral flexion") for part in SPINE},
    **{(part, "twist"): ("rotation", "rotation") for part in SPINE},
    ("clavicle", "swing_x"): ("elevation", "depression"),
    ("clavicle", "swing_y"): ("protraction", "retraction"),
    ("shoulder", "swing_x"): ("raising", "lowering"),
    ("shoulder", "swing_y"): ("horizontal adduction", "horizontal abduction"),
    ("shoulder", "twist"): ("internal rotation", "external rotation"),
    ("elbow", "flexion"): ("flexion", "extension"),
    ("elbow", "twist"): ("pronation", "supination"),
    ("wrist", "swing_x"): ("flexion", "extension"),
    ("wrist", "swing_y"): ("ulnar deviation", "radial deviation"),
}
"""By joint of the left side and coordinate: when it grows, when it falls."""


def movement(joint: str, coordinate: str, upward: bool) -> str:
    """The movement of a joint whose coordinate grows (`upward`) or falls; empty where there is no word for it."""
    side, _, name = joint.rpartition("_")
    names = MOVEMENTS.get((name, coordinate))
    if names is None or side not in ("", "left", "right"):
        return ""
    swapped = side == "right" and coordinate in TURNED
    return names[0 if upward != swapped else 1]
