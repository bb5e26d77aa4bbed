"""The document: edits are values, what is refused changes nothing, and files hold all of it."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import poise
from poise.errors import PoiseError
from poise.figure.marks import Site
from poise.io.text.yaml_read import parse_yaml
from poise.studio.document import figures, points, poses, tasks
from poise.studio.document.actions import done
from poise.studio.document.files import Contents, document_text, from_document, open_shipped
from poise.studio.document.fresh import fresh, person
from poise.studio.document.parts import changed, shown
from poise.studio.document.state import State, opened
from poise.studio.document.workspace import Workspace
from poise.studio.engine.live import Live
from poise.studio.protocol import requests as ask
from poise.studio.told import criteria_told

FEET = ["hold left_foot", "hold right_foot"]


@pytest.fixture(scope="module")
def human() -> State:
    return person()


def names(state: State) -> list[list[str]]:
    return [[task.name for task in level] for level in state.levels]


def test_weights_of_coordinates_stay_as_they_are(human: State, tmp_path: Path) -> None:
    """Opened, edited beside them and saved, they are what they were."""
    wish = poise.NearPose("rest", joints={"left_shoulder": (1, 0.5, 2), "left_elbow": 0.3}, base=(0.1, 2.0, 0.0))
    state = replace(human, criteria=(wish,))
    assert shown(wish)["joints"] == {"left_shoulder": [1.0, 0.5, 2.0], "left_elbow": 0.3}
    assert shown(wish)["base"] == [0.1, 2.0, 0.0]
    edited, _ = tasks.edited(state, "criteria", 0, {"weight": 3.0})
    text = document_text(Contents(edited), tmp_path)
    back = from_document(parse_yaml(text, "x"), tmp_path)
    assert back.state.criteria == (replace(wish, weight=3.0),)
    again, _ = tasks.edited(state, "criteria", 0, {"joints": {"left_shoulder": [3, 0, 1]}, "base": [1, 2, 3]})
    assert again.criteria == (poise.NearPose("rest", joints={"left_shoulder": (3, 0, 1)}, base=(1, 2, 3)),)


def test_levels_of_criteria_survive_edits(human: State, tmp_path: Path) -> None:
    """The page shows them in one row; what is added stands in the last level, and an empty level vanishes."""
    a, b, c = poise.MidRange(), poise.AwayFromLimits(), poise.RestPosture()
    state = opened(poise.Scene(human.start, [poise.Hold("left_foot")], [[a, b], c]))
    assert (state.criteria, state.criteria_levels) == ((a, b, c), (2, 1))
    assert [part.name for part in criteria_told(state)] == ["1. mid range", "1. away from limits", "2. rest posture"]
    text = document_text(Contents(state), tmp_path)
    assert from_document(parse_yaml(text, "x"), tmp_path).state.scene().criteria == ((a, b), (c,))
    more, at = tasks.added(state, "criteria", "flex", {}, None)
    assert (at, more.scene().criteria) == (3, ((a, b), (c, poise.Flex())))
    edited, _ = tasks.edited(more, "criteria", 2, {"weight": 2.0})
    assert edited.scene().criteria == ((a, b), (replace(c, weight=2.0), poise.Flex()))
    fewer = tasks.removed(more, "criteria", 0)
    assert fewer.scene().criteria == ((b,), (c, poise.Flex()))
    assert tasks.removed(fewer, "criteria", 0).scene().criteria == (c, poise.Flex())
    chain = poise.figures.chain(3)
    other, dropped = figures.with_figure(replace(state, levels=()), None, chain)
    assert dropped == []
    assert other.scene().criteria == ((a, b), (c,))
    knees = replace(state, criteria=(a, poise.Flex(joints=["left_knee"]), c), levels=())
    lost, dropped = figures.with_figure(knees, None, chain)
    assert dropped == ["Flex"]
    assert lost.scene().criteria == ((a,), (c,))


# ---- tasks -----------------------------------------------------------------------------------------


def test_a_person_stands_ready(human: State) -> None:
    assert names(human) == [FEET, ["balance"]]
    assert human.figure.dof == 54


@pytest.mark.parametrize("name", ["quadruped", "bird", "chain", "hand", "fern", "planar_man"])
def test_every_figure_stands_ready(name: str) -> None:
    figure = getattr(poise.figures, name)()
    state = fresh(None, figure)
    assert state.pose == figure.rest()


def test_tasks_are_added_to_levels(human: State) -> None:
    where = {"site": "left_hand", "point": [0.3, 1.0, 0.3]}
    state, at = tasks.added(human, "tasks", "reach", where, None)
    assert (at, names(state)) == ("reach left_hand", [FEET, ["balance"], ["reach left_hand"]])
    state, at = tasks.added(state, "tasks", "reach", where, 2)
    assert (at, names(state)[1]) == ("reach left_hand", ["balance", "reach left_hand"])
    assert names(state)[2] == ["reach left_hand 2"]
    assert names(human) == [FEET, ["balance"]]


def test_a_default_name_follows_the_site_and_a_given_one_stays(human: State) -> None:
    state, at = tasks.added(human, "tasks", "reach", {"site": "left_hand", "point": [0, 1, 0]}, None)
    state, at = tasks.edited(state, "tasks", at, {"site": "right_hand"})
    assert at == "reach right_hand"
    state, at = tasks.edited(state, "tasks", at, {"name": "catch"})
    state, at = tasks.edited(state, "tasks", at, {"site": "left_hand"})
    assert at == "catch"


def test_no_name_is_taken_from_another_task(human: State) -> None:
    with pytest.raises(PoiseError, match="a task named 'hold left_foot' already"):
        tasks.edited(human, "tasks", "balance", {"name": "hold left_foot"})
    with pytest.raises(PoiseError, match="a task named 'balance' already"):
        tasks.added(human, "tasks", "balance", {"name": "balance"}, None)
    assert names(tasks.edited(human, "tasks", "balance", {"name": "balance"})[0]) == names(human)


def test_null_puts_a_field_back(human: State) -> None:
    state, _ = tasks.edited(human, "tasks", "balance", {"margin": 0.03, "weight": 2})
    assert shown(state.tasks["balance"])["margin"] == 0.03
    state, _ = tasks.edited(state, "tasks", "balance", {"margin": None})
    assert shown(state.tasks["balance"])["margin"] is None  # the usual one
    with pytest.raises(PoiseError, match="'site' cannot be left out"):
        tasks.edited(state, "tasks", "hold left_foot", {"site": None})


@pytest.mark.parametrize(
    ("level", "place", "alone", "after"),
    [
        (1, None, False, [[*FEET, "balance"], ["look"]]),
        (1, 0, False, [["balance", *FEET], ["look"]]),
        (1, 1, False, [[FEET[0], "balance", FEET[1]], ["look"]]),
        (1, None, True, [["balance"], FEET, ["look"]]),
        (3, None, False, [FEET, ["look", "balance"]]),
        (3, 0, False, [FEET, ["balance", "look"]]),
        (4, None, False, [FEET, ["look"], ["balance"]]),
        (3, None, True, [FEET, ["balance"], ["look"]]),
        (2, None, False, [FEET, ["balance"], ["look"]]),
    ],
)
def test_tasks_move_between_levels(human: State, level: int, place: int | None, alone: bool, after: Any) -> None:
    fields = {"site": "eyes", "point": [0, 1.5, 2], "name": "look"}
    state, _ = tasks.added(human, "tasks", "look_at", fields, None)
    assert names(tasks.moved(state, "balance", level, place, alone)) == after


def test_tasks_move_within_a_level(human: State) -> None:
    assert names(tasks.moved(human, FEET[0], 1, 2, False))[0] == FEET[::-1]
    assert names(tasks.moved(human, FEET[1], 1, 0, False))[0] == FEET[::-1]
    assert names(tasks.moved(human, FEET[0], 1, 1, False))[0] == FEET


def test_all_tasks_can_be_taken_away_and_saved(human: State, tmp_path: Path) -> None:
    state = human
    for name in human.tasks:
        state = tasks.removed(state, "tasks", name)
    assert state.levels == ()
    text = document_text(Contents(state), tmp_path)
    assert from_document(parse_yaml(text, "x"), tmp_path).state.levels == ()


def test_supports_get_their_shares_one_by_one(human: State) -> None:
    state = human
    for site in ("left_foot", "right_foot"):
        state, _ = tasks.added(state, "supports", "support", {"site": site}, None)
    state, _ = tasks.edited(state, "supports", 0, {"share": 0.3})
    state, _ = tasks.edited(state, "supports", 1, {"share": 0.7})
    assert [s.share for s in state.supports] == [0.3, 0.7]
    with pytest.raises(PoiseError, match="must sum to 1"):
        tasks.edited(state, "supports", 1, {"share": 0.9})


@pytest.mark.parametrize("name", poise.shipped_scenes())
def test_every_part_is_shown_and_read_alike(name: str) -> None:
    """The inspector gets all fields of a part; giving them back as they are changes nothing but rounded angles."""
    state = open_shipped(name).state
    for part in (*state.tasks.values(), *state.criteria, *state.forces, *state.supports):
        again = changed(part, {k: v for k, v in shown(part).items() if v is not None}, state.figure)
        assert shown(again) == shown(part)


# ---- pins and points -------------------------------------------------------------------------------


def test_a_pin_holds_a_site_where_it_is_and_lets_go(human: State) -> None:
    posed = replace(human, pose=human.pose.with_joints({"left_elbow": 1.0}))
    state, at = poses.pinned(posed, "left_hand", None, None, turn=True)
    assert at == "pin left_hand"
    held = state.tasks[at].frame  # type: ignore[attr-defined]
    assert np.allclose(held.matrix, posed.pose.frame("left_hand"), atol=1e-12)
    state, at = poses.pinned(state, "left_hand", None, None, turn=False)
    assert at is None
    assert names(state) == names(human)
    assert names(poses.pinned(human, "left_foot", None, None, turn=True)[0])[0] == FEET[1:]


def test_a_point_of_the_body_becomes_a_site_once(human: State) -> None:
    state, name = points.site_at(human, "left_forearm", [0.0, -0.1, 0.0])
    again, same = points.site_at(state, "left_forearm", [0.0, -0.1, 0.0004])
    assert (name, same, again) == ("left_forearm_point_1", name, state)
    assert state.source is not None
    assert state.source.figure() == state.figure


def test_a_site_that_was_made_goes_with_the_last_that_speaks_of_it(human: State, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    state, name = points.site_at(human, "left_forearm", [0.0, -0.1, 0.0])
    state, reach = tasks.added(state, "tasks", "reach", {"site": name, "point": [0, 1, 0.3]}, None)
    state, _ = tasks.added(state, "forces", "force", {"site": name, "vector": [0, -10, 0]}, None)
    pushed = done(state, ask.RemovePart(id=1, list="tasks", at=reach), workspace).state
    assert name in pushed.figure.sites  # the force still acts there
    bare = done(pushed, ask.RemovePart(id=2, list="forces", at=0), workspace).state
    assert bare.figure == human.figure
    assert (bare.source, bare.pose.figure, bare.start.figure) == (human.source, bare.figure, bare.figure)
    assert name in state.figure.sites


def test_a_site_that_was_made_goes_when_its_task_speaks_of_another(human: State, tmp_path: Path) -> None:
    state, name = points.site_at(human, "left_forearm", [0.0, -0.1, 0.0])
    state, reach = tasks.added(state, "tasks", "reach", {"site": name, "point": [0, 1, 0.3]}, None)
    edit = ask.EditPart(id=1, list="tasks", at=str(reach), fields={"site": "left_hand"})
    assert name not in done(state, edit, Workspace(tmp_path)).state.figure.sites


def test_sites_of_the_figure_stay_whatever_is_removed(human: State, tmp_path: Path) -> None:
    mine = Site("left_forearm_mark", "left_forearm", poise.Placement((0.0, -0.1, 0.0)))
    state = points.with_sites(human, [mine])
    for site in (mine.name, "left_hand"):
        state, at = tasks.added(state, "tasks", "reach", {"site": site, "point": [0, 1, 0.3]}, None)
        after = done(state, ask.RemovePart(id=1, list="tasks", at=str(at)), Workspace(tmp_path)).state
        assert {*after.figure.sites} == {*human.figure.sites, mine.name}


# ---- figure ----------------------------------------------------------------------------------------


def test_symmetric_limits_are_mirror_images(human: State) -> None:
    state = figures.with_limit(human, "left_shoulder", "twist", {"min": -20, "max": 50}, symmetric=True)
    left, right = (state.figure.joints[f"{side}_shoulder"].limits["twist"] for side in ("left", "right"))
    assert (left.min, left.max) == (math.radians(-20), math.radians(50))
    assert (right.min, right.max) == (math.radians(-50), math.radians(20))
    assert state.source is None
    assert figures.with_limit(state, "left_knee", "flexion", None, False).figure.joints["left_knee"].limits.keys() == {
        "twist"
    }


def test_a_table_of_twists_comes_back_as_it_was_told(human: State) -> None:
    """As the page does it when an end of the fan of twist is dragged."""
    rows = human.figure.joints["left_shoulder"].limits["twist"].rows  # type: ignore[union-attr]
    told = [{"direction": [*d], "min": math.degrees(low), "max": math.degrees(high) - 12} for d, low, high in rows]
    state = figures.with_limit(human, "left_shoulder", "twist", {"table": told}, symmetric=True)
    left, right = (state.figure.joints[f"{side}_shoulder"].limits["twist"].rows for side in ("left", "right"))  # type: ignore[union-attr]
    for wanted, (_, low, high), (_, low_right, high_right) in zip(told, left, right, strict=True):
        assert [math.degrees(low), math.degrees(high)] == pytest.approx([wanted["min"], wanted["max"]])
        assert [low_right, high_right] == pytest.approx([-high, -low])


def test_a_tighter_limit_moves_the_pose_inside(human: State) -> None:
    bent = replace(human, pose=human.pose.with_joints({"left_knee": 1.5}))
    state = figures.with_limit(bent, "left_knee", "flexion", {"min": 0, "max": 30}, symmetric=False)
    assert state.pose.within_limits
    assert state.pose["left_knee.flexion"] == pytest.approx(math.radians(30), abs=1e-9)


def test_longer_legs_stand_on_the_floor(human: State) -> None:
    state = figures.scaled(human, {"left_thigh": 1.2, "left_shank": 1.1}, symmetric=True)
    for side in ("left", "right"):
        assert state.pose.position(f"{side}_heel")[1] == pytest.approx(human.pose.position(f"{side}_heel")[1], abs=1e-9)
    assert state.pose.position("head_top")[1] > human.pose.position("head_top")[1] + 0.1


def test_masses_and_weights(human: State) -> None:
    assert figures.with_mass(human, None, 60.0, False).figure.mass == pytest.approx(60.0)
    state = figures.with_mass(human, "left_hand", 2.0, symmetric=True)
    assert [state.figure.segments[f"{side}_hand"].mass for side in ("left", "right")] == [2.0, 2.0]
    state = figures.with_weight(human, "left_hip", 0.25, symmetric=True)
    assert [state.figure.joints[f"{side}_hip"].weight for side in ("left", "right")] == [0.25, 0.25]


def test_nothing_moves_when_held_elsewhere(human: State) -> None:
    posed = replace(human, pose=human.pose.with_joints({"left_elbow": 1.0, "right_hip": (-0.5, 0.1, 0.0)}))
    posed = poses.kept(posed, "mine")
    state = figures.rerooted(posed, "right_foot")
    assert state.figure.root == "right_foot"
    for site in human.figure.sites:
        assert np.allclose(state.pose.frame(site), posed.pose.frame(site), atol=1e-12)
        assert np.allclose(state.poses["mine"].frame(site), posed.pose.frame(site), atol=1e-12)


def test_another_figure_keeps_what_fits(human: State) -> None:
    state, _ = tasks.added(human, "tasks", "reach", {"site": "left_hand", "point": [0, 1, 1]}, None)
    state = poses.kept(state, "mine")
    taller, dropped = figures.with_figure(state, *figures.source_of({"human": {"stature": 1.9}}, Path()))
    assert dropped == []
    assert names(taller) == names(state)
    assert taller.pose.position("head_top")[1] > 1.85
    other, dropped = figures.with_figure(state, *figures.source_of("quadruped", Path()))
    assert {"reach left_hand", "mine"} <= {*dropped}
    assert names(other) == [["balance"]]


# ---- pose ------------------------------------------------------------------------------------------


def test_one_side_is_made_like_the_other(human: State) -> None:
    pose = human.pose.with_joints({"left_elbow": 1.2, "left_shoulder": (-0.8, 0.3, 0.2), "neck": (0.1, 0.2, 0.3)})
    like = poses.mirrored(pose, "left_to_right")
    assert like["right_elbow"].flexion == pytest.approx(1.2)
    assert like["right_shoulder"] == pytest.approx((-0.8, -0.3, -0.2))
    assert like["left_shoulder"] == pytest.approx(pose["left_shoulder"])
    assert like["neck"] == pytest.approx(pose["neck"])
    assert poses.mirrored(pose, "swap") == pose.mirrored()


def test_the_library_of_poses(human: State) -> None:
    state = poses.kept(poses.kept(human, "a"), "b")
    state = poses.renamed(state, "a", "first")
    assert list(state.poses) == ["first", "b"]
    with pytest.raises(PoiseError, match="already"):
        poses.renamed(state, "b", "first")
    assert list(poses.forgotten(state, "first").poses) == ["b"]
    with pytest.raises(PoiseError, match="no pose 'c'"):
        poses.forgotten(state, "c")


# ---- files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", poise.shipped_scenes())
def test_documents_come_back_from_files(name: str, tmp_path: Path) -> None:
    state = open_shipped(name).state
    moved = replace(state, pose=state.figure.random(np.random.default_rng(7)))
    kept = poses.kept(moved, "mine")
    text = document_text(Contents(kept, {"com": True}), tmp_path)
    again = from_document(parse_yaml(text, "x"), tmp_path)
    assert again.state.pose == kept.pose
    assert again.state.levels == kept.levels
    assert again.state.criteria == kept.criteria
    assert dict(again.state.poses) == dict(kept.poses)
    assert again.overlays == {"com": True}
    (tmp_path / "scene.yaml").write_text(text)
    assert poise.Scene.load(tmp_path / "scene.yaml").levels == kept.levels


def test_the_method_of_a_scene_is_chosen_and_refused_by_name(tmp_path: Path) -> None:
    feet = opened(poise.Scene(poise.human().rest(), [[poise.Hold("left_foot"), poise.Hold("right_foot")]], ()))
    workspace = Workspace(tmp_path)
    after = done(feet, ask.SetScene(id=1, method="ccd"), workspace).state
    assert Live(after).session.method == after.scene().method == "ccd"
    balanced = opened(poise.Scene(poise.human().rest(), [poise.Balance()], ()))
    with pytest.raises(PoiseError, match="'ccd' cannot honour task 'balance'"):
        done(balanced, ask.SetScene(id=1, method="ccd"), workspace)
    with pytest.raises(PoiseError, match="transpose"):
        done(feet, ask.SetScene(id=1, method="elastic"), workspace)
