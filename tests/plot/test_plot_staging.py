"""Close-ups, drawing order of glass, and ranges that can be drawn."""

from __future__ import annotations

import math

import numpy as np
import pytest
from small_figures import doll

import poise
from poise.plot import pose_scene
from poise.plot.glass import back_to_front
from poise.plot.limit_marks import finite_range
from poise.plot.lines import ball
from poise.plot.scene import Item, Scene
from poise.plot.views import VIEWS, framed


def test_a_close_up_frames_the_neighbours_of_a_joint():
    pose = doll().rest()
    seen = pose_scene(pose, focus=["left_ankle"]).points()
    assert seen[:, 1].max() < 0.62, "foot and leg only"
    assert (seen[:, 0] > -0.02).all(), "left side only"
    one, same = (pose_scene(pose, focus=f).points() for f in (["head"], "head"))
    np.testing.assert_array_equal(one, same)
    assert len(pose_scene(pose).points()) > len(one)


def test_a_close_up_keeps_drawn_limits_in_view():
    pose = doll().rest()
    plain, limited = (pose_scene(pose, focus=["head"], limits=which).points() for which in (False, ["left_shoulder"]))
    assert len(limited) > len(plain)
    assert limited[:, 0].max() > plain[:, 0].max()


def test_a_close_up_of_nothing_known_is_refused():
    with pytest.raises(poise.UnknownNameError, match="no joint or segment 'left_anckle'; did you mean 'left_ankle'"):
        pose_scene(doll().rest(), focus=["left_anckle"])


def test_the_floor_lies_under_everything_even_in_a_close_up():
    scene = pose_scene(doll().rest(), focus=["head"])
    assert scene.points(everything=True)[:, 1].min() < 0.01
    assert scene.points()[:, 1].min() > 1.0


def test_moving_a_scene_moves_all_of_it():
    turn = np.eye(4)
    turn[:3, 3] = [1, 2, 3]
    scene = pose_scene(doll().rest(), focus=["head"])
    moved = scene.moved(turn)
    np.testing.assert_allclose(moved.points() - scene.points(), np.tile([1, 2, 3], (len(scene.points()), 1)))
    np.testing.assert_allclose(moved.balls[:, :3] - scene.balls[:, :3], np.tile([1, 2, 3], (len(scene.balls), 1)))


def test_an_empty_scene_can_still_be_framed():
    assert np.isfinite(framed(VIEWS["three-quarter"], Scene().points(), 1.0).eye).all()


def test_glass_is_drawn_after_solids_and_from_far_to_near():
    near, far, solid = (ball((0, 0, z), 0.1) for z in (2, -2, 5))
    items = [Item(near, "#111111", 0.5), Item(solid, "#222222"), Item(far, "#333333", 0.5)]
    camera = framed(VIEWS["front"], near.vertices, 1.0)
    order = back_to_front(items, camera)
    assert [i.color for i in order] == ["#222222", "#333333", "#111111"]
    depths = camera.nearness(order[1].mesh.vertices)[order[1].mesh.faces].sum(axis=1)
    assert (np.diff(depths) >= 0).all()


@pytest.mark.parametrize(
    ("low", "high", "drawn"),
    [
        (-1.0, 2.0, (-1.0, 2.0)),
        (-math.inf, math.inf, (-math.pi, math.pi)),
        (-10.0, 10.0, (-math.pi, math.pi)),
        (0.5, math.inf, (0.5, 0.5 + 2 * math.pi)),
        (-math.inf, 0.5, (0.5 - 2 * math.pi, 0.5)),
    ],
)
def test_open_ranges_are_drawn_as_one_turn(low, high, drawn):
    assert finite_range(low, high) == pytest.approx(drawn)


def test_unlimited_slides_have_no_rod():
    joints = [
        poise.Joint("base", "fixed", None, "a"),
        poise.Joint("rail", "slide", "a", "b", limits={"distance": poise.Range(0.0, math.inf)}),
    ]
    pose = poise.Figure("cart", [poise.Segment("a"), poise.Segment("b")], joints).rest()
    assert len(pose_scene(pose, limits=["rail"]).items) == len(pose_scene(pose).items)
