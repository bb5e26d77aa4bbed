"""Mass properties of poses, against sums over segments and over clouds of points."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import zoo
from poise import Figure, Joint, Pose, Segment
from strategies import directions, seeds

CASES = list(zoo.ZOO)


def parts(pose: Pose, segments: object = None) -> list[tuple[float, np.ndarray, np.ndarray]]:
    """(mass, centre, inertia about it) of segments in the world."""
    found = []
    for name in segments or pose.figure.segments:
        segment, frame = pose.figure.segment(name), pose.segment_frame(name)
        r = frame[:3, :3]
        found.append((segment.mass, r @ segment.center + frame[:3, 3], r @ np.array(segment.inertia) @ r.T))
    return found


def brute_center(items: list[tuple[float, np.ndarray, np.ndarray]]) -> tuple[float, np.ndarray]:
    mass = sum(m for m, _, _ in items)
    return mass, sum(m * c for m, c, _ in items) / mass


def cloud(segment: Segment) -> tuple[np.ndarray, np.ndarray]:
    """Six points and their masses with exactly the segment's mass, centre and inertia."""
    moments, axes = np.linalg.eigh(np.array(segment.inertia))
    second = np.maximum((moments.sum() / 2 - moments), 0.0)  # ∫x², ∫y², ∫z² along the principal axes
    reach = np.sqrt(3 * second / segment.mass)
    points = np.vstack([np.diag(reach), -np.diag(reach)]) @ axes.T + segment.center
    return points, np.full(6, segment.mass / 6)


@pytest.mark.parametrize("name", CASES)
def test_center_and_inertia_are_the_sums_over_segments(name: str) -> None:
    figure = zoo.made(name)
    pose = zoo.inside(figure, np.random.default_rng(1))
    items = parts(pose)
    mass, center = brute_center(items)
    total = np.zeros((3, 3))
    for m, c, i in items:
        r = c - center
        total += i + m * (r @ r * np.eye(3) - np.outer(r, r))
    assert figure.mass == pytest.approx(mass)
    np.testing.assert_allclose(pose.center_of_mass, center, atol=1e-12)
    np.testing.assert_allclose(pose.inertia(), total, atol=1e-11 * max(1.0, mass))


@pytest.mark.parametrize("name", ["creature", "crane", "tree1"])
def test_inertia_is_that_of_a_cloud_of_points(name: str) -> None:
    figure = zoo.made(name)
    pose = zoo.inside(figure, np.random.default_rng(2))
    points, masses = world_cloud(pose)
    away = points - masses @ points / masses.sum()
    expected = np.einsum("n,ni,nj->ij", masses, away, away)
    expected = np.trace(expected) * np.eye(3) - expected
    np.testing.assert_allclose(pose.inertia(), expected, atol=1e-10)


def world_cloud(pose: Pose) -> tuple[np.ndarray, np.ndarray]:
    points, masses = [], []
    for segment in pose.figure.segments.values():
        frame = pose.segment_frame(segment.name)
        p, m = cloud(segment)
        points.append(p @ frame[:3, :3].T + frame[:3, 3])
        masses.append(m)
    return np.vstack(points), np.concatenate(masses)


@given(seeds, directions())
def test_the_moment_about_any_axis(seed: int, axis: np.ndarray) -> None:
    rng = np.random.default_rng(seed)
    pose = zoo.inside(zoo.made("tree1"), rng)
    points, masses = world_cloud(pose)
    for through in (None, rng.normal(size=3)):
        foot = pose.center_of_mass if through is None else through
        across = np.cross(points - foot, axis)
        expected = float(masses @ np.sum(across**2, axis=1))
        assert pose.moment_of_inertia(3 * axis, through) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("name", CASES)
def test_upper_and_lower_body_make_the_whole(name: str) -> None:
    figure = zoo.made(name)
    pose = zoo.inside(figure, np.random.default_rng(3))
    for joint in figure.joints:
        upper, lower = pose.upper_body(joint), pose.lower_body(joint)
        assert upper.mass + lower.mass == pytest.approx(figure.mass)
        together = upper.mass * upper.center + lower.mass * lower.center
        np.testing.assert_allclose(together / figure.mass, pose.center_of_mass, atol=1e-12)


@pytest.mark.parametrize("name", CASES)
def test_the_upper_body_is_what_the_joint_carries(name: str) -> None:
    figure = zoo.made(name)
    pose = zoo.inside(figure, np.random.default_rng(4))
    for i, branch in enumerate(figure.branches):
        carried = [branch.segment]
        for other in figure.branches[i + 1 :]:
            if figure.branches[other.carrier].segment in carried:
                carried.append(other.segment)
        upper = pose.upper_body(branch.joint.name)
        mass = sum(figure.segment(s).mass for s in carried)
        assert upper.mass == pytest.approx(mass, abs=1e-12)
        if mass:
            np.testing.assert_allclose(upper.center, brute_center(parts(pose, carried))[1], atol=1e-11)


def test_the_base_carries_all_and_nothing_is_left() -> None:
    pose = zoo.made("creature").rest()
    assert pose.upper_body("base").mass == pytest.approx(pose.figure.mass)
    assert pose.lower_body("base").mass == 0.0
    assert np.isfinite(pose.lower_body("base").center).all()


@pytest.mark.parametrize("name", ["creature", "human", "crane"])
def test_potential_energy_is_weight_times_height(name: str) -> None:
    figure = zoo.made(name)
    pose = zoo.inside(figure, np.random.default_rng(5))
    assert pose.potential_energy == pytest.approx(figure.mass * 9.81 * pose.center_of_mass[1])


def test_gravity_torque_of_a_pendulum() -> None:
    """m g l sin θ, and nothing when it hangs."""
    figure = Figure(
        "pendulum",
        [Segment("frame"), Segment("bob", 2.0, (0, -0.5, 0))],
        [Joint("base", "fixed", None, "frame"), Joint("pivot", "hinge", "frame", "bob", axis=(0, 0, 1))],
    )
    for angle in np.linspace(-3, 3, 7):
        assert figure.pose([angle]).gravity_torques()[0] == pytest.approx(2 * 9.81 * 0.5 * np.sin(angle))


def test_a_figure_without_mass_has_finite_numbers() -> None:
    pose = zoo.hinges(3).rest()
    assert pose.figure.mass == 0
    for value in (
        pose.center_of_mass,
        pose.center_of_mass_jacobian(),
        pose.inertia(),
        pose.gravity_torques(),
        pose.inertia_jacobian(),
    ):
        assert np.isfinite(value).all()


def test_the_short_name_of_the_jacobian_gives_the_same() -> None:
    """Other programs rely on it."""
    pose = zoo.inside(zoo.tree(5), np.random.default_rng(5))
    np.testing.assert_array_equal(pose.com_jacobian(), pose.center_of_mass_jacobian())
