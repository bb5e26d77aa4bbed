"""Sizes: what is asked for is what stands there, and its heights are those of the tables."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise.people.ansur import FRACTIONS, MASS, MEAN_MASS, MEAN_STATURE, PERCENTILES, STATURE

STANDING = ("rest", "t_pose", "arms_up")


@pytest.mark.parametrize(("hands", "dof"), [(False, 54), (True, 96)])
def test_degrees_of_freedom(hands: bool, dof: int) -> None:
    assert poise.human(hands=hands).dof == dof


@pytest.mark.parametrize("stature", [1.2, 1.52, 1.755, 1.9, 2.2])
@pytest.mark.parametrize("sex", ["male", "female"])
def test_a_standing_person_has_the_stature_asked_for(stature: float, sex: str) -> None:
    figure = poise.human(stature=stature, sex=sex)
    for posture in STANDING:
        assert figure.pose(posture).position("head_top")[1] == pytest.approx(stature, abs=1e-12)


@pytest.mark.parametrize("sex", ["male", "female"])
def test_percentiles_are_the_tables_and_rise_between_them(sex: str) -> None:
    for percentile, stature, mass in zip(PERCENTILES, STATURE[sex], MASS[sex], strict=True):
        figure = poise.human(sex=sex, percentile=percentile)
        assert figure.rest().position("head_top")[1] == pytest.approx(stature, abs=1e-9)
        assert figure.mass == pytest.approx(mass, abs=1e-9)
    people = [poise.human(sex=sex, percentile=p) for p in np.linspace(1, 99, 25)]
    assert np.all(np.diff([p.mass for p in people]) > 0)
    assert np.all(np.diff([p.rest().position("head_top")[1] for p in people]) > 0)


def test_a_middle_percentile_lies_where_a_normal_distribution_puts_it() -> None:
    # between the 75th (z = 0.6745) and 95th (z = 1.6449) percentile, the 90th is at z = 1.2816
    expected = 1.802 + (1.2816 - 0.6745) / (1.6449 - 0.6745) * (1.870 - 1.802)
    assert poise.human(percentile=90).rest().position("head_top")[1] == pytest.approx(expected, abs=1e-5)


def test_a_stature_brings_the_usual_mass_and_a_mass_overrides_it() -> None:
    expected = MEAN_MASS["female"] * (1.8 / MEAN_STATURE["female"]) ** 2
    assert poise.human(stature=1.8, sex="female").mass == pytest.approx(expected)
    assert poise.human(stature=1.8, mass=70).mass == pytest.approx(70)
    assert poise.human(percentile=50, mass=70).mass == pytest.approx(70)


def test_the_default_person_is_the_median_man() -> None:
    assert poise.human() == poise.human(percentile=50, sex="male")


@pytest.mark.parametrize("sex", ["male", "female"])
def test_heights_agree_with_the_survey(sex: str) -> None:
    """Landmarks are on the skin and joints under it: two centimetres, but for what is the same point."""
    figure = poise.human(sex=sex)
    pose, hanging = figure.rest(), figure.pose("reference")
    stature = pose.position("head_top")[1]
    column = ("male", "female").index(sex)
    share = {name: values[column] for name, values in FRACTIONS.items()}
    heights = {
        "eyes": (pose.position("eyes")[1], 1 - share["sitting_height"] + share["eye_height_sitting"], 0.001),
        "hip": (pose.joint_frame("left_hip")[1, 3], share["trochanterion_height"], 0.001),
        "knee": (pose.position("left_knee")[1], share["femoral_epicondyle_height"], 0.001),
        "ankle": (pose.joint_frame("left_ankle")[1, 3], share["lateral_malleolus_height"], 0.001),
        "shoulder": (pose.joint_frame("left_shoulder")[1, 3], share["acromial_height"] - 0.02, 0.003),
        "wrist": (hanging.joint_frame("left_wrist")[1, 3], share["wrist_height"], 0.01),
        "neck": (pose.joint_frame("neck")[1, 3], share["cervicale_height"], 0.022),
    }
    for name, (height, fraction, tolerance) in heights.items():
        assert height == pytest.approx(fraction * stature, abs=tolerance), name


@pytest.mark.parametrize("sex", ["male", "female"])
def test_reach_and_breadth_agree_with_the_survey(sex: str) -> None:
    figure = poise.human(sex=sex, hands=True)
    pose = figure.pose("t_pose")
    stature, column = pose.position("head_top")[1], ("male", "female").index(sex)
    span = pose.position("left_middle_tip")[0] - pose.position("right_middle_tip")[0]
    assert span == pytest.approx(FRACTIONS["span"][column] * stature, rel=0.02)
    foot = pose.position("left_toe") - pose.position("left_heel")
    assert np.allclose(foot, (0, 0, FRACTIONS["foot_length"][column] * stature), atol=1e-9)
    widths = [np.ptp([p[0] for p in sole.outline]) for sole in figure.soles.values()]
    assert max(widths) == pytest.approx(FRACTIONS["foot_breadth"][column] * stature)


def test_sitting_height_agrees_with_the_survey() -> None:
    pose = poise.human().pose("sitting")
    seat = pose.position("pelvis")[1] - 0.05 * 1.755  # the seat is below the hip centres, by the buttocks' thickness
    assert pose.position("head_top")[1] - seat == pytest.approx(FRACTIONS["sitting_height"][0] * 1.755, abs=0.035)


def test_lengths_scale_with_stature() -> None:
    small, large = poise.human(stature=1.5), poise.human(stature=2.0)
    for joint in small.joints:
        a, b = (np.array(f.joints[joint].placement.position) for f in (small, large))
        assert np.allclose(b, a * 2.0 / 1.5, atol=1e-12), joint
