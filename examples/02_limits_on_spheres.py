"""The same shoulder with an ellipse and with a polygon as its swing limit.   python 02_limits_on_spheres.py [FOLDER]

After Baerlocher's figure 3.12: the curve bounds where the arm may point, its ticks show the inside, the fans show
how far the arm may twist there, and the cross marks the one direction where swing and twist cannot be told apart.
"""

import sys
from math import radians
from pathlib import Path

import poise
from poise.plot import plot_pose, side_by_side

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

with_polygon = poise.human()
with_ellipse = with_polygon.with_limits("left_shoulder", swing=poise.Ellipse(radians(100), radians(70)))

pictures = [
    plot_pose(h.pose("reference"), limits=["left_shoulder"], focus=["left_shoulder", "head"])
    for h in (with_ellipse, with_polygon)
]
picture = side_by_side(pictures, labels=["spherical ellipse", "spherical polygon"], size=(1300, 860))
print(picture.save(folder / "02_limits_on_spheres.png"))
