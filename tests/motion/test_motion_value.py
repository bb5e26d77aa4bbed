"""A motion is a value: checked when it is made, never changed, cut by keys and by seconds."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from random_motions import CURVES, wander

import poise
from poise import InputError, KochanekBartels, Motion, Pace, UnknownNameError
from refusals import refused
from zoo import one_joint

HINGE = one_joint("hinge")
BALL = one_joint("ball")
RISE = Motion(HINGE, [0.0, 1.0, 2.0, 4.0], [[0.0], [1.0], [4.0], [0.0]])


def test_what_it_tells():
    assert (len(RISE), RISE.start, RISE.end, RISE.duration) == (4, 0.0, 4.0, 4.0)
    assert RISE[1] == HINGE.pose({"joint": 1.0}) == RISE[-3] == list(RISE)[1]
    assert RISE.at(3.0)["joint"] == 2.0
    assert repr(RISE) == "<Motion 'motion' of 'one': 4 keys in 4 s, Linear>"
    assert Motion(HINGE, (0, 1, 2, 4), [RISE[k] for k in range(4)]) == RISE
    assert RISE.with_interpolation("smooth") != RISE
    assert hash(RISE) == hash(RISE.with_interpolation("linear"))
    assert pickle.loads(pickle.dumps(RISE)) == RISE
    assert RISE.carrier == "a"


def test_nothing_can_be_changed():
    for name in ("times", "poses", "figure", "name", "new"):
        with pytest.raises(AttributeError, match=f"a motion does not change.*{name}"):
            setattr(RISE, name, None)
    samples = RISE.sample([0.5])
    arrays = [RISE.times, RISE.poses, *samples, RISE.velocities(), RISE.accelerations(), RISE.trace("tip")]
    for array in [
        *arrays,
        RISE.center_of_mass_trace(),
        RISE.rerooted("b").poses if RISE.figure.base.dof else RISE.poses,
    ]:
        assert not array.flags.writeable


def test_arguments_stay_as_they_are():
    times, poses = np.array([0.0, 1.0]), np.array([[0.0], [1.0]])
    motion = Motion(HINGE, times, poses)
    times[0], poses[0] = -9.0, 9.0
    assert (motion.start, motion.poses[0, 0]) == (0.0, 0.0)
    other = Motion(HINGE, [0.5, 2.0], [[2.0], [3.0]])
    kept = (RISE._parts()["poses"].tobytes(), other._parts()["poses"].tobytes())
    wanted = np.array([0.5, 1.5])
    for make in (
        lambda: RISE.sample(wanted), lambda: RISE.velocities(wanted), lambda: RISE.trace("tip", wanted),
        lambda: RISE.resampled(times=wanted), lambda: RISE.stretched(2.0), lambda: RISE.reversed(),
        lambda: RISE.then(other, blend=0.5), lambda: RISE.layered(other, ["joint"], fade=0.2), lambda: RISE.reduced(),
        lambda: RISE.evenly_paced("tip", count=9), lambda: RISE.limited(), lambda: RISE.between(0.5, 3.0),
        lambda: RISE.shifted(1.0), lambda: RISE.with_interpolation("smooth", "eased"), lambda: RISE[1:],
    ):  # fmt: skip
        make()
    assert wanted.tolist() == [0.5, 1.5]
    assert (RISE.poses.tobytes(), other.poses.tobytes()) == kept


def test_slices_by_keys_and_by_seconds():
    assert RISE[1:3] == Motion(HINGE, [1.0, 2.0], [[1.0], [4.0]])
    assert RISE[::2] == Motion(HINGE, [0.0, 2.0], [[0.0], [4.0]])
    assert RISE[0.5:3.0] == RISE.between(0.5, 3.0) == Motion(HINGE, [0.5, 1, 2, 3], [[0.5], [1], [4], [2]])
    assert RISE[1.0:] == RISE[1:]
    shaped = RISE._edited(interpolation=KochanekBartels([0.1, 0.2, 0.3, 0.4]), timing=["held", "eased", Pace(0, 2)])
    assert shaped[1:].interpolation == KochanekBartels((0.2, 0.3, 0.4))
    assert shaped[1:].timing == ("eased", Pace(0, 2))
    assert shaped[0.5:2.0].timing == ("held", "eased")
    assert shaped[0.5:2.5].timing == ("held", "eased", "linear")
    assert shaped[0.5:2.0].interpolation == KochanekBartels((0.0, 0.2, 0.3))


@pytest.mark.parametrize("curve", CURVES)
def test_a_cut_at_keys_keeps_them_and_a_cut_between_them_makes_one(curve):
    motion = wander("creature", curve)
    middle = (motion.times[2] + motion.times[3]) / 2
    part = motion[float(motion.times[1]) : middle]
    np.testing.assert_array_equal(part.times, [*motion.times[1:3], middle])
    np.testing.assert_array_equal(part.poses, [*motion.poses[1:3], motion.at(middle).coordinates])


def test_quaternions_are_made_unit_and_swings_wrapped():
    rough = np.array([[0.0, 0.0, 0.6, 0.8]]) * (1 + 3e-7)
    assert abs(np.linalg.norm(Motion(BALL, [0.0], rough).poses) - 1.0) < 1e-15
    swing = one_joint("swing")
    motion = Motion(swing, [0.0], [[4.0, 0.0]])
    assert motion.poses.tolist() == [swing.pose({"joint": (4.0, 0.0)}).coordinates.tolist()]


REFUSED = {
    "no times": (lambda: Motion(HINGE, [], []), InputError, "a list of at least one"),
    "times in a square": (lambda: Motion(HINGE, [[0.0]], [[0.0]]), InputError, "not an array of shape (1, 1)"),
    "times that fall": (lambda: Motion(HINGE, [0, 2, 1], [[0]] * 3), InputError, "time 2 is 1 after 2"),
    "a time twice": (lambda: Motion(HINGE, [0, 0], [[0]] * 2), InputError, "time 1 is 0 after 0"),
    "nan time": (lambda: Motion(HINGE, [0, np.nan], [[0]] * 2), InputError, "must be finite"),
    "too few poses": (lambda: Motion(HINGE, [0, 1], [[0]]), InputError, "must have shape (2, 1)"),
    "too long poses": (lambda: Motion(HINGE, [0], [[0, 1]]), InputError, "not (1, 2)"),
    "nan pose": (lambda: Motion(HINGE, [0], [[np.nan]]), InputError, "coordinate 0 of pose 0 is nan"),
    "words": (lambda: Motion(HINGE, [0], [["a"]]), InputError, "the poses of a motion"),
    "other figure": (lambda: Motion(HINGE, [0], [BALL.rest()]), InputError, "pose 0 of a motion"),
    "no quaternion": (lambda: Motion(BALL, [0], [[1, 1, 0, 0]]), InputError, "unit quaternion x y z w for 'joint'"),
    "no figure": (lambda: Motion("x", [0], [[0]]), InputError, "the figure of a motion"),
    "curve": (lambda: RISE.with_interpolation("wavy"), UnknownNameError, "no interpolation 'wavy'"),
    "curve number": (lambda: RISE.with_interpolation(3), InputError, "interpolation of Motion"),
    "tension": (lambda: RISE.with_interpolation(KochanekBartels([1, 2])), InputError, "needs 4 numbers, not 2"),
    "timing": (lambda: RISE.with_interpolation("linear", "slow"), InputError, "a timing is 'linear', 'eased', 'held'"),
    "timings": (lambda: RISE.with_interpolation("linear", ["eased"]), InputError, "has 3 intervals, not 1"),
    "pace": (lambda: Pace(-1.0), InputError, "must be from 0 to 3"),
    "before": (lambda: RISE.at(-0.1), InputError, "lasts from 0 s to 4 s; there is no -0.1 s"),
    "after": (lambda: RISE.sample([1, 4.1]), InputError, "there is no 4.1 s"),
    "nan t": (lambda: RISE.at(np.nan), InputError, "a time must be finite"),
    "no key": (lambda: RISE[4], InputError, "has no key 4"),
    "no keys": (lambda: RISE[4:], InputError, "no key is left"),
    "backwards": (lambda: RISE[::-1], InputError, "reversed() turns a motion round"),
    "empty span": (lambda: RISE.between(2.0, 1.0), InputError, "must end after it starts"),
    "key by a word": (lambda: RISE["a"], InputError, "a time by at(t)"),
    "site": (lambda: RISE.trace("nose"), UnknownNameError, "no site 'nose'"),
    "rate": (lambda: RISE.resampled(0.0), InputError, "must be positive"),
    "no rate": (lambda: RISE.resampled(), InputError, "a rate or times, and not both"),
    "far too many": (lambda: RISE.resampled(1e12), InputError, "the number of keys"),
    "factor": (lambda: RISE.stretched(0.0), InputError, "must be positive"),
    "held back": (lambda: RISE._edited(timing="held").reversed(), InputError, "cannot be walked backward"),
    "blend": (lambda: RISE.then(RISE, blend=9.0), InputError, "a blend lasts from 0 to 4 s"),
    "other man": (lambda: RISE.then(Motion(BALL, [0], [BALL.rest()])), InputError, "the motion that follows"),
    "apart": (lambda: RISE.layered(RISE.shifted(9.0), ["joint"]), InputError, "the motions do not meet"),
    "layer of none": (lambda: RISE.layered(RISE, []), InputError, "the names of joints or groups"),
    "layer of nobody": (lambda: RISE.layered(RISE, ["knee"]), UnknownNameError, "no joint or group 'knee'"),
    "bound": (lambda: RISE.reduced(angle=0.0), InputError, "must be positive"),
    "carrier": (lambda: Motion(HINGE, [0], [[0]], carrier="b"), InputError, "no other carrier than its root"),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_refused(kind):
    refused(*REFUSED[kind])


def test_a_single_pose_is_a_motion_too():
    still = Motion(BALL, [3.0], [BALL.rest()], interpolation="smooth")
    assert (still.duration, still.timing) == (0.0, ())
    assert still.at(3.0) == BALL.rest()
    assert still.velocities().tolist() == [[0.0, 0.0, 0.0]]
    assert still.reversed().poses.tolist() == still.poses.tolist()
    assert still.reduced() == still
    assert poise.Motion(BALL, [0, 1], [BALL.rest()] * 2, interpolation="smooth").at(0.5) == BALL.rest()
