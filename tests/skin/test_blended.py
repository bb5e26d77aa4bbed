"""The skin of animals and hands: one closed surface where their solids are, which follows the segments."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import pytest

import poise
from poise.skin.blended import Flesh

FIGURES = ("quadruped", "bird", "hand")


@functools.cache
def figure(name: str) -> poise.Figure:
    return getattr(poise.figures, name)()


@pytest.mark.parametrize("detail", ["full", "light"])
@pytest.mark.parametrize("name", FIGURES)
def test_it_is_one_closed_surface_that_faces_outwards(name: str, detail: str) -> None:
    mesh = poise.body_mesh(figure(name), detail=detail)
    starts, ends = mesh.triangles.reshape(-1), np.roll(mesh.triangles, -1, axis=1).reshape(-1)
    along = {(a, b) for a, b in zip(starts.tolist(), ends.tolist(), strict=True)}
    assert len(along) == len(starts)
    assert all((b, a) in along for a, b in along)
    assert len(mesh.vertices) - len(along) // 2 + len(mesh.triangles) == 2  # a sphere: one piece, no handles
    assert mesh.volume > 0
    few, many = (15_000, 30_000) if detail == "full" else (4_000, 8_000)
    assert few < len(mesh.triangles) < many


@pytest.mark.parametrize("name", FIGURES)
def test_it_lies_where_the_solids_are(name: str) -> None:
    """Within a cell of the solids' surface, or further out where two of them flow together."""
    mesh = poise.body_mesh(figure(name))
    flesh = Flesh(figure(name))
    cell = float(np.linalg.norm(flesh.high - flesh.low)) / 150
    assert np.abs(flesh.field(mesh.vertices)).max() < cell
    assert flesh.distances(mesh.vertices).min(axis=1).min() > -cell


@pytest.mark.parametrize("name", ["quadruped", "bird"])
def test_left_and_right_are_mirror_images(name: str) -> None:
    mesh = poise.body_mesh(figure(name))
    assert np.array_equal(mesh.mirror[mesh.mirror], np.arange(len(mesh.vertices)))
    assert np.abs(mesh.vertices[mesh.mirror] * (-1, 1, 1) - mesh.vertices).max() < 1e-9


@pytest.mark.parametrize("name", FIGURES)
def test_it_follows_the_segments(name: str) -> None:
    """Weights sum to one; in random poses no vertex is much farther from its segment's joint than it was modelled."""
    body = figure(name)
    mesh = poise.body_mesh(body)
    assert np.abs(mesh.weights.sum(axis=1) - 1).max() < 1e-12
    assert mesh.weights.min() >= 0
    assert {mesh.segments[i] for i in np.unique(mesh.parts)} == set(mesh.segments)
    own = np.array([mesh.segments.index(mesh.bones[i].segment) for i in mesh.joints[:, 0]])
    size = float(np.linalg.norm(np.ptp(mesh.vertices, axis=0)))

    def far(vertices: np.ndarray, frames: np.ndarray) -> np.ndarray:
        return np.linalg.norm(vertices - frames[own][:, :3, 3], axis=1)

    modelled = far(mesh.vertices, mesh.bind[: len(mesh.segments)])
    chance = np.random.default_rng(5)
    for _ in range(20):
        pose = body.random(chance)
        frames = np.array([pose.segment_frame(s) for s in mesh.segments])
        assert (far(mesh.posed(pose)[0], frames) - modelled).max() < 0.06 * size


def test_it_leaves_as_a_glb(tmp_path: Path) -> None:
    for name in FIGURES:
        figure(name).rest().save(tmp_path / f"{name}.glb")
        again = poise.Figure.load(tmp_path / f"{name}.glb")
        assert set(figure(name).segments) <= set(again.segments)


def test_solids_that_no_skin_flows_over_keep_their_shapes() -> None:
    with pytest.raises(poise.InputError, match=r"'planar_man' has no skin: it lacks the segments of poise.human"):
        poise.body_mesh(poise.figures.planar_man())
