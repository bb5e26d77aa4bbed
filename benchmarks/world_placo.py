"""placo in the scene of `world_peers.py`, in its own environment: `python world_placo.py FOLDER < work.json`.

Obstacles are solids on the base of the arm, kept out of by its constraint against self-collisions. Prints the joint
angles of every frame of every drag as JSON.
"""

import contextlib
import json
import sys
from pathlib import Path

import numpy as np
import placo

work, folder = json.load(sys.stdin), Path(sys.argv[1])
robot = placo.RobotWrapper(str(folder / "arm.urdf"), placo.Flags.ignore_collisions if work["free"] else 0)
if not work["free"]:
    named = [str(robot.collision_model.geometryObjects[i].name) for i in range(robot.collision_model.ngeoms)]
    number = {name: i for i, name in enumerate(named)}
    still = [i for name, i in number.items() if name.startswith("base")]
    pairs = [[i, k] for name, i in number.items() if not name.startswith("base") for k in still]
    (folder / "pairs.json").write_text(json.dumps(pairs))
    robot.load_collision_pairs(str(folder / "pairs.json"))
offsets = [robot.get_joint_offset(name) for name in work["joints"]]
drags = []
for path in work["paths"]:
    q = robot.state.q.copy()
    q[:7], q[offsets] = [0, 0, 0, 0, 0, 0, 1], work["start"]
    robot.state.q = q
    robot.update_kinematics()
    solver = placo.KinematicsSolver(robot)
    solver.mask_fbase(True)
    solver.enable_joint_limits(True)
    solver.dt = 1.0 / work["rate"] / work["steps"]
    task = solver.add_position_task("tip", np.array(path[0]))
    task.configure("tip", "soft", 1.0)
    solver.add_regularization_task(1e-4)
    if not work["free"]:
        avoid = solver.add_avoid_self_collisions_constraint()
        avoid.self_collisions_margin, avoid.self_collisions_trigger = work["margin"], 0.05
        avoid.configure("avoid", *(["hard"] if work["how"] == "hard" else ["soft", 1e3]))
    poses = []
    for goal in path:
        task.target_world = np.array(goal)
        for _ in range(work["steps"]):
            with contextlib.suppress(RuntimeError):  # the programme has no solution: the arm stays where it is
                solver.solve(True)
            robot.update_kinematics()
        poses.append([float(x) for x in np.array(robot.state.q)[offsets]])
    drags.append(poses)
print(json.dumps(drags))
