"""One reach, five preferences for the freedom it leaves.   python 11_criteria.py [FOLDER]"""

import sys
from pathlib import Path

import poise

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

human = poise.human(sex="female", percentile=50)
rest = human.rest()
levels = [
    [poise.Hold("left_foot"), poise.Hold("right_foot")],
    poise.Balance(margin=0.02),
    poise.Reach("right_hand", (-0.35, 1.25, 0.45)),
]
wishes = {
    "rest posture": poise.RestPosture(),
    "mid range": poise.MidRange(),
    "away from limits": poise.AwayFromLimits(),
    "bent legs": poise.Flex(joints=["left_hip", "left_knee", "right_hip", "right_knee"]),
    "little torque": poise.SupportTorque(),
}

poses = [poise.solve(rest, levels, criteria=[wish]).pose for wish in wishes.values()]
print("rows: poses; columns: what each criterion says of them")
for name, pose in zip(wishes, poses, strict=True):
    print(f"{name:14s}", *(f"{wish.value(pose):7.3f}" for wish in wishes.values()))

# Criteria add up by their weights, and any function of a pose is one.
mixed = poise.solve(
    rest,
    levels,
    criteria=[poise.RestPosture(), poise.AwayFromLimits(weight=0.5), lambda pose: pose.position("right_elbow")[1]],
)
print(mixed)

print(poise.plot.side_by_side(poses, labels=list(wishes), com=True, support=True).save(folder / "11_criteria.png"))
