"""Plans that are kept for questions of the same form: quicker, and not to be told from plans made anew."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import poise
from poise.kept_plans import KeptPlans, form_of
from poise.planning import KEPT

HUMAN = poise.human()
REST = HUMAN.rest()
BENT = HUMAN.pose({"left_knee": 0.3, "right_knee": 0.3, "right_elbow": 0.6})
Point = tuple[float, float, float]
Asking = Callable[[Point], list[Any]]


def readme(point: Point) -> list[Any]:
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    return [feet, poise.Balance(), poise.LookAt("eyes", point), poise.Reach("right_hand", point)]


def frames(point: Point) -> list[Any]:
    turned = poise.Placement.turned((0, 1, 0), point[0])
    hand = poise.Orient("right_hand", turned.rotation) if point[1] > 1.2 else poise.Orient("right_hand", np.eye(3))
    return [
        poise.Hold("left_foot", frame=REST.frame("left_foot")),
        [poise.CenterOfMass((point[0] / 10, 0, 0)), poise.Together("left_hand", "right_hand")],
        hand,
        poise.Keep("right_hand", point=point, min=0.1, max=0.5),
        poise.Posture(REST if point[0] > 0 else BENT),
    ]


def aimed(point: Point) -> list[Any]:
    left = poise.Reach("left_hand", point, joints="left_arm")
    hands = [poise.Reach("right_hand", point, axes="xy", weight=2.0), left]
    return [poise.Balance(over=(point[0] / 10, 0.0)), hands, poise.Orient("head_top", point, axis=(0, 1, 0))]


WISHES = {
    "natural": None,
    "none": (),
    "near": [poise.NearPose(REST)],
    "mixed": [[poise.MidRange()], [poise.RestPosture(), poise.Habit(weight=0.5)]],
    "torque": [poise.LeastTorque()],
}


def points(count: int, seed: int) -> list[Point]:
    shoulder = REST.position("right_hand") + np.array((0.0, 0.4, 0.2))
    return [tuple(p.tolist()) for p in shoulder + np.random.default_rng(seed).uniform(-0.3, 0.3, (count, 3))]


def found(start: poise.Pose, asking: Asking, point: Point, wishes: Any) -> dict[str, Any]:
    said = poise.solve(start, asking(point), criteria=wishes, max_steps=40).to_dict()
    return {name: value for name, value in said.items() if name != "seconds"}


@pytest.mark.parametrize("wishes", WISHES)
@pytest.mark.parametrize("asking", [readme, frames, aimed])
def test_a_kept_plan_answers_as_a_new_one_does(asking: Asking, wishes: str) -> None:
    asked = [(start, point) for point in points(3, 7) for start in (REST, BENT, REST)]
    anew = []
    for start, point in asked:
        KEPT.clear()
        anew.append(found(start, asking, point, WISHES[wishes]))
    KEPT.clear()
    assert [found(start, asking, point, WISHES[wishes]) for start, point in asked] == anew


def test_questions_of_the_same_shape_use_one_plan() -> None:
    KEPT.clear()
    form = form_of(REST, _levels(readme(points(1, 1)[0])), (poise.NearPose(REST),))
    poise.solve(REST, readme(points(1, 1)[0]), criteria=[poise.NearPose(HUMAN.rest())])
    plan = KEPT.take(form)
    assert plan is not None
    KEPT.give(form, plan)
    poise.solve(HUMAN.rest(), readme(points(1, 2)[0]), criteria=[poise.NearPose(HUMAN.rest())])
    assert KEPT.take(form) is plan
    assert KEPT.take(form) is None


def _levels(levels: list[Any]) -> list[list[Any]]:
    return [_listed(level) for level in levels]


@pytest.mark.parametrize(
    "changed",
    [
        poise.Reach("left_hand", (0, 1, 0.3)),
        poise.Reach("right_hand", (0, 1, 0.3), axes="xy"),
        poise.Reach("right_hand", (0, 1, 0.3), weight=2.0),
        poise.Reach("right_hand", (0, 1, 0.3), joints="right_arm"),
        poise.Reach("right_hand", (0, 1, 0.3), name="mine"),
        poise.Reach("right_hand", (0, 1, 0.3), enabled=False),
        poise.Reach("right_hand", (0, 1, 0.3), frame="left_hand"),
        poise.Orient("right_hand", (0, 0, 0, 1)),
    ],
)
def test_shapes_differ_by_all_but_goals_and_tolerances(changed: poise.Task) -> None:
    plain = poise.Reach("right_hand", (0.1, 1.1, 0.4))
    form = form_of(REST, [[plain]], ())
    assert form == form_of(BENT, [[poise.Reach("right_hand", (0, 1, 0.3), tolerance=0.1)]], ())
    assert form != form_of(REST, [[changed]], ())
    assert form != form_of(REST, [[plain]], (poise.MidRange(),))
    assert form != form_of(poise.human(stature=1.6).rest(), [[plain]], ())


def test_what_holds_more_than_values_has_no_shape() -> None:
    world = poise.World([poise.Obstacle("ball", poise.Sphere(0.1), placement=poise.Placement((0, 1, 1)))])
    plain = poise.Reach("right_hand", (0.1, 1.1, 0.4))
    for task in (
        poise.Avoid("ball", world=world),
        poise.CustomTask(lambda pose: pose.center_of_mass[:1], name="mine"),
        poise.AnyOf(plain, poise.Reach("left_hand", (0.1, 1.1, 0.4))),
        poise.LookAt("eyes", (0, 1, 1), world=world),
    ):
        assert form_of(REST, [[task]], ()) is None
    assert form_of(REST, [[plain]], (lambda pose: 0.0,)) is None


def test_tolerances_and_arrays_are_those_of_the_call() -> None:
    KEPT.clear()
    goal = np.array([0.2, 1.0, 2.0])  # out of reach
    first = poise.solve(REST, [poise.Hold("left_foot"), poise.Reach("right_hand", goal)])
    loose = poise.solve(REST, [poise.Hold("left_foot"), poise.Reach("right_hand", goal, tolerance=3.0)])
    assert not first.task("reach right_hand").met
    assert loose.task("reach right_hand").met
    goal[:] = 0.0
    poise.solve(REST, [poise.Hold("left_foot"), poise.Reach("right_hand", (0.2, 1.2, 0.3))])
    assert first.task("reach right_hand").wanted == (0.2, 1.0, 2.0)
    assert first.question is not None
    assert first.question.tasks["reach right_hand"].goal == (0.2, 1.0, 2.0)


def stepping(ahead: float) -> list[Any]:
    foot = REST.position("right_foot") + np.array((0.0, 0.0, ahead))
    return [poise.Hold("left_foot"), poise.Reach("right_foot", foot), poise.Balance()]


@pytest.mark.parametrize("asked", [[readme(p) for p in points(3, 5)], [stepping(ahead) for ahead in (0.2, 0.0, 0.1)]])
def test_an_account_stays_when_its_plan_goes_on(asked: list[list[Any]]) -> None:
    """Most of it is made when somebody asks: after other questions of the same form have been answered, too."""
    KEPT.clear()
    at_once = poise.solve(REST, asked[0], criteria=()).to_dict()
    late = poise.solve(REST, asked[0], criteria=())
    for start, question in ((REST, asked[1]), (BENT, asked[2])):
        poise.solve(start, question, criteria=())
    copied = copy.copy(late)
    assert {**late.to_dict(), "seconds": 0} == {**at_once, "seconds": 0}
    assert late.question is not None
    assert late.question.start == REST
    assert [t for level in late.question.levels for t in level] == [t for level in asked[0] for t in _listed(level)]
    assert copied.to_dict() == pickle.loads(pickle.dumps(late)).to_dict() == late.to_dict()


def _listed(level: Any) -> list[Any]:
    return level if isinstance(level, list) else [level]


def test_a_refused_goal_leaves_no_plan_behind() -> None:
    KEPT.clear()
    asked = [poise.Hold("left_foot"), poise.Posture(REST)]
    before = poise.solve(BENT, asked).pose
    with pytest.raises(poise.PoiseError, match="pose of task 'posture'"):
        poise.solve(BENT, [poise.Hold("left_foot"), poise.Posture(poise.human(stature=1.6).rest())])
    assert poise.solve(BENT, asked).pose == before


def test_tasks_of_one_name_in_a_level_are_planned_each_time() -> None:
    KEPT.clear()
    levels = [[poise.Reach("right_hand", (0.2, 1.2, 0.3)), poise.Reach("right_hand", (0.3, 1.2, 0.3))]]
    poise.solve(REST, levels, criteria=())
    assert KEPT.take(form_of(REST, levels, ())) is None


def test_threads_share_no_plan() -> None:
    goals = points(24, 3)
    KEPT.clear()
    alone = [poise.solve(REST, readme(goal)).pose for goal in goals]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda goal: poise.solve(REST, readme(goal)).pose, goals)) == alone


def test_so_many_are_kept_and_the_oldest_go() -> None:
    kept, plans = KeptPlans(2), [object(), object(), object()]
    for number, plan in enumerate(plans):
        kept.give(number, plan)  # type: ignore[arg-type]
    assert kept.take(0) is None
    assert kept.take(2) is plans[2]
    assert kept.take(1) is plans[1]
