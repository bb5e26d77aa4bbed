"""An arm in closed form: all elbows of a held cup, a hammer, pointing, the elbow up.   python 12_limbs.py [FOLDER]"""

import math
import sys
from pathlib import Path

import numpy as np

import poise

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

human = poise.human()
arm = poise.Limb(human, "right_arm")

# All elbow positions of a held cup: the hand keeps its frame, only the swivel is free.
cup = np.array(arm.solve((-0.12, 1.3, 0.38)).pose.frame("right_hand"))
for interval in arm.intervals(cup):
    print(f"cup: swivel from {math.degrees(interval.start):.1f}° to {math.degrees(interval.stop):.1f}°")
swivels = np.concatenate([np.linspace(i.start, i.stop, 50) for i in arm.intervals(cup)])
elbows = arm.family(cup).elbow(swivels)
print(f"cup: the elbow may be {elbows[:, 1].min():.3f} to {elbows[:, 1].max():.3f} m above the floor")

# Keeping the elbow up: the highest elbow of all the poses that hold the cup.
up = arm.solve(cup, minimize=lambda pose: -pose.position("right_elbow")[1])
print(f"elbow up: {up.pose.position('right_elbow')[1]:.3f} m")

# Hammering a nail: the head (the hand's y axis) goes along the nail, how the hammer turns about it is free.
nail = arm.solve(poise.AxisGoal((-0.25, 1.15, 0.45), (0, -1, 0), axis=(0, 1, 0)))
print(f"nail: {nail}, turned by {math.degrees(nail.angle or 0.0):.0f}° about it")

# Pointing at a star: the wrist stays as it is, the arm may be more or less bent.
star = (-1.2, 1.6, 2.5)
pointing = arm.solve(poise.AimGoal(star, axis=(0, -1, 0)))
print(f"star: {pointing}, off by {math.degrees(pointing.orientation_error):.1e}°")

# A thousand goals at once.
goals = cup[:3, 3] + np.random.default_rng(0).normal(scale=0.1, size=(1000, 3))
print(arm.solve_many(goals))

pictures = [s.plot() for s in (arm.solve(cup, swivel="middle"), up, nail, pointing)]
labels = ["a held cup", "the elbow up", "hammering", "pointing"]
print(poise.plot.side_by_side(pictures, labels=labels).save(folder / "12_limbs.png"))
