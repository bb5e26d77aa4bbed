"""What is named on a person: sites, soles, limbs, groups, strengths, weights."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

import poise
from poise.people.strengths import ANDERSON, ROUGH


def test_sites_of_the_contract(man: poise.Figure, handed: poise.Figure) -> None:
    sided = {f"{s}_{n}" for s in ("left", "right") for n in ("hand", "foot", "toe", "heel", "elbow", "knee")}
    skin = (
        "seat", "buttock", "hip_side", "kneecap", "knee_side", "ankle_side", "foot_edge", "heel_back", "shoulder_side",
        "palm", "breast", "chest_side",
    )  # fmt: skip
    touching = {f"{s}_{n}" for s in ("left", "right") for n in skin} | {"belly", "upper_back", "head_back"}
    assert set(man.sites) == sided | {"eyes", "head_top", "chest", "pelvis"} | touching
    tips = {f"{s}_{n}_tip" for s in ("left", "right") for n in ("thumb", "index", "middle", "ring", "little")}
    assert set(handed.sites) == set(man.sites) | tips


def test_joints_and_their_models(man: poise.Figure) -> None:
    models = {
        "root": "free", "lumbar": "ball", "thoracolumbar": "ball", "thoracic": "ball", "neck": "ball", "head": "swing",
        "left_clavicle": "swing", "left_shoulder": "ball", "left_elbow": "elbow", "left_wrist": "swing",
        "left_hip": "ball", "left_knee": "elbow", "left_ankle": "swing", "left_toes": "hinge",
    }  # fmt: skip
    assert {n: man.joints[n].model for n in models} == models
    assert len(man.joints) == 6 + 2 * 8
    assert man.root == "pelvis"


def test_limbs_and_groups(handed: poise.Figure) -> None:
    assert set(handed.limbs) == {"left_arm", "right_arm", "left_leg", "right_leg"}
    arm = handed.limbs["right_arm"]
    assert (arm.root, arm.middle, arm.end, arm.site) == ("right_shoulder", "right_elbow", "right_wrist", "right_hand")
    joints = [j for g in handed.groups.values() for j in g.joints]
    assert sorted(joints) == sorted(set(handed.joints) - {"root"})  # every joint in exactly one group


def test_the_standing_support_covers_both_feet_and_the_centre_of_mass(person: poise.Figure) -> None:
    pose = person.rest()
    hull = pose.support_polygon()
    stature = pose.position("head_top")[1]
    assert np.ptp(hull[:, 2]) == pytest.approx(pose.position("left_toe")[2] - pose.position("left_heel")[2], abs=1e-9)
    assert 0.13 * stature < np.ptp(hull[:, 0]) < 0.2 * stature
    assert hull[:, 2].min() < pose.center_of_mass[2] < hull[:, 2].max()


def test_the_squat_is_balanced(person: poise.Figure) -> None:
    pose = person.pose("squat")
    assert pose.position("left_heel")[2] < pose.center_of_mass[2] < pose.position("left_toe")[2]
    assert pose.position("pelvis")[1] < 0.62 * person.rest().position("pelvis")[1]


def test_strengths_name_their_source(man: poise.Figure) -> None:
    hip = man.joints["left_hip"].strengths["swing_x"]
    size = 84.6 * 9.81 * 1.755  # C1 × mass × g × stature
    assert hip.positive == pytest.approx(0.113 * size)
    assert hip.negative == pytest.approx(0.161 * size)
    assert hip.source == ANDERSON
    assert man.joints["left_elbow"].strengths["flexion"].source == ROUGH
    knee = poise.human(sex="female").joints["right_knee"].strengths["flexion"]
    assert knee.negative == pytest.approx(0.159 * 66.8 * 9.81 * 1.626)
    assert knee.negative > knee.positive  # extension is the stronger


def test_the_trunk_is_less_willing_than_the_limbs(man: poise.Figure) -> None:
    weights = {n: j.weight for n, j in man.joints.items()}
    assert all(weights[s] < weights["left_elbow"] for s in ("lumbar", "thoracolumbar", "thoracic"))


def test_the_package_can_be_called_again_after_its_parts_were_imported() -> None:
    from poise.people import ansur

    assert ansur.PERCENTILES
    assert poise.human().dof == poise.human().dof == 54
    assert list(inspect.signature(poise.human).parameters) == ["stature", "sex", "percentile", "mass", "hands"]


BACK, AHEAD, OUT, DOWN = (0, 0, -1), (0, 0, 1), (1, 0, 0), (0, -1, 0)
TOUCHING = {
    # where the skin is asked for: in which posture, and which way out of the body
    "left_seat": ("sitting", DOWN), "left_buttock": ("reference", BACK), "left_hip_side": ("reference", OUT),
    "left_kneecap": ("sitting", AHEAD), "left_knee_side": ("reference", OUT), "left_ankle_side": ("reference", OUT),
    "left_foot_edge": ("reference", OUT), "left_heel_back": ("reference", BACK), "belly": ("reference", AHEAD),
    "left_breast": ("reference", AHEAD), "upper_back": ("reference", BACK), "head_back": ("reference", BACK),
}  # fmt: skip
SOMEBODY = ({}, {"sex": "female", "percentile": 5}, {"sex": "female", "stature": 1.5, "mass": 85.0})


@pytest.mark.parametrize("who", SOMEBODY)
def test_contact_sites_lie_on_the_skin(who: dict[str, Any]) -> None:
    """Within 9 mm: a line through the site meets the skin there, by hand, triangle after triangle."""
    body = poise.human(**who)
    mesh = poise.body_mesh(body)
    for site, (posture, way) in TOUCHING.items():
        pose = body.pose(posture)
        a, b, c = np.swapaxes(mesh.posed(pose)[0][mesh.triangles], 0, 1) - (
            pose.position(site) + 1e-5
        )  # off the edges of the middle
        volumes = [np.cross(p, q) @ np.array(way, float) for p, q in ((a, b), (b, c), (c, a))]
        met = (np.sign(volumes[0]) == np.sign(volumes[1])) & (np.sign(volumes[1]) == np.sign(volumes[2]))
        normal = np.cross(b - a, c - a)[met]
        far = np.einsum("ij,ij->i", a[met], normal) / (normal @ np.array(way, float))
        assert np.abs(far).min() < 0.009, site
