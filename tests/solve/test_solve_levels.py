"""Levels in conflict: each gets exactly what it would get if the levels below did not exist."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scenes
from scipy.optimize import minimize

from poise import Pose
from poise.criteria import NearPose
from poise.solution import Solution
from poise.solver import solve
from poise.tasks import CenterOfMass, LookAt, Posture, Reach, Task

HUMAN = scenes.human()
REST = HUMAN.rest()

SETTLED = 1e-6
"""What may be left to gain, in metres or radians, when the solver says that it has settled."""


def residuals(pose: Pose, levels: scenes.Levels, **options: object) -> np.ndarray:
    solution: Solution = solve(pose, levels, max_steps=1000, **options)  # type: ignore[arg-type]
    assert solution.status != "stopped", str(solution)
    return np.array(scenes.by_level(solution))


def require_strict(
    pose: Pose, levels: scenes.Levels, one_best: bool = True, below: tuple[int, float] = (99, SETTLED)
) -> None:
    """Each level's residual equals what that level and those above give alone.

    Where a level has several best poses, `one_best` is False, and which one is found depends on the way; then at least
    nobody finds a better one from where all levels ended. `below`: how many levels are held to `SETTLED`, and to what
    those below them are.
    """
    solution: Solution = solve(pose, levels, max_steps=1000)
    together = np.array(scenes.by_level(solution))
    for count in range(1, len(levels)):
        start = pose if one_best else solution.pose
        alone = residuals(start, levels[:count])
        held, rest = min(below[0], count), below[1]
        np.testing.assert_allclose(together[:held], alone[:held], atol=SETTLED, rtol=0, err_msg=f"level {count}")
        np.testing.assert_allclose(together[held:count], alone[held:], atol=rest, rtol=0, err_msg=f"level {count}")


def both(site: str, one: tuple[float, ...], other: tuple[float, ...], axes: str = "yz") -> list[Task]:
    """Two goals for one site: the level can only meet in the middle."""
    return [Reach(site, one, axes=axes), Reach(site, other, axes=axes)]


def test_six_conflicting_levels_on_a_planar_chain() -> None:
    """Every level is in conflict, within itself or with those above; none can be met."""
    chain = scenes.ladder()
    start = chain.pose({f"joint_{i}": 0.2 for i in range(1, 9)})
    levels: scenes.Levels = [
        both("p8", (0.0, 0.8, 0.6), (0.0, 1.0, 0.8)),
        both("p4", (0.0, 0.0, 0.1), (0.0, 0.0, 0.3), "z"),
        Reach("p8", (0.0, 0.7, 0.9), axes="yz"),
        both("p6", (0.0, 0.8, 0.4), (0.0, 0.9, 0.6)),
        both("p2", (0.0, 0.3, 0.0), (0.0, 0.4, 0.1), "z"),
        Posture("rest"),
    ]
    together = residuals(start, levels)
    assert together[:3] == pytest.approx([0.2, 0.1 * math.sqrt(2), math.hypot(0.2, 0.2)], abs=SETTLED)
    require_strict(start, levels[:4])
    require_strict(start, levels, one_best=False)


def test_contradictions_leave_exactly_the_difference() -> None:
    """Level 3 wants the height that level 1 forbids, level 5 all that the first two decided otherwise."""
    chain = scenes.ladder()
    start = chain.pose({f"joint_{i}": 0.2 for i in range(1, 9)})
    levels: scenes.Levels = [
        Reach("p8", (0.0, 0.9, 0.0), axes="y"),
        Reach("p8", (0.0, 0.0, 0.7), axes="z"),
        Reach("p8", (0.0, 1.1, 0.0), axes="y"),
        Reach("p4", (0.0, 0.6, 0.3), axes="yz"),
        Reach("p8", (0.0, 0.6, 0.3), axes="yz"),
        Posture("rest"),
    ]
    found = residuals(start, levels)
    assert found[:5] == pytest.approx([0.0, 0.0, 0.2, 0.0, 0.5], abs=1e-6)
    require_strict(start, levels)


def test_a_hard_conflict_ends_where_an_independent_optimiser_ends() -> None:
    """Level 2 pulls the chain into a corner of its limits, at the edge of what level 1 leaves (SLSQP, 1e-6)."""
    chain = scenes.ladder()
    start = chain.pose({f"joint_{i}": 0.2 for i in range(1, 9)})
    tip, aside = (0.0, 0.9, 0.9), (0.0, 0.9, 0.1)
    found = residuals(start, [Reach("p8", tip, axes="yz"), Reach("p4", aside, axes="z"), Posture("rest")])
    best = minimize(
        lambda q: (chain.pose(q).position("p4")[2] - aside[2]) ** 2,
        start.coordinates,
        bounds=[(-1.2, 1.2)] * chain.dof,
        constraints={"type": "eq", "fun": lambda q: chain.pose(q).position("p8")[1:] - tip[1:]},
        method="SLSQP",
        options={"maxiter": 2000, "ftol": 1e-16},
    )
    assert found[0] < 1e-9
    assert found[1] == pytest.approx(math.sqrt(best.fun), abs=1e-6)


def test_an_unreachable_first_level_leaves_nothing_it_needs() -> None:
    """A goal straight above stretches the chain out; the levels below may not bend it again.

    At the edge of the reach lengths answer to bends by their square: what is exact to 1e-6 m above leaves 1e-3 below.
    """
    chain = scenes.ladder()
    start = chain.pose({f"joint_{i}": 0.1 for i in range(1, 9)})
    levels: scenes.Levels = [Reach("p8", (0.0, 3.0, 0.0)), Reach("p4", (0.0, 0.2, 0.6)), Posture("rest")]
    first, second, third = residuals(start, levels)
    assert first == pytest.approx(3.0 - 1.6, abs=1e-6)
    assert second == pytest.approx(math.dist((0.8, 0.0), (0.2, 0.6)), abs=1e-3)
    assert third < 1e-2


def test_conflicting_levels_of_a_whole_body() -> None:
    """Hands and gaze are torn between two goals each.

    For the hand the middle is the one best. The gaze, which the place of the eyes changes too, ends in a corner of many
    limits, of which there are several near by (seen: 3e-6 to 5e-4 rad).
    """
    levels: scenes.Levels = [
        scenes.feet(),
        CenterOfMass(scenes.over_the_feet(REST)),
        both("right_hand", (-0.35, 1.10, 0.35), (-0.15, 1.25, 0.40), "xyz"),
        [LookAt("eyes", (0.4, 1.2, 1.5)), LookAt("eyes", (-0.4, 1.0, 1.5))],
        Reach("right_hand", (-0.25, 1.00, 0.30)),
        both("left_hand", (0.35, 1.00, 0.30), (0.20, 1.20, 0.35), "xyz"),
    ]
    together = residuals(REST, levels)
    torn = math.dist((-0.35, 1.10, 0.35), (-0.15, 1.25, 0.40)) / math.sqrt(2)
    assert together[2] == pytest.approx(torn, abs=1e-8)
    off = math.sqrt(1e-8 * torn)  # r = torn + off² / torn: at its best a level does not feel a hand 42 µm beside
    assert together[4] == pytest.approx(math.dist((-0.25, 1.175, 0.375), (-0.25, 1.00, 0.30)), abs=off)
    require_strict(REST, levels[:3])
    require_strict(REST, levels, one_best=False, below=(3, off))


def test_the_order_of_levels_decides() -> None:
    left = Reach("left_hand", (1.5, 1.2, 0.0))
    right = Reach("right_hand", (-1.5, 1.2, 0.0))
    one = solve(REST, [scenes.feet(), left, right], max_steps=1000)
    other = solve(REST, [scenes.feet(), right, left], max_steps=1000)
    assert one.task("reach left_hand").residual < other.task("reach left_hand").residual - 0.05
    assert other.task("reach right_hand").residual < one.task("reach right_hand").residual - 0.05


def test_weights_share_a_level() -> None:
    """Two goals for one slide-like motion: the tip settles at their weighted mean."""
    tip = REST.position("right_hand")
    near, far = tip + np.array([0.0, 0.0, 0.1]), tip + np.array([0.0, 0.0, 0.3])
    for weight in (1.0, 3.0):
        tasks = [Reach("right_hand", near, name="near"), Reach("right_hand", far, name="far", weight=weight)]
        pose = solve(REST, [tasks], max_steps=1000).pose
        mean = (near + weight * far) / (1.0 + weight)
        assert np.linalg.norm(pose.position("right_hand") - mean) < 1e-6


def test_weighted_method_puts_all_tasks_in_one_level() -> None:
    tip = REST.position("right_hand")
    levels = [Reach("right_hand", tip, name="stay"), Reach("right_hand", tip + np.array([0.0, 0.2, 0.0]), name="rise")]
    strict = solve(REST, levels)
    weighted = solve(REST, levels, method="weighted", history=True)
    assert strict.task("stay").residual < 1e-9
    assert [task.level for task in strict.tasks] == [1, 2]
    assert weighted.history is not None
    assert weighted.history.residuals.shape[1] == 1
    assert [task.level for task in weighted.tasks] == [1, 1]
    assert weighted.task("stay").residual == pytest.approx(0.1, abs=1e-6)


def test_a_criterion_costs_no_level_anything() -> None:
    levels = scenes.standing(REST, (0.3, 1.2, 0.6))
    plain = residuals(REST, levels)
    pulled = residuals(REST, levels, criteria=[NearPose("t_pose")])
    np.testing.assert_allclose(pulled, plain, atol=1e-6)


def test_a_disabled_task_is_as_if_it_were_not_there() -> None:
    off = Reach("left_hand", (3.0, 3.0, 3.0), enabled=False)
    with_it = solve(REST, [scenes.feet(), off, Reach("right_hand", (-0.3, 1.2, 0.4))])
    without = solve(REST, [scenes.feet(), Reach("right_hand", (-0.3, 1.2, 0.4))])
    assert np.abs(with_it.pose.coordinates - without.pose.coordinates).max() < 1e-9
    assert with_it.status == "converged"
    assert with_it.light == "green"
    assert not with_it.task("reach left_hand").enabled
