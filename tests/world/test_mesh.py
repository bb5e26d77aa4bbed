"""Meshes as obstacles: closed and open ones, files, the grid beside them, scene files, pictures; bad input."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

import poise
from poise.io.mesh.grid_file import grid_file
from poise.plot.mesh import ellipsoid, shape_mesh
from poise.plot.obstacles import obstacle_mesh
from poise.progress import drawn_by
from poise.skin import body_mesh

SIZE = (0.3, 0.2, 0.4)
BOX = shape_mesh(poise.Box(SIZE))
CHAIN = poise.figures.chain(8)


def box(**options: object) -> poise.Mesh:
    return poise.Mesh(BOX.vertices, BOX.faces, **options)  # type: ignore[arg-type]


def obj(mesh: poise.Mesh) -> str:
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in mesh.vertices.tolist()]
    return "\n".join(lines + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in mesh.faces.tolist()])


def test_a_mesh_is_as_far_as_the_solid_it_shows() -> None:
    """Faces are where they are; edges are rounded by less than a third of a cell."""
    mesh = box(cell=0.01)
    assert (mesh.is_closed, mesh.is_shell, len(mesh.vertices)) == (True, False, 8)
    assert mesh.accuracy < 0.003
    ours, exact = poise.Obstacle("a", mesh), poise.Obstacle("a", poise.Box(SIZE))
    for seed in range(20):
        pose = CHAIN.random(np.random.default_rng(seed))
        near, expected = (poise.World([o]).distances(pose, 0.15) for o in (ours, exact))
        for entry in expected:
            if entry.distance > 0.0:
                found = next(e for e in near if e.a == entry.a)
                assert found.distance == pytest.approx(entry.distance, abs=0.003)


def test_a_mesh_is_kept_out_of_and_settles() -> None:
    turned = poise.Placement.turned((0.3, 0.9, 0.1), 0.7, (0.02, 0.5, 0.35))
    world = poise.World([poise.Obstacle("rock", box(cell=0.02), placement=turned)])
    rng = np.random.default_rng(2)
    for _ in range(4):
        goal = rng.uniform((-0.3, 0.1, 0.1), (0.3, 0.9, 0.7))
        solution = poise.solve(CHAIN.rest(), [poise.Reach("tip", goal)], world=world, max_steps=400, history=True)
        assert solution.status in ("converged", "compromise", "stalled")
        assert solution.history is not None
        assert solution.history.residuals[:, 0].max() < 1e-9
    tip = CHAIN.rest().position("tip")
    assert not world.visible(CHAIN.rest(), "tip", 2.0 * np.array([0.02, 0.5, 0.35]) - tip)  # through its middle
    assert world.visible(CHAIN.rest(), "tip", tip + np.array([0.0, 1.0, 0.0]))


def test_an_inside_out_mesh_has_the_same_inside_and_a_shell_has_room_in_it() -> None:
    inside = np.array([0.01, 0.0, 0.02])
    turned = poise.Mesh(BOX.vertices, BOX.faces[:, ::-1], cell=0.02)
    assert turned.solid.nearness(inside)[0] == pytest.approx(box(cell=0.02).solid.nearness(inside)[0])
    assert box(thickness=0.02, cell=0.01).solid.nearness(inside)[0] == pytest.approx(0.09, abs=0.003)


def test_an_open_mesh_is_told_and_taken_as_a_shell() -> None:
    with pytest.warns(UserWarning, match=r"has 3 open edges, or faces that turn differently: it has no inside"):
        lid = poise.Mesh(BOX.vertices, BOX.faces[:-1], cell=0.01)
    assert (lid.is_closed, lid.thickness) == (False, 0.02)
    assert lid.solid.nearness(np.zeros(3))[0] > 0.05


def test_files_and_the_grid_beside_them(tmp_path: Path) -> None:
    file = tmp_path / "box.obj"
    file.write_text(obj(box()))
    told: list[tuple[int, int]] = []
    first = poise.Mesh.load(file, cell=0.02, progress=lambda done, of: told.append((done, of)))
    assert told[-1][0] == told[-1][1] == len(told)
    assert grid_file(file).name == "box.obj.poise-grid"
    again = poise.Mesh.load(file, cell=0.02, progress=lambda done, of: pytest.fail("the grid was made again"))
    assert again == first
    assert np.array_equal(first.prepared(), again.prepared())
    grid_file(file).write_bytes(grid_file(file).read_bytes()[:1000])  # damaged: made again
    assert np.array_equal(poise.Mesh.load(file, cell=0.02).prepared(), first.prepared())
    small = poise.Mesh.load(file, scale=0.001, up="z", cell=2e-5)
    assert np.allclose(np.ptp(small.vertices, axis=0), np.array(SIZE)[[0, 2, 1]] / 1000)


def test_a_character_is_an_obstacle_too(tmp_path: Path) -> None:
    """GLB, with the nodes' placements."""
    human = poise.human()
    human.rest().save(tmp_path / "man.glb")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mesh = poise.Mesh.load(tmp_path / "man.glb", cell=0.03)
    skin = body_mesh(human)
    assert len(mesh.faces) == pytest.approx(len(skin.triangles), rel=0.01)
    assert np.ptp(mesh.vertices[:, 1]) == pytest.approx(np.ptp(skin.posed(human.rest())[0][:, 1]), abs=1e-3)


def test_scene_files_scripts_and_pictures_know_meshes(tmp_path: Path) -> None:
    file = tmp_path / "box.stl"
    corners = box().vertices[box().faces]
    record = np.zeros(len(corners), np.dtype([("n", "<f4", 3), ("c", "<f4", (3, 3)), ("a", "<u2")]))
    record["c"] = corners
    file.write_bytes(b"\0" * 80 + len(corners).to_bytes(4, "little") + record.tobytes())
    loaded, made = poise.Mesh.load(file, scale=0.5, cell=0.02), box(cell=0.03)
    world = poise.World([poise.Obstacle("a", loaded, placement=(0.3, 0.3, 0.3)), poise.Obstacle("b", made, margin=0.1)])
    source = poise.FigureSource("planar_chain", {"links": 6})
    figure = poise.figures.planar_chain(6)
    scene = poise.Scene(figure.rest(), [poise.Reach("tip", (0.0, 0.3, 0.6))], source=source, world=world)
    scene.save(tmp_path / "scene.yaml")
    assert "file: box.stl" in (tmp_path / "scene.yaml").read_text()
    assert poise.Scene.load(tmp_path / "scene.yaml").world == world
    scene.script(tmp_path / "scene.py")
    held: dict[str, object] = {"__file__": str(tmp_path / "scene.py")}
    exec(compile((tmp_path / "scene.py").read_text(), "scene.py", "exec"), held)
    assert held["solution"].question.tasks["avoid world"].world == world  # type: ignore[attr-defined]
    assert obstacle_mesh(world["b"]).volume == pytest.approx(np.prod(SIZE))


def test_what_is_no_mesh_is_told(tmp_path: Path) -> None:
    ball = ellipsoid((1.0, 1.0, 1.0), 8)
    bad = [
        (lambda: poise.Mesh(ball.vertices[:, :2], ball.faces), "three rows of three numbers"),
        (lambda: poise.Mesh(ball.vertices * np.nan, ball.faces), "must be finite"),
        (lambda: poise.Mesh(ball.vertices, ball.faces + 1), "vertex numbers from 0 to"),
        (lambda: poise.Mesh(ball.vertices, ball.faces[:0]), "rows of three vertex numbers"),
        (lambda: poise.Mesh(np.zeros((3, 3)), [[0, 1, 2]]), "no face of the mesh has an area"),
        (lambda: poise.Mesh(ball.vertices, ball.faces, cell=1e-4), "choose a cell of"),
        (lambda: poise.Mesh(ball.vertices, ball.faces, thickness=-1.0), "thickness of a mesh must be positive"),
        (lambda: poise.Mesh(ball.vertices, ball.faces, cell=1e308), "a cell of 1e\\+308 m gives the mesh no grid"),
        (lambda: poise.Mesh(ball.vertices, ball.faces, cell=1e-320), "no grid that has an end"),
        (lambda: poise.Mesh(ball.vertices, ball.faces, cell=0.1, thickness=1e308), "a thickness of 1e\\+308 m"),
        (lambda: poise.Mesh(ball.vertices, ball.faces, source="a.obj"), "source of a mesh must be a MeshSource"),  # type: ignore[arg-type]
        (lambda: box(cell=0.1).prepared(np.zeros(3, np.float32)), "values of the grid of a mesh must be"),
        (lambda: box(cell=0.1).prepared(progress="yes"), "progress of Mesh.prepared must be a function"),
        (lambda: box(cell=0.1).scaled(1e308), "a mesh 1e\\+308 times as large is beyond"),
        (lambda: poise.Mesh.load(tmp_path / "none.obj"), "there is no such file"),
        (lambda: poise.Mesh.load(tmp_path / "text.ply"), "a mesh is an OBJ, STL, GLB or glTF file, not '.ply'"),
        (lambda: poise.Mesh.load(tmp_path / "text.obj"), "no triangles"),
        (lambda: poise.Mesh.load(tmp_path / "text.obj", up="x"), "up of a mesh"),
        (lambda: poise.Obstacle("a", box(), rounding=0.1), "has no edges"),
    ]
    for name in ("text.ply", "text.obj"):
        (tmp_path / name).write_text("hello")
    for call, words in bad:
        with pytest.raises(poise.PoiseError, match=words):
            call()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("v 0 0 0\nv 1 0 x\nv 0 1 0\nf 1 2 3\n", "line 2 is damaged: 'v 1 0 x'"),
        ("v 0 0 0\nv 1 0 0\nv 0 1\nf 1 2 3\n", "line 3 is damaged: 'v 0 1'"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", "a corner that does not exist: there are 3"),
    ],
)
def test_a_damaged_obj_says_where(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "bad.obj").write_text(text)
    with pytest.raises(poise.FileError, match=words):
        poise.Mesh.load(tmp_path / "bad.obj")


def test_a_scaled_mesh_is_as_far_as_one_that_was_made_so_large() -> None:
    small = box(cell=0.02)
    large, made = small.scaled(2.0), poise.Mesh(2.0 * small.vertices, small.faces, cell=0.04)
    assert (large.cell, large.digest) == (made.cell, made.digest)
    for point in np.random.default_rng(3).uniform(-0.8, 0.8, (200, 3)):
        assert large.solid.nearness(point)[0] == pytest.approx(made.solid.nearness(point)[0], abs=0.012)  # of 4 cm
    with pytest.raises(poise.InputError, match="factor"):
        small.scaled(0.0)


def test_the_bar_of_a_mesh_is_drawn_by_whoever_owns_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A spinner does: on a line of its own each, hundreds of bars would push all else off the screen."""
    told: list[str] = []
    with drawn_by(told.append):
        box(cell=0.1).prepared(progress=True)
    assert told[0].startswith("preparing a mesh █")
    assert told[-1] == ""
    assert capsys.readouterr().err == ""
    box(cell=0.1).prepared(progress=True)
    assert capsys.readouterr().err.startswith("\rpreparing a mesh █")
