"""One posture, held at a foot, and its mirror image.   python 05_reroot_and_mirror.py [FOLDER]"""

import sys
from math import radians
from pathlib import Path

import numpy as np

import poise
from poise.plot import side_by_side

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

human = poise.human()
pose = human.pose(
    {"left_hip.swing_x": radians(50), "left_knee.flexion": radians(80), "right_elbow.flexion": radians(90)}
)

standing = pose.rerooted("right_foot")  # the same posture, but now the right foot is what stays when joints turn
bowing = standing.with_joints({"right_ankle.swing_x": standing["right_ankle.swing_x"] + radians(12)})
mirrored = pose.mirrored()

print("re-rooting moved nothing:", np.allclose(pose.position("head_top"), standing.position("head_top"), atol=1e-12))
print("the standing foot stays:", np.allclose(pose.position("right_foot"), bowing.position("right_foot"), atol=1e-12))
row = side_by_side([pose, bowing, mirrored], labels=["a posture", "leaning over the right foot", "its mirror image"])
print(row.save(folder / "05_reroot_and_mirror.png"))
