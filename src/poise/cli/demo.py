"""`poise demo`: a person reaches by priorities and says why not farther; an account, a picture, a GLB and a film."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer

from poise.cli import screen
from poise.errors import FileError
from poise.tasks.reach import Reach

if TYPE_CHECKING:
    from poise.motion import Motion
    from poise.scene import Scene
    from poise.tasks import Task

SCENE, HAND, EYES = "standing_reach", "reach right_hand", "look_at eyes"
FARTHER = np.array((-0.1, 0.0, 0.8))
"""How much farther the ball is that is out of reach, metres."""
SECONDS, RATE = 3.0, 24.0
"""The film: so long, with so many pictures a second."""
MOST_STEPS = 60
"""Of the solver for one picture of the film; it settles in a few."""


def demo(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for what it writes.")] = Path("out"),
) -> None:
    """Pose a person by priorities, ask why a ball farther away is not reached, and write a picture, a GLB and a film.

    Feet stay, balance is kept, eyes are on the ball, in that order; then the right hand reaches for it.

    [bold]Examples[/bold]

      poise demo

      poise demo --output somewhere
    """
    from poise.scene import Scene

    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(output, f"the folder cannot be made: {error.strerror}") from error
    near = Scene.load(SCENE)
    far = _with_ball(near, _ball(near) + FARTHER)
    reached, missed = near.solve(), far.solve()
    typer.echo(
        f"{near.name}\n\n{reached}\n\nThe same with the ball {100 * np.linalg.norm(FARTHER):.0f} cm farther away:\n"
    )
    with screen.waiting("asking why"):
        explanation = missed.explain()
    typer.echo(f"{explanation}\n")
    with screen.waiting("drawing"):
        near.plot(reached, size=(900, 1000)).save(output / "reach.png")
    reached.pose.save(output / "reach.glb")
    film = reaching(near).film(output / "reach.webp", rate=RATE, com=True, support=True, progress=True)
    for path, words in (
        (output / "reach.png", "a picture"),
        (output / "reach.glb", "the person as posed, for Blender and others"),
        (film, "a film: a browser shows it"),
    ):
        typer.echo(f"wrote {path}: {words}")
    typer.echo(f"To pose the person yourself: {_next_command()}")


def _next_command() -> str:
    """How the studio is opened from here: `make demo` builds no page for it, nor puts `poise` on the path."""
    if not (Path(str(files("poise.studio"))) / "page" / "index.html").is_file():
        return "make studio"
    return f"{'poise' if which('poise') else sys.argv[0]} studio {SCENE}"


def _ball(scene: Scene) -> np.ndarray:
    """Where the hand is asked to go."""
    return np.array(next(task.point for task in scene.tasks if isinstance(task, Reach)))


def _with_ball(scene: Scene, ball: np.ndarray) -> Scene:
    """The scene with eyes and hand asked for another place."""

    def placed(task: Task) -> Task:
        return task.with_goal(ball) if task.name in (HAND, EYES) else task

    return replace(scene, levels=tuple(tuple(placed(task) for task in level) for level in scene.levels))


def reaching(scene: Scene) -> Motion:
    """The hand led from where it hangs to the ball and on, out of reach: the body follows, and stops."""
    from poise.motion import Motion
    from poise.session import Session

    ball = _ball(scene)
    start = scene.start.position("right_hand")
    session = Session(scene.start, scene.demands(), criteria=scene.criteria)
    times = np.arange(0.0, SECONDS, 1.0 / RATE)
    poses = []
    for t in times:
        along = 1.0 - np.cos(np.pi * min(t / (0.8 * SECONDS), 1.0))  # 0 … 2, slow at both ends
        away = ball + max(along - 1.0, 0.0) * FARTHER
        session.tasks[HAND].goal = start + along * (ball - start) if along < 1.0 else away
        session.tasks[EYES].goal = away
        for _ in range(MOST_STEPS):
            session.step()
            if session.settled:
                break
        poses.append(session.pose)
    return Motion(scene.start.figure, times, poses, name="reaching")
