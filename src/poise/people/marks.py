"""What is named on a person: sites, soles, limbs and groups (left side and middle).

Site frames: `eyes`, `head_top`, `chest` and `pelvis` look along +Z, up is +Y. A hand's site is the centre of its
grip, z along the fingers, y out of the back of the hand. `foot` is the middle of the sole, `heel` and `toe` its
ends, +Y up and +Z to the toes. `elbow` and `knee` are joint centres on the upper arm and thigh.
"""

from __future__ import annotations

from poise.figure.check import Vec3
from poise.figure.marks import Group, LimbChain, Site, Sole
from poise.figure.placement import Placement
from poise.people.hand import Digit
from poise.people.joints import PALM, away
from poise.people.landmarks import Landmarks
from poise.people.person import Person

GRIP = 0.33  # of hand length from the wrist; ANSUR's forearm–centre of grip length leads there


def sites(person: Person, marks: Landmarks, at: dict[str, Vec3]) -> list[Site]:
    """The sites every human has; `at`: origins of the segments."""
    points = _middle_points(person, marks) | _left_points(person, marks)
    made = [Site(name, segment, Placement(away(point, at[segment]))) for name, (segment, point) in points.items()]
    x, y, z = marks.joints["wrist"]
    grip = (x - 0.22 * person.length("hand_breadth"), y - GRIP * person.length("hand_length"), z)
    made.append(Site("left_hand", "left_hand", Placement(away(grip, at["left_hand"]), PALM)))
    return made


def finger_tips(fingers: list[Digit]) -> list[Site]:
    """A site on every finger tip, oriented as the joints: z along the finger."""
    made = []
    for digit in fingers:
        segment = f"left_{digit.name}_{len(digit.joints)}"
        tip = away(digit.points[-1], digit.points[-2])
        made.append(Site(f"left_{digit.name}_tip", segment, Placement(tip, digit.frame)))
    return made


def soles(person: Person, marks: Landmarks, at: dict[str, Vec3]) -> list[Sole]:
    """Outlines of the sole before and behind the toe joint: heel breadth behind, foot breadth at the ball (ANSUR)."""
    x, y, back = marks.joints["heel"]
    ball, front = marks.joints["toes"][2], marks.joints["toe_tip"][2]
    heel, broad = person.length("heel_breadth") / 2, person.length("foot_breadth") / 2
    toes, curve = front - ball, back + 0.6 * heel
    behind = ((-0.6 * heel, back), (-heel, curve), (-broad, ball), (broad, ball), (heel, curve), (0.6 * heel, back))
    before = (
        (broad, ball), (-broad, ball), (-0.9 * broad, ball + 0.75 * toes), (-0.45 * broad, front),
        (0.2 * broad, front - 0.05 * toes), (0.85 * broad, ball + 0.55 * toes),
    )  # fmt: skip
    return [
        Sole(f"left_{name}", f"left_{name}", tuple(away((x + dx, y, z), at[f"left_{name}"]) for dx, z in outline))
        for name, outline in (("foot", behind), ("toes", before))
    ]


def limbs() -> list[LimbChain]:
    """The left arm and leg, for the analytic solver."""
    return [
        LimbChain("left_arm", "left_shoulder", "left_elbow", "left_wrist", "left_hand"),
        LimbChain("left_leg", "left_hip", "left_knee", "left_ankle", "left_foot"),
    ]


def groups(fingers: list[Digit]) -> list[Group]:
    """Parts of the body."""
    made = [
        Group("spine", ("lumbar", "thoracolumbar", "thoracic")),
        Group("head", ("neck", "head")),
        Group("left_arm", ("left_clavicle", "left_shoulder", "left_elbow", "left_wrist")),
        Group("left_leg", ("left_hip", "left_knee", "left_ankle", "left_toes")),
    ]
    if fingers:
        made.append(Group("left_fingers", tuple(f"left_{d.name}_{j}" for d in fingers for j in d.joints)))
    return made


def _middle_points(person: Person, marks: Landmarks) -> dict[str, tuple[str, Vec3]]:
    head, level = marks.joints["head"], marks.levels
    front = head[2] + 0.010 * person.stature + person.length("head_length") / 2
    breast = level["xiphion"] + 0.45 * (level["suprasternale"] - level["xiphion"])
    return {
        "eyes": ("head", (0.0, level["eyes"], front - 0.010 * person.stature)),
        "head_top": ("head", (0.0, level["vertex"], head[2] + 0.010 * person.stature)),
        "chest": ("chest", (0.0, breast, 0.42 * person.length("chest_depth"))),
        "pelvis": ("pelvis", (0.0, 0.0, 0.0)),
    }


def _left_points(person: Person, marks: Landmarks) -> dict[str, tuple[str, Vec3]]:
    x, y, back = marks.joints["heel"]
    tip = marks.joints["toe_tip"]
    return {
        "left_elbow": ("left_upper_arm", marks.joints["elbow"]),
        "left_knee": ("left_thigh", marks.joints["knee"]),
        "left_foot": ("left_foot", (x, y, (back + tip[2]) / 2)),
        "left_heel": ("left_foot", (x, y, back)),
        "left_toe": ("left_toes", tip),
    }
