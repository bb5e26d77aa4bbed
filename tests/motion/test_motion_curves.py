"""Curves through keys: exact at keys, continuous, without flips, inside limits, the same however a figure is held."""

from __future__ import annotations

import numpy as np
import pytest
from random_motions import CURVES, FIGURES, SMOOTH, difference, figure_of, looks, wander
from scipy.interpolate import CubicHermiteSpline, CubicSpline
from scipy.spatial.transform import Rotation, Slerp

import poise
from poise import Cone, KochanekBartels, Motion, Pace, Range
from zoo import anywhere, hinges, inside, one_joint


def of_hinges(values: np.ndarray, times: np.ndarray, curve: object) -> Motion:
    """A chain of hinges, whose coordinates are plain numbers."""
    return Motion(hinges(values.shape[1]), times, values, interpolation=curve)


def of_ball(quaternions: np.ndarray, times: np.ndarray, curve: object = "linear") -> Motion:
    return Motion(one_joint("ball"), times, quaternions, interpolation=curve)


# ---- keys and continuity ----------------------------------------------------------------------


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("name", FIGURES)
def test_keys_are_met_bit_for_bit(name, curve):
    motion = wander(name, curve)
    np.testing.assert_array_equal(motion.sample(motion.times).poses, motion.poses)
    assert motion.at(motion.end) == motion[-1]


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("name", FIGURES)
def test_rates_are_the_derivatives_of_poses(name, curve):
    motion = wander(name, curve)
    e = 1e-5
    times = looks(motion, 8)
    times = times[np.abs(times[:, None] - motion.times).min(axis=1) > 2 * e]
    before, after = (motion.sample(times + d).poses for d in (-e, e))
    velocities, accelerations = motion.velocities(times), motion.accelerations(times)
    changes = (motion.velocities(times + e) - motion.velocities(times - e)) / (2 * e)
    for k in range(len(times)):
        size = 1.0 + np.abs(accelerations[k]).max()
        np.testing.assert_allclose(difference(motion, before[k], after[k]) / (2 * e), velocities[k], atol=1e-6 * size)
        np.testing.assert_allclose(changes[k], accelerations[k], atol=1e-5 * size)


@pytest.mark.parametrize("curve", SMOOTH)
@pytest.mark.parametrize("name", FIGURES)
def test_velocities_are_continuous_at_keys(name, curve):
    motion = wander(name, curve)
    behind, ahead = motion.velocities(before=True), motion.velocities()
    assert not np.array_equal(behind, ahead)  # they come from different intervals
    np.testing.assert_allclose(ahead[1:-1], behind[1:-1], atol=1e-9)


@pytest.mark.parametrize("name", FIGURES)
def test_a_smooth_curve_has_continuous_accelerations(name):
    motion = wander(name, "smooth")
    behind, ahead = motion.accelerations(before=True), motion.accelerations()
    np.testing.assert_allclose(ahead[1:-1], behind[1:-1], atol=1e-8 * (1 + np.abs(ahead).max()))


@pytest.mark.parametrize("curve", CURVES)
def test_reversed_is_the_same_curve(curve):
    motion = wander("creature", curve)
    back = motion.reversed()
    for t in looks(motion, 10):
        there, here = motion.at(t), back.at(motion.start + motion.end - t)
        assert np.abs(there.difference(here)).max() < 1e-9
    np.testing.assert_array_equal(back.sample(back.times).poses, back.poses)
    np.testing.assert_allclose(back.accelerations(before=True)[::-1], motion.accelerations(), atol=1e-9)


# ---- against others ---------------------------------------------------------------------------


def test_plain_coordinates_follow_the_splines_of_scipy():
    rng = np.random.default_rng(1)
    times = np.cumsum(rng.uniform(0.1, 1.0, 7))
    values = rng.normal(size=(7, 3))
    looks_at = np.linspace(times[0], times[-1], 101)
    natural = CubicSpline(times, values, bc_type="natural")
    smooth = of_hinges(values, times, "smooth")
    np.testing.assert_allclose(smooth.sample(looks_at).poses, natural(looks_at), atol=1e-12)
    np.testing.assert_allclose(smooth.accelerations(looks_at), natural(looks_at, 2), atol=1e-9)
    slopes = np.zeros_like(values)
    slopes[1:-1] = (values[2:] - values[:-2]) / (times[2:] - times[:-2])[:, None]
    first, last = (values[1] - values[0]) / (times[1] - times[0]), (values[-1] - values[-2]) / (times[-1] - times[-2])
    slopes[0], slopes[-1] = 1.5 * first - 0.5 * slopes[1], 1.5 * last - 0.5 * slopes[-2]
    hermite = CubicHermiteSpline(times, values, slopes)
    catmull = of_hinges(values, times, "catmull-rom")
    np.testing.assert_allclose(catmull.sample(looks_at).poses, hermite(looks_at), atol=1e-12)


def test_kochanek_and_bartels_tangents():
    """Their eqs. 8 and 9 for even keys: incoming and outgoing tangent of the middle key."""
    values, times = np.array([[0.0], [1.0], [3.0]]), np.array([0.0, 1.0, 2.0])
    for t, c, b in ((0.5, 0.0, 0.0), (0.0, 0.4, 0.0), (0.0, 0.0, -0.6), (0.2, -0.3, 0.7)):
        motion = of_hinges(values, times, KochanekBartels([0, t, 0], [0, c, 0], [0, b, 0]))
        incoming = 0.5 * (1 - t) * ((1 - c) * (1 + b) * 1.0 + (1 + c) * (1 - b) * 2.0)
        outgoing = 0.5 * (1 - t) * ((1 + c) * (1 + b) * 1.0 + (1 - c) * (1 - b) * 2.0)
        assert motion.velocities([1.0])[0, 0] == pytest.approx(outgoing, abs=1e-14)
        assert motion.velocities([1.0], before=True)[0, 0] == pytest.approx(incoming, abs=1e-14)
        back = motion.reversed()
        assert back.velocities([1.0])[0, 0] == pytest.approx(-incoming, abs=1e-14)
        assert back.velocities([1.0], before=True)[0, 0] == pytest.approx(-outgoing, abs=1e-14)


def test_linear_balls_are_slerp():
    rng = np.random.default_rng(2)
    turns = Rotation.random(5, random_state=3)
    times = np.cumsum(rng.uniform(0.1, 1.0, 5))
    motion = of_ball(turns.as_quat(), times)
    at = np.linspace(times[0], times[-1], 60)
    wanted = Slerp(times, turns)(at)
    got = Rotation.from_quat(motion.sample(at).poses)
    assert (got * wanted.inv()).magnitude().max() < 1e-12


@pytest.mark.parametrize("curve", CURVES)
def test_turns_about_one_axis_are_the_curve_of_their_angles(curve):
    """On one axis rotations are numbers, and so is a limb that swings in one plane."""
    axis = np.array([0.36, 0.48, 0.8])
    angles, times = np.array([0.0, 0.5, -0.4, 0.9, 1.2]), np.array([0.0, 0.3, 1.0, 1.4, 2.0])
    plain = of_hinges(angles[:, None], times, CURVES[curve])
    at = np.linspace(0.0, 2.0, 41)
    expected = plain.sample(at).poses[:, 0]
    ball = of_ball(Rotation.from_rotvec(angles[:, None] * axis).as_quat(), times, CURVES[curve])
    got = Rotation.from_quat(ball.sample(at).poses).as_rotvec()
    np.testing.assert_allclose(got, expected[:, None] * axis, atol=1e-12)
    swings = np.outer(angles, [0.6, 0.8])
    limb = Motion(one_joint("swing"), times, swings, interpolation=CURVES[curve])
    np.testing.assert_allclose(limb.sample(at).poses, np.outer(expected, [0.6, 0.8]), atol=1e-12)


def test_limbs_swing_along_great_arcs():
    figure = one_joint("swing")
    a, b = figure.pose({"joint": (0.9, -0.3)}), figure.pose({"joint": (-0.4, 1.1)})
    motion = Motion(figure, [0.0, 1.0], [a, b])
    p, q = a.position("tip"), b.position("tip")
    normal = np.cross(p, q) / np.linalg.norm(np.cross(p, q))
    for t in np.linspace(0.0, 1.0, 11):
        tip = motion.at(t).position("tip")
        assert abs(tip @ normal) < 1e-12
        assert np.arccos(np.clip(tip @ p, -1, 1)) == pytest.approx(t * np.arccos(p @ q), abs=1e-7)


# ---- no flips ---------------------------------------------------------------------------------


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("degrees", [90.0, 170.0, 179.0, 179.9])
def test_keys_nearly_half_a_turn_apart_do_not_flip(curve, degrees):
    rng = np.random.default_rng(int(degrees))
    turns = [Rotation.identity()]
    for _ in range(7):
        axis = rng.normal(size=3)
        turns.append(turns[-1] * Rotation.from_rotvec(np.radians(degrees) * axis / np.linalg.norm(axis)))
    quaternions = np.array([turn.as_quat() for turn in turns]) * rng.choice([-1.0, 1.0], 8)[:, None]
    motion = of_ball(quaternions, np.arange(8.0), CURVES[curve])
    at = np.linspace(0.0, 7.0, 7001)
    path = Rotation.from_quat(motion.sample(at).poses)
    steps = (path[1:] * path[:-1].inv()).magnitude()
    speed = np.linalg.norm(motion.velocities(at), axis=1).max()
    assert steps.max() <= 1.01 * speed * 1e-3  # no step is larger than its speed allows
    if curve == "linear":
        assert steps.sum() == pytest.approx(7 * np.radians(degrees), rel=1e-9)  # always the short way
    else:
        assert speed < 6 * np.radians(degrees)


# ---- held elsewhere, mirrored -----------------------------------------------------------------


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("name", ["creature", "human"])
def test_held_at_another_segment_it_is_the_same_motion(name, curve):
    motion = wander(name, curve, spread=0.3)
    segment = list(motion.figure.segments)[-1]
    held = motion.rerooted(segment)
    assert held.figure.root == segment
    for t in looks(motion, 6):
        wanted, got = motion.at(t).rerooted(segment), held.at(t)
        for name in motion.figure.segments:
            np.testing.assert_allclose(got.segment_frame(name), wanted.segment_frame(name), atol=1e-9)
    with pytest.raises(poise.InputError, match="held at"):
        held.velocities()
    back = held.rerooted(motion.figure.root)
    for joint in motion.figure.joints:  # in another order of joints, perhaps
        mine, other = motion.velocities()[:, motion.figure.tangent_slice(joint)], back.figure.tangent_slice(joint)
        np.testing.assert_allclose(back.velocities()[:, other], mine, atol=1e-9)


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("name", ["creature", "robot", "human"])
def test_the_mirror_shows_the_same_motion(name, curve):
    motion = wander(name, curve, spread=0.3)
    image = motion.mirrored()
    for t in looks(motion, 6):
        wanted, got = motion.at(t).mirrored(), image.at(t)
        assert np.abs(wanted.difference(got)).max() < 1e-9


# ---- limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("name", ["creature", "human", "crane"])
def test_every_pose_is_inside_all_limits_and_couplings(name, curve):
    figure = figure_of(name)
    rng = np.random.default_rng(9)
    keys = [inside(figure, rng) for _ in range(5)]
    motion = Motion(figure, np.arange(5) * 0.3, keys, interpolation=CURVES[curve])
    times = np.linspace(0.0, motion.end, 41)
    samples = motion.sample(times)
    free = Motion(figure, motion.times, keys, interpolation=CURVES[curve], hold_limits=False).sample(times)
    for row, raw, limited in zip(samples.poses, free.poses, samples.limited, strict=True):
        assert poise.Pose(figure, row).limit_violation <= 1e-9
        assert limited == (not poise.Pose(figure, raw).within_limits)
        if not limited:
            np.testing.assert_array_equal(row, raw)
    np.testing.assert_array_equal(motion.sample(motion.times).poses, motion.poses)  # keys inside are met


def test_where_limits_act_is_told():
    figure = one_joint("hinge", angle=Range(-1.0, 1.0))
    motion = Motion(figure, [0.0, 1.0, 2.0, 3.0], [[-1.0], [1.0], [1.0], [-1.0]], interpolation="smooth")
    (span,) = motion.limited(1000.0)
    assert (span.limit, 1.0 < span.start < 1.1, 1.9 < span.end < 2.0) == ("joint angle", True, True)
    over = CubicSpline([0, 1, 2, 3], [-1, 1, 1, -1], bc_type="natural")(np.linspace(1, 2, 1001)).max() - 1.0
    assert span.most == pytest.approx(over, rel=1e-5)
    assert motion.with_interpolation("linear").limited() == ()
    cone = one_joint("ball", swing=Cone(0.5))
    wild = Motion(cone, [0, 1], [anywhere(cone, np.random.default_rng(k), 2.0) for k in (1, 2)])
    assert wild.sample([0.5]).limited.tolist() == [not wild._edited(hold_limits=False).at(0.5).within_limits]


# ---- pace -------------------------------------------------------------------------------------


def test_timings():
    motion = of_hinges(np.array([[0.0], [1.0]]), np.array([0.0, 2.0]), "linear")
    at = np.linspace(0.0, 2.0, 21)
    u = at / 2
    eased = motion.with_interpolation("linear", "eased")
    np.testing.assert_allclose(eased.sample(at).poses[:, 0], u * u * (3 - 2 * u), atol=1e-15)
    assert eased.velocities([0.0, 2.0]).tolist() == [[0.0], [0.0]]
    held = motion.with_interpolation("linear", "held")
    assert held.sample([0.0, 1.0, 1.999, 2.0]).poses[:, 0].tolist() == [0.0, 0.0, 0.0, 1.0]
    cubic = motion.with_interpolation("linear", Pace(2.0, 0.5))
    assert cubic.velocities([0.0, 2.0])[:, 0] == pytest.approx([1.0, 0.25])
    assert (np.diff(cubic.sample(at).poses[:, 0]) > 0).all()
    np.testing.assert_array_equal(motion.with_interpolation("linear", Pace()).sample(at).poses, motion.sample(at).poses)


@pytest.mark.parametrize("curve", CURVES)
def test_an_even_pace_goes_equal_ways_in_equal_times(curve):
    motion = wander("human", curve)
    even = motion.evenly_paced("left_hand", count=200)
    assert (even.start, even.end) == pytest.approx((motion.start, motion.end))
    times = np.linspace(even.start, even.end, 41)
    fine = np.linspace(even.start, even.end, 40 * 50 + 1)
    path = even.trace("left_hand", fine)
    ways = np.linalg.norm(np.diff(path, axis=0), axis=1).reshape(40, 50).sum(axis=1)
    assert len(times) == len(ways) + 1
    np.testing.assert_allclose(ways, ways.mean(), rtol=0.01)
    with pytest.raises(poise.InputError, match="does not move"):
        Motion(motion.figure, [0, 1], [motion[0], motion[0]]).evenly_paced("left_hand")
