"""A load in one hand, for three body sizes: L5, shoulder and knee.   python 13_load_in_one_hand.py [FOLDER]"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

import poise
from poise.plot import Chart

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

people = {
    "woman, 5th percentile": poise.human(sex="female", percentile=5),
    "man, 50th percentile": poise.human(percentile=50),
    "man, 95th percentile": poise.human(percentile=95),
}
joints = {"lumbar": "L5", "left_shoulder": "left shoulder", "left_knee": "left knee"}
kilograms = [0, 4, 8, 12, 16, 20]
bent = {"hip.swing_x": np.radians(25), "knee.flexion": np.radians(45), "ankle.swing_x": np.radians(20)}


def held(human: poise.Figure, load: float) -> poise.Statics:
    """Standing with bent knees, the load in the left hand, the elbow at a right angle; balance leans the body."""
    rest = human.rest()
    weights = [poise.Weight("left_hand", load)] if load else []
    soles = [poise.Support(name, friction=0.7) for name in human.soles]
    knees = {f"{side}_{joint}": angle for side in ("left", "right") for joint, angle in bent.items()}
    wanted = rest.with_joints({**knees, "left_elbow.flexion": np.pi / 2})
    levels = [[poise.Hold("left_foot"), poise.Hold("right_foot")], poise.Balance(margin=0.03)]
    found = poise.solve(rest, levels, forces=weights, supports=soles, criteria=[poise.NearPose(wanted)])
    report = poise.statics(found.pose, weights, soles)
    assert report.balanced
    return report


curves: dict[str, dict[str, list[float]]] = {joint: {} for joint in joints}
for person, human in people.items():
    reports = [held(human, load) for load in kilograms]
    for joint in joints:
        torques = [float(np.linalg.norm([part.torque for part in r.joint(joint).values()])) for r in reports]
        curves[joint][person] = torques
        print(f"{joint:14} {person:22} {torques[0]:6.1f} N m empty-handed, {torques[-1]:6.1f} with {kilograms[-1]} kg")
    weakest = reports[-1].weakest
    assert weakest is not None
    assert weakest.use is not None
    print(
        f"{'hardest':14} {person:22} {weakest.name} with {kilograms[-1]} kg: {100 * weakest.use:.0f} % of its strength"
    )

for joint, by_person in curves.items():
    woman, _, man = by_person.values()
    assert man[-1] > woman[-1]  # larger people have longer levers
    if joint != "left_knee":  # the load brings the weight forward over the feet, which eases bent knees
        assert all(torques == sorted(torques) for torques in by_person.values())


def draw(sheet: Any) -> None:
    for i, (joint, by_person) in enumerate(curves.items(), 1):
        axes = sheet.add_subplot(1, 3, i, title=joints[joint], xlabel="kg in the left hand", ylabel="N m")
        for person, torques in by_person.items():
            axes.plot(kilograms, torques, marker="o", label=person)
        axes.set_ylim(bottom=0)
    sheet.axes[2].legend(loc="lower center")


print(Chart(draw, (1000, 330)).save(folder / "13_load_in_one_hand.png"))
