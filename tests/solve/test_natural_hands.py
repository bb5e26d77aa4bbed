"""What `Natural` makes of hands of which nothing is asked: on a thigh, on a knee, closed."""

from __future__ import annotations

import numpy as np

from poise import Balance, Hold, LookAt, Pose, Reach, human, solve

HANDED = human(hands=True)
"""Somebody with fingers."""


def bend(pose: Pose, side: str) -> float:
    return float(np.degrees(pose[f"{side}_elbow.flexion"]))


def test_who_kneels_and_leans_over_lays_the_forearm_on_the_knee() -> None:
    """The hand slides over the knee; when it stayed, the elbow went up behind the back."""
    kneeling = human().stance("kneeling_on_one_knee")
    socket = (-0.25, 0.3, 0.75)
    asked = [kneeling.tasks, LookAt("eyes", socket), Reach("right_hand", socket)]
    pose = solve(kneeling.pose, asked, supports=kneeling.supports).pose
    shoulder, elbow, hand = pose.position("left_shoulder_side"), pose.position("left_elbow"), pose.position("left_hand")
    knee = pose.position("left_knee")
    assert elbow[1] < shoulder[1] - 0.15
    assert hand[2] > elbow[2]
    assert hand[2] > knee[2] - 0.05
    assert bend(pose, "left") < 130


def test_a_hand_that_is_closed_stays_closed() -> None:
    """Of fingers the net says nothing; they once opened to what habit says."""
    closed = HANDED.pose("hands_grasping")
    feet = [Hold("left_foot"), Hold("right_foot")]
    pose = solve(closed, [feet, Balance(), Reach("right_palm", (-0.2, 1.1, 0.45))]).pose
    fingers = [name for name in HANDED.joints if any(word in name for word in ("index", "middle", "ring", "little"))]
    assert max(float(np.abs(np.subtract(pose[name], closed[name])).max()) for name in fingers) < np.radians(3)


def test_a_flat_hand_that_leaves_the_thigh_relaxes_and_the_other_stays_flat() -> None:
    sitting = HANDED.stance("sitting")
    pose = solve(sitting.pose, [sitting.tasks, Reach("right_hand", (-0.15, 0.85, 0.6))], supports=sitting.supports).pose
    rest = HANDED.rest()
    for joint in ("index_mcp", "ring_pip", "little_pip"):
        assert np.allclose(pose[f"right_{joint}"], rest[f"right_{joint}"], atol=np.radians(4))
        assert np.allclose(pose[f"left_{joint}"], sitting.pose[f"left_{joint}"], atol=np.radians(4))
