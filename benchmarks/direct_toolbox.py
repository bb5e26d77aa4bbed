"""Robotics Toolbox on an arm of hinges, in its own environment: `python direct_toolbox.py arm.urdf < arm.json`.

Levenberg and Marquardt's method in C, of position alone, from the start that is given and no other. Prints JSON as
`direct_three.mjs` does.
"""

import json
import sys
import time

import numpy as np
import roboticstoolbox

arm = json.load(sys.stdin)
chain = roboticstoolbox.Robot.URDF(sys.argv[1]).ets(end="tip")
found = []
began = time.process_time()
for goal in arm["goals"]:
    wanted = np.eye(4)
    wanted[:3, 3] = goal
    # Its tolerance is half the weighted square of the error.
    answer = chain.ik_LM(
        wanted,
        q0=np.array(arm["start"]),
        mask=np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0]),
        joint_limits=True,
        slimit=1,
        ilimit=arm["iterations"],
        tol=0.5 * arm["tolerance"] ** 2,
    )
    off = float(np.linalg.norm(np.asarray(chain.fkine(answer.q))[:3, 3] - goal))
    inside = bool(np.all(answer.q >= chain.qlim[0] - 1e-9) and np.all(answer.q <= chain.qlim[1] + 1e-9))
    found.append((off if inside else float("inf"), int(answer.iterations)))
print(json.dumps({"found": found, "seconds": time.process_time() - began}))
