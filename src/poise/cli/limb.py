"""`poise limb`: one goal of an arm or a leg in closed form, its intervals of swivel, a picture of the elbow circle."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from poise.cli import screen
from poise.cli.figures import Axes, FigureName, Hands, Mass, Percentile, Person, Root, Sex, Stature, open_figure
from poise.cli.values import natural, open_pose
from poise.errors import InputError

if TYPE_CHECKING:
    from poise.limb import LimbSolution

UNREACHED = 3
"""Exit status when the goal is not reached."""


def limb(
    figure: FigureName,
    name: Annotated[str, typer.Argument(metavar="LIMB", help="A limb that the figure names: right_arm, left_leg …")],
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="X,Y,Z",
            help="Where the site goes, or what it aims at; metres. With --turned alone it may go anywhere.",
            show_default=False,
        ),
    ] = None,
    turned: Annotated[
        str | None,
        typer.Option("--turned", metavar="X,Y,Z", help="Its rotation vector, degrees.", show_default=False),
    ] = None,
    along: Annotated[
        str | None,
        typer.Option("--along", metavar="X,Y,Z", help="Direction of its axis instead.", show_default=False),
    ] = None,
    aim: Annotated[bool, typer.Option("--aim", help="Aim the axis at the point instead of going there.")] = False,
    axis: Annotated[str, typer.Option("--axis", metavar="X,Y,Z", help="That axis, in site coordinates.")] = "0,0,1",
    swivel: Annotated[
        str | None, typer.Option("--swivel", metavar="DEGREES|middle", help="The wanted one.", show_default=False)
    ] = None,
    elbow: Annotated[
        str | None, typer.Option("--elbow", metavar="X,Y,Z", help="Where the elbow should be.", show_default=False)
    ] = None,
    wrist: Annotated[
        str | None,
        typer.Option(
            "--wrist",
            metavar="highest|lowest|X,Y,Z",
            help="Where its wrist should be, with --along.",
            show_default=False,
        ),
    ] = None,
    pose: Annotated[str, typer.Option("--pose", help="Posture or pose file of the rest of the body.")] = "rest",
    picture: Annotated[
        Path | None,
        typer.Option("--picture", metavar="FILE.png", help="Draw pose and elbow circle.", show_default=False),
    ] = None,
    sex: Sex = None,
    stature: Stature = None,
    percentile: Percentile = None,
    mass: Mass = None,
    hands: Hands = False,
    root: Root = None,
    axes: Axes = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object, angles in degrees.")] = False,
) -> None:
    """Solve an arm or a leg in closed form, and list all swivels its limits allow.

    The exit status is 0 when the goal is reached, 3 when the pose is only the best that was found.

    [bold]Examples[/bold]

      poise limb human right_arm --at=-0.2,1.2,0.4

      poise limb human right_arm --at=-0.2,1.2,0.4 --along=0,-1,0 --picture arm.png

      poise limb human left_arm --at=0.5,1.5,3 --aim --json

      poise limb human right_arm --turned=0,90,0
    """
    from poise.limb import Limb

    body = open_figure(figure, Person(sex, stature, percentile, mass, hands), root, axes)
    goal = _goal(None if at is None else _triple(at, "--at"), turned, along, aim, _triple(axis, "--axis"))
    asked: dict[str, Any] = {"pose": open_pose(body, pose)}
    if swivel is not None:
        asked["swivel"] = "middle" if swivel == "middle" else math.radians(_number(swivel, "--swivel"))
    if elbow is not None:
        asked["elbow"] = _triple(elbow, "--elbow")
    if wrist is not None:
        asked["wrist"] = wrist if wrist in ("highest", "lowest") else _triple(wrist, "--wrist")
    solution = Limb(body, name).solve(goal, **asked)
    if picture is not None:
        with screen.waiting("drawing"):
            solution.plot().save(picture)
    if json:
        screen.print_json(_content(solution, picture))
    else:
        _print(solution, picture)
    if not solution.reached:
        raise typer.Exit(UNREACHED)


def _goal(point: Any, turned: str | None, along: str | None, aim: bool, axis: Any) -> Any:
    from poise.limb import AimGoal, AxisGoal, OrientGoal

    if point is None:
        if turned is None or along is not None or aim:
            raise InputError("say where with --at; only --turned can do without it")
        return OrientGoal(_frame((0.0, 0.0, 0.0), _triple(turned, "--turned"))[:3, :3])
    if (turned is not None) + (along is not None) + aim > 1:
        raise InputError("a goal has one of --turned, --along and --aim")
    if aim:
        return AimGoal(point, axis)
    if along is not None:
        return AxisGoal(point, _triple(along, "--along"), axis)
    return point if turned is None else _frame(point, _triple(turned, "--turned"))


def _frame(point: Any, degrees: Any) -> Any:
    """The (4, 4) frame at a point, turned by a rotation vector."""
    from poise.figure.placement import Placement

    angle = math.radians(math.hypot(*degrees))
    s = math.sin(angle / 2) / math.hypot(*degrees) if angle else 0.0
    return Placement(point, (degrees[0] * s, degrees[1] * s, degrees[2] * s, math.cos(angle / 2))).matrix


def _content(solution: LimbSolution, picture: Path | None) -> dict[str, Any]:
    told = solution.to_dict()
    told["swivel"] = math.degrees(solution.swivel)
    told["angle"] = None if solution.angle is None else math.degrees(solution.angle)
    told["orientation_error"] = math.degrees(solution.orientation_error)
    told["joints"] = {n: v for n, v in natural(solution.pose).items() if n in solution.limb.joints}
    told["intervals"] = [
        {"from": math.degrees(i.start), "to": math.degrees(i.stop), "branch": i.branch}
        for i in solution.family.intervals
    ]
    return {**told, "picture": None if picture is None else str(picture)}


def _print(solution: LimbSolution, picture: Path | None) -> None:
    told = _content(solution, picture)
    console = screen.console()
    off = f"{solution.position_error * 1000:.3g} mm, {told['orientation_error']:.3g}°"
    console.print(
        f"{solution.limb.name}: "
        + ("reached" if solution.reached else f"{solution.reason}; {solution.status}, off by {off}")
    )
    angle = "" if told["angle"] is None else f", second angle {told['angle']:.1f}°"
    console.print(f"swivel {told['swivel']:.1f}°{angle}, elbow at " + ", ".join(f"{x:.3f}" for x in solution.elbow))
    spans = ", ".join(f"{i['from']:.1f}° … {i['to']:.1f}°" for i in told["intervals"])
    console.print(f"allowed swivels: {spans or 'none'}\n")
    table = screen.table("", "joint", "coordinate", "value", numbers=("value",))
    for joint, values in told["joints"].items():
        for coordinate, value in values.items():
            table.add_row(joint, coordinate, f"{value:.2f}°")
    console.print(table)
    if picture is not None:
        console.print(f"wrote {picture}")


def _triple(text: str, option: str) -> tuple[float, float, float]:
    numbers = [_number(part, option) for part in text.split(",")]
    if len(numbers) != 3:
        raise InputError(f"{option} needs three numbers x,y,z, not {text!r}")
    return (numbers[0], numbers[1], numbers[2])


def _number(text: str, option: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{option}: {text!r} is not a number") from None
