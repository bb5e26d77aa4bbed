"""Tiles of the gallery: a scene as one small picture, and as a film where something moves."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

import poise
from poise.plot import Picture
from poise.plot.picture import joined_pictures

SIZE = (240, 260)
"""Pixels of a tile: four of them side by side on a page."""
STILL = (
    "high_shelf", "low_shelf", "pick_up_a_pen", "top_shelf_on_tiptoe", "sit_and_reach", "look_behind", "wave",
    "through_a_hole", "between_armrests", "look_past_a_board", "past_a_pillar", "cross_the_hands", "hold_a_handrail",
    "take_a_cup", "stand_on_a_slope", "stand_on_a_step", "carry_a_box", "push_a_cart", "baerlocher_7_16_c",
    "baerlocher_7_17", "baerlocher_7_18", "shake_hands", "carry_a_plank", "step_up", "baerlocher_7_14_b", "dance",
    "boulic_14", "baerlocher_7_15_b", "baerlocher_7_11_f", "baerlocher_7_12_i", "boulic_16",
)  # fmt: skip
FOUND = ("standing_reach", "under_a_table", "tie_a_shoe", "kneel_to_a_socket", "lift_a_box", "baerlocher_7_8_f")
"""Scenes whose film goes from their start to what is found."""
PASSING = {"past_a_moving_door": (-0.45, 0.0), "dodge_a_ball": (-0.22, 0.12)}
"""Scenes whose obstacles move, with the seconds before and after where the scene has them."""
SEEN = {"past_a_moving_door": "top", "dodge_a_ball": "three-quarter"}
"""From where, for those whose own view hides what the film is about."""
FRAMES = 16
TICKS = 100
"""Milliseconds that a picture of a film stays; the last one stays ten times as long."""


def tiles(folder: Path) -> list[Path]:
    """Draw them all into a folder, as WebP."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in STILL:
        scene = poise.Scene.load(name)
        Image.fromarray(np.array(scene.plot(size=SIZE).image)).save(folder / f"{name}.webp", quality=82, method=6)
    for name in FOUND:
        _film(_settling(poise.Scene.load(name)), folder / f"{name}.webp")
    for name, (begin, end) in PASSING.items():
        _film(_passing(name, begin, end), folder / f"{name}.webp")
    return [folder / f"{name}.webp" for name in (*STILL, *FOUND, *PASSING)]


def _settling(scene: poise.Scene) -> list[Picture]:
    """What a session goes through from the start of a scene until nothing moves, at an even pace."""
    session = poise.Session(scene.start, scene.demands(), criteria=scene.criteria, **scene.settings())
    poses = [scene.start]
    while not session.settled and len(poses) < 400:
        poses.append(session.step())
    found = scene.solve()
    far = [0.0, *(np.abs(b.coordinates - a.coordinates).max() for a, b in itertools.pairwise(poses))]
    along = np.cumsum(far) / sum(far)
    ways = poise.Motion(scene.figure, *_rising(along, poses))
    at = 0.5 - 0.5 * np.cos(np.pi * np.linspace(0.0, 1.0, FRAMES))  # slow at both ends
    return [scene.plot(replace(found, pose=ways.at(float(t)))) for t in at]


def _rising(along: np.ndarray, poses: Sequence[poise.Pose]) -> tuple[list[float], list[poise.Pose]]:
    """The poses that differ from those before, and where on the way they are."""
    kept = [0]
    for i in range(1, len(poses)):
        if along[i] - along[kept[-1]] > 0.01:
            kept.append(i)
    kept[-1] = len(poses) - 1
    return [float(along[i]) for i in kept], [poses[i] for i in kept]


def _passing(name: str, begin: float, end: float) -> list[Picture]:
    """Obstacles on their way, the body giving way, sixty times a second."""
    scene = poise.Scene.load(name)
    assert scene.world is not None
    scene = replace(scene, shot=replace(scene.shot, view=SEEN[name]))
    found = scene.solve()
    session = poise.Session(scene.start, scene.demands(), criteria=scene.criteria, world=scene.world.at(begin))
    times, shown = np.arange(begin, end, 1.0 / 60.0), []
    for frame, t in enumerate(times):
        session.world = world = scene.world.at(float(t))
        for _ in range(30):
            session.step()
            if session.settled:
                break
        if frame % max(1, len(times) // FRAMES) == 0:
            shown.append(replace(scene, world=world).plot(replace(found, pose=session.pose)))
    return shown


def _film(pictures: Sequence[Picture], path: Path) -> None:
    """One camera for all of them; the last one stays."""
    strip = np.array(joined_pictures(pictures, size=(SIZE[0] * len(pictures), SIZE[1]), shared=True).image)
    frames = [Image.fromarray(frame) for frame in np.split(strip, len(pictures), axis=1)]
    times = [TICKS] * (len(frames) - 1) + [10 * TICKS]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=times, loop=0, quality=60, method=6)
