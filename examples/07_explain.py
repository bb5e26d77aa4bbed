"""A cup out of reach: who is to blame, and what would help.   python 07_explain.py [FOLDER]"""

import sys
from pathlib import Path

import poise

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

human = poise.human(stature=1.70)
cup = (-0.20, 1.10, 1.25)
levels = [
    [poise.Hold("left_foot"), poise.Hold("right_foot")],
    poise.Balance(margin=0.02),
    poise.LookAt("eyes", cup),
    poise.Reach("right_hand", cup),
]
solution = poise.solve(human.rest(), levels, history=True)
print(solution, "\n")
explanation = solution.explain()
print(explanation, "\n")
print(solution.plot_history().save(folder / "07_history.png"))

# Try the advice: a session goes on from the compromise with each task that stops the hand switched off in turn.
session = poise.Session(human.rest(), levels)
session.step(budget=10.0)
start = session.pose
poses, labels = [start], ["compromise"]
for culprit in explanation.task("reach right_hand").culprits:
    if culprit.kind == "task":
        session.pose = start
        session.tasks[culprit.name].enabled = False
        poses.append(session.step(budget=10.0))
        left = session.tasks["reach right_hand"].report.residual
        labels.append(f"without {culprit.name}: {100 * left:.1f} cm")
        session.tasks[culprit.name].enabled = True
print(
    poise.plot.side_by_side(poses, labels=labels, view="side", com=True, support=True).save(folder / "07_explain.png")
)
