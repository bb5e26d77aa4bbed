"""A hand round things of many shapes, and a rail that holds somebody who is pulled.   python 21_grasp.py [FOLDER]"""

import sys
from pathlib import Path

import poise

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

human = poise.human(hands=True)
feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
things: dict[str, poise.Capsule | poise.Cylinder | poise.Sphere | poise.Box] = {
    "rail": poise.Capsule(0.02, 1.0),
    "cup": poise.Cylinder(0.038, 0.10),
    "ball": poise.Sphere(0.034),
    "box": poise.Box((0.05, 0.12, 0.04)),
}
for name, shape in things.items():
    world = poise.World([poise.Obstacle(name, shape, placement=(-0.3, 1.0, 0.35), friction=0.6)])
    solution = poise.solve(human.rest(), [feet, poise.Balance(), poise.Grasp("right_hand", name)], world=world)
    report = solution.task(f"grasp right_hand {name}")
    print(f"{name}: {'held' if report.met else 'not held'}. {report.note or 'palm, thumb and all fingers touch'}")
    print(
        "  knuckles",
        [round(float(solution.pose[f"right_{f}_mcp"][0]), 2) for f in ("index", "middle", "ring", "little")],
    )
    if name == "rail":
        world.plot(solution.pose).save(folder / "21_grasp.png")
        grip = poise.Support("right_hand", on="rail", grip=True)
        supports = [poise.Support("left_foot"), poise.Support("right_foot")]
        pull = [poise.Force("chest", (0.0, 0.0, -150.0))]
        alone = poise.statics(solution.pose, pull, supports)
        held = poise.statics(solution.pose, pull, [*supports, grip], world=world)
        print(f"  pulled back by 150 N: {'stands' if alone.possible else 'falls'} without the rail, "
              f"{'stands' if held.possible else 'falls'} with it")  # fmt: skip
