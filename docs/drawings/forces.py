"""Forces: shifted weight, pulling, pushing and twisting, drawn with what holds them."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

import poise
from poise.plot import side_by_side

FEET = [poise.Hold("left_foot"), poise.Hold("right_foot")]
SOLES = [poise.Support(name, friction=0.7) for name in ("left_foot", "left_toes", "right_foot", "right_toes")]


def statics() -> Image.Image:
    """Baerlocher's figs. 7.15 to 7.18; the forces at the feet are found, but for the first."""
    rest = poise.human(stature=1.75).rest()
    shares = [poise.Support("left_foot", share=0.1), poise.Support("right_foot", share=0.9)]
    shifted = poise.solve(rest, [FEET, poise.Equilibrium()], supports=shares, criteria=[poise.NearPose(rest)])
    drawn = [poise.statics(shifted.pose, (), shares).plot(view="front")]
    for view, left, right, height in (
        ("side", 90.0, 90.0, 1.0), ("side", -90.0, -90.0, 1.2), ("three-quarter", 50.0, -50.0, 1.0),
    ):  # fmt: skip
        push = [poise.Force("left_hand", (0, 0, left)), poise.Force("right_hand", (0, 0, right))]
        goals = [poise.Reach("left_hand", (0.2, height, 0.5)), poise.Reach("right_hand", (-0.2, height, 0.5))]
        levels = [FEET, poise.Balance(margin=0.02), goals]
        found = poise.solve(rest, levels, forces=push, supports=SOLES, criteria=[poise.NearPose(rest)])
        drawn.append(poise.statics(found.pose, push, SOLES).plot(view=view))
    labels = ["90 % on one foot", "pulling", "pushing", "twisting"]
    picture = side_by_side(drawn, labels=labels, size=(1080, 430))
    return Image.fromarray(np.array(picture.image))


def chains() -> Image.Image:
    """Baerlocher's figs. 6.5 to 6.7: chains in equilibrium on one end and on both, with what holds them."""
    labels = {
        "6_5_a": "its weight alone", "6_5_b": "pulled aside", "6_5_c": "pushed down",
        "6_7_a": "half on each end", "6_7_b": "less on the tip", "6_7_c": "pressed together",
    }  # fmt: skip
    return _chains(labels)


def eased_chains() -> Image.Image:
    """Baerlocher's figs. 6.8 and 6.9: the same places and forces, with less and less torque."""
    labels = dict.fromkeys(("6_8_a", "6_8_b", "6_9_a", "6_9_b", "6_9_c"), "")
    first: dict[str, float] = {}
    for name in labels:
        norm = float(np.linalg.norm(_held(name).torques))
        part = norm / first.setdefault(name[:3], norm)
        labels[name] = f"{name[:3].replace('_', '.')}: torques {100 * part:.0f} %"
    return _chains(labels)


def load_in_one_hand() -> Image.Image:
    """What the example of that name draws."""
    with tempfile.TemporaryDirectory() as folder:
        example = Path(__file__).parents[2] / "examples" / "13_load_in_one_hand.py"
        subprocess.run([sys.executable, str(example), folder], check=True, capture_output=True)
        return Image.open(Path(folder) / "13_load_in_one_hand.png").convert("RGB")


def _chains(labels: dict[str, str]) -> Image.Image:
    drawn = [_held(name).plot(view="front", skeleton=False) for name in labels]
    picture = side_by_side(drawn, labels=list(labels.values()), size=(200 * len(labels), 330))
    return Image.fromarray(np.array(picture.image))


def _held(name: str) -> poise.Statics:
    scene = poise.Scene.load(f"baerlocher_{name}")
    return poise.statics(scene.solve().pose, scene.forces, scene.supports)
