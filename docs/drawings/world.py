"""Bodies among obstacles."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
from PIL import Image

import poise
from poise.plot import side_by_side
from poise.plot.picture import joined_pictures

FEET = [poise.Hold("left_foot"), poise.Hold("right_foot")]


def under_a_table() -> Image.Image:
    """A hand under a table: through it, and around it."""
    rest = poise.human().rest()
    top = poise.Obstacle(
        "table", poise.Box((1.2, 0.04, 0.7)), placement=poise.Placement((0.0, 0.74, 0.62)), rounding=0.01
    )
    world = poise.World([top])
    levels = [FEET, poise.Balance(), poise.Reach("right_hand", (-0.25, 0.60, 0.45))]
    poses = [poise.solve(rest, levels).pose, poise.solve(rest, levels, world=world).pose]
    drawn = [world.plot(pose, view="side") for pose in poses]
    picture = joined_pictures(drawn, size=(700, 400), shared=True).labelled("without the world", "with it")
    return Image.fromarray(np.array(picture.image))


def table_film(path: Path) -> None:
    """A hand is dragged down into a table and along in it: it lies on the table and slides along, as WebP."""
    rest = poise.human().rest()
    top = poise.Obstacle(
        "table", poise.Box((1.2, 0.04, 0.7)), placement=poise.Placement((0.0, 0.88, 0.62)), rounding=0.01
    )
    world = poise.World([top])
    places = np.array([(-0.3, 1.2, 0.4), (-0.3, 0.85, 0.45), (0.1, 0.85, 0.5), (-0.35, 0.85, 0.6), (-0.3, 1.2, 0.4)])
    levels = [FEET, poise.Balance(), poise.LookAt("eyes", places[0]), poise.Reach("right_hand", places[0])]
    session = poise.Session(rest, levels, world=world)
    session.step(budget=1.0)
    drawn = []
    for begin, end in itertools.pairwise(places):
        for share in np.arange(0.0, 1.0, 0.1):
            goal = tuple((1.0 - share) * begin + share * end)
            session.tasks["reach right_hand"].goal = session.tasks["look_at eyes"].goal = goal
            for _ in range(6):
                session.step()
            drawn.append(world.plot(session.pose, view="three-quarter"))
    strip = np.array(joined_pictures(drawn, size=(360 * len(drawn), 340), shared=True).image)  # one camera for all
    frames = [Image.fromarray(frame) for frame in np.split(strip, len(drawn), axis=1)]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=60, loop=0, quality=60, method=6)


def chain_round_a_ball() -> Image.Image:
    """After Baerlocher's fig. 7.6: the tip of a chain is pulled to the far side of a ball, farther and farther."""
    chain = poise.figures.planar_chain(16, 1.2)
    world = poise.World([poise.Obstacle("ball", poise.Sphere(0.2), placement=poise.Placement((0.0, 0.45, 0.3)))])
    session = poise.Session(chain.rest(), [poise.Reach("tip", (0.0, 1.2, 0.0))], world=world)
    drawn = []
    for height, away in ((1.0, 0.5), (0.6, 0.9), (0.1, 0.8), (0.0, 0.4)):
        before = np.array(session.tasks["reach tip"].goal)
        for share in np.linspace(0.0, 1.0, 40):  # drawn there little by little, so that it slides along
            session.tasks["reach tip"].goal = (1.0 - share) * before + share * np.array([0.0, height, away])
            for _ in range(10):
                session.step()
        drawn.append(world.plot(session.pose, view="side", floor=False))
    picture = joined_pictures(drawn, size=(760, 290), shared=True).labelled("A", "B", "C", "D")
    return Image.fromarray(np.array(picture.image))


def grasps() -> Image.Image:
    """One demand, four things: how a hand closes round each."""
    hand = poise.figures.hand("right")
    at = hand.rest().frame("right_hand")[:3, 3]
    shapes = {
        "a rail": poise.Capsule(0.02, 0.4),
        "a cup": poise.Cylinder(0.038, 0.10),
        "a ball": poise.Sphere(0.034),
        "a box": poise.Box((0.05, 0.12, 0.04)),
    }
    drawn = []
    for shape in shapes.values():
        there = at + np.array([0.03, -0.02, 0.01])
        thing = poise.Obstacle("thing", shape, placement=tuple(there.tolist()))
        free = poise.human(hands=True).subfigure("right_forearm", base="free")
        pose = poise.solve(free.rest(), [poise.Grasp("right_hand", thing)]).pose
        drawn.append(poise.World([thing]).plot(pose, view="three-quarter", floor=False, opacity=0.7))
    picture = side_by_side(drawn, labels=list(shapes), size=(700, 245))
    return Image.fromarray(np.array(picture.image))
