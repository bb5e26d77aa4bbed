"""Locks while dragging by cyclic coordinate descent (Welman 6.3): places, turns, axes and planes that persist."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import scenes

import poise
from poise import InputError, Sphere
from poise.tasks import Hold, OnSurface, Orient, Plane, Reach, Task

OBLIQUE = np.array((0.3, 1.0, 0.2)) / np.linalg.norm((0.3, 1.0, 0.2))


@cache
def start() -> poise.Pose:
    """Standing with bent knees, so that feet can go anywhere near."""
    rest = scenes.human().rest()
    lower = Reach("pelvis", rest.position("pelvis") - np.array((0.0, 0.06, 0.0)))
    return poise.solve(rest, [[Hold("left_foot"), Hold("right_foot")], lower]).pose


def tilted(normal: np.ndarray) -> np.ndarray:
    """A rotation whose y axis is a normal."""
    x = np.cross(normal, (0.0, 0.0, 1.0))
    x /= np.linalg.norm(x)
    return np.stack([x, normal, np.cross(x, normal)], axis=1)


def on_a_plane(way: str, normal: np.ndarray) -> Task:
    foot = start().position("left_foot")
    if way == "reach":
        return Reach("left_foot", foot, axes="y", frame=tilted(normal), name="plane")
    return OnSurface("left_foot", Plane(foot, normal=normal), name="plane")


def height(pose: poise.Pose, normal: np.ndarray) -> float:
    return float((pose.position("left_foot") - start().position("left_foot")) @ normal)


def glided(pose: poise.Pose, normal: np.ndarray) -> float:
    """How far the foot has gone along the plane."""
    way = pose.position("left_foot") - start().position("left_foot")
    return float(np.linalg.norm(way - (way @ normal) * normal))


def levels(lock: Task) -> list[object]:
    knee = Reach("left_knee", start().position("left_knee") + np.array((0.12, 0.02, 0.1)), name="knee")
    return [[lock, Hold("right_foot")], knee]


@pytest.mark.parametrize("normal", [np.array((0.0, 1.0, 0.0)), OBLIQUE], ids=["floor", "slope"])
@pytest.mark.parametrize("way", ["reach", "surface"])
def test_a_foot_locked_on_a_plane_glides_on_it(way: str, normal: np.ndarray) -> None:
    found = poise.solve(start(), levels(on_a_plane(way, normal)), method="ccd", max_steps=400)
    assert abs(height(found.pose, normal)) < 1e-4
    assert found.task("plane").residual == pytest.approx(abs(height(found.pose, normal)), abs=1e-9)
    assert glided(found.pose, normal) > 0.03
    free = poise.solve(start(), levels(Reach("left_foot", (0, 0, 0), enabled=False)), method="ccd", max_steps=400)
    assert abs(height(free.pose, normal)) > 0.005, "without the lock the foot leaves the plane"
    held = poise.solve(start(), levels(Hold("left_foot")), method="ccd", max_steps=400)
    assert held.task("knee").residual > 10 * found.task("knee").residual, "a foot on a point holds the knee back"


def test_both_ways_to_say_a_plane_are_one() -> None:
    poses = [poise.solve(start(), levels(on_a_plane(way, OBLIQUE)), method="ccd").pose for way in ("reach", "surface")]
    assert np.abs(poses[0].difference(poses[1])).max() < 1e-5  # cycles end where they creep


def test_a_plane_that_the_body_carries() -> None:
    """The right hand on a plane before the eyes, which go down and forward: the plane goes along, the hand on it."""
    eyes, normal = start().frame("eyes"), np.array((0.0, 0.0, 1.0))
    hand = eyes[:3, :3].T @ (start().position("right_hand") - eyes[:3, 3]) + 0.1 * normal
    lock = OnSurface("right_hand", Plane(hand, normal=normal), of="eyes", name="plane")
    bow = Reach("head_top", start().position("head_top") + np.array((0.0, -0.1, 0.25)))
    found = poise.solve(start(), [[lock, Hold("left_foot"), Hold("right_foot")], bow], method="ccd", max_steps=300)
    eyes = found.pose.frame("eyes")
    now = eyes[:3, :3].T @ (found.pose.position("right_hand") - eyes[:3, 3])
    assert (now - hand) @ normal == pytest.approx(0.0, abs=1e-4)
    assert np.linalg.norm(found.pose.position("head_top") - start().position("head_top")) > 0.1


def test_a_lock_of_one_axis_lets_the_others_go() -> None:
    foot = start().position("left_foot")
    found = poise.solve(start(), levels(Reach("left_foot", foot, axes="xy", name="line")), method="ccd", max_steps=400)
    way = found.pose.position("left_foot") - foot
    assert np.abs(way[:2]).max() < 1e-4
    assert abs(way[2]) > 0.02


def test_a_lock_of_orientation_lets_the_place_go() -> None:
    lock = Orient("left_foot", start().frame("left_foot")[:3, :3], name="turn")
    found = poise.solve(start(), levels(lock), method="ccd", max_steps=400)
    turned = found.pose.frame("left_foot")[:3, :3].T @ start().frame("left_foot")[:3, :3]
    assert np.arccos(np.clip((np.trace(turned) - 1) / 2, -1, 1)) < 1e-3
    assert np.linalg.norm(found.pose.position("left_foot") - start().position("left_foot")) > 0.03


def test_in_a_session_the_plane_may_move_and_the_lock_persists() -> None:
    session = poise.Session(start(), levels(on_a_plane("surface", np.array((0.0, 1.0, 0.0)))), method="ccd")
    foot = np.array(start().position("left_foot"))
    for i in range(1, 11):
        session.tasks["plane"].goal = Plane(foot + np.array((0.0, 0.01 * i, 0.0)), normal=(0, 1, 0))
        for _ in range(5):
            session.step()
        assert session.pose.position("left_foot")[1] == pytest.approx(foot[1] + 0.01 * i, abs=5e-3)
    for _ in range(50):
        session.step()
    assert session.pose.position("left_foot")[1] == pytest.approx(foot[1] + 0.1, abs=1e-4)
    session.tasks["plane"].enabled = False
    session.tasks["knee"].goal = start().position("left_knee") + np.array((0.0, 0.2, 0.3))
    for _ in range(100):
        session.step()
    assert abs(session.pose.position("left_foot")[1] - foot[1] - 0.1) > 0.02, "unlocked, it leaves the plane"


@pytest.mark.parametrize("way", ["reach", "surface"])
def test_a_scene_keeps_a_lock_on_a_plane(way: str, tmp_path) -> None:
    scene = poise.Scene(start(), levels(on_a_plane(way, OBLIQUE)), method="ccd", max_steps=400)
    scene.save(tmp_path / "lock.yaml")
    again = poise.Scene.load(tmp_path / "lock.yaml")
    found = again.solve()
    assert abs(height(found.pose, OBLIQUE)) < 1e-4
    assert np.abs(found.pose.difference(scene.solve().pose)).max() < 1e-9


def test_what_is_round_is_refused_by_name() -> None:
    lock = OnSurface("left_foot", Sphere(0.2), name="ball")
    with pytest.raises(InputError, match="'ball'"):
        poise.solve(start(), levels(lock), method="ccd")
