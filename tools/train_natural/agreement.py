"""Whether `reference.py` in numpy and the training in torch ask the net the same and get the same answers."""

from __future__ import annotations

import goals as goal
import numpy as np
import reference
import torch
from goals import Goals
from layout import EFFECTORS
from net import Net
from reference import Body, Told
from torch import Tensor

from kinematics import Bodies

QUESTIONS = 50


def disagreement(net: Net, bodies: Bodies, places: Tensor, turns: Tensor) -> float:
    """The largest difference of inputs and outputs over some questions; single precision leaves 1e-4."""
    rng = torch.Generator().manual_seed(3)
    goals = goal.draw(bodies, places, turns, rng)
    heading = goal.heading(goal.forward_of(goals, bodies.leg))
    inputs = goal.features(goals, bodies, goal.origin_of(goals), heading)
    with torch.no_grad():
        outputs = net(inputs).numpy()
    layers = [(w.numpy(), b.numpy()) for w, b in net.folded()]
    proportions = goal.proportions(bodies).numpy().astype(float)
    worst = 0.0
    for i in range(min(QUESTIONS, len(inputs))):
        told, body = _told(goals, i), Body(float(bodies.leg[i]), proportions[i])
        frame = reference.upright(reference.forward_of(told, body.leg))
        x = reference.features(told, body, reference.origin_of(told), frame)
        y = reference.evaluated(layers, x)
        worst = max(worst, float(np.abs(x - inputs[i].numpy()).max()), float(np.abs(y - outputs[i]).max()))
    return worst


def _told(goals: Goals, i: int) -> Told:
    told = Told(gaze=goals.gaze[i].numpy().astype(float) if goals.gazes[i] else None)
    for k, name in enumerate(EFFECTORS):
        if goals.placed[i, k]:
            told.place[name] = goals.place[i, k].numpy().astype(float), goals.local[i, k].numpy().astype(float)
        if goals.turned[i, k]:
            told.turn[name] = goals.turn[i, k].numpy().astype(float)
    return told
