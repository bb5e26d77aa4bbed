"""A scene from a file, changed, solved, saved, and as a script.   python 08_scenes.py [FOLDER]"""

import sys
from dataclasses import replace
from pathlib import Path

import poise

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out")
folder.mkdir(parents=True, exist_ok=True)

scene = poise.Scene.load("baerlocher_7_13_b")  # feet, balance, gaze and reach; a path would do as well
print(f"{scene.name}: {scene.solve().status}")

ball = (-0.1, 1.25, 1.3)  # out of reach
goals = [poise.LookAt("eyes", ball), poise.Reach("right_hand", ball)]
far = replace(scene, name="the ball is too far away", notes="", levels=[*scene.levels[:2], *goals])
solution = far.solve()
print(solution)

far.save(folder / "08_far.yaml")
far.script(folder / "08_far_script.py")
print((folder / "08_far_script.py").read_text("utf-8"))
print(far.plot(solution).save(folder / "08_scenes.png"))
