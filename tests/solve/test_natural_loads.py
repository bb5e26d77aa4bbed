"""The same hand goals with nothing, 10 and 20 kg in the hands: pelvis and weight move against the load."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise import Balance, Hold, Reach, Weight, solve

REST = poise.human().rest()
FEET = [Hold("left_foot"), Hold("right_foot")]
LOADS = (0.0, 10.0, 20.0)  # kilograms in both hands together


def lifted(height: float, ahead: float, kilograms: float) -> poise.Pose:
    """Both hands there, 5 cm of balance left with the load in them."""
    hands = [Reach(f"{side}_hand", (s * 0.2, height, ahead)) for side, s in (("left", 1), ("right", -1))]
    load = [Weight(f"{side}_hand", kilograms / 2) for side in ("left", "right")] if kilograms else []
    solution = solve(REST, [FEET, Balance(margin=0.05, forces=load), hands])
    assert solution.status == "converged"
    assert [c.name for c in solution.criteria] == ["Natural"]
    return solution.pose


def inclination(pose: poise.Pose) -> float:
    """How far forward the chest leans, degrees."""
    up = pose.segment_frame("chest")[:3, 1]
    return float(np.degrees(np.arctan2(up[2], up[1])))


@pytest.mark.parametrize("goal", [(0.9, 0.55), (0.5, 0.5), (0.3, 0.4)], ids=["waist", "knees", "shins"])
def test_pelvis_and_weight_go_back_and_the_trunk_up_with_the_load(goal: tuple[float, float]) -> None:
    """The signs of lifting studies: what is held in front is counterbalanced by the hips, and the trunk leans less."""
    poses = [lifted(*goal, load) for load in LOADS]
    pelvis, weight = (
        [place(p)[2] for p in poses] for place in (lambda p: p.position("pelvis"), lambda p: p.center_of_mass)
    )
    for back in (pelvis, weight):
        assert np.diff(back).max() < 1e-6  # heavier, never further ahead
        assert back[-1] < back[0] - 0.02
    leans = [inclination(pose) for pose in poses]
    assert np.diff(leans).max() < 0.1
    assert leans[-1] < leans[0] - 0.2


GRID = [(height, ahead) for height in (0.3, 0.5, 0.75, 1.0, 1.25, 1.5) for ahead in (0.3, 0.4, 0.5, 0.6, 0.65, 0.7)]
"""Heights of the hands, and how far ahead of the ankles (m); the lifting equation of NIOSH ends at 0.63 m ahead."""


@pytest.mark.parametrize("goal", GRID, ids=lambda goal: f"{goal[0]:g} m high, {goal[1]:g} m ahead")
def test_heavier_never_brings_pelvis_or_weight_ahead(goal: tuple[float, float]) -> None:
    """Signs and order over all that hands reach; where the arms are bent the trunk leans no further either."""
    poses = [lifted(*goal, load) for load in LOADS]
    assert np.diff([pose.position("pelvis")[2] for pose in poses]).max() < 1e-5
    assert np.diff([pose.center_of_mass[2] for pose in poses]).max() < 1e-5
    height, ahead = goal
    if ahead <= (0.4 if height < 0.5 else 0.5):  # farther out hips that go back take the trunk along: straight arms
        assert np.diff([inclination(pose) for pose in poses]).max() < 0.1
