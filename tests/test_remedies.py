"""Plausible mistakes of newcomers: each refusal names the culprit and says what would be right."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise.cli.main import main

HUMAN = poise.human()
REST = HUMAN.rest()
REACH = poise.Reach("right_hand", (0.0, 1.0, 0.3))
ARM = poise.Limb(HUMAN, "right_arm")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: poise.solve(HUMAN, [REACH]), "poses of a figure are its rest() and pose(…)"),
        (lambda: poise.solve(REST, [poise.Balance]), "one of its kind is Balance(…)"),
        (lambda: poise.solve(REST, [[REACH, poise.Balance]]), "one of its kind is Balance(…)"),
        (lambda: poise.solve(REST, [poise.NearPose("rest")]), "a criterion, as in solve(…, criteria=[NearPose(…)])"),
        (lambda: poise.solve(REST, [REACH], criteria=[poise.Natural]), "one of them is Natural(…)"),
        (lambda: poise.solve(REST, [REACH], criteria="natural"), "as [poise.Natural()], not 'natural'"),
        (lambda: poise.statics(REST, supports=["left_foot"]), "write Support('left_foot')"),
        (lambda: poise.Reach("right_hand", np.eye(4)), "must be 3 numbers, not 4 rows of 4"),
        (lambda: poise.Reach("right_hand", "left_knee"), "by poise.Together('right_hand', 'left_knee')"),
        (lambda: poise.human(percentile=0.95), "it is counted in hundredths: 95"),
        (lambda: poise.solve([REACH], REST), "the pose comes first, then its levels: solve(pose, levels)"),
        (lambda: poise.solve(REST, ["left_foot"]), "a site is held by poise.Hold('left_foot')"),
        (lambda: poise.Hold(["left_foot", "right_foot"]), "; make one for each of them"),
        (lambda: poise.Orient("right_hand", np.eye(4)), "not a matrix (4, 4); of a placement it is matrix[:3, :3]"),
        (lambda: poise.Orient("right_hand", (90, 0, 0)), "poise.Placement.turned(axis, radians).rotation"),
        (lambda: poise.Placement(np.eye(4)), "a placement of a matrix is Placement.from_matrix(matrix)"),
        (lambda: poise.Site("tip", "head", np.eye(4)), "a placement of a matrix is Placement.from_matrix(matrix)"),
        (lambda: HUMAN.stance("sitting", seat=450), "lengths are metres here: 450 millimetres are 0.45"),
        (lambda: poise.solve(REST, [poise.Hold("hand_right")]), "did you mean 'right_hand'?"),
        (lambda: poise.solve(REST, [poise.Hold("RightHand")]), "did you mean 'right_hand'?"),
    ],
)
def test_what_would_be_right_is_told(call, words: str) -> None:
    with pytest.raises(poise.PoiseError) as caught:
        call()
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: poise.human(height=1.7), "did you mean 'stature'? It has: stature, "),
        (lambda: poise.solve(REST, [REACH], obstacles=[]), "did you mean 'world'? It has: pose, "),
        (lambda: REST.plot(center_of_mass=True), "did you mean 'com'? It has: pose, "),
        (lambda: poise.Reach("right_hand", 0.1, 1.2, 0.4), "frame; a point is one argument, (x, y, z)"),
    ],
)
def test_other_words_for_an_argument_lead_to_it(call, words: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert words in str(caught.value)


SCENE = "poise: scene\nversion: 2\nfigure: human\nlevels:\n  - reach: {site: right_hand, point: [0, 1, 0.3]}\n"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("version: 2", "version: 3", ":2: version: must be 1 or 2, not 3"),
        ("human", "{human: {height: 1.7}}", "unknown key 'height'; did you mean 'stature'?"),
        ("[0, 1, 0.3]", "[0,0, 1,0, 0,3]", "decimals are written with a point, as 1.30"),
        ("site: right_hand", "site:right_hand", "a space belongs after the colon of 'site'"),
        ("{site: right_hand, point: [0, 1, 0.3]}", "right_hand", "axes, frame, not 'right_hand'"),
        ("  - reach", "  - natural: {}\n  - reach", "; it is a criterion and stands under 'criteria'."),
        ("levels:", "criteria: [reach: {}]\nlevels:", "; it is a task and stands under 'levels'."),
    ],
)
def test_a_mistake_in_a_scene_is_told_with_what_would_be_right(tmp_path, old: str, new: str, words: str) -> None:
    (tmp_path / "scene.yaml").write_text(SCENE.replace(old, new), "utf-8")
    with pytest.raises(poise.FileError) as caught:
        poise.Scene.load(tmp_path / "scene.yaml")
    assert words in str(caught.value)


def test_a_goal_in_millimetres_is_told_by_a_limb() -> None:
    assert "were millimetres given?" in ARM.solve((-200.0, 1200.0, 400.0)).reason
    assert "were centimetres given?" in ARM.solve((-20.0, 120.0, 40.0)).reason
    assert "metres" not in ARM.solve((-2.0, 1.2, 0.4)).reason


def test_of_a_missing_file_near_names_are_told(tmp_path) -> None:
    (tmp_path / "robot.urdf").write_text("<robot/>")
    with pytest.raises(poise.FileError, match=r"there is no such file; did you mean 'robot.urdf'\?"):
        poise.Figure.load(tmp_path / "robto.urdf")
    with pytest.raises(poise.FileError, match=r"there is no such file$"):
        poise.Figure.load(tmp_path / "walk.bvh")
    with pytest.raises(poise.FileError, match="there is no such file, nor its folder"):
        poise.Figure.load(tmp_path / "nowhere" / "robot.urdf")


def test_a_goal_in_millimetres_is_told_by_the_table_of_a_solution() -> None:
    told = "reach right_hand: 1281 m from the origin; lengths are metres here: were millimetres given?"
    assert told in str(poise.solve(REST, [poise.Reach("right_hand", (-200.0, 1200.0, 400.0))]))
    assert "metres" not in str(poise.solve(REST, [REACH]))


def test_units_are_told_once() -> None:
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    told = str(poise.solve(REST, [feet, poise.Reach("right_hand", (-200.0, 1200.0, 400.0))]))
    assert told.count("lengths are metres") == 1


def test_a_tolerance_in_millimetres_is_told() -> None:
    told = str(poise.solve(REST, [poise.Reach("right_hand", (0.0, 1.0, 0.3), tolerance=5)]))
    assert (
        "reach right_hand: met anywhere within 5 m of its goal; lengths are metres here: 5 millimetres are 0.005"
        in told
    )


def test_a_tolerance_in_degrees_is_asked_about() -> None:
    solution = poise.solve(REST, [poise.Orient("right_hand", np.eye(3), tolerance=2)])
    assert "met anywhere within 115° of its goal; angles are radians here: 2 degrees are 0.035" in str(solution)


def test_what_is_met_is_told_by_its_place_whatever_is_rounded() -> None:
    """Not by the quaternion, because that happens to be off by more of its tolerance: 1e-16."""
    for goal in ((-0.2, 1.2, 0.4), (-0.3, 1.0, 0.4), (-0.1, 1.4, 0.3)):
        held = poise.solve(REST, [[poise.Hold("left_foot"), poise.Hold("right_foot")], poise.Reach("right_hand", goal)])
        assert all(len(task.wanted) == 3 for task in held.tasks)


@pytest.mark.parametrize(
    ("name", "words"),
    [("Raech", "did you mean Reach or "), ("look_at", "did you mean LookAt"), ("worlds", "did you mean World")],
)
def test_a_name_that_the_package_lacks_is_told_with_those_near_it(name: str, words: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(poise, name)
    assert words in str(caught.value)


def test_a_folder_that_is_not_there_is_named(tmp_path) -> None:
    for write in (HUMAN.save, REST.save):
        with pytest.raises(poise.FileError, match=r"cannot be written: there is no folder .*nowhere$"):
            write(tmp_path / "nowhere" / "file.yaml")
    with pytest.raises(poise.FileError, match=r"the picture cannot be written: there is no folder .*nowhere$"):
        REST.plot(size=(64, 64)).save(tmp_path / "nowhere" / "doll.png")


def test_a_file_without_its_version_is_told_which(tmp_path) -> None:
    (tmp_path / "scene.yaml").write_text("poise: scene\nfigure: human\nlevels: [balance: {}]\n")
    with pytest.raises(poise.FileError, match="version: this is missing; write version: 2"):
        poise.Scene.load(tmp_path / "scene.yaml")
    (tmp_path / "figure.yaml").write_text("poise: figure\nname: x\nsegments: {}\njoints: {}\n")
    with pytest.raises(poise.FileError, match="version: this is missing; write version: 1"):
        poise.Figure.load(tmp_path / "figure.yaml")


def test_a_point_of_two_numbers_is_told_by_its_option(capsys) -> None:
    with pytest.raises(SystemExit):
        main(["limb", "human", "right_arm", "--at", "0.1", "1.2"])
    assert "--at" in capsys.readouterr().err
