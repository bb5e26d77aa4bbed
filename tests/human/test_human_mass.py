"""Mass: the person's mass exactly, spread as de Leva says."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise.people.deleva import FEMALE, MALE, PAIRED, rows

WHOLES = {
    "head": ("head", "neck"),
    "upper_trunk": ("chest", "left_clavicle", "right_clavicle"),
    "middle_trunk": ("abdomen", "midriff"),
    "lower_trunk": ("pelvis",),
    "upper_arm": ("left_upper_arm",),
    "forearm": ("left_forearm",),
    "hand": ("left_hand",),
    "thigh": ("left_thigh",),
    "shank": ("left_shank",),
    "foot": ("left_foot", "left_toes"),
}
"""Which of our segments make up a row of the table."""


def test_masses_sum_to_the_person(person: poise.Figure) -> None:
    whole = {"rest": person.rest(), "reference": person.pose("reference")}
    assert sum(s.mass for s in person.segments.values()) == pytest.approx(person.mass, rel=1e-14)
    assert all(s.mass > 0 for s in person.segments.values())
    assert whole["rest"].center_of_mass[0] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("mass", [60.0, 84.3, 120.0])
@pytest.mark.parametrize("hands", [False, True])
def test_a_mass_asked_for_is_the_mass_got(mass: float, hands: bool) -> None:
    assert poise.human(mass=mass, hands=hands).mass == pytest.approx(mass, rel=1e-14)


@pytest.mark.parametrize(("sex", "table"), [("male", MALE), ("female", FEMALE)])
def test_the_published_shares_sum_to_one_hundred(sex: str, table: dict) -> None:
    total = sum(row.mass * (2 if name in PAIRED else 1) for name, row in table.items())
    assert total == pytest.approx(100, abs=0.011)
    scaled = rows(sex)
    assert sum(row.mass * (2 if name in PAIRED else 1) for name, row in scaled.items()) == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize("sex", ["male", "female"])
@pytest.mark.parametrize("row", WHOLES)
def test_every_row_of_the_table_is_there(sex: str, row: str) -> None:
    figure = poise.human(sex=sex, mass=70)
    assert sum(figure.segments[s].mass for s in WHOLES[row]) == pytest.approx(70 * rows(sex)[row].mass, rel=1e-12)


@pytest.mark.parametrize("sex", ["male", "female"])
@pytest.mark.parametrize(
    ("row", "first", "second"),
    [("upper_arm", "left_shoulder", "left_elbow"), ("forearm", "left_elbow", "left_wrist"),
     ("thigh", "left_hip", "left_knee"), ("shank", "left_knee", "left_ankle")],
)  # fmt: skip
def test_limb_centres_and_radii_are_the_tables(sex: str, row: str, first: str, second: str) -> None:
    figure = poise.human(sex=sex)
    pose, name = figure.pose("reference"), WHOLES[row][0]
    a, b = pose.joint_frame(first)[:3, 3], pose.joint_frame(second)[:3, 3]
    part, facts = figure.segments[name], rows(sex)[row]
    center = (pose.segment_frame(name) @ [*part.center, 1.0])[:3]
    assert np.allclose(center, a + facts.center / 100 * (b - a), atol=1e-12)
    radius = np.sqrt(np.array(part.inertia)[1, 1] / part.mass) / np.linalg.norm(b - a) * 100
    assert radius == pytest.approx(facts.longitudinal, abs=1e-9)


@pytest.mark.parametrize("sex", ["male", "female"])
@pytest.mark.parametrize("row", ["head", "upper_trunk", "middle_trunk", "foot"])
def test_divided_rows_turn_as_the_whole(sex: str, row: str) -> None:
    """Pieces together: the row's radii of gyration about their common centre."""
    figure = poise.human(sex=sex)
    pose, facts = figure.pose("reference"), rows(sex)[row]
    inertia, mass = _together(pose, WHOLES[row])
    length = {"foot": 1.0}.get(row) or 1.0
    radii = np.sqrt(np.diag(inertia) / mass)
    ratio = radii / radii[0]
    table = np.array([facts.transverse, facts.longitudinal, facts.sagittal])
    if row == "foot":
        table = table[[0, 2, 1]]
    assert np.allclose(ratio * length, table / table[0], atol=1e-9)
    assert np.allclose(inertia, np.diag(np.diag(inertia)), atol=1e-9)


def test_inertias_are_physical(person: poise.Figure) -> None:
    """No principal moment exceeds the sum of the other two."""
    for part in person.segments.values():
        low, middle, high = np.linalg.eigvalsh(np.array(part.inertia))
        assert low > 0, part.name
        assert low + middle > high, part.name


def test_the_centre_of_mass_is_where_people_have_it(person: poise.Figure) -> None:
    """Above the middle of the stature and over the feet, in front of the ankles."""
    pose = person.rest()
    assert 0.54 < pose.center_of_mass[1] / pose.position("head_top")[1] < 0.58
    assert pose.position("left_heel")[2] < 0 < pose.center_of_mass[2] < pose.position("left_foot")[2]


def test_fingers_change_neither_mass_nor_balance(man: poise.Figure, handed: poise.Figure) -> None:
    parts = ["left_hand", *(s for s in handed.segments if s.startswith("left_") and s[-1].isdigit())]
    assert sum(handed.segments[s].mass for s in parts) == pytest.approx(man.segments["left_hand"].mass, rel=1e-12)
    a, b = man.pose("reference").center_of_mass, handed.pose("reference").center_of_mass
    assert np.allclose(a, b, atol=1e-12)


def _together(pose: poise.Pose, names: tuple[str, ...]) -> tuple[np.ndarray, float]:
    """Inertia about the common centre, and mass, of some segments; all frames are parallel here."""
    parts = [pose.figure.segments[n] for n in names]
    centers = [(pose.segment_frame(p.name) @ [*p.center, 1.0])[:3] for p in parts]
    mass = sum(p.mass for p in parts)
    center = sum(p.mass * c for p, c in zip(parts, centers, strict=True)) / mass
    total = np.zeros((3, 3))
    for part, c in zip(parts, centers, strict=True):
        r = c - center
        total += np.array(part.inertia) + part.mass * (r @ r * np.eye(3) - np.outer(r, r))
    return total, mass
