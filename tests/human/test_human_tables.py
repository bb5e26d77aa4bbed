"""The numbers in the code are the numbers of the tables they are taken from."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

import poise
from poise.people import ansur, deleva
from poise.people.motion import AAOS, AMA, DSHS, EATON, HAND_SHEET, KURZ, REVIEW, ROM, VA

RENAMED = {
    "omphalion_height": "waistheightomphalion", "femoral_epicondyle_height": "lateralfemoralepicondyleheight",
    "tragion_to_top_of_head": "tragiontopofhead", "ball_of_foot_length": "balloffootlength",
    "foot_breadth": "footbreadthhorizontal",
}  # fmt: skip

DELEVA = {
    "head": "Head 2", "upper_trunk": "Upper trunk", "middle_trunk": "Middle trunk", "lower_trunk": "Lower trunk",
    "upper_arm": "Upper arm", "forearm": "Forearm", "hand": "Hand 2", "thigh": "Thigh", "shank": "Shank",
    "foot": "Foot",
}  # fmt: skip


@pytest.fixture(scope="module")
def tables(shared: Path) -> Path:
    return shared / "data" / "tables"


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def test_fractions_of_stature(tables: Path) -> None:
    rows = _rows(tables / "segment_fractions_of_stature_ansur2.csv")
    found = {(r["sex"], r["measure"]): float(r["mean_fraction_of_stature"]) for r in rows}
    for measure, values in ansur.FRACTIONS.items():
        column = RENAMED.get(measure, measure.replace("_", ""))
        assert values == (found["male", column], found["female", column]), measure


def test_percentiles(tables: Path) -> None:
    rows = _rows(tables / "anthropometry_percentiles_ansur2.csv")
    for sex in ("male", "female"):
        for measure, unit, ours, mean in (
            ("stature", 1000, ansur.STATURE, ansur.MEAN_STATURE),
            ("weightkg", 1, ansur.MASS, ansur.MEAN_MASS),
        ):
            row = next(r for r in rows if r["sex"] == sex and r["measure"] == measure)
            columns = [f"p{int(p):02d}" for p in ansur.PERCENTILES]
            assert ours[sex] == pytest.approx([float(row[c]) / unit for c in columns], abs=1e-12)
            assert mean[sex] == pytest.approx(float(row["mean"]) / unit)


@pytest.mark.parametrize(("sex", "ours"), [("male", deleva.MALE), ("female", deleva.FEMALE)])
def test_segment_masses(tables: Path, sex: str, ours: dict[str, deleva.Row]) -> None:
    rows = _rows(tables / "body_segment_parameters_deleva1996.csv")
    columns = ("mass_pct", "com_pct_from_first_endpoint", "rg_sagittal_pct", "rg_transverse_pct", "rg_longitudinal_pct")
    for name, row in ours.items():
        found = next(r for r in rows if r["sex"] == sex and r["segment"] == DELEVA[name])
        assert tuple(row) == tuple(float(found[c]) for c in columns), name
        assert "mass/CoM/radii: found" in found["verification"]


SERIES = {
    AAOS: "AAOS", AMA: "AMA", DSHS: "DSHS 13-585A", VA: "VA-style", KURZ: "Kurz", REVIEW: "review",
    EATON: "hand clinic", HAND_SHEET: "AAOS-style",
}  # fmt: skip
"""Our name of a source: the table's."""

SAME = {
    ("spine", "lateral bending"): ("back (thoracolumbar)", "lateral flexion"),
    ("elbow", "pronation"): ("forearm", "pronation"),
    ("elbow", "supination"): ("forearm", "supination"),
    ("shoulder", "horizontal flexion"): ("shoulder", "horizontal flexion (adduction)"),
    ("shoulder", "horizontal extension"): ("shoulder", "horizontal extension (abduction)"),
    ("ankle", "dorsiflexion, knee straight"): ("ankle", "dorsiflexion"),
    ("finger", "knuckle flexion"): ("finger MCP", "flexion"),
    ("finger", "knuckle extension"): ("finger MCP", "hyperextension"),
    ("finger", "spreading"): ("finger MCP", "abduction"),
    ("finger", "middle joint flexion"): ("finger PIP", "flexion"),
    ("finger", "end joint flexion"): ("finger DIP", "flexion"),
    ("thumb", "root palmar abduction"): ("thumb CMC", "palmar abduction"),
    ("thumb", "root radial abduction"): ("thumb CMC", "radial abduction"),
    ("thumb", "knuckle flexion"): ("thumb MCP", "flexion"),
    ("thumb", "knuckle extension"): ("thumb MCP", "hyperextension"),
    ("thumb", "end joint flexion"): ("thumb IP", "flexion"),
    ("thumb", "end joint extension"): ("thumb IP", "hyperextension"),
}
"""Our name of a motion: the table's, where they differ."""


def test_ranges_of_motion_are_found_values(tables: Path) -> None:
    """Every clinical range we use stands in the table, for that motion and series, and not from memory."""
    rows = [r for r in _rows(tables / "joint_range_of_motion.csv") if r["verification"].startswith("found")]
    values = {(r["joint"], r["motion"], r["series"]): r["degrees"].removeprefix(">=") for r in rows}
    checked = 0
    for joint, motions in ROM.items():
        for motion, (degrees, source) in motions.items():
            if source in SERIES:
                plain = ("back (thoracolumbar)" if joint == "spine" else joint, motion.split(",")[0])
                key = (*SAME.get((joint, motion), plain), SERIES[source])
                assert values.get(key) == f"{degrees:g}", key
                checked += 1
    assert checked == 47


def test_model_ranges_are_those_of_the_models(tables: Path) -> None:
    rows = _rows(tables / "model_joint_ranges.csv")
    found = {(r["model"].split(",")[0], r["coordinate"]): (r["lower"], r["upper"]) for r in reversed(rows)}
    gazebo = "human-gazebo subject 01"
    degrees = {(j, m): e.degrees for j, motions in ROM.items() for m, e in motions.items()}
    assert float(found["Rajagopal2016", "ankle_angle_l"][1]) == degrees["ankle", "dorsiflexion"]
    low, high = found[gazebo, "jC1Head_roty"]
    assert (-float(low), float(high)) == (degrees["head", "extension"], degrees["head", "flexion"])
    low, high = found[gazebo, "jLeftBallFoot_roty"]
    assert (-float(low), float(high)) == (degrees["toes", "flexion"], degrees["toes", "extension"])
    assert float(found[gazebo, "jT9T8_rotz"][1]) == degrees["spine", "rotation"]
    assert -float(found[gazebo, "jLeftC7Shoulder_rotx"][0]) == degrees["clavicle", "depression"]


def test_strengths(tables: Path) -> None:
    rows = _rows(tables / "joint_strength_anderson2007_lower_limb.csv")
    found = {(r["joint"], r["direction"], r["sex"]): float(r["C1"]) for r in rows if r["age_years"] == "18-25"}
    motions = {
        "left_hip": ("swing_x", "flexion", "extension"),
        "left_knee": ("flexion", "flexion", "extension"),
        "left_ankle": ("swing_x", "dorsiflexion", "plantarflexion"),
    }
    for sex in ("male", "female"):
        size = 70 * 9.81 * 1.7
        figure = poise.human(stature=1.7, mass=70, sex=sex)
        for joint, (coordinate, plus, minus) in motions.items():
            strength = figure.joints[joint].strengths[coordinate]
            name = joint.removeprefix("left_")
            assert strength.positive == pytest.approx(found[name, plus, sex] * size)
            assert strength.negative == pytest.approx(found[name, minus, sex] * size)


@pytest.mark.parametrize(("joint", "center"), [("shoulder", (0.5, 0.0, 0.87)), ("hip", (0.1, -0.95, 0.3))])
def test_where_people_point_their_limbs_is_allowed(tables: Path, joint: str, center: tuple[float, ...]) -> None:
    """The median of the CMU motion capture library's envelope, in every direction around its centre, is inside."""
    rows = [r for r in _rows(tables / "empirical_swing_envelope_cmu.csv") if r["joint"] == joint]
    c = np.array(center) / np.linalg.norm(center)
    u = np.cross((0.0, 1.0, 0.0), c) / np.linalg.norm(np.cross((0.0, 1.0, 0.0), c))
    w = np.cross(c, u)
    reference = poise.human().pose("reference").with_joints({"left_knee.flexion": 1.5})  # slack hamstrings
    base = reference.joint_base(f"left_{joint}")[:3, :3]
    assert len(rows) == 24
    for row in rows:
        around, polar = (np.radians(float(row[k])) for k in ("azimuth_deg", "polar_p50_deg"))
        x, y, z = base.T @ (c * np.cos(polar) + np.sin(polar) * (u * np.cos(around) + w * np.sin(around)))
        scale = np.arctan2(np.hypot(x, y), z) / np.hypot(x, y)
        pose = reference.with_joints({f"left_{joint}": (-y * scale, x * scale, 0.0)})
        assert pose.limit_violation < np.radians(3), (row["azimuth_deg"], pose.worst_limit)
