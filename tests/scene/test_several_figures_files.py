"""Scenes of several figures in files: they come back as they were, as a script too, and say what is wrong where."""

from __future__ import annotations

import runpy

import pytest

import poise

TEXT = """poise: scene
version: 2
figures:
  one: {planar_chain: {links: 3, axis: z}}
  two: {planar_chain: {links: 4, axis: z}}
starts:
  two: {joint_1: 30}
levels:
  - together: {site_a: one/tip, site_b: two/tip}
  - posture: {pose: {joint_2: 10}, figure: two}
criteria:
  - rest_posture: {figure: one}
"""


def loaded(text: str, folder) -> poise.Scene:
    (folder / "scene.yaml").write_text(text, "utf-8")
    return poise.Scene.load(folder / "scene.yaml")


def test_files_and_scripts_give_the_same_pose(tmp_path):
    scene = loaded(TEXT, tmp_path)
    assert list(scene.figure.members) == ["one", "two"]
    solution = scene.solve()
    assert solution.status in ("converged", "compromise")
    scene.save(tmp_path / "again.yaml")
    again = poise.Scene.load(tmp_path / "again.yaml")
    assert again == scene
    scene.script(tmp_path / "script.py")
    run = runpy.run_path(str(tmp_path / "script.py"))["solution"]
    assert run.pose.coordinates.tobytes() == solution.pose.coordinates.tobytes()


def test_figures_without_a_recipe_stand_whole_in_the_file(tmp_path):
    pose = poise.company({"left": poise.figures.planar_chain(2, axis="z"), "right": poise.figures.planar_chain(3)})
    scene = poise.Scene(pose, [poise.Together("left/tip", "right/tip")])
    scene.save(tmp_path / "scene.yaml")
    assert poise.Scene.load(tmp_path / "scene.yaml").solve().pose == scene.solve().pose
    scene.script(tmp_path / "script.py")
    assert (tmp_path / "script_left.yaml").exists()
    run = runpy.run_path(str(tmp_path / "script.py"))["solution"]
    assert run.pose.coordinates.tobytes() == scene.solve().pose.coordinates.tobytes()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("starts:\n", "start: rest\nstarts:\n", "figures start as starts says"),
        ("  two: {joint_1: 30}", "  three: rest", "no figure 'three'"),
        ("version: 2\n", "version: 2\nfigure: human\n", "either figure, or figures"),
        ("  one: {planar", "  one/a: {planar", "no slash"),
        ("site_a: one/tip", "site_a: tip", "tip"),
        ("figure: two}", "figure: six}", "no figure 'six'"),
        ("posture: {pose: {joint_2: 10}, figure: two}", "posture: {pose: rest}", "say which"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path, old, new, words):
    assert old in TEXT
    with pytest.raises(poise.FileError, match=words) as told:
        loaded(TEXT.replace(old, new), tmp_path)
    assert told.value.line is not None
