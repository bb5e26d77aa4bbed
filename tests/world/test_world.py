"""Worlds and bodies as values: obstacles by name, distances, pairs that keep out of each other, bad input."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise.world.body import part_rows


def table() -> poise.Obstacle:
    return poise.Obstacle("table", poise.Box((1.2, 0.04, 0.8)), placement=poise.Placement((0.0, 0.75, 0.6)))


def arm() -> poise.Figure:
    return poise.figures.planar_chain(4)


def test_a_world_is_a_mapping_that_never_changes() -> None:
    world = poise.World([table()])
    more = world.with_obstacle(poise.Obstacle("floor", poise.HalfSpace()))
    assert (list(world), list(more), list(more.without("table"))) == (["table"], ["table", "floor"], ["floor"])
    moved = world.moved("table", (0.0, 1.0, 0.0), velocity=(1.0, 0.0, 0.0))
    assert moved["table"].placement.position == (0.0, 1.0, 0.0)
    assert moved.has_solids_of(world)
    assert moved != world
    with pytest.raises(poise.UnknownNameError, match="did you mean 'table'"):
        world["tabel"]


@pytest.mark.parametrize(
    ("shape", "placement", "expected"),
    [
        (poise.Sphere(0.2), (0.0, 1.5, 0.0), 0.3),
        (poise.HalfSpace((0.0, -1.0, 0.0)), (0.0, 1.4, 0.0), 0.4),
        (poise.Box((1.0, 0.2, 1.0)), (0.0, 1.5, 0.0), 0.4),
        (poise.Cylinder(0.3, 1.0), (0.0, 1.5, 0.0), 0.2),
        (poise.Ellipsoid((1.0, 0.1, 1.0)), (0.0, 1.5, 0.0), 0.4),
        (poise.HeightField([[-0.2, -0.2], [-0.2, -0.2]], 1.0), (-0.5, 1.6, -0.5), None),
        (
            poise.Hull([(0.0, 0.0, 0.0), (1.0, 1.0, 0.0), (-1.0, 1.0, 0.0), (0.0, 1.0, 1.0), (0.0, 1.0, -1.0)]),
            (0.0, 1.5, 0.0),
            0.5,
        ),
    ],
)
def test_distances_of_an_upright_chain(shape: object, placement: tuple[float, ...], expected: float | None) -> None:
    figure = arm()
    radius = figure.segments["link_4"].shapes[0].radius
    world = poise.World([poise.Obstacle("thing", shape, placement=poise.Placement(placement))])
    nearest = world.distances(figure.rest(), within=2.0)[0]
    if expected is None:  # under the ground: as deep as its foot is
        assert nearest.distance < 0.0
        return
    assert nearest.a == "link_4"
    assert nearest.distance == pytest.approx(expected - radius, abs=1e-6)
    gap = nearest.points[0] - nearest.points[1]
    assert float(gap @ nearest.normal) == pytest.approx(nearest.distance, abs=1e-6)
    assert nearest.words == "the link 4 and the thing"


def test_ground_has_columns_along_x_and_rows_along_z() -> None:
    heights = np.zeros((5, 5))
    heights[1, 3] = 0.5  # at z = 1, x = 3
    world = poise.World([poise.Obstacle("ground", poise.HeightField(heights, 1.0))])
    figure = poise.figures.chain(1, base="free")
    over = {"base": np.array([[1.0, 0, 0, 3.0], [0, 1, 0, 0.9], [0, 0, 1, 1.0], [0, 0, 0, 1]])}
    aside = {"base": np.array([[1.0, 0, 0, 1.0], [0, 1, 0, 0.9], [0, 0, 1, 3.0], [0, 0, 0, 1]])}
    radius = figure.segments["link_1"].shapes[0].radius
    nearest = [world.distances(figure.pose(at), within=2.0)[0].distance for at in (over, aside)]
    assert nearest[0] < 0.4 - radius + 1e-6
    assert nearest[1] == pytest.approx(0.9 - radius, abs=1e-6)


def test_what_blocks_the_view_is_named() -> None:
    pose = poise.human().rest()
    eyes = pose.position("eyes")
    wall = poise.Obstacle("wall", poise.Box((2.0, 1.0, 0.1)), placement=poise.Placement((0.0, eyes[1], 1.0)))
    post = poise.Obstacle("post", poise.Cylinder(0.05, 3.0), placement=poise.Placement((0.0, eyes[1] + 0.2, 2.0)))
    world = poise.World([wall, post])
    assert world.blocking(pose, "eyes", eyes + np.array([0.0, 0.0, 3.0])) == ("wall",)
    assert world.visible(pose, "eyes", eyes + np.array([0.0, 0.0, 0.5]))
    assert world.visible(pose, "eyes", eyes + np.array([0.0, 3.0, 3.0]))
    lying = world.moved("post", poise.Placement.turned((0.0, 1.0, 0.0), np.pi / 2, (0.0, eyes[1] + 1.4, 2.0)))
    over = eyes + np.array([0.0, 2.8, 2.0 * (2.0 - eyes[2])])  # above the wall, and at the post where it stands
    assert lying.blocking(pose, "eyes", over) == ("post",)
    with pytest.raises(poise.UnknownNameError, match="no site 'nose_tip'"):
        world.visible(pose, "nose_tip", eyes)


def test_neighbours_and_what_always_touches_keep_out_of_nothing() -> None:
    human = poise.human()
    pairs = {frozenset((p.first, p.second)): p.depth for p in poise.self_pairs(human)}
    assert frozenset(("left_forearm", "left_hand")) not in pairs
    assert frozenset(("abdomen", "chest")) not in pairs
    assert pairs[frozenset(("left_hand", "right_hand"))] < 0.02
    assert pairs[frozenset(("left_thigh", "right_thigh"))] < 0.01
    assert pairs[frozenset(("left_hand", "head"))] == 0.0
    for posture in human.postures:  # and none of its own postures is forbidden
        assert poise.solve(human.pose(posture), [poise.Avoid("self")], max_steps=1).tasks[0].met


def test_boxes_of_a_body_keep_their_faces() -> None:
    board = poise.Segment("board", shapes=(poise.Box((0.4, 0.1, 0.3)),))
    figure = poise.Figure("board", [board], [poise.Joint("base", "free", None, "board")])
    assert len(part_rows(figure)) == 3
    floor = poise.World([poise.Obstacle("floor", poise.HalfSpace(), placement=poise.Placement((0.0, -0.2, 0.0)))])
    assert floor.distances(figure.rest(), within=1.0)[0].distance == pytest.approx(0.15, abs=1e-6)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: poise.Obstacle("self", poise.Sphere(1.0)), "cannot be named 'self'"),
        (lambda: poise.Obstacle("a", 3), "must be one of Box"),
        (lambda: poise.Obstacle("a", poise.Sphere(1.0), margin=-1.0), "margin of obstacle 'a' must not be negative"),
        (lambda: poise.Obstacle("a", poise.Sphere(1.0), velocity=(0, np.nan, 0)), "velocity of obstacle 'a'"),
        (lambda: poise.Obstacle("a", poise.Box((1, 1, 1)), rounding=0.6), "between 0 and 0.5"),
        (lambda: poise.Obstacle("a", poise.Sphere(1.0), rounding=0.1), "has no edges"),
        (lambda: poise.Hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]), "in one plane"),
        (lambda: poise.Hull([(0, 0, 0)]), "at least four rows"),
        (lambda: poise.HeightField([[1.0]], 1.0), "two rows of two"),
        (lambda: poise.HeightField([[1.0, np.nan], [1.0, 1.0]], 1.0), "finite"),
        (lambda: poise.HeightField([[1.0, np.inf], [1.0, 1.0]], 1.0), "finite"),
        (lambda: poise.Hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, np.inf)]), "finite"),
        (lambda: poise.HeightField([[1.0, 1.0], [1.0, 1.0]], 0.0), "cell of a height field must be positive"),
        (lambda: poise.World([table(), table()]), "two obstacles are named 'table'"),
        (lambda: poise.World([3]), "the list holds 3"),
        (lambda: poise.World(3), "made of a list of obstacles"),
        (lambda: poise.SelfPair("a", "a"), "a pair needs two segments"),
        (lambda: poise.Avoid("chair", world=poise.World([table()])), "no obstacle 'chair'"),
        (lambda: poise.Avoid(3), "names obstacles"),
        (lambda: poise.Avoid("self", pairs=[3]), "list of poise.SelfPair"),
        (lambda: poise.Avoid("self", margin=-1.0), "must not be negative"),
        (lambda: poise.Avoid("self", ahead=-1.0), "must not be negative"),
        (lambda: poise.solve(arm().rest(), [poise.Avoid("table")]), "needs a world"),
        (lambda: poise.solve(arm().rest(), [poise.Reach("tip", (0, 1, 0))], world=3), "must be a poise.World"),
        (
            lambda: poise.solve(arm().rest(), [poise.Reach("tip", (0, 1, 0))], avoid_self=3),
            "avoid_self of solve must be True",
        ),
        (lambda: poise.solve(arm().rest(), [poise.Avoid("self", pairs=[poise.SelfPair("a", "b")])]), "no segment 'a'"),
    ],
)
def test_bad_input_is_refused_by_name(make: object, words: str) -> None:
    with pytest.raises(poise.PoiseError, match=words):
        make()  # type: ignore[operator]
