"""`poise show`: a picture of a figure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from poise.cli import screen
from poise.cli.figures import Axes, FigureName, Hands, Mass, Percentile, Person, Root, Sex, Stature, open_figure
from poise.cli.values import natural, open_pose
from poise.cli.words import amount_text
from poise.errors import InputError
from poise.plot.views import VIEWS

if TYPE_CHECKING:
    from poise.pose import Pose


def show(
    figure: FigureName,
    pose: Annotated[str, typer.Option(help="A posture of the figure, or a YAML file: joint: degrees.")] = "rest",
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="JOINT=DEGREES", help="Set a joint; may be repeated.", show_default=False),
    ] = None,
    view: Annotated[
        list[str] | None, typer.Option(help=f"{', '.join(VIEWS)}; may be repeated.", show_default="three-quarter")
    ] = None,
    limits: Annotated[
        list[str] | None,
        typer.Option(metavar="JOINT", help="Draw a joint's limits, or all; may be repeated.", show_default=False),
    ] = None,
    focus: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Look closely at a joint or segment; may be repeated.", show_default=False),
    ] = None,
    com: Annotated[bool, typer.Option("--com", help="Mark the centre of mass.")] = False,
    support: Annotated[bool, typer.Option("--support", help="Fill the area of support.")] = False,
    skeleton: Annotated[bool, typer.Option("--skeleton", help="Show bones inside a glassy body.")] = False,
    clamp: Annotated[bool, typer.Option("--clamp", help="Bring the pose inside all limits first.")] = False,
    size: Annotated[
        str | None, typer.Option(metavar="WIDTHxHEIGHT", help="Pixels of the picture.", show_default=False)
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where the picture goes.", show_default="FIGURE.png")
    ] = None,
    sex: Sex = None,
    stature: Stature = None,
    percentile: Percentile = None,
    mass: Mass = None,
    hands: Hands = False,
    root: Root = None,
    axes: Axes = None,
    json: Annotated[bool, typer.Option("--json", help="Print the pose that was drawn as one JSON object.")] = False,
) -> None:
    """Draw a figure.

    [bold]Examples[/bold]

      poise show human --percentile 95 -o tall.png

      poise show human --pose sitting --view front --view side

      poise show human --set left_knee=30 --set left_hip.swing_x=20 --com --support

      poise show human --limits left_shoulder --focus left_shoulder
    """
    from poise.plot import plot_pose

    wanted: dict[str, Any] = {"com": com, "support": support, "skeleton": skeleton, "size": pixels(size)}
    wanted["focus"] = focus or ()
    wanted["limits"] = limits is not None and ("all" in limits or tuple(limits))
    wanted |= {"views": view} if view and len(view) > 1 else {"view": view[0] if view else "three-quarter"}
    with screen.waiting("drawing"):
        body = open_figure(figure, Person(sex, stature, percentile, mass, hands), root, axes)
        posed = open_pose(body, pose, setting or ())
        posed = posed.clamped() if clamp else posed
        picture = plot_pose(posed, **wanted)
        path = picture.save(output or Path(f"{Path(figure).stem.replace(':', '_')}.png"))
    _report(posed, path, picture.size, json)


def _report(pose: Pose, path: Path, size: tuple[int, int], json: bool) -> None:
    if json:
        facts = {"picture": str(path), "size": list(size), "within_limits": pose.within_limits}
        screen.print_json({**facts, "pose": natural(pose)})
    else:
        typer.echo(f"wrote {path} ({size[0]}×{size[1]} pixels)")
    worst = pose.worst_limit
    if worst is not None:
        where = worst.limit if worst.joint is None else f"{worst.joint} {worst.limit}"
        screen.note(
            f"this pose is outside its limits, most of all {where}, by {amount_text(pose, worst)}; --clamp repairs it"
        )


def pixels(size: str | None) -> tuple[int, int] | None:
    """Width and height from "WIDTHxHEIGHT"; None when nothing is given."""
    if size is None:
        return None
    width, _, height = size.lower().replace("×", "x").partition("x")
    if not (width.isdigit() and height.isdigit()):
        raise InputError(f"--size needs WIDTHxHEIGHT in pixels, for example 1200x900, not {size!r}")
    return int(width), int(height)
