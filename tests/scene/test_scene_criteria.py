"""Every criterion stands in a scene file and in a script, and comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

import poise
from poise.criteria import (
    AwayFromLimits,
    Criterion,
    Extend,
    Flex,
    FunctionCriterion,
    Habit,
    LeastTorque,
    MidRange,
    RestPosture,
    SupportTorque,
)
from poise.io.scene.kinds import CRITERIA

HUMAN = poise.human()


def height(pose: poise.Pose) -> float:
    return float(pose.center_of_mass[1])


CHOSEN: dict[str, Criterion] = {
    "near_pose": poise.NearPose("sitting", joints="left_arm", weight=2.0),
    "rest_posture": RestPosture(joints={"left_knee": 0.5}),
    "habit": Habit(joints={"left_knee": (0.5, 2.0)}),
    "natural": poise.Natural(weight=0.5),
    "mid_range": MidRange(),
    "away_from_limits": AwayFromLimits(weight=0.25),
    "dexterity": poise.Dexterity("left_hand", measure="condition", axes="xy", joints="left_arm"),
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


WEIGHED = [
    poise.NearPose("sitting", joints={"left_shoulder": (1, 0.5, 2), "left_elbow": 0.3}, base=(0.1, 2.0, 0.0)),
    RestPosture(joints={"left_elbow": (0.1, 1 / 3)}, base=0.7),
    MidRange(joints={"neck": (0.5, 0, 3)}),
    LeastTorque(joints={"left_hip": (0.5, 0, 3)}),
]


def test_weights_of_coordinates_come_back_from_files_and_scripts(tmp_path: Path) -> None:
    source = poise.FigureSource("human")
    scene = poise.Scene(source.figure().rest(), [poise.Hold("left_foot")], WEIGHED, source=source)
    scene.save(tmp_path / "scene.yaml")
    assert "left_shoulder: [1, 0.5, 2]" in (tmp_path / "scene.yaml").read_text(encoding="utf-8")
    assert poise.Scene.load(tmp_path / "scene.yaml").criteria == tuple(WEIGHED)
    names: dict[str, object] = {}
    exec(scene.script(), names)  # prints its solution
    assert names["solution"].pose == scene.solve().pose  # type: ignore[attr-defined]


RANKED = {
    "two": (
        [[MidRange(), AwayFromLimits(weight=0.5)], RestPosture()],
        "[[{mid_range: {}}, {away_from_limits: {weight: 0.5}}], {rest_posture: {}}]",
    ),
    "alone": ([[MidRange()], [RestPosture()]], "[[{mid_range: {}}], {rest_posture: {}}]"),
    "three": (
        [[MidRange()], AwayFromLimits(), [RestPosture(), Flex()]],
        "[{mid_range: {}}, {away_from_limits: {}}, [{rest_posture: {}}, {flex: {}}]]",
    ),
    "row": ([[MidRange(), RestPosture()]], "[{mid_range: {}}, {rest_posture: {}}]"),
}


@pytest.mark.parametrize("name", RANKED)
def test_levels_of_criteria_come_back_from_files_and_scripts(name: str, tmp_path: Path) -> None:
    criteria, words = RANKED[name]
    source = poise.FigureSource("human")
    scene = poise.Scene(source.figure().rest(), [poise.Hold("left_foot")], criteria, source=source, max_steps=20)
    scene.save(tmp_path / "scene.yaml")
    text = (tmp_path / "scene.yaml").read_text(encoding="utf-8")
    assert f"\ncriteria: {words}\n" in text
    back = poise.Scene.load(tmp_path / "scene.yaml")
    assert back.criteria == scene.criteria
    back.save(tmp_path / "again.yaml")
    assert (tmp_path / "again.yaml").read_text(encoding="utf-8") == text
    names: dict[str, object] = {}
    exec(scene.script(), names)
    assert names["solution"].pose == scene.solve().pose  # type: ignore[attr-defined]


def test_an_empty_level_of_criteria_is_refused(tmp_path: Path) -> None:
    head = "poise: scene\nversion: 1\nfigure: human\nlevels: [hold: {site: left_foot}]\ncriteria:\n"
    (tmp_path / "scene.yaml").write_text(f"{head}  - mid_range: {{}}\n  - []\n", encoding="utf-8")
    with pytest.raises(poise.PoiseError, match=r"scene\.yaml:7"):
        poise.Scene.load(tmp_path / "scene.yaml")


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("rest_posture: {base: [1, 2]}", "base"),
        ("rest_posture: {base: [1, .nan, 1]}", "base"),
        ("rest_posture: {joints: {left_elbow: [1, 2, 3]}}", "must be one number or 2 (flexion, twist), not 3"),
        ("mid_range: {joints: {left_elbow: [1, -2]}}", "must be 0 or more, not -2.0"),
        ("mid_range: {joints: {left_elbow: [1, much]}}", "the weight of 'left_elbow' must be a number, not 'much'"),
        ("mid_range: {base: 1}", "base"),
    ],
)
def test_bad_weights_in_a_file_are_told_with_their_line(entry: str, words: str, tmp_path: Path) -> None:
    head = "poise: scene\nversion: 1\nfigure: human\nlevels: [hold: {site: left_foot}]\ncriteria:\n"
    (tmp_path / "scene.yaml").write_text(f"{head}  - {entry}\n", encoding="utf-8")
    with pytest.raises(poise.PoiseError) as told:
        poise.Scene.load(tmp_path / "scene.yaml")
    assert words in str(told.value)
    assert "scene.yaml:6" in str(told.value)


def test_a_point_of_support_comes_back(tmp_path: Path) -> None:
    wish = SupportTorque(point=(0.1, 0.0, 0.2))
    poise.Scene(HUMAN.rest(), [poise.Hold("left_foot")], [wish]).save(tmp_path / "scene.yaml")
    assert poise.Scene.load(tmp_path / "scene.yaml").criteria == (wish,)


def test_a_former_name_in_a_file_is_understood_and_told_with_its_line(tmp_path: Path) -> None:
    """In a level or alone; what is wrong with such an entry is told with its line as well."""
    file = tmp_path / "old.yaml"
    head = "poise: scene\nversion: 2\nfigure: human\nlevels:\n- hold: {site: left_foot}\ncriteria:\n"
    file.write_text(head + "- [{mid_range: {}}, {comfort: {weight: 0.5}}]\n- comfort: {}\n", "utf-8")
    with pytest.warns(
        FutureWarning, match=r"line [78]: the criterion 'comfort' is now called 'away_from_limits'"
    ) as told:
        scene = poise.Scene.load(file)
    assert [str(warning.message).split("line ")[1][0] for warning in told] == ["7", "8"]
    wanted = [[MidRange(), AwayFromLimits(weight=0.5)], AwayFromLimits()]
    assert scene.criteria == poise.Scene(scene.start, scene.levels, wanted).criteria
    file.write_text(head + "- comfort: {weigth: 0.5}\n", "utf-8")
    with pytest.warns(FutureWarning), pytest.raises(poise.FileError, match=r"old.yaml:7|line 7"):
        poise.Scene.load(file)


def test_the_command_line_tells_a_former_name(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from typer.testing import CliRunner

    from poise.cli.main import app

    file = tmp_path / "old.yaml"
    file.write_text(
        "poise: scene\nversion: 2\nfigure: human\nlevels:\n- hold: {site: left_foot}\ncriteria:\n- comfort: {}\n",
        "utf-8",
    )
    result = CliRunner().invoke(app, ["solve", str(file)])
    assert result.exit_code == 0
    assert "is now called 'away_from_limits'" in result.output + capfd.readouterr().err
