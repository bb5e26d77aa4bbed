"""Distances of capsules from solids beside mujoco's and python-fcl's. 100,000 pairs each: `benchmarks/world.py`."""

from __future__ import annotations

import numpy as np
import pytest
from geom_distances import KINDS, with_fcl, with_mujoco

# Where the axis of the capsule itself is inside, mujoco's depth from a box is not the shortest way out, and ours from
# cylinders and ellipsoids is that of the deepest ball.
NOT_DEEP = ("box", "cylinder", "ellipsoid")


@pytest.mark.parametrize("kind", KINDS)
def test_distances_are_those_of_mujoco(kind: str) -> None:
    found = with_mujoco(kind, 300)
    compared = ~found.deep if kind in NOT_DEEP else np.ones(300, bool)
    assert compared.sum() > 200
    assert (found.ours < 0).sum() > 20
    assert np.abs(found.ours - found.theirs)[compared].max() < 1e-6


@pytest.mark.parametrize("kind", ["capsule", "box"])
def test_depths_are_those_of_fcl(kind: str) -> None:
    """Inside; outside, its distances are good to some 1e-5 m only."""
    pytest.importorskip("fcl")
    found = with_fcl(kind, 300)
    inside = found.ours < 0
    assert found.deep.sum() > 5
    assert np.abs(found.ours - found.theirs)[inside].max() < 2e-6
