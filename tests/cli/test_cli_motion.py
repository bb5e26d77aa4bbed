"""`poise motion`: what is in a file, the same in another format, a strip of it; refusals in one line."""

from __future__ import annotations

import json

import numpy as np
import pytest

import poise

BVH = """HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Knee
  {
    OFFSET 0 -50 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site { OFFSET 0 -45 0 }
  }
}
MOTION
Frames: 3
Frame Time: 0.1
0 95 0 0 0 0 0 0 0
0 95 10 0 0 0 0 30 0
0 95 20 0 0 0 0 0 0
"""


@pytest.fixture
def step(tmp_path):
    (tmp_path / "step.bvh").write_text(BVH)
    return tmp_path / "step.bvh"


def test_info_tells_what_was_found(poise_command, step):
    run = poise_command("motion", "info", "step.bvh", "--unit", "cm", "--json")
    assert run.status == 0
    facts = json.loads(run.out)
    assert (facts["keys"], facts["joints"], facts["dof"]) == (3, ["Hips", "Knee"], 9)
    assert facts["rate"] == pytest.approx(10.0)
    assert facts["way"] == pytest.approx(0.2)
    assert facts["heights"] == pytest.approx([0.95, 0.95])
    assert facts["notes"][0] == "unit: cm, as given"
    plain = poise_command("motion", "info", "step.bvh", "--unit", "0.01")
    assert plain.out.splitlines()[0] == "step: 3 keys in 0.2 s, 10 a second"


def test_warnings_of_the_reader_are_notes(poise_command, step):
    step.write_text(BVH.replace("Frames: 3", "Frames: 7"))
    run = poise_command("motion", "info", "step.bvh")
    assert run.status == 0
    assert "poise: step.bvh: Frames says 7, but there are 3: the file may be cut short" in run.err


def test_convert_there_and_back(poise_command, step, tmp_path):
    assert poise_command("motion", "convert", "step.bvh", "step.npz", "--unit", "cm").status == 0
    run = poise_command("motion", "convert", "step.npz", "again.bvh", "--order", "YXZ", "--into", "mm", "--rate", "20")
    assert run.out == "wrote again.bvh: 5 keys in 0.2 s\n"
    again = poise.Motion.load(tmp_path / "again.bvh", unit="mm", up="y")
    np.testing.assert_allclose(again[2].position("Knee"), [0.0, 0.45, 0.1], atol=1e-6)
    told = json.loads(poise_command("motion", "convert", "step.bvh", "x.npz", "--json").out)
    assert told["written"] == "x.npz"


def test_show_draws_a_strip(poise_command, step, tmp_path):
    run = poise_command("motion", "show", "step.bvh", "--count", "2", "--size", "200x150", "--json")
    assert json.loads(run.out)["size"] == [200, 150]
    assert (tmp_path / "step.png").stat().st_size > 500


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("info", "nowhere.bvh"), "there is no such file"),
        (("info", "step.bvh", "--unit", "mile"), "'mile'"),
        (("info", "step.bvh", "--up", "w"), "'w'"),
        (("info", "step.bvh", "--rest", "last"), "'last'"),
        (("info", "step.bvh", "--frame-time", "0"), "must be positive"),
        (("convert", "step.bvh", "step.fbx"), "has no motion format"),
        (("convert", "step.bvh", "x.bvh", "--order", "ABC"), "'ABC'"),
        (("convert", "step.bvh", "x.npz", "--order", "XYZ"), "no option 'order'"),
        (("show", "step.bvh", "--count", "0"), "the number of poses of a strip"),
        (("show", "step.bvh", "--size", "big"), "--size needs WIDTHxHEIGHT"),
    ],
)
def test_refusals_are_one_line(poise_command, step, arguments, words):
    run = poise_command("motion", *arguments)
    assert run.status == 2
    assert words in run.err
    assert len(run.err.strip().splitlines()) == 1
    assert run.out == ""


def test_help_teaches(poise_command):
    overview = poise_command("motion", "--help").out
    assert all(command in overview for command in ("info", "convert", "show"))
    for command in ("info", "convert", "show"):
        text = poise_command("motion", command, "--help").out
        assert "Examples" in text
        assert f"poise motion {command} walk.bvh" in text
        assert all(option in text for option in ("--unit", "--up", "--rest", "--frame-time"))


def test_film_writes_a_film(poise_command, step):
    pytest.importorskip("PIL")
    run = poise_command(
        "motion", "film", "step.bvh", "-o", "step.gif", "--size", "64x64", "--rate", "10", "--unit", "cm", "--json"
    )
    assert json.loads(run.out)["film"] == "step.gif"
    assert (step.parent / "step.gif").read_bytes().startswith(b"GIF89a")
