"""A desk lamp from segments, joints and shapes.   python 03_build_your_own_figure.py [FOLDER]"""

import sys
from math import radians
from pathlib import Path

from poise import Box, Capsule, Cone, Cylinder, Figure, Joint, Placement, Range, Segment, Site

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

lean, nod = {"angle": Range.degrees(-60, 60)}, {"angle": Range.degrees(-80, 45)}
lamp = Figure(
    "lamp",
    segments=[
        Segment.of_shapes("foot", [Box((0.20, 0.03, 0.20), placement=Placement((0, 0.015, 0)))], density=2700),
        Segment.of_shapes("arm", [Capsule.between((0, 0, 0), (0, 0.30, 0), 0.012)]),
        Segment.of_shapes("boom", [Capsule.between((0, 0, 0), (0, 0, 0.28), 0.010)]),
        Segment.of_shapes("head", [Cylinder(0.06, 0.08, placement=Placement((0, 0, 0.06)))]),
    ],
    joints=[
        Joint("base", "fixed", None, "foot"),
        Joint("turn", "hinge", "foot", "arm", Placement((0, 0.03, 0)), axis=(1, 0, 0), limits=lean),
        Joint("bend", "hinge", "arm", "boom", Placement((0, 0.30, 0)), axis=(1, 0, 0), limits=nod),
        Joint("aim", "swing", "boom", "head", Placement((0, 0, 0.28)), limits={"swing": Cone(radians(70))}),
    ],
    sites=[Site("bulb", "head", Placement((0, 0, 0.10)))],
)
pose = lamp.pose({"turn": radians(-25), "bend": radians(15), "aim": (radians(50), radians(15))})

print(lamp)
print("bulb at", pose.position("bulb").round(3))
print(pose.plot(limits=True, sites=True, size=(700, 700)).save(folder / "03_lamp.png"))
