"""A person: size, a pose in degrees, a picture from three sides.   python 01_human.py [FOLDER]"""

import sys
from math import radians
from pathlib import Path

import poise

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

human = poise.human(sex="female", stature=1.70)
pose = human.pose(
    {
        "right_shoulder.swing_x": radians(70),
        "right_elbow.flexion": radians(60),
        "left_elbow.flexion": radians(20),
        "neck.twist": radians(-25),
    }
).clamped()

print(f"{human.dof} degrees of freedom, {human.mass:.1f} kg")
print(f"right hand at {pose.position('right_hand').round(3)} m, centre of mass at {pose.center_of_mass.round(3)} m")
print(pose.plot(views=("three-quarter", "front", "side"), com=True, support=True).save(folder / "01_human.png"))
