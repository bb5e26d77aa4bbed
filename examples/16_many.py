"""How far can people of three sizes reach? One question for a wall of places, solved on all cores.

python 16_many.py [FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import poise

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

ACROSS, UP, AWAY = np.linspace(-0.9, 0.3, 7), np.linspace(0.4, 2.2, 10), 0.35  # metres: a wall in front
wall = np.array([(x, y, AWAY) for y in UP for x in ACROSS])

for stature in (1.50, 1.70, 1.90):
    rest = poise.human(stature=stature).rest()
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    levels = [feet, poise.Balance(margin=0.02), poise.Reach("right_hand", wall[0])]
    many = poise.solve_many(rest, levels, goals={"reach right_hand": wall})
    reached = many.met[:, many.tasks.index("reach right_hand")].reshape(len(UP), len(ACROSS))
    print(f"{stature:.2f} m: the right hand reaches {reached.sum()} of {reached.size} places in balance")
    for height, row in zip(UP[::-1], reached[::-1], strict=True):
        print(f"  {height:.1f} m  " + " ".join("●" if met else "·" for met in row))
    many.save(folder / f"wall_{stature:.2f}.csv")

    highest = int(np.flatnonzero(reached.ravel())[-1])
    many.pose(highest).plot(com=True, support=True).save(folder / f"16_highest_{stature:.2f}.png")
