"""Limbs leave what they are given alone, and hand out nothing that can be changed."""

from __future__ import annotations

import numpy as np
from random_arms import with_limb_anywhere

import poise
from poise import AimGoal, AxisGoal, Limb

HUMAN = poise.human()
ARM = Limb(HUMAN, "left_arm")
POSE = with_limb_anywhere(ARM, np.random.default_rng(71))


def test_arrays_given_are_not_changed() -> None:
    frame = np.array(POSE.frame("left_hand"))
    point, z = frame[:3, 3].copy(), frame[:3, 2].copy()
    kept = [a.copy() for a in (frame, point, z)]
    swivel = np.linspace(-1, 1, 5)
    for goal in (point, frame, AxisGoal(point, z), AimGoal(point + z)):
        ARM.solve(goal, pose=POSE)
        ARM.intervals(goal, pose=POSE)
        ARM.family(goal, pose=POSE).at(0.1)
        ARM.solve_many(goal, pose=POSE, swivel=swivel)
    ARM.solve(point, elbow=z)
    for array, before in zip((frame, point, z), kept, strict=True):
        np.testing.assert_array_equal(array, before)
        assert array.flags.writeable
    np.testing.assert_array_equal(swivel, np.linspace(-1, 1, 5))


def test_goals_copy_their_arrays() -> None:
    point = np.array([0.1, 1.2, 0.3])
    goals = AxisGoal(point, (0, 0, 1)), AimGoal(point)
    point[:] = 9.0
    for goal in goals:
        np.testing.assert_array_equal(goal.point, [0.1, 1.2, 0.3])
        assert not goal.point.flags.writeable


def test_arrays_handed_out_are_read_only() -> None:
    family = ARM.family(POSE.position("left_hand"), pose=POSE)
    found = family.at(0.2)
    arrays = [found.elbow, found.pose.coordinates, family.elbow([0.1, 0.2]), *family.rates(0.2), ARM.shoulder(POSE)]
    assert not any(array.flags.writeable for array in arrays)
