"""No public function about scenes changes what it is given; scenes are values."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest
from small_scenes import HUMAN, SOURCE, reaching

import poise
import poise.scene

SCENE = reaching()
SOLUTION = SCENE.solve()
CALLS = {
    "Scene": lambda folder: reaching(),
    "Scene.load": lambda folder: poise.Scene.load(_saved(folder)),
    "Scene.save": lambda folder: SCENE.save(folder / "scene.yaml"),
    "Scene.script": lambda folder: SCENE.script(folder / "scene.py"),
    "Scene.solve": lambda folder: SCENE.solve(),
    "Scene.solve_many": lambda folder: SCENE.solve_many({SCENE.tasks[-1].name: [(-0.1, 1.2, 0.4)]}),
    "Scene.demands": lambda folder: SCENE.demands()[0].clear(),
    "Scene.settings": lambda folder: SCENE.settings().update(method="x"),
    "Scene.plot": lambda folder: SCENE.plot(SOLUTION),
    "FigureSource": lambda folder: poise.FigureSource("human"),
    "FigureSource.figure": lambda folder: SOURCE.figure(),
    "CompanySource": lambda folder: poise.CompanySource({"one": SOURCE}),
    "CompanySource.figure": lambda folder: poise.CompanySource({"one": SOURCE, "two": SOURCE}).figure(),
    "Shot": lambda folder: poise.Shot("side"),
    "shipped_scenes": lambda folder: poise.shipped_scenes().clear(),
}


def _saved(folder):
    SCENE.save(folder / "scene.yaml")
    return folder / "scene.yaml"


def test_no_public_function_is_forgotten():
    expected = set()
    for name in poise.scene.__all__:
        thing = getattr(poise.scene, name)
        methods = [m for m in vars(thing) if not m.startswith("_") and callable(getattr(thing, m))]
        expected |= {name, *(f"{name}.{m}" for m in methods if isinstance(thing, type))}
    assert expected == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_nothing_changes(name, tmp_path):
    before = pickle.dumps((SCENE, SOURCE))
    CALLS[name](tmp_path)
    assert pickle.dumps((SCENE, SOURCE)) == before


def test_scenes_are_values():
    for value in (SCENE, SOURCE, SCENE.shot):
        assert copy.deepcopy(value) == value
        assert pickle.loads(pickle.dumps(value)) == value
        assert hash(copy.deepcopy(value)) == hash(value)
    with pytest.raises(FrozenInstanceError):
        SCENE.seed = 3  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        SOURCE.kind = "chain"  # type: ignore[misc]
    with pytest.raises(TypeError):
        SOURCE.options["stature"] = 2.0  # type: ignore[index]


def test_later_changes_of_an_argument_do_not_reach_inside():
    levels, criteria, options = [[poise.Hold("left_foot")]], [poise.NearPose("rest")], {"stature": 1.70}
    source = poise.FigureSource("human", options)
    scene = poise.Scene(HUMAN.rest(), levels, criteria, source=source)
    levels[0].append(poise.Hold("right_foot"))
    criteria.clear()
    options["stature"] = 2.0
    assert len(scene.tasks) == 1
    assert scene.criteria == (poise.NearPose("rest"),)
    assert source.figure() == HUMAN
