"""Pictures that show things: props, cameras that stand still, company, words for those who cannot see."""

from __future__ import annotations

import numpy as np
import pytest
from small_figures import doll

import poise
from poise.plot import View, plot_pose, pose_scene, props, still
from poise.plot.views import framed

SMALL = (120, 150)


def test_every_prop_is_seen_and_framed() -> None:
    pose = doll().rest()
    plain = pose_scene(pose)
    for prop in (
        props.box((1.0, 0.2, 0)), props.ball((1.0, 0.5, 0)), props.shelf((1.0, 1.0, 0), legs=True),
        props.chair((1.0, 0, 0)), props.arrow((0.5, 1, 0), (1.0, 1, 0)),
    ):  # fmt: skip
        scene = pose_scene(pose, props=prop)
        assert scene.points()[:, 0].max() > plain.points()[:, 0].max() + 0.2
        assert (plot_pose(pose, props=[prop], size=SMALL).image != plot_pose(pose, size=SMALL).image).any()


def test_a_chair_stands_on_the_floor_and_its_seat_is_where_it_should_be() -> None:
    (item,) = props.chair((0.2, 0.0, -0.1), seat=0.44, turn=0.7).items
    heights = item.mesh.vertices[:, 1]
    assert heights.min() == pytest.approx(0.0, abs=1e-9)
    assert np.isclose(heights, 0.44).any()


def test_words_are_written_over_the_picture() -> None:
    pose = doll().rest()
    wordy = plot_pose(pose, props=props.words((0, 0.5, 0), "here"), size=(200, 200)).image
    changed = (wordy != plot_pose(pose, size=(200, 200)).image).any(axis=2)
    assert 20 < changed.sum() < 4000


def test_a_camera_with_a_target_stands_still_whatever_is_seen() -> None:
    view = View(0.4, 0.2, perspective=True, target=(0, 1, 0), distance=4.0, focal=50.0)
    cameras = [framed(view, points, 0.75) for points in (np.zeros((1, 3)), 100 * np.eye(3))]
    for camera in cameras:
        assert np.linalg.norm(camera.eye - (0, 1, 0)) == pytest.approx(4.0)
        np.testing.assert_allclose(camera.project([(0, 1, 0)]), [[0, 0]], atol=1e-12)
        up = np.array([0, 1, 0]) + 4.0 * 12 / 50 * camera.axes[1]  # half the film's height, at the target's distance
        np.testing.assert_allclose(camera.project([up]), [[0, 1]], atol=1e-12)


@pytest.mark.parametrize("view", ["front", "three-quarter"])
def test_a_series_has_one_camera_that_sees_all_of_it(view: str) -> None:
    points = np.vstack([pose_scene(doll().pose(p)).points() for p in ("rest", "wave")])
    fixed = still(view, points, aspect=0.8)
    seen = framed(fixed, points[:1], 0.8).project(points)
    assert np.abs(seen).max() <= 0.87
    assert np.abs(seen).max() > 0.80


@pytest.mark.parametrize("view", ["front", "three-quarter"])
@pytest.mark.parametrize("aspect", [1e-320, 1e-9, 1e9])
def test_a_camera_for_pictures_thinner_than_a_hair_is_refused(view: str, aspect: float) -> None:
    """How far it would have to stand overflowed."""
    with pytest.raises(poise.InputError, match=r"aspect of a view must lie between 0\.001 and 1000, not "):
        still(view, [(0.0, 0.0, 0.0), (1.0, 1.0, 0.0)], aspect=aspect)


def test_company_is_drawn_as_solid_as_the_first() -> None:
    pose = doll().rest()
    assert len(pose_scene(pose, beside=[doll().pose("wave")]).items) == 2 * len(pose_scene(pose).items)


def test_pictures_have_words_for_those_who_cannot_see_them() -> None:
    picture = doll().rest().plot(size=SMALL, alt="a doll & nothing else")
    assert picture.alt == "a doll & nothing else"
    assert 'alt="a doll &amp; nothing else"' in picture._repr_html_()
    assert doll().rest().plot(view="front").alt == "doll, front"
    assert picture.finer(2).image.shape == (300, 240, 3)


def test_notebooks_show_figures_and_poses() -> None:
    assert "<img" in doll().rest()._repr_html_()
    shown = doll()._repr_html_()
    assert "<img" in shown
    assert "left_shoulder" in shown


def test_bad_props_are_told() -> None:
    with pytest.raises(poise.InputError, match="props of plot_pose must be a Prop"):
        plot_pose(doll().rest(), props=["chair"])
    with pytest.raises(poise.InputError, match="radius of a ball"):
        props.ball((0, 0, 0), -1)
