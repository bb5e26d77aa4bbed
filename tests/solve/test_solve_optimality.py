"""At settled poses the first-order conditions hold; they are computed here, not by the solver."""

from __future__ import annotations

import numpy as np
import pytest
import scenes
from optimality import Rows, center, frame, improvement_left, outward_normals, place, stacked

import poise
from poise import Figure, Pose
from poise.solver import solve
from poise.tasks import CenterOfMass, Hold, Reach

SMALL = 1e-6
"""Of a gradient g of |e|²/2: what is left to gain, g²/2 over a curvature of about 1 m², is below 1e-6 m of |e|."""


def require_optimal(pose: Pose, levels: list[Rows]) -> None:
    normals = outward_normals(pose)
    left = improvement_left(levels, normals)
    assert max(left) < SMALL, (left, len(normals))


@pytest.mark.parametrize("seed", range(12))
def test_chain_of_hinges_with_ranges(seed: int) -> None:
    rng = np.random.default_rng(seed)
    chain = scenes.ladder()
    start = chain.random(rng)
    goals = {site: (0.0, *rng.uniform(-1.5, 1.5, 2)) for site in ("p8", "p5", "p2")}
    solution = solve(start, [Reach(site, goal) for site, goal in goals.items()], max_steps=1000)
    assert solution.status != "stopped"
    require_optimal(solution.pose, [place(solution.pose, site, goal) for site, goal in goals.items()])


@pytest.mark.parametrize("seed", range(12))
def test_chain_of_balls_with_cones(seed: int) -> None:
    rng = np.random.default_rng(seed)
    chain = poise.figures.chain(6, 1.2, limit=0.5)
    goal, aside = rng.uniform(-1.2, 1.2, 3), rng.uniform(-1.0, 1.0, 3)
    solution = solve(chain.random(rng), [Reach("tip", goal), CenterOfMass(aside, axes="xyz")], max_steps=1000)
    assert solution.status != "stopped"
    require_optimal(solution.pose, [place(solution.pose, "tip", goal), center(solution.pose, aside, "xyz")])


@pytest.mark.parametrize("seed", range(12))
def test_arm_of_hinges(seed: int) -> None:
    rng = np.random.default_rng(seed)
    arm = scenes.arm(1.0)
    goals = {site: rng.uniform(-1.3, 1.3, 3) for site in ("p6", "p4", "p2")}
    solution = solve(arm.random(rng), [Reach(site, goal) for site, goal in goals.items()], max_steps=1000)
    assert solution.status != "stopped"
    require_optimal(solution.pose, [place(solution.pose, site, goal) for site, goal in goals.items()])


def unlimited_human() -> Figure:
    """The human without swing and twist tables and couplings, whose normals are not computed here; ranges stay."""
    figure = scenes.human()
    for name, joint in figure.joints.items():
        tables = {c: None for c, limit in joint.limits.items() if not isinstance(limit, poise.Range)}
        figure = figure.with_limits(name, **tables) if tables else figure
    for coupling in figure.couplings:
        figure = figure.without_coupling(coupling)
    return figure


@pytest.mark.parametrize("hand", [(0.3, 1.4, 3.0), (0.5, -1.0, 0.5), (-2.0, 3.0, -1.0)])
def test_whole_body_with_ranges(hand: tuple[float, float, float]) -> None:
    figure = unlimited_human()
    start = figure.rest()
    over = scenes.over_the_feet(start)
    held = ("left_foot", "right_foot")
    levels = [[Hold(s) for s in held], CenterOfMass(over), Reach("right_hand", hand)]
    solution = solve(start, levels, max_steps=1000)
    assert solution.status != "stopped"
    pose = solution.pose
    feet = stacked(*(frame(pose, s, start.frame(s)) for s in held))
    require_optimal(pose, [feet, center(pose, over), place(pose, "right_hand", hand)])


def test_the_check_itself_notices_a_pose_that_can_be_improved() -> None:
    chain = scenes.ladder()
    pose = chain.pose({f"joint_{i}": 0.3 for i in range(1, 9)})
    left = improvement_left([place(pose, "p8", (0.0, 0.2, 0.2))], outward_normals(pose))
    assert left[0] > 0.01


def test_the_check_itself_sees_limits() -> None:
    chain = scenes.ladder()
    pose = chain.pose({f"joint_{i}": 1.2 for i in range(1, 9)})
    assert outward_normals(pose).shape == (8, 8)
