"""Scenes that the tests share."""

from __future__ import annotations

import poise

BALL = (-0.10, 1.30, 0.55)
SOURCE = poise.FigureSource("human", {"stature": 1.70})
HUMAN = SOURCE.figure()
REST = HUMAN.rest()
FEET = [poise.Hold("left_foot"), poise.Hold("right_foot")]


def reaching(**options) -> poise.Scene:
    """Feet held, balanced, eyes and right hand on a ball."""
    levels = [FEET, poise.Balance(margin=0.02), poise.LookAt("eyes", BALL), poise.Reach("right_hand", BALL)]
    return poise.Scene(REST, levels, [poise.NearPose("rest")], **{"source": SOURCE, **options})


def chained(*tasks: poise.tasks.Task, **options) -> poise.Scene:
    """A chain of five links with one level for each task."""
    source = poise.FigureSource("planar_chain", {"links": 5})
    return poise.Scene(source.figure().rest(), list(tasks), source=source, **options)
