"""`poise postures`: all stances of a person, listed and drawn."""

from __future__ import annotations

import json

import poise


def test_all_stances_are_listed_with_what_they_rest_on(poise_command):
    out = poise_command("postures", "--stature", "1.6").out
    for name, words in poise.human(stature=1.6).stances.items():
        assert f"{name:22s} {words}" in out
    assert "seat (left_seat, right_seat)" in out
    assert "joint values alone: rest, reference, t_pose" in out


def test_one_as_data(poise_command):
    told = json.loads(poise_command("postures", "--only", "kneeling", "--only", "running", "--json").out)
    kneeling, running = told["stances"]
    assert kneeling["contacts"]["left_kneecap"] == "floor"
    assert kneeling["balanced"] is True
    assert abs(kneeling["margin"] - 0.02) < 1e-6
    assert running["motion"]


def test_a_picture_is_drawn(poise_command, tmp_path):
    path = tmp_path / "one.png"
    assert f"wrote {path}" in poise_command("postures", "--only", "leaning_on_wall", "-o", str(path)).out
    assert path.read_bytes()[1:4] == b"PNG"


def test_unknown_ones_and_other_figures_are_told(poise_command):
    assert "no posture 'kneling'; did you mean 'kneeling'" in poise_command("postures", "--only", "kneling").err
    assert "joint values alone: rest" in poise_command("postures", "bird").out
