"""Shipped scenes of hands on things: they hold, nothing is inside, and what they hold carries."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from solved_scenes import scene, solved

import poise

sys.path.insert(0, str(Path(__file__).parents[1] / "world"))
from dense import DIGITS, gaps

HELD = {"hold_a_handrail": "rail", "take_a_cup": "cup"}


@pytest.mark.parametrize("name", HELD)
def test_all_is_met_and_no_finger_is_inside(name: str) -> None:
    assert solved(name).status == "converged"
    world = scene(name).world
    assert world is not None
    for thing in world.values():
        assert min(gaps(solved(name).pose, "right", thing).values()) > -1e-3, thing.name
    found = gaps(solved(name).pose, "right", world[HELD[name]])
    touching = [d for d in DIGITS["right"] if min(v for s, v in found.items() if s.startswith(d)) < 2e-3]
    assert len(touching) >= 4
    assert "right_thumb" in touching


def test_the_rail_carries_whom_it_holds() -> None:
    """Leaning back by 100 N is held by the grip and not by the feet alone; the forces add up, each inside its cone."""
    asked, pose = scene("hold_a_handrail"), solved("hold_a_handrail").pose
    pull = [poise.Force("chest", (0.0, 0.0, -250.0))]
    held = poise.statics(pose, pull, asked.supports, world=asked.world)
    assert held.possible
    assert not poise.statics(pose, pull, asked.supports[:2], world=asked.world).possible
    grip = next(load for load in held.supports if load.site == "right_hand")
    assert grip.force[2] > 50.0, "the hand is pulled forward"
    total = sum(load.force for load in held.supports) + pull[0].vector + (0.0, -9.81 * pose.figure.mass, 0.0)
    assert np.abs(total).max() < 1.0
    normals = {tuple(np.round(n, 6)) for _, _, n in held.loading.solved[-1].contacts}
    for point, force in zip(grip.points, grip.forces, strict=True):
        assert any(force @ n >= -1e-6 and np.linalg.norm(force - (force @ n) * np.array(n)) <= 0.6 * (force @ n) + 1e-3
                   for n in map(np.array, normals)), point  # fmt: skip
