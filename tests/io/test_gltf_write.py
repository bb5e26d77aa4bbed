"""What is written as glTF: valid for the Khronos validator, read back to 1e-6 m, and nothing of a character lost."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import numpy as np
import pytest
from gltf_files import arm, opened
from gltf_oracle import complaints
from scipy.spatial.transform import Rotation

import poise
from poise import _core
from poise.io.gltf.animation import Curve
from poise.io.gltf.thin import fitted
from zoo import inside, made

CLOSE = 1e-6
"""Metres."""


def frames(figure: poise.Figure, poses: np.ndarray) -> dict[str, np.ndarray]:
    placements = _core.segment_placements(figure._core, np.ascontiguousarray(poses))
    return {name: placements[:, index] for name, index in figure._segment_ids.items()}


def same_places(ours: poise.Motion, theirs: poise.Motion, times: np.ndarray, close: float = CLOSE) -> None:
    """All segments of the first are where those of the same name are in the second."""
    expected, found = (frames(m.figure, m.sample(times).poses) for m in (ours, theirs))
    for name, there in expected.items():
        np.testing.assert_allclose(found[name][:, :3], there[:, :3], rtol=0, atol=close, err_msg=name)


def waving(figure: poise.Figure, count: int = 4, **options: object) -> poise.Motion:
    rng = np.random.default_rng(2)
    return poise.Motion(figure, np.arange(count) / 4, [inside(figure, rng) for _ in range(count)], **options)


def test_our_own_figures(tmp_path):
    """Skinned, animated, as a text too; between keys within what is said of curves."""
    files = []
    for name in ("human", "robot", "crane"):
        figure = poise.human() if name == "human" else made(name)
        motion = waving(figure, 3, interpolation="smooth")
        for ending in (".glb", ".gltf") if name == "human" else (".glb",):
            path = tmp_path / f"{name}{ending}"
            motion.save(path)
            again = poise.Motion.load(path)
            same_places(motion, again, motion.times)
            same_places(motion, again, np.linspace(0, motion.end, 23), close=1e-3)
            files.append(path)
    figure = poise.human()
    figure.pose("squat").save(tmp_path / "squat.glb")
    squat = poise.Figure.load(tmp_path / "squat.glb")
    same_places(*(poise.Motion(f, [0.0], [p]) for f, p in ((figure, figure.pose("squat")), (squat, squat.rest()))),
                np.zeros(1))  # fmt: skip
    figure.save(tmp_path / "man.vrm")
    for animal in (poise.figures.quadruped(), poise.figures.bird(), poise.figures.hand()):
        files.append(tmp_path / f"{animal.name}.glb")
        animal.rest().save(files[-1])
    assert complaints(*files, tmp_path / "squat.glb", tmp_path / "man.vrm") == [[]] * (len(files) + 2)


def test_characters_leave_as_they_came(tmp_path, shared):
    """Posed and animated: no new complaint of the validator, all bytes first, all JSON but what moves."""
    sources = sorted((shared / "data" / "gltf").iterdir())
    written = []
    for source in sources:
        figure = poise.Figure.load(source)
        posed, moved = tmp_path / f"{source.stem}_posed.glb", tmp_path / f"{source.stem}_moved.glb"
        motion = waving(figure)
        motion[1].save(posed)
        motion.save(moved)
        size = float(np.ptp(frames(figure, motion.poses[:1])[figure.root][:, :3])) + 1.0
        same_places(motion, poise.Motion.load(moved), motion.times, CLOSE * max(size, 1.0 if size < 10 else 100.0))
        written += [posed, moved]
        if source.suffix == ".gltf":
            continue
        before, data = opened(source)
        after, longer = opened(moved)
        length = before["buffers"][0]["byteLength"]
        assert longer[:length] == data[:length]
        for kind, parts in before.items():
            if kind not in ("nodes", "buffers", "animations"):
                kept = after[kind][: len(parts)] if isinstance(parts, list) else after[kind]
                assert kept == parts, kind
        assert after["animations"][1:] == before.get("animations", [])
        for old, new in zip(before["nodes"], after["nodes"], strict=True):
            assert {k: v for k, v in old.items() if k != "matrix"}.items() <= new.items()
    found = complaints(*sources, *written)
    for k, source in enumerate(sources):
        for after in found[len(sources) + 2 * k : len(sources) + 2 * k + 2]:
            assert sorted(after) == sorted(found[k]), source.name


def test_an_animation_of_the_same_name_gives_way(tmp_path):
    """What it moved besides joints goes on."""
    source = arm()
    source.moved(3, "rotation", [0, 1], [[0, 0, 0, 1], [0, 1, 0, 0]])
    source.moved(3, "scale", [0, 1], [[1, 1, 3], [1, 1, 4]])
    first, second = source.json["animations"]
    second["channels"][0]["sampler"] = 1
    first["channels"] += second["channels"]
    first["samplers"] += second["samplers"]
    first["name"] = "wave"
    source.json["animations"] = [first]
    source.json["extras"] = {"mine": [1, 2, {"deep": None}]}
    path = tmp_path / "arm.glb"
    path.write_bytes(source.glb())
    motion = poise.Motion.load(path)
    motion.reversed().save(path)
    document, _ = opened(path)
    (kept,) = document["animations"]
    assert kept["name"] == "wave"
    assert sorted(c["target"]["path"] for c in kept["channels"]) == ["rotation", "scale"]
    assert document["extras"] == source.json["extras"]
    same_places(motion.reversed(), poise.Motion.load(path), np.linspace(0, 1, 9))
    assert complaints(path) == [[]]


def test_an_edited_figure_still_fits_its_file(tmp_path, shared):
    """Rerooted, with limits and other names of its postures: only frames count."""
    figure = poise.Figure.load(shared / "data" / "gltf" / "khronos_RiggedFigure.glb")
    edited = figure.with_limits("leg_joint_L_2", swing=poise.Cone(0.5)).rerooted("leg_joint_L_3")
    pose = edited.random(np.random.default_rng(1))
    pose.save(tmp_path / "posed.glb")
    again = poise.Figure.load(tmp_path / "posed.glb")
    for name in figure.segments:
        np.testing.assert_allclose(again.rest().position(name), pose.position(name), atol=CLOSE)
    assert figure.scaled(2.0).character is None
    assert figure.mirrored().character is None
    assert figure == figure.with_name(figure.name)
    assert copy.copy(figure).character is not None


def test_held_poses_are_steps(tmp_path):
    figure = made("crane")
    motion = waving(figure, timing="held")
    motion.save(tmp_path / "held.glb")
    samplers = opened(tmp_path / "held.glb")[0]["animations"][0]["samplers"]
    assert {s["interpolation"] for s in samplers} == {"STEP"}
    again = poise.Motion.load(tmp_path / "held.glb")
    assert set(again.timing) == {"held"}
    same_places(motion, again, np.linspace(0, motion.end, 30))


def test_a_captured_walk_with_fewer_keys(tmp_path, shared):
    """Five times fewer keys than one per frame and joint, every frame within 0.05° and 0.1 mm on the file."""
    walk = poise.Motion.load(shared / "data" / "bvh" / "cmu_07_01_walk.bvh")
    angle, length = np.radians(0.05), 1e-4
    walk.save(tmp_path / "walk.glb", angle=angle, length=length)
    document, _ = opened(tmp_path / "walk.glb")
    (animation,) = document["animations"]
    assert {s["interpolation"] for s in animation["samplers"]} == {"CUBICSPLINE"}
    keys = sum(document["accessors"][s["input"]]["count"] for s in animation["samplers"])
    again = poise.Motion.load(tmp_path / "walk.glb")
    times = np.minimum(walk.times, again.end)  # files have times in single precision
    ours, theirs = (frames(m.figure, m.sample(times).poses) for m in (walk, again))
    for branch in walk.figure.branches:
        own = [f[branch.segment] for f in (ours, theirs)]
        turns = [Rotation.from_quat(f[:, 3:]) for f in own]
        if branch.carrier < 0:
            assert np.abs(own[0][:, :3] - own[1][:, :3]).max() < 1.02 * length
        else:
            above = walk.figure.branches[branch.carrier].segment
            turns = [Rotation.from_quat(f[above][:, 3:]).inv() * t for f, t in zip((ours, theirs), turns, strict=True)]
        assert (turns[0].inv() * turns[1]).magnitude().max() < 1.02 * angle, branch.segment
    # A key is what one joint has at one time; the place and the turn of the hips count as two.
    assert keys * 5 <= len(walk) * len(walk.figure.joints), keys
    assert keys * 4.6 <= len(walk) * len(animation["samplers"]), keys
    with pytest.raises(poise.InputError, match="the length is missing"):
        walk.save(tmp_path / "walk.glb", angle=angle)


@pytest.mark.parametrize("width", [3, 4])
def test_fewer_keys_of_a_track_that_leaps_and_trembles(width):
    """By the specification's own formula: near every key, and between two keys not far off their way."""
    rng = np.random.default_rng(width)
    times = np.cumsum(rng.uniform(0.5, 1.5, 80)) / 100
    values = np.stack([np.sin(9 * times + k) for k in range(width)], axis=1) + rng.normal(0.0, 2e-3, (80, width))
    values[40:] += 0.5
    bound = 1e-3
    if width == 4:
        values[:, 3] += 3.0
        values /= np.linalg.norm(values, axis=1, keepdims=True)
    kept, rows = fitted(times, values, 1.0, {"angle": bound, "length": bound})
    assert len(kept) < 40
    curve = Curve(times[kept], rows, "CUBICSPLINE", width == 4)

    def apart(a, b):
        return (Rotation.from_quat(a).inv() * Rotation.from_quat(b)).magnitude() if width == 4 else norms(a - b)

    def norms(vectors):
        return np.linalg.norm(vectors, axis=1)

    assert apart(curve.at(times), values).max() <= bound
    middles = (values[1:] + values[:-1]) / 2
    strayed = apart(curve.at((times[1:] + times[:-1]) / 2), middles)
    assert (strayed <= bound + apart(values[1:], values[:-1])).all()
    if width == 4:
        np.testing.assert_allclose(norms(rows[:, 1]), 1.0, atol=1e-12)


def test_no_format(tmp_path):
    with pytest.raises(poise.FileError, match=r"use .yaml, .glb or .gltf"):
        poise.human().rest().save(tmp_path / "man.vrm")
    with pytest.raises(poise.InputError, match=r"version is for \.vrm files"):
        poise.human().save(tmp_path / "man.glb", version=0)
    with pytest.raises(poise.InputError, match="is no humanoid that VRM knows: it has no bone hips"):
        made("crane").save(tmp_path / "arm.vrm")
    assert not list(Path(tmp_path).iterdir())


def test_text_has_no_numbers_that_json_has_not(tmp_path):
    poise.human().save(tmp_path / "man.gltf")
    json.loads((tmp_path / "man.gltf").read_text(), parse_constant=lambda word: pytest.fail(word))
