"""Natural: it foresees what the reference of its training does, for everybody, both sides alike, and follows goals."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import poise
from poise import (
    Figure,
    Habit,
    Hold,
    LookAt,
    Natural,
    NearPose,
    Orient,
    PoiseError,
    Pose,
    Range,
    Reach,
    _core,
    human,
    solve,
)
from poise.criteria.natural import Foreseen
from poise.criteria.natural_goals import asked_of_net
from poise.people import net_layout
from poise.people.foresight import Body, body_of, net, net_of
from poise.people.net_layout import BASE, BASE_FREEDOM, EFFECTORS, FREEDOM, JOINTS, NUMBERS

TOOL = Path(__file__).parent.parent.parent / "tools" / "train_natural"
VECTORS: dict[str, Any] = json.loads((TOOL / "vectors.json").read_text(encoding="utf-8"))
WEIGHTS = files("poise").joinpath("captured", "natural.bin").read_bytes()
MAN = human()
REST = MAN.rest()
FEET = [Hold("left_foot"), Hold("right_foot")]
LOW = (-0.2, 0.0, 0.6)
"""On the floor: so low that the whole body does what is foreseen."""

RIGHT_ARM = tuple(f"right_{joint}" for joint in ("clavicle", "shoulder", "elbow", "wrist"))
HALFWAY = (-0.3, 0.6, 0.5)
"""Here the trunk does a part of it."""

PEOPLE = {
    "mean man": MAN,
    "small woman": human(percentile=5, sex="female"),
    "tall man with fingers": human(stature=2.0, hands=True),
    "child": MAN.scaled(0.6),
    "held at a foot": MAN.rerooted("left_foot"),
    "held at the chest": human(hands=True).rerooted("chest"),
}


def of(start: Pose, tasks: Sequence[Any], now: Pose | None = None) -> Foreseen:
    found = Natural().told(start, tasks, now)
    assert isinstance(found, Foreseen)
    return found


def said_pose(start: Pose, tasks: Sequence[Any], now: Pose | None = None) -> Pose:
    pose = of(start, tasks, now).pose
    assert pose is not None
    return pose


def told(one: dict[str, Any]) -> _core.Told:
    found = _core.Told()
    for name, (point, local) in one["place"].items():
        found.hear(_core.Saying(EFFECTORS.index(name), (np.array(point), np.array(local))))
    for name, turn in one["turn"].items():
        found.hear(_core.Saying(EFFECTORS.index(name), turn=np.ravel(turn)))
    if one["gaze"] is not None:
        found.hear(_core.Saying(EFFECTORS.index("head"), gaze=(np.array(one["gaze"]), np.zeros(3))))
    found.face(np.array(one["facing"]))
    return found


class Said(NamedTuple):
    """What the net says: the pelvis, every joint as the net's numbers, and the spreads by joint, place and turn."""

    place: Any
    turn: Any
    joints: dict[str, Any]
    sigma: dict[str, Any]


def foreseen(body: Body, told: _core.Told, mirrored: bool = True) -> Said:
    place, turn, numbers, spread = _core.foreseen(net(), body.leg, body.proportions, told, mirrored)
    joints, sigma = by_joint(numbers, BASE, NUMBERS), by_joint(spread, BASE_FREEDOM, FREEDOM)
    return Said(place, turn, joints, sigma | {"place": spread[:3], "turn": spread[3:6]})


def by_joint(numbers: Any, start: int, counts: dict[str, int]) -> dict[str, Any]:
    found = {}
    for name, model in JOINTS:
        found[name] = numbers[start : start + counts[model]]
        start += counts[model]
    return found


# ---- the net ---------------------------------------------------------------------------------------


def test_the_layout_is_that_of_the_training() -> None:
    space: dict[str, Any] = {}
    exec((TOOL / "layout.py").read_text(encoding="utf-8"), space)
    for name in ("EFFECTORS", "PER_EFFECTOR", "GAZE", "BODY", "INPUTS", "JOINTS", "NUMBERS", "FREEDOM", "POSE",
                 "OUTPUTS", "BASE", "BASE_FREEDOM", "FAR"):  # fmt: skip
        assert getattr(net_layout, name) == space[name], name


@pytest.mark.parametrize("name", VECTORS)
def test_vectors(name: str) -> None:
    one = VECTORS[name]
    body, origin, heading = Body(one["leg"], np.array(one["proportions"])), np.array(one["origin"]), one["heading"]
    inputs = _core.features(told(one), body.leg, body.proportions, origin, np.array(heading))
    np.testing.assert_allclose(inputs, one["inputs"], atol=1e-7)
    np.testing.assert_allclose(net().evaluate(np.array([one["inputs"]]))[0], one["outputs"], atol=1e-5)


@pytest.mark.parametrize("name", VECTORS)
def test_without_the_mirror_image_it_says_what_the_reference_says(name: str) -> None:
    one = VECTORS[name]
    said = foreseen(Body(one["leg"], np.array(one["proportions"])), told(one), mirrored=False)
    np.testing.assert_allclose(said.place, one["said"]["place"], atol=1e-5)
    np.testing.assert_allclose(said.turn, one["said"]["turn"], atol=1e-5)
    for joint, value in one["said"]["joints"].items():
        np.testing.assert_allclose(said.joints[joint], value, atol=1e-5)
    for part, value in one["said"]["sigma"].items():
        np.testing.assert_allclose(said.sigma[part], value, rtol=2e-5)


def test_the_same_bits_every_time() -> None:
    questions = np.random.default_rng(0).normal(size=(5, net_layout.INPUTS))
    first = net().evaluate(questions)
    np.testing.assert_array_equal(first, net_of(WEIGHTS, "again").evaluate(questions))
    np.testing.assert_array_equal(first, [net().evaluate(q[None])[0] for q in questions])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "x.bin is no net of natural posture: it does not begin with POISENN1"),
        (b"PK" + WEIGHTS[2:], "it does not begin with POISENN1"),
        (WEIGHTS[:-2], "bytes of weights, not 491302"),
        (b"POISENN1" + bytes([2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]) + bytes(8), "it has 1 inputs and 1 out"),
    ],
)
def test_other_bytes_are_refused_by_name(data: bytes, words: str) -> None:
    with pytest.raises(PoiseError, match=re.escape(words)):
        net_of(data, "x.bin")


# ---- what it foresees ------------------------------------------------------------------------------


def mirrored(task: Any) -> Any:
    """The task for the other side, in a world mirrored in x."""
    sides = {"left": "right", "right": "left"}
    site = re.sub("left|right", lambda m: sides[m[0]], task.site)
    if isinstance(task, Reach | LookAt):
        return type(task)(site, np.multiply(task.point, (-1, 1, 1)))
    return Hold(site)


@pytest.mark.parametrize(
    "tasks",
    [
        [*FEET, Reach("right_hand", (-0.3, 1.2, 0.5))],
        [*FEET, Reach("left_hand", LOW)],
        [Reach("left_hand", (0.4, 1.3, 0.4)), Reach("head_top", (0.1, 1.6, 0.1))],
        [Hold("left_foot"), Reach("pelvis", (0.1, 0.6, -0.2)), LookAt("eyes", (1, 0.5, 2))],
    ],
    ids=["reach", "low", "no feet", "gaze"],
)
def test_a_mirrored_question_has_the_mirrored_answer(tasks: list[Any]) -> None:
    here, there = said_pose(REST, tasks), said_pose(REST, [mirrored(task) for task in tasks])
    np.testing.assert_allclose(REST.difference(there), REST.difference(here.mirrored()), atol=1e-9)
    one, two = (solve(REST, [list(t)], criteria=[Natural()]).pose for t in (tasks, map(mirrored, tasks)))
    np.testing.assert_allclose(two.difference(one.mirrored()), 0.0, atol=1e-4)


@pytest.mark.parametrize("who", PEOPLE)
def test_everybody_meets_the_goals_inside_the_limits(who: str) -> None:
    figure = PEOPLE[who]
    rest, leg = figure.rest(), body_of(figure).leg
    middle = np.add(rest.position("left_foot"), rest.position("right_foot")) / 2
    goal = middle + leg * np.array([-0.2, 0.3, 0.5])
    solution = solve(rest, [[*FEET, Reach("right_hand", goal)]], criteria=[Natural()])
    assert solution.status == "converged"
    assert solution.pose.within_limits
    assert solution.criteria[0].name == "Natural"
    assert min(solution.pose[f"{side}_knee.flexion"] for side in ("left", "right")) > np.radians(25)


def test_people_of_one_shape_do_the_same_at_any_size_and_held_anywhere() -> None:
    """Beyond the legs of those in training only proportions count; and a figure held at its foot is the same figure."""
    tiny, small = MAN.scaled(0.5), MAN.scaled(0.6)
    one, two = (
        said_pose(f.rest(), [*FEET, Reach("right_hand", np.multiply(LOW, size))])
        for f, size in ((tiny, 0.5), (small, 0.6))
    )
    for joint, _ in net_layout.JOINTS:
        np.testing.assert_allclose(one[joint], two[joint], atol=1e-6)
    held = MAN.rerooted("left_foot")
    for goal in (LOW, HALFWAY):
        at_foot, plain = (said_pose(f.rest(), [*FEET, Reach("right_hand", goal)]) for f in (held, MAN))
        for segment in ("pelvis", "head", "left_hand", "right_foot"):
            np.testing.assert_allclose(at_foot.segment_frame(segment), plain.segment_frame(segment), atol=1e-5)


SUBSETS: list[Any] = [
    Reach("left_foot", (0.1, 0.1, 0.0)), Hold("right_foot"), Reach("left_hand", (0.3, 1.1, 0.4)),
    Orient("right_hand", np.eye(3)), Reach("head_top", (0.0, 1.7, 0.1)), Reach("pelvis", (0.0, 0.9, 0.0)),
    Orient("chest", np.eye(3)), LookAt("eyes", (0.2, 1.0, 2.0)),
]  # fmt: skip


@pytest.mark.parametrize("seed", range(20))
def test_any_subset_of_goals(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tasks = [task for task in SUBSETS if rng.random() < 0.4]
    found = of(REST, tasks)
    seen = found.foresight
    assert (seen is None) == (not tasks)
    if seen is not None:
        assert found.pose is not None
        assert found.pose.within_limits
        assert np.isfinite(seen.weights()).all()
        assert (seen.weights() >= 0).all()


def test_it_is_near_pose_with_the_spreads_said() -> None:
    """Toes, and the arm that reaches, which is less sure the farther beside its goal the hand was, as it gives them."""
    tasks = [*FEET, Reach("right_hand", LOW)]
    found, said = of(REST, tasks), foreseen(body_of(MAN), asked_of_net(REST, tasks)[0])
    assert found.foresight is not None
    weights = {name: np.maximum(said.sigma[name], 0.03) ** -2 for name, _ in net_layout.JOINTS}
    given = found.foresight.weights()
    own = {name: given[MAN.tangent_slice(name)] for name in (*RIGHT_ARM, "left_toes", "right_toes")}
    for name in RIGHT_ARM:
        doubt = 1.0 / own[name] - 1.0 / weights[name]
        np.testing.assert_allclose(doubt, doubt[0], rtol=1e-9)
        assert 0.0 < doubt[0] < 0.3
    near = NearPose(
        said_pose(REST, tasks),
        joints={name: tuple(value) if len(value) > 1 else float(value[0]) for name, value in (weights | own).items()},
        base=tuple(1.0 / float((said.sigma[part] ** 2).mean()) for part in ("place", "turn", "turn")),
    )
    pose = MAN.random(np.random.default_rng(3))
    assert found.compiled(REST).value(pose._core) == pytest.approx(0.03**2 * near.value(pose), rel=1e-9)


def test_the_arm_is_foreseen_as_long_as_its_goal_is_far() -> None:
    """The net alone bends the elbow of who sits and reaches by 88° above a hand that is 25 cm beside its goal."""
    sitting = MAN.stance("sitting")
    for cup in ((-0.15, 0.85, 0.70), (-0.15, 0.85, 0.75), (-0.3, 0.9, 0.4)):
        tasks = [*sitting.tasks, Reach("right_hand", cup)]
        pose = said_pose(sitting.pose, tasks)
        shoulder, hand = pose.segment_frame("right_upper_arm")[:3, 3], pose.position("right_hand")
        long = sum(np.linalg.norm(pose.position("right_elbow") - place) for place in (shoulder, hand))
        wanted = min(np.linalg.norm(shoulder - cup), 0.98 * long)
        assert np.linalg.norm(shoulder - hand) == pytest.approx(wanted, abs=0.01)


def test_hold_means_the_pose_given_and_not_where_the_solve_begins() -> None:
    solution = solve(REST, [FEET, Reach("right_hand", LOW)], criteria=[Natural()])
    for foot in ("left_foot", "right_foot"):
        np.testing.assert_allclose(solution.pose.frame(foot), REST.frame(foot), atol=1e-6)


def test_a_goal_elsewhere_and_turned_gives_the_pose_elsewhere_and_turned() -> None:
    start = REST.with_joints({"root": (2.0, REST.position("pelvis")[1], -1.0, 0.0, 0.9, 0.0)})
    move = start.segment_frame("pelvis") @ np.linalg.inv(REST.segment_frame("pelvis"))
    there = said_pose(start, [*FEET, Reach("right_hand", move[:3, :3] @ LOW + move[:3, 3])])
    here = said_pose(REST, [*FEET, Reach("right_hand", LOW)])
    np.testing.assert_allclose(there.segment_frame("head"), move @ here.segment_frame("head"), atol=1e-5)


def test_a_locked_joint_stays_and_a_fixed_one_is_left_out() -> None:
    stiff = MAN.with_limits("right_knee", flexion=Range(0.1, 0.1)).with_joint("neck", model="fixed", limits={})
    solution = solve(stiff.rest(), [FEET, Reach("left_hand", (0.3, 1.2, 0.4))], criteria=[Natural()])
    assert solution.status == "converged"
    assert solution.pose["right_knee.flexion"] == pytest.approx(0.1, abs=1e-9)


def test_tasks_that_are_off_or_say_no_whole_point_are_not_told() -> None:
    plain = [*FEET, Reach("right_hand", LOW)]
    more = [
        *plain, Reach("left_hand", (0.5, 1, 1), enabled=False), Reach("left_hand", (0, 1, 0), axes="y"),
        Reach("head_top", (0, 0.3, 0), frame="pelvis"), Reach("left_elbow", (0.4, 1.2, 0.1)), poise.Balance(),
    ]  # fmt: skip
    np.testing.assert_array_equal(said_pose(REST, plain).coordinates, said_pose(REST, more).coordinates)


# ---- where it does not know ------------------------------------------------------------------------


def test_without_goals_it_is_habit() -> None:
    """A task that says nothing of hands, feet, head or trunk, and is not served yet."""
    pose = MAN.random(np.random.default_rng(1))
    core = of(REST, [Reach("left_elbow", (0.4, 1.4, 0.1))]).compiled(REST)
    assert core.value(pose._core) == pytest.approx(0.03**2 * Habit().value(pose), rel=1e-12)
    np.testing.assert_allclose(core.evaluate(pose._core)[1], 0.03**2 * Habit().derivative(pose), rtol=1e-12)
    solution = solve(REST, [Reach("left_elbow", (0.4, 1.4, 0.1))], criteria=[Natural()])
    assert solution.criteria[0].name == "Natural (Habit)"


def test_goals_far_from_what_people_do_fade_to_habit_and_the_solution_says_so() -> None:
    found = [of(REST, [*FEET, Reach("right_hand", (-0.2, 1.2, z))]) for z in np.linspace(0.5, 3.0, 101)]
    trust = np.array([trust_of(f) for f in found])
    assert trust[0] == 1.0
    assert trust[-1] == 0.0
    assert np.abs(np.diff(trust)).max() < 0.15  # a goal moved by 25 mm changes it that much at most
    assert found[0].title == "Natural"
    assert found[-1].title == "Natural (Habit)"
    half = next(f for f in found if 0.3 < trust_of(f) < 0.7)
    assert re.fullmatch(r"Natural \(\d\d % Habit\)", half.title)
    assert half.foresight is not None
    pose, t = MAN.random(np.random.default_rng(5)), half.foresight.trust
    seen = Foreseen(MAN, half.foresight.trusted(1.0))
    both = t * seen.compiled(REST).value(pose._core) + (1 - t) * 0.03**2 * Habit().value(pose)
    assert half.compiled(REST).value(pose._core) == pytest.approx(both, rel=1e-12)


def trust_of(found: Foreseen) -> float:
    assert found.foresight is not None
    return found.foresight.trust


@pytest.mark.parametrize("figure", [poise.figures.bird(), poise.figures.chain(3)], ids=repr)
def test_other_figures_are_refused(figure: Figure) -> None:
    words = f"criterion Natural knows poise.human, but the figure {figure.name!r} has no joint 'lumbar'; RestPosture"
    with pytest.raises(PoiseError, match=re.escape(words)):
        solve(figure.rest(), [Reach(next(iter(figure.sites)), (0, 0, 0))], criteria=[Natural()])


# ---- in levels and in sessions ---------------------------------------------------------------------


def test_a_root_is_kept_exactly() -> None:
    solution = solve(
        REST, [Hold("right_foot"), Reach("left_hand", (0.3, 0.3, 0.4))], criteria=[Natural()], root="left_foot"
    )
    np.testing.assert_allclose(solution.pose.frame("left_foot"), REST.frame("left_foot"), atol=1e-9)


@pytest.mark.parametrize("criteria", [[Natural()], [[Natural()], poise.MidRange()]], ids=["alone", "above another"])
def test_in_a_session_it_follows_the_goals(criteria: list[Any]) -> None:
    session = poise.Session(REST, [FEET, Reach("right_hand", REST.position("right_hand"))], criteria=criteria)
    for _ in range(200):
        session.step()
    session.tasks["reach right_hand"].goal = LOW
    for _ in range(200):
        session.step()
    now = session.pose
    assert now["left_knee.flexion"] > np.radians(40)
    solution = session.solution()
    assert solution.criteria[0].name == "Natural"
    alone = said_pose(REST, [*FEET, Reach("right_hand", LOW)], now)
    near = of(REST, [*FEET, Reach("right_hand", LOW)], now)
    assert solution.criteria[0].value == pytest.approx(near.compiled(REST).value(now._core), rel=0.2)
    assert np.linalg.norm(now.position("pelvis") - alone.position("pelvis")) < 0.1


def test_in_a_session_nobody_turns_round_for_hands_that_change_places() -> None:
    """The line between them turns round through nothing, and the net alone would turn the whole body with it."""
    tasks = {side: Reach(f"{side}_hand", (0.3 * s, 1.1, 0.3)) for side, s in (("left", 1), ("right", -1))}
    session = poise.Session(REST, [list(tasks.values())], criteria=[Natural()])
    for x in np.linspace(0.3, -0.3, 61):
        session.tasks["reach left_hand"].goal = (x, 1.1, 0.3)
        session.tasks["reach right_hand"].goal = (-x, 1.1, 0.3)
        for _ in range(20):
            session.step()
        assert session.pose.segment_frame("pelvis")[2, 2] > 0.8
    asked, _ = asked_of_net(REST, [task.task for task in session.tasks.values()])
    assert foreseen(body_of(MAN), asked).turn[2, 2] < -0.8


def test_in_a_session_the_body_moves_smoothly_with_a_hand() -> None:
    """From high on one side to the floor on the other, a centimetre at a time: no joint centre goes much further."""
    session = poise.Session(REST, [FEET, Reach("right_hand", (-0.6, 1.6, 0.3))], criteria=[Natural()])
    sites, places = ("head_top", "pelvis", "left_hand", "left_elbow", "right_elbow", "left_knee"), []
    for t in np.linspace(0.0, 1.0, 200):
        session.tasks["reach right_hand"].goal = (-0.6 + 0.8 * t, 1.6 - 1.4 * t, 0.3 + 0.2 * t)
        for _ in range(10):
            session.step()
        places.append([session.pose.position(site) for site in sites])
    moved = np.linalg.norm(np.diff(places[1:], axis=0), axis=-1)
    assert moved.max() < 0.04
