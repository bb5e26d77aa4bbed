"""`poise solve`: the pose that serves a scene's tasks, and the account of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from poise.cli import screen
from poise.cli.values import natural
from poise.errors import InputError

if TYPE_CHECKING:
    from poise.scene import Scene
    from poise.solution import Solution

COMPROMISE = 3
"""Exit status when some task is not met."""


def solve(
    scene: Annotated[
        str | None,
        typer.Argument(metavar="SCENE", help="A scene file, or a shipped scene by name.", show_default=False),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the pose, for --pose of show.", show_default=False)
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", help="Draw the solution and its goals.", show_default=False)
    ] = None,
    script: Annotated[
        Path | None, typer.Option("--script", help="Write the scene as a Python script.", show_default=False)
    ] = None,
    method: Annotated[
        str | None, typer.Option(metavar="NAME", help="Another method, to compare: weighted …", show_default=False)
    ] = None,
    shipped: Annotated[bool, typer.Option("--list", help="List the shipped scenes.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the solution as one JSON object.")] = False,
) -> None:
    """Find the pose that serves the tasks of a scene, in order of priority.

    The exit status is 0 when all tasks are met, 3 when the pose is a compromise, 2 when the scene cannot be used.

    [bold]Examples[/bold]

      poise solve --list

      poise solve standing_reach --picture reach.png

      poise solve scene.yaml -o pose.yaml --script scene.py
    """
    if shipped:
        _list(json)
        return
    if scene is None:
        raise InputError("which scene? Give a file, or a name that poise solve --list shows")
    with screen.waiting("solving"):
        asked = _opened(scene, method)
        solution = asked.solve()
        written = _written(asked, solution, {"pose": output, "picture": picture, "script": script})
    _report(solution, written, json)
    if solution.status != "converged":
        raise typer.Exit(COMPROMISE)


def _opened(name: str, method: str | None) -> Scene:
    from dataclasses import replace

    from poise.scene import Scene

    scene = Scene.load(name)
    return scene if method is None else replace(scene, method=method)


def _written(scene: Scene, solution: Solution, files: dict[str, Path | None]) -> dict[str, str]:
    """Write what was asked for; the files by what they hold."""
    writers = {"pose": _write_pose, "picture": _draw, "script": _write_script}
    for what, path in files.items():
        if path is not None:
            writers[what](scene, solution, path)
    return {what: str(path) for what, path in files.items() if path is not None}


def _write_pose(scene: Scene, solution: Solution, path: Path) -> None:
    from poise.io.pose_values import save_pose

    save_pose(solution.pose, path)


def _draw(scene: Scene, solution: Solution, path: Path) -> None:
    scene.plot(solution).save(path)


def _write_script(scene: Scene, solution: Solution, path: Path) -> None:
    scene.script(path)


def _report(solution: Solution, written: dict[str, str], json: bool) -> None:
    if json:
        facts: dict[str, Any] = solution.to_dict()
        screen.print_json({**facts, "pose": natural(solution.pose), "written": written})
        return
    typer.echo(str(solution))
    for path in written.values():
        typer.echo(f"wrote {path}")


def _list(json: bool) -> None:
    from poise.scene import Scene, shipped_scenes

    scenes = {name: Scene.load(path) for name, path in shipped_scenes().items()}
    if json:
        screen.print_json({name: {"name": s.name, "notes": s.notes} for name, s in scenes.items()})
        return
    rows = screen.table("Shipped scenes", "scene", "what it shows")
    for name, scene in scenes.items():
        rows.add_row(name, scene.name)
    screen.console().print(rows)
