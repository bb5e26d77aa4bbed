"""A hand goes round and round, its arm analytic or not: where is the elbow?   python 14_whole_body_limbs.py [FOLDER]"""

import math
import sys
from pathlib import Path

import numpy as np

import poise

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

human = poise.human()
rest = human.rest()
feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
center = np.array([-0.22, 1.25, 0.30])


def on_the_circle(turn: float) -> np.ndarray:
    return center + 0.18 * np.array([math.cos(turn), math.sin(turn), 0.0])


# Ten rounds in a session without a criterion. The arm that is analytic is in the same pose after each; the other
# one drifts.
for limbs in ([], ["right_arm"]):
    levels = [feet, poise.Balance(), poise.Reach("right_hand", on_the_circle(0.0), name="hand")]
    session = poise.Session(rest, levels, criteria=(), analytic=limbs)
    after = []
    for step in range(10 * 40 + 1):
        session.tasks["hand"].goal = on_the_circle(2 * math.pi * (step % 40) / 40)
        while not session.settled:
            session.step()
        if step % 40 == 0:
            after.append(session.pose)
    apart = math.degrees(np.abs(after[0].difference(after[-1])).max())
    print(f"{'analytic' if limbs else 'numeric'}: after ten rounds the joints are {apart:.2g}° from where they were")
    label = "analytic" if limbs else "numeric"
    print(poise.plot.plot_pose(after[-1], ghost=after[0]).save(folder / f"14_{label}.png"))

# A goal behind the reach of the arm: the trunk brings it near, the arm does the rest.
far = np.array([0.25, 0.9, 0.75])
solution = poise.solve(rest, [feet, poise.Balance(), poise.Reach("right_hand", far)], analytic=["right_arm"])
print(solution)
