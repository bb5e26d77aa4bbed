"""BVH files are read whatever their channels, spacing and newlines; what has no one meaning is refused by its place."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from bvh_files import FRAMES, GOOD, MANY_WAYS, SKELETON, TWO_ROOTS
from bvh_oracle import places

import poise
from poise.io.bvh.read import read_bvh

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def joint_places(motion: poise.Motion, unit: float) -> dict[str, np.ndarray]:
    return {name: motion.trace(name) / unit for name in motion.figure.sites}


def agrees(path: Path, tolerance: float = 1e-9) -> None:
    """All joints of all frames are where the other reader has them, in the file's units and axes."""
    motion = poise.Motion.load(path, unit=1.0, axes="keep")
    expected = places(path)
    for name, wanted in expected.items():
        size = 1.0 + np.abs(wanted).max()
        np.testing.assert_allclose(motion.trace(name), wanted, rtol=0, atol=tolerance * size, err_msg=name)


# ---- what is accepted -------------------------------------------------------------------------


@pytest.mark.parametrize("text", [GOOD, MANY_WAYS], ids=["good", "many ways"])
def test_joints_are_where_another_reader_has_them(write, text):
    agrees(write(text, "x.bvh"))


SAME = {
    "crlf": GOOD.replace("\n", "\r\n").encode(),
    "old newlines": GOOD.replace("\n", "\r").encode(),
    "byte order mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "blank lines": GOOD.replace("\n", "\n\n \t\n").encode(),
    "end site": GOOD.replace("End Site", "End site").encode(),
    "lower case": GOOD.replace("OFFSET", "offset").replace("MOTION", "motion").replace("ROOT", "Root").encode(),
    "tabs and exponents": GOOD.replace("0 90 0 0", "0\t9.0e1\t0\t0").replace("10 20 30", "1e1\t2E+1\t3.0e+01").encode(),
    "no newline at the end": GOOD.rstrip().encode(),
    "braces on the line": GOOD.replace("\n{", " {").replace("\n  {", "{").encode(),
    "spaces about the colon": GOOD.replace("Frames: 2", "Frames :2").replace("Frame Time:", "Frame  Time :\t").encode(),
    "end of file mark": GOOD.encode() + b"\x1a\0\0",
}


@pytest.mark.parametrize("kind", SAME)
def test_spacing_and_newlines_do_not_matter(write, kind):
    plain, other = (poise.Motion.load(write(text, "same.bvh")) for text in (GOOD, SAME[kind]))
    assert plain == other
    assert plain.notes == other.notes


def test_what_a_good_file_has(write):
    motion = poise.Motion.load(write(GOOD, "good.bvh"), unit="cm")
    figure = motion.figure
    assert [j.model for j in figure.joints.values()] == ["free", "ball"]
    assert list(figure.sites) == ["Hips", "Spine", "Spine_end"]
    assert figure.site("Spine_end").placement.position == (0.0, 0.05, 0.0)
    np.testing.assert_array_equal(motion.times, [0.0, 0.0333333])
    np.testing.assert_allclose(motion[1].position("Hips"), [0.01, 0.91, 0.01])
    assert motion.name == figure.name == "good"


def test_joint_models_follow_the_channels(write):
    figure = poise.Figure.load(write(MANY_WAYS, "many.bvh"))
    models = {name: joint.model for name, joint in figure.joints.items()}
    assert models == {
        "base": "free", "a": "ball", "hinge": "hinge", "two": "ball", "stiff": "fixed", "twice": "ball",
        "sliding": "free", "still": "ball",
    }  # fmt: skip
    assert figure.joint("hinge").axis == (1.0, 0.0, 0.0)


def test_positions_that_never_change_are_where_the_joint_sits(write):
    motion = poise.Motion.load(write(MANY_WAYS, "many.bvh"), unit=1.0)
    assert motion.figure.joint("still").placement.position == (-2.0, 1.0, 0.0)  # and not the offset 9 9 9


def test_several_roots_hang_on_the_world(write):
    motion = poise.Motion.load(write(TWO_ROOTS, "two.bvh"), unit=1.0)
    assert motion.figure.root == "world"
    assert motion.figure.base.model == "fixed"
    assert "hand_2" in motion.figure.joints
    assert any("'hand' → 'hand_2'" in note for note in motion.notes)
    np.testing.assert_allclose(motion[1].position("two"), [5.0, 2.0, 1.0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        saved = poise.Motion.load(write(TWO_ROOTS.replace("hand", "hand2", 1), "two.bvh"), unit=1.0)
    agrees_in = places(write(TWO_ROOTS.replace("hand", "hand2", 1), "two.bvh"))
    for name, wanted in agrees_in.items():
        np.testing.assert_allclose(saved.trace(name), wanted, atol=1e-12)


def test_names_are_kept_whole(write):
    text = GOOD.replace("JOINT Spine", "JOINT mixamorig:Spine 01").replace("End Site", "End Site  the tip ")
    figure = poise.Figure.load(write(text, "names.bvh"))
    assert "mixamorig:Spine 01" in figure.joints
    assert "the tip" in figure.sites
    old = poise.Figure.load(write(GOOD.encode().replace(b"Spine", b"R\xfccken"), "old.bvh"))
    assert "Rücken" in old.joints


def test_a_skeleton_alone_is_a_figure_and_no_motion(write):
    for text in (SKELETON, GOOD.partition("0 90")[0].replace("Frames: 2", "Frames: 0")):
        path = write(text, "skeleton.bvh")
        assert poise.Figure.load(path).dof == 9
        assert len(read_bvh(path).frames) == 0
        with pytest.raises(poise.FileError, match=r"a skeleton but no frames; Figure\.load reads it"):
            poise.Motion.load(path)


def test_a_frame_time_can_be_given(write):
    path = write(GOOD.replace("0.0333333", "0"), "still.bvh")
    with pytest.raises(poise.FileError, match="not a number of seconds above zero") as caught:
        poise.Motion.load(path)
    assert caught.value.line == 18
    assert poise.Motion.load(path, frame_time=0.1).end == 0.1


@pytest.mark.parametrize(
    ("text", "words", "frames"),
    [
        (GOOD.replace("Frames: 2", "Frames: 5"), "Frames says 5, but there are 2: the file may be cut short", 2),
        (GOOD.replace("Frames: 2", "Frames: 99999999999999999999999"), "but there are 2", 2),
        (GOOD.replace("Frames: 2", "Frames: 1"), "Frames says 1; what follows in line 20 and after is left out", 1),
        (GOOD.replace("0 0 10 20", "0 0\n10 20"), "frames go on over several lines, the first in line 19", 2),
    ],
    ids=["more", "far more", "fewer", "wrapped"],
)
def test_odd_frames_are_read_with_a_warning(write, text, words, frames):
    path = write(text, "odd.bvh")
    with pytest.warns(UserWarning, match=words):
        motion = poise.Motion.load(path)
    assert len(motion) == frames
    assert any(words in note for note in motion.notes)
    np.testing.assert_array_equal(motion.poses, poise.Motion.load(write(GOOD, "odd.bvh")).poses[:frames])


# ---- what is refused --------------------------------------------------------------------------

REFUSED = {
    "nan": (GOOD.replace("11 21 31", "nan 21 31"), 20, 14, "'nan' is not finite: frame 2, Zrotation of 'Spine'"),
    "minus nan": (GOOD.replace("11 21 31", "11 21 -nan"), 20, 20, "'-nan' is not finite: frame 2, Yrotation of"),
    "indefinite": (GOOD.replace("11 21 31", "11 -1.#IND 31"), 20, 17, "'-1.#IND' is not finite"),
    "too large": (GOOD.replace("1 91", "1 1e999"), 20, 3, "'1e999' is not finite: frame 2, Yposition of 'Hips'"),
    "a word": (GOOD.replace("1 91", "1 up"), 20, 3, "'up' is no number"),
    "commas": (GOOD.replace("1 91 1", "1, 91, 1"), 20, 1, "'1,' is no number"),
    "short row": (GOOD.replace("11 21 31", "11"), 20, None, "frame 2 has 7 numbers in this line, but there are 9"),
    "short first row": (GOOD.replace("10 20 30", "10"), 19, None, "frame 1 has 7 numbers in this line"),
    "long row": (GOOD.replace("10 20 30", "10 20 30 40"), 19, 23, "frame 1 has more numbers than the 9 channels"),
    "missing brace": (GOOD.replace("}\nMOTION", "MOTION"), 15, 1, "joint 'Hips' of line 2 is not closed"),
    "brace too many": (GOOD.replace("}\nMOTION", "}\n}\nMOTION"), 16, 1, "a closing brace too many"),
    "unknown channel": (GOOD.replace("3 Zrotation X", "3 Zrotation W"), 9, 5, "'Wrotation' is no channel"),
    "too few channels": (GOOD.replace("CHANNELS 3", "CHANNELS 4"), 9, 5, "CHANNELS says 4 and names 3"),
    "too many channels": (GOOD.replace("CHANNELS 3", "CHANNELS 2"), 9, 5, "CHANNELS says 2 and names 3"),
    "uncounted channels": (GOOD.replace("CHANNELS 3", "CHANNELS"), 9, 5, "CHANNELS needs their number"),
    "short offset": (GOOD.replace("0.0 10.0 0.0", "0.0 10.0"), 8, 5, "OFFSET needs three finite numbers"),
    "nan offset": (GOOD.replace("0.0 10.0 0.0", "0.0 nan 0.0"), 8, 5, "OFFSET needs three finite numbers"),
    "no offset": (GOOD.replace("    OFFSET 0.0 10.0 0.0\n", ""), 13, 3, "joint 'Spine' of line 6 has no OFFSET"),
    "no name": (GOOD.replace("JOINT Spine", "JOINT"), 6, 3, "a JOINT without a name"),
    "root in a joint": (GOOD.replace("JOINT", "ROOT"), 6, 3, "ROOT inside joint 'Hips'"),
    "joint without root": (GOOD.replace("ROOT", "JOINT"), 2, 1, "JOINT outside of any ROOT"),
    "channels of a tip": (GOOD.replace("5.0 0.0\n", "5.0 0.0 CHANNELS 1 Xrotation\n"), 12, 26, "an End Site has no"),
    "stray word": (GOOD.replace("JOINT Spine", "BONE Spine"), 6, 3, "'BONE' stands where JOINT, End Site, OFFSET"),
    "no brace": (GOOD.replace("ROOT Hips\n{", "ROOT Hips\n"), 4, 3, "joint 'Hips' must be followed by '{'"),
    "no root": ("HIERARCHY\n" + FRAMES, 2, 1, "a HIERARCHY without a ROOT"),
    "no frames": (SKELETON + "MOTION\nFrame Time: 1\n", 17, None, "MOTION must be followed by 'Frames:'"),
    "frames in words": (GOOD.replace("Frames: 2", "Frames: two"), 17, None, "'two', not a whole number"),
    "negative frames": (GOOD.replace("Frames: 2", "Frames: -2"), 17, None, "'-2', not a whole number"),
    "no frame time": (GOOD.replace("Frame Time: 0.0333333\n", ""), 18, None, "'Frame Time:' and its seconds"),
    "nan frame time": (GOOD.replace("0.0333333", "nan"), 18, None, "not a number of seconds above zero"),
    "cut in a joint": (GOOD[:134], 7, None, "is not closed"),
    "cut after the head": ("HIERARCHY\n", 1, None, "a HIERARCHY without a ROOT"),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_wrong_is_refused_with_its_place(write, kind):
    text, line, column, words = REFUSED[kind]
    path = write(text, "wrong.bvh")
    with pytest.raises(poise.FileError) as caught:
        poise.Motion.load(path)
    assert words in str(caught.value)
    assert caught.value.path == str(path)
    assert caught.value.line == line
    assert column is None or caught.value.column == column
    assert f"wrong.bvh:{line}:" in str(caught.value)


def test_any_cut_is_refused_or_a_shorter_motion(write):
    whole = poise.Motion.load(write(GOOD, "cut.bvh"))
    for length in range(len(GOOD)):
        try:
            motion = poise.Motion.load(write(GOOD[:length], "cut.bvh"))
        except poise.FileError:
            continue
        kept = len(motion)
        np.testing.assert_array_equal(motion.poses[: kept - 1], whole.poses[: kept - 1])


@pytest.mark.parametrize("text", [GOOD, GOOD.replace("0 0 10 20", "0 0\n10 20")], ids=["good", "wrapped"])
def test_long_files_are_read_in_pieces(write, monkeypatch, text):
    """Wherever the first piece ends: in a word, in the hierarchy, in a number, at a newline."""
    from poise.io.bvh import read

    path = write(text, "pieces.bvh")
    whole = read_bvh(path)
    monkeypatch.setattr(read, "LARGEST", 400)
    for first in range(20, len(text) + 2, 3):
        monkeypatch.setattr(read, "FIRST", first)
        pieces = read_bvh(path)
        assert pieces.joints == whole.joints
        assert pieces.remarks == whole.remarks
        np.testing.assert_array_equal(pieces.frames, whole.frames)


def test_options_that_are_wrong(write):
    path = write(GOOD, "x.bvh")
    for options, words in (
        ({"unit": "furlong"}, "'furlong'"),
        ({"unit": -1.0}, "must be positive"),
        ({"up": "w"}, "up of a BVH file has no choice 'w'"),
        ({"rest": "last"}, "rest of a BVH file has no choice 'last'"),
        ({"axes": "mine"}, "axes must be 'poise' or 'keep'"),
        ({"frame_time": 0.0}, "the frame time must be positive"),
        ({"units": "m"}, "reading BVH has no option 'units'; did you mean 'unit'?"),
    ):
        with pytest.raises(poise.PoiseError) as caught:
            poise.Motion.load(path, **options)
        assert words in str(caught.value)


# ---- files of others --------------------------------------------------------------------------


def test_files_of_other_programs_agree_with_another_reader(shared):
    files = [*(shared / "data" / "bvh").glob("*.bvh"), *(shared / "data" / "bvh_odd").glob("*.bvh")]
    assert len(files) == 13
    for path in files:
        agrees(path)


def test_files_of_other_programs_agree_with_pybvh(shared):
    pybvh = pytest.importorskip("pybvh")
    for path in sorted((shared / "data" / "bvh").glob("*.bvh")):
        theirs = pybvh.read_bvh_file(str(path))
        motion = poise.Motion.load(path, unit=1.0, axes="keep")
        wanted = np.asarray(theirs.joint_positions())
        names = list(theirs.joint_names)
        size = 1.0 + np.abs(wanted).max()
        for index, name in enumerate(names):
            np.testing.assert_allclose(motion.trace(name), wanted[:, index], atol=1e-6 * size, err_msg=f"{path} {name}")
