"""Mesh files: the same solid in every format, the matter in it against closed forms, and what is refused."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

import poise
from poise.io.mjcf.mesh_matter import matter_of
from poise.io.robot.mesh_file import read_triangles

CORNERS = np.array([[x, y, z] for x in (0, 2) for y in (0, 1) for z in (0, 3)], float)
QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
"""A box of 2 × 1 × 3 m with a corner at the origin, faces outward."""
FACES = [triple for a, b, c, d in QUADS for triple in ((a, b, c), (a, c, d))]
BOX = CORNERS[np.array(FACES)]
BOX_INERTIA = 6.0 / 12 * np.diag([1 + 9, 4 + 9, 4 + 1])


def obj(negative: bool = False) -> bytes:
    lines = [f"v {x} {y} {z}" for x, y, z in CORNERS]
    index = (lambda i: i - len(CORNERS)) if negative else (lambda i: i + 1)
    lines += ["f " + " ".join(f"{index(i)}/1/2" for i in quad) for quad in QUADS]
    return "\n".join(["# a box", "o box", *lines]).encode()


def stl() -> bytes:
    records = b"".join(struct.pack("<12fH", 0, 0, 0, *triangle.ravel(), 0) for triangle in BOX)
    return b"binary".ljust(80) + struct.pack("<I", len(BOX)) + records


def stl_text() -> bytes:
    facets = ["outer loop " + " ".join(f"vertex {x} {y} {z}" for x, y, z in t) + " endloop" for t in BOX]
    return "\n".join(["solid box", *facets, "endsolid"]).encode()


def msh() -> bytes:
    head = struct.pack("<4i", len(CORNERS), 0, 0, len(FACES))
    return head + CORNERS.astype("<f4").tobytes() + np.array(FACES, "<i4").tobytes()


FORMATS = {"box.obj": obj(), "back.obj": obj(negative=True), "box.stl": stl(), "BOX.STL": stl_text(), "box.msh": msh()}


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_box_in_every_format(tmp_path, name):
    (tmp_path / name).write_bytes(FORMATS[name])
    np.testing.assert_array_equal(read_triangles(tmp_path / name), BOX)


@pytest.mark.parametrize("rule", ["legacy", "exact"])
def test_a_box(rule):
    found = matter_of(BOX, rule)
    assert found.size == pytest.approx(6.0, abs=1e-14)
    np.testing.assert_allclose(found.center, (1, 0.5, 1.5), atol=1e-14)
    np.testing.assert_allclose(found.inertia, BOX_INERTIA, atol=1e-13)


def test_a_shell():
    """Six plates, each with its own inertia, moved to the middle (Steiner)."""
    found = matter_of(BOX, "shell")
    assert found.size == pytest.approx(2 * (2 * 1 + 1 * 3 + 3 * 2), abs=1e-14)
    np.testing.assert_allclose(found.center, (1, 0.5, 1.5), atol=1e-14)
    sizes, expected = np.array([2.0, 1.0, 3.0]), np.zeros((3, 3))
    for axis in range(3):
        plate, r = np.where(np.arange(3) == axis, 0.0, sizes), np.where(np.arange(3) == axis, sizes / 2, 0.0)
        area = np.delete(sizes, axis).prod()
        own = area / 12 * (np.eye(3) * (plate @ plate) - np.diag(plate**2))
        expected += 2 * (own + area * (np.eye(3) * (r @ r) - np.outer(r, r)))
    np.testing.assert_allclose(found.inertia, expected, atol=1e-13)


def test_only_the_default_rule_counts_hollows_twice():
    """A box with a smaller one cut out of it, the hollow's faces turned inward."""
    hollow = np.concatenate([BOX, (BOX * 0.5 + (0.5, 0.25, 0.75))[:, ::-1]])
    assert matter_of(hollow, "exact").size == pytest.approx(6.0 * (1 - 1 / 8))
    assert matter_of(hollow, "legacy").size == pytest.approx(6.0 * (1 + 1 / 8))


@pytest.mark.parametrize("rule", ["legacy", "exact", "shell"])
def test_a_surface_without_extent_has_nothing_in_it(rule):
    assert matter_of(BOX[:2] * (0, 0, 1), rule).size <= 0


DAMAGED = {
    "cut.stl": (stl()[:-1], "no triangles"),
    "cut.msh": (msh()[:-1], "damaged"),
    "no.obj": (b"f 1 2 3", "damaged"),
    "word.obj": (b"v a b c", "damaged"),
    "flat.obj": (b"v 0 0\nv 1 0\nv 0 1\nf 1 2 3", "damaged"),
    "nan.obj": (obj().replace(b"v 0.0", b"v nan"), "not finite"),
    "back.obj": (obj(negative=True).replace(b"f -8", b"f -99"), "damaged"),
    "empty.obj": (b"# nothing", "no triangles"),
    "scene.dae": (b"<COLLADA/>", "read from .stl, .obj, .msh files, not from '.dae'"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_meshes(tmp_path, name):
    data, words = DAMAGED[name]
    (tmp_path / name).write_bytes(data)
    with pytest.raises(poise.FileError, match=words):
        read_triangles(tmp_path / name)


def model(mesh: str, geom: str = "", compiler: str = "") -> str:
    return f"""<mujoco><compiler {compiler}/><asset><mesh name="m" {mesh}/></asset><worldbody>
      <body name="a"><freejoint/><geom type="mesh" mesh="m" {geom}/></body></worldbody></mujoco>"""


def segment(folder: Path, text: str) -> poise.Segment:
    (folder / "m.xml").write_text(text)
    return poise.Figure.load(folder / "m.xml").segment("a")


def test_a_body_made_of_a_mesh(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "box.obj").write_bytes(obj())
    heavy = segment(tmp_path, model('file="box.obj"', 'density="10"', 'meshdir="parts"'))
    assert heavy.mass == pytest.approx(60.0)
    np.testing.assert_allclose(heavy.inertia, 10 * BOX_INERTIA, atol=1e-12)
    light = segment(tmp_path, model('file="x/box.obj"', 'mass="1" pos="1 1 1"', 'assetdir="parts" strippath="true"'))
    assert light.mass == 1.0
    np.testing.assert_allclose(light.center, (2, 1.5, 2.5), atol=1e-14)
    assert light.shapes == ()


def test_a_mesh_is_moved_turned_and_scaled(tmp_path):
    (tmp_path / "box.obj").write_bytes(obj())
    turned = 'refpos="1 0.5 1.5" refquat="1 0 0 1" scale="-1 1 2"'  # centred, a quarter turn about z, mirrored
    for rule in ("legacy", "exact"):
        found = segment(tmp_path, model(f'file="box.obj" inertia="{rule}" {turned}', 'density="1"'))
        assert found.mass == pytest.approx(12.0)
        np.testing.assert_allclose(found.center, (0, 0, 0), atol=1e-14)
        np.testing.assert_allclose(found.inertia, np.diag([4 + 36, 1 + 36, 4 + 1]), atol=1e-12)


def test_a_mesh_in_the_file_itself(tmp_path):
    corners = " ".join(str(x) for x in CORNERS.ravel())
    faces = " ".join(str(i) for triple in FACES for i in triple)
    assert segment(tmp_path, model(f'vertex="{corners}" face="{faces}"')).mass == pytest.approx(6000.0)


UNKNOWN = {
    'file="none.stl"': "there is no such mesh file",
    'file="box.obj" inertia="convex"': "its inertia is 'convex', which is not one of legacy, exact, shell",
    'vertex="0 0 0 1 0 0 0 1 0 0 0 1"': "has no file, and no vertex and face",
    'vertex="0 0 0 1 0 0 0 1 0" face="0 1 9"': "names a vertex that does not exist",
    'vertex="0 0 0 1 0 0 0 1 0" face="0 1 0.5"': "names a vertex that does not exist",
    f'vertex="0 0 0 1 0 0 0 1 0" face="0 1 {10**40}"': "names a vertex that does not exist",
    'file="box.obj" scale="1 1 0"': "it encloses nothing",
}


@pytest.mark.parametrize("mesh", UNKNOWN)
def test_meshes_that_cannot_be_weighed_count_as_massless_with_a_warning(tmp_path, mesh):
    (tmp_path / "box.obj").write_bytes(obj())
    with pytest.warns(UserWarning, match=rf"m.xml:2: the mass of <body name='a'> .* massless: .*{UNKNOWN[mesh]}"):
        assert segment(tmp_path, model(mesh)).mass == 0.0


def test_a_solid_fitted_to_a_mesh_is_not_known(tmp_path):
    with pytest.warns(UserWarning, match="<geom> is fitted to a mesh"):
        assert segment(tmp_path, model('file="box.obj"').replace('type="mesh"', 'type="box"')).mass == 0.0


def test_meshes_are_not_read_where_an_inertial_tells_the_mass(tmp_path):
    inertial = '<inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/>'
    text = model('file="none.stl"').replace("<freejoint/>", f"<freejoint/>{inertial}")
    assert segment(tmp_path, text).mass == 2.0  # a warning would be an error in these tests
