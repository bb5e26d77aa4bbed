"""Every malformed or odd file of the shared set has the outcome that is stated for it, or a better one.

Where the list leaves a choice, Poise reads what has one meaning and says what was odd: too many or too few frames are
warned about, since a capture that was cut short is still worth having; rows that wrap are a stream of numbers. A file
without frames is a figure and no motion: a motion has a pose at every time, and of none there is no first.
"""

from __future__ import annotations

import csv
import warnings
from pathlib import Path

import pytest

import poise

# file → joints, End Sites and frames of the figure or motion; or the line and words of the refusal
OUTCOMES: dict[str, tuple[object, ...]] = {
    "00_reference_ok": (2, 1, 2),
    "01_crlf": (2, 1, 2),
    "02_utf8_bom": (2, 1, 2),
    "03_lowercase_end_site": (2, 1, 2),
    "04_named_end_site": (2, 1, 2),
    "06_rotation_before_position": (2, 1, 2),
    "07_mixed_channel_counts": (2, 1, 2),
    "08_one_channel_joint": (2, 1, 2),
    "10_joint_name_spaces_colon": (2, 1, 2),
    "12_scientific_tabs_commas": (2, 1, 2),
    "14_frames_more_than_rows": (2, 1, 2, "Frames says 5, but there are 2"),
    "15_frames_fewer_than_rows": (2, 1, 1, "Frames says 1; what follows in line 20"),
    "16_short_row": ("refused", 20, "frame 2 has 7 numbers in this line, but there are 9 channels"),
    "18_nan_value": ("refused", 20, "'nan' is not finite: frame 2, Zrotation of 'Spine'"),
    "19_zero_frame_time": ("refused", 18, "the frame time is '0'"),
    "21_missing_closing_brace": ("refused", 15, "joint 'Hips' of line 2 is not closed"),
    "22_no_motion": (2, 1, 0),
    "23_zero_frames": (2, 1, 0),
    "25_zero_length_bone": (2, 1, 2),
    "26_unknown_channel": ("refused", 9, "'Wrotation' is no channel"),
    "27_channel_count_mismatch": ("refused", 9, "CHANNELS says 4 and names 3"),
    "29_rows_wrapped": (2, 1, 2, "frames go on over several lines"),
    "30_empty": ("refused", None, "the file is empty"),
}
SAME_AS_REFERENCE = ("01_crlf", "02_utf8_bom", "03_lowercase_end_site", "12_scientific_tabs_commas", "29_rows_wrapped")


def loaded(path: Path) -> poise.Motion:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return poise.Motion.load(path)


def test_the_list_is_complete(shared):
    with (shared / "data" / "bvh_odd" / "malformed" / "expected.csv").open(encoding="utf-8") as stream:
        next(stream)  # a remark
        listed = {row["file"].removesuffix(".bvh"): row["expected"] for row in csv.DictReader(stream)}
    assert set(listed) == set(OUTCOMES)
    for name, expected in listed.items():  # refusals that the list demands are refusals here
        if expected.startswith("reject") and " or " not in expected:
            assert OUTCOMES[name][0] == "refused", name
        if expected.startswith("accept") and " or " not in expected:
            assert OUTCOMES[name][0] != "refused", name


@pytest.mark.parametrize("name", OUTCOMES)
def test_outcome(shared, name):
    path = shared / "data" / "bvh_odd" / "malformed" / f"{name}.bvh"
    outcome = OUTCOMES[name]
    if outcome[0] == "refused":
        with pytest.raises(poise.FileError) as caught:
            poise.Motion.load(path)
        assert caught.value.line == outcome[1]
        assert str(outcome[2]) in str(caught.value)
        return
    joints, ends, frames = outcome[:3]
    figure = poise.Figure.load(path) if frames == 0 else loaded(path).figure
    assert (len(figure.joints), len(figure.sites) - len(figure.joints)) == (joints, ends)
    if frames:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            assert len(poise.Motion.load(path)) == frames
        words = outcome[3] if len(outcome) > 3 else ""
        assert len(told) == (1 if words else 0)
        assert all(str(words) in str(warning.message) for warning in told)


@pytest.mark.parametrize("name", SAME_AS_REFERENCE)
def test_equal_to_the_reference(shared, name):
    folder = shared / "data" / "bvh_odd" / "malformed"
    one, other = loaded(folder / "00_reference_ok.bvh"), loaded(folder / f"{name}.bvh")
    assert (one.poses == other.poses).all()
    assert (one.times == other.times).all()
