"""Weights as they hang: a ball of iron under what holds it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.forces.force import Weight
from poise.plot.lines import ball, tube
from poise.plot.props import Prop
from poise.plot.scene import Item

if TYPE_CHECKING:
    from poise.pose import Pose

IRON, CORD = "#4c5157", "#7b8087"
DENSITY = 7200.0
"""Kilograms a cubic metre, of cast iron."""
HANGS = 0.03
"""Metres below the hand."""


def hanging(pose: Pose, loads: Iterable[Any]) -> Prop:
    """The weights among loads, where a pose holds them; each as large as iron of that mass is."""
    gravity = np.array(pose.figure.gravity, float)
    size = float(np.linalg.norm(gravity))
    down = gravity / size if size else np.zeros(3)
    items: list[Item] = []
    for load in loads:
        if not isinstance(load, Weight):
            continue
        held = [np.array(pose.position(site)) for site in load.sites]
        radius = math.cbrt(load.kilograms / (DENSITY * 4.0 / 3.0 * math.pi))
        center = np.mean(held, axis=0) + (radius + HANGS) * down
        items += [Item(tube(np.array([place, center]), 0.004), CORD) for place in held]
        items.append(Item(ball(center, radius), IRON))
    return Prop(tuple(items))
