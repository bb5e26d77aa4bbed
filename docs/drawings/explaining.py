"""Explanations: a compromise beside what two of its culprits would allow, and the history of the solve."""

from __future__ import annotations

import numpy as np
from PIL import Image

import poise
from poise.explain.words import amount
from poise.plot import side_by_side

BALL = (-0.2, 1.1, 1.25)
LEVELS = [
    [poise.Hold("left_foot"), poise.Hold("right_foot")],
    poise.Balance(margin=0.02),
    poise.LookAt("eyes", BALL),
    poise.Reach("right_hand", BALL),
]


def history() -> Image.Image:
    """Residuals and limits of a reach that is a step too far."""
    solution = poise.solve(poise.human(stature=1.70).rest(), LEVELS, criteria=(), history=True)
    return Image.fromarray(np.array(solution.plot_history(size=(900, 560)).image))


def explaining() -> Image.Image:
    """The pose found, without balance, and without the hold of the left foot."""
    rest = poise.human(stature=1.70).rest()
    cases = {"all demands": "", "without balance": "balance", "with the left foot free": "hold left_foot"}
    poses, labels = [], []
    for words, gone in cases.items():
        solution = _solved(rest, gone)
        poses.append(solution.pose)
        labels.append(f"{words}: misses by {amount(solution.task('reach right_hand').residual, 'm')}")
    picture = side_by_side(poses, labels=labels, size=(1080, 340), view="right", com=True, support=True)
    return Image.fromarray(np.array(picture.image))


def _solved(rest: poise.Pose, gone: str) -> poise.Solution:
    session = poise.Session(rest, LEVELS)
    if gone:
        session.tasks[gone].enabled = False
    session.step(budget=60.0)
    return session.solution()
