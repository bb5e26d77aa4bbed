"""`poise statics`: what holds the pose of a scene, and how hard that is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from poise.cli import screen

if TYPE_CHECKING:
    from poise.forces import Statics

NOT_HELD = 3
"""Exit status when the pose is not in equilibrium."""

SceneName = Annotated[str, typer.Argument(metavar="SCENE", help="A scene file, or a shipped scene by name.")]
PictureFile = Annotated[
    Path | None,
    typer.Option("--picture", metavar="FILE.png", help="Draw forces, torques and the region.", show_default=False),
]


def statics(
    scene: SceneName,
    start: Annotated[bool, typer.Option("--start", help="Of the start pose, without solving.")] = False,
    picture: PictureFile = None,
    robust: Annotated[
        bool, typer.Option("--robust", help="Ask for something to spare: friction, and a push from any side.")
    ] = False,
    friction: Annotated[float, typer.Option("--spare-friction", help="Part of the friction to spare.")] = 0.2,
    force: Annotated[
        float | None,
        typer.Option(
            "--spare-force", help="Level push to withstand, N.  [default: 5 % of the weight]", show_default=False
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the report as one JSON object.")] = False,
) -> None:
    """Tell which forces hold the pose of a scene, and what they cost the joints.

    The scene is solved first; its forces and supports are those of the file, and without supports the soles on the
    floor carry the body. The exit status is 0 in equilibrium, 3 when the pose cannot be held (with --robust: with
    something to spare), 2 when the scene cannot be used.

    [bold]Examples[/bold]

      poise statics standing_reach

      poise statics pushing.yaml --picture pushing.png

      poise statics standing_reach --robust --spare-force 60
    """
    from poise.forces import statics as held
    from poise.scene import Scene

    with screen.told():
        asked = Scene.load(scene)
    with screen.waiting("solving"):
        pose = asked.start if start else asked.solve().pose
        report = held(pose, asked.forces, asked.supports, world=asked.world)
        spare = report.robust(friction, force) if robust else None
        if picture is not None:
            report.plot(view=asked.shot.view).save(picture)
    _print(report, picture, json, spare)
    if not report.balanced or spare is False:
        raise typer.Exit(NOT_HELD)


def _print(report: Statics, picture: Path | None, json: bool, spare: bool | None) -> None:
    if json:
        asked = {} if spare is None else {"robust": spare}
        screen.print_json(
            {**report.to_dict(), **asked, "written": {} if picture is None else {"picture": str(picture)}}
        )
        return
    typer.echo(str(report))
    if spare is not None:
        typer.echo(f"\nrobust: {'yes' if spare else 'no'}")
    if picture is not None:
        typer.echo(f"wrote {picture}")
