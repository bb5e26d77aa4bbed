"""Many goals at once: the same answers as one by one, whatever the threads, and numpy's broadcasting."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise import AimGoal, AxisGoal, InputError, Limb
from refusals import refused

HUMAN = poise.human()
ARM = Limb(HUMAN, "right_arm")


def frames(count: int) -> np.ndarray:
    rng = np.random.default_rng(51)
    rest, slots = HUMAN.rest(), list(ARM.slots)
    found = []
    for _ in range(count):
        q = np.array(rest.coordinates)
        q[slots] = HUMAN.random(rng).coordinates[slots]
        found.append(poise.Pose(HUMAN, q).frame("right_hand"))
    return np.array(found)


FRAMES = frames(12)
POINTS, AXES = FRAMES[:, :3, 3], FRAMES[:, :3, 2]


@pytest.mark.parametrize(
    "goals",
    [POINTS, FRAMES, AxisGoal(POINTS, AXES), AimGoal(POINTS + AXES)],
    ids=["position", "placement", "axis", "aim"],
)
def test_a_batch_gives_the_answers_of_single_solves(goals: object) -> None:
    batch = ARM.solve_many(goals)
    assert batch.reached.all()
    for i in range(len(FRAMES)):
        if isinstance(goals, AxisGoal):
            one: object = AxisGoal(goals.point[i], goals.direction[i])
        else:
            one = AimGoal(goals.point[i]) if isinstance(goals, AimGoal) else goals[i]
        single = ARM.solve(one)
        np.testing.assert_array_equal(batch.pose(i).coordinates, single.pose.coordinates)
        assert batch.swivel[i] == single.swivel


def test_the_number_of_threads_changes_nothing() -> None:
    goals = np.tile(FRAMES, (100, 1, 1))
    one, three = (ARM.solve_many(goals, threads=t, limits=False).values for t in (1, 3))
    np.testing.assert_array_equal(one, three)


def test_swivels_broadcast_with_goals() -> None:
    batch = ARM.solve_many(FRAMES[:5, None], swivel=np.linspace(-3, 3, 7), limits=False)
    assert batch.swivel.shape == (5, 7)
    assert batch.values.shape == (5, 7, len(ARM.slots))
    assert batch.coordinates.shape == (5, 7, HUMAN.size)
    np.testing.assert_allclose(batch.swivel, np.broadcast_to(np.linspace(-3, 3, 7), (5, 7)))
    np.testing.assert_allclose(batch.pose(4, 6).frame("right_hand"), FRAMES[4], atol=1e-12)


def test_unreachable_goals_of_a_batch_say_why() -> None:
    batch = ARM.solve_many(np.array([FRAMES[0, :3, 3], ARM.shoulder() + np.array([0, 0, 3])]))
    assert batch.reached.tolist() == [True, False]
    assert batch.reason(0) == ""
    assert batch.reason(1).startswith("too far by")
    assert repr(batch) == "<LimbBatch of 'right_arm': 1 of 2 goals reached>"


def test_no_goals_give_no_answers() -> None:
    assert len(ARM.solve_many(np.zeros((0, 3)))) == 0


def test_arrays_of_a_batch_are_read_only() -> None:
    batch = ARM.solve_many(FRAMES)
    for array in (batch.values, batch.swivel, batch.angle, batch.hinge, batch.branch, batch.verdict, batch.reached):
        assert not array.flags.writeable
    assert not batch.coordinates.flags.writeable


def test_bad_goals_of_a_batch_are_named() -> None:
    bad = np.array(FRAMES[:, :3, 3])
    bad[7, 1] = np.nan
    refused(lambda: ARM.solve_many(bad), InputError, "goal 7: a goal must be finite")
    refused(lambda: ARM.solve_many(FRAMES, swivel=np.zeros(5)), InputError, "do not broadcast")
    refused(lambda: ARM.solve_many(FRAMES, swivel=[np.inf]), InputError, "the wanted swivel must be finite")
    refused(lambda: ARM.solve_many(np.zeros((4, 2))), InputError, "an array of shape (4, 2)")
