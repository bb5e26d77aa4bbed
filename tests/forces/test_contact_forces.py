"""Contact forces: in equilibrium, inside their cones, of least effort; or truly impossible."""

from __future__ import annotations

import numpy as np
import pytest
from convex import can_be_held, generators, least_price
from random_scenes import Scene, random_scene
from scipy.optimize import linprog

PRICE = 0.05


def inside(scene: Scene, forces: np.ndarray) -> bool:
    """Whether every force is one its contact can give, to rounding."""
    along = np.einsum("ij,ij->i", forces, scene.normals)
    across = np.linalg.norm(forces - along[:, None] * scene.normals, axis=1)
    free = scene.kinds == 2.0
    slope = np.where(scene.kinds == 1.0, 0.0, scene.friction)
    return bool(np.all(free | (across <= slope * along + 1e-9 * (1.0 + np.abs(along)))))


def is_proof(scene: Scene, motion: np.ndarray) -> bool:
    """Farkas: the loads do work in the motion, and no contact force can take any of it.

    By linear programming: the least work of contact forces whose parts along the edges of pyramids inside the cones sum
    to 1 is not negative, but for a millionth of the work of the loads. And every contact leaves its surface at least as
    steeply as friction would drag at it, so that the same holds between those edges.
    """
    edges, owners = generators(scene, around=False)
    arms = scene.points[owners] - scene.pose.center_of_mass
    price = edges @ motion[:3] + np.cross(arms, edges) @ motion[3:]
    taken = linprog(price, A_eq=np.ones((1, len(edges))), b_eq=[1.0], method="highs")
    work = float(scene.load @ motion)
    moves = motion[:3] + np.cross(motion[3:], scene.points - scene.pose.center_of_mass)
    rises = np.einsum("ij,ij->i", moves, scene.normals)
    drags = np.linalg.norm(moves - rises[:, None] * scene.normals, axis=1)
    slips = scene.kinds == 0.0
    steep = np.all((rises - scene.friction * drags)[slips] * 1e6 > -work)
    return bool(taken.status == 0 and work > 0.0 and -taken.fun * 1e6 < work and steep)


@pytest.mark.parametrize("seed", range(2))
def test_a_hundred_balanced_scenes_and_those_between_them_agree_with_linear_programming(seed):
    """Here the same ones every time; `make verify` draws two hundred fresh stances, and as many as it is asked for."""
    rng = np.random.default_rng([2, seed])
    held = fallen = 0
    while held < 60:
        scene = random_scene(rng)
        truth = can_be_held(scene)
        for price in (0.0, PRICE):
            possible, forces, missing, motion, _ = scene.forces(price)
            assert inside(scene, forces)
            np.testing.assert_allclose(missing, scene.load + scene.maps(forces), atol=1e-6)
            assert possible == truth
            if possible:
                assert np.abs(missing).max() < 1e-6
            else:
                assert is_proof(scene, motion)
        held += possible
        fallen += not possible
    assert fallen > 30


def test_the_effort_is_least():
    """Between the least efforts with a pyramid inside each cone and with one around it, by somebody else's solver."""
    rng = np.random.default_rng(3)
    checked = 0
    while checked < 25:
        scene = random_scene(rng)
        bare = scene.forces(0.0)
        if not bare[0]:
            continue
        checked += 1
        figure, pose = scene.pose.figure, scene.pose
        segments = list(figure.segments)
        columns = [
            pose.point_jacobian(segments[int(row[0])], point)[:3, 6:]
            for row, point in zip(scene.footholds, scene.points, strict=True)
        ]
        torque_map = np.vstack(columns).T
        possible, forces, _, _, torques = scene.forces(PRICE)
        assert possible
        found = float((torques[6:] ** 2).sum() + PRICE**2 * (forces**2).sum())
        alone = torques[6:] + torque_map @ forces.ravel()  # without the contacts
        assert found <= least_price(scene, torque_map, alone, PRICE, around=False) * (1 + 1e-5)
        assert found >= least_price(scene, torque_map, alone, PRICE, around=True) * (1 - 1e-5)


@pytest.mark.parametrize("price", [0.0, PRICE])
def test_the_same_scene_gives_the_same_forces_bit_for_bit(price):
    scene = random_scene(np.random.default_rng(4))
    assert scene.forces(price)[1].tobytes() == scene.forces(price)[1].tobytes()


def test_torques_hold_the_contact_forces_too():
    """What a free base would have to give is what is missing: nothing."""
    rng = np.random.default_rng(5)
    seen = 0
    while seen < 20:
        scene = random_scene(rng)
        possible, _, _, _, torques = scene.forces(PRICE)
        if possible:
            seen += 1
            assert np.abs(torques[:6]).max() < 1e-6
