"""Meshes against closed forms: volume, area, closedness, outward normals."""

from __future__ import annotations

import math

import numpy as np
import pytest

import poise
from poise.plot.lines import ball, bone, fan, tube
from poise.plot.mesh import EMPTY, joined, shape_mesh

TILTED = poise.Placement.turned((1, 2, 3), 0.7, (0.3, -0.2, 0.5))
SHAPES = [
    poise.Sphere(0.3, placement=TILTED),
    poise.Ellipsoid((0.1, 0.25, 0.4), placement=TILTED),
    poise.Box((0.2, 0.3, 0.5), placement=TILTED),
    poise.Cylinder(0.2, 0.6, placement=TILTED),
    poise.Capsule(0.1, 0.5, placement=TILTED),
    poise.Capsule(0.2, 0.5, 0.05, placement=TILTED),
    poise.Capsule(0.05, 0.3, 0.3, placement=TILTED),
]


def merged_corners(mesh):
    """Faces by places instead of vertices: meshes repeat vertices along sharp edges."""
    _, index = np.unique(np.round(mesh.vertices, 9), axis=0, return_inverse=True)
    return index.reshape(-1)[mesh.faces]


def is_closed(mesh):
    """Every directed edge has exactly one partner that runs the other way."""
    faces = merged_corners(mesh)
    edges = np.vstack([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    forward = sorted(map(tuple, edges.tolist()))
    return len(set(forward)) == len(forward) and forward == sorted(map(tuple, edges[:, ::-1].tolist()))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: type(s).__name__)
def test_volume_is_that_of_the_shape(shape):
    assert shape_mesh(shape, 160).volume == pytest.approx(shape.volume, rel=2e-3)


@pytest.mark.parametrize("shape", [s for s in SHAPES if not isinstance(s, poise.Box)], ids=lambda s: type(s).__name__)
def test_twice_the_sides_leave_a_quarter_of_the_error(shape):
    errors = [shape.volume - shape_mesh(shape, sides).volume for sides in (40, 80)]
    assert errors[0] > errors[1] > 0
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.05)


@pytest.mark.parametrize(
    ("shape", "area"),
    [
        (SHAPES[0], 4 * math.pi * 0.3**2),
        (SHAPES[2], 2 * (0.2 * 0.3 + 0.3 * 0.5 + 0.5 * 0.2)),
        (SHAPES[3], 2 * math.pi * 0.2 * (0.2 + 0.6)),
        (SHAPES[4], 4 * math.pi * 0.1**2 + 2 * math.pi * 0.1 * 0.5),
    ],
)
def test_area_is_that_of_the_closed_form(shape, area):
    assert shape_mesh(shape, 160).area == pytest.approx(area, rel=2e-3)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: type(s).__name__)
def test_surface_is_closed_and_faces_outwards(shape):
    mesh = shape_mesh(shape)
    assert is_closed(mesh)
    a, b, c = (mesh.vertices[mesh.faces[:, i]] for i in range(3))
    flat = np.cross(b - a, c - a)
    assert (np.linalg.norm(flat, axis=1) > 1e-12).all(), "a triangle has no area"
    smooth = mesh.normals[mesh.faces].mean(axis=1)
    assert (np.einsum("ij,ij->i", flat, smooth) > 0).all()
    np.testing.assert_allclose(np.linalg.norm(mesh.normals, axis=1), 1, atol=1e-12)


def test_vertices_lie_on_the_tapered_capsule():
    shape = poise.Capsule(0.2, 0.5, 0.05)
    mesh = shape_mesh(shape)
    radii = np.hypot(mesh.vertices[:, 0], mesh.vertices[:, 1])
    for z, radius in zip(mesh.vertices[:, 2], radii, strict=True):
        squared = next(f for low, high, f in shape.profile() if low - 1e-9 <= z <= high + 1e-9)
        assert radius**2 == pytest.approx(max(squared(z), 0.0), abs=1e-9)


def test_too_few_sides_are_refused():
    with pytest.raises(poise.InputError, match="3 to 10000 sides, not 2"):
        shape_mesh(SHAPES[0], 2)


def test_what_is_not_a_shape_is_refused():
    with pytest.raises(poise.InputError, match="cannot draw 'ball': it is not a shape"):
        shape_mesh("ball")


def test_joining_keeps_volumes_and_skips_nothing():
    meshes = [shape_mesh(s) for s in SHAPES]
    together = joined([EMPTY, *meshes])
    assert together.volume == pytest.approx(sum(m.volume for m in meshes))
    assert len(together.faces) == sum(len(m.faces) for m in meshes)
    assert joined([]) is EMPTY


def test_moving_a_mesh_does_not_change_it():
    mesh = shape_mesh(SHAPES[2])
    before = mesh.vertices.copy()
    mesh.moved(TILTED.matrix)
    np.testing.assert_array_equal(mesh.vertices, before)


def test_a_closed_tube_is_a_torus():
    turn = np.linspace(0, 2 * math.pi, 400, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn), 0 * turn])
    torus = tube(ring, 0.1, closed=True, sides=60)
    assert is_closed(torus)
    assert torus.volume == pytest.approx(2 * math.pi**2 * 0.1**2, rel=5e-3)


def test_an_open_tube_is_as_long_as_its_path():
    wire = tube([(0, 0, 0), (0, 0, 0), (0, 1, 0), (0, 3, 0)], 0.01)
    np.testing.assert_allclose(np.ptp(wire.vertices, axis=0)[1], 3.02, atol=1e-9)


def test_degenerate_tubes_are_balls_or_nothing():
    assert tube(np.zeros((0, 3)), 0.1) is EMPTY
    assert tube(np.ones((5, 3)), 0.1).volume == pytest.approx(ball((1, 1, 1), 0.1).volume)


def test_bone_is_a_closed_octahedron_between_its_ends():
    mesh = bone((0, 0, 0), (0, 2, 0), 0.1)
    assert is_closed(mesh)
    assert mesh.volume == pytest.approx(2 * (2 * 0.1**2) / 3)  # a square of diagonal 0.2 carries two pyramids
    np.testing.assert_allclose([mesh.vertices[:, 1].min(), mesh.vertices[:, 1].max()], [0, 2])
    assert bone((1, 1, 1), (1, 1, 1), 0.1) is EMPTY


def test_fan_fills_its_sector():
    turn = np.linspace(0, math.pi / 2, 200)
    sector = fan((0, 0, 0), np.column_stack([np.cos(turn), np.sin(turn), 0 * turn]))
    assert sector.area == pytest.approx(math.pi / 4, rel=1e-4)
    np.testing.assert_allclose(sector.normals, np.tile([0, 0, 1], (201, 1)), atol=1e-12)
