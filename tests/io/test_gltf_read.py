"""glTF files mean what three.js reads in them: every file we have, and small ones for every way to say a thing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gltf_files import HALF, Small, arm
from gltf_oracle import asked
from scipy.spatial.transform import Rotation

import poise

CLOSE = 5e-6
"""Of the figure's size, and radians: three.js computes in single precision in places, and slerps near keys by lerp."""


def compared(jobs: list[tuple[Path, int | None]], close: float = CLOSE) -> None:
    """Every segment of every file is where three.js has its node, at rest (None) or during an animation."""
    motions = [None if a is None else poise.Motion.load(path, animation=a) for path, a in jobs]
    times = [None if m is None else np.linspace(m.start, m.end, 8)[:-1].tolist() for m in motions]
    questions = [
        {"kind": "places", "path": path, "animation": a, "times": t} for (path, a), t in zip(jobs, times, strict=True)
    ]
    for (path, _), motion, wanted, found in zip(jobs, motions, times, asked(questions), strict=True):
        figure = poise.Figure.load(path) if motion is None else motion.figure
        poses = [figure.rest()] if motion is None else [motion.at(t) for t in wanted or ()]
        frames = {s: np.array([pose.segment_frame(s) for pose in poses]) for s in figure.segments if s != "world"}
        size = max(float(np.ptp([f[0, :3, 3] for f in frames.values()], axis=0).max()), 1.0)
        theirs = np.array(found)
        for segment, ours in frames.items():
            there = theirs[:, figure.character.nodes[segment]]
            np.testing.assert_allclose(ours[:, :3, 3], there[:, :3], rtol=0, atol=close * size, err_msg=segment)
            turned = Rotation.from_matrix(ours[:, :3, :3]).inv() * Rotation.from_quat(there[:, 3:])
            assert turned.magnitude().max() < max(close, CLOSE), (path.name, segment)


def test_all_shared_files(shared):
    folder = shared / "data" / "gltf"
    rest = [(path, None) for path in sorted(folder.iterdir())]
    moving = [("khronos_CesiumMan.glb", 0), ("khronos_Fox.glb", 1), ("khronos_RiggedFigure.glb", 0),
              ("threejs_RobotExpressive.glb", 1), ("threejs_RobotExpressive.glb", 9)]  # fmt: skip
    assert len(rest) == 6
    compared(rest + [(folder / name, a) for name, a in moving])
    # SimpleSkin has its quaternions in three digits, and three.js does not normalise them.
    compared([(folder / "khronos_SimpleSkin.gltf", 0)], close=5e-4)


def test_small_files(tmp_path):
    """Scaled, turned and in-between nodes, matrices, several trees, and all three interpolations."""
    rng = np.random.default_rng(3)
    files = {"arm.gltf": arm().text(), "arm.glb": arm().glb()}
    times = [0.5, 1.0, 1.75, 2.0]
    turns = Rotation.random(4, random_state=5).as_quat()
    for kind in ("LINEAR", "STEP", "CUBICSPLINE"):
        made = arm()
        tangents = 0.3 * rng.normal(size=(4, 3, 4))
        tangents[:, 1] = turns
        made.moved(3, "rotation", times, tangents.reshape(12, 4) if kind == "CUBICSPLINE" else turns, kind)
        places = rng.normal(size=(12 if kind == "CUBICSPLINE" else 4, 3))
        made.moved(1, "translation", times, places, kind)
        files[f"{kind}.glb"] = made.glb()
    two = Small(nodes=[{"name": "a", "children": [1]}, {"name": "b", "translation": [0, 1, 0]}, {"name": "c"}])
    two.json["scenes"], two.json["scene"] = [{"nodes": [0, 2]}], 0
    two.moved(1, "rotation", [0, 1], turns[:2])
    two.moved(2, "translation", [0, 1], [[0, 0, 0], [1, 2, 3]])
    files["two.glb"] = two.glb()
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    jobs: list[tuple[Path, int | None]] = [(tmp_path / name, None) for name in files]
    jobs += [(tmp_path / f"{kind}.glb", a) for kind in ("LINEAR", "STEP", "CUBICSPLINE") for a in (0, 1)]
    compared([*jobs, (tmp_path / "two.glb", 0)], close=3e-5)  # straight lines pass a CUBICSPLINE within 1e-5


def test_cubic_splines_are_the_specification(tmp_path):
    """At the keys exact; between them the Hermite spline of appendix C, written out here, normalised."""
    made = arm()
    values = np.random.default_rng(1).normal(size=(2, 3, 4))
    made.moved(3, "rotation", [0.0, 2.0], values.reshape(6, 4), "CUBICSPLINE")
    path = tmp_path / "spline.glb"
    path.write_bytes(made.glb())
    motion = poise.Motion.load(path)
    values = values.astype(np.float32).astype(float)
    rest = Rotation.from_quat([0, HALF, 0, HALF])
    for t in np.linspace(0, 2, 41):
        s = t / 2
        p = (2 * s**3 - 3 * s**2 + 1) * values[0, 1] + 2 * (s**3 - 2 * s**2 + s) * values[0, 2]
        p = p + (-2 * s**3 + 3 * s**2) * values[1, 1] + 2 * (s**3 - s**2) * values[1, 0]
        ours = rest * Rotation.from_matrix(motion.at(t).rotation("lower"))
        assert (ours.inv() * Rotation.from_quat(p)).magnitude() < (1e-7 if t in (0.0, 2.0) else 2e-4), t


def test_what_a_figure_is_made_of(tmp_path):
    path = tmp_path / "arm.glb"
    path.write_bytes(arm().glb())
    figure = poise.Figure.load(path)
    assert [(j.name, j.model) for j in figure.joints.values()] == [
        ("upper", "free"), ("between", "fixed"), ("lower", "ball"),
    ]  # fmt: skip
    assert figure.character.kind == "glTF"
    assert figure.character.nodes == {"upper": 1, "between": 2, "lower": 3}
    np.testing.assert_allclose(figure.rest().position("upper"), [0, -1, 2], atol=1e-12)


def test_skins_are_drawn_where_three_would_draw_them(tmp_path):
    """v = Σ wᵢ Wᵢ Bᵢ v (glTF 2.0, 3.7.3.3), with the matrices of the nodes written out."""
    path = tmp_path / "arm.glb"
    path.write_bytes(arm().glb())
    figure = poise.Figure.load(path)
    (part,) = figure.character.parts
    pose = figure.pose({"lower": Rotation.from_rotvec([0.3, 0.2, 0.1]).as_quat()})
    scales = {"upper": [2, 2, 2], "lower": [2, 2, 6]}
    world = {s: np.array(pose.segment_frame(s)) @ np.diag([*scales[s], 1]) for s in scales}
    corners = np.array([[0, 0, 0, 1], [1, 0, 0, 1], [0, 1, 0, 1.0]])
    weights = np.array([[0.25, 0.75], [1, 0], [0, 1]])
    expected = [sum(w * (world[s] @ v)[:3] for w, s in zip(row, world, strict=True))
                for v, row in zip(corners, weights, strict=True)]  # fmt: skip
    found, normals = part.placed({s: np.array(pose.segment_frame(s)) for s in figure.segments})
    np.testing.assert_allclose(found, expected, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1.0)


def test_scales_that_differ_by_axis(write):
    made = arm()
    made.json["nodes"][1]["scale"] = [1, 1.5, 1]
    words = r"node 1 \('upper'\) has the scale \(1, 1.5, 1\); joints below it would be sheared"
    with pytest.raises(poise.FileError, match=words):
        poise.Figure.load(write(made.glb(), "bad.glb"))
    sheared = arm()
    sheared.json["nodes"][2]["matrix"][1] = 2.0
    sheared.json["nodes"][2]["matrix"][0] = 1.0
    with pytest.raises(poise.FileError, match=r"'between'\) (is sheared|has the scale)"):
        poise.Figure.load(write(sheared.glb(), "bad.glb"))
    # On the last joint it shears nothing but the mesh, which is what the file means.
    assert arm().json["nodes"][3]["scale"] == [1, 1, 3]


@pytest.mark.parametrize(
    ("kind", "values"),
    [("<i2", [[0, 0, 0, 32767], [0, 23170, 0, 23170]]), ("<u1", [[0, 0, 0, 255], [0, 180, 0, 180]])],
)
def test_normalised_integers(write, kind, values):
    made = arm()
    made.moved(3, "rotation", [0, 1], np.zeros((2, 4)))
    made.json["animations"][0]["samplers"][0]["output"] = made.numbers(values, kind, normalized=True)
    motion = poise.Motion.load(write(made.glb(), "whole.glb"))
    found = [Rotation.from_matrix(pose.rotation("lower")).magnitude() for pose in motion]
    np.testing.assert_allclose(found, [np.pi / 2, 0.0], atol=1e-5)


def test_sparse_accessors(write):
    made = arm()
    made.moved(1, "translation", [0, 1, 2], np.zeros((3, 3)))
    sparse: dict[str, Any] = {"count": 1}
    for name, values, kind in (("indices", [2], "<u2"), ("values", [[1, 2, 3]], "<f4")):
        accessor = made.json["accessors"][made.numbers(values, kind)]
        sparse[name] = {"bufferView": accessor["bufferView"]}
    sparse["indices"]["componentType"] = 5123
    output = made.json["accessors"][made.json["animations"][0]["samplers"][0]["output"]]
    output["sparse"] = sparse
    del output["bufferView"]
    motion = poise.Motion.load(write(made.glb(), "sparse.glb"))
    np.testing.assert_allclose(motion[2].position("upper"), [2, -6, 4], atol=1e-12)
    np.testing.assert_allclose(motion[1].position("upper"), [0, 0, 0], atol=1e-12)


def test_animations_are_chosen_by_name_or_number(shared):
    fox = shared / "data" / "gltf" / "khronos_Fox.glb"
    assert poise.Motion.load(fox).name == "Survey"
    run = poise.Motion.load(fox, animation="Run")
    assert run == poise.Motion.load(fox, animation=2)
    assert run.notes == (
        "animation: 'Run'; the file also has 'Survey', 'Walk'",
        "joints that the animation shifts are free: b_Hip_01",
    )
    with pytest.raises(poise.UnknownNameError, match="the file has no animation 'run'"):
        poise.Motion.load(fox, animation="run")
    with pytest.raises(poise.FileError, match="a skeleton but no animation"):
        poise.Motion.load(shared / "data" / "gltf" / "vrm1_isBinary_Overridden.vrm")


def test_buffers_beside_the_file(tmp_path):
    made = arm()
    made.moved(3, "rotation", [0, 1], [[0, 0, 0, 1], [0, 1, 0, 0]])
    (tmp_path / "a b.bin").write_bytes(made.data)
    made.json["buffers"] = [{"byteLength": len(made.data), "uri": "a%20b.bin"}]
    (tmp_path / "arm.gltf").write_bytes(made.text())
    assert len(poise.Motion.load(tmp_path / "arm.gltf")) == 2
