"""What explanations claim, asked again with `poise.solve`: the numbers of the documents, and random tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

import poise
from poise import Balance, Hold, LookAt, Reach, Solution
from poise.explain import trials
from poise.explain.least import least
from poise.explain.suspect import Suspect
from poise.question import Question
from verify.checks import explanations
from verify.tally import Tally
from verify.unmet import Unmet

BALL = (-0.2, 1.1, 1.25)
REST = poise.human(stature=1.70).rest()


def reaching(margin: float, start: poise.Pose = REST) -> Solution:
    feet = [Hold(site, frame=REST.frame(site)) for site in ("left_foot", "right_foot")]
    return poise.solve(start, [feet, Balance(margin=margin), LookAt("eyes", BALL), Reach("right_hand", BALL)])


def test_a_margin_is_no_smaller_than_it_must_be() -> None:
    """The example of the documents: bisected from the compromise, and named to 5 %."""
    solution = reaching(0.02)
    relaxation = solution.explain().task("reach right_hand").culprit("balance").relaxation
    assert relaxation is not None
    assert relaxation.local
    ((named, unit),) = relaxation.amounts
    assert unit == "m"

    def met(less: float) -> bool:
        return reaching(0.02 - less, solution.pose).task("reach right_hand").met

    assert met(named)
    low, high = 0.0, named
    for _ in range(8):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if met(middle) else (middle, high)
    assert named <= 1.05 * high


def test_a_balance_that_is_not_met_names_the_least_margin() -> None:
    """Two edges are broken at a corner: how far outside the weight is, is more than the margin must shrink."""
    feet = [Hold(site, frame=REST.frame(site)) for site in ("left_foot", "right_foot")]
    away = poise.CenterOfMass((0.3, 0.0, 0.35))

    def solved(margin: float, start: poise.Pose = REST) -> Solution:
        return poise.solve(start, [feet, away, Balance(margin=margin)])

    solution = solved(0.02)
    ((named, _),) = solution.explain("balance").task("balance").relaxation.amounts
    assert solved(0.02 - named, solution.pose).task("balance").met
    assert not solved(0.02 - 0.95 * named, solution.pose).task("balance").met
    assert named < solution.task("balance").residual


def test_a_goal_that_others_pull_at_is_told_a_tolerance() -> None:
    """Of two goals for one hand neither is met wherever one of them moves."""
    apart = [Reach("right_hand", (-0.3, 1.0, z), name=f"{z}") for z in (0.2, 0.4)]
    finding = poise.solve(REST, [apart]).explain("0.4").task("0.4")
    assert finding.relaxation.words == "a tolerance 9.99 cm larger"


@pytest.mark.parametrize("true", [0.013, 0.5, 0.97, 1.4])
def test_the_least_of_a_known_amount(true: float) -> None:
    """A miss that falls to nothing at a known amount, straight or curved, is found to 1 %, with few questions."""
    for power in (1.0, 2.0, 0.5):
        asked: list[float] = []

        def miss(x: float, power: float = power, asked: list[float] = asked) -> float:
            asked.append(x)
            return 0.0 if x >= true else 1.0 + 500.0 * (true - x) ** power

        found = least(miss, miss(0.0), 1.0)
        assert found is not None
        assert true <= found <= 1.01 * true
        assert len(asked) <= 24


def test_less_that_does_is_found_although_a_little_more_does_not() -> None:
    def miss(x: float) -> float:
        return 0.0 if 0.4 <= x <= 0.52 or x >= 0.9 else 10.0

    assert least(miss, 10.0, 1.0) == pytest.approx(0.4, rel=0.01)
    assert least(lambda x: 10.0, 10.0, 1.0) is None


@pytest.mark.parametrize("seed", [3, 5])
def test_claims_about_random_tasks_prove_true(seed: int) -> None:
    """The short form of `python -m verify --only explanations`, but for its clock."""
    tally = explanations.run(np.random.default_rng(seed), 0.16)
    assert {kind: found for kind, found in tally.failures.items() if kind != "slow"} == {}
    assert tally.cases == 4


def test_false_claims_are_found() -> None:
    """Faults that are put in on purpose: a number, a culprit, a harmless suspect and a margin."""
    solution = reaching(0.02)
    assert solution.question is not None
    levels = [list(level) for level in solution.question.levels]
    case = Unmet("person", REST, levels, solution)
    finding = solution.explain().task("reach right_hand")
    balance, foot = finding.culprit("balance"), finding.culprit("hold left_foot")
    assert balance.relaxation is not None
    ((named, _),) = balance.relaxation.amounts
    for fault, lie in {
        "not enough": replace(balance, relaxation=replace(balance.relaxation, amounts=((0.9 * named, "m"),))),
        "not the least": replace(balance, relaxation=replace(balance.relaxation, amounts=((1.1 * named, "m"),))),
        "another way, or not?": replace(balance, other_way=True, relaxation=None),
        "a number is off": replace(foot, residual=1.1 * foot.residual),
        "'stops it' is false": replace(foot, meets=True, relaxation=None, other_way=True),
        "'takes part', but without it the task is met": replace(balance, meets=False, relaxation=None),
    }.items():
        tally = Tally()
        explanations.Check(case, finding, tally, Counter()).culprit(lie)
        assert set(tally.failures) == {fault}
    tally = Tally()
    explanations.Check(case, finding, tally, Counter()).harmless("right_clavicle.swing")
    assert set(tally.failures) == {"harmless, but matters"}


def test_false_claims_about_the_goal_itself_are_found() -> None:
    """That it may come less near, or must come nearer; that a number is no local one; that only another way is open."""
    solution = reaching(0.02)
    assert solution.question is not None
    case = Unmet("person", REST, [list(level) for level in solution.question.levels], solution)
    finding = solution.explain().task("reach right_hand")
    balance, own = finding.culprit("balance"), finding.relaxation
    assert balance.relaxation is not None
    ((named, _),) = own.amounts
    known = replace(balance, relaxation=replace(balance.relaxation, local=False))
    for fault, lie in {
        "not enough": replace(finding, relaxation=replace(own, amounts=((0.9 * named, "m"),), local=True)),
        "not the least": replace(
            finding, relaxation=replace(own, amounts=((1.5 * named, "m"),), words="a tolerance larger", local=True)
        ),
        "another way, or not?": replace(finding, relaxation=replace(own, other_way=True)),
        "a local number is not called so": replace(finding, culprits=(known,)),
    }.items():
        tally = Tally()
        explanations.Check(case, lie, tally, Counter()).own()
        assert fault in tally.failures
    tally = Tally()
    explanations.Check(case, finding, tally, Counter()).own()
    assert tally.green


def test_what_takes_too_long_is_not_tried_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = reaching(0.02)
    whole = solution.explain().task("reach right_hand")
    monkeypatch.setattr(trials, "WORK", 1_000_000)
    finding = solution.explain().task("reach right_hand")
    assert finding.stopped_by == whole.stopped_by
    assert finding.culprit("balance").relaxation is None
    assert "how little of balance would do" in finding.untried
    assert len(whole.untried) < len(finding.untried) < len(whole.harmless) + len(whole.culprits) + len(whole.untried)
    assert not set(finding.untried) & {*finding.harmless, *(c.name for c in finding.culprits)}
    assert "not tried, it would take too long: " in str(poise.Explanation((finding,), (), 0))


def test_nothing_more_is_begun_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little was counted: what is named then is true all the same, and the rest is told."""
    solution = reaching(0.02)
    monkeypatch.setattr(trials, "PATIENCE", -1.0)
    finding = solution.explain().task("reach right_hand")
    assert not finding.culprits
    assert {"balance", "hold left_foot", "right_clavicle.swing", "whether less of its own goal would do"} <= set(
        finding.untried
    )
    ((named, _),) = finding.relaxation.amounts
    assert named == pytest.approx(solution.task("reach right_hand").residual, abs=2e-4)


def test_an_explanation_without_any_work_left_says_what_it_did_not_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """That the joints which may not help were not tried either was once forgotten, and ended in a KeyError."""
    monkeypatch.setattr(trials, "WORK", 1)
    rest = poise.human().rest()
    arm = poise.Reach("right_hand", (-0.3, 1.2, 1.0), joints=["right_shoulder", "right_elbow"])
    solution = poise.solve(rest, [[poise.Hold("left_foot"), poise.Hold("right_foot")], arm], criteria=())
    assert "not tried, it would take too long: hold left_foot, hold right_foot, all joints" in str(solution.explain())


@pytest.mark.parametrize("joints", [None, ["right_shoulder", "right_elbow"]])
@pytest.mark.parametrize("work", [1, 50_000, 100_000, 200_000])
def test_nothing_is_begun_that_there_is_no_work_left_for(
    work: int, joints: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How little of a frame would do, and which joints would help, were once tried in any case: 0.3 s each.

    A trial without a suspect, from two starts, is ended once it is begun.
    """
    begun, solved, without = [], trials.Trials.solved, trials.Trials.without
    rested = []

    def watched(self: trials.Trials, question: Question) -> poise.Solution:
        if hasattr(self, "from_begin") and self.tired() and not rested:
            begun.append(question)
        return solved(self, question)

    def whole(self: trials.Trials, suspects: Iterable[Suspect]) -> poise.Solution:
        rested.extend([] if self.tired() else [True])
        try:
            return without(self, suspects)
        finally:
            rested.clear()

    rest = poise.human().rest()
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    reach = poise.Reach("right_hand", (-0.3, 1.2, 1.0), joints=joints)
    solution = poise.solve(rest, [feet, poise.Balance(margin=0.02), reach], criteria=())
    monkeypatch.setattr(trials, "WORK", work)
    monkeypatch.setattr(trials.Trials, "solved", watched)
    monkeypatch.setattr(trials.Trials, "without", whole)
    solution.explain("reach right_hand")
    assert all(list(question.tasks) == ["reach right_hand"] for question in begun)  # that alone, which is quick


def test_regions_under_a_load_count_as_often_as_they_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Feet that slide take their region along; found again in every round, it once took a third of an explanation."""
    monkeypatch.setattr(trials, "REGION", 10**9)
    human = poise.human()
    soles = [poise.Support(name, friction=0.5) for name in human.soles]
    balance = Balance(margin=0.02, forces=[poise.Weight("right_hand", 5.0)], supports=soles)
    goal = Reach("right_hand", (-0.2, 0.9, 0.9))
    feet = [Hold("left_foot"), Hold("right_foot")]
    regions = []
    for levels in ([feet, [balance], [goal]], [[balance], [goal]], [feet, [goal]]):
        question = poise.solve(human.rest(), levels, criteria=()).question
        assert question is not None
        regions.append(trials._solved(question, 200)[1] // 10**9)
    held, sliding, unloaded = regions
    assert sliding > held > unloaded == 0
