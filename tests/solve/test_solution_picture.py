"""The picture of a solution: the pose, and what its tasks wanted, green where it is met and orange where not."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise.plot.props import ball
from poise.scene.picture import MET, MISSED, goal_items

CHAIN = poise.figures.planar_chain(3)
NEAR, FAR = (0.0, 0.3, 0.2), (0.0, 0.3, 5.0)


def drawn(picture: poise.plot.Picture) -> np.ndarray:
    return np.array(picture.image).astype(int)


def test_the_goal_is_in_the_picture() -> None:
    solution = poise.solve(CHAIN.rest(), [poise.Reach("tip", NEAR)])
    alone, with_goal = drawn(solution.pose.plot(size=(300, 300))), drawn(solution.plot(size=(300, 300)))
    other = (alone != with_goal).any(axis=-1)
    green = (with_goal[..., 1] > with_goal[..., 0]) & (with_goal[..., 1] > with_goal[..., 2])
    assert (other & green).sum() > 10


def test_options_are_those_of_a_pose() -> None:
    solution = poise.solve(CHAIN.rest(), [poise.Reach("tip", NEAR)])
    prop = ball((0.0, 0.1, 0.1), 0.1)
    assert (drawn(solution.plot(props=prop, size=(160, 160))) != drawn(solution.plot(size=(160, 160)))).any()
    with pytest.raises(TypeError, match="did you mean 'view'"):
        solution.plot(wiew="front")


def test_of_two_tasks_for_one_point_the_missed_one_shows() -> None:
    """Of two balls in one place the first is seen."""
    both = poise.solve(CHAIN.rest(), [poise.Reach("tip", FAR, tolerance=9.0), poise.Reach("tip", FAR)])
    assert [task.met for task in both.tasks] == [True, False]
    assert both.question is not None
    colors = [item.color for item in goal_items(both.question.tasks.values(), both, 1.0)]
    assert colors[0] == MISSED
    assert MET in colors
