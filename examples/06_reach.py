"""Feet stay, balance is kept, the eyes follow, the hand reaches: strict priorities.   python 06_reach.py [FOLDER]"""

import sys
from pathlib import Path

import poise

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

human = poise.human(sex="female", percentile=50)
rest = human.rest()
feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]

poses, labels = [], []
for place, ball in {"near": (-0.15, 1.2, 0.5), "on the floor": (-0.3, 0.15, 0.45), "far away": (0.0, 1.2, 3.0)}.items():
    levels = [feet, poise.Balance(margin=0.02), poise.LookAt("eyes", ball), poise.Reach("right_hand", ball)]
    solution = poise.solve(rest, levels, criteria=[poise.NearPose(rest)])
    print(f"{place}\n{solution}\n")
    poses.append(solution.pose)
    labels.append(f"{place}: {solution.light}")

print(poise.plot.side_by_side(poses, labels=labels, com=True, support=True).save(folder / "06_reach.png"))
