"""A walk from two key poses: mirrored, smoothed, looked at, written as BVH and read back.

python 15_motion.py [FOLDER]
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import radians
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import poise

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

STEP, PACE = 0.70, 0.55  # metres and seconds from foot to foot

human = poise.human(stature=1.75)


def key(number: int, legs: Mapping[str, float], arms: float) -> poise.Pose:
    """A key pose by joint angles in degrees, its lower foot on the floor, half a step further for every number.

    `arms`: degrees by which the right arm swings forward and the left one back.
    """
    pose = human.rest().with_joints({name: radians(angle) for name, angle in legs.items()})
    for side, swing in (("right", arms), ("left", -arms)):
        shoulder = pose[f"{side}_shoulder"]  # forward is between its two axes, which are mirrored
        outward = -1.0 if side == "right" else 1.0
        x, y = shoulder.swing_x + 0.6 * radians(swing), shoulder.swing_y + 0.75 * outward * radians(swing)
        pose = pose.with_joints({f"{side}_shoulder.swing_x": x, f"{side}_shoulder.swing_y": y})
    base = pose["root"]
    lowest = min(pose.position(f"{side}_{part}")[1] for side in ("left", "right") for part in ("heel", "toe"))
    return pose.with_joints({"root": base._replace(y=base.y - lowest, z=number * STEP / 2)})


def keys(number: int) -> poise.Pose:
    """Heel strike and passing, in turn on both sides."""
    strike = {
        "left_hip.swing_x": 24, "left_knee": 4, "left_ankle.swing_x": 6, "right_hip.swing_x": -16, "right_knee": 14,
        "right_ankle.swing_x": -8,
    }  # fmt: skip
    passing = {
        "left_hip.swing_x": 4, "left_knee": 12, "left_ankle.swing_x": 8, "right_hip.swing_x": 18, "right_knee": 58,
    }  # fmt: skip
    pose = key(number, passing, 4.0) if number % 2 else key(number, strike, 24.0)
    return pose.mirrored() if number // 2 % 2 else pose


walk = poise.Motion(human, np.arange(9) * PACE / 2, [keys(n) for n in range(9)], interpolation="smooth", name="walk")
print(walk)
times = np.linspace(walk.start, walk.end, 201)
heights = walk.center_of_mass_trace(times)[:, 1]
speeds = np.linalg.norm(np.diff(walk.trace("left_hand", times), axis=0), axis=1) / np.diff(times)
print(f"the centre of mass goes {100 * np.ptp(heights):.1f} cm up and down, a hand up to {speeds.max():.1f} m/s")

slow = walk.stretched(1.5)
wave = poise.Motion(human, [0.5, 1.0, 1.5], [human.rest(), human.pose("arms_up"), human.rest()], interpolation="smooth")
waving = walk.layered(wave.resampled(30), ["right_shoulder", "right_elbow"], fade=0.2)
print(f"{slow.duration:.2f} s slowly; waving has {len(waving)} keys")

with TemporaryDirectory() as there:
    file = Path(there) / "walk.bvh"
    walk.resampled(60).save(file, order="ZXY", unit="cm")
    again = poise.Motion.load(file)
    print(again)
    for note in again.notes:
        print("-", note)
    fewer = again.reduced(angle=radians(0.5), length=0.001)
    print(f"{len(again)} frames, of which {len(fewer)} are enough within 0.5° and 1 mm")

print(waving.strip().save(folder / "15_motion.png"))
print(walk[0.0:0.55].film(folder / "15_motion.webp", rate=6, size=(160, 200), traces=["left_hand"], com=True))
