"""What the net says about one question, in numpy: the exact computation that another language has to repeat.

    said = predicted(layers, body, told)    the pose people would take, and how sure that is

`asking.py` reads `body` and `told` off figures and tasks, and makes a pose of what was said.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from layout import BASE, BASE_FREEDOM, EFFECTORS, FAR, FREEDOM, JOINTS, NUMBERS, POSE
from numpy.typing import NDArray
from weights import Layer

Array = NDArray[np.float64]

LOOKS = {"left_foot": 0.5, "right_foot": 0.5, "head": 0.5, "pelvis": 1.0, "chest": 1.0}
"""How much it counts which way a part that is turned looks."""

UNSURE = 0.05
"""Where the goals face by less than this, the start says where the figure faces."""

PASSES = 2
"""The second is made in the heading that the first found."""


@dataclass
class Told:
    """What is known, by effector. `place`: a point and where on the segment it is (3,); `turn`: (3, 3), world ←
    segment. `gaze`: a point looked at. `facing` (3,): where the start faces."""

    place: dict[str, tuple[Array, Array]] = field(default_factory=dict)
    turn: dict[str, Array] = field(default_factory=dict)
    gaze: Array | None = None
    facing: Array = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))


class Said(NamedTuple):
    """Pelvis in the world, what every joint does as the net's numbers, and sigmas: metres for its place, radians."""

    place: Array
    turn: Array
    joints: dict[str, Array]
    sigma: dict[str, Array]


class Body(NamedTuple):
    """The length of the leg (m) and the nine numbers of `layout.BODY`."""

    leg: float
    proportions: Array


def predicted(layers: list[Layer], body: Body, told: Told) -> Said:
    """Both passes."""
    origin, ahead = origin_of(told), forward_of(told, body.leg)
    heading = upright(ahead if np.linalg.norm(ahead) >= UNSURE else told.facing)
    for _ in range(PASSES):
        said = _said(evaluated(layers, features(told, body, origin, heading)), body, origin, heading)
        heading = upright(facing(said.turn))
    return said


def features(told: Told, body: Body, origin: Array, heading: Array) -> Array:
    """(INPUTS,) see `layout`. `heading`: (3, 3) world ← canonical."""
    found = []
    for name in EFFECTORS:
        place, local, turn = np.zeros(3), np.zeros(3), np.zeros(6)
        if name in told.place:
            place, local = heading.T @ (told.place[name][0] - origin) / body.leg, told.place[name][1] / body.leg
        if name in told.turn:
            turn = (heading.T @ told.turn[name])[:, :2].T.reshape(6)
        found += [place, local, turn, [name in told.place, name in told.turn]]
    gaze = np.zeros(3)
    if told.gaze is not None:
        gaze = heading.T @ (told.gaze - origin) / body.leg
        gaze = gaze * FAR / max(FAR, float(np.linalg.norm(gaze)))
    return np.concatenate([*found, gaze, [told.gaze is not None], body.proportions]).astype(float)


def evaluated(layers: list[Layer], x: Array) -> Array:
    """(OUTPUTS,) what the net says; see `weights`."""
    h = np.maximum(layers[0][0] @ x + layers[0][1], 0.0)
    for w, b in layers[1:-1]:
        h = h + np.maximum(w @ h + b, 0.0)
    return np.asarray(layers[-1][0] @ h + layers[-1][1])


def origin_of(told: Told) -> Array:
    """The middle of the feet that are placed; of all that is placed where no foot is; else the world's origin."""
    feet = [told.place[name][0] for name in EFFECTORS[:2] if name in told.place]
    every = feet or [point for point, _ in told.place.values()]
    return np.mean(every, axis=0) if every else np.zeros(3)


def forward_of(told: Told, leg: float) -> Array:
    """Where the goals seem to face, level; see `goals.forward_of`."""
    place, up, ahead = {n: p / leg for n, (p, _) in told.place.items()}, np.array([0.0, 1.0, 0.0]), np.zeros(3)
    for part in ("foot", "hand"):
        if f"left_{part}" in place and f"right_{part}" in place:
            ahead += np.cross(place[f"left_{part}"] - place[f"right_{part}"], up)
    for name, weight in LOOKS.items():
        if name in told.turn:
            ahead += weight * told.turn[name][:, 2]
    if "left_foot" in place or "right_foot" in place:
        for hand in ("left_hand", "right_hand"):
            if hand in place:
                ahead += 0.5 * (place[hand] - origin_of(told) / leg)
    if told.gaze is not None:
        to = told.gaze - origin_of(told)
        ahead += 0.5 * to / max(float(np.linalg.norm(to)), 1e-6)
    return ahead * (1.0, 0.0, 1.0)


def facing(turn: Array) -> Array:
    """Where a pelvis faces, level, whether upright, lying or on its side."""
    return np.asarray((turn[:, 2] + np.cross(turn[:, 0], (0.0, 1.0, 0.0))) * (1.0, 0.0, 1.0))


def upright(ahead: Array) -> Array:
    """(3, 3) world ← canonical: looks there; along world z where the vector vanishes."""
    length = float(np.linalg.norm(ahead))
    z = ahead / length if length > 1e-6 else np.array([0.0, 0.0, 1.0])
    return np.stack([np.cross((0.0, 1.0, 0.0), z), (0.0, 1.0, 0.0), z], axis=-1)


def orthonormal(six: Array) -> Array:
    """(3, 3) from two columns."""
    x = six[:3] / np.linalg.norm(six[:3])
    y = six[3:] - (x @ six[3:]) * x
    y /= np.linalg.norm(y)
    return np.stack([x, y, np.cross(x, y)], axis=-1)


def _said(outputs: Array, body: Body, origin: Array, heading: Array) -> Said:
    joints, sigma, start, after = {}, {}, BASE, BASE_FREEDOM
    spread = np.exp(outputs[POSE:])
    for name, model in JOINTS:
        joints[name], sigma[name] = outputs[start : start + NUMBERS[model]], spread[after : after + FREEDOM[model]]
        start, after = start + NUMBERS[model], after + FREEDOM[model]
    sigma |= {"place": spread[:3] * body.leg, "turn": spread[3:6]}
    place = origin + heading @ outputs[:3] * body.leg
    return Said(place, heading @ orthonormal(outputs[3:9]), joints, sigma)
