"""Pictures of limbs in closed form: the elbow circle with its arcs, families of goals, a hand that goes round."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
from PIL import Image

import poise
from drawings.plate import Plate, row
from poise import AimGoal, AxisGoal, Limb
from poise.limb import LimbSolution
from poise.limb.picture import limb_scene
from poise.plot.pose_picture import pose_scene
from poise.plot.views import View

FROM_THE_SIDE = View(-0.75, 0.25)


def elbow_circle() -> Image.Image:
    """The same cup held in the same way: where the elbow may be, free and with the wrist's limits."""
    human = poise.human()
    arm = Limb(human, "right_arm")
    cup = arm.solve((-0.12, 1.3, 0.38))
    plates = [_plate(cup, "a point: shoulder's limits"), _plate(_held(arm, cup), "a cup: shoulder and wrist")]
    hammer = arm.solve(AxisGoal((-0.25, 1.15, 0.45), (0, -1, 0), (0, 1, 0)))
    plates.append(_plate(hammer, "a hammer: an axis"))
    plates.append(_plate(arm.solve(AimGoal((-1.2, 1.6, 2.5), (0, -1, 0))), "pointing"))
    return row(plates, (300, 330))


def _held(arm: Limb, cup: LimbSolution) -> LimbSolution:
    frame = np.array(cup.pose.frame("right_hand"))
    return arm.solve(frame, swivel="middle")


def _plate(solution: LimbSolution, text: str) -> Plate:
    return Plate(limb_scene(solution, skeleton=False, floor=False), FROM_THE_SIDE, text)


def all_elbows() -> Image.Image:
    """All allowed poses of one arm at one goal, one in colour and the others as ghosts."""
    human = poise.human()
    arm = Limb(human, "right_arm")
    family = arm.family((-0.15, 1.25, 0.35))
    widest = max(family.intervals, key=lambda i: i.stop - i.start)
    swivels = np.linspace(widest.start, widest.stop, 5)
    middle = family.at(swivels[2])
    scene = limb_scene(middle, ghost=[family.at(s).pose for s in swivels[[0, 1, 3, 4]]], floor=False)
    return row([Plate(scene, view, "") for view in (FROM_THE_SIDE, View(pi / 2 + 1.0, 0.2))], (420, 380))


def closed_paths() -> Image.Image:
    """Before and after a hand has gone ten times round a circle: numeric, and with an analytic arm (Tolani)."""
    plates = []
    for limbs, text in (((), "ten rounds, numeric"), (("right_arm",), "ten rounds, the arm analytic")):
        before, after = _ten_rounds(limbs)
        around = ("right_shoulder", "right_elbow", "right_wrist", "head")
        plates.append(Plate(pose_scene(after, ghost=before, focus=around, floor=False), FROM_THE_SIDE, text))
    return row(plates, (420, 380))


def _ten_rounds(limbs: tuple[str, ...]) -> tuple[poise.Pose, poise.Pose]:
    rest = poise.human().rest()
    feet, center = [poise.Hold("left_foot"), poise.Hold("right_foot")], np.array([-0.22, 1.25, 0.30])
    levels = [feet, poise.Balance(), poise.Reach("right_hand", center)]
    session = poise.Session(rest, levels, criteria=(), analytic=limbs)
    ends = []
    for step in range(401):
        turn = 2 * pi * (step % 40) / 40
        session.tasks["reach right_hand"].goal = center + 0.18 * np.array([cos(turn), sin(turn), 0.0])
        while not session.settled:
            session.step()
        ends.append(session.pose)
    return ends[0], ends[-1]
