"""Either-or goals: the task that costs the levels least serves, and is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

import poise
from poise import AnyOf, Hold, InputError, Keep, Reach

HUMAN = poise.human()
REST = HUMAN.rest()
FEET = [Hold("left_foot"), Hold("right_foot")]
CHAIN = poise.figures.planar_chain(3)


def ring(*point: float, **options: object) -> AnyOf:
    return AnyOf(Reach("left_hand", point), Reach("right_hand", point), name="ring", **options)


def test_the_hand_that_is_nearer_serves_and_the_account_says_so() -> None:
    for x, hand in ((0.5, "left_hand"), (-0.5, "right_hand")):
        solution = poise.solve(REST, [FEET, ring(x, 1.2, 0.2)])
        assert solution.task("ring").met
        assert f"'ring' was served by 'reach {hand}'" in solution.notes
        assert solution.question is not None
        choice = solution.question.tasks["ring"]
        assert isinstance(choice, AnyOf)
        assert choice.tasks[choice.serving].sites == (hand,)


def test_the_pose_is_that_of_the_task_alone() -> None:
    alone = poise.solve(REST, [FEET, Reach("right_hand", (-0.5, 1.2, 0.2), name="ring")])
    either = poise.solve(REST, [FEET, ring(-0.5, 1.2, 0.2)])
    assert either.pose.coordinates.tobytes() == alone.pose.coordinates.tobytes()


def test_what_costs_the_levels_less_serves_wherever_it_stands() -> None:
    """One goal is out of reach; and of two that can be met, one costs the level below."""
    tip = CHAIN.rest().position("tip")
    near, far = Reach("tip", tip * 0.6, name="near"), Reach("tip", (5.0, 0.0, 0.0), name="far")
    below = Reach("tip", tip * 0.6, name="below")
    for tasks in ((near, far), (far, near)):
        solution = poise.solve(CHAIN.rest(), [AnyOf(*tasks, name="either"), below])
        assert solution.notes == ("'either' was served by 'near'",)
        assert solution.status == "converged"
    other = Reach("tip", tip * 0.8, name="other")
    solution = poise.solve(CHAIN.rest(), [AnyOf(other, near, name="either"), below])
    assert solution.notes == ("'either' was served by 'near'",)


def test_several_choices_are_made_together() -> None:
    """One hand for each point: the same hand cannot be at both."""
    left, right = (0.3, 1.2, 0.3), (-0.3, 1.2, 0.3)
    first = AnyOf(Reach("left_hand", left), Reach("right_hand", left), name="first")
    second = AnyOf(Reach("left_hand", right), Reach("right_hand", right), name="second")
    solution = poise.solve(REST, [FEET, [first, second]])
    assert solution.status == "converged"
    assert {note.split("by ")[1] for note in solution.notes} == {"'reach left_hand'", "'reach right_hand'"}


def test_a_session_keeps_what_serves_until_another_is_better() -> None:
    tip = CHAIN.rest().position("tip")
    here, there = Reach("tip", tip * 0.7, name="here"), Reach("tip", tip * 0.9, name="there")
    session = poise.Session(CHAIN.rest(), [AnyOf(here, there, name="either", serving=1)], criteria=())
    session.step(budget=1.0)
    assert session.solution().notes == ("'either' was served by 'there'",)  # both can be met: the nearer one
    session.tasks["either"].goal = (9.0, 0.0, 0.0)
    for _ in range(3):
        session.step(budget=1.0)
    assert session.solution().notes == ("'either' was served by 'here'",)
    assert session.solution().status == "converged"
    task = session.tasks["either"].task
    assert isinstance(task, AnyOf)
    assert task.tasks[1].goal == (9.0, 0.0, 0.0)
    session.edit("either", margin=0.5)
    assert session.tasks["either"].task.margin == 0.5
    session.tasks["either"].enabled = False
    assert not session.tasks["either"].task.enabled


def test_a_gain_below_the_margin_changes_nothing() -> None:
    reach = float(CHAIN.rest().position("tip")[1])
    near, nearer = (Reach("tip", (0.0, reach + more, 0.0), name=name) for more, name in ((0.05, "a"), (0.04, "b")))
    for margin, serves in ((0.1, "a"), (0.001, "b")):
        choice = AnyOf(near, nearer, name="either", margin=margin)
        session = poise.Session(CHAIN.rest(), [Reach("tip", (0.0, 9.0, 0.0))], criteria=())
        session.levels = [choice]
        for _ in range(3):
            session.step(budget=1.0)
        assert session.solution().notes == (f"'either' was served by '{serves}'",)


def test_an_unmet_choice_is_explained_by_what_serves() -> None:
    solution = poise.solve(REST, [FEET, ring(0.0, 1.2, 2.5)], criteria=())
    serving = solution.notes[0].split("'")[3].removeprefix("reach ")
    plain = poise.solve(REST, [FEET, Reach(serving, (0.0, 1.2, 2.5), name="ring")], criteria=())
    assert not solution.task("ring").met
    assert str(solution.explain("ring")) == str(plain.explain("ring"))


@pytest.mark.parametrize("method", ["weighted", "cascaded", "transpose", "ccd"])
def test_every_method_can_choose(method: str) -> None:
    tip = CHAIN.rest().position("tip")
    far, near = Reach("tip", (5.0, 0.0, 0.0), name="far"), Reach("tip", (0.4, *(0.7 * tip[1:])), name="near")
    solution = poise.solve(CHAIN.rest(), [AnyOf(far, near, name="either")], method=method, criteria=())
    assert "'either' was served by 'near'" in solution.notes


def test_scenes_and_scripts_hold_choices(tmp_path) -> None:
    choice = replace(ring(0.5, 1.2, 0.2, margin=0.05, weight=2.0), enabled=False, serving=1)
    scene = poise.Scene(REST, [FEET, [choice]], source=poise.FigureSource("human"))
    scene.save(tmp_path / "ring.yaml")
    again = poise.Scene.load(tmp_path / "ring.yaml")
    assert again.levels == scene.levels
    script: dict[str, object] = {}
    exec(poise.Scene(REST, [FEET, [ring(0.5, 1.2, 0.2)]], source=poise.FigureSource("human")).script(), script)
    solution = script["solution"]
    assert isinstance(solution, poise.Solution)
    assert "'ring' was served by 'reach left_hand'" in solution.notes


def test_what_is_no_choice_is_refused_by_name() -> None:
    reach = Reach("left_hand", (0, 1, 0))
    for asked, words in {
        lambda: AnyOf(reach): "needs two tasks or more",
        lambda: AnyOf(reach, "right_hand"): "'right_hand' is none",
        lambda: AnyOf(reach, ring(0, 1, 0)): "another choice ('ring')",
        lambda: AnyOf(reach, Hold("left_foot", structural=True)): "above all levels",
        lambda: AnyOf(reach, replace(reach, enabled=False)): "switched off",
        lambda: AnyOf(reach, reach, joints="left_arm"): "said by its tasks",
        lambda: AnyOf(reach, reach, tolerance=0.1): "said by its tasks",
        lambda: AnyOf(reach, reach, serving=2): "must be at most 1",
        lambda: AnyOf(reach, reach, margin=-1): "must not be negative",
        lambda: poise.solve(REST, [replace(ring(0, 1, i), name=f"r{i}") for i in range(6)]): "64 ways",
        lambda: poise.solve_many(REST, [ring(0, 1, 0)]): "cannot choose for 'ring'",
    }.items():
        with pytest.raises(InputError) as error:
            asked()
        assert words in str(error.value)
    with pytest.raises(poise.UnknownNameError, match="has no site 'paw'"):
        poise.solve(REST, [AnyOf(reach, Keep("paw", (0, 0, 0), max=1))])
    with pytest.raises(TypeError, match="no argument 'wieght'; did you mean 'weight'"):
        AnyOf(reach, reach, wieght=2)
