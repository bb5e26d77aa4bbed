"""What people do with the freedom that goals leave; near goals move the arm alone.   python 19_natural.py [FOLDER]"""

import sys
from pathlib import Path

import numpy as np

import poise

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

rest = poise.human(sex="female", percentile=50).rest()
feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]


def leans(pose: poise.Pose) -> float:
    """How far forward the chest leans, degrees."""
    up = pose.segment_frame("chest")[:3, 1]
    return float(np.degrees(np.arctan2(up[2], up[1])))


# The same three goals, without a criterion and as people would, which is the default.
poses, labels = [], []
for place, goal in {
    "a table": (-0.2, 1.1, 0.35),
    "a low shelf": (-0.2, 0.5, 0.45),
    "the floor": (-0.2, 0.1, 0.4),
}.items():
    for words, criteria in (("none", ()), ("natural", None)):
        solution = poise.solve(rest, [feet, poise.Balance(), poise.Reach("right_hand", goal)], criteria=criteria)
        served = ", ".join(criterion.name for criterion in solution.criteria) or "none"
        print(f"{place}: {solution.status}, criteria: {served}, the trunk leans by {leans(solution.pose):.0f}°")
        poses.append(solution.pose)
        labels.append(f"{place}: {words}")
print(poise.plot.side_by_side(poses, labels=labels).save(folder / "19_natural.png"))

# A session follows a hand from near to far: first the arm, then the trunk.
session = poise.Session(rest, [feet, poise.Balance(), poise.Reach("right_hand", (-0.2, 1.2, 0.3), name="hand")])
for ahead in np.linspace(0.3, 0.9, 7):
    session.tasks["hand"].goal = (-0.2, 1.2, ahead)
    session.step(budget=1.0)
    print(f"hand {100 * ahead:.0f} cm ahead: the trunk leans by {leans(session.pose):.1f}°")
