"""The account of a solve: status, light, table, JSON, history, limits, attempts."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
import scenes

import poise
from poise import Joint, Placement, Range, Segment, Site, UnknownNameError
from poise.solution import Solution
from poise.solver import solve
from poise.tasks import Hold, LookAt, Orient, Posture, Reach, Together
from refusals import refused

HUMAN = scenes.human()
REST = HUMAN.rest()
REACHABLE = (-0.3, 1.2, 0.4)


def reached() -> Solution:
    return solve(REST, [scenes.feet(), Reach("right_hand", REACHABLE)], criteria=(), history=True)


def missed() -> Solution:
    return solve(REST, [scenes.feet(), Reach("right_hand", scenes.FAR)], criteria=())


def test_green_orange_red() -> None:
    assert (reached().status, reached().light) == ("converged", "green")
    assert (missed().status, missed().light) == ("compromise", "orange")
    nothing = solve(REST, [Reach("right_hand", scenes.FAR, joints="right_arm"), Hold("left_foot")])
    assert (nothing.status, nothing.light) == ("compromise", "red")


def test_reports_tell_wanted_and_reached() -> None:
    task = reached().task("reach right_hand")
    assert (task.name, task.level, task.unit, task.met) == ("reach right_hand", 2, "m", True)
    assert task.wanted == REACHABLE
    assert task.reached == pytest.approx(REACHABLE, abs=1e-6)
    far = missed().task("reach right_hand")
    assert not far.met
    assert far.residual == pytest.approx(math.dist(far.reached, scenes.FAR), abs=1e-12)


def test_residuals_are_the_geometry_of_the_pose() -> None:
    """Every number of the account is computed again from the pose."""
    wall = Placement.turned((0, 1, 0), 0.5).matrix[:3, :3]
    ahead = np.array([0.0, 1.0, -2.0])
    solution = solve(
        REST,
        [
            Reach("left_hand", (2, 1, 1), axes="xz", frame=wall),
            Orient("chest", wall),
            Orient("pelvis", ahead, axis=(1, 0, 0)),
            LookAt("eyes", (0, 0, -4)),
            Together("left_hand", "right_hand"),
        ],
    )
    pose = solution.pose
    away = wall.T @ (np.array([2, 1, 1]) - pose.position("left_hand"))
    eyes = pose.frame("eyes")
    expected = [
        math.hypot(away[0], away[2]),
        scenes.zoo.rotation_angle(pose.frame("chest")[:3, :3], wall),
        scenes.zoo.angle_between(pose.frame("pelvis")[:3, 0], ahead),
        scenes.zoo.angle_between(eyes[:3, 2], np.array([0, 0, -4]) - eyes[:3, 3]),
        math.dist(pose.position("left_hand"), pose.position("right_hand")),
    ]
    assert [task.residual for task in solution.tasks] == pytest.approx(expected, abs=1e-7)


def test_a_task_in_metres_and_radians_shows_its_worse_part() -> None:
    """The hand stays in place; its turn by 0.5 rad is not to be had with the elbow alone."""
    frame = REST.frame("right_hand") @ Placement.turned((0, 0, 1), 0.5).matrix
    task = solve(REST, [Hold("right_hand", frame=frame, joints=["right_toes"])]).tasks[0]
    assert task.unit == "rad"
    assert task.residual == pytest.approx(0.5, abs=1e-9)
    assert [part.unit for part in task.parts] == ["m", "rad"]
    assert [part.met for part in task.parts] == [True, False]
    assert not task.met


def test_tolerance_decides_what_is_met() -> None:
    tight = solve(REST, [scenes.feet(), Reach("right_hand", scenes.FAR)])
    loose = solve(REST, [scenes.feet(), Reach("right_hand", scenes.FAR, tolerance=5.0)])
    assert (tight.status, loose.status) == ("compromise", "converged")
    frame = REST.frame("right_hand") @ Placement.turned((0, 0, 1), 0.5).matrix
    both = solve(REST, [Hold("right_hand", frame=frame, joints=["right_toes"], tolerance=(1e-6, 0.6))])
    assert both.status == "converged"


def test_the_table_can_be_read() -> None:
    text = str(missed())
    lines = text.splitlines()
    assert lines[0].startswith("compromise (orange): ")
    assert lines[1].split() == ["task", "level", "wanted", "reached", "residual", "met"]
    assert lines[3].split()[:3] == ["hold", "left_foot", "1"]
    assert lines[3].endswith("yes")
    assert lines[5].startswith("reach right_hand  2      0.300, 1.400, 3.000")
    assert lines[5].endswith("no")
    assert " m " in lines[5]


def test_the_table_speaks_degrees() -> None:
    solution = solve(REST, [LookAt("eyes", (0.0, 1.6, -5.0), joints=["right_toes"])])
    assert solution.task("look_at eyes").residual == pytest.approx(math.pi, abs=0.05)
    assert "°" in str(solution)
    assert f"{math.degrees(solution.tasks[0].residual):.3g}°" in str(solution)


def test_postures_are_told_short_in_the_table() -> None:
    solution = solve(REST, [Posture("sitting"), Posture("t_pose", joints=["left_knee"], name="knee")])
    assert "48 joint values" in str(solution)
    assert solution.task("posture").parts[0].labels[:2] == ("lumbar.swing_x", "lumbar.swing_y")
    assert solution.task("knee").parts[0].labels == ("left_knee.flexion", "left_knee.twist")
    assert "flexion" in str(solution)


def test_html_is_a_table_and_escapes_names() -> None:
    solution = solve(REST, [Hold("left_foot", name="<b>foot & toe</b>")])
    html = solution._repr_html_()
    assert html.count("<tr>") == 2
    assert "&lt;b&gt;foot &amp; toe&lt;/b&gt;" in html
    assert "<b>foot" not in html


def test_json() -> None:
    data = json.loads(json.dumps(missed().to_dict(), allow_nan=False))
    assert data["status"] == "compromise"
    assert data["light"] == "orange"
    assert [task["name"] for task in data["tasks"]] == ["hold left_foot", "hold right_foot", "reach right_hand"]
    assert data["tasks"][2]["wanted"] == {"x": 0.3, "y": 1.4, "z": 3.0}
    assert data["tasks"][2]["met"] is False
    assert data["tasks"][2]["tolerance"] == 1e-4
    assert [part["unit"] for part in data["tasks"][0]["parts"]] == ["m", "rad"]
    assert data["repaired"] is None


def test_json_of_a_start_that_was_repaired() -> None:
    """A knee bent past its stop is clamped before the first step, and the account says which and by how much."""
    start = HUMAN.pose({"left_knee": 3.0})
    solution = solve(start, [Posture("rest", joints=["left_elbow"])])
    most = HUMAN.joints["left_knee"].limits["flexion"].max
    assert json.loads(json.dumps(solution.to_dict(), allow_nan=False))["repaired"] == {
        "joint": "left_knee", "limit": "flexion", "violation": pytest.approx(3.0 - most, abs=1e-12)
    }  # fmt: skip
    assert solution.pose["left_knee"].flexion == pytest.approx(most, abs=1e-9)
    assert "the start pose was outside the limits (left_knee flexion) and was repaired" in str(solution)
    assert start["left_knee"].flexion == 3.0


def test_the_pose_of_the_account() -> None:
    data = missed().to_dict()
    assert HUMAN.pose(data["pose"]).difference(missed().pose) == pytest.approx(np.zeros(HUMAN.dof), abs=1e-9)


def test_history_only_on_request() -> None:
    assert missed().history is None
    history = reached().history
    assert history is not None
    assert history.residuals.shape == (reached().steps, 2)
    assert len(history) == len(history.limits) == reached().steps
    assert not history.residuals.flags.writeable
    assert history.residuals[-1, 1] < 1e-6 < history.residuals[0, 1]


def test_tasks_by_name() -> None:
    refused(
        lambda: missed().task("reach left_hand"),
        UnknownNameError,
        "the solution has no task 'reach left_hand'; did you mean 'reach right_hand'",
    )


def test_limits_that_hold_are_named() -> None:
    arm = poise.Figure(
        "door", [Segment("wall"), Segment("door", 1.0)],
        [
            Joint("frame", "fixed", None, "wall"),
            Joint("hinge", "hinge", "wall", "door", axis=(0, 1, 0), limits={"angle": Range(-0.5, 1.0)}),
        ],
        sites=[Site("edge", "door", Placement((0, 0, 1)))],
    )  # fmt: skip
    inside = solve(arm.rest(), [Reach("edge", (math.sin(0.7), 0, math.cos(0.7)))])
    beyond = solve(arm.rest(), [Reach("edge", (math.sin(1.4), 0, math.cos(1.4)))])
    assert inside.limits == ()
    assert beyond.limits == ("hinge.angle",)
    assert beyond.pose["hinge"] == pytest.approx(1.0, abs=1e-9)
    assert "at their limits: hinge.angle" in str(beyond)


def test_a_coupling_that_holds_is_named() -> None:
    figure = scenes.arm().with_coupling(poise.Coupling("tied", {"q1": 1.0, "q2": -1.0}, -0.2, 0.2))
    solution = solve(figure.rest(), [Posture(figure.pose({"q1": 1.0}))])
    assert "tied" in solution.limits
    assert solution.pose["q1"] - solution.pose["q2"] == pytest.approx(0.2, abs=1e-9)


def test_names_are_unique_and_readable() -> None:
    tasks = [Hold("left_foot"), Hold("left_foot"), Reach("right_hand", REACHABLE, name="hold left_foot 2")]
    names = [task.name for task in solve(REST, tasks).tasks]
    assert names == ["hold left_foot", "hold left_foot 3", "hold left_foot 2"]


def test_attempts_find_what_one_start_misses() -> None:
    """A goal behind the stops: from one side only. Random starts find the other side; the base is kept."""
    arm = scenes.arm(2.0)
    rng = np.random.default_rng(5)
    more = one = 0
    for _ in range(40):
        frame = arm.random(rng).frame("p6")
        levels = [[Reach("p6", frame[:3, 3]), Orient("p6", frame[:3, :3])]]
        single = solve(arm.rest(), levels)
        many = solve(arm.rest(), levels, attempts=30, rng=np.random.default_rng(1))
        one += single.status == "converged"
        more += many.status == "converged"
        assert single.attempts == 1
        assert (many.attempts == 1) == (single.status == "converged")
        assert many.tasks[0].residual <= single.tasks[0].residual + 1e-6 or many.status == "converged"
    assert one < more
    assert more >= 38


def test_attempts_keep_the_base_and_repeat() -> None:
    start = REST.with_joints({HUMAN.base.name: Placement((5, 0, 5)).matrix})
    levels = [Reach("right_hand", (9, 9, 9), joints="right_arm")]
    one, other = (solve(start, levels, criteria=(), attempts=4, rng=np.random.default_rng(3)) for _ in range(2))
    assert one.attempts == 4
    assert one.pose == other.pose
    assert np.abs(one.pose.segment_frame(HUMAN.root) - start.segment_frame(HUMAN.root)).max() < 1e-9
    single = solve(start, levels, criteria=())
    assert one.tasks[0].residual <= single.tasks[0].residual + 1e-6


def test_repr() -> None:
    assert repr(missed()) == "<Solution: compromise, 2 of 3 tasks met>"
