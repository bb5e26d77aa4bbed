"""Curl up, stay upright, glide on a ball, stand on one foot: more to ask for.   python 09_tasks.py [FOLDER]"""

import math
import sys
from pathlib import Path

import poise

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

human = poise.human(stature=1.70)
rest = human.rest()
feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
low = poise.Reach("right_hand", (-0.3, 0.5, 0.3))
ball = poise.Sphere(0.2, placement=poise.Placement((-0.2, 1.3, 0.5)))
near = poise.NearPose(rest)
lateral = (1.0, 0.0, 0.0)


def hands_level(pose: poise.Pose) -> float:
    """How much higher the left hand is than the right one, metres."""
    return float(pose.position("left_hand")[1] - pose.position("right_hand")[1])


wishes: dict[str, list[object]] = {
    "to a low shelf": [feet, poise.Balance(), low],
    "back upright": [
        feet,
        poise.Balance(),
        poise.Keep("chest", direction=(0, 1, 0), axis=(0, 1, 0), angle=math.radians(20)),
        low,
    ],
    "curled up": [feet, poise.Balance(), poise.Inertia(0.5 * rest.moment_of_inertia(lateral), axis=lateral)],
    "hands on a ball": [
        feet,
        [poise.OnSurface("left_hand", ball), poise.OnSurface("right_hand", ball)],
        poise.Keep("left_hand", "right_hand", min=0.3),
        poise.CustomTask(hands_level),
    ],
}
solutions = {title: poise.solve(rest, levels, criteria=[near]) for title, levels in wishes.items()}
solutions["on one foot"] = poise.solve(
    rest, [poise.Reach("right_foot", (-0.3, 0.3, -0.5))], criteria=[near], root="left_foot"
)

for title, solution in solutions.items():
    print(f"{title}\n{solution}\n")
poses = [solution.pose for solution in solutions.values()]
print(poise.plot.side_by_side(poses, labels=list(solutions)).save(folder / "09_tasks.png"))
