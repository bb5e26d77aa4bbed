"""Scene files: what is written comes back as an equal scene, to the last bit, for every kind of task and figure."""

from __future__ import annotations

import math
import sys
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_scenes import BALL, FEET, HUMAN, REST, SOURCE, chained, reaching

import poise
import poise.criteria
from poise.io.scene.fields import in_files, kinds_of
from poise.io.scene.kinds import CRITERIA, TASKS
from poise.io.scene.schema import scene_schema, schema_text
from poise.scene.source import builders

sys.path.insert(0, str(Path(__file__).parents[1] / "solve"))
import test_criteria_values as preferring
import test_solve_unchanged as solving

PUBLISHED = Path(__file__).parents[2] / "docs" / "schema" / "scene.schema.json"


def again(scene: poise.Scene, folder: Path, **options) -> poise.Scene:
    """The scene written and read."""
    path = folder / "again.yaml"
    scene.save(path)
    return poise.Scene.load(path, **options)


def assert_same(scene: poise.Scene, folder: Path) -> None:
    copy = again(scene, folder)
    assert copy == scene
    assert copy.start.coordinates.tobytes() == scene.start.coordinates.tobytes()
    assert repr(copy.levels) == repr(scene.levels)
    assert copy.solve().pose.coordinates.tobytes() == scene.solve().pose.coordinates.tobytes()


def test_a_whole_scene_comes_back(tmp_path):
    options = {"name": "reach: the ball", "notes": "two\nlines", "attempts": 3, "seed": 7, "max_steps": 90}
    shot = poise.Shot(view=poise.plot.View(0.3, 0.1, True), com=True, start=True, floor=False)
    assert_same(reaching(tolerance=(1e-3, 0.01), shot=shot, **options), tmp_path)
    assert_same(reaching(method="weighted"), tmp_path)
    assert_same(reaching(root="left_foot"), tmp_path)
    assert_same(reaching(analytic=["right_arm"]), tmp_path)


@pytest.mark.parametrize("name", solving.EVERY)
def test_every_task_comes_back(name, tmp_path):
    human = solving.HUMAN
    scene = poise.Scene(human.rest(), [[poise.Hold("right_foot")], solving.EVERY[name]])
    functions = {f.__name__: f for f in (solving.elbow_height,)}
    assert again(scene, tmp_path, functions=functions).levels == scene.levels


@pytest.mark.parametrize("name", preferring.EVERY)
def test_every_criterion_comes_back(name, tmp_path):
    wish = preferring.EVERY[name]
    scene = poise.Scene(preferring.REST, [poise.Hold("right_foot")], [wish])
    functions = {f.__name__: f for f in vars(wish).values() if callable(f)}
    assert again(scene, tmp_path, functions=functions).criteria == scene.criteria


@pytest.mark.parametrize("kind", [*TASKS.values(), *CRITERIA.values()], ids=lambda c: c.__name__)
def test_every_field_of_every_kind_can_be_written(kind):
    assert set(kinds_of(kind)) == {f.name for f in fields(kind) if in_files(f)}
    assert all(f.name == "world" for f in fields(kind) if f.init and not in_files(f))  # which stands beside the levels


def test_options_of_tasks_come_back(tmp_path):
    tasks = [
        poise.Reach("tip", (0, 0.5, 0.5), weight=2, name="hand", tolerance=(1e-3, math.radians(1))),
        poise.Reach("tip", (0, 0.1, 0.5), joints={"joint_1": 0.5, "joint_2": 1}, enabled=False, tolerance=0.02),
        poise.Reach("tip", (0, 0.1, 0.5), joints=["joint_1"]),
        poise.Reach("tip", (0, 0.1, 0.5), joints="chain"),
        poise.Posture(poise.figures.planar_chain(5).pose({"joint_2": 0.1, "joint_4": math.radians(20)})),
    ]
    assert_same(chained(*tasks), tmp_path)


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1))
def test_any_pose_comes_back_bit_for_bit(seed, tmp_path_factory):
    start = HUMAN.random(np.random.default_rng(seed)).integrate(np.random.default_rng(seed).normal(0, 0.3, HUMAN.dof))
    target = HUMAN.random(np.random.default_rng(seed + 1))
    scene = poise.Scene(start, [poise.Posture(target)], [poise.NearPose(target)], source=SOURCE)
    copy = again(scene, tmp_path_factory.mktemp("poses"))
    assert copy.start.coordinates.tobytes() == start.coordinates.tobytes()
    assert copy.levels[0][0].pose.coordinates.tobytes() == target.coordinates.tobytes()


@pytest.mark.parametrize("kind", builders())
def test_every_built_in_figure_can_be_named(kind, tmp_path):
    source = poise.FigureSource(kind)
    figure = source.figure()
    scene = poise.Scene(figure.rest(), [poise.Posture("rest")], source=source)
    copy = again(scene, tmp_path)
    assert copy.source == source
    assert copy.figure == figure
    assert f"figure: {kind}\n" in (tmp_path / "again.yaml").read_text("utf-8")


def test_options_and_edits_of_a_figure_come_back(tmp_path):
    source = poise.FigureSource(
        "chain",
        {"links": 4, "limit": math.radians(40), "model": "swing", "base": "free"},
        [poise.Site("knee", "link_2", poise.Placement((0, 0.1, 0)))],
        [poise.Coupling("together", {"joint_1.swing_x": 1, "joint_2.swing_x": -1}, -0.5, 0.5)],
    )
    scene = poise.Scene(source.figure().rest(), [poise.Reach("knee", (0, 0.3, 0.1))], source=source)
    assert_same(scene, tmp_path)
    text = (tmp_path / "again.yaml").read_text("utf-8")
    assert "limit: 40," in text
    assert "human" not in text


def test_couplings_can_be_taken_away(tmp_path):
    first = next(iter(HUMAN.couplings))
    source = poise.FigureSource("human", without_couplings=[first])
    assert first not in source.figure().couplings
    assert_same(poise.Scene(source.figure().rest(), FEET, source=source), tmp_path)


def test_a_figure_file_is_found_beside_the_scene(tmp_path):
    (tmp_path / "figures").mkdir()
    poise.figures.planar_chain(3).save(tmp_path / "figures" / "three.yaml")
    source = poise.FigureSource("file", {"path": tmp_path / "figures" / "three.yaml", "root": "free"})
    scene = poise.Scene(source.figure().rest(), [poise.Reach("tip", (0, 0.5, 0.1))], source=source)
    assert_same(scene, tmp_path)
    assert "path: figures/three.yaml" in (tmp_path / "again.yaml").read_text("utf-8")
    (tmp_path / "moved").mkdir()
    for name in ("figures", "again.yaml"):
        (tmp_path / name).rename(tmp_path / "moved" / name)
    assert poise.Scene.load(tmp_path / "moved" / "again.yaml").figure == scene.figure


def test_a_figure_without_a_source_is_written_whole(tmp_path):
    figure = poise.figures.planar_chain(2).with_name("my own")
    scene = poise.Scene(figure.rest(), [poise.Reach("tip", (0, 0.5, 0.1))])
    assert_same(scene, tmp_path)
    assert again(scene, tmp_path).source is None


def test_what_people_write_by_hand_is_understood(tmp_path):
    path = tmp_path / "hand.yaml"
    path.write_text(
        """
poise: scene
version: 1
figure: {human: {stature: 1.7}}
start: {left_elbow: 30, left_hip: {swing_x: 10}, neck.twist: -5, right_hip: [5, 0, 0]}
levels:
  - [hold: {site: left_foot}, hold: {site: right_foot}]
  - orient: {site: chest, rotation: [0, 1, 0], axis: [0, 1, 0], tolerance: {degrees: 2}}
criteria:
  - near_pose: {pose: {left_elbow: "0.2 rad"}}
shot: {view: side}
"""
    )
    scene = poise.Scene.load(path)
    assert scene.start["left_elbow"].flexion == math.radians(30)
    assert scene.start["left_hip"].swing_x == pytest.approx(math.radians(10))
    assert scene.start["neck.twist"] == pytest.approx(math.radians(-5))
    assert scene.levels[1][0].tolerance == (1e-4, math.radians(2))
    assert scene.criteria[0].pose["left_elbow"].flexion == 0.2
    assert [len(level) for level in scene.levels] == [2, 1]


def test_the_scene_tolerance_is_for_tasks_that_have_none():
    tasks = [poise.Reach("tip", (0, 0.2, 0), tolerance=0.5), poise.Reach("tip", (0, 0.9, 0))]
    own, other = (level[0].tolerance for level in chained(*tasks, tolerance=0.2).demands())
    assert (own, other) == ((0.5, 0.5), (0.2, 0.2))


def test_solving_a_scene_is_solving_its_parts():
    scene = reaching()
    plain = poise.solve(REST, [FEET, *(list(level) for level in scene.levels[1:])], criteria=[poise.NearPose("rest")])
    assert scene.solve().pose == plain.pose
    assert scene.solve(history=True).history is not None
    assert scene.solve().task("reach right_hand").met
    assert scene.tasks[-1].point == BALL


def test_random_attempts_come_from_the_seed():
    goal = poise.Reach("tip", (0, 0.3, 1.9))
    one, same, other = (chained(goal, attempts=4, seed=s) for s in (1, 1, 2))
    assert one.solve().pose == same.solve().pose
    first, second = one.settings()["rng"].random(), other.settings()["rng"].random()
    assert first == same.settings()["rng"].random()
    assert first != second


def test_the_published_schema_is_up_to_date():
    advice = "write it again: python -m poise.io.scene.schema > docs/schema/scene.schema.json"
    assert PUBLISHED.read_text(encoding="utf-8") == schema_text(), advice


def test_the_schema_knows_every_task_and_forbids_unknown_keys():
    schema = scene_schema()
    assert set(schema["$defs"]["TaskPart"]["properties"]) == set(TASKS)
    assert set(schema["$defs"]["CriterionPart"]["properties"]) == set(CRITERIA)
    objects = [schema, *schema["$defs"].values()]
    assert all(part["additionalProperties"] is False for part in objects if "properties" in part)
