"""Shapes of bodies that came without any: characters and motion files keep out of things, too."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import poise
from poise.world.body import rounds_of
from poise.world.fitted import shapes_of

SKINS = ("khronos_CesiumMan.glb", "khronos_Fox.glb", "khronos_RiggedFigure.glb")


def loaded(shared: Path, name: str) -> poise.Figure:
    return poise.Figure.load(shared / "data" / name)


def skin_off(figure: poise.Figure) -> np.ndarray:
    """How far vertices of the skin are outside the shapes, of the size of the figure."""
    rest = figure.rest()
    assert figure.character is not None
    frames = figure.character.frames(rest.segment_frame)
    skin = np.concatenate([part.placed(frames)[0][np.unique(part.faces)] for part in figure.character.parts])
    off = np.full(len(skin), np.inf)
    for name, shapes in shapes_of(figure).items():
        frame = np.array(rest.segment_frame(name))
        for shape in shapes:
            for ends, (radius, _) in rounds_of(shape):
                a, b = ends @ frame[:3, :3].T + frame[:3, 3]
                along = b - a
                share = np.clip((skin - a) @ along / max(along @ along, 1e-300), 0.0, 1.0)
                off = np.minimum(off, np.linalg.norm(skin - a - share[:, None] * along, axis=1) - radius)
    return off / np.ptp(skin, axis=0).max()


@pytest.mark.parametrize("name", SKINS)
def test_shapes_follow_the_skin(shared: Path, name: str) -> None:
    """To a twentieth of the size for 98 of 100 vertices, to a hundredth for half of them."""
    off = skin_off(loaded(shared, f"gltf/{name}"))
    assert np.quantile(np.abs(off), 0.98) < 0.05
    assert np.median(np.abs(off)) < 0.02


def test_a_character_keeps_out_of_a_thing_and_of_itself(shared: Path) -> None:
    figure = loaded(shared, "gltf/khronos_CesiumMan.glb")
    rest, hand = figure.rest(), "Skeleton_arm_joint_L__2_"
    goal = tuple(rest.position(hand) + np.array([0.0, 0.0, 0.3]))
    ball = poise.World([poise.Obstacle("ball", poise.Sphere(0.1), placement=poise.Placement(goal))])
    solution = poise.solve(rest, [poise.Reach(hand, goal)], world=ball)
    assert solution.status == "compromise"
    assert min(near.distance for near in ball.distances(solution.pose)) > -1e-6
    trunk = "Skeleton_torso_joint_2"
    into = [poise.Hold("Skeleton_torso_joint_1"), poise.Reach(hand, tuple(rest.segment_frame(trunk)[:3, 3]))]
    assert poise.solve(rest, into).status == "converged"
    assert poise.solve(rest, into, avoid_self=True).status == "compromise"


def test_bones_without_a_skin_get_slim_shapes(shared: Path) -> None:
    figure = loaded(shared, "bvh/ad_cmu1_jumping_jacks.bvh")
    shapes = shapes_of(figure)
    (thigh,) = shapes["LeftHip"]
    assert isinstance(thigh, poise.Capsule)
    assert 0.1 * thigh.length < thigh.radius < 0.2 * thigh.length
    assert len(poise.self_pairs(figure)) > 300


def test_a_figure_with_shapes_keeps_them_and_several_as_one_have_their_own() -> None:
    human = poise.human()
    assert shapes_of(human) == {name: segment.shapes for name, segment in human.segments.items()}
