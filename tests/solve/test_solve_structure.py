"""What stands above all levels: structural tasks, and a solve rooted at a foot."""

from __future__ import annotations

import numpy as np
import pytest
import scenes

import poise
from poise import Pose, Sphere
from poise.errors import InputError, UnknownNameError
from poise.session import Session
from poise.solver import solve
from poise.tasks import Hold, Keep, OnSurface, Reach, Together

HUMAN = scenes.human()
REST = HUMAN.rest()
CHAIN = scenes.ladder()
BENT = CHAIN.pose({name: 0.5 for name, joint in CHAIN.joints.items() if joint.dof})


def gap(pose: Pose, a: str, b: str) -> float:
    return float(np.linalg.norm(pose.position(a) - pose.position(b)))


def test_a_structural_loop_stands_above_the_levels_that_were_there_before_it() -> None:
    far = Reach("p8", (0.0, 3.0, 0.0))
    loop = Together("p1", "p7", structural=True)
    strict = solve(BENT, [far, loop], max_steps=400)
    assert gap(strict.pose, "p1", "p7") < 1e-6
    assert [task.level for task in strict.tasks] == [0, 1]
    ordinary = solve(BENT, [far, Together("p1", "p7")], max_steps=400)
    assert gap(ordinary.pose, "p1", "p7") > 0.1
    assert strict.task("reach p8").residual > ordinary.task("reach p8").residual + 0.1


def test_also_when_all_tasks_are_weighed_in_one_level() -> None:
    levels = [Reach("p8", (0.0, 3.0, 0.0)), Together("p1", "p7", structural=True)]
    assert gap(solve(BENT, levels, method="weighted", max_steps=400).pose, "p1", "p7") < 1e-6


def test_a_loop_stays_closed_in_every_pose_of_a_session() -> None:
    session = Session(BENT, [Reach("p8", (0.3, 0.5, 0.2)), Together("p1", "p7", structural=True)])
    assert gap(BENT, "p1", "p7") > 0.05
    for goal in ((0.3, 0.5, 0.2), (-0.4, 0.1, 0.3)):
        session.tasks["reach p8"].goal = goal
        for _ in range(20):
            assert gap(session.pose, "p1", "p7") < 1e-6  # the first pose too: a start that is open is closed first
            session.step()


def test_contradictions_are_refused_before_any_work() -> None:
    loop = Together("p1", "p7", structural=True)
    away = OnSurface("p7", Sphere(0.1, placement=poise.Placement((9.0, 0.0, 0.0))), structural=True)
    named = "the structural tasks 'together p1 p7', 'on_surface p7' cannot be met together inside the limits"
    for work in (solve, Session):
        with pytest.raises(InputError, match=named):
            work(BENT, [Reach("p8", (0, 1, 0)), loop, away])
    with pytest.raises(InputError, match=r"inside the limits: 'together p1 p2' misses by 0\.2 m"):
        solve(BENT, [Together("p1", "p2", structural=True)])


def test_a_flag_is_true_or_false() -> None:
    with pytest.raises(InputError, match="the structural option of task 'together p1 p7' must be True or False"):
        Together("p1", "p7", structural="yes")  # type: ignore[arg-type]


def test_a_disabled_structural_task_wants_nothing() -> None:
    apart = Together("p1", "p2", structural=True, enabled=False)
    assert solve(BENT, [apart, Reach("p8", BENT.position("p8"))]).status == "converged"


def test_rooted_at_a_foot_the_foot_stays_and_the_pose_is_the_callers() -> None:
    levels = [Reach("right_hand", (-0.3, 0.2, 0.9)), Keep("right_foot", (0, 0.1, 0), normal=(0, 1, 0))]
    solution = solve(REST, levels, root="left_foot", max_steps=400)
    assert solution.pose.figure is HUMAN
    np.testing.assert_allclose(solution.pose.segment_frame("left_foot"), REST.segment_frame("left_foot"), atol=1e-9)
    assert solution.task("root left_foot").level == 0
    assert solution.task("reach right_hand").met


def test_a_session_rooted_at_a_foot_keeps_it_in_every_pose() -> None:
    session = Session(REST, [Reach("right_hand", (0.5, 1.5, 3.0))], root="left_foot")
    foot = REST.segment_frame("left_foot")
    while not session.settled:
        np.testing.assert_allclose(session.step().segment_frame("left_foot"), foot, atol=1e-9)
    np.testing.assert_allclose(session.pose.segment_frame("left_foot"), foot, atol=1e-9)


def test_the_same_as_the_figure_re_rooted_and_fixed_there() -> None:
    """The independent way: another figure, whose base is the foot, with six degrees of freedom less."""
    base = poise.Placement.from_matrix(REST.segment_frame("left_foot"))
    rooted = HUMAN.rerooted("left_foot")
    fixed = rooted.base.edited(model="fixed", placement=base)
    figure = rooted._edited(joints=[fixed if j.name == fixed.name else j for j in rooted.joints.values()], postures={})
    goal = Reach("right_hand", (-0.5, 1.2, 2.5))

    def elsewhere(pose: Pose) -> Pose:
        return figure.pose({j: v for j, v in _values(pose).items() if j != HUMAN.base.name})

    here = solve(REST, [goal], root="left_foot", max_steps=800).pose
    there = solve(elsewhere(REST), [goal], max_steps=800).pose
    reached = [float(np.linalg.norm(pose.position("right_hand") - goal.point)) for pose in (here, there)]
    assert reached[0] == pytest.approx(reached[1], abs=1e-3)  # limits with corners have more than one best pose near by
    for pose, distance in ((elsewhere(here), reached[0]), (there, reached[1])):
        again = solve(pose, [goal], max_steps=800)
        assert again.task("reach right_hand").residual == pytest.approx(distance, abs=1e-6)


def _values(pose: Pose) -> dict[str, np.ndarray]:
    figure = pose.figure
    return {n: pose.coordinates[figure.coordinate_slice(n)] for n, j in figure.joints.items() if j.dof}


def test_bad_roots_are_named() -> None:
    with pytest.raises(UnknownNameError, match="has no segment 'tail'"):
        solve(REST, [Hold("right_foot")], root="tail")
    with pytest.raises(InputError, match="needs a figure with a free base"):
        solve(scenes.arm().rest(), [Reach("p7", (0, 0, 1))], root="link_3")
    with pytest.raises(InputError, match="needs a site on that segment"):
        solve(REST, [Hold("right_foot")], root="midriff")
