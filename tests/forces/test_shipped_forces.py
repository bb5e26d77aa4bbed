"""The shipped scenes about forces show what figs. 7.15 to 7.18 show, and the command tells what holds them."""

from __future__ import annotations

import contextlib
import io
import json
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

import poise
from poise.cli.main import main

HELD = ("baerlocher_7_16_b", "baerlocher_7_16_c", "baerlocher_7_16_d", "baerlocher_7_17", "baerlocher_7_18")


def solved(name: str) -> tuple[poise.Scene, poise.Solution]:
    scene = poise.Scene.load(name)
    return scene, scene.solve()


class Done(NamedTuple):
    returncode: object
    stdout: str
    stderr: str


def command(*arguments: str) -> Done:
    """What the command line ends with and prints, in this process: one of its own takes two seconds to start."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(list(arguments))
        except SystemExit as leaving:
            return Done(leaving.code or 0, out.getvalue(), err.getvalue())
    return Done(0, out.getvalue(), err.getvalue())


def test_the_weight_goes_where_the_shares_say():
    for name, share in (("baerlocher_7_15_a", 0.5), ("baerlocher_7_15_b", 0.9)):
        _, solution = solved(name)
        assert solution.status == "converged"
        left, right = (solution.pose.position(f"{side}_foot") for side in ("left", "right"))
        expected = (1 - share) * left + share * right
        np.testing.assert_allclose(solution.pose.center_of_mass[[0, 2]], expected[[0, 2]], atol=2e-4)


@pytest.mark.parametrize("name", HELD)
def test_the_feet_hold_what_the_hands_do(name):
    scene, solution = solved(name)
    assert solution.status == "converged"
    report = poise.statics(solution.pose, scene.forces, scene.supports)
    assert report.balanced
    assert report.margin > 0.0195
    assert not poise.statics(scene.start, scene.forces, scene.supports).possible or name == "baerlocher_7_18"


@pytest.mark.parametrize(
    ("name", "forward"), [("baerlocher_7_16_c", -0.02), ("baerlocher_7_16_d", -0.02), ("baerlocher_7_17", 0.05)]
)
def test_the_body_leans_away_from_a_pull_and_into_a_push(name, forward):
    scene, solution = solved(name)
    plain = replace(scene, forces=()).solve()
    shift = solution.pose.center_of_mass[2] - plain.pose.center_of_mass[2]
    assert shift < forward if forward < 0 else shift > forward


def test_7_16_with_nothing_in_the_hand_the_body_hardly_leans():
    empty, loaded = (solved(f"baerlocher_7_16_{x}")[1] for x in "ab")
    assert empty.status == "converged"
    lean = [s.pose.position("head_top")[0] - s.pose.position("pelvis")[0] for s in (empty, loaded)]
    assert lean[1] > lean[0] + 0.02, "away from the load, to the left"


def test_the_command_tells_what_holds_a_scene(tmp_path):
    done = command("statics", "baerlocher_7_17", "--json", "--picture", str(tmp_path / "push.png"))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["balanced"]
    assert found["margin"] == pytest.approx(0.02, abs=1e-3)
    assert (tmp_path / "push.png").stat().st_size > 5000


def test_the_command_says_when_nothing_holds():
    done = command("statics", "baerlocher_7_17", "--start")
    assert done.returncode == 3
    assert done.stdout.startswith("cannot be held")


def test_the_command_asks_for_something_to_spare():
    assert "robust: yes" in command("statics", "standing_reach", "--robust").stdout
    done = command("statics", "standing_reach", "--robust", "--spare-force", "2000", "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["robust"] is False
    refused = command("statics", "standing_reach", "--robust", "--spare-friction", "2")
    assert refused.returncode == 2
    assert "friction to spare" in refused.stderr
