"""`poise convert`: a figure from one file format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, cast

import typer

from poise.cli import screen
from poise.cli.figures import open_figure
from poise.errors import UnknownNameError

ROOTS, AXES = ("free", "fixed"), ("poise", "keep")


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="A figure: YAML, URDF, MJCF, or a built-in name.", show_default=False)
    ],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="The ending says the format: .yaml, .urdf, .xml.", show_default=False)
    ],
    root: Annotated[
        str | None, typer.Option(metavar="free|fixed", help="How the root is held.", show_default="as the file says")
    ] = None,
    axes: Annotated[
        str, typer.Option(metavar="poise|keep", help="Turn Z-up files to +Y up, +Z front, or keep them.")
    ] = "poise",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Convert a figure between file formats.

    [bold]Examples[/bold]

      poise convert robot.urdf robot.yaml

      poise convert human human.yaml
    """
    for option, value, choices in (("--root", root, (None, *ROOTS)), ("--axes", axes, AXES)):
        if value not in choices:
            raise UnknownNameError("choice", value, [c for c in choices if c], option)
    held, turned = cast("Literal['free', 'fixed'] | None", root), cast("Literal['poise', 'keep']", axes)
    with screen.waiting("converting"):
        figure = open_figure(source, root=held, axes=turned)
        figure.save(target)
    segments, dof, mass = len(figure.segments), figure.dof, figure.mass
    if json:
        screen.print_json({"written": str(target), "dof": dof, "segments": segments, "mass": mass})
    else:
        typer.echo(f"wrote {target}: {segments} segments, {dof} degrees of freedom, {mass:.4g} kg")
