"""Goals that ride on another site, and balance over a point."""

from __future__ import annotations

import numpy as np
import pytest
import scenes

import zoo
from poise import Placement, Pose
from poise.errors import InputError, UnknownNameError
from poise.session import Session
from poise.solver import solve
from poise.tasks import Balance, Orient, Reach

HUMAN = scenes.human()
REST = HUMAN.rest()
FEET = scenes.feet()
FLOOR = Reach("left_hand", (0.3, 0.15, 0.45))
IN_FRONT = np.array([-0.05, 0.1, 0.3])
HIGHER = np.array([-0.05, 0.2, 0.3])
TURNED = Placement.turned((0, 0, 1), 1.2).matrix[:3, :3]


def seen(pose: Pose, site: str, other: str) -> np.ndarray:
    """T_other_site."""
    return np.linalg.solve(pose.frame(other), pose.frame(site))


def test_a_point_of_another_site_is_reached_wherever_that_goes() -> None:
    pose = solve(REST, [FEET, Reach("right_hand", IN_FRONT, frame="chest"), FLOOR], max_steps=400).pose
    np.testing.assert_allclose(seen(pose, "right_hand", "chest")[:3, 3], IN_FRONT, atol=1e-6)
    assert np.linalg.norm(pose.position("chest") - REST.position("chest")) > 0.2


def test_a_plane_of_another_site() -> None:
    task = Reach("right_hand", (9.0, 9.0, 0.35), axes="z", frame="chest")
    solution = solve(REST, [FEET, task, FLOOR], max_steps=400)
    assert seen(solution.pose, "right_hand", "chest")[2, 3] == pytest.approx(0.35, abs=1e-6)
    assert solution.task("reach right_hand chest").wanted == (0.35,)


def test_a_rotation_as_seen_from_another_site() -> None:
    solution = solve(REST, [FEET, Orient("head_top", TURNED, frame="chest"), FLOOR], max_steps=400)
    angle = zoo.rotation_angle(seen(solution.pose, "head_top", "chest")[:3, :3], TURNED)
    assert solution.task("orient head_top chest").residual == pytest.approx(angle, abs=1e-9)


def test_goals_in_the_frame_of_a_site_move_in_a_session() -> None:
    session = Session(REST, [FEET, Reach("right_hand", IN_FRONT, frame="chest")])
    session.tasks["reach right_hand chest"].goal = HIGHER
    for _ in range(40):
        session.step()
    np.testing.assert_allclose(seen(session.pose, "right_hand", "chest")[:3, 3], HIGHER, atol=1e-6)


@pytest.mark.parametrize("over", [(0.05, 0.03), (0.05, 7.0, 0.03)])
def test_the_centre_of_mass_stands_plumb_over_a_point(over: tuple[float, ...]) -> None:
    solution = solve(REST, [FEET, Balance(over=over)], max_steps=400)
    assert solution.status == "converged"
    np.testing.assert_allclose(solution.pose.center_of_mass[[0, 2]], (0.05, 0.03), atol=1e-6)
    assert solution.task("balance").wanted == (0.05, 0.03)


def test_the_point_may_move_and_needs_no_soles() -> None:
    chain = scenes.ladder()
    start = chain.pose({name: 0.2 for name, joint in chain.joints.items() if joint.dof})
    session = Session(start, [Balance(over=tuple(start.center_of_mass))])
    session.tasks["balance"].goal = start.center_of_mass + np.array([0.0, 0.0, 0.1])
    for _ in range(60):
        session.step()
    assert session.pose.center_of_mass[2] == pytest.approx(start.center_of_mass[2] + 0.1, abs=1e-6)


def test_plumb_follows_gravity() -> None:
    """With gravity along x, height is x, and y and z are what is levelled."""
    tilted = HUMAN._edited(gravity=(-9.81, 0.0, 0.0))
    start = tilted.rest()
    goal = start.center_of_mass + np.array([5.0, 0.02, -0.03])
    pose = solve(start, [Balance(over=goal)], max_steps=400).pose
    np.testing.assert_allclose(pose.center_of_mass[1:], goal[1:], atol=1e-6)


def test_mistakes_are_named() -> None:
    with pytest.raises(InputError, match="takes either over, a point, or margin"):
        Balance(0.02, over=(0, 0))
    with pytest.raises(InputError, match="over of task 'balance' must be 3 numbers"):
        Balance(over=(0, 0, 0, 0))
    with pytest.raises(InputError, match="over of task 'balance' must be 3 numbers"):
        Balance(over=3.0)
    with pytest.raises(InputError, match=r"no goal that could change; Balance\(over=point\) has one"):
        _ = Balance().goal
    with pytest.raises(InputError, match="takes either axis or frame"):
        Orient("chest", (0, 1, 0), axis=(0, 1, 0), frame="pelvis")
    with pytest.raises(UnknownNameError, match="has no site 'table'"):
        solve(REST, [Reach("right_hand", (0, 0, 0), frame="table")])
    with pytest.raises(InputError, match="has no gravity, so nothing is plumb"):
        solve(HUMAN._edited(gravity=(0.0, 0.0, 0.0)).rest(), [Balance(over=(0, 0))])
