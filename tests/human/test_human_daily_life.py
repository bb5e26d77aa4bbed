"""Limits are not too tight: what everybody can do, the figure can do; nor too loose: what nobody can, it cannot.

Reaching is by damped least squares on the named joints, clamped to all limits after every step: a small solver of the
test's own, so that nothing but figure and pose is being tried.
"""

from __future__ import annotations

import numpy as np
import pytest

import poise

ARM = ("left_clavicle", "left_shoulder", "left_elbow", "left_wrist")
LEG = ("left_hip", "left_knee", "left_ankle")
TRUNK = ("lumbar", "thoracolumbar", "thoracic", "neck", "head")
RIGHT_ARM = tuple("right_" + j.removeprefix("left_") for j in ARM)


def reached(pose: poise.Pose, site: str, target: np.ndarray, joints: tuple[str, ...], steps: int = 150) -> float:
    """How near the site comes to the point, metres, trying from a few starts."""
    free = np.zeros(pose.figure.dof, dtype=bool)
    for joint in joints:
        free[pose.figure.tangent_slice(joint)] = True
    rng, best = np.random.default_rng(0), np.inf
    for attempt in range(16):
        trial = pose if attempt == 0 else pose.integrate(free * rng.normal(0, 0.8, len(free))).clamped()
        for _ in range(steps):
            error = target - trial.position(site)
            best = min(best, float(np.linalg.norm(error)))
            if best < 0.004:
                return best
            jacobian = trial.jacobian(site, part="position") * free
            step = jacobian.T @ np.linalg.solve(jacobian @ jacobian.T + 2e-3 * np.eye(3), error)
            trial = trial.integrate(step * min(1.0, 0.3 / max(1e-9, float(np.abs(step).max())))).clamped(trial)
    return best


def point(pose: poise.Pose, site: str, *offset: float) -> np.ndarray:
    """A point beside a site, in the site's axes, as a fraction of stature."""
    frame = pose.frame(site)
    return frame[:3, 3] + frame[:3, :3] @ np.array(offset) * pose.figure.rest().position("head_top")[1]


@pytest.fixture(scope="module", params=["male", "female"])
def standing(request: pytest.FixtureRequest) -> poise.Pose:
    return poise.human(sex=request.param).rest()


@pytest.mark.parametrize(
    ("what", "site", "offset", "joints"),
    [
        ("the mouth", "eyes", (0, -0.05, 0.03), ARM),
        ("the nape", "eyes", (0.02, -0.03, -0.125), ARM),
        ("the top of the head", "head_top", (0, 0.02, 0), ARM),
        ("the other shoulder", "chest", (-0.09, 0.05, 0.0), ARM),
        ("the other ear", "eyes", (-0.07, -0.01, -0.03), ARM),
        ("the small of the back", "pelvis", (0.0, 0.08, -0.09), ARM),
        ("the hip pocket", "pelvis", (0.06, 0.0, -0.08), ARM),
        ("straight ahead", "chest", (0.06, 0.05, 0.30), ARM),
        ("far to the side", "chest", (0.43, 0.05, 0.0), ARM),
        ("overhead", "head_top", (0.10, 0.16, 0.0), ARM),
        ("the navel", "pelvis", (0, 0.09, 0.10), ARM),
        ("the own knee, bending down", "left_knee", (0.03, 0.0, 0.05), ARM + TRUNK),
        ("the other knee, bending down", "right_knee", (0.0, 0.02, 0.05), ARM + TRUNK),
    ],
)
def test_a_hand_can_reach(
    standing: poise.Pose, what: str, site: str, offset: tuple[float, ...], joints: tuple[str, ...]
) -> None:
    assert reached(standing, "left_hand", point(standing, site, *offset), joints) < 0.01, what


def test_hands_can_clap_in_front(standing: poise.Pose) -> None:
    middle = point(standing, "chest", 0, 0.0, 0.2)
    assert reached(standing, "left_hand", middle, ARM) < 0.01
    assert reached(standing, "right_hand", middle, RIGHT_ARM) < 0.01


@pytest.mark.parametrize(
    ("what", "offset"),
    [("a low step", (0, 0.15, 0.15)), ("a stride forward", (0, 0.06, 0.25)), ("a stride back", (0, 0.06, -0.18)),
     ("a step aside", (0.2, 0.05, 0.05)), ("across the other foot", (-0.10, 0.05, 0.12)),
     ("behind, knee bent", (0, 0.3, -0.3))],
)  # fmt: skip
def test_a_foot_can_reach(standing: poise.Pose, what: str, offset: tuple[float, ...]) -> None:
    assert reached(standing, "left_foot", point(standing, "left_foot", *offset), LEG) < 0.01, what


def test_the_ankle_can_be_laid_on_the_other_shin_when_sitting(standing: poise.Pose) -> None:
    sitting = standing.figure.pose("sitting")
    target = sitting.position("right_knee") + np.array([0.0, -0.08, 0.09])
    assert reached(sitting, "left_heel", target, LEG) < 0.01


@pytest.mark.parametrize(
    ("what", "site", "offset"),
    [
        ("through the back to the other side", "pelvis", (-0.25, 0.2, -0.20)),
        ("a point beyond the arm's length", "chest", (0.3, 0.0, 0.5)),
        ("straight behind the shoulder", "chest", (0.06, 0.06, -0.50)),
    ],
)
def test_a_hand_cannot_reach(standing: poise.Pose, what: str, site: str, offset: tuple[float, ...]) -> None:
    assert reached(standing, "left_hand", point(standing, site, *offset), ARM, steps=60) > 0.05, what


def test_the_fingers_cannot_touch_the_toes_with_straight_knees_and_stiff_back(standing: poise.Pose) -> None:
    """Hamstrings: hips alone, knees straight, bring the hand no further than the shins."""
    hips = {"left_hip.swing_x": 1.2, "right_hip.swing_x": 1.2, "left_knee.flexion": 0.0, "right_knee.flexion": 0.0}
    bent = standing.with_joints(hips)
    assert bent.limit_violation == 0
    assert not standing.with_joints({**hips, "left_hip.swing_x": 1.3}).within_limits


def test_people_can_look_around_and_up_and_down(standing: poise.Pose) -> None:
    """Gaze with neck and head alone: 80° to a side, 60° up, 50° down (the sums of both ranges)."""
    degrees = np.radians
    turned = standing.with_joints({"neck.twist": degrees(79.9)})
    assert turned.within_limits
    up = standing.with_joints({"neck.swing_x": degrees(-34.9), "head.swing_x": degrees(-24.9)})
    assert up.within_limits
    assert up.frame("eyes")[1, 2] > np.sin(degrees(59))
    down = standing.with_joints({"neck.swing_x": degrees(39.9), "head.swing_x": degrees(9.9)})
    assert down.within_limits
    assert down.frame("eyes")[1, 2] < -np.sin(degrees(49))
