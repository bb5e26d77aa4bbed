"""The bones of a human skin, and which of them a vertex of the template follows."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

from poise.people.sizes import MODEL
from poise.skin.bones import Bone
from poise.skin.cage import Floats
from poise.skin.frame import Frame

Shares = dict[str, float]
"""Bones and how much of a vertex follows them."""

QUARTERS = (0.25, 0.5, 0.75)

LIMBS: dict[str, tuple[str, tuple[tuple[float, float], ...]]] = {
    # child segment: its parent, and the shares of swing and twist that bones in between take
    "upper_arm": ("clavicle", ((0.25, 0.0), (0.5, 0.0), (0.75, 0.0), (1.0, 0.0), (1.0, 1 / 3), (1.0, 2 / 3))),
    "forearm": ("upper_arm", ((0.25, 0.0), (0.5, 0.0), (0.75, 0.0), (1.0, 0.0), (1.0, 1 / 3), (1.0, 2 / 3))),
    "thigh": ("pelvis", ((0.25, 0.0), (0.5, 0.0), (0.75, 0.0), (1.0, 0.0), (1.0, 0.5))),
    "shank": ("thigh", ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75))),
    "hand": ("forearm", ((0.5, 0.5),)),
    "foot": ("shank", ((0.5, 0.5),)),
    "toes": ("foot", ((0.5, 0.5),)),
}
MIDDLE: dict[str, tuple[str, tuple[tuple[float, float], ...]]] = {
    "neck": ("chest", ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75))),
    "head": ("neck", ((0.5, 0.5),)),
}
Span = tuple[float, float]
"""From where to where along a limb: 1 is the joint, 0 and 2 are the ends of both segments."""
KNEE, KNEE_HOLLOW = (0.82, 1.18), (0.56, 1.46)
"""Where the skin of the knee bends, in front and behind: bent by 130° the hollow loses 0.13 m of its length, which it
would fold away if it had not thrice that (`python benchmarks/skin_crossings.py`)."""
ELBOW, ELBOW_HOLLOW = (0.86, 1.12), (0.60, 1.42)
"""The same of the elbow, behind and in front."""
DIGITS = ("thumb", "index", "middle", "ring", "little")


def human_bones(frames: dict[str, Floats], tips: dict[str, Floats]) -> list[Bone]:
    """The segments' own bones, then those in between. `frames`: of the segments; `tips`: (3,) where each ends."""
    bones = [Bone(name, name) for name in frames]
    for child, (parent, shares) in MIDDLE.items():
        bones += _between(child, parent, shares, frames, tips)
    for side in ("left_", "right_"):
        for child, (parent, shares) in LIMBS.items():
            carrier = parent if parent in frames else side + parent
            bones += _between(side + child, carrier, shares, frames, tips)
        for digit in DIGITS:
            for i in (1, 2, 3):
                name = f"{side}{digit}_{i}"
                if name in frames:
                    carrier = f"{side}{digit}_{i - 1}" if i > 1 else f"{side}hand"
                    bones += _between(name, carrier, ((0.5, 0.5),), frames, tips)
    return bones


def _between(
    child: str, parent: str, shares: tuple[tuple[float, float], ...], frames: dict[str, Floats], tips: dict[str, Floats]
) -> list[Bone]:
    way = tips[child] - frames[child][:3, 3]
    x, y, z = (float(v) for v in way / np.linalg.norm(way))
    return [Bone(between_name(child, a, b), child, parent, (x, y, z), a, b) for a, b in shares]


def between_name(child: str, swing: float, twist: float) -> str:
    """The name of a bone in between: its segment and its shares in percent."""
    return f"{child}.{round(100 * swing)}.{round(100 * twist)}"


def smooth(value: float, low: float, high: float) -> float:
    """0 below `low`, 1 above `high`, with level ends."""
    t = min(max((value - low) / (high - low), 0.0), 1.0)
    return t * t * (3 - 2 * t)


def stepped(share: float, bones: list[tuple[float, str]]) -> Shares:
    """The two of some bones, in order of their share of a turn, between which a share lies."""
    if share <= bones[0][0]:
        return {bones[0][1]: 1.0}
    for (low, a), (high, b) in itertools.pairwise(bones):
        if share <= high:
            t = (share - low) / (high - low)
            return {a: 1.0 - t, b: t}
    return {bones[-1][1]: 1.0}


def mixed(first: Shares, second: Shares, part: float) -> Shares:
    """`first` with a part of it given to `second`."""
    found = {name: (1.0 - part) * w for name, w in first.items()}
    for name, w in second.items():
        found[name] = found.get(name, 0.0) + part * w
    return {name: w for name, w in found.items() if w > 1e-6}


def bend(parent: str, child: str, twisted: bool) -> list[tuple[float, str]]:
    """The bones from a parent to a child's swing; `twisted`: the child's own twist is not in it."""
    own = between_name(child, 1.0, 0.0) if twisted else child
    between = [(q, between_name(child, q, 0.0 if twisted else q)) for q in QUARTERS]
    return [(0.0, parent), *between, (1.0, own)]


def twist(child: str, steps: tuple[float, ...]) -> list[tuple[float, str]]:
    """The bones that swing with a child and take more and more of its twist."""
    return [(0.0, between_name(child, 1.0, 0.0)), *((s, between_name(child, 1.0, s)) for s in steps), (1.0, child)]


class Weigher:
    """Which bones the vertices of a human template follow, from their region and how far along it they are."""

    def __init__(self, frame: Frame, jointed: bool) -> None:
        self._at = frame.marks.joints
        self._s = frame.person.stature / MODEL.stature
        self._jointed = jointed

    def shares(self, region: str, along: float, point: Floats) -> Shares:
        """Of one vertex; `point`: in the reference posture, on the left side."""
        if region in ("head", "ear"):
            return self._head(along + 16.0)
        if region == "trunk":
            return self._trunk(along, point)
        finders: dict[str, Callable[[float, Floats], Shares]] = {
            "left_arm": self._arm, "left_leg": self._leg, "left_palm": self._palm, "left_foot": self._foot,
            "left_toes": lambda a, p: {"left_toes": 1.0},
        }  # fmt: skip
        if region in finders:
            return finders[region](along, point)
        return self._digit(region, along)

    def _head(self, row: float) -> Shares:
        neck = np.interp(row, (11.5, 13.0, 14.0, 15.0, 16.0), (0.0, 0.12, 0.45, 0.8, 1.0))
        head = np.interp(row, (13.5, 15.0, 16.0, 17.0, 18.0), (0.0, 0.25, 0.62, 0.88, 1.0))
        turned = stepped(float(neck), bend("chest", "neck", twisted=False))
        nodding = stepped(float(head), [(0.0, "neck"), (0.5, between_name("head", 0.5, 0.5)), (1.0, "head")])
        return mixed(turned, nodding, float(head)) if head < 1.0 else nodding

    def _spine(self, y: float) -> Shares:
        found: Shares = {"pelvis": 1.0}
        for joint, child, half in (
            ("lumbar", "abdomen", 0.060),
            ("thoracolumbar", "midriff", 0.060),
            ("thoracic", "chest", 0.055),
        ):
            level = float(self._at[joint][1])
            part = smooth(y, level - half * self._s, level + half * self._s)
            found = mixed(found, {child: 1.0}, part)
        return found

    def _trunk(self, row: float, point: Floats) -> Shares:
        if row > 11.5:
            return self._shoulder(self._head(row), point) if row < 13.5 else self._head(row)
        if row < 3.5:
            return self._hip(self._spine(float(point[1])), point)
        return self._shoulder(self._spine(float(point[1])), point)

    def _shoulder(self, trunk: Shares, point: Floats) -> Shares:
        """Collar bone and arm near the shoulder."""
        s, (x, y, _) = self._s, point
        joint = self._at["shoulder"]
        girdle = smooth(x, 0.03 * s, 0.135 * s) * smooth(y, float(joint[1]) - 0.125 * s, float(joint[1]) - 0.01 * s)
        carried = mixed(trunk, {"left_clavicle": 1.0}, girdle)
        out = smooth(x, float(joint[0]) - 0.060 * s, float(joint[0]) + 0.055 * s)
        near = smooth(y, float(joint[1]) - 0.16 * s, float(joint[1]) - 0.06 * s)
        return mixed(
            carried,
            stepped(out * near, bend("left_clavicle", "left_upper_arm", twisted=True)),
            min(1.0, 4.0 * out * near),
        )

    def _hip(self, trunk: Shares, point: Floats) -> Shares:
        s, (x, y, z) = self._s, point
        ahead = smooth(z, -0.05 * s, 0.06 * s)
        low = (1 - ahead) * 0.105 + ahead * 0.220  # the groin is pressed together, as the hollow of the knee is
        high = (1 - ahead) * 0.065 + ahead * 0.030
        part = smooth(-y, -high * s, low * s) * smooth(x, 0.0, 0.085 * s)
        return mixed(trunk, stepped(part, bend("pelvis", "left_thigh", twisted=True)), min(1.0, 5.0 * part))

    def _leg(self, t: float, point: Floats) -> Shares:
        low, high = self._hollow(float(self._at["knee"][2] - point[2]), KNEE, KNEE_HOLLOW)
        if t >= high:
            return mixed({"left_shank": 1.0}, {between_name("left_foot", 0.5, 0.5): 1.0}, smooth(t, 1.80, 2.10))
        turned = stepped(smooth(t, 0.2, 0.9), twist("left_thigh", (0.5,)))
        if t < 0.60:
            turned = mixed(self._hip({"pelvis": 1.0}, point), turned, smooth(t, 0.16, 0.60))
        bent = stepped(smooth(t, low, high), bend("left_thigh", "left_shank", twisted=False))
        return _in_place(bent, "left_thigh", turned)

    def _hollow(self, inside: float, drawn: Span, pressed: Span) -> Span:
        """Between which parts of the way a limb bends: longer where it is pressed together than where it is drawn.

        `inside`: how far (m) a vertex lies on the side that is pressed.
        """
        part = smooth(inside, 0.0, 0.04 * self._s)
        low, high = ((1.0 - part) * a + part * b for a, b in zip(drawn, pressed, strict=True))
        return low, high

    def _foot(self, ring: float, point: Floats) -> Shares:
        ankle = float(np.interp(ring, (0.0, 1.0, 2.0, 3.0), (0.2, 0.55, 0.85, 1.0)))
        found = stepped(ankle, [(0.0, "left_shank"), (0.5, between_name("left_foot", 0.5, 0.5)), (1.0, "left_foot")])
        ball = float(np.interp(ring, (5.0, 6.0, 7.0), (0.0, 0.45, 0.85)))
        return mixed(found, stepped(ball, _half("left_foot", "left_toes")), ball) if ball > 0 else found

    def _arm(self, t: float, point: Floats) -> Shares:
        if t >= 1.9:
            return stepped(0.25, _half("left_forearm", "left_hand"))
        turned = stepped(smooth(t, 0.15, 0.95), twist("left_upper_arm", (1 / 3, 2 / 3)))
        if t < 0.4:
            lifted = stepped(smooth(t, -0.20, 0.30), bend("left_clavicle", "left_upper_arm", twisted=True))
            turned = mixed(lifted, turned, smooth(t, 0.2, 0.4))
        low, high = self._hollow(float(point[2] - self._at["elbow"][2]), ELBOW, ELBOW_HOLLOW)
        bent = stepped(smooth(t, low, high), bend("left_upper_arm", "left_forearm", twisted=True))
        wrung = stepped(float(np.clip((t - 1.1) / 0.82, 0.0, 1.0)), twist("left_forearm", (1 / 3, 2 / 3)))
        return _in_place(_in_place(bent, "left_upper_arm", turned), between_name("left_forearm", 1.0, 0.0), wrung)

    def _palm(self, t: float, point: Floats) -> Shares:
        return stepped(float(np.interp(t, (0.0, 0.14, 0.38), (0.4, 0.75, 1.0))), _half("left_forearm", "left_hand"))

    def _digit(self, region: str, along: float) -> Shares:
        if not self._jointed:
            return {"left_hand": 1.0}
        bone = int(min(along + 0.3, 2.9))
        carrier = f"{region}_{bone}" if bone else "left_hand"
        own = f"{region}_{bone + 1}"
        share = smooth(along - bone, -0.25, 0.25) if bone else smooth(along, -0.2, 0.85)
        return stepped(share, _half(carrier, own))


def _in_place(shares: Shares, bone: str, carrier: Shares) -> Shares:
    """What hangs on one bone as a whole, hung on its carrier's bones instead."""
    own = shares.get(bone, 0.0)
    found = {name: w for name, w in shares.items() if name != bone}
    return found | {name: found.get(name, 0.0) + own * w for name, w in carrier.items() if own * w > 1e-6}


def _half(parent: str, child: str) -> list[tuple[float, str]]:
    return [(0.0, parent), (0.5, between_name(child, 0.5, 0.5)), (1.0, child)]
