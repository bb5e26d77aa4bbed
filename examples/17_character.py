"""A character from a file: posed by priorities, animated, and written with its own mesh as GLB and VRMA.

python 17_character.py [FOLDER] [CHARACTER]

Without a character of your own (GLB or VRM), one is made first: a person of Poise as a VRM avatar.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import poise

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)
avatar = Path(sys.argv[2]) if len(sys.argv) > 2 else folder / "17_avatar.vrm"
if len(sys.argv) <= 2:
    poise.human(stature=1.62, sex="female").save(avatar)

# What the file has: nodes that turn every way, no masses, no limits, but a mesh and (a VRM) names of bones.
loaded = poise.Figure.load(avatar)
print(loaded.character)
someone = poise.humanoid(loaded)
print(repr(someone))

# Everything in Poise works on the person, who wears the file's own mesh.
person = someone.figure
start = person.rest()
shoulder = np.array(start.position("right_shoulder_side"))
goal = shoulder + (start.position("right_elbow")[1] - shoulder[1]) * np.array([0.3, 0.4, -1.7])
feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
levels = [feet, poise.Balance(), poise.Reach("right_hand", goal), poise.LookAt("eyes", goal)]
solution = poise.solve(start, levels)
print(solution)
solution.pose.save(folder / "17_reaching.glb")

# The way there and back as a motion, in a file that any viewer plays, and as one for other avatars.
reach = poise.Motion(person, [0.0, 0.9, 1.3, 2.2], [start, solution.pose, solution.pose, start], interpolation="smooth")
reach.save(folder / "17_reach.glb", angle=np.radians(0.05), length=1e-4)
reach.save(folder / "17_reach.vrma")
again = poise.Motion.load(folder / "17_reach.glb")
print(again, *again.notes)

views = [loaded.rest(), start, solution.pose]
picture = poise.plot.side_by_side(views, labels=["the file", "at rest", "reaching, looking, in balance"])
print(picture.save(folder / "17_character.png"))
