"""In a session the region of `Balance` follows supports while they move, not only once all has settled."""

from __future__ import annotations

import numpy as np
import pytest
from random_scenes import human

from poise import Balance, Hold, NearPose, Orient, Reach, Session, Support, Weight, statics

REST = human().rest()
NAMES = ("left_foot", "left_toes", "right_foot", "right_toes")
SOLES = [Support(name) for name in NAMES]
LOAD = [Weight("left_hand", 3.0)]
AWAY = np.array([0.25, 0.0, 0.35])
NEAR = 0.015
"""What the region may be off by (m): as far as supports may move before it is found again, and its tolerance."""


def striding(**under) -> Session:
    """Both feet walk off; the body stays over them."""
    feet = [
        task
        for site in ("left_foot", "right_foot")
        for task in (Reach(site, REST.position(site) + AWAY), Orient(site, REST.frame(site)[:3, :3]))
    ]
    levels = [feet, Balance(margin=0.02), Reach("right_hand", (-0.2, 1.1, 0.5))]
    return Session(REST, levels, criteria=[NearPose(REST)], **under)


def room(session: Session) -> float:
    return session.solution().task("balance").parts[0].reached[0]


@pytest.mark.parametrize("budget", [None, 1e-6, 0.02])
def test_the_region_is_that_of_the_pose_after_every_step(budget):
    session = striding(forces=LOAD, supports=SOLES)
    for _ in range(40):
        pose = session.step(budget)
        true = statics(pose, LOAD, SOLES).margin
        if not session.settled:
            assert room(session) == pytest.approx(true, abs=NEAR)
        if session.settled:
            break
    assert session.settled
    assert np.abs(session.pose.position("left_foot") - REST.position("left_foot") - AWAY).max() < 1e-6
    assert room(session) > 0.0199
    assert statics(session.pose, LOAD, SOLES).margin > 0.018


def test_the_area_under_soles_follows_as_well():
    session = striding()
    while not session.settled:
        pose = session.step()
        corners = np.array(pose.support_polygon())
        if len(corners) >= 3 and not session.settled:
            edges = np.roll(corners, -1, axis=0) - corners
            inward = np.cross((0.0, 1.0, 0.0), edges)
            inward /= np.linalg.norm(inward, axis=1, keepdims=True)
            true = np.einsum("ij,ij->i", inward, pose.center_of_mass - corners).min()
            assert room(session) == pytest.approx(true, abs=NEAR)
    assert room(session) > 0.0199


def test_a_region_that_stays_is_not_found_again():
    held = [Hold("left_foot"), Hold("right_foot")]
    session = Session(REST, [held, Balance(margin=0.02), Reach("right_hand", (-0.2, 1.1, 0.4))], supports=SOLES)
    planes = session._plan.entries["balance"].pieces[0]
    while not session.settled:
        session.step()
    assert session._plan.entries["balance"].pieces[0] is planes
