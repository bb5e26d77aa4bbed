"""Robots are drawn with the meshes that their files name: where they are, in which colour, and what is said of those
that are missing. Where vertices must be, MuJoCo and hand-made numbers say."""

from __future__ import annotations

import json
import pickle
import struct
from pathlib import Path

import numpy as np
import pytest
from gltf_oracle import complaints

import poise
from poise.io.robot.looks import smoothed
from poise.io.robot.mesh_file import read_pieces
from poise.plot.body import body_meshes

CORNERS = np.array([[x, y, z] for x in (0, 2) for y in (0, 1) for z in (0, 3)], float)
QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
OBJ = "\n".join([*(f"v {x} {y} {z}" for x, y, z in CORNERS), *("f " + " ".join(str(i + 1) for i in q) for q in QUADS)])
"""A box of 2 × 1 × 3 with a corner at the origin."""

POSITIONS = " ".join(str(v) for v in CORNERS.ravel())
POLYGONS = {
    "polylist": f"<vcount>{'4 ' * 6}</vcount><p>{' '.join(f'{i} 7' for q in QUADS for i in q)}</p>",
    "polygons": "".join(f"<p>{' '.join(f'{i} 7' for i in q)}</p>" for q in QUADS),
    "triangles": "<p>" + " ".join(f"{i} 7" for a, b, c, d in QUADS for i in (a, b, c, a, c, d)) + "</p>",
    "tristrips": "".join(f"<p>{' '.join(f'{i} 7' for i in (a, b, d, c))}</p>" for a, b, c, d in QUADS),
}


def collada(kind: str = "polylist", node: str = "", extra: str = "") -> str:
    return f"""<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
    <asset><unit meter="0.1"/><up_axis>Y_UP</up_axis></asset>
    <library_effects><effect id="e"><profile_COMMON><technique sid="t"><phong>
      <diffuse><color>1 0.5 0 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>
    <library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
    <library_geometries><geometry id="g"><mesh>
      <source id="s"><float_array id="a" count="24">{POSITIONS}</float_array>
        <technique_common><accessor source="#a" count="8" stride="3"/></technique_common></source>
      <vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
      <{kind} count="6" material="paint"><input semantic="VERTEX" source="#v" offset="0"/>
        <input semantic="NORMAL" source="#s" offset="1"/>{POLYGONS.get(kind, "")}</{kind}></mesh></geometry>
    </library_geometries>
    <library_visual_scenes><visual_scene id="scene"><node>{node}<instance_geometry url="#g"><bind_material>
      <technique_common><instance_material symbol="paint" target="#m"/></technique_common></bind_material>
      </instance_geometry>{extra}</node></visual_scene></library_visual_scenes>
    <scene><instance_visual_scene url="#scene"/></scene></COLLADA>"""


@pytest.mark.parametrize("kind", POLYGONS)
def test_collada_boxes(tmp_path, kind):
    """Metres by the unit; the scene's transformations apply from the right; polygons become triangles of one box."""
    moves = "<translate>10 0 0</translate><rotate>0 0 1 90</rotate><scale>1 2 1</scale>"
    (tmp_path / "box.dae").write_text(collada(kind, moves))
    (piece,) = read_pieces(tmp_path / "box.dae")
    assert piece.color == "#ff8000"
    triangles = piece.triangles
    volume = np.einsum("ti,ti->", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])) / 6
    assert volume == pytest.approx(0.2 * 0.2 * 0.3)  # outward
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    np.testing.assert_allclose((low, high), ((0.8, 0.0, 0.0), (1.0, 0.2, 0.3)), atol=1e-12)


DAMAGED = {
    "<COLLADA/>": "no triangles",
    "<robot/>": "not with <COLLADA>",
    "<COLLADA>": "not well-formed",
    collada().replace("<p>0 7", "<p>99 7"): "names a vertex that does not exist",
    collada().replace("<p>0 7", "<p>x 7"): "damaged",
    collada().replace('source="#a"', 'source="#b"'): "without positions",
    collada().replace(POSITIONS, POSITIONS.replace("3.0", "nan")): "not finite",
    collada(extra='<instance_node url="#again"/>').replace("<node>", '<node id="again">'): "more than 20000 nodes",
}


@pytest.mark.parametrize("text", DAMAGED, ids=list(DAMAGED.values()))
def test_damaged_collada_files(tmp_path, text):
    (tmp_path / "m.dae").write_text(text)
    with pytest.raises(poise.FileError, match=DAMAGED[text]):
        read_pieces(tmp_path / "m.dae")


URDF = """<robot name="two"><material name="red"><color rgba="1 0 0 1"/></material>
  <link name="base"><visual><origin xyz="0 0 1" rpy="0 0 1.5707963267948966"/>
      <geometry><mesh filename="{file}" scale="0.1 0.1 -0.1"/></geometry><material name="red"/></visual>
    <collision><geometry><sphere radius="0.2"/></geometry></collision></link>
  <link name="arm"><visual><geometry><box size="0.2 0.2 0.2"/></geometry></visual></link>
  <joint name="hinge" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="1 0 0"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1"/></joint></robot>"""


def robot(folder: Path, file: str = "box.obj", text: str = URDF) -> poise.Figure:
    (folder / "two.urdf").write_text(text.format(file=file))
    return poise.Figure.load(folder / "two.urdf", root="fixed", axes="keep")


def test_a_urdf_is_drawn_with_its_meshes_and_shapes(tmp_path):
    (tmp_path / "box.obj").write_text(OBJ)
    figure = robot(tmp_path)
    meshes = body_meshes(figure.pose({"hinge": 0.5}))
    low, high = meshes["base"].vertices.min(axis=0), meshes["base"].vertices.max(axis=0)
    np.testing.assert_allclose((low, high), ((-0.1, 0.0, 0.7), (0.0, 0.2, 1.0)), atol=1e-9)  # turned, mirrored, moved
    assert meshes["base"].volume == pytest.approx(0.006)  # faces outward although it is mirrored
    assert meshes["arm"].volume == pytest.approx(0.008)
    np.testing.assert_allclose(meshes["arm"].vertices.mean(axis=0), (1, 0, 0), atol=1e-12)
    parts = {part.bones[0]: part for part in figure.character.parts}
    assert parts["base"].color == "#ff0000"
    assert parts["arm"].color is None
    assert figure.character.missing == ()
    red = figure.rest().plot(size=(200, 200), floor=False).image.reshape(-1, 3).astype(int)
    assert (red[:, 0] > 2 * red[:, 1] + 30).sum() > 200
    again = pickle.loads(pickle.dumps(figure))
    assert again.character.is_seen


def test_missing_meshes_are_told_and_shapes_stand_for_them(tmp_path):
    figure = robot(tmp_path, "package://two_description/meshes/box.obj")
    assert figure.character.missing == ("package://two_description/meshes/box.obj: there is no such file",)
    with pytest.warns(UserWarning, match=r"two is drawn without meshes that its file names: package://two_desc"):
        figure.rest().plot(size=(80, 80))
    assert body_meshes(figure.rest())["base"].volume == pytest.approx(4 / 3 * np.pi * 0.2**3, rel=0.05)


@pytest.mark.parametrize("place", ["two_description/meshes", "src/two_description/meshes", "meshes"])
def test_packages_are_found_above_the_robot_file(tmp_path, place):
    (tmp_path / place).mkdir(parents=True)
    (tmp_path / place / "box.obj").write_text(OBJ)
    below = tmp_path / place.removesuffix("meshes") / "urdf"
    below.mkdir(exist_ok=True)
    assert robot(below, "package://two_description/meshes/box.obj").character.is_seen


def test_packages_are_found_where_ros_says(tmp_path, monkeypatch):
    (tmp_path / "ws" / "two_description").mkdir(parents=True)
    (tmp_path / "ws" / "two_description" / "box.obj").write_text(OBJ)
    (tmp_path / "here").mkdir()
    monkeypatch.setenv("ROS_PACKAGE_PATH", str(tmp_path / "ws"))
    assert robot(tmp_path / "here", "package://two_description/box.obj").character.is_seen


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("box.obj", "f 1 2 3", "a corner that does not exist: there are 0"),
        ("box.step", "", "not from '.step'"),
        ("http://x.org/b.stl", "", "only files"),
    ],
)
def test_meshes_that_cannot_be_read_are_told(tmp_path, name, content, words):
    if "://" not in name:
        (tmp_path / name).write_text(content)
    (told,) = robot(tmp_path, name).character.missing
    assert words in told


def test_collision_meshes_stand_for_visual_ones_that_are_missing(tmp_path):
    (tmp_path / "box.obj").write_text(OBJ)
    text = URDF.replace('<sphere radius="0.2"/>', '<mesh filename="box.obj"/>')
    figure = robot(tmp_path, "none.dae", text)
    assert len(figure.character.missing) == 1
    assert body_meshes(figure.rest())["base"].volume == pytest.approx(6.0)


def test_reading_stays_inside_the_folder_that_is_served(tmp_path):
    from poise.io.text.confine import confined

    (tmp_path / "box.obj").write_text(OBJ)
    inside = tmp_path / "inside"
    inside.mkdir()
    with confined(inside):
        (told,) = robot(inside, "../box.obj").character.missing
    assert "only files in" in told


MJCF = """<mujoco><compiler angle="radian"/><asset><material name="blue" rgba="0 0 1 1"/>
    <mesh name="m" file="box.obj" scale="0.1 0.2 -0.1" refpos="1 0 0" refquat="0.8 0.6 0 0"/></asset>
  <worldbody><body name="a" pos="1 2 3" euler="0.3 0.2 0.1"><joint name="h" type="hinge" axis="0 1 0"/>
    <geom type="mesh" mesh="m" pos="0.1 0.2 0.3" quat="0.5 0.5 -0.5 0.5" material="blue" group="2"/>
    <geom type="sphere" size="0.5" group="3"/></body></worldbody></mujoco>"""


def test_an_mjcf_is_drawn_where_mujoco_has_its_meshes(tmp_path):
    mujoco = pytest.importorskip("mujoco")
    (tmp_path / "box.obj").write_text(OBJ)
    (tmp_path / "m.xml").write_text(MJCF)
    figure = poise.Figure.load(tmp_path / "m.xml", axes="keep")
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "m.xml"))
    data = mujoco.MjData(model)
    data.qpos[0] = 0.7
    mujoco.mj_kinematics(model, data)
    theirs = model.mesh_vert @ data.geom_xmat[0].reshape(3, 3).T + data.geom_xpos[0]
    mesh = body_meshes(figure.pose({"h": 0.7}))["a"]  # without the sphere, which MuJoCo's viewer hides
    far = np.linalg.norm(mesh.vertices[:, None] - theirs[None], axis=2)
    assert max(far.min(axis=0).max(), far.min(axis=1).max()) < 1e-6
    assert mesh.volume == pytest.approx(0.012, rel=1e-5)
    assert figure.character.parts[0].color == "#0000ff"


def test_meshes_leave_as_glb(tmp_path):
    (tmp_path / "box.obj").write_text(OBJ)
    robot(tmp_path).pose({"hinge": 0.5}).save(tmp_path / "two.glb")
    data = (tmp_path / "two.glb").read_bytes()
    length = struct.unpack("<I", data[12:16])[0]
    said = json.loads(data[20 : 20 + length])
    assert said["materials"][0]["name"] == "#ff0000"
    low = said["accessors"][said["meshes"][0]["primitives"][0]["attributes"]["POSITION"]]["min"]
    np.testing.assert_allclose(low, (-0.1, 0.0, 0.7), atol=1e-6)
    assert complaints(tmp_path / "two.glb") == [[]]


def test_edges_are_sharp_and_round_things_smooth():
    from poise.figure.shape import Box, Cylinder
    from poise.plot.mesh import shape_mesh

    box = shape_mesh(Box((1, 2, 3)))
    vertices, normals, faces = smoothed(box.vertices[box.faces])
    assert len(vertices) == 24
    assert len(faces) == 12
    assert (np.abs(normals).max(axis=1) > 1 - 1e-9).all()
    rod = shape_mesh(Cylinder(1.0, 2.0), 48)
    vertices, normals, _ = smoothed(rod.vertices[rod.faces])
    wall = np.abs(normals[:, 2]) < 0.5
    outward = vertices[wall, :2] / np.linalg.norm(vertices[wall, :2], axis=1, keepdims=True)
    assert np.einsum("ij,ij->i", normals[wall, :2], outward).min() > np.cos(np.radians(360 / 48))


def test_the_studio_gets_the_meshes(tmp_path):
    from poise.studio.skins import skins

    (tmp_path / "box.obj").write_text(OBJ)
    (skin,) = skins(robot(tmp_path))
    assert len(skin.triangles) == 24 * 3 * 4  # two boxes of twelve triangles, four bytes an index
    assert sorted(set(skin.parts)) == [0, 1]
