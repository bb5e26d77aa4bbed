"""Shifting, pulling, pushing, twisting: what holds the body.   python 10_statics.py [FOLDER]"""

import sys
from pathlib import Path

import poise
from poise.plot import side_by_side

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

human = poise.human(stature=1.75)
rest = human.rest()
feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
soles = [poise.Support(name, friction=0.7) for name in ("left_foot", "left_toes", "right_foot", "right_toes")]
near_rest = [poise.NearPose(rest)]


def hands(height: float, forward: float) -> list[poise.Reach]:
    return [poise.Reach("left_hand", (0.2, height, forward)), poise.Reach("right_hand", (-0.2, height, forward))]


def forces(left: tuple[float, float, float], right: tuple[float, float, float]) -> list[poise.Force]:
    return [poise.Force("left_hand", left), poise.Force("right_hand", right)]


# Baerlocher's fig. 7.15: most of the weight on one foot moves the centre of mass over it.
shares = [poise.Support("left_foot", share=0.1), poise.Support("right_foot", share=0.9)]
shifted = poise.solve(rest, [feet, poise.Equilibrium()], supports=shares, criteria=near_rest)
assert poise.statics(shifted.pose, (), shares).missing_moment.max() < 0.1
assert shifted.pose.center_of_mass[0] < rest.center_of_mass[0] - 0.05

# Figs. 7.16 to 7.18, with the forces at the feet found, not given.
scenes = {
    "pulling": (forces((0, 0, 90), (0, 0, 90)), hands(1.0, 0.5)),
    "pushing": (forces((0, 0, -90), (0, 0, -90)), hands(1.2, 0.5)),
    "twisting": (forces((0, 0, 50), (0, 0, -50)), hands(1.0, 0.4)),
}
pictures, labels = [poise.statics(shifted.pose, (), shares).plot()], ["90 % on the right foot"]
for name, (push, goals) in scenes.items():
    levels = [feet, poise.Balance(margin=0.02), goals]
    solution = poise.solve(rest, levels, forces=push, supports=soles, criteria=near_rest)
    report = poise.statics(solution.pose, push, soles)
    assert report.balanced
    assert report.margin is not None
    assert report.margin > 0.019
    print(f"{name}\n{report}\n")
    pictures.append(report.plot(view="side" if name != "twisting" else "three-quarter"))
    labels.append(name)
print(side_by_side(pictures, labels=labels).save(folder / "10_statics.png"))
