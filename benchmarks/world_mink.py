"""mink in the scene of `world_peers.py`, in its own environment: `python world_mink.py FOLDER < work.json`.

A step asks for all that is left (a time step of 1, as in `benchmarks/peers`): in mink 1.3 the limit of collision
avoidance bounds motions by speeds, so that with shorter ones it lets the arm into its margin. It is damped as much as
keeps it out of the table; with the damping of `benchmarks/peers` it goes through. Prints the joint angles of every
frame of every drag as JSON.
"""

import json
import sys
from pathlib import Path

import mink
import mujoco
import numpy as np

work, folder = json.load(sys.stdin), Path(sys.argv[1])
model = mujoco.MjModel.from_xml_path(str(folder / "arm.xml"))
addresses = [model.joint(name).qposadr[0] for name in work["joints"]]
limits = [mink.ConfigurationLimit(model)]
if not work["free"]:
    pairs = [(work["balls"], ["table", "thing"])]
    limits.append(
        mink.CollisionAvoidanceLimit(
            model, geom_pairs=pairs, minimum_distance_from_collisions=work["margin"], collision_detection_distance=0.05
        )
    )
task = mink.FrameTask("tip", "site", position_cost=1.0, orientation_cost=0.0, lm_damping=1.0)
drags = []
for path in work["paths"]:
    q = np.zeros(model.nq)
    q[addresses] = work["start"]
    now, poses = mink.Configuration(model, q=q), []
    for goal in path:
        task.set_target(mink.SE3.from_translation(np.array(goal)))
        for _ in range(work["steps"]):
            velocity = mink.solve_ik(now, [task], 1.0, "daqp", damping=1e-3, limits=limits)
            now.integrate_inplace(velocity, 1.0)
        poses.append([float(x) for x in now.q[addresses]])
    drags.append(poses)
print(json.dumps(drags))
