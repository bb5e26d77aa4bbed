"""Two people carry a plank, all in one solve.   python 20_several_figures.py [FOLDER]"""

import math
import sys
from pathlib import Path

import poise
from poise import Balance, Box, Hold, Joint, Orient, Segment, Site, Together, Weight

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

plank = poise.Figure(
    "plank",
    [Segment.of_shapes("plank", [Box((0.36, 0.04, 2.0))], density=500.0)],
    [Joint("root", "free", None, "plank")],
    sites=[
        Site(f"{end}_{side}", "plank", poise.Placement((x, 0.0, z)))
        for end, z in (("front", 0.92), ("back", -0.92))
        for side, x in (("left", 0.18), ("right", -0.18))
    ],
)
ann, bob = poise.human(stature=1.68, sex="female"), poise.human(stature=1.80)
poses = {
    "ann": ann.pose({"root": {"z": -1.25}}),
    "bob": bob.pose({"root": {"z": 1.25, "swing_y": math.pi}}),  # opposite, looking back
    "plank": plank.pose({"root": {"y": 0.9}}),
}
hands = {
    "ann/left_hand": "plank/back_left",
    "ann/right_hand": "plank/back_right",
    "bob/left_hand": "plank/front_right",
    "bob/right_hand": "plank/front_left",
}
solution = poise.solve(
    poses,
    [
        [Hold(f"{who}/{side}_foot") for who in ("ann", "bob") for side in ("left", "right")],
        [Balance(figure="ann"), Balance(figure="bob")],
        [Together(hand, grip) for hand, grip in hands.items()],
        Orient("plank/front_left", (0.0, 1.0, 0.0), axis=(0.0, 1.0, 0.0)),  # level
    ],
    forces=[Weight(hand, plank.mass / 4) for hand in hands],
)
print(solution)

# Each figure has its pose, and its statics.
for who in ("ann", "bob"):
    pose = solution.poses[who]
    loads = [Weight(f"{side}_hand", plank.mass / 4) for side in ("left", "right")]
    print(f"{who} can hold this: {poise.statics(pose, loads).possible}")

print(solution.pose.plot(view="three-quarter").save(folder / "20_several_figures.png"))
