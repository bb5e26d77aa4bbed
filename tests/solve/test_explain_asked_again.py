"""Trials are the very solves that somebody gets who asks again, and what they say is enough is enough."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import poise
from poise import Balance, Force, Hold, InputError, Keep, LookAt, Orient, Pose, Reach, Support
from poise.explain import trials
from poise.explain.least import least
from poise.explain.suspect import Suspect
from poise.explain.trials import Trials
from poise.tasks import Task

Levels = list[list[Task]]


def feet(rest: Pose) -> list[Task]:
    return [Hold(site, frame=rest.frame(site)) for site in ("left_foot", "right_foot")]


@pytest.mark.parametrize("gone", ["orient right_hand", "balance", "look_at eyes", "keep pelvis"])
def test_a_trial_without_a_task_is_the_solve_without_it(gone: str) -> None:
    """To the last bit: here a level that was only switched off led to 7.0 mm, where without it 5.1 mm are left."""
    figure = poise.human(stature=1.95)
    rest = figure.rest()
    goal = (-1.112, 1.244, 0.573)
    levels: Levels = [
        feet(rest),
        [Orient("right_hand", (-0.126, -0.119, -0.985), axis=(-0.996, 0.037, 0.083))],
        [Balance(margin=0.0275)],
        [LookAt("eyes", goal)],
        [Keep("pelvis", rest.position("pelvis"), max=0.0715)],
        [Reach("right_hand", goal, joints=figure.groups["right_arm"].joints)],
    ]
    solution = poise.solve(rest, levels, criteria=())
    assert solution.question is not None
    asked = Trials(solution, solution.question, "reach right_hand", lambda: None)
    kept = [level for level in levels if level[0].name != gone]
    for other, start in ((True, rest), (False, solution.pose)):
        answer = asked.way([Suspect("task", gone)], other=other)
        assert answer is not None
        assert np.array_equal(answer.pose.coordinates, poise.solve(start, kept, criteria=()).pose.coordinates)


def test_a_trial_accounts_for_balance_where_the_feet_are_now() -> None:
    """Stopped after a foot has left the floor: balanced over where it stood, and 13 cm off what is stood on."""
    rest = poise.human(stature=1.70, sex="female").rest()
    levels: Levels = [[Hold("left_foot")], [Balance(margin=0.02)], [Reach("right_hand", (-0.3, 1.2, 1.1))]]
    solution = poise.solve(rest, levels, criteria=(), max_steps=4)
    assert solution.question is not None
    assert solution.task("balance").residual > 0.1
    answer = Trials(solution, solution.question, "reach right_hand", lambda: None).solved(solution.question)
    assert [task.residual for task in answer.tasks] == [task.residual for task in solution.tasks]


def bisected(met: object, high: float) -> float:
    """What halving the way from nothing comes to."""
    assert callable(met)
    low, enough = 0.0, high
    for _ in range(7):
        middle = 0.5 * (low + enough)
        low, enough = (low, middle) if met(middle) else (middle, enough)
    return enough


@pytest.mark.parametrize("seed", range(40))
def test_bisection_from_the_least_finds_nothing_less(seed: int) -> None:
    """Whatever amounts do, in pieces: a little more than what does may not."""
    rng = np.random.default_rng(seed)
    edges = np.sort(rng.uniform(0.05, 1.0, size=2 * rng.integers(1, 6)))

    def met(x: float) -> bool:
        return x >= 1.0 or bool(np.searchsorted(edges, x) % 2)

    named = least(lambda x: 0.5 if met(x) else 10.0 * (2.0 - x), 20.0, float(rng.uniform(0.8, 2.0)))
    assert named is not None
    assert met(named)
    assert not met(0.95 * named)
    assert named <= 1.05 * bisected(met, named)


def test_where_anything_will_do_the_search_ends() -> None:
    """Down to the smallest numbers there are, it never did; of a force of 187 N it named 0.2 mN."""
    for likely, first in ((False, 1.0), (True, 1.0), (False, 187.0)):
        asked: list[float] = []
        named = least(lambda x, asked=asked: asked.append(x) or 0.0, 10.0, first, likely=likely)  # type: ignore[misc]
        assert named is not None
        assert 0.0 < named < 1e-6
        assert len(asked) < 20


def test_a_goal_that_comes_nearer_by_what_is_named_is_met() -> None:
    """Asked again with its goal nearer by what it lacks, the levels above turn the body a little, and a hand misses."""
    rest = poise.human(stature=1.62, sex="female").rest()
    goal = np.array([0.9801213259649499, 1.035114455734709, 0.44196062821392273])

    def solved(at: np.ndarray, start: Pose) -> poise.Solution:
        levels: Levels = [feet(rest), [Balance(margin=0.02374674439061675)], [LookAt("eyes", goal)]]
        return poise.solve(start, [*levels, [Reach("right_hand", at)]])

    solution = solved(goal, rest)
    relaxation = solution.explain().task("reach right_hand").relaxation
    ((named, _),) = relaxation.amounts
    way = np.array(solution.pose.position("right_hand")) - goal
    way /= np.linalg.norm(way)
    assert solved(goal + named * way, solution.pose).task("reach right_hand").met
    assert not solved(goal + 0.95 * named * way, solution.pose).task("reach right_hand").met


def test_what_cannot_be_asked_from_the_compromise_is_asked_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reached so far, a push leaves no place where the soles could hold the body: Poise refuses to begin there."""
    rest = poise.human(stature=1.60, sex="male").rest()
    soles = [
        Support(site, friction=friction)
        for site, friction in (("left_foot", 0.134), ("left_toes", 0.18), ("right_foot", 0.506), ("right_toes", 0.876))
    ]
    push = Force("chest", (181.58, 31.36, 96.717))
    reach = Reach("right_hand", (-0.2104, 0.33234, 1.09474))
    balance = Balance(margin=0.0099, forces=[push], supports=soles)

    def met(margin: float, above: Task) -> bool:  # as trials ask: criteria stop nothing, but may end elsewhere
        levels = [feet(rest), [above], [replace(balance, margin=margin)]]
        return poise.solve(rest, levels, criteria=()).task("balance").met

    monkeypatch.setattr(trials, "WORK", 10**8)
    solution = poise.solve(rest, [feet(rest), [reach], [balance]])
    with pytest.raises(InputError, match="nowhere can these supports hold"):
        poise.solve(solution.pose, [feet(rest), [reach], [balance]])
    finding = solution.explain("balance").task("balance")
    stops = finding.culprit("reach right_hand")
    assert stops.meets
    assert stops.other_way
    assert stops.relaxation is not None
    ((room, _),) = stops.relaxation.amounts
    for part, does in ((1.0, True), (0.95, False)):
        assert met(0.0099, Keep("right_hand", reach.point, max=part * room, name=reach.name)) is does
    assert finding.relaxation.other_way
    assert finding.relaxation.local
    assert finding.relaxation.words.endswith(", from the start")
    ((less, _),) = finding.relaxation.amounts
    for part, does in ((1.0, True), (0.95, False)):
        assert met(0.0099 - part * less, reach) is does
