"""A scene as Python: readable, clean, and the same pose to the last bit when it runs."""

from __future__ import annotations

import contextlib
import io
import math
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import test_solve_unchanged as solving
from small_scenes import HUMAN, SOURCE, chained, reaching

import poise
from poise.io.text.python_source import angle, call, source, text


def run(path: Path) -> poise.Solution:
    """What the script's solution is."""
    names = {"__file__": str(path)}
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(path.read_text("utf-8"), path, "exec"), names)
    assert "level" in out.getvalue()
    return names["solution"]


def assert_same_pose(scene: poise.Scene, folder: Path) -> None:
    path = folder / "scene.py"
    scene.script(path)
    assert run(path).pose.coordinates.tobytes() == scene.solve().pose.coordinates.tobytes()
    assert_clean(path)


def assert_clean(path: Path) -> None:
    """As ruff would have it, where Poise is installed like any other package."""
    ruff = shutil.which("ruff", path=Path(sys.executable).parent)
    assert ruff is not None, "ruff belongs to the development environment"
    rules = "E4,E7,E9,F,W,I,N,B,UP,SIM,RUF,C4,PIE"
    checks = (["check", "--isolated", "--select", rules], ["format", "--check", "--isolated"])
    for check in checks:
        done = subprocess.run([ruff, *check, "--no-cache", path.name], cwd=path.parent, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr + path.read_text("utf-8")


def test_the_script_reads_like_ours(tmp_path):
    expected = '''"""Reach the ball."""

import poise

figure = poise.human(stature=1.7)
start = figure.rest()

levels = [
    [poise.Hold("left_foot"), poise.Hold("right_foot")],
    poise.Balance(margin=0.02),
    poise.LookAt("eyes", (-0.1, 1.3, 0.55)),
    poise.Reach("right_hand", (-0.1, 1.3, 0.55)),
]

solution = poise.solve(start, levels, criteria=[poise.NearPose("rest")])
print(solution)
'''
    assert reaching(name="reach the ball").script() == expected
    assert_same_pose(reaching(name="reach the ball"), tmp_path)


def test_options_of_the_solve_are_in_the_script(tmp_path):
    scene = reaching(
        name='quotes " and \\ in the name',
        notes="A first paragraph that is rather long, so that it has to be broken somewhere.\n\nA second one.",
        method="weighted",
        attempts=2,
        seed=5,
        max_steps=50,
        tolerance=(1e-3, 0.01),
        analytic=["right_arm", "left_arm"],
    )
    assert_same_pose(scene, tmp_path)


def test_all_tasks_in_one_script(tmp_path):
    """But for the one that solves the others anew for each of its choices: that stands by itself."""
    tasks = dict(solving.EVERY)
    choice = tasks.pop("any of")
    assert_same_pose(poise.Scene(solving.HUMAN.rest(), [list(tasks.values())]), tmp_path)
    assert_same_pose(poise.Scene(solving.HUMAN.rest(), [choice]), tmp_path)


def test_a_path_without_a_name_is_refused():
    with pytest.raises(poise.InputError, match="must end with the name of a file"):
        poise.Scene.load("standing_reach").script("")


def test_functions_that_no_script_can_import_are_refused():
    with pytest.raises(poise.InputError, match="cannot be imported from a module"):
        chained(poise.CustomTask(lambda pose: 0.0)).script()


def test_a_start_pose_and_poses_of_tasks(tmp_path):
    start = HUMAN.pose({"left_elbow": 0.5, "left_hip": (0.3, 0.1, 0.2), "right_knee": math.radians(20)})
    target = HUMAN.pose("sitting")
    scene = poise.Scene(start, [poise.Posture(target)], [poise.NearPose(start)], source=SOURCE)
    assert_same_pose(scene, tmp_path)


def test_edits_of_a_figure(tmp_path):
    made = poise.FigureSource(
        "planar_chain",
        {"links": 4, "limit": math.radians(40)},
        [poise.Site("middle", "link_2", poise.Placement((0, 0.1, 0)))],
        [poise.Coupling("c", {"joint_1": 1, "joint_2": -1}, -math.inf, 0.5)],
    )
    scene = poise.Scene(made.figure().rest(), [poise.Reach("middle", (0, 0.3, 0.2))], source=made)
    assert "limit=math.radians(40)" in scene.script()
    assert_same_pose(scene, tmp_path)


def test_a_figure_in_a_file_and_one_without_a_source(tmp_path):
    poise.figures.planar_chain(3).save(tmp_path / "three.yaml")
    made = poise.FigureSource("file", {"path": tmp_path / "three.yaml"})
    goal = poise.Reach("tip", (0, 0.5, 0.1))
    assert_same_pose(poise.Scene(made.figure().rest(), [goal], source=made), tmp_path)
    assert_same_pose(poise.Scene(made.figure().with_name("own").rest(), [goal]), tmp_path)
    assert (tmp_path / "scene_figure.yaml").exists()


def test_long_names_are_not_broken(tmp_path):
    assert_same_pose(chained(poise.Reach("tip", (0, 0.5, 0.1), name="a very long name " * 8 + "end")), tmp_path)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((1.0,), "(1.0,)"),
        ({"a": [1, None, True]}, '{"a": [1, None, True]}'),
        (call("f", 1, x=(2.5, "y")), 'f(1, x=(2.5, "y"))'),
        (angle(math.radians(12.5)), "math.radians(12.5)"),
        (angle(0.1), "0.1"),
        (angle(0.0), "0.0"),
    ],
)
def test_values_as_source(value, expected):
    assert source(value) == expected


def test_text_as_source():
    assert [text(t) for t in ("it's", 'a "b"', "a\nb")] == ['"it\'s"', "'a \"b\"'", '"a\\nb"']
    assert all(eval(text(t)) == t for t in ("it's", 'a "b"', "both ' and \"", "\\", "é\t"))
