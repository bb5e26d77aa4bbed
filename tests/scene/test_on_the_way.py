"""What the sources say of the way to a solution, not of its end (docs/gallery.md shows it in charts)."""

from __future__ import annotations

import numpy as np

import poise


def second_tip_while_the_first_moves(method: str) -> np.ndarray:
    """How far (m) the second tip of a forked chain is off its place, step by step; the first one's goal goes round."""
    start = poise.Scene.load("baerlocher_5_4_a").solve().pose
    first, second = start.position("right_tip"), start.position("left_tip")
    levels = [poise.Reach("right_tip", first), poise.Reach("left_tip", second)]
    session = poise.Session(start, levels, criteria=(), method=method)
    off = []
    for step in range(80):
        angle = 2.0 * np.pi * min(step + 1, 60) / 60
        session.tasks["reach right_tip"].goal = first + 0.06 * np.array([np.sin(angle), np.cos(angle) - 1.0, 0.0])
        off.append(float(np.linalg.norm(session.step().position("left_tip") - second)))
    return np.array(off)


def test_5_3_5_test_1_only_by_strict_priority_does_the_second_tip_stay():
    assert second_tip_while_the_first_moves("priority").max() < 5e-4
    cascaded = second_tip_while_the_first_moves("cascaded")
    assert cascaded[:60].max() > 0.05
    assert np.all(np.diff(cascaded[61:]) < 0.0), "it comes back when the first one has stopped"
    assert cascaded[-1] > 0.01, "slowly"


def test_dance_by_weights_even_the_foot_leaves_the_floor_on_the_way():
    dance = poise.Scene.load("dance")
    lifted = {}
    for name, levels in (("priority", dance.demands()), ("weights", [list(dance.tasks)])):
        session = poise.Session(dance.start, levels, criteria=dance.criteria)
        poses = [session.step() for _ in range(5)]
        lifted[name] = max(float(p.position("left_foot")[1] - dance.start.position("left_foot")[1]) for p in poses)
    assert lifted["priority"] < 1e-6
    assert lifted["weights"] > 0.05
