"""Test vectors for other implementations of `reference.py`: questions about `poise.human`, and what every stage gives.

python vectors.py natural.bin vectors.json
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import asking
import numpy as np
import reference
from weights import Layer, read

import poise


def questions() -> dict[str, tuple[poise.Figure, poise.Pose, list[poise.Task]]]:
    """One of every kind: few and many goals, turned and not, sites beside the joint, gaze, no feet, nothing to face."""
    man, woman = poise.human(), poise.human(percentile=5, sex="female")
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    turned = man.rest().with_joints({"root": (0.3, 0.9, -0.2, 0.0, 1.2, 0.0)})
    palm_down = poise.Orient("left_hand", man.pose("t_pose").frame("left_hand")[:3, :3])
    heels = [poise.Reach("left_heel", (0.1, 0.12, 0.0)), poise.Reach("right_heel", (-0.1, 0.12, 0.0))]
    hands = [poise.Reach("right_hand", (-0.2, 1.0, 0.4)), poise.Reach("left_hand", (0.2, 1.0, 0.4))]
    seat = [poise.Reach("pelvis", (0.0, 0.45, -0.35)), poise.Reach("chest", (0.0, 0.85, -0.3))]
    return {
        "reach": (man, man.rest(), [*feet, poise.Reach("right_hand", (-0.3, 1.2, 0.5))]),
        "floor": (woman, woman.rest(), [*feet, poise.Reach("right_hand", (-0.1, 0.15, 0.35))]),
        "both hands": (man, man.rest(), [*feet, *hands]),
        "turned hand": (man, man.rest(), [*feet, poise.Reach("left_hand", (0.5, 1.3, 0.2)), palm_down]),
        "looking": (man, man.rest(), [*feet, poise.LookAt("eyes", (1.0, 0.3, 1.5))]),
        "sitting": (woman, woman.rest(), [*feet, *seat]),
        "one hand": (man, turned, [poise.Reach("left_hand", (0.4, 1.1, 0.3))]),
        "on the toes": (man, man.rest(), [*heels, poise.Reach("head_top", (0.0, 1.8, 0.1))]),
    }


def vector(layers: list[Layer], figure: poise.Figure, start: poise.Pose, tasks: list[poise.Task]) -> dict[str, Any]:
    """What was told, and what came of it."""
    told, body = asking.told_by(figure, start, tasks), asking.body_of(figure)
    origin, ahead = reference.origin_of(told), reference.forward_of(told, body.leg)
    heading = reference.upright(ahead if np.linalg.norm(ahead) >= reference.UNSURE else told.facing)
    inputs = reference.features(told, body, origin, heading)
    said = reference.predicted(layers, body, told)
    return {
        "place": {name: [p.tolist(), local.tolist()] for name, (p, local) in told.place.items()},
        "turn": {name: turn.tolist() for name, turn in told.turn.items()},
        "gaze": None if told.gaze is None else told.gaze.tolist(),
        "facing": told.facing.tolist(),
        "leg": body.leg,
        "proportions": body.proportions.tolist(),
        "origin": origin.tolist(),
        "heading": heading.tolist(),
        "inputs": inputs.tolist(),
        "outputs": reference.evaluated(layers, inputs).tolist(),
        "said": {
            "place": said.place.tolist(),
            "turn": said.turn.tolist(),
            "joints": {name: value.tolist() for name, value in said.joints.items()},
            "sigma": {name: value.tolist() for name, value in said.sigma.items()},
        },
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("weights", type=Path)
    options.add_argument("output", type=Path)
    asked = options.parse_args()
    layers = read(asked.weights)
    found = {name: vector(layers, *question) for name, question in questions().items()}
    lines = [f"{json.dumps(name)}: {json.dumps(_rounded(one))}" for name, one in found.items()]
    asked.output.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _rounded(value: Any) -> Any:
    """Nine digits are more than half precision of the weights deserves."""
    if isinstance(value, dict):
        return {key: _rounded(v) for key, v in value.items()}
    if isinstance(value, list):
        return [_rounded(v) for v in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


if __name__ == "__main__":
    main()
