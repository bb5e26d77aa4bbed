"""The swivel: where it is measured from, that it never flips, and that answers repeat."""

from __future__ import annotations

import math

import numpy as np
import pytest
from random_arms import with_limb_anywhere

import poise
from poise import Limb, Pose

HUMAN = poise.human()
ARM = Limb(HUMAN, "right_arm")


def along(limb: Limb, goals: np.ndarray, swivel: float) -> np.ndarray:
    """Coordinates of a path of points, limits off; quaternions signed alike."""
    values = np.array(limb.solve_many(goals, swivel=swivel, limits=False).values)
    for i in range(1, len(values)):
        if values[i, :4] @ values[i - 1, :4] < 0:
            values[i, :4] *= -1
    return values


def test_the_elbow_stands_at_the_swivel() -> None:
    goal = with_limb_anywhere(ARM, np.random.default_rng(31)).frame("right_hand")
    family = ARM.family(goal)
    for swivel in (-2.0, 0.3, 1.7):
        found = family.at(swivel)
        np.testing.assert_allclose(found.pose.position("right_elbow"), family.elbow(swivel), atol=1e-13)
        np.testing.assert_allclose(found.elbow, family.elbow(swivel), atol=1e-13)


def test_swivel_from_a_reference_direction_is_the_papers() -> None:
    down = np.array([0.0, -1.0, 0.0])
    limb = Limb(HUMAN, "right_arm", reference=down)
    wrist = limb.shoulder() + np.array([-0.1, 0.1, 0.3])
    family = limb.family(wrist)
    n = (wrist - limb.shoulder()) / np.linalg.norm(wrist - limb.shoulder())
    elbow = family.elbow(0.0) - limb.shoulder()
    side = elbow - n * (n @ elbow)
    expected = down - n * (n @ down)
    np.testing.assert_allclose(side / np.linalg.norm(side), expected / np.linalg.norm(expected), atol=1e-12)


def test_a_goal_along_the_reference_direction_is_no_trouble() -> None:
    limb = Limb(HUMAN, "right_arm", reference=(0, -1, 0))
    below = limb.shoulder() + np.array([0.0, -0.4, 0.0])
    for nudge in (0.0, 1e-9, 1e-5):
        found = limb.solve(below + np.array([nudge, 0, 0]), limits=False)
        assert found.reached
        assert found.position_error < 1e-12


@pytest.mark.parametrize("direction", [(0, 1, 0), (0, -1, 0), (0, 0, 1), (-1, 0, 0)])
def test_no_flip_on_a_path_through_any_direction_in_reach(direction: tuple[int, int, int]) -> None:
    middle = ARM.shoulder() + 0.4 * np.array(direction)
    across = np.roll(np.array(direction, dtype=float), 1) * 0.05
    path = middle + np.linspace(-1, 1, 401)[:, None] * across
    steps = np.abs(np.diff(along(ARM, path, 0.4), axis=0)).max(axis=1)
    assert steps.max() < 0.01


def test_no_flip_on_a_path_through_the_straight_limb_and_back() -> None:
    """Out to the very end of the reach and back: the half-plane of the elbow is the same on both ways."""
    direction = np.array([-0.3, 0.2, 0.9]) / np.linalg.norm([-0.3, 0.2, 0.9])
    stretched = ARM.solve(ARM.shoulder() + 9 * direction, limits=False).pose
    longest = np.linalg.norm(stretched.position("right_hand") - ARM.shoulder())
    distances = longest - np.abs(np.linspace(-1, 1, 2001)) ** 2 * 0.02  # the hinge moves evenly in this
    values = along(ARM, ARM.shoulder() + distances[:, None] * direction, 0.7)
    assert np.abs(np.diff(values, axis=0)).max() < 0.01
    np.testing.assert_allclose(values[0], values[-1], atol=1e-7)


def test_a_straight_limb_keeps_the_half_plane_it_is_asked_for() -> None:
    far = ARM.shoulder() + np.array([-0.5, 0.1, 2.0])
    hinges = [ARM.solve(far, swivel=s, limits=False).pose.rotation("right_shoulder") for s in (0.0, 1.0)]
    turned = np.trace(hinges[0].T @ hinges[1])
    assert math.acos((turned - 1) / 2) == pytest.approx(1.0, abs=1e-6)


def test_the_elbow_goes_as_near_as_it_can_to_a_wanted_point() -> None:
    goal = ARM.shoulder() + np.array([-0.05, -0.1, 0.35])
    wanted = ARM.shoulder() + np.array([-0.6, 0.3, 0.1])
    found = ARM.solve(goal, elbow=wanted, limits=False)
    family = ARM.family(goal)
    sweep = family.elbow(np.linspace(-math.pi, math.pi, 7201))
    least = np.linalg.norm(sweep - wanted, axis=1).min()
    assert np.linalg.norm(found.elbow - wanted) <= least + 1e-7


def test_the_answer_does_not_depend_on_where_the_limb_was() -> None:
    rng = np.random.default_rng(32)
    goal = with_limb_anywhere(ARM, rng).frame("right_hand")
    answers = set()
    for _ in range(5):
        q = np.array(HUMAN.rest().coordinates)
        q[list(ARM.slots)] = HUMAN.random(rng).coordinates[list(ARM.slots)]
        answers.add(ARM.solve(goal, pose=Pose(HUMAN, q)).pose.coordinates.tobytes())
    assert len(answers) == 1


def test_closed_paths_close_exactly() -> None:
    turn = np.linspace(0, 6 * math.pi, 301)
    circle = ARM.shoulder() + np.array([-0.1, -0.1, 0.35]) + 0.1 * np.stack([np.cos(turn), np.sin(turn), 0 * turn], 1)
    circle[[100, 200, 300]] = circle[0]
    values = ARM.solve_many(circle).values
    for lap in (100, 200, 300):
        np.testing.assert_array_equal(values[lap], values[0])


def test_minimize_finds_the_least_of_a_function_inside_the_intervals() -> None:
    goal = with_limb_anywhere(ARM, np.random.default_rng(33)).position("right_hand")

    def height(pose: Pose) -> float:
        return float(pose.position("right_elbow")[1])

    found = ARM.solve(goal, minimize=height)
    family = ARM.family(goal)
    swept = [height(family.at(s).pose) for i in family.intervals for s in np.linspace(i.start, i.stop, 400)]
    assert height(found.pose) <= min(swept) + 1e-9


def test_minimize_with_a_gradient_finds_the_root_of_the_derivative() -> None:
    goal = with_limb_anywhere(ARM, np.random.default_rng(34)).position("right_hand")
    rest = HUMAN.rest()

    def away(pose: Pose) -> tuple[float, np.ndarray]:
        v = rest.difference(pose)
        return 0.5 * float(v @ v), _gradient(pose, rest)

    found = ARM.solve(goal, minimize=away)
    slope = away(found.pose)[1] @ ARM.family(goal).rates(found.swivel)[0]
    ends = [e for i in ARM.intervals(goal) for e in i[:2]]
    assert abs(slope) < 1e-7 or min(abs(math.remainder(found.swivel - e, 2 * math.pi)) for e in ends) < 1e-6


def _gradient(pose: Pose, rest: Pose) -> np.ndarray:
    step, slope = 1e-6, np.zeros(HUMAN.dof)
    for k in range(HUMAN.dof):
        v = np.zeros(HUMAN.dof)
        v[k] = step
        ahead, behind = (rest.difference(pose.integrate(s * v)) for s in (1, -1))
        slope[k] = (ahead @ ahead - behind @ behind) / (4 * step)
    return slope
