"""What the peers' benchmark says of them, and the person that they are given."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pinocchio as pin
import pytest

import person
import poise
from frames import in_order_of
from judge import Judge
from measure import Measurement
from report import Budget
from work import Goal, PersonWork


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("person")
    person.write(made)
    return made


def settling(poses: list[list[float]], gave_up: bool = False) -> str:
    """What is said of a peer that went through these poses."""
    judge = SimpleNamespace(errors=lambda q, goal: dict.fromkeys(("feet", "center", "hands"), 0.0))
    found = {"q": np.array(poses), "gave_up": np.array(gave_up)}
    measurement = SimpleNamespace(judge=judge)
    return Measurement.settling(measurement, found, Goal(np.eye(3))).partition(";")[0]  # type: ignore[arg-type]


def test_a_peer_that_never_moves_after_its_first_step_has_settled_in_it() -> None:
    assert settling([[1.0, 2.0]] * 5) == "settles in 1 steps"
    assert settling([[1.0, 2.0]]) == "settles in 1 steps"


def test_how_a_peer_ends_is_told() -> None:
    assert settling([[0.0], [1.0], [1.5], [1.5], [1.5]]) == "settles in 3 steps"
    assert settling([[0.0], [1.0], [1.5], [1.5], [1.6]]) == "still moves by 1e-01 a step"
    assert settling([[0.0], [1.0]], gave_up=True) == "gives up at step 2"
    assert settling([[0.0], [np.nan], [np.nan]]) == "ends in what is no number"


def test_the_person_of_hinges_moves_as_the_person_does(folder: Path) -> None:
    """By pinocchio, which reads the file that the peers are given."""
    work = PersonWork(folder)
    judge, rng = Judge(work), np.random.default_rng(5)
    for _ in range(10):
        pose = person.human().random(rng)
        q = in_order_of(list(judge.model.names)[2:], person.coordinates_of(pose, work.joints), work.joints)
        pin.framesForwardKinematics(judge.model, judge.data, q)
        for site, link in (("right_hand", work.hand), ("eyes", work.gaze), ("left_foot", "left_foot_site")):
            seen = judge.data.oMf[judge.model.getFrameId(link)].homogeneous
            np.testing.assert_allclose(seen, pose.frame(site), atol=1e-12)
        np.testing.assert_allclose(pin.centerOfMass(judge.model, judge.data, q), pose.center_of_mass, atol=1e-12)


def test_its_start_is_that_of_the_person_and_inside_the_boxes(folder: Path) -> None:
    work, kept = PersonWork(folder), np.load(folder / "person.npz")
    assert max(Judge(work).errors(work.start, Goal(work.gaze_at_rest, work.hand_at_rest)).values()) < 1e-12
    assert (kept["low"] <= work.start[7:]).all()
    assert (work.start[7:] <= kept["high"]).all()
    hinged = poise.Figure.load(folder / "person.xml", axes="keep")
    assert hinged.dof == 6 + len(work.joints)


def test_a_budget_tells_its_aim() -> None:
    assert str(Budget("near", 2.5, 3.0, 3.5)).endswith("held; the aim is 3.5")
    assert str(Budget("near", 2.5, 4.0, 3.5)).endswith("held, the aim 3.5 too")
    assert str(Budget("near", 2.5, 2.0)).endswith("MISSED")
