"""`poise convert`: a figure from one file format to another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from poise.cli import screen
from poise.cli.figures import Axes, Hands, Mass, Percentile, Person, Root, Sex, Stature, open_figure

if TYPE_CHECKING:
    from poise.figure.figure import Figure


def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="IN",
            help="A figure: YAML, URDF, MJCF, BVH, glTF, GLB, VRM, or a built-in name.",
            show_default=False,
        ),
    ],
    target: Annotated[
        Path,
        typer.Argument(
            metavar="OUT", help="The ending says the format: .yaml, .urdf, .xml, .glb, .gltf, .vrm.", show_default=False
        ),
    ],
    sex: Sex = None,
    stature: Stature = None,
    percentile: Percentile = None,
    mass: Mass = None,
    hands: Hands = False,
    root: Root = None,
    axes: Axes = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Convert a figure between file formats.

    [bold]Examples[/bold]

      poise convert robot.urdf robot.yaml

      poise convert human small.yaml --sex female --percentile 5

      poise convert character.glb character.yaml
    """
    with screen.waiting("converting"):
        figure = open_figure(source, Person(sex, stature, percentile, mass, hands), root, axes)
        figure.save(target)
    segments, dof, kilograms = len(figure.segments), figure.dof, figure.mass
    lost = _lost(figure, target)
    if json:
        report = {"written": str(target), "dof": dof, "segments": segments, "mass": kilograms, "not_said": lost}
        screen.print_json(report)
        return
    typer.echo(f"wrote {target}: {segments} segments, {dof} degrees of freedom, {kilograms:.4g} kg")
    if lost:
        many = f"{len(lost)} things this format cannot say were left out; a comment in the file lists them"
        typer.echo(many if len(lost) > 1 else f"this format cannot say, and leaves out: {lost[0]}", err=True)


def _lost(figure: Figure, target: Path) -> list[str]:
    """What the target's format cannot say. Our own says everything but a mesh; glTF nothing but frames and a mesh."""
    from poise.io.robot.steps import unsaid

    ending = target.suffix.lower()
    if ending in (".yaml", ".yml"):
        meshed = figure.character is not None and figure.character.is_seen
        return ["the mesh that came with the figure"] if meshed else []
    if ending in (".glb", ".gltf", ".vrm"):
        return ["limits, masses and marks"]
    return [note.removeprefix("not said here: ") for note in unsaid(figure)]
