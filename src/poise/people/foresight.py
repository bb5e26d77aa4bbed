"""What people would do: from what is known of hands, feet, head, pelvis and chest to a pose and how sure that is.

    said = foreseen(body, told)

The net lies in `poise/captured`, whose README says where it comes from; `tools/train_natural/reference.py` is the same
computation in numpy. Here every question is asked beside its mirror image, and the mean of both answers counts, so that
a mirrored question has exactly the mirrored answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.errors import InputError
from poise.figure.figure import Figure
from poise.people.net_layout import (
    BASE,
    BASE_FREEDOM,
    EFFECTORS,
    FAR,
    FREEDOM,
    INPUTS,
    JOINTS,
    MIRRORED_INPUTS,
    MIRRORED_OUTPUTS,
    NUMBERS,
    OUTPUTS,
    PER_EFFECTOR,
    POSE,
)

Array = NDArray[np.float64]

LOOKS = {"left_foot": 0.5, "right_foot": 0.5, "head": 0.5, "pelvis": 1.0, "chest": 1.0}
"""How much it counts which way a part that is turned looks (as in training)."""

WIDEST = 20.0
"""The logarithm of a spread: goals a kilometre away have the net say more than numbers can hold."""

UNSURE = 0.05
"""Where the goals face by less than this (leg lengths), the pose says where the figure faces (as in training)."""

STEADY = 2.0
"""A session turns to where the goals face by less than asin(1 / 2) = 30° at a time, by less still where they contradict
each other, and not at all where they face straight back, so that goals that move a little never turn the figure round
(estimate)."""

SURE, AGREED, ALONG = (0.2, 0.5), (0.3, 0.6), (0.0, 0.7)
"""Where goals face is not clear up to the first and clear from the second on (estimates): leg lengths that they say;
those over the sum of what each of them says; the cosine of the angle to where the session faces."""

PASSES = 2
"""The second is made in the heading that the first found (as in training). A session knows where it faces and makes
one: from frame to frame a second would go on turning (by 100° in 4 frames of a pirouette, where left-right lines
cancel)."""

SHORTEST_LEG, LONGEST_LEG = 0.71, 0.93
"""Metres: thigh and shank of those in training, who had 0.73 to 0.90 and were stretched by 3 %. Others are
asked about as the nearest of these, in proportion."""


LEVEL = np.array([1.0, 0.0, 1.0])
_ONE, _TWO = np.array([1, 2, 0]), np.array([2, 0, 1])  # of a cross product


@dataclass
class Told:
    """What is known, by segment. `place`: a point and where on the segment it is; `turn`: (3, 3), world ← segment;
    `gaze`: a point looked at. `facing`: where the figure faces. `kept`: how much that counts at least beside what
    the goals say, leg lengths, in a session; 0: only where they say nothing."""

    place: dict[str, tuple[Array, Array]] = field(default_factory=dict)
    turn: dict[str, Array] = field(default_factory=dict)
    gaze: Array | None = None
    facing: Array = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))
    kept: float = 0.0

    @property
    def knows(self) -> bool:
        """Whether anything is known."""
        return bool(self.place or self.turn) or self.gaze is not None


class Body(NamedTuple):
    """The length of the leg (m); that again, then over the leg: thigh, half the hips' spacing, loins, spine, neck, half
    the shoulders' spacing, upper arm, forearm."""

    leg: float
    proportions: Array


class Said(NamedTuple):
    """Pelvis in the world; the net's numbers, and a spread for every degree of freedom: metres for the pelvis's place,
    else radians."""

    place: Array
    turn: Array
    numbers: Array
    spread: Array

    @property
    def joints(self) -> dict[str, Array]:
        """What every joint does, as the net's numbers."""
        return _by_joint(self.numbers, BASE, NUMBERS)

    @property
    def sigma(self) -> dict[str, Array]:
        """The spreads of every joint, and of place and turn of the pelvis."""
        return _by_joint(self.spread, BASE_FREEDOM, FREEDOM) | {"place": self.spread[:3], "turn": self.spread[3:6]}


def _by_joint(numbers: Array, start: int, counts: dict[str, int]) -> dict[str, Array]:
    found = {}
    for name, model in JOINTS:
        found[name] = numbers[start : start + counts[model]]
        start += counts[model]
    return found


def net_of(data: bytes, name: str) -> _core.Net:
    """The net in the bytes of a file. Raises `InputError`, which names the file, when they are no such net."""
    try:
        found = _core.Net(data)
    except ValueError as error:
        raise InputError(f"{name} is no net of natural posture: it {error}") from None
    if (found.inputs, found.outputs) != (INPUTS, OUTPUTS):
        sizes = f"{found.inputs} inputs and {found.outputs} outputs, not {INPUTS} and {OUTPUTS}"
        raise InputError(f"{name} is no net of natural posture: it has {sizes}")
    return found


@cache
def net() -> _core.Net:
    """The net that is shipped."""
    return net_of(files("poise").joinpath("captured", "natural.bin").read_bytes(), "captured/natural.bin")


def foreseen(body: Body, told: Told) -> Said:
    """The pose people would take."""
    origin, hints = origin_of(told), directions_of(told, body.leg)
    ahead: Array = sum(hints, np.zeros(3))
    if told.kept:
        said = sum(float(np.linalg.norm(hint)) for hint in hints)
        unclear = 1.0 - _clear(ahead, said, told.facing)
        ahead = ahead + unclear * max(told.kept, STEADY * said) * _unit(told.facing)
    heading = upright(ahead if np.linalg.norm(ahead) >= UNSURE else told.facing)
    for _ in range(0 if told.kept else PASSES - 1):
        outputs = answered(features(told, body, origin, heading))
        heading = upright(facing(heading @ orthonormal(outputs[3:9])))
    return _said(answered(features(told, body, origin, heading)), body, origin, heading)


def _clear(ahead: Array, said: float, now: Array) -> float:
    """How clearly goals say where a session faces, 0 to 1: not where they say little, contradict each other (`said`:
    all their hints together) or would turn it far. What is clear needs no memory: all ways lead to the same pose."""
    sure = float(np.linalg.norm(ahead))
    if sure == 0.0:
        return 0.0
    along = float(ahead @ _unit(now)) / sure
    return (1.0 - fade(sure, *SURE)) * (1.0 - fade(sure / said, *AGREED)) * (1.0 - fade(along, *ALONG))


def answered(inputs: Array) -> Array:
    """(OUTPUTS,) the mean of what the net says and of the mirror image of what it says of the mirrored question."""
    (sources, signs), (places, turns) = MIRRORED_INPUTS, MIRRORED_OUTPUTS
    plain, image = net().evaluate(np.stack([inputs, signs * inputs[sources]]))
    return np.asarray(0.5 * (plain + turns * image[places]))


def features(told: Told, body: Body, origin: Array, heading: Array) -> Array:
    """(INPUTS,) see `net_layout`. `heading`: (3, 3) world ← canonical."""
    found = np.zeros(INPUTS)
    for i, name in enumerate(EFFECTORS):
        block = found[i * PER_EFFECTOR : (i + 1) * PER_EFFECTOR]
        if name in told.place:
            point, local = told.place[name]
            block[:3], block[3:6], block[12] = (point - origin) @ heading / body.leg, local / body.leg, 1.0
        if name in told.turn:
            block[6:12], block[13] = (heading.T @ told.turn[name])[:, :2].T.ravel(), 1.0
    rest = found[len(EFFECTORS) * PER_EFFECTOR :]
    if told.gaze is not None:
        gaze = (told.gaze - origin) @ heading / body.leg
        rest[:3], rest[3] = gaze * FAR / max(FAR, float(np.linalg.norm(gaze))), 1.0
    rest[4:] = body.proportions
    rest[4] = min(max(body.leg, SHORTEST_LEG), LONGEST_LEG)
    return found


def body_of(figure: Figure) -> Body:
    """What the net is told of a human; left and right count alike."""
    at = {name: np.array(figure.joints[name].placement.position) for name, _ in JOINTS}

    def length(joint: str) -> float:
        return float(np.linalg.norm(at[f"left_{joint}"]) + np.linalg.norm(at[f"right_{joint}"])) / 2

    def aside(joint: str) -> float:
        return float(at[f"left_{joint}"][0] - at[f"right_{joint}"][0]) / 2

    thigh, leg = length("knee"), length("knee") + length("ankle")
    spine = at["thoracolumbar"][1] + at["thoracic"][1] + at["neck"][1]
    lengths = [
        thigh, aside("hip"), at["lumbar"][1], spine, np.linalg.norm(at["head"]), aside("clavicle") + aside("shoulder"),
        length("elbow"), length("wrist"),
    ]  # fmt: skip
    return Body(leg, np.array([leg, *(x / leg for x in lengths)]))


def origin_of(told: Told) -> Array:
    """The middle of the feet that are placed; of all that is placed where no foot is; else the world's origin."""
    feet = [told.place[name][0] for name in EFFECTORS[:2] if name in told.place]
    every = feet or [point for point, _ in told.place.values()]
    return np.mean(every, axis=0) if every else np.zeros(3)


def forward_of(told: Told, leg: float) -> Array:
    """Where the goals seem to face, level; its length says how sure that is."""
    return sum(directions_of(told, leg), np.zeros(3))


def directions_of(told: Told, leg: float) -> list[Array]:
    """Level vectors, each of which says where the goals seem to face, and how surely.

    Lines from right to left point to the left of the body; feet, head, pelvis and chest look ahead; hands are mostly in
    front of the feet.
    """
    place, found = {n: p / leg for n, (p, _) in told.place.items()}, []
    for part in ("foot", "hand"):
        if f"left_{part}" in place and f"right_{part}" in place:
            across = place[f"left_{part}"] - place[f"right_{part}"]
            found.append(np.array((-across[2], 0.0, across[0])))
    for name, weight in LOOKS.items():
        if name in told.turn:
            found.append(weight * told.turn[name][:, 2] * LEVEL)
    if "left_foot" in place or "right_foot" in place:
        for hand in ("left_hand", "right_hand"):
            if hand in place:
                found.append(0.5 * (place[hand] - origin_of(told) / leg) * LEVEL)
    if told.gaze is not None:
        found.append(0.5 * _unit(told.gaze - origin_of(told)) * LEVEL)
    return found


def facing(turn: Array) -> Array:
    """Where a pelvis faces, level, whether upright, lying or on its side: z, and x turned by a right angle."""
    return np.array([turn[0, 2] - turn[2, 0], 0.0, turn[2, 2] + turn[0, 0]])


def upright(ahead: Array) -> Array:
    """(3, 3) world ← canonical: looks there; along world z where the vector vanishes."""
    length = float(np.linalg.norm(ahead))
    x, _, z = ahead / length if length > 1e-6 else (0.0, 0.0, 1.0)
    return np.array([[z, 0.0, x], [0.0, 1.0, 0.0], [-x, 0.0, z]])


def orthonormal(six: Array) -> Array:
    """(…, 3, 3) from two columns (…, 6)."""
    x, y = six[..., :3], six[..., 3:]
    x = x / np.sqrt((x * x).sum(-1, keepdims=True))
    y = y - (x * y).sum(-1, keepdims=True) * x
    found = np.empty((*six.shape[:-1], 3, 3))
    found[..., 0] = x
    found[..., 1] = y = y / np.sqrt((y * y).sum(-1, keepdims=True))
    found[..., 2] = x[..., _ONE] * y[..., _TWO] - x[..., _TWO] * y[..., _ONE]
    return found


def _said(outputs: Array, body: Body, origin: Array, heading: Array) -> Said:
    spread = np.exp(np.clip(outputs[POSE:], -WIDEST, WIDEST))
    spread[:3] *= body.leg
    return Said(origin + heading @ outputs[:3] * body.leg, heading @ orthonormal(outputs[3:9]), outputs[:POSE], spread)


def fade(x: float, known: float, unknown: float) -> float:
    """From 1 to 0 between two values, without a kink."""
    t = min(max((unknown - x) / (unknown - known), 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


def _unit(vector: Array) -> Array:
    return vector / max(float(np.linalg.norm(vector)), 1e-6)
