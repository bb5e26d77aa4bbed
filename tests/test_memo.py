"""Answers that are kept: the same for the same thing, never for another, and nobody can change them."""

from __future__ import annotations

import gc
import weakref
from functools import lru_cache

import numpy as np
import pytest

import poise
from poise.errors import UnknownNameError
from poise.memo import Same


def test_a_key_is_the_thing_itself_and_keeps_it_alive():
    class Thing:
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = None  # type: ignore[assignment]

    asked = []

    @lru_cache(maxsize=2)
    def answer(key: Same[Thing]) -> int:
        asked.append(key.thing)
        return len(asked)

    one, other = Thing(), Thing()
    assert [answer(Same(one)), answer(Same(other)), answer(Same(one))] == [1, 2, 1]
    asked.clear()
    kept = weakref.ref(one)
    del one
    gc.collect()
    assert kept() is not None


def test_people_of_other_sizes_weigh_and_stand_by_their_own():
    tall, small = poise.human(stature=1.9).rest(), poise.human(stature=1.5).rest()
    for _ in range(2):
        for rest in (tall, small):
            end = poise.solve(rest, [poise.Balance(margin=0.02)], criteria=[poise.NearPose(rest)])
            corners = rest.support_polygon()
            assert end.tasks[0].reached[0] == pytest.approx(room(corners, rest.center_of_mass), abs=1e-9)


def room(corners, point):
    """How far inside a level polygon, counter-clockwise from above, a point is: by areas of triangles."""
    flat, at = corners[:, [2, 0]], point[[2, 0]]
    edges = np.roll(flat, -1, axis=0) - flat
    away = at - flat
    return float(((edges[:, 0] * away[:, 1] - edges[:, 1] * away[:, 0]) / np.linalg.norm(edges, axis=1)).min())


def test_weights_that_are_kept_cannot_be_changed_and_refusals_are_not_kept():
    rest = poise.human().rest()
    weights = poise.NearPose(rest, joints={"left_knee": 2.0})._freedom(rest.figure)
    assert weights.sum() == pytest.approx(2.0 * rest.figure.joints["left_knee"].dof)
    with pytest.raises(ValueError, match="read-only"):
        weights[0] = 1.0
    assert poise.NearPose(rest)._freedom(rest.figure).sum() == rest.figure.dof
    assert poise.RestPosture()._freedom(rest.figure).sum() == rest.figure.dof - 6
    for _ in range(2):
        with pytest.raises(UnknownNameError, match="left_kne"):
            poise.NearPose(rest, joints=["left_kne"]).check(rest.figure)
