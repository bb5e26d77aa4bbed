"""`poise limb`: one goal in closed form, its intervals, a picture."""

from __future__ import annotations

import json

import pytest


def test_a_point_is_reached_and_its_intervals_listed(poise_command):
    run = poise_command("limb", "human", "right_arm", "--at=-0.2,1.2,0.4")
    assert run.status == 0, run.err
    assert "right_arm: reached" in run.out
    assert "allowed swivels: " in run.out
    assert "right_shoulder" in run.out


def test_a_point_may_be_three_words(poise_command):
    several, one = poise_command("limb", "human", "right_arm", "--at", "-0.2", "1.2", "0.4"), "--at=-0.2,1.2,0.4"
    assert several == poise_command("limb", "human", "right_arm", one)


@pytest.mark.parametrize(
    "goal", [[], ["--along=0,-1,0", "--axis=0,1,0"], ["--aim", "--axis=0,-1,0"], ["--elbow=-0.6,1.4,0"]], ids=str
)
def test_json_is_one_object_in_degrees(poise_command, goal):
    run = poise_command("limb", "human", "right_arm", "--at=-0.25,1.15,0.45", *goal, "--json")
    assert run.status == 0, run.err
    told = json.loads(run.out)
    assert told["reached"] is True
    assert told["position_error"] < 1e-12 or "--aim" in goal
    assert set(told["joints"]) == {"right_shoulder", "right_elbow", "right_wrist"}
    assert all(-180 <= i["from"] <= i["to"] for i in told["intervals"])
    assert any(i["from"] - 1e-6 <= told["swivel"] + t <= i["to"] + 1e-6 for i in told["intervals"] for t in (0, 360))


def test_a_frame_by_its_rotation_vector(poise_command):
    run = poise_command("limb", "human", "right_arm", "--at=-0.2,1.2,0.4", "--turned=0,0,180", "--json")
    assert run.status in (0, 3), run.err
    assert json.loads(run.out)["position_error"] < 1e-6


def test_a_goal_out_of_reach_says_why_and_ends_with_3(poise_command):
    run = poise_command("limb", "human", "right_arm", "--at=0,1.4,3")
    assert run.status == 3
    assert "too far by" in run.out
    assert "best found" in run.out or "nearest" in run.out


def test_orientation_alone_needs_no_place(poise_command):
    run = poise_command("limb", "human", "right_arm", "--turned=0,30,0", "--json")
    assert run.status == 0, run.err
    told = json.loads(run.out)
    assert told["status"] == "reached"
    assert told["orientation_error"] < 1e-8


def test_the_wrist_may_be_chosen_on_its_circle(poise_command):
    hammer = ["--at=-0.25,1.15,0.45", "--along=0,-1,0", "--axis=0,1,0", "--json"]
    angles = []
    for wrist in ("highest", "lowest", "-0.2,1.4,0.3"):
        run = poise_command("limb", "human", "right_arm", *hammer, f"--wrist={wrist}")
        assert run.status == 0, run.err
        angles.append(json.loads(run.out)["angle"])
    assert len({round(a, 3) for a in angles}) > 1


def test_a_picture_is_drawn(poise_command, tmp_path):
    run = poise_command("limb", "human", "left_leg", "--at=0.1,0.4,0.3", "--picture", str(tmp_path / "leg.png"))
    assert run.status in (0, 3), run.err
    assert (tmp_path / "leg.png").stat().st_size > 1000


def test_bad_values_are_refused_in_one_line(poise_command):
    for arguments, text in (
        (["human", "right_wing", "--at=0,1,0"], "no limb 'right_wing'"),
        (["human", "right_arm", "--at=0,1"], "--at needs three numbers"),
        (["human", "right_arm", "--at=0,1,here"], "'here' is not a number"),
        (["human", "right_arm", "--at=0,1,0", "--aim", "--along=0,0,1"], "one of --turned, --along and --aim"),
        (["human", "right_arm", "--at=nan,1,0"], "a goal must be finite"),
        (["human", "right_arm", "--aim"], "say where with --at"),
        (["human", "right_arm", "--at=0,1,0", "--wrist=highest"], "only an AxisGoal"),
    ):
        run = poise_command("limb", *arguments)
        assert run.status == 2
        assert text in run.err
