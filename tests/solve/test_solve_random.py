"""Whole-body problems at random: always finite, always inside the limits, always an end; and mostly solved."""

from __future__ import annotations

import math

import numpy as np
import scenes

import zoo
from poise import Pose
from poise.criteria import NearPose
from poise.solution import Solution
from poise.solver import solve
from poise.tasks import CenterOfMass, Hold, LookAt, Orient, Posture, Reach, Task, Together

HUMAN = scenes.human()
REST = HUMAN.rest()
SITES = list(HUMAN.sites)


def random_task(rng: np.random.Generator) -> Task:
    site = str(rng.choice(SITES))
    segment = HUMAN.sites[site].segment
    other = str(rng.choice([s for s in SITES if HUMAN.sites[s].segment != segment]))
    point = rng.normal((0.0, 1.0, 0.3), 0.8)
    axis = rng.normal(size=3)
    kind = rng.integers(8)
    makers = (
        lambda: Reach(site, point),
        lambda: Reach(site, point, axes="".join(rng.choice(list("xyz"), rng.integers(1, 4), replace=False))),
        lambda: Orient(site, zoo.placed(rng).matrix[:3, :3]),
        lambda: Orient(site, axis, axis=rng.normal(size=3)),
        lambda: LookAt(site, point, axis=axis),
        lambda: Hold(site),
        lambda: Together(site, other, orientation=bool(rng.integers(2))),
        lambda: CenterOfMass(point),
    )
    return makers[kind]()


def random_levels(rng: np.random.Generator) -> list[list[Task]]:
    return [[random_task(rng) for _ in range(rng.integers(1, 4))] for _ in range(rng.integers(1, 6))]


def require_sound(solution: Solution) -> None:
    assert np.isfinite(solution.pose.coordinates).all()
    assert solution.pose.limit_violation <= 1e-9
    assert all(math.isfinite(task.residual) for task in solution.tasks)


def test_random_problems_are_finite_and_inside_the_limits() -> None:
    """Always the same ones; `make campaign` asks ten thousand, `python -m verify.million` fresh ones."""
    rng = np.random.default_rng(2024)
    for _ in range(100):
        start = HUMAN.random(rng) if rng.random() < 0.5 else REST
        criteria = [NearPose(REST)] if rng.random() < 0.5 else []
        require_sound(solve(start, random_levels(rng), criteria=criteria, max_steps=60))


def test_random_problems_on_other_figures() -> None:
    rng = np.random.default_rng(7)
    for name in ("creature", "robot", "crane", "tree1", "bird", "hand", "quadruped", "human by the foot"):
        figure = zoo.made(name)
        for _ in range(8):
            levels: list[Task] = [
                Reach(site, rng.normal(0.0, 1.0, 3)) for site in rng.permutation(list(figure.sites))[:4]
            ]
            require_sound(solve(zoo.inside(figure, rng), [*levels, Posture("rest")], max_steps=60))


def goal_pose(rng: np.random.Generator) -> Pose:
    """Some way from rest to a random pose: what it reaches can be reached."""
    return REST.clamped().interpolate(HUMAN.random(rng), 0.4).clamped()


def test_what_a_pose_shows_to_be_possible_is_found() -> None:
    """Both hands and the gaze as a pose has them that stands on the same left foot."""
    rng = np.random.default_rng(99)
    solved = 0
    for _ in range(100):
        goal = goal_pose(rng)
        start = REST.clamped()
        levels = [
            Hold("left_foot", frame=goal.frame("left_foot")),
            [Reach("left_hand", goal.position("left_hand")), Reach("right_hand", goal.position("right_hand"))],
            Orient("eyes", goal.frame("eyes")[:3, 2], axis=(0, 0, 1)),
        ]
        solution = solve(start, levels)
        require_sound(solution)
        solved += solution.status == "converged"
    assert solved >= 97
