"""Poise's own motion files hold a motion exactly, and damaged ones are refused."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pytest
from random_motions import FIGURES, wander

import poise
from poise import KochanekBartels, Motion, Pace


@pytest.mark.parametrize("name", FIGURES)
def test_nothing_is_lost(tmp_path, name):
    motion = wander(name, "smooth")
    motion.save(tmp_path / "motion.npz")
    assert Motion.load(tmp_path / "motion.npz") == motion


def test_all_that_a_motion_says(tmp_path):
    motion = wander("human", keys=4).rerooted("left_foot")
    motion = motion._edited(
        interpolation=KochanekBartels([0.1, 0.2, 0.3, 0.4], 0.5, -0.1),
        timing=["held", Pace(0.25, 2.0), "eased"], name="a walk", notes=("one", "two"), hold_limits=True,
    )  # fmt: skip
    motion.save(tmp_path / "walk.npz")
    again = Motion.load(tmp_path / "walk.npz")
    assert again == motion
    assert (again.name, again.notes, again.carrier) == ("a walk", ("one", "two"), motion.carrier)


def test_numpy_alone_can_open_it(tmp_path):
    motion = wander("crane")
    motion.save(tmp_path / "m.npz")
    with np.load(tmp_path / "m.npz") as arrays:
        np.testing.assert_array_equal(arrays["times"], motion.times)
        np.testing.assert_array_equal(arrays["poses"], motion.poses)
        assert str(arrays["poise"]) == "motion 1"


def test_damage_is_refused(tmp_path):
    wander("crane").save(tmp_path / "m.npz")
    good = (tmp_path / "m.npz").read_bytes()
    for data, words in (
        (good[: len(good) // 2], "the archive is damaged"),
        (good[:300] + b"\xff" * 40 + good[340:], "m.npz"),
        (b"PK\x03\x04", "the archive is damaged"),
        (_archive(times=np.zeros(3)), "has no 'poise'"),
        (_archive(poise=np.array("motion 2"), figure=0, times=0, poses=0, about=0), "it says 'motion 2'"),
        (_archive(poise=np.array("motion 1"), figure=np.array("x"), times=0, poses=0, about=np.array("{}")), "m.npz"),
        (b"hello", "this is no motion that can be read"),
    ):
        (tmp_path / "m.npz").write_bytes(data)
        with pytest.raises(poise.FileError) as caught:
            Motion.load(tmp_path / "m.npz")
        assert words in str(caught.value)


def test_heads_of_arrays_that_do_not_end_are_refused(tmp_path):
    """numpy reads a head that is not as it writes them with the tokenizer of Python, which has errors of its own."""
    (tmp_path / "m.npz").write_bytes(_archive(poise=np.array("motion 1"), figure=0, times=0, poses=0, about=0))
    with zipfile.ZipFile(tmp_path / "m.npz") as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    entries["poise.npy"] = entries["poise.npy"].replace(b"}", b" ").replace(b"), ", b",( ")
    with zipfile.ZipFile(tmp_path / "m.npz", "w") as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    with pytest.raises(poise.FileError, match="the archive is damaged"):
        Motion.load(tmp_path / "m.npz")


def test_objects_of_python_are_not_unpacked(tmp_path):
    data = _archive(poise=np.array([object()], dtype=object), figure=0, times=0, poses=0, about=0)
    (tmp_path / "m.npz").write_bytes(data)
    with pytest.raises(poise.FileError, match="damaged"):
        Motion.load(tmp_path / "m.npz")


def test_bombs_are_not_unpacked(tmp_path, monkeypatch):
    from poise.io.motion import npz

    monkeypatch.setattr(npz, "LARGEST", 1000)
    with zipfile.ZipFile(tmp_path / "m.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("poses.npy", b"\0" * 100_000)
    with pytest.raises(poise.FileError, match="unpacks to 100000 bytes, more than 1000"):
        Motion.load(tmp_path / "m.npz")


def test_options_that_are_none(tmp_path):
    motion = wander("crane")
    with pytest.raises(poise.UnknownNameError, match="writing Poise motion has no option 'order'"):
        motion.save(tmp_path / "m.npz", order="ZYX")


def _archive(**entries: object) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **entries)  # type: ignore[arg-type]
    return stream.getvalue()
