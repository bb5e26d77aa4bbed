"""The net catches: faults that are put in on purpose are found, counted, and end with status 1."""

from __future__ import annotations

import dataclasses
import math
import os
import signal
import stat
import subprocess
import sys

import numpy as np
import pytest
from rich.progress import Progress

import poise
from verify import __main__ as runner
from verify import million
from verify.bodies import body
from verify.checks import contacts, limbs, optimality, standing, threads
from verify.judge import from_ellipsoid, missing, outside, room
from verify.problems import Problem, problem
from verify.stances import Stance, stance
from verify.tally import Tally, scaled
from verify.verdict import faults


@pytest.fixture
def reaching() -> Problem:
    """A robot's tool 0.1 m beside where it is: easily met."""
    start = body("robot").pose({f"axis_{i}": 0.3 for i in range(1, 8)})
    goal = start.position("tool") + np.array([0.1, 0.0, 0.0])
    return Problem("robot", start, [[poise.Reach("tool", goal)]], [], [], [])


def test_a_good_solution_has_no_fault(reaching):
    assert list(faults(reaching, reaching.solve())) == []


def test_a_pose_that_does_not_do_what_its_status_says_is_found(reaching):
    lie = dataclasses.replace(reaching.solve(), pose=reaching.start)
    assert [kind for kind, _ in faults(reaching, lie)] == ["status"]
    modest = dataclasses.replace(reaching.solve(), status="compromise")
    assert [kind for kind, _ in faults(reaching, modest)] == ["status"]
    hasty = dataclasses.replace(reaching.solve(max_steps=1), status="stopped", steps=1)
    assert [kind for kind, _ in faults(reaching, hasty)] == ["status"]


def test_a_load_of_the_solve_counts_for_its_balance_as_well():
    """This problem has a force for all tasks; its balance was once judged as if there were none."""
    asked = million.drawn(3459372111, 35)
    assert asked.forces
    assert list(faults(asked, asked.solve())) == []


def test_a_broken_limit_is_found_by_the_range_itself(reaching):
    figure = reaching.start.figure
    beyond = poise.Pose(figure, np.array(reaching.start.coordinates) + 2.2 * np.eye(7)[0])
    assert outside(beyond) == pytest.approx(0.3 + 2.2 - 2.4)
    found = [kind for kind, _ in faults(reaching, dataclasses.replace(reaching.solve(), pose=beyond))]
    assert "limit" in found


def test_numbers_that_are_none_are_found(reaching):
    class Blank:
        coordinates = np.array([math.nan])

    assert next(iter(faults(reaching, dataclasses.replace(reaching.solve(), outcomes=(), pose=Blank()))))[0] == "nan"


@pytest.mark.parametrize("name", ["planar chain", "robot", "human"])
def test_frames_and_reports_agree_about_every_task(name):
    """Two ways to the same numbers: those of the solution, and those that the judge reads off frames."""
    compared = 0
    for number in range(25):
        asked = problem(name, np.random.default_rng([4, number]), forces=0.0, criteria=0.0)
        solution = asked.solve(max_steps=5)
        for task, report in zip(asked.tasks, solution.tasks, strict=True):
            for (off, enough), part in zip(missing(task, asked.start, solution.pose) or (), report.parts, strict=False):
                assert off == pytest.approx(part.residual, abs=1e-6), report.name
                assert enough == pytest.approx(part.tolerance)
                compared += 1
    assert compared > 50


def test_distances_that_are_known():
    assert from_ellipsoid(np.array([3.0, 0.0, 0.0]), np.array([1.0, 2.0, 0.5])) == pytest.approx(2.0)
    assert from_ellipsoid(np.array([0.0, 0.0, 0.0]), np.array([1.0, 2.0, 0.5])) == pytest.approx(0.5, abs=1e-6)
    assert room(np.array([[0, 0], [2, 0], [2, 1], [0, 1]]), np.array([0.5, 0.4])) == pytest.approx(0.4)
    assert room(np.array([[0, 0], [2, 0], [2, 1], [0, 1]]), np.array([3.0, 0.5])) == pytest.approx(-1.0)


def test_a_wrong_verdict_about_contacts_is_found(monkeypatch):
    slippery = Stance.report

    def generous(self: Stance) -> poise.Statics:
        easy = [dataclasses.replace(s, friction=20.0) for s in self.supports]
        return slippery(dataclasses.replace(self, supports=easy))

    monkeypatch.setattr(Stance, "report", generous)
    assert not contacts.run(np.random.default_rng(1), 0.1).green


def test_forces_that_cost_too_much_are_found():
    rng = np.random.default_rng(2)
    asked = next(s for s in (stance(rng) for _ in range(50)) if s.report().possible)
    report = asked.report()
    assert contacts.wrong_forces(asked, report, costs=True) == []
    doubled = dataclasses.replace(report, contact_forces=2.0 * np.asarray(report.contact_forces))
    assert "forces that do not cancel" in contacts.wrong_forces(asked, doubled, costs=True)


def test_a_body_that_falls_although_it_is_called_balanced_is_found(monkeypatch):
    monkeypatch.setattr(standing, "simulated", lambda asked: False)
    assert "called balanced, and fell" in standing.run(np.random.default_rng(3), 0.04).failures
    monkeypatch.setattr(standing, "simulated", lambda asked: True)
    assert "called not balanced, and stayed" in standing.run(np.random.default_rng(3), 0.04).failures


def test_an_answer_that_leaves_much_on_the_table_is_found(reaching):
    """The tool stays at its start although nothing hinders it: SLSQP goes all the way."""
    assert optimality.gain(reaching, reaching.start, 0) == pytest.approx(0.1, abs=1e-5)
    tally = Tally()
    optimality.judge(tally, "gains", [(0.1, "one")] * 5, 10, 0.02)
    assert not tally.green


def test_intervals_that_are_too_short_are_found(monkeypatch):
    whole = poise.Limb.intervals
    monkeypatch.setattr(poise.Limb, "intervals", lambda limb, goal: [(a, a, b) for a, _, b in whole(limb, goal)])
    tally, rng = Tally(), np.random.default_rng(4)
    for number in range(8):
        figure = limbs.arm_of_balls(rng)
        limbs.swept(tally, poise.Limb(figure, "arm"), figure.random(rng), number)
    assert "swivels that are allowed, but in no interval" in tally.failures


def test_other_bits_are_found():
    assert not threads.same(np.array([0.0]), np.array([-0.0]))
    assert threads.same(np.array([math.nan]), np.array([math.nan]))


def test_the_runner_prints_its_seed_and_ends_with_1_when_a_check_fails(monkeypatch, capsys):
    def failing(rng: np.random.Generator, size: float) -> Tally:
        tally = Tally(cases=1)
        tally.fail("a fault", f"drew {rng.integers(1000)} at size {size:g}")
        return tally

    monkeypatch.setattr(threads, "run", failing)
    monkeypatch.setattr(sys, "argv", ["verify", "--only", "threads", "--seed", "7", "--size", "2"])
    assert runner.main() == 1
    first = capsys.readouterr().out
    assert "seed 7" in first
    assert "python -m verify --only threads --seed 7 --size 2" in first
    runner.main()
    assert capsys.readouterr().out.splitlines()[4:6] == first.splitlines()[4:6]
    monkeypatch.setattr(threads, "run", lambda rng, size: Tally(cases=1))
    assert runner.main() == 0


def test_every_check_has_a_title_and_some_size_is_never_nothing():
    assert {"contacts", "limbs", "optimality", "standing", "threads"} <= set(runner.names())
    assert all(module.__doc__ for module in (contacts, limbs, optimality, standing, threads))
    assert scaled(100, 1e-9) == 1


@pytest.mark.skipif(os.name != "posix", reason="a shell script plays the part of the child")
@pytest.mark.parametrize(("sent", "crashes", "hangs"), [("SEGV", 3, 0), ("PROF", 0, 3)])
def test_a_crash_or_a_hang_costs_one_problem_and_is_counted(monkeypatch, tmp_path, sent, crashes, hangs):
    child = tmp_path / "child"
    child.write_text(f'#!/bin/sh\necho "at $5" > "$7"\nkill -{sent} $$\n')
    child.chmod(child.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setattr(million.sys, "executable", str(child))
    with Progress(disable=True) as progress:
        piece = million.solve_piece(1, 3, progress)
    assert (piece.crash, piece.hang, piece.count) == (crashes, hangs, 3)


@pytest.mark.skipif(os.name != "posix", reason="signals of the processor's time")
@pytest.mark.parametrize(("work", "hangs"), [("while True: pass", True), ("time.sleep(1.5)", False)])
def test_a_problem_hangs_by_the_time_it_used_and_not_by_the_time_it_had_to_wait(work, hangs):
    code = f"import time; from verify import million; million.end_after(0.5)\n{work}"
    ended = subprocess.run([sys.executable, "-c", code], cwd=million.ROOT)
    assert ended.returncode == (-signal.SIGPROF if hangs else 0)


def test_a_piece_of_the_million_is_counted_and_told(monkeypatch, tmp_path):
    monkeypatch.setattr(million, "FILE", tmp_path / "million.csv")
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- million -->\nold\n<!-- /million -->\nafter\n")
    monkeypatch.setattr(million.page.keep, "__defaults__", (page,))
    with Progress(disable=True) as progress:
        piece = million.solve_piece(5, 20, progress)
    assert (piece.count, piece.found) == (20, 0)
    million.append(piece)
    million.append(piece)
    million.keep()
    lines = page.read_text().splitlines()
    assert lines[0] == "before"
    assert lines[-1] == "after"
    assert [line.split()[:3] for line in lines if line.startswith("all")] == [["all", "2", "40"]]
    assert "old" not in lines


def test_a_proof_with_the_wrong_sign_is_none():
    """A body with nothing but a rope that leads down from its hand falls; standing on a foot, it does not fall down."""
    asked = Stance(body("human").rest(), [], [poise.Support("left_foot", friction=0.5)])
    falls = np.array([0.0, -1.0, 0.0, 0.0, 0.0, 0.0])
    hanging = dataclasses.replace(asked, supports=[poise.Support("left_hand", rope=(0.5, -3.0, 0.0))])
    assert contacts.is_proof(hanging, falls)
    assert not contacts.is_proof(hanging, -falls)
    assert not contacts.is_proof(asked, falls)
    assert not contacts.is_proof(asked, None)
