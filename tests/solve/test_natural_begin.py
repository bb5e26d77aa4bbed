"""Where a solve begins by `Natural`: at the pose foreseen, eyes and hands brought to their goals by neck and arms."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise.criteria.natural import Foreseen

OF_NECK_AND_ARMS = ("neck", "head", *(f"{s}_{j}" for s in ("left", "right") for j in ("clavicle", "shoulder", "elbow")))


def asked(person: poise.Figure, hand: tuple[float, float, float], gaze: tuple[float, float, float]) -> list[poise.Task]:
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    return [*feet, poise.LookAt("eyes", gaze), poise.Reach("right_hand", hand)]


def foreseen(start: poise.Pose, tasks: list[poise.Task]) -> Foreseen:
    found = poise.Natural().told(start, tasks)
    assert isinstance(found, Foreseen)
    return found


def aside(pose: poise.Pose, point: tuple[float, float, float]) -> float:
    """Degrees from where the eyes look to a point."""
    eyes = pose.frame("eyes")
    way = np.array(point) - eyes[:3, 3]
    return float(np.degrees(np.arccos(np.clip(eyes[:3, 2] @ way / np.linalg.norm(way), -1.0, 1.0))))


@pytest.mark.parametrize("sex", ["male", "female"])
def test_neck_and_arm_bring_eyes_and_hand_to_their_goals(sex: str) -> None:
    rest = poise.human(stature=1.70, sex=sex).rest()  # type: ignore[arg-type]
    hand, gaze = (-0.15, 1.20, 0.40), (0.5, 1.3, 1.0)
    seen = foreseen(rest, asked(rest.figure, hand, gaze))
    assert seen.begin is not None
    assert seen.pose is not None
    assert np.linalg.norm(seen.pose.position("right_hand") - hand) > 0.03  # what was foreseen is not there yet
    assert aside(seen.pose, gaze) > 20.0
    assert np.linalg.norm(seen.begin.position("right_hand") - hand) < 0.01
    assert aside(seen.begin, gaze) < 1.0
    assert seen.begin.limit_violation == 0.0


def test_nothing_else_moves() -> None:
    rest = poise.human().rest()
    seen = foreseen(rest, asked(rest.figure, (-0.2, 1.3, 0.35), (0.4, 1.4, 1.0)))
    assert seen.begin is not None
    assert seen.pose is not None
    for name in rest.figure.joints:
        moved = np.abs(np.asarray(seen.begin[name]) - np.asarray(seen.pose[name])).max()
        assert moved == 0.0 or any(name.endswith(part) for part in (*OF_NECK_AND_ARMS, "wrist")), name
        assert moved == 0.0 or not name.startswith("left"), name


def test_limits_end_what_a_neck_can_do() -> None:
    """Straight behind the back: the head turns as far as it can and the pose is none the worse."""
    rest = poise.human().rest()
    behind = (0.05, 1.6, -2.0)
    seen = foreseen(rest, asked(rest.figure, (-0.2, 1.2, 0.3), behind))
    assert seen.begin is not None
    assert seen.pose is not None
    assert seen.begin.limit_violation == 0.0
    assert aside(seen.begin, behind) <= aside(seen.pose, behind)


def test_an_arm_that_carries_the_body_stays_as_it_was_foreseen() -> None:
    """Rooted at the hand, its arm would move all the rest of the body instead."""
    held = poise.human().rerooted("right_hand").rest()
    seen = foreseen(held, asked(held.figure, (-0.2, 1.2, 0.3), (0.0, 1.5, 1.0)))
    assert seen.begin is not None
    assert seen.pose is not None
    for joint in ("right_shoulder", "right_elbow", "right_wrist"):
        np.testing.assert_array_equal(np.asarray(seen.begin[joint]), np.asarray(seen.pose[joint]))


def test_the_answer_is_that_from_the_pose_foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is preferred is the same: both starts end at the same pose, the new one after fewer steps."""
    rest, rng = poise.human().rest(), np.random.default_rng(4)
    shoulder = rest.joint_frame("right_shoulder")[:3, 3]
    goals = [shoulder + np.array([rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), 0.3]) for _ in range(12)]

    def answers() -> list[poise.Solution]:
        feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
        tasks = [[poise.LookAt("eyes", goal), poise.Reach("right_hand", goal)] for goal in goals]
        return [poise.solve(rest, [feet, poise.Balance(), *pair]) for pair in tasks]

    found = answers()
    monkeypatch.setattr(Foreseen, "begin", property(lambda self: self.pose))
    plain = answers()
    assert all(solution.status == "converged" for solution in found)
    apart = [np.abs(a.pose.coordinates - b.pose.coordinates).max() for a, b in zip(found, plain, strict=True)]
    assert np.median(apart) < 1e-8
    assert sum(s.steps for s in found) < 0.95 * sum(s.steps for s in plain)


def test_a_goal_missed_from_the_pose_foreseen_is_tried_from_the_start_too() -> None:
    """Never worse than without it: unreachable goals are served as well as with Habit."""
    rest = poise.human().rest()
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    levels = [feet, poise.Reach("right_hand", (-0.9, 1.4, 0.9))]
    by_natural, by_habit = (poise.solve(rest, levels, criteria=[wish]) for wish in (poise.Natural(), poise.Habit()))
    assert by_natural.task("reach right_hand").residual <= by_habit.task("reach right_hand").residual + 1e-5


def test_a_locked_elbow_is_not_opened_nor_is_the_base_moved_in_its_place() -> None:
    """What has no degree of freedom must not be taken for the first one, which is the base's."""
    free, hand, gaze = poise.human(), (-0.3, 1.2, 0.75), (0.0, 1.4, 2.0)
    stiff = free.with_joint("right_elbow", model="fixed", limits={}, strengths={})
    ends = [foreseen(figure.rest(), asked(figure, hand, gaze)).pose for figure in (free, stiff)]
    assert ends[0] is not None
    assert ends[1] is not None
    np.testing.assert_allclose(ends[1].position("pelvis"), ends[0].position("pelvis"), atol=0.02)
    solution = poise.solve(stiff.rest(), [[*asked(stiff, hand, gaze)]])
    assert solution.pose.limit_violation == 0.0
