"""Every criterion stands in a scene file and in a script, and comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

import poise
from poise.criteria import (
    Comfort,
    Criterion,
    Extend,
    Flex,
    FunctionCriterion,
    LeastTorque,
    MidRange,
    RestPosture,
    SupportTorque,
)
from poise.io.scene.schema import CRITERIA

HUMAN = poise.human()


def height(pose: poise.Pose) -> float:
    return float(pose.center_of_mass[1])


CHOSEN: dict[str, Criterion] = {
    "near_pose": poise.NearPose("sitting", joints="left_arm", weight=2.0),
    "rest_posture": RestPosture(joints={"left_knee": 0.5}),
    "mid_range": MidRange(),
    "comfort": Comfort(weight=0.25),
    "flex": Flex(joints=["left_knee", "right_knee"]),
    "extend": Extend(),
    "support_torque": SupportTorque("left_foot"),
    "least_torque": LeastTorque(weight=0.5),
    "function_criterion": FunctionCriterion(height, weight=3.0),
}


def test_no_criterion_is_forgotten() -> None:
    assert set(CHOSEN) == set(CRITERIA)


@pytest.mark.parametrize("key", CHOSEN)
def test_a_criterion_comes_back_from_a_file(key: str, tmp_path: Path) -> None:
    scene = poise.Scene(HUMAN.rest(), [poise.Hold("left_foot")], [CHOSEN[key]])
    scene.save(tmp_path / "scene.yaml")
    assert key in (tmp_path / "scene.yaml").read_text(encoding="utf-8")
    back = poise.Scene.load(tmp_path / "scene.yaml", functions={"height": height})
    assert back.criteria == (CHOSEN[key],)


def test_a_point_of_support_comes_back(tmp_path: Path) -> None:
    wish = SupportTorque(point=(0.1, 0.0, 0.2))
    poise.Scene(HUMAN.rest(), [poise.Hold("left_foot")], [wish]).save(tmp_path / "scene.yaml")
    assert poise.Scene.load(tmp_path / "scene.yaml").criteria == (wish,)
