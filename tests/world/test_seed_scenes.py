"""What the sources show with obstacles: Baerlocher 2001, figs. 7.6 and 7.13; reaching under a table."""

from __future__ import annotations

import math

import numpy as np

import poise

FEET = [poise.Hold("left_foot"), poise.Hold("right_foot")]


def test_7_6_a_chain_is_tightened_round_a_ball() -> None:
    """Pulled to the far side and back below, the chain slides along the ball and ends wrapped round it."""
    chain = poise.figures.planar_chain(16, 1.2)
    world = poise.World([poise.Obstacle("ball", poise.Sphere(0.2), placement=poise.Placement((0.0, 0.45, 0.3)))])
    session = poise.Session(chain.rest(), [poise.Reach("tip", (0.0, 1.2, 0.0))], world=world)
    goal, touching = np.array([0.0, 1.2, 0.0]), []
    for height, away in ((1.0, 0.5), (0.6, 0.9), (0.1, 0.8), (0.0, 0.4)):
        before, goal = goal, np.array([0.0, height, away])
        for share in np.linspace(0.0, 1.0, 40):
            session.tasks["reach tip"].goal = (1.0 - share) * before + share * goal
            for _ in range(10):
                pose = session.step()
            assert min((near.distance for near in world.distances(pose)), default=0.0) > -1e-6
        touching.append(sum(near.distance < 1e-3 for near in world.distances(session.pose)))
    assert touching[-1] >= 4
    assert touching[-1] > touching[0]
    assert session.pose.position("tip")[2] > 0.3  # it is still round the far side


def test_7_13_a_pillar_that_moves_against_the_body_is_given_way_to() -> None:
    """The whole body keeps out of the pillar, above feet, balance, gaze and reach (table 7.1)."""
    rest = poise.human(stature=1.75).rest()
    lower = [poise.CenterOfMass((0.0, 0.0, 0.03)), poise.LookAt("eyes", (-0.1, 1.25, 1.3))]
    levels = [FEET, *lower, poise.Reach("right_hand", (-0.1, 1.6, 0.25))]
    for away in (1.25, 1.15):
        upright = poise.Placement.turned((1.0, 0.0, 0.0), math.pi / 2, (0.0, 1.0, away))
        world = poise.World([poise.Obstacle("pillar", poise.Cylinder(0.85, 2.5), placement=upright)])
        solution = poise.solve(rest, levels, world=world, criteria=[poise.NearPose(rest)])
        assert solution.status == "converged"
        assert world.distances(solution.pose)[0].distance > -1e-6


def test_a_hand_goes_under_a_table_round_its_edge() -> None:
    top = poise.Box((1.2, 0.04, 0.7))
    table = poise.Obstacle("table", top, placement=poise.Placement((0.0, 0.74, 0.62)), rounding=0.01)
    world, levels = poise.World([table]), [FEET, poise.Balance(), poise.Reach("right_hand", (-0.25, 0.60, 0.45))]
    through = poise.solve(poise.human().rest(), levels).pose
    solution = poise.solve(poise.human().rest(), levels, world=world)
    assert world.distances(through)[0].distance < -0.02
    assert solution.status == "converged"
    nearest = world.distances(solution.pose)[0]
    assert (nearest.words, nearest.distance > -1e-6) == ("the right forearm and the table", True)
