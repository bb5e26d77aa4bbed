"""Every command, its JSON, its errors: one clear line and exit status 2."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

import poise
from poise.cli.figures import builtin_names


def one_line_error(run):
    """The message of a run that failed as it should: nothing on the output, one line, status 2."""
    assert run.status == 2
    assert run.out == ""
    assert run.err.count("\n") == 1
    assert run.err.startswith("poise: ")
    assert "Traceback" not in run.err
    return run.err


def test_version(poise_command):
    run = poise_command("--version")
    assert (run.status, run.out) == (0, f"poise {poise.__version__}\n")


def test_help_teaches_with_examples(poise_command):
    for command in ("info", "show", "convert"):
        text = poise_command(command, "--help").out
        assert "Examples" in text
        assert f"poise {command} human" in text
    assert all(word in poise_command("--help").out for word in ("info", "show", "convert", "demo", "degrees"))


def test_nothing_given_shows_help(poise_command):
    assert "Usage: poise" in poise_command().out


def test_info_tells_the_parts(poise_command, doll_file):
    out = poise_command("info", doll_file).out
    assert "doll: 20 degrees of freedom" in out
    assert "left_hip" in out
    assert "flexion -120° … 30°, twist -20° … 20°" in out
    assert "swing ellipse" in out
    assert "left_hip.flexion + right_hip.flexion ≥ -57.3°" in out
    assert "Sites: left_hand, right_hand" in out
    assert "Postures: rest, wave" in out


def test_info_counts_in_plain_words_and_tells_of_missing_meshes(poise_command, tmp_path):
    boxes = '<collision><geometry><box size="1 1 1"/></geometry></collision>' * 2
    seen = '<visual><geometry><mesh filename="arm.stl"/></geometry></visual>'
    (tmp_path / "r.urdf").write_text(f'<robot name="r"><link name="a">{boxes}{seen}</link></robot>')
    out = poise_command("info", str(tmp_path / "r.urdf")).out
    assert "2 boxes" in out
    assert "drawn without 1 mesh of its file: arm.stl: there is no such file" in " ".join(out.split())


def test_info_json_is_one_object_and_nothing_else(poise_command, doll_file):
    run = poise_command("info", doll_file, "--json")
    facts = json.loads(run.out)
    figure = poise.Figure.load(doll_file)
    assert run.err == ""
    assert facts["dof"] == figure.dof
    assert facts["mass"] == pytest.approx(figure.mass)
    assert list(facts["joints"]) == list(figure.joints)
    assert facts["joints"]["left_ankle"]["limits"]["angle"] == pytest.approx({"min": -30, "max": 45})
    assert len(facts["joints"]["left_shoulder"]["limits"]["swing"]["polygon"]) == 6
    assert facts["size"]["height"] == pytest.approx(1.26, abs=0.05)
    assert facts["couplings"] == {"hips": "left_hip.flexion + right_hip.flexion ≥ -57.3°"}


def test_swings_of_a_polygon_are_told_in_degrees(poise_command, doll_file):
    polygon = json.loads(poise_command("info", doll_file, "--json").out)["joints"]["left_shoulder"]["limits"]["swing"]
    again = poise.Polygon.of_swings([tuple(np.radians(s)) for s in polygon["polygon"]])
    original = poise.Figure.load(doll_file).joints["left_shoulder"].limits["swing"]
    np.testing.assert_allclose(again.vertices, original.vertices, atol=1e-12)


def test_human_options_reach_the_human(poise_command):
    small = json.loads(poise_command("info", "human", "--sex", "female", "--percentile", "5", "--json").out)
    large = json.loads(poise_command("info", "human", "--stature", "2.0", "--mass", "100", "--json").out)
    fingers = json.loads(poise_command("info", "human", "--hands", "--json").out)
    assert small["mass"] < 60
    assert large["mass"] == pytest.approx(100)
    assert (small["dof"], fingers["dof"]) == (54, 96)


def test_all_built_in_figures_can_be_asked_about(poise_command):
    assert {"human", "hand", "quadruped", "bird", "fern", "chain", "planar_man"} <= set(builtin_names())
    for name in builtin_names():
        run = poise_command("info", name, "--json")
        assert run.status == 0, run.err
        assert json.loads(run.out)["dof"] > 0


def test_chains_take_their_number_of_segments(poise_command):
    short, long = (json.loads(poise_command("info", f"chain:{n}", "--json").out) for n in (3, 30))
    assert len(long["joints"]) - len(short["joints"]) == 27
    assert "whole number" in one_line_error(poise_command("info", "chain:many"))
    assert "no number of segments to choose" in one_line_error(poise_command("info", "bird:3"))
    assert "no number of segments to choose" in one_line_error(poise_command("info", "human:3"))


def test_show_writes_a_picture(poise_command, doll_file, tmp_path):
    run = poise_command("show", doll_file, "--view", "front", "--view", "side", "-o", "two.png", "--size", "300x200")
    assert (run.status, run.out) == (0, "wrote two.png (300×200 pixels)\n")
    pixels = np.asarray(Image.open(tmp_path / "two.png"))
    assert pixels.shape == (200, 300, 3)
    assert pixels.std() > 10


def test_show_names_the_picture_after_the_figure(poise_command, doll_file, tmp_path):
    poise_command("show", doll_file, "--size", "100x100")
    assert (tmp_path / "doll.png").exists()


def test_show_sets_joints_in_degrees(poise_command, doll_file):
    options = [
        "--set",
        "left_ankle=20",
        "--set",
        "left_hip=-30",
        "--set",
        "neck=5,-6",
        "--set",
        "left_shoulder.twist=7",
    ]
    shown = json.loads(poise_command("show", doll_file, "--json", "--size", "100x100", *options).out)
    assert shown["pose"]["left_ankle"]["angle"] == pytest.approx(20)
    assert shown["pose"]["left_hip"] == pytest.approx({"flexion": -30, "twist": 0})
    assert shown["pose"]["neck"] == pytest.approx({"swing_x": 5, "swing_y": -6})
    assert shown["pose"]["left_shoulder"]["twist"] == pytest.approx(7)
    assert shown["within_limits"] is True


def test_show_takes_postures_and_pose_files(poise_command, doll_file, tmp_path):
    (tmp_path / "kick.yaml").write_text(
        "left_hip: -80\nleft_ankle: {angle: 10}\nneck: [5, 0]\nbase: [0, 0.6, 0, 0, 0, 90]\nright_hip.twist: 3\n"
    )
    kick = json.loads(poise_command("show", doll_file, "--pose", "kick.yaml", "--json", "--size", "90x90").out)["pose"]
    assert kick["left_hip"]["flexion"] == pytest.approx(-80)
    assert kick["left_ankle"]["angle"] == pytest.approx(10)
    assert kick["right_hip"]["twist"] == pytest.approx(3)
    assert kick["base"] == pytest.approx({"x": 0, "y": 0.6, "z": 0, "swing_x": 0, "swing_y": 0, "twist": 90})
    wave = json.loads(poise_command("show", doll_file, "--pose", "wave", "--json", "--size", "90x90").out)["pose"]
    assert wave["left_shoulder"]["swing_x"] == pytest.approx(np.degrees(-1.6))


def test_show_tells_and_repairs_broken_limits(poise_command, doll_file):
    broken = poise_command("show", doll_file, "--set", "left_ankle=60", "--size", "90x90")
    assert broken.status == 0
    assert "outside its limits, most of all left_ankle angle, by 15°" in broken.err
    repaired = poise_command("show", doll_file, "--set", "left_ankle=60", "--size", "90x90", "--clamp", "--json")
    assert json.loads(repaired.out)["pose"]["left_ankle"]["angle"] == pytest.approx(45)
    assert repaired.err == ""


def test_show_draws_limits_marks_and_close_ups(poise_command, doll_file, tmp_path):
    pixels = {}
    for name, options in {
        "plain": [], "limits": ["--limits", "left_shoulder"], "all": ["--limits", "all"], "com": ["--com"],
        "support": ["--support"], "skeleton": ["--skeleton"], "focus": ["--focus", "head"],
    }.items():  # fmt: skip
        run = poise_command("show", doll_file, "-o", f"{name}.png", "--size", "120x150", *options)
        assert run.status == 0, run.err
        pixels[name] = np.asarray(Image.open(tmp_path / f"{name}.png"))
    assert len({p.tobytes() for p in pixels.values()}) == len(pixels)


def test_convert_keeps_the_figure(poise_command, doll_file, tmp_path):
    run = poise_command("convert", doll_file, "again.yaml")
    assert run.out.startswith("wrote again.yaml: 8 segments, 20 degrees of freedom,")
    assert poise.Figure.load(tmp_path / "again.yaml") == poise.Figure.load(doll_file)
    told = json.loads(poise_command("convert", doll_file, "fixed.yaml", "--root", "fixed", "--json").out)
    assert told["dof"] == 14
    assert told["written"] == "fixed.yaml"


def test_convert_says_what_a_format_cannot(poise_command):
    run = poise_command("convert", "human", "human.urdf")
    assert "things this format cannot say were left out" in run.err
    told = json.loads(poise_command("convert", "human", "human.xml", "--json").out)
    assert "the swing and twist limit of joint 'left_shoulder' (ball)" in told["not_said"]
    assert "limits, masses and marks" in poise_command("convert", "chain:3", "chain.glb").err
    back = poise_command("convert", "chain.glb", "chain.yaml")
    assert back.out.startswith("wrote chain.yaml: 4 segments")
    assert "the mesh that came with the figure" in back.err
    assert poise_command("convert", "human", "human.yaml").err == ""


def test_convert_writes_people_of_any_size(poise_command, tmp_path):
    poise_command("convert", "human", "small.yaml", "--sex", "female", "--percentile", "5")
    assert poise.Figure.load(tmp_path / "small.yaml") == poise.human(sex="female", percentile=5)


def test_files_can_be_held_and_turned_in_every_command(poise_command, doll_file):
    asked = json.loads(poise_command("info", doll_file, "--root", "fixed", "--axes", "keep", "--json").out)
    drawn = json.loads(poise_command("show", doll_file, "--root", "fixed", "--size", "120x150", "--json").out)
    assert asked["dof"] == 14
    assert asked["base"] == "fixed"
    assert "base" not in drawn["pose"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["info", "nobody.yaml"], "nobody.yaml: there is no such file"),
        (["info", "humn"], "did you mean 'human'"),
        (["info", "doll.yaml", "--sex", "male"], "--sex is for the built-in human"),
        (["info", "human", "--root", "fixed"], "--root is for files; 'human' is built in"),
        (["show", "chain:3", "--axes", "keep"], "--axes is for files; 'chain:3' is built in"),
        (["info", "human", "--percentile", "200"], "the percentile of a human must lie between 1 and 99, not 200"),
        (["info", "human", "--stature", "-1"], "stature"),
        (["show", "doll.yaml", "--set", "left_knee=3"], "no joint 'left_knee'"),
        (["show", "doll.yaml", "--set", "left_hip"], "--set needs joint=degrees"),
        (["show", "doll.yaml", "--set", "left_hip=warm"], "'warm' is not a number"),
        (["show", "doll.yaml", "--set", "left_hip=nan"], "not a finite number"),
        (["show", "doll.yaml", "--set", "neck=3"], "takes 2 values (swing_x, swing_y)"),
        (["show", "doll.yaml", "--set", "neck=3,4,5"], "takes 2 values (swing_x, swing_y), not 3"),
        (["show", "doll.yaml", "--set", "left_hip.bend=3"], "no coordinate 'bend'"),
        (["show", "doll.yaml", "--view", "frnt"], "did you mean 'front'"),
        (["show", "doll.yaml", "--limits", "base"], "no limits to draw"),
        (["show", "doll.yaml", "--focus", "hed"], "did you mean 'head'"),
        (["show", "doll.yaml", "--pose", "wabe"], "did you mean 'wave'"),
        (["show", "doll.yaml", "--size", "big"], "WIDTHxHEIGHT"),
        (["show", "doll.yaml", "--size", "3x3"], "3×3 pixels"),
        (["show", "doll.yaml", "-o", "nowhere/doll.png"], "cannot be written"),
        (["show", "doll.yaml", "-o", "doll.doc"], "pictures end with"),
        (["convert", "doll.yaml", "doll.xyz"], "doll.xyz"),
        (["convert", "doll.yaml", "x.yaml", "--root", "loose"], "--root has no choice 'loose'; it has: free, fixed"),
        (["convert", "doll.yaml", "x.yaml", "--axes", "up"], "--axes has no choice 'up'; it has: poise, keep"),
    ],
)
def test_errors_are_one_clear_line(poise_command, doll_file, arguments, message):
    assert message in one_line_error(poise_command(*arguments))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("left_hip: [1, 2", "pose.yaml:2: not well-formed YAML"),
        ("- 1\n- 2\n", "maps joints to degrees"),
        ("left_hip: {flexion: high}\n", "pose.yaml:1: left_hip.flexion: an angle is a number of degrees"),
        ("left_hip: true\n", "pose.yaml:1: left_hip: an angle is a number of degrees"),
        ("left_kne: 3\n", "no joint 'left_kne'"),
    ],
)
def test_bad_pose_files_are_told(poise_command, doll_file, tmp_path, text, message):
    (tmp_path / "pose.yaml").write_text(text)
    assert message in one_line_error(poise_command("show", "doll.yaml", "--pose", "pose.yaml"))


def test_names_are_printed_as_they_are(poise_command, tmp_path):
    segments = [poise.Segment("a[red]"), poise.Segment(":smile:", 1.0)]
    joints = [poise.Joint("base", "fixed", None, "a[red]"), poise.Joint("[/]", "hinge", "a[red]", ":smile:")]
    poise.Figure("odd [bold]", segments, joints).save(tmp_path / "odd.yaml")
    run = poise_command("info", "odd.yaml")
    assert run.status == 0, run.err
    assert all(name in run.out for name in ("odd [bold]:", "a[red]", ":smile:", "[/]"))


def test_files_that_may_not_be_read_are_told(poise_command, tmp_path):
    (tmp_path / "folder.yaml").mkdir()
    assert "directory" in one_line_error(poise_command("info", "folder.yaml"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_waiting_shows_a_spinner_on_a_terminal_only(doll_file, tmp_path):
    import pty

    def error_stream(terminal: bool) -> str:
        ours, theirs = pty.openpty() if terminal else os.pipe()
        environment = {**os.environ, "TERM": "xterm"}
        command = [sys.executable, "-m", "poise.cli.main", "show", str(doll_file), "--size", "90x90"]
        with subprocess.Popen(command, cwd=tmp_path, stderr=theirs, stdout=subprocess.PIPE, env=environment) as process:
            os.close(theirs)
            told = drained(ours)  # all the while: a terminal that nobody reads holds up who writes
            assert b"wrote doll.png" in process.communicate()[0]
        os.close(ours)
        return told

    def drained(stream: int) -> str:
        told = b""
        with contextlib.suppress(OSError):  # so ends a terminal
            while piece := os.read(stream, 4096):
                told += piece
        return told.decode()

    assert "drawing" in error_stream(terminal=True)
    assert error_stream(terminal=False) == ""


def test_missing_arguments_are_usage_errors(poise_command):
    run = poise_command("info")
    assert run.status == 2
    assert "FIGURE" in run.err


def test_the_installed_command_works(doll_file):
    command = os.path.join(os.path.dirname(sys.executable), "poise")
    done = subprocess.run([command, "info", str(doll_file)], capture_output=True, text=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("doll: 20 degrees of freedom")


def test_demo_poses_explains_and_writes_a_picture_a_mesh_and_a_film(poise_command, tmp_path, monkeypatch):
    monkeypatch.setattr("poise.cli.demo.SECONDS", 0.2)
    run = poise_command("demo", "-o", "made")
    assert run.status == 0, run.err
    assert "converged (green)" in run.out
    assert "balance (level 2) stops it" in run.out
    for name in ("reach.png", "reach.glb", "reach.webp"):
        assert f"wrote made/{name}" in run.out.replace("\\", "/")
    assert np.asarray(Image.open(tmp_path / "made" / "reach.png")).std() > 10
    with Image.open(tmp_path / "made" / "reach.webp") as film:
        assert film.n_frames > 1
    assert poise.Figure.load(tmp_path / "made" / "reach.glb").character is not None


def test_demo_complains_about_an_impossible_folder(poise_command, tmp_path):
    (tmp_path / "file").write_text("")
    run = poise_command("demo", "-o", "file/inside")
    assert run.status == 2
    assert "the folder cannot be made" in run.err
