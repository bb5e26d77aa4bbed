"""A hand that holds a thing goes with it: where the thing has gone at once, its arm follows in closed form.

Slopes would lead the hand out of a thing that has jumped into it the shortest way for its joints, which is away from
the thing. Who holds something does not let go of it so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.limb.limb import Limb
from poise.tasks.grasp import Grasp
from poise.tasks.grasp_pieces import Fingers

if TYPE_CHECKING:
    from poise.pose import Pose
    from poise.tasks.plan import Plan
    from poise.world.world import World


def carried(plan: Plan, pose: Pose, before: World, now: World) -> Pose | None:
    """The pose with every closed hand carried along; None where none holds what has moved.

    As far as its arm can follow. None as well where that would be deeper in something than the pose is: then it is for
    the solver.
    """
    found = pose
    for entry in plan.entries.values():
        task = entry.task
        if not isinstance(task, Grasp) or not any(isinstance(p, Fingers) and p.closes for p in entry.pieces):
            continue
        limb = next((name for name, limb in pose.figure.limbs.items() if limb.site == task.hand), None)
        was, there = before[task.thing].placement.matrix, now[task.thing].placement.matrix
        if limb is None or np.array_equal(was, there):
            continue
        arm, goal = Limb(pose.figure, limb), there @ np.linalg.inv(was) @ found.frame(task.hand)
        kind, _ = arm._one(goal)
        found = arm.solve(goal, pose=found, swivel=arm._standing(found).present_swivel(kind)).pose
    if found is pose or _deepest(found, now) < _deepest(pose, now):
        return None
    return found


def _deepest(pose: Pose, world: World) -> float:
    return min((near.distance for near in world.distances(pose)), default=np.inf)
