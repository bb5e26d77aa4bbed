"""Many solves at once: each is the single solve bit for bit, whoever else is solved and on however many threads."""

from __future__ import annotations

import csv

import numpy as np
import pytest

import poise
from poise.errors import InputError, UnknownNameError

HAND = "reach right_hand"


@pytest.fixture(scope="module")
def rest():
    return poise.human().rest()


@pytest.fixture(scope="module")
def goals(rest):
    return rest.position("right_hand") + np.random.default_rng(4).normal(0.0, 0.2, (6, 3))


def levels(goal):
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    return [feet, poise.Balance(margin=0.02), poise.LookAt("eyes", goal), poise.Reach("right_hand", goal)]


@pytest.mark.parametrize("criteria", [(), (poise.Natural(),)])
def test_every_item_is_the_single_solve_whatever_the_threads(rest, goals, criteria):
    wanted = {HAND: goals, "look_at eyes": goals}
    found = [poise.solve_many(rest, levels(goals[0]), goals=wanted, criteria=criteria, threads=n) for n in (1, 3)]
    for i, goal in enumerate(goals):
        single = poise.solve(rest, levels(goal), criteria=criteria)
        for many in found:
            assert np.array_equal(many.coordinates[i], single.pose.coordinates)
            assert many.status[i] == single.status
            assert many.steps[i] == single.steps
            assert many.residuals[i].tolist() == [max(p.residual for p in t.parts) for t in single.tasks]
            assert many.met[i].tolist() == [t.met for t in single.tasks]
    assert np.array_equal(found[0].pose(2).coordinates, found[1].coordinates[2])


def test_a_plan_that_goes_on_with_other_goals_forgets_the_last_ones(goals, rest):
    asked = [poise.Hold("left_foot"), poise.Reach("right_hand", goals[0])]
    many = poise.solve_many(rest, asked, goals={HAND: goals[::-1]}, threads=1)
    for i, goal in enumerate(goals[::-1]):
        single = poise.solve(rest, [poise.Hold("left_foot"), poise.Reach("right_hand", goal)])
        assert np.array_equal(many.coordinates[i], single.pose.coordinates)


def test_other_starts_and_people_of_other_sizes():
    starts = [poise.human(stature=size).rest() for size in (1.55, 1.75, 1.95)]
    asked = [[poise.Hold("left_foot"), poise.Hold("right_foot")], poise.Reach("right_hand", (-0.3, 1.2, 0.3))]
    many = poise.solve_many(starts, asked)
    for i, start in enumerate(starts):
        assert np.array_equal(many.coordinates[i], poise.solve(start, asked).pose.coordinates)
        assert many.pose(i).figure is start.figure


def assert_single(many, item, start, asked, **options):
    single = poise.solve(start, asked, **options)
    assert np.array_equal(many.coordinates[item], single.pose.coordinates)
    reports = {task.name: task for task in single.tasks}
    assert many.residuals[item].tolist() == [max(p.residual for p in reports[n].parts) for n in many.tasks]


def test_below_a_root_every_item_is_the_single_solve(rest, goals):
    many = poise.solve_many(rest, [poise.Reach("right_hand", goals[0])], goals={HAND: goals}, root="left_foot")
    assert many.tasks == (HAND,)
    for i, goal in enumerate(goals):
        assert_single(many, i, rest, [poise.Reach("right_hand", goal)], root="left_foot")


def test_goals_may_be_of_other_kinds_from_item_to_item(rest, goals):
    bent = poise.Posture(rest.figure.pose({"left_knee": 0.4}))
    wanted = {"posture": ["sitting", bent.goal, rest, "t_pose"], "hold right_hand": [None, np.eye(4), None, None]}
    many = poise.solve_many(rest, [poise.Hold("right_hand"), bent], goals=wanted, threads=1)
    for i, (pose, frame) in enumerate(zip(*wanted.values(), strict=True)):
        assert_single(many, i, rest, [poise.Hold("right_hand", frame=frame), poise.Posture(pose)])


def test_where_feet_step_the_next_item_stands_as_at_the_start(rest, goals):
    foot = rest.position("right_foot")
    steps = [foot + np.array((dx, 0.0, dz)) for dx, dz in ((0.0, 0.0), (-0.1, 0.2), (0.05, -0.1), (0.0, 0.0))]

    def stepping(goal):
        return [[poise.Hold("left_foot"), poise.Reach("right_foot", goal)], poise.Balance()]

    many = poise.solve_many(rest, stepping(foot), goals={"reach right_foot": steps}, threads=1)
    for i, goal in enumerate(steps):
        assert_single(many, i, rest, stepping(goal))


def test_an_item_that_fails_does_not_stop_the_others(rest, goals):
    wanted = [*goals[:2], "nowhere", goals[2]]
    many = poise.solve_many(rest, [poise.Reach("right_hand", goals[0])], goals={HAND: wanted})
    assert many.status == ("converged", "converged", "failed", "converged")
    assert list(many.errors) == [2]
    assert "reach right_hand" in many.errors[2]
    assert np.isnan(many.coordinates[2]).all()
    assert np.isnan(many.residuals[2]).all()
    with pytest.raises(InputError, match="item 2 has no pose"):
        many.pose(2)


def test_progress_is_told_and_what_it_raises_ends_all(rest, goals):
    seen = []
    poise.solve_many(
        rest, [poise.Reach("right_hand", goals[0])], goals={HAND: goals}, progress=lambda *at: seen.append(at)
    )
    assert seen == [(i + 1, len(goals)) for i in range(len(goals))]

    def interrupt(done, items):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        poise.solve_many(
            rest, [poise.Reach("right_hand", goals[0])], goals={HAND: goals}, progress=interrupt, threads=2
        )


def test_the_table_and_the_arrays_are_written(rest, goals, tmp_path):
    many = poise.solve_many(rest, [poise.Reach("right_hand", goals[0])], goals={HAND: goals})
    many.save(tmp_path / "many.csv")
    many.save(tmp_path / "many.npz")
    with (tmp_path / "many.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [line["status"] for line in lines] == list(many.status)
    assert float(lines[3]["right_elbow.flexion"]) == many.pose(3)["right_elbow.flexion"]
    kept = np.load(tmp_path / "many.npz")
    assert np.array_equal(kept["coordinates"], many.coordinates)
    assert kept["tasks"].tolist() == [HAND]
    with pytest.raises(InputError, match=r"\.csv or \.npz"):
        many.save(tmp_path / "many.txt")


def test_a_scene_among_obstacles_is_solved_for_many_goals():
    scene = poise.Scene.load("under_a_table")
    (reach,) = [t for level in scene.levels for t in level if isinstance(t, poise.Reach)]
    goals = [reach.goal, np.add(reach.goal, (0.05, 0.0, 0.0))]
    found = scene.solve_many({reach.name: goals}, threads=2)
    for goal, pose in zip(goals, found.coordinates, strict=True):
        levels = [[t.with_goal(goal) if t is reach else t for t in level] for level in scene.levels]
        single = poise.solve(scene.start, levels, criteria=scene.criteria, **scene.settings())
        np.testing.assert_array_equal(pose, single.pose.coordinates)


def test_bad_input_is_refused_by_name(rest, goals):
    asked = [poise.Reach("right_hand", goals[0]), poise.Reach("left_hand", goals[0])]
    with pytest.raises(UnknownNameError, match="reach right_hand"):
        poise.solve_many(rest, asked, goals={"reach hand": goals})
    with pytest.raises(InputError, match="2 goals of task 'reach left_hand'"):
        poise.solve_many(rest, asked, goals={HAND: goals, "reach left_hand": goals[:2]})
    with pytest.raises(InputError, match="criteria must be a list"):
        poise.solve_many(rest, levels(goals[0]), goals={"reach right_hand": goals}, criteria=np.ma.masked)
    with pytest.raises(InputError, match="poses must be"):
        poise.solve_many([rest, 3], asked)
    with pytest.raises(InputError, match="other joints"):
        poise.solve_many([rest, poise.figures.chain(3, 1.0).rest()], asked)
    with pytest.raises(InputError, match="goals must say"):
        poise.solve_many(rest, asked, goals=[goals])
    with pytest.raises(InputError, match="one for every item"):
        poise.solve_many(rest, asked, goals={HAND: 3.0})
    with pytest.raises(InputError, match="progress"):
        poise.solve_many(rest, asked, progress=3)
