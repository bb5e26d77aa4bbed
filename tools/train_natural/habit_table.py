"""The shipped table of habits: mean and spread of every coordinate of `poise.human` over all captured postures.

Both sides of the body count as one: each posture stands beside its mirror image. The mean of a ball joint is the
rotation from which the squared angles are least (Karcher); spreads are those of rotation vectors from there, in the
frame that turns with the joint, as `NearPose` weighs them. The pelvis has a tilt alone: people stand and face anywhere.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import numpy as np
from captured import Array, clip_weights
from layout import JOINTS

import poise

UNSEEN = {"left_toes": (0.25,)}
"""Joints that were not captured, rad: the spread of the toes is an estimate; their mean is the rest posture's."""

LEAST = 0.05
"""rad: nothing is surer than the fit is exact, and the capture hardly lets ankles roll."""


def table(coordinates: Array, clip: np.ndarray) -> list[tuple[str, str, float, float]]:
    """Rows of joint, coordinate, mean, sigma; radians."""
    human, weights = poise.human(), clip_weights(clip) / len(clip)
    both = np.concatenate([coordinates, _mirrored(human, coordinates)])
    shares = np.concatenate([weights, weights]) / 2
    means, spreads = {}, {}
    for joint in [name for name, _ in JOINTS if not name.startswith("right_")]:
        means[joint], spreads[joint] = _mean(both[:, human.coordinate_slice(joint)], shares)
    rows = []
    pose = _valid(human, means)
    for joint, spread in (spreads | UNSEEN).items():
        names = human.joints[joint].coordinates
        value = np.atleast_1d(pose[joint])
        rows += [(joint, c, float(v), max(float(s), LEAST)) for c, v, s in zip(names, value, spread, strict=True)]
    pitch, tilt = _tilt(both[:, 3:7], shares)
    return [("pelvis", "pitch", pitch, tilt), *rows]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("fitted", type=Path, help="what retarget.py wrote")
    options.add_argument("output", type=Path)
    asked = options.parse_args()
    stored = np.load(asked.fitted)
    with asked.output.open("w", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(("joint", "coordinate", "mean_deg", "sigma_deg"))
        for joint, coordinate, mean, sigma in table(stored["coordinates"], stored["clip"]):
            lines.writerow((joint, coordinate, f"{np.degrees(mean) + 0.0:.2f}", f"{np.degrees(sigma):.2f}"))


def _mirrored(human: poise.Figure, coordinates: Array) -> Array:
    """Mirror images: left and right change places, swing_y, twist, and y and z of quaternions their sign."""
    found = np.array(coordinates)
    found[:, [0, 4, 5]] *= -1
    for name, model in JOINTS:
        other = name.replace("left", "*").replace("right", "left").replace("*", "right")
        sign = {"ball": (1, -1, -1, 1), "swing": (1, -1), "elbow": (1, -1)}[model]
        found[:, human.coordinate_slice(name)] = coordinates[:, human.coordinate_slice(other)] * sign
    return found


def _mean(values: Array, weights: Array) -> tuple[Array, Array]:
    """Stored coordinates of the mean, and the spread of each degree of freedom."""
    if values.shape[1] != 4:
        mean = weights @ values
        return mean, np.sqrt(weights @ (values - mean) ** 2)
    mean = np.linalg.eigh(np.einsum("n,ni,nj->ij", weights, values, values))[1][:, -1]
    for _ in range(20):
        mean = _times(mean, _exponential(weights @ _logarithm(mean, values)))
    return mean, np.sqrt(weights @ _logarithm(mean, values) ** 2)


def _valid(human: poise.Figure, means: dict[str, Array]) -> poise.Pose:
    """The mean as a pose of the human, inside all limits and couplings."""
    coordinates = np.array(human.rest().coordinates)
    for name, value in means.items():
        coordinates[human.coordinate_slice(name)] = value
    coordinates[:7] = 0, 0, 0, 0, 0, 0, 1
    both = (coordinates + _mirrored(human, coordinates[None])[0]) / 2  # the middle of the body leans to no side
    for name in means:
        both[human.coordinate_slice(name)] = coordinates[human.coordinate_slice(name)]
    for name, _ in JOINTS:
        if name.startswith("right_"):
            both[human.coordinate_slice(name)] = _mirrored(human, coordinates[None])[0][human.coordinate_slice(name)]
    return poise.Pose(human, both).clamped()


def _tilt(turns: Array, weights: Array) -> tuple[float, float]:
    """Forward pitch of the mean vertical, and the root mean square of the tilt about either level axis, of people who
    are not upside down or lying: within 60 degrees of upright."""
    x, y, z, w = turns.T
    up = np.stack(
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)], -1
    )  # vertical, seen by the pelvis
    upright = up[:, 1] > 0.5
    share = weights[upright] / weights[upright].sum()
    mean = share @ up[upright]
    pitch = np.arctan2(-mean[2], mean[1])
    level = np.array([0.0, np.cos(pitch), -np.sin(pitch)])
    return float(pitch), float(np.sqrt(share @ np.arccos(np.clip(up[upright] @ level, -1, 1)) ** 2 / 2))


def _logarithm(mean: Array, values: Array) -> Array:
    """(n, 3) rotation vectors from the mean, in its frame."""
    v = _times(mean * (-1, -1, -1, 1), values)
    v = np.where(v[:, 3:] < 0, -v, v)
    length = np.linalg.norm(v[:, :3], axis=1, keepdims=True)
    return 2 * np.arctan2(length, v[:, 3:]) * v[:, :3] / np.maximum(length, 1e-12)


def _exponential(vector: Array) -> Array:
    angle = float(np.linalg.norm(vector))
    return np.append(np.sinc(angle / 2 / np.pi) / 2 * vector, np.cos(angle / 2))


def _times(a: Array, b: Array) -> Array:
    """Products of quaternions x y z w."""
    b = np.atleast_2d(b)
    vector = a[3] * b[:, :3] + b[:, 3:] * a[:3] + np.cross(a[:3], b[:, :3])
    found = np.concatenate([vector, (a[3] * b[:, 3] - b[:, :3] @ a[:3])[:, None]], axis=1)
    return found[0] if len(found) == 1 else found


if __name__ == "__main__":
    main()
