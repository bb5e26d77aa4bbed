"""Scenes that cannot be: one clear error with the file and the line, and nothing half made."""

from __future__ import annotations

import re

import pytest
from small_scenes import REST, reaching

import poise

GOOD = """poise: scene
version: 1
figure: {planar_chain: {links: 5}}
start: {joint_1: 10}
levels:
  - reach: {site: tip, point: [0, 0.5, 0.5]}
  - [posture: {pose: rest}, keep: {site: tip, point: [0, 1, 0], max: 2}]
criteria:
  - near_pose: {pose: rest}
"""


def loaded(tmp_path, text: str) -> poise.Scene:
    path = tmp_path / "scene.yaml"
    path.write_text(text)
    return poise.Scene.load(path)


def test_the_good_one_is_good(tmp_path):
    assert loaded(tmp_path, GOOD).solve().light == "orange"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("poise: scene", "poise: figure", 1, "this is a Poise figure file, not a scene"),
        ("poise: scene", "pose: scene", None, "it does not say 'poise: scene'"),
        ("version: 1", "version: 3", 2, "version"),
        ("planar_chain: {", "planar_chan: {", 3, "did you mean 'planar_chain'?"),
        ("links: 5", "link: 5", 3, "did you mean 'links'?"),
        ("links: 5", "links: 0", 3, "must be a whole number of at least 1"),
        ("links: 5", "links: 5, limit: warm", 3, "an angle is a number of degrees"),
        ("{planar_chain: {links: 5}}", "{chain: {}, human: {}}", 3, "a figure is exactly one of human"),
        ("{planar_chain: {links: 5}}", "{sites: {}}", 3, "found none"),
        ("{planar_chain: {links: 5}}", "{file: gone.yaml}", None, "there is no such file"),
        ("{planar_chain: {links: 5}}", "{chain: {}, without_couplings: [x]}", 3, "no coupling 'x'"),
        ("{planar_chain: {links: 5}}", "{chain: {}, sites: {a: {segment: x}}}", 3, "'x'"),
        ("joint_1: 10", "joint_9: 10", 4, "no joint 'joint_9'"),
        ("joint_1: 10", "joint_1: warm", 4, "joint_1: an angle is a number of degrees"),
        ("start: {joint_1: 10}", "start: standing", 4, "no posture 'standing'"),
        ("start: {joint_1: 10}", "start: 3", 4, "a pose is the name of a posture, or values by joint, not 3"),
        ("reach: {site: tip, point", "rech: {site: tip, point", 6, "did you mean 'reach'?"),
        ("site: tip, point: [0, 0.5, 0.5]", "site: top, point: [0, 0.5, 0.5]", 6, "no site 'top'"),
        ("site: tip, point: [0, 0.5, 0.5]", "point: [0, 0.5, 0.5]", 6, "this is missing"),
        ("point: [0, 0.5, 0.5]", "point: [0, 0.5]", 6, "must be a list of 3 numbers"),
        ("point: [0, 0.5, 0.5]", "point: [0, .nan, 0.5]", 6, "must be a finite number"),
        ("point: [0, 0.5, 0.5]", "point: [0, 0.5, 0.5], weight: -1", 6, "must be positive"),
        ("point: [0, 0.5, 0.5]", "point: [0, 0.5, 0.5], joints: leg", 6, "no group, limb or joint 'leg'"),
        ("point: [0, 0.5, 0.5]", "point: [0, 0.5, 0.5], joints: [1]", 6, "a list of joints"),
        ("point: [0, 0.5, 0.5]", "point: [0, 0.5, 0.5], axes: w", 6, "'xyz'"),
        ("point: [0, 0.5, 0.5]", "point: [0, 0.5, 0.5], tolerance: 1", 6, "must be a mapping of metres, degrees"),
        ("max: 2", "max: 2, normal: [0, 1, 0]", 7, "a point with a normal, for a plane; with min and max"),
        ("- reach: {site", "- balance: {}\n    reach: {site", 6, "exactly one of"),
        ("pose: rest}, keep", "pose: sitting}, keep", 7, "no posture 'sitting'"),
        ("near_pose: {pose: rest}", "near_pose: {}", 9, "this is missing"),
        ("near_pose: {pose: rest}", "near_pos: {pose: rest}", 9, "did you mean 'near_pose'?"),
        ("near_pose: {pose: rest}", "near_pose: {pose: {joint_7: 1}}", 9, "no joint 'joint_7'"),
        ("criteria:", "method: magic\ncriteria:", 8, "no method 'magic'"),
        ("criteria:", "attempts: 0\ncriteria:", 8, "attempts of a scene must be a whole number of at least 1"),
        ("criteria:", "root: tail\ncriteria:", 8, "'tail'"),
        ("criteria:", "analytic: [wing]\ncriteria:", 8, "no limb 'wing'"),
        ("criteria:", "tolerance: {metres: -1}\ncriteria:", 8, "must be positive"),
        ("criteria:", "shot: {view: frnt}\ncriteria:", 8, "did you mean 'front'"),
        ("criteria:", "criteria: []\ncriteria:", 9, "stands here twice"),
        ("criteria:", "camera: front\ncriteria:", 8, "unknown key 'camera'"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(tmp_path, old, new, line, message):
    assert old in GOOD
    with pytest.raises(poise.FileError, match=re.escape(message)) as caught:
        loaded(tmp_path, GOOD.replace(old, new, 1))
    if line is not None:
        assert caught.value.line == line


def test_a_balance_on_no_feet_is_told_with_its_line(tmp_path):
    text = "poise: scene\nversion: 1\nfigure: human\nstart: {root.y: 2}\nlevels:\n  - balance: {}\n"
    with pytest.raises(poise.FileError, match=r"scene.yaml:6: .*no sole is on the floor"):
        loaded(tmp_path, text)


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(poise.FileError, match="there is no such file"):
        poise.Scene.load(tmp_path / "gone.yaml")
    with pytest.raises(poise.UnknownNameError, match="Poise has no scene 'gone'"):
        poise.Scene.load("gone")
    with pytest.raises(poise.FileError, match="use the ending"):
        reaching().save(tmp_path / "scene.json")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"start": "rest"}, "the start of a scene must be a Pose, not 'rest'"),
        ({"levels": []}, "levels is empty"),
        ({"levels": [poise.Reach("tip", (0, 0, 0))]}, "no site 'tip'"),
        (
            {"levels": [poise.Hold("left_foot", name="x"), poise.Hold("right_foot", name="x")]},
            "two tasks are named 'x'",
        ),
        ({"criteria": poise.NearPose("rest")}, "criteria must be a list of criteria"),
        ({"criteria": ["rest"]}, "'rest' is not a criterion"),
        ({"criteria": [poise.NearPose("dancing")]}, "no posture 'dancing'"),
        ({"tolerance": -1}, "must be positive"),
        ({"max_steps": 0}, "max_steps of a scene must be a whole number of at least 1"),
        ({"root": "tail"}, "'tail'"),
        ({"seed": -1}, "seed of a scene must be a whole number of at least 0"),
        ({"attempts": True}, "attempts of a scene"),
        ({"name": 3}, "name of a scene must be a str"),
        ({"shot": "side"}, "the shot of a scene must be a Shot"),
        ({"source": poise.FigureSource("human", {"stature": 2.0})}, "makes another figure"),
    ],
)
def test_a_bad_scene_is_refused(options, message):
    good = {"start": REST, "levels": [poise.Hold("left_foot")]}
    with pytest.raises(poise.PoiseError, match=re.escape(message)):
        poise.Scene(**{**good, **options})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("humn",), "did you mean 'human'"),
        (("human", {"height": 1.7}), "the figure 'human' has no option 'height'"),
        (("file",), "needs the option path"),
    ],
)
def test_a_bad_source_is_refused(arguments, message):
    with pytest.raises(poise.PoiseError, match=re.escape(message)):
        poise.FigureSource(*arguments)


def test_a_bad_shot_is_refused():
    with pytest.raises(poise.UnknownNameError, match="did you mean 'front'"):
        poise.Shot("frnt")
    with pytest.raises(poise.InputError, match="com of a shot must be a bool"):
        poise.Shot(com=1)
