"""`poise solve`: its table, its files, its exit status."""

from __future__ import annotations

import json

import pytest
from PIL import Image

import poise
from poise.scene.shipped import shipped_scenes

SCENE = """poise: scene
version: 1
name: touch
figure: {planar_chain: {links: 4, axis: z}}
levels:
  - reach: {site: tip, point: [GOAL, 0.3, 0]}
shot: {view: front}
"""


@pytest.fixture
def scene(tmp_path):
    """A scene file; its goal is within reach or far away."""

    def write(goal: float = 0.4):
        path = tmp_path / "touch.yaml"
        path.write_text(SCENE.replace("GOAL", str(goal)))
        return path

    return write


def test_a_scene_that_is_met(poise_command, scene):
    run = poise_command("solve", scene())
    assert run.status == 0
    assert run.err == ""
    assert run.out.startswith("converged (green): ")
    assert "reach tip" in run.out


def test_a_compromise_has_status_3(poise_command, scene):
    run = poise_command("solve", scene(4.0))
    assert run.status == 3
    assert run.out.startswith("compromise (red): ")


def test_json_is_one_object_in_degrees(poise_command, scene):
    run = poise_command("solve", scene(), "--json", "-o", "pose.yaml")
    facts = json.loads(run.out)
    pose = poise.Scene.load(scene()).solve().pose
    assert facts["status"] == "converged"
    assert [task["name"] for task in facts["tasks"]] == ["reach tip"]
    assert facts["pose"]["joint_1"]["angle"] == pytest.approx(57.29578 * pose["joint_1"])
    assert facts["written"] == {"pose": "pose.yaml"}


def test_what_is_written(poise_command, scene, tmp_path):
    files = ["-o", "pose.yaml", "--picture", "touch.png", "--script", "touch.py"]
    run = poise_command("solve", scene(), *files)
    assert [line for line in run.out.splitlines() if line.startswith("wrote")] == [
        "wrote pose.yaml", "wrote touch.png", "wrote touch.py",
    ]  # fmt: skip
    with Image.open(tmp_path / "touch.png") as picture:
        assert picture.size == (520, 680)
    assert "poise.Reach(" in (tmp_path / "touch.py").read_text()


def test_the_pose_that_is_written_is_read_bit_for_bit(poise_command, scene, tmp_path):
    from poise.io.figure.pose_values import load_pose

    poise_command("solve", scene(), "-o", "pose.yaml")
    solved = poise.Scene.load(scene()).solve().pose
    assert load_pose(solved.figure, tmp_path / "pose.yaml").coordinates.tobytes() == solved.coordinates.tobytes()
    (tmp_path / "chain.yaml").write_text("")
    solved.figure.save(tmp_path / "chain.yaml")
    shown = poise_command("show", "chain.yaml", "--pose", "pose.yaml", "--json", "--size", "90x90")
    assert json.loads(shown.out)["pose"]["joint_2"]["angle"] == pytest.approx(57.29578 * solved["joint_2"])


def test_a_compromise_is_explained(poise_command, scene):
    run = poise_command("solve", scene(4.0), "--explain")
    assert run.status == 3
    assert "reach tip (level 1) misses by" in run.out
    facts = json.loads(poise_command("solve", scene(4.0), "--explain", "--json").out)
    assert [finding["task"] for finding in facts["explanation"]["findings"]] == ["reach tip"]


def test_the_history_is_drawn(poise_command, scene, tmp_path):
    run = poise_command("solve", scene(4.0), "--history", "steps.png")
    assert "wrote steps.png" in run.out
    with Image.open(tmp_path / "steps.png") as chart:
        assert chart.size == (900, 560)


def test_torques_are_drawn(poise_command, scene, tmp_path):
    run = poise_command("solve", scene(4.0), "--torques", "torques.png")
    assert "wrote torques.png" in run.out
    with Image.open(tmp_path / "torques.png") as chart:
        assert chart.size == (900, 400)
    refused = poise_command("solve", scene(), "--torques", "torques.png", "--goals", "goals.csv", "-o", "all.csv")
    assert "leave --torques out" in refused.err


def test_another_method(poise_command, scene):
    assert poise_command("solve", scene(), "--method", "weighted").status == 0
    assert "no method 'magic'" in poise_command("solve", scene(), "--method", "magic").err


def test_functions_of_the_user(poise_command, scene, tmp_path):
    path = scene()
    path.write_text(path.read_text().replace("levels:\n", "levels:\n  - custom_task: {error: lean}\n"))
    (tmp_path / "mine.py").write_text("def lean(pose):\n    return pose['joint_1'] - 0.5\n")
    assert "no function 'lean'" in poise_command("solve", path).err
    facts = json.loads(poise_command("solve", path, "--functions", "mine.py", "--json").out)
    assert facts["pose"]["joint_1"]["angle"] == pytest.approx(57.29578 * 0.5)
    (tmp_path / "mine.py").write_text("1 / 0\n")
    assert "mine.py: cannot be run: ZeroDivisionError" in poise_command("solve", path, "--functions", "mine.py").err
    assert "there is no such file" in poise_command("solve", path, "--functions", "gone.py").err


def test_shipped_scenes_are_listed_and_go_by_name(poise_command):
    run = poise_command("solve", "--list")
    assert all(name in run.out for name in shipped_scenes())
    facts = json.loads(poise_command("solve", "--list", "--json").out)
    assert list(facts) == list(shipped_scenes())
    assert all(scene["name"] and scene["notes"] for scene in facts.values())


def test_help_teaches(poise_command):
    text = poise_command("solve", "--help").out
    for word in ("Examples", "exit status", "--picture", "--script", "--list", "--json", "--explain", "--history"):
        assert word in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve"], "which scene? Give a file"),
        (["solve", "nothing"], "Poise has no scene 'nothing'"),
        (["solve", "gone.yaml"], "gone.yaml: there is no such file"),
        (["solve", "touch.yaml", "-o", "pose.txt"], "use the ending .yaml"),
        (["solve", "touch.yaml", "--picture", "a.doc"], "pictures end with"),
        (["solve", "touch.yaml", "--script", "no/where.py"], "cannot be written"),
    ],
)
def test_errors_are_one_clear_line(poise_command, scene, arguments, message):
    scene()
    run = poise_command(*arguments)
    assert run.status == 2
    assert run.out == ""
    assert message in run.err
    assert run.err.count("\n") == 1


def test_many_goals_from_a_table(poise_command, scene, tmp_path):
    (tmp_path / "goals.csv").write_text("reach tip.x,reach tip.y,reach tip.z\n0.4,0.3,0\n0.2,0.5,0\n4,0.3,0\n")
    run = poise_command("solve", scene(), "--goals", "goals.csv", "-o", "results.csv")
    assert run.status == 3
    assert run.out == "3 solved: 1 compromise, 2 converged; wrote results.csv\n"
    lines = (tmp_path / "results.csv").read_text().splitlines()
    assert [line.split(",")[1] for line in lines] == ["status", "converged", "converged", "compromise"]
    run = poise_command("solve", scene(), "--goals", "goals.csv", "-o", "results.npz", "--json")
    assert json.loads(run.out)["status"] == {"compromise": 1, "converged": 2}
    assert (tmp_path / "results.npz").is_file()


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ("reach tip.x\n", "a line of numbers for every item"),
        ("tip\n1\n", "'tip' must be named by a task and a component"),
        ("reach tip.x,reach tip.y\n1\n", "line 2 has 1 numbers for 2 columns"),
        ("reach tip.x\nfar\n", "line 2: 'far' is not a number"),
        ("reach toe.x\n1\n", "toe"),
    ],
)
def test_a_table_of_goals_that_cannot_be_used(poise_command, scene, tmp_path, table, complaint):
    (tmp_path / "goals.csv").write_text(table)
    run = poise_command("solve", scene(), "--goals", "goals.csv", "-o", "results.csv")
    assert run.status == 2
    assert complaint in " ".join(run.err.split())
    assert not (tmp_path / "results.csv").exists()


def test_many_goals_need_a_file_and_nothing_for_one(poise_command, scene, tmp_path):
    (tmp_path / "goals.csv").write_text("reach tip.x\n1\n")
    assert "-o FILE.csv" in poise_command("solve", scene(), "--goals", "goals.csv").err
    run = poise_command("solve", scene(), "--goals", "goals.csv", "-o", "r.csv", "--picture", "p.png")
    assert run.status == 2
    assert "--picture" in run.err


def test_what_stands_in_the_way_is_told_with_the_room_that_would_do(tmp_path, poise_command) -> None:
    scene = tmp_path / "wall.yaml"
    scene.write_text("""poise: scene
version: 2
figure: human
levels:
  - [hold: {site: left_foot}, hold: {site: right_foot}]
  - reach: {site: right_hand, point: [-0.2, 1.2, 0.5]}
world:
  wall: {half_space: {normal: [0, 0, -1]}, at: {position: [0, 0, 0.45]}}
""")
    done = poise_command("solve", str(scene), "--explain")
    assert done.status == 3
    told = " ".join(done.out.split())
    assert "enough with" in told
    assert "cm more room" in told
    assert "between the right hand and the wall" in told
