"""Motions made from motions: what goes in comes out where it should."""

from __future__ import annotations

import numpy as np
import pytest
from random_motions import CURVES, wander

import poise
from poise import Motion
from poise.motion.reduce import deviations
from zoo import one_joint

HINGE = one_joint("hinge")
FEWER = {"linear": 2, "catmull-rom": 3, "kochanek-bartels": 1, "smooth": 4}
"""So many times fewer keys are enough; a spline that is shaped otherwise than the motion needs most of them."""


def test_stretching_there_and_back_is_nothing():
    motion = wander("creature", "smooth")
    twice = motion.stretched(2.0)
    assert twice.duration == pytest.approx(2 * motion.duration)
    np.testing.assert_allclose(twice.stretched(0.5).times, motion.times, rtol=1e-15)
    np.testing.assert_array_equal(twice.stretched(0.5).poses, motion.poses)
    t = motion.start + 0.4 * motion.duration
    assert np.abs(twice.at(motion.start + 0.8 * motion.duration).difference(motion.at(t))).max() < 1e-9


def test_reversing_and_mirroring_twice_is_nothing():
    motion = wander("human", "smooth")
    np.testing.assert_allclose(motion.reversed().reversed().times, motion.times, atol=1e-14)
    np.testing.assert_array_equal(motion.reversed().reversed().poses, motion.poses)
    np.testing.assert_allclose(motion.mirrored().mirrored().poses, motion.poses, atol=1e-12)


def test_resampling_meets_the_curve():
    motion = wander("creature", "smooth")
    fine = motion.resampled(100.0)
    assert (fine.start, fine.end) == (motion.start, motion.end)
    np.testing.assert_allclose(np.diff(fine.times)[:-1], 0.01)
    np.testing.assert_array_equal(fine.poses, motion.sample(fine.times).poses)
    even = Motion(HINGE, [0.0, 0.3], [[0.0], [1.0]]).resampled(10.0)
    np.testing.assert_allclose(even.times, [0.0, 0.1, 0.2, 0.3])


def test_traces_are_the_places_of_poses():
    motion = wander("human", "catmull-rom")
    times = np.linspace(motion.start, motion.end, 9)
    hand, center = motion.trace("left_hand", times), motion.center_of_mass_trace(times)
    for k, t in enumerate(times):
        np.testing.assert_allclose(hand[k], motion.at(t).position("left_hand"), atol=1e-12)
        np.testing.assert_allclose(center[k], motion.at(t).center_of_mass, atol=1e-12)
    np.testing.assert_allclose(motion.trace("eyes")[2], motion[2].position("eyes"), atol=1e-12)


def test_one_after_the_other():
    first = Motion(HINGE, [0.0, 1.0, 2.0], [[0.0], [0.0], [0.0]])
    second = Motion(HINGE, [5.0, 6.0, 7.0], [[1.0], [1.0], [1.0]])
    at_once = first.then(second)
    assert at_once.times.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert at_once.poses[:, 0].tolist() == [0.0, 0.0, 0.0, 1.0, 1.0]
    fine = first.resampled(20.0).then(second.resampled(20.0), blend=1.0)
    assert fine.end == pytest.approx(3.0)
    assert fine.at(1.0)["joint"] == 0.0
    assert fine.at(2.0)["joint"] == pytest.approx(1.0)
    u = np.linspace(0.0, 1.0, 21)
    np.testing.assert_allclose(fine.sample(1.0 + u).poses[:, 0], u * u * (3 - 2 * u), atol=1e-9)


def test_the_second_motion_begins_where_the_first_is():
    walk = wander("human", "linear", seed=1)
    other = wander("human", "linear", seed=2)
    both = walk.then(other, blend=0.2, aligned=True)
    begin = walk.end - 0.2
    here, there = walk.at(begin), walk.at(begin)
    moved = other.shifted(begin - other.start)
    joined = both.at(both.end)
    # What follows is the other motion, turned about the vertical and moved along the floor.
    a, b = moved.at(moved.end), joined
    assert b.position("head_top")[1] == pytest.approx(a.position("head_top")[1], abs=1e-9)
    np.testing.assert_allclose(
        np.linalg.norm(b.position("left_hand") - b.position("right_foot")),
        np.linalg.norm(a.position("left_hand") - a.position("right_foot")), atol=1e-9,
    )  # fmt: skip
    start = walk.then(other, aligned=True)
    meeting = start.poses[len(walk) :]
    assert len(meeting) == len(other) - 1
    assert here == there


def test_a_layer_takes_some_joints_alone():
    under, over = wander("human", "linear", seed=3), wander("human", "linear", seed=4)
    over = over.shifted(under.start - over.start).stretched(under.duration / over.duration)
    arm = ["left_shoulder", "left_elbow"]
    both = under.layered(over, arm)
    for t in np.linspace(under.start, under.end, 7):
        pose = both.at(t)
        for name in under.figure.joints:
            where = under.figure.coordinate_slice(name)
            source = over if name in arm else under
            np.testing.assert_allclose(
                _same_side(pose.coordinates[where], source.at(t).coordinates[where]), source.at(t).coordinates[where],
                atol=1e-9, err_msg=name,
            )  # fmt: skip
    group = next(iter(under.figure.groups))
    assert under.layered(over, [group]) == under.layered(over, list(under.figure.groups[group].joints))


def _same_side(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Of the two quaternions of a rotation, the nearer one."""
    if len(a) in (4, 7) and a[-4:] @ b[-4:] < 0.0:
        return np.concatenate([a[:-4], -a[-4:]])
    return a


def test_a_layer_fades_in_and_out():
    under = Motion(HINGE, [0.0, 4.0], [[0.0], [0.0]])
    over = Motion(HINGE, [1.0, 3.0], [[1.0], [1.0]])
    both = under.layered(over.resampled(20.0), ["joint"], fade=0.5)
    values = [both.at(t)["joint"] for t in (0.5, 1.0, 1.25, 1.5, 2.0, 2.75, 3.0, 3.5)]
    assert values == pytest.approx([0.0, 0.0, 0.5, 1.0, 1.0, 0.5, 0.0, 0.0], abs=1e-9)


@pytest.mark.parametrize("curve", CURVES)
def test_fewer_keys_keep_the_bound(curve):
    slow = wander("human", "smooth").resampled(60.0).with_interpolation(CURVES[curve])
    angle, length = np.radians(0.5), 1e-3
    fewer = slow.reduced(angle=angle, length=length)
    assert len(fewer) < len(slow) / FEWER[curve]
    assert set(fewer.times) <= set(slow.times)
    worst = deviations(
        slow.figure, fewer._edited(hold_limits=False).sample(slow.times).poses, slow.poses, angle, length
    )
    assert worst.max() <= 1.0
    for t in slow.times[::17]:  # by another measure: rotation vectors of every joint
        way = fewer._edited(hold_limits=False).at(t).difference(slow._edited(hold_limits=False).at(t))
        for name, joint in slow.figure.joints.items():
            if joint.model == "ball":
                assert np.linalg.norm(way[slow.figure.tangent_slice(name)]) <= angle * (1 + 1e-9)


def test_exact_keys_are_found_again():
    """A broken line sampled finely needs no more keys than it has corners."""
    corners = Motion(HINGE, [0.0, 1.0, 3.0, 4.0], [[0.0], [1.0], [-1.0], [0.5]])
    fewer = corners.resampled(50.0).reduced(angle=1e-6)
    np.testing.assert_allclose(fewer.times, corners.times, atol=1e-12)


def test_notebooks_show_a_strip():
    motion = Motion(poise.figures.chain(2), [0.0, 1.0], [poise.figures.chain(2).rest()] * 2, notes=["<found>"])
    page = motion._repr_html_()
    assert "data:image/png;base64," in page
    assert "&lt;found&gt;" in page
    picture = motion.plot(count=3)
    assert [panel.label for panel in picture.panels] == ["0.00 s", "0.50 s", "1.00 s"]
