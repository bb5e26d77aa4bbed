"""BVH files that are made to do harm end in a named error, after little work and in little memory.

Time is measured by `benchmarks/motion.py`; here work is bounded: what is refused at the first fault goes no further.
"""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from bvh_files import GOOD, SKELETON

import poise
from poise.io.bvh import hierarchy

MOST_MEMORY = 64_000_000
JOINT = "JOINT j{} {{ OFFSET 0 1 0 CHANNELS 3 Zrotation Xrotation Yrotation "


def refused(path: Path, words: str) -> poise.FileError:
    """The file is refused in these words, within the memory that may be used."""
    tracemalloc.start()
    try:
        with pytest.raises(poise.FileError, match=words) as caught:
            poise.Motion.load(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY
    return caught.value


def many_joints(count: int) -> bytes:
    """Joints in each other, far deeper than Python would recurse."""
    head = "HIERARCHY\nROOT r { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation\n"
    return (head + "\n".join(JOINT.format(i) for i in range(count)) + "}" * (count + 1)).encode()


def test_a_million_joints(tmp_path, monkeypatch):
    path = tmp_path / "many.bvh"
    path.write_bytes(many_joints(1_000_000))
    taken = 0
    take = hierarchy._Reading.take

    def counted(self, *words):
        nonlocal taken
        taken += 1
        return take(self, *words)

    monkeypatch.setattr(hierarchy._Reading, "take", counted)
    error = refused(path, "more than 2000 joints or End Sites, which no figure has")
    assert error.line == 2002
    assert taken < 5 * hierarchy.MOST_JOINTS


def test_as_many_joints_as_there_may_be(tmp_path):
    path = tmp_path / "deep.bvh"
    path.write_bytes(many_joints(600))
    assert len(poise.Figure.load(path).joints) == 601


@pytest.mark.parametrize("count", ["4000000000", "9" * 30, "9" * 3000])
def test_more_frames_than_any_file_has(write, count):
    path = write(GOOD.replace("Frames: 2", f"Frames: {count}").replace("11 21 31", "11 21"), "huge.bvh")
    refused(path, "frame 2 has 8 numbers in this line")


def test_frames_without_channels(write):
    """Nothing is allotted by a number that only stands there."""
    text = "HIERARCHY\nROOT r { OFFSET 0 0 0 }\nMOTION\nFrames: 999999999999\nFrame Time: 0.1\n"
    path = write(text, "empty.bvh")
    with pytest.warns(UserWarning, match="no joint has a channel"):
        refused(path, "a skeleton but no frames")


def test_a_fault_at_the_front_of_a_long_file(tmp_path):
    path = tmp_path / "long.bvh"
    path.write_bytes(
        SKELETON.encode() + b"MOTION\nFrames: 9999999\nFrame Time: 0.1\nnan " + b"1 2 3 4 5 6 7 8 9\n" * 500_000
    )
    assert refused(path, "'nan' is not finite: frame 1").line == 19


def test_a_hierarchy_that_never_ends(tmp_path):
    tip = b"End Site { OFFSET 0 0 0 }\n"
    for filling, words in ((b"\n", "is not closed"), (b"OFFSET 0 0 0\n", "'r' has OFFSET twice"), (tip, "End Sites")):
        path = tmp_path / "endless.bvh"
        path.write_bytes(b"HIERARCHY\nROOT r {\n" + filling * (17_000_000 // len(filling)))
        refused(path, words)


def test_long_words(write):
    for text, words in (
        ("HIERARCHY\nROOT " + "a" * 5_000_000, "a name of 5000000 letters"),
        (GOOD.replace("10.0", "1" * 3_000_000), "OFFSET needs three finite numbers"),
        (GOOD.replace("CHANNELS 3", "CHANNELS " + "9" * 100_000), "CHANNELS says 9{20} and names 3"),
        (GOOD.replace("91", "9" * 3_000_000), "'9{60}' is not finite"),
    ):
        error = refused(write(text, "long.bvh"), words)
        assert len(str(error)) < 1000


def test_zero_bytes_and_other_encodings(write):
    for text in (GOOD.encode("utf-16"), b"\0" + GOOD.encode(), GOOD.encode().replace(b"91", b"9\x001")):
        with pytest.raises(poise.FileError):
            poise.Motion.load(write(text, "odd.bvh"))


def test_numbers_beyond_all_bounds(write):
    text = GOOD.replace("0.0 10.0 0.0", "0.0 1e308 0.0").replace("1 91", "1e308 1e308")
    try:
        motion = poise.Motion.load(write(text, "large.bvh"))
    except poise.FileError:
        return
    assert np.isfinite(motion.poses).all()
