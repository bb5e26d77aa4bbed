"""Poses that the tour speaks of: what it says leads to them, and they are what they are called."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from visitor import Visitor, moved

import poise
from poise.figure.placement import rotate

Window = Callable[[], Visitor]
HUMAN = poise.human()


def place(here: Visitor, site: str) -> np.ndarray:
    """Where a site of the body is."""
    where, frame = HUMAN.sites[site], here.place(HUMAN.sites[site].segment)
    return np.asarray(frame[:3] + rotate(tuple(frame[3:]), where.placement.position))


def drag(here: Visitor, site: str, by: tuple[float, float, float]) -> None:
    where = HUMAN.sites[site]
    here.ask("grab_point", segment=where.segment, point=list(where.placement.position), follow="natural")
    start = place(here, site)
    here.drag(*[moved(start, *(share * np.array(by))) for share in (0.25, 0.5, 0.75, 1.0)])
    here.ask("release", keep=False)
    here.settle()


def tilt(here: Visitor, part: str) -> float:
    """Degrees by which the left one of a pair of sites is higher."""
    across = place(here, f"left_{part}") - place(here, f"right_{part}")
    return float(np.degrees(np.arctan2(across[1], across[0])))


def test_a_contrapposto_has_one_straight_leg_and_hips_and_shoulders_against_each_other(window: Window) -> None:
    here = window()
    drag(here, "pelvis", (0.08, 0.03, 0.0))
    drag(here, "right_knee", (0.0, 0.0, 0.10))
    drag(here, "chest", (0.07, 0.0, 0.0))
    straight, bent = (float(np.degrees(here.joint(f"{side}_knee")[0])) for side in ("left", "right"))
    assert straight < 8.0
    assert 15.0 < bent < 45.0
    assert tilt(here, "hip_side") > 3.0
    assert tilt(here, "shoulder_side") < -2.0
    assert here.told["frame"]["light"] == "green"
    foot, pelvis = place(here, "left_foot"), place(here, "pelvis")
    assert abs(pelvis[0] - foot[0]) < 0.03  # over the foot that carries


def test_who_looks_over_a_shoulder_turns_the_neck_and_less_of_the_back(window: Window) -> None:
    here = window()
    here.ask("add_part", list="tasks", kind="look_at", fields={"site": "eyes", "point": [0.8, 1.5, -0.9]})
    here.settle()
    assert here.light("look_at eyes")["met"]
    neck, back = (float(np.degrees(here.joint(name)[2])) for name in ("neck", "thoracic"))
    assert neck > 45.0
    assert 5.0 < back < neck
    assert here.told["frame"]["light"] == "green"


def test_who_kneels_reaches_the_shoe_with_both_hands_and_stays_on_the_knee(window: Window) -> None:
    here = window()
    here.ask("take_stance", name="kneeling_on_one_knee")
    here.settle()
    knee, shoe = place(here, "right_kneecap"), place(here, "left_toe")
    for side, aside in (("left", 0.05), ("right", -0.05)):
        goal = shoe + np.array([aside, 0.10, -0.08])
        drag(here, f"{side}_hand", tuple(goal - place(here, f"{side}_hand")))
        assert np.linalg.norm(place(here, f"{side}_hand") - goal) < 0.01
    assert np.linalg.norm(place(here, "right_kneecap") - knee) < 1e-3
    assert here.told["frame"]["light"] == "green"
