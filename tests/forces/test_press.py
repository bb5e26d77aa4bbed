"""One part presses another: equal, opposite, at one point; and a weight in both hands is one weight."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from random_scenes import human

import poise
from poise import Force, Press, Support, Weight, statics
from poise.errors import InputError, UnknownNameError

FEET = [Support("left_foot", share=0.4), Support("right_foot", share=0.6)]
PRESS = Press("right_hand", "left_hand", (30.0, -20.0, 10.0))


def power(pose: poise.Pose, press: Press, step: np.ndarray) -> float:
    """Work of both forces along a small motion, by central differences: F · (the way of the point of `onto`'s segment
    that touches the site, less the way of the site)."""
    figure, touch = pose.figure, np.array(pose.position(press.site))
    onto, own = (figure.sites[name].segment for name in (press.onto, press.site))
    force = np.array(press.vector)
    if press.frame == "site":
        force = pose.frame(press.site)[:3, :3] @ force
    way = np.zeros(3)
    for sign in (1.0, -1.0):
        moved = pose.integrate(sign * step)
        for segment, counts in ((onto, 1.0), (own, -1.0)):
            before, after = pose.segment_frame(segment), moved.segment_frame(segment)
            local = before[:3, :3].T @ (touch - before[:3, 3])
            way += sign * counts * (after[:3, :3] @ local + after[:3, 3])
    return float(force @ way) / 2.0


@pytest.mark.parametrize("frame", ["world", "site"])
def test_a_press_does_its_work_in_the_joints_and_none_in_the_balance(frame: str) -> None:
    pose = human().random(np.random.default_rng(4))
    press = Press("right_hand", "left_thigh" if "left_thigh" in human().sites else "left_knee", (30, -20, 10), frame)
    plain, pressed = statics(pose, (), FEET), statics(pose, [press], FEET)
    np.testing.assert_allclose(pressed.missing_force, plain.missing_force, atol=1e-9)
    np.testing.assert_allclose(pressed.missing_moment, plain.missing_moment, atol=1e-9)
    extra = pressed.torques - plain.torques
    worked = [power(pose, press, 1e-6 * column) / 1e-6 for column in np.eye(human().dof)]
    np.testing.assert_allclose(extra, -np.array(worked), atol=1e-4)
    assert np.abs(extra).max() > 1.0


def test_the_region_of_balance_is_the_same_and_the_far_leg_feels_nothing() -> None:
    rest = human().rest()
    plain, pressed = statics(rest), statics(rest, [PRESS])
    assert pressed.balanced
    assert pressed.margin == pytest.approx(plain.margin, abs=1e-9)
    shares = [statics(rest, forces, FEET) for forces in ((), [PRESS])]
    knees = [report.joint("left_knee")["flexion"].torque for report in shares]
    assert knees[0] == pytest.approx(knees[1], abs=1e-9)
    elbows = [report.joint("left_elbow")["flexion"].torque for report in shares]
    assert abs(elbows[0] - elbows[1]) > 0.1


def test_torques_under_a_press_change_as_their_jacobian_says() -> None:
    pose = human().random(np.random.default_rng(5))
    for press in (PRESS, Press("right_hand", "left_knee", (5.0, 40.0, -20.0), "site")):
        loads = statics(pose, [press], FEET).loading.loads
        slopes = []
        for column in np.eye(human().dof):
            ends = [loads.torques(pose.integrate(sign * 1e-6 * column)._core) for sign in (1.0, -1.0)]
            slopes.append((ends[0] - ends[1]) / 2e-6)
        np.testing.assert_allclose(loads.torque_jacobian(pose._core), np.array(slopes).T, atol=1e-4)


def test_what_both_hands_hold_is_half_in_each() -> None:
    rest = human().rest()
    both = statics(rest, [Weight("left_hand", 6.0, "right_hand")], FEET)
    apart = statics(rest, [Weight("left_hand", 3.0), Weight("right_hand", 3.0)], FEET)
    np.testing.assert_allclose(both.torques, apart.torques, atol=1e-12)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InputError, match="one segment"):
        statics(human().rest(), [Press("right_hand", "right_hand", (0, 1, 0))])
    with pytest.raises(UnknownNameError, match="left_hand"):
        statics(human().rest(), [Press("right_hand", "left_hnd", (0, 1, 0))])
    with pytest.raises(InputError, match="twice"):
        Weight("left_hand", 5, "left_hand")
    with pytest.raises(UnknownNameError, match="frame"):
        Press("right_hand", "left_hand", (0, 1, 0), "palm")  # type: ignore[arg-type]


def test_scene_files_know_both(tmp_path: Path) -> None:
    file, forces = tmp_path / "pressed.yaml", [PRESS, Weight("left_hand", 5, "right_hand"), Force("chest", (0, -9, 0))]
    poise.Scene(human().rest(), [poise.Balance()], forces=forces).save(file)
    assert poise.Scene.load(file).forces == tuple(forces)
    wrong = file.read_text("utf-8").replace("onto: left_hand", "onto: left_hand, torque: [0, 1, 0]")
    file.write_text(wrong, "utf-8")
    with pytest.raises(poise.FileError, match="onto which it presses"):
        poise.Scene.load(file)
