"""A skeleton from a file becomes a person: recognised, solved for, given back to its own bones, and filmed.

python 18_humanoid.py [FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import poise

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

with TemporaryDirectory() as there:  # a file as an animator's tool writes it: bones in a T-pose, nothing else
    file = Path(there) / "character.bvh"
    woman = poise.human(stature=1.66, sex="female")
    poise.Motion(woman, [0.0, 1.0], [woman.pose("t_pose")] * 2).save(file, zero=woman.pose("t_pose"), unit="cm")
    skeleton = poise.Figure.load(file)

print(skeleton)
character = poise.humanoid(skeleton, mass=60.0, sex="female")
print(character)

person, ball = character.figure, np.array([-0.25, 1.45, 0.45])
found = poise.solve(
    person.rest(),
    [
        [poise.Hold("left_foot"), poise.Hold("right_foot")],
        poise.Balance(),
        poise.LookAt("eyes", ball),
        poise.Reach("right_hand", ball),
    ],
    criteria=[poise.Natural()],
)
print(found)
bones = character.source_pose(found.pose)  # every bone of the file where the person's part is
apart = [
    np.linalg.norm(bones.segment_frame(match.bone)[:3, 3] - found.pose.position(character.sites[match.bone]))
    for match in character.matches.values()
]
print(f"back on the skeleton, no bone is more than {1000 * max(apart):.3f} mm off")

pictures = [skeleton.rest(), person.pose("file"), found.pose, bones]
row = poise.plot.side_by_side(
    pictures, labels=["the file", "a person", "reaching", "its bones again"], size=(1200, 420)
)
print(row.save(folder / "18_humanoid.png"))
reach = poise.Motion(person, [0.0, 0.8], [person.rest(), found.pose], timing="eased")
print(reach.film(folder / "18_humanoid.webp", rate=5, size=(160, 200), traces=["right_hand"]))
