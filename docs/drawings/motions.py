"""Motions as strips of poses and as films, and characters from files."""

from __future__ import annotations

import itertools
import runpy
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import numpy as np
from PIL import Image

import poise
from poise import Motion, Scene, Session, plot
from poise.cli.demo import reaching
from poise.plot import props
from poise.plot.picture import joined_pictures

EXAMPLES = Path(__file__).parents[2] / "examples"


def walk() -> Image.Image:
    """The walk of the example: two key poses, mirrored, and a smooth curve through them."""
    return Image.fromarray(_walk().strip(count=9, view="three-quarter", size=(1170, 260)).image)


def reach_film(path: Path) -> None:
    """What `poise demo` films: a hand led to a ball and on out of reach; the body follows, and stops."""
    reaching(Scene.load("standing_reach")).film(path, rate=12, size=(420, 400), com=True, support=True)


def fern_film(path: Path) -> None:
    """The scene `boulic_10`, step by step: the fern unrolls."""
    _settling("boulic_10", 3.0).film(path, rate=12, size=(300, 300), view="side", com=True)


def shelf_film(path: Path) -> None:
    """First steps: a small woman reaches for a shelf on her toes, and what she reaches on flat feet beside it."""
    woman, shelf = poise.human(sex="female", percentile=5), np.array((-0.15, 1.88, 0.35))
    start = woman.rest()
    board = props.shelf(shelf + np.array((0.0, 0.02, 0.12)), (0.8, 0.24))
    drawn = []
    for sites in (("left_foot", "right_foot"), ("left_toe", "right_toe")):
        held = [poise.Hold(site) for site in sites]
        demands = [held, poise.Balance(margin=0.01), poise.LookAt("eyes", shelf), poise.Reach("right_hand", shelf)]
        session, hand = Session(start, demands), start.position("right_hand")
        for share in np.linspace(0.0, 1.0, 20):
            session.tasks["reach right_hand"].goal = (1.0 - share) * hand + share * shelf
            for _ in range(30):
                session.step()
            drawn.append(session.pose.plot(com=True, props=board, view="three-quarter-right"))
    strip = np.array(joined_pictures(drawn, size=(220 * len(drawn), 340), shared=True).image)  # one camera for all
    cells = np.split(strip, len(drawn), axis=1)
    frames = [np.hstack(pair) for pair in zip(cells[:20], cells[20:], strict=True)]
    times = [100] * 19 + [1200]
    images = [Image.fromarray(frame) for frame in frames]
    images[0].save(path, save_all=True, append_images=images[1:], duration=times, loop=0, quality=60, method=6)


def _settling(name: str, seconds: float) -> Motion:
    """What a scene's solve goes through, at an even pace, and a while at its end."""
    scene = Scene.load(name)
    session = Session(scene.start, scene.demands(), criteria=scene.criteria)
    poses = [scene.start]
    while not session.settled and len(poses) < 400:
        poses.append(session.step())
    along = np.cumsum([0.0, *(np.abs(b.coordinates - a.coordinates).max() for a, b in itertools.pairwise(poses))])
    times = seconds * along / along[-1]
    kept = [0]
    for i in range(1, len(poses)):
        if times[i] - times[kept[-1]] > 0.02 or i == len(poses) - 1:
            kept.append(i)
    last = [poses[-1], poses[-1]]
    return Motion(scene.figure, [*times[kept], times[-1] + 0.5, times[-1] + 1.0], [*(poses[i] for i in kept), *last])


def walk_film(path: Path) -> None:
    """The same as a film, two steps of it, with the path of a hand."""
    _walk()[0.0:1.1].film(path, rate=12, size=(300, 340), follow=True, traces=["left_hand"], com=True, clock=True)


def character() -> Image.Image:
    """The avatar of the example: as its file has it, at rest, reaching."""
    views = _run("17_character.py")["views"]
    labels = ["as it is in its file", "at rest", "reaching, looking, in balance"]
    return Image.fromarray(plot.side_by_side(views, labels=labels, size=(1080, 470)).image)


def humanoid() -> Image.Image:
    """The example about humanoids: bones, the person made of them, a pose, and the bones again."""
    return Image.fromarray(_run("18_humanoid.py")["row"].image)


def _walk() -> Motion:
    found = _run("15_motion.py")["walk"]
    assert isinstance(found, Motion)
    return found


def _run(example: str) -> dict[str, Any]:
    """What an example leaves behind; its files go nowhere."""
    with redirect_stdout(StringIO()), TemporaryDirectory() as there, patch.object(sys, "argv", ["", there]):
        return runpy.run_path(str(EXAMPLES / example))
