"""`poise solve`: the pose that serves a scene's tasks, and the account of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from poise.cli import screen
from poise.cli.goals import read_goals
from poise.cli.values import natural
from poise.errors import FileError, InputError
from poise.io.text.files import missing

if TYPE_CHECKING:
    from poise.explain import Explanation
    from poise.scene import Scene
    from poise.solution import Solution

COMPROMISE = 3
"""Exit status when some task is not met."""

SceneName = Annotated[
    str | None,
    typer.Argument(metavar="SCENE", help="A scene file, or a shipped scene by name.", show_default=False),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="POSE.yaml", help="Write the pose; show --pose reads it.", show_default=False
    ),
]
PictureFile = Annotated[
    Path | None, typer.Option("--picture", metavar="FILE.png", help="Draw the pose and the goals.", show_default=False)
]
ScriptFile = Annotated[
    Path | None,
    typer.Option("--script", metavar="FILE.py", help="Write the scene as a Python script.", show_default=False),
]
HistoryFile = Annotated[
    Path | None,
    typer.Option("--history", metavar="FILE.png", help="Draw the errors, step by step.", show_default=False),
]
TorqueFile = Annotated[
    Path | None,
    typer.Option("--torques", metavar="FILE.png", help="Draw the joints' torques, step by step.", show_default=False),
]

FunctionsFile = Annotated[
    Path | None,
    typer.Option("--functions", metavar="FILE.py", help="Python functions that the scene names.", show_default=False),
]

GoalsFile = Annotated[
    Path | None,
    typer.Option(
        "--goals",
        metavar="GOALS.csv",
        help="Solve it for every line of goals; -o writes them all, .csv or .npz.",
        show_default=False,
    ),
]


def solve(
    scene: SceneName = None,
    output: Output = None,
    picture: PictureFile = None,
    script: ScriptFile = None,
    history: HistoryFile = None,
    torques: TorqueFile = None,
    functions: FunctionsFile = None,
    explain: Annotated[bool, typer.Option("--explain", help="Tell what stops the tasks that are not met.")] = False,
    method: Annotated[
        str | None, typer.Option(metavar="NAME", help="Another method: weighted, transpose, ccd …", show_default=False)
    ] = None,
    analytic: Annotated[
        list[str] | None,
        typer.Option(metavar="LIMB", help="A limb that reaches its goals in closed form.", show_default=False),
    ] = None,
    goals: GoalsFile = None,
    shipped: Annotated[bool, typer.Option("--list", help="List the shipped scenes.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the solution as one JSON object.")] = False,
) -> None:
    """Find the pose that serves the tasks of a scene, in order of priority.

    The exit status is 0 when all tasks are met, 3 when the pose is a compromise, 2 when the scene cannot be used.

    [bold]Examples[/bold]

      poise solve --list

      poise solve standing_reach --picture reach.png

      poise solve baerlocher_7_13_c --explain

      poise solve scene.yaml -o pose.yaml --script scene.py

      poise solve standing_reach --analytic right_arm

      poise solve standing_reach --goals goals.csv -o results.csv
    """
    if shipped:
        _list(json)
        return
    if scene is None:
        raise InputError("which scene? Give a file, or a name that poise solve --list shows")
    if goals is not None:
        files = {"--picture": picture, "--script": script, "--history": history, "--torques": torques}
        given = next((option for option, file in files.items() if file is not None), "--explain" if explain else None)
        if given is not None or output is None:
            raise InputError(
                "--goals solves many at once: " + (f"leave {given} out" if given else "say where to, with -o FILE.csv")
            )
        _solve_many(_opened(scene, method, analytic, functions), goals, output, json)
        return
    with screen.waiting("solving"):
        asked = _opened(scene, method, analytic, functions)
        solution = asked.solve(history=bool(history or torques))
        charts = {"history": history, "torques": torques}
        written = _written(asked, solution, {"pose": output, "picture": picture, "script": script, **charts})
    explanation = solution.explain() if explain else None  # shows by itself that it is alive
    _report(solution, explanation, written, json)
    if solution.status != "converged":
        raise typer.Exit(COMPROMISE)


def _solve_many(scene: Scene, goals: Path, output: Path, json: bool) -> None:
    found = scene.solve_many(read_goals(goals), progress=True)
    found.save(output)
    told = {status: found.status.count(status) for status in sorted(set(found.status))}
    if json:
        errors = {str(item): error for item, error in found.errors.items()}
        screen.print_json({"items": len(found), "status": told, "errors": errors, "written": str(output)})
    else:
        for item, error in found.errors.items():
            typer.echo(f"item {item}: {error}")
        typer.echo(f"{len(found)} solved: {', '.join(f'{n} {status}' for status, n in told.items())}; wrote {output}")
    if set(found.status) != {"converged"}:
        raise typer.Exit(COMPROMISE)


def _opened(name: str, method: str | None, analytic: list[str] | None, functions: Path | None) -> Scene:
    from dataclasses import replace

    from poise.scene import Scene

    given = {} if functions is None else _functions(functions)
    with screen.told():
        scene = Scene.load(name, functions=given)
    return replace(scene, method=method or scene.method, analytic=analytic or scene.analytic)


def _functions(file: Path) -> dict[str, Any]:
    """The functions that a Python file of the user's defines."""
    import runpy

    if not file.is_file():
        raise missing(file)
    try:
        names = runpy.run_path(str(file))
    except Exception as error:
        raise FileError(file, f"cannot be run: {type(error).__name__}: {error}") from error
    return {name: value for name, value in names.items() if callable(value) and not name.startswith("_")}


def _written(scene: Scene, solution: Solution, files: dict[str, Path | None]) -> dict[str, str]:
    """Write what was asked for; the files by what they hold."""
    from poise.io.figure.pose_values import save_pose

    writers: dict[str, Callable[[Path], Any]] = {
        "pose": lambda path: save_pose(solution.pose, path),
        "picture": lambda path: scene.plot(solution).save(path),
        "script": scene.script,
        "history": lambda path: solution.plot_history().save(path),
        "torques": lambda path: solution.plot_torques().save(path),
    }
    wanted = {what: path for what, path in files.items() if path is not None}
    for what, path in wanted.items():
        writers[what](path)
    return {what: str(path) for what, path in wanted.items()}


def _report(solution: Solution, explanation: Explanation | None, written: dict[str, str], json: bool) -> None:
    if json:
        told = {} if explanation is None else {"explanation": explanation.to_dict()}
        screen.print_json({**solution.to_dict(), "pose": natural(solution.pose), **told, "written": written})
        return
    typer.echo(str(solution))
    if explanation is not None:
        typer.echo(f"\n{explanation}")
    for path in written.values():
        typer.echo(f"wrote {path}")


def _list(json: bool) -> None:
    from poise.scene.shipped import shipped_headings

    scenes = shipped_headings()
    if json:
        screen.print_json({name: {"name": scene.title, "notes": scene.notes} for name, scene in scenes.items()})
        return
    rows = screen.table("Shipped scenes", "scene", "what it shows")
    for name, scene in scenes.items():
        rows.add_row(name, scene.title)
    screen.console().print(rows)
