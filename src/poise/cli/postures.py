"""`poise postures`: the postures of a person that bring what they rest on, listed and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from poise.cli import screen
from poise.cli.figures import Axes, FigureName, Hands, Mass, Percentile, Person, Root, Sex, Stature, open_figure

if TYPE_CHECKING:
    from poise.stances.stance import Stance


def postures(
    figure: FigureName = "human",
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="NAME", help="One of them; may be repeated.", show_default=False),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE.png", help="Draw them.", show_default=False)
    ] = None,
    sex: Sex = None,
    stature: Stature = None,
    percentile: Percentile = None,
    mass: Mass = None,
    hands: Hands = False,
    root: Root = None,
    axes: Axes = None,
    json: Annotated[bool, typer.Option("--json", help="Print them as one JSON object.")] = False,
) -> None:
    """List the postures of a figure, what they rest on, and how well they are held.

    Those of a person are solved for its size: every contact touches, and the weight is in balance. A figure's own
    postures, which are joint values alone, stand at the end.

    [bold]Examples[/bold]

      poise postures

      poise postures human --percentile 5 --sex female -o postures.png

      poise postures --only sitting --only kneeling --json
    """
    with screen.waiting("posing"):
        body = open_figure(figure, Person(sex, stature, percentile, mass, hands), root, axes)
        stances = [body.stance(name) for name in only or body.stances]
        rows = [_facts(stance) for stance in stances]
        if output is not None:
            _draw(stances, output)
    plain = [name for name in body.postures if name not in body.stances] if not only else []
    if json:
        screen.print_json({"stances": rows, "postures": plain, "picture": None if output is None else str(output)})
        return
    for row in rows:
        typer.echo(f"{row['name']:22s} {row['words']}")
        typer.echo(f"{'':22s} on {', '.join(_on(row))}; {_held(row)}")
    if plain:
        typer.echo(f"joint values alone: {', '.join(plain)}")
    if output is not None:
        typer.echo(f"wrote {output}")


def _facts(stance: Stance) -> dict[str, Any]:
    from poise.forces import statics

    report = statics(stance.pose, supports=stance.supports)
    heights = {name: surface.offset for name, surface in stance.surfaces.items()}
    margin = report.margin
    return {
        "name": stance.name,
        "words": stance.words,
        "contacts": {contact.site: contact.surface for contact in stance.contacts},
        "surfaces": heights,
        "motion": stance.motion,
        "balanced": report.balanced,
        "margin": margin if margin is not None and abs(margin) < 1e3 else None,
    }


def _on(row: dict[str, Any]) -> list[str]:
    """What touches what, surface by surface."""
    return [
        f"{surface} ({', '.join(site for site, where in row['contacts'].items() if where == surface)})"
        for surface in dict.fromkeys(row["contacts"].values())
    ]


def _held(row: dict[str, Any]) -> str:
    if row["motion"]:
        return f"a moment of a movement: {row['motion']}"
    if row["margin"] is None:
        return "held by its grips" if row["balanced"] else "not held"
    return f"the weight {1000 * row['margin']:.0f} mm inside"


def _draw(stances: list[Stance], path: Path) -> None:
    from poise.stances.picture import stance_picture

    views = ("front", "side") if len(stances) > 1 else ("front", "side", "three-quarter")
    stance_picture(stances, views=views, columns=3 * len(views) if len(stances) > 1 else 3).save(path)
