"""Every quantity of the registry against finite differences, on every figure of the zoo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import zoo
from poise import Pose
from poise.quantities import QUANTITIES, Quantity

STEP = 3e-4
TOLERANCE = 1e-7


@pytest.mark.parametrize("name", zoo.ZOO)
def test_every_derivative_is_the_slope_of_its_quantity(name: str) -> None:
    figure = zoo.made(name)
    rng = np.random.default_rng(5)
    for _ in range(1 if figure.dof > 40 else 3):
        pose = zoo.inside(figure, rng)
        assert worst_error(pose, QUANTITIES) < TOLERANCE


def test_every_derivative_is_right_outside_the_limits_too() -> None:
    pose = zoo.anywhere(zoo.made("creature"), np.random.default_rng(6))
    assert not pose.within_limits
    assert worst_error(pose, QUANTITIES) < TOLERANCE


@pytest.mark.parametrize("name", ["creature", "human"])
def test_every_derivative_is_right_in_the_zero_pose(name: str) -> None:
    """At zero all series expansions are in use."""
    figure = zoo.made(name)
    pose = figure.pose({n: (0.0,) * len(j.coordinates) for n, j in figure.joints.items() if j.dof})
    assert worst_error(pose, QUANTITIES) < TOLERANCE


@pytest.mark.parametrize("quantity", QUANTITIES, ids=lambda q: q.name)
def test_a_wrong_derivative_is_caught(quantity: Quantity) -> None:
    """The check would see one entry that is off by a hundred-thousandth."""
    pose = zoo.inside(zoo.made("creature"), np.random.default_rng(8))

    def wrong(pose: Pose, name: str) -> np.ndarray:
        derivative = np.array(quantity.derivative(pose, name))
        derivative[..., -1] += 1e-5 * max(1.0, float(np.abs(derivative).max()))
        return derivative

    assert worst_error(pose, [quantity]) < TOLERANCE
    assert worst_error(pose, [replace(quantity, derivative=wrong)]) > TOLERANCE


def test_a_step_of_the_tangent_is_what_it_says() -> None:
    """The check trusts `integrate`; so that is checked against matrices alone."""
    pose = zoo.inside(zoo.made("crane"), np.random.default_rng(2))
    tangent = np.zeros(pose.figure.dof)
    tangent[pose.figure.tangent_slice("hang")] = (0.2, -0.1, 0.3)
    moved = pose.integrate(tangent).rotation("hang")
    np.testing.assert_allclose(moved, pose.rotation("hang") @ exp(np.array([0.2, -0.1, 0.3])), atol=1e-14)


@pytest.mark.parametrize("name", ["creature", "crane", "tree1", "human by the foot"])
def test_a_point_moves_as_a_site_there_does(name: str) -> None:
    """`point_jacobian` is the one derivative without a value of its own."""
    pose = zoo.inside(zoo.made(name), np.random.default_rng(9))
    for site in pose.figure.sites.values():
        moved = pose.point_jacobian(site.segment, pose.position(site.name))
        np.testing.assert_allclose(moved, pose.jacobian(site.name), atol=1e-12)


def worst_error(pose: Pose, quantities: tuple[Quantity, ...] | list[Quantity]) -> float:
    """Largest difference of derivative and slope, relative to the derivative's largest entry (or 1)."""
    pairs = [(q, name) for q in quantities for name in q.names(pose)]
    slopes = {(q.name, name): [] for q, name in pairs}
    for column in np.eye(pose.figure.dof):
        near = [pose.integrate(sign * STEP * column) for sign in (1, -1)]
        far = [pose.integrate(sign * 2 * STEP * column) for sign in (1, -1)]
        for q, name in pairs:
            of = slope_of(q)
            near_slope, far_slope = of(q, name, *near, STEP), of(q, name, *far, 2 * STEP)
            slopes[q.name, name].append((4 * near_slope - far_slope) / 3)  # Richardson: fourth order in the step
    worst = 0.0
    for q, name in pairs:
        derivative = q.derivative(pose, name)
        slope = np.stack(slopes[q.name, name], axis=-1)
        assert derivative.shape == slope.shape, q.name
        worst = max(worst, float(np.abs(derivative - slope).max()) / max(1.0, float(np.abs(derivative).max())))
    return worst


def slope_of(quantity: Quantity) -> Callable[[Quantity, str, Pose, Pose, float], np.ndarray]:
    return _turn if quantity.rotation else _slope


def _slope(q: Quantity, name: str, ahead: Pose, behind: Pose, step: float) -> np.ndarray:
    return (q.value(ahead, name) - q.value(behind, name)) / (2 * step)


def _turn(q: Quantity, name: str, ahead: Pose, behind: Pose, step: float) -> np.ndarray:
    return log(q.value(ahead, name) @ q.value(behind, name).T) / (2 * step)


def log(r: np.ndarray) -> np.ndarray:
    """Rotation vector of a small rotation (3, 3)."""
    sine = np.array([r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]]) / 2
    length = float(np.linalg.norm(sine))
    return sine if length == 0 else sine * (np.arcsin(length) / length)


def exp(v: np.ndarray) -> np.ndarray:
    """Rotation (3, 3) of a rotation vector, by Rodrigues."""
    angle = float(np.linalg.norm(v))
    x, y, z = v / angle
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k
