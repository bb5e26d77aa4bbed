"""The explanation as words, HTML and JSON; what it says of starts, steps and helpers; and that it changes nothing."""

from __future__ import annotations

import json
import math
import pickle
from dataclasses import FrozenInstanceError, replace

import conflicts
import numpy as np
import pytest
import scenes

import poise
from poise import Explanation, InputError, Range, Solution, UnknownNameError
from poise.explain.words import amount
from poise.tasks import Balance, CustomTask, Hold, LookAt, Orient, Posture, Reach, Task
from refusals import refused

HUMAN = scenes.human()
CONFLICTS = conflicts.conflicts()


def stopped() -> Solution:
    return CONFLICTS["one of two postures"].solved()


def test_it_reads_as_sentences() -> None:
    man = poise.figures.planar_man()
    solution = poise.solve(man.rest(), [Balance(0.02), Reach("hand", (0.0, 0.6, 1.2), axes="yz")])
    lines = str(solution.explain()).splitlines()
    assert lines[0] == f"reach hand (level 2) misses by {100 * solution.tasks[1].residual:.3g} cm:"
    assert lines[1].startswith("  balance (level 1) stops it: without it 0 mm; enough with a margin ")
    assert lines[1].endswith(" cm smaller")
    assert any(line.startswith("  does not matter: ") for line in lines)
    assert lines[-1].startswith("  or else: a goal ")


def test_limits_groups_and_geometry_in_words() -> None:
    assert "the limit j.angle stops it: without it 0 mm; enough if it is 28.6° wider" in said("a hinge's range")
    assert "the coupling tie stops it" in said("an equality")
    assert "a.angle and b.angle stop it together: without all of them 0 mm, without fewer it fails" in said(
        "two limits"
    )
    assert "the limit a.angle takes part: without it 18.3 cm (87 % less)" in said("two limits")
    assert "with no limit and no other task it would still miss by 1 m" in said("out of reach")
    assert "letting all joints help would do: then 0 mm" in said("a joint that may not help")
    assert "letting a help would do: then 0 mm" in said("a joint that may not help")
    assert "orient tip (level 1) stops it: without it 0 mm; enough if it may miss by 17.2°" in said(
        "an orientation above"
    )


def test_structural_tasks_and_units_of_ones_own_in_words() -> None:
    assert "together tip nail (above all levels) stops it: without it 0 mm; enough if it may miss by " in said(
        "a structural loop"
    )
    pose = conflicts.two_links().pose({"a": 0.1, "b": 0.1})
    levels = [Hold("tip", name="still"), CustomTask(lambda pose: 4.0 - pose["a"], unit="bar", name="pressure")]
    assert str(poise.solve(pose, levels).explain()).startswith(
        "pressure (level 2) misses by 3.9 bar:\n  still (level 1)"
    )


def said(name: str) -> str:
    return str(CONFLICTS[name].solved().explain())


def test_amounts_as_people_say_them() -> None:
    metres = {0.0: "0 mm", 5e-6: "0 mm", 0.0032: "3.2 mm", 0.312: "31.2 cm", 0.9996: "1 m", 12.3: "12.3 m"}
    assert {value: amount(value, "m") for value in metres} == metres
    assert (amount(0.0, "rad"), amount(math.pi / 2, "rad")) == ("0°", "90°")


def test_nothing_to_explain() -> None:
    solution = poise.solve(HUMAN.rest(), [scenes.feet()])
    explanation = solution.explain()
    assert str(explanation) == "all tasks are met: there is nothing to explain"
    assert "nothing to explain" in explanation._repr_html_()
    assert (explanation.findings, explanation.trials) == ((), 0)
    assert explanation.met == ("hold left_foot", "hold right_foot")


def test_html_escapes_names() -> None:
    figure = conflicts.two_links()
    levels = [Posture("rest", joints=["b"], name="<i>stiff</i>"), Reach("tip", conflicts.tip_at(0.3, 0.9))]
    html = poise.solve(figure.rest(), levels).explain()._repr_html_()
    assert "<td>&lt;i&gt;stiff&lt;/i&gt; (level 1)</td><td>0 mm</td>" in html
    assert "<i>" not in html
    assert html.count("<tr>") == html.count("</tr>") == 2
    assert "<p>or else: a goal " in html


@pytest.mark.parametrize("name", ["two limits", "balance", "a joint that may not help", "out of reach"])
def test_json(name: str) -> None:
    explanation = CONFLICTS[name].solved().explain()
    data = json.loads(json.dumps(explanation.to_dict(), allow_nan=False))
    finding = data["findings"][0]
    assert finding["task"] == CONFLICTS[name].victim
    assert finding["stopped_by"] == list(explanation.findings[0].stopped_by)
    assert [c["share"] for c in finding["culprits"]] == [c.share for c in explanation.findings[0].culprits]
    assert [c["names"] for c in finding["combined"]] == [list(c.names) for c in explanation.findings[0].combined]
    assert data["trials"] == explanation.trials > 0


def test_explanations_are_values() -> None:
    one, other = stopped().explain(), stopped().explain()
    assert one == other
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(FrozenInstanceError):
        one.trials = 3  # type: ignore[misc]


def test_nothing_is_changed_by_explaining() -> None:
    solution = stopped()
    before = pickle.dumps(solution)
    solution.explain()
    assert pickle.dumps(solution) == before


def test_one_task_can_be_asked_about() -> None:
    levels: list[Task] = [Hold("left_foot"), Reach("left_hand", (3, 1, 0)), Reach("right_hand", (-3, 1, 0))]
    solution = poise.solve(HUMAN.rest(), [levels[0], levels[1:]])
    explanation = solution.explain("reach left_hand")
    assert [finding.task for finding in explanation.findings] == ["reach left_hand"]
    refused(lambda: explanation.task("reach right_hand"), UnknownNameError, "has no unmet task 'reach right_hand'")
    refused(lambda: solution.explain("hold"), UnknownNameError, "the solution has no task 'hold'")
    refused(lambda: explanation.findings[0].culprit("moon"), UnknownNameError, "has no culprit 'moon'")


def test_every_unmet_task_is_explained() -> None:
    first = Reach("tip", conflicts.tip_at(0.3, 0.9), name="first")
    solution = poise.solve(conflicts.two_links().rest(), [[first, replace(first, point=(0, 1, 1), name="second")]])
    explanation = solution.explain()
    assert [finding.stopped_by for finding in explanation.findings] == [("second",), ("first",)]


def test_tasks_that_are_off_or_below_are_no_suspects() -> None:
    figure = conflicts.two_links(0.2)
    goal = Reach("tip", conflicts.tip_at(0.6, 0.9))
    levels = [Posture("rest", name="off", enabled=False), goal, LookAt("tip", (0, 5, 0))]
    finding = poise.solve(figure.rest(), levels).explain("reach tip").task("reach tip")
    assert finding.stopped_by == ("a.angle",)
    assert not {"off", "look_at tip"} & {c.name for c in finding.culprits} | {"off", "look_at tip"} & set(
        finding.harmless
    )


def test_a_bad_start_is_told() -> None:
    """A door that opens far round stands at the wrong side of its stop; a thinner stop is left by the other way."""
    thinner = conflicts.stick("hinge", {"angle": Range(-3.0, 3.0)}, axis=(1, 0, 0))
    goal = Reach("tip", (0.0, -math.sin(-2.9), math.cos(-2.9)))
    assert poise.solve(thinner.pose({"j": 2.0}), [goal]).status == "converged"
    door = conflicts.stick("hinge", {"angle": Range(-2.6, 2.6)}, axis=(1, 0, 0))
    goal = Reach("tip", (0.0, -math.sin(-2.5), math.cos(-2.5)))
    finding = poise.solve(door.pose({"j": 2.5}), [goal]).explain().task("reach tip")
    assert set(finding.stopped_by) == {"start", "j.angle"}
    assert "another start would do" in str(Explanation((finding,), (), 0))
    many = poise.solve(door.pose({"j": 2.5}), [goal], attempts=10, rng=np.random.default_rng(1))
    assert many.status == "converged"


def test_too_few_steps_are_told() -> None:
    solution = poise.solve(HUMAN.rest(), scenes.standing(HUMAN.rest()), max_steps=1)
    assert solution.status == "stopped"
    for finding in solution.explain().findings:
        assert [culprit.kind for culprit in finding.culprits] == ["steps"]
    assert "with more of them it is met" in str(solution.explain())


def test_weighted_tasks_stop_each_other() -> None:
    figure = conflicts.two_links()
    levels = [Posture("rest", joints=["b"]), Reach("tip", conflicts.tip_at(0.3, 0.9))]
    finding = poise.solve(figure.rest(), levels, method="weighted").explain("reach tip").task("reach tip")
    assert finding.stopped_by == ("posture",)
    relaxation = finding.culprit("posture").relaxation
    assert relaxation is not None
    assert relaxation.amounts[0] == (pytest.approx(0.9, abs=1e-3), "rad")


def test_the_joint_that_should_help_is_named() -> None:
    goal = (-0.2, 1.2, 0.75)
    levels = [scenes.feet(), Hold("pelvis"), Reach("right_hand", goal, joints=["right_elbow", "right_wrist"])]
    solution = poise.solve(HUMAN.rest(), levels)
    finding = solution.explain().task("reach right_hand")
    assert finding.stopped_by[0] == ""
    assert "right_shoulder" in {culprit.name for culprit in finding.culprits if culprit.kind == "recruits"}


def test_metres_and_radians_together() -> None:
    """A frame held in place and turned: the part that fails speaks."""
    figure = conflicts.stick("ball", {"swing": poise.Cone(1.0), "twist": Range(-0.5, 0.5)})
    frame = np.eye(4)
    frame[:3, :3], frame[2, 3] = conflicts.turned(1.0), 1.0
    finding = poise.solve(figure.rest(), [Hold("tip", frame=frame)]).explain().task("hold tip")
    assert (finding.unit, finding.residual) == ("rad", pytest.approx(0.5, abs=1e-6))
    assert finding.stopped_by == ("j.twist",)
    assert finding.relaxation.words == "a tolerance 28.6° larger"


def test_an_orientation_out_of_reach() -> None:
    figure = conflicts.two_links(1.0, 1.0)
    finding = poise.solve(figure.rest(), [Orient("tip", (1, 0, 0), axis=(1, 0, 1))]).explain().findings[0]
    assert finding.out_of_reach == pytest.approx(math.pi / 4, abs=1e-4)
    assert finding.unit == "rad"


def test_a_limit_that_the_account_does_not_name_is_found_all_the_same() -> None:
    solution = replace(CONFLICTS["a hinge's range"].solved(), limits=())
    finding = solution.explain().findings[0]
    assert (finding.stopped_by, finding.combined) == (("j.angle",), ())


def test_a_solution_without_its_question_says_so() -> None:
    solution = replace(stopped(), question=None)
    refused(lambda: solution.explain(), InputError, "this solution does not know what was asked")


def test_every_trial_is_told_and_may_be_the_last() -> None:
    told: list[None] = []
    explanation = stopped().explain(on_trial=lambda: told.append(None))
    assert len(told) == explanation.trials > 3
    assert explanation == stopped().explain()

    def enough() -> None:
        told.append(None)
        raise TimeoutError

    told.clear()
    with pytest.raises(TimeoutError):
        stopped().explain(on_trial=enough)
    assert len(told) == 1
