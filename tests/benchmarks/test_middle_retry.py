"""Palms, placed and turned, that rest with wrists at their limits are asked for again from the middle of these."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import human50
import poise
from frames import JOINTS
from targets import Stance

PALMS = ("left_palm", "right_palm")


@pytest.mark.parametrize(("seed", "draws"), [(101, 9), (104, 37), (104, 68)])
def test_palms_within_reach_are_met_from_one_start(seed: int, draws: int, tmp_path: Path) -> None:
    """Goals are read off a pose inside the limits with pinocchio; from the start and from bent joints none was met."""
    file = tmp_path / "human50.urdf"
    file.write_text(human50.human_urdf())
    stance, rng = Stance(tmp_path), np.random.default_rng(seed)
    goal = stance.look([stance.random(rng, 1.0) for _ in range(draws)][-1])
    figure = poise.Figure.load(file, root="free", axes="keep")
    hinges = dict(zip(stance.names, stance.q0[7:].tolist(), strict=True))
    start = figure.pose({figure.base.name: stance.q0[:7], **{name: hinges[name] for name in JOINTS}})
    levels = [
        [poise.Hold("left_sole"), poise.Hold("right_sole")],
        poise.CenterOfMass(stance.center, axes="xy"),
        poise.Orient("gaze", goal["gaze"][:3, :3]),
        [poise.Hold(palm, frame=goal[palm]) for palm in PALMS],
    ]
    solution = poise.solve(start, levels, criteria=())
    assert solution.status == "converged"
    for palm in PALMS:
        np.testing.assert_allclose(solution.pose.frame(palm), goal[palm], atol=1e-6)
