"""`poise info`: what a figure is made of."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

import numpy as np
import typer
from rich.text import Text

from poise.cli import screen
from poise.cli.figures import Axes, FigureName, Hands, Mass, Percentile, Person, Root, Sex, Stature, open_figure
from poise.cli.words import coupling_text, limit_data, limits_text
from poise.figure.figure import Figure
from poise.world.body import self_pairs


def info(
    figure: FigureName,
    sex: Sex = None,
    stature: Stature = None,
    percentile: Percentile = None,
    mass: Mass = None,
    hands: Hands = False,
    root: Root = None,
    axes: Axes = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")] = False,
) -> None:
    """Tell what a figure is made of: size, mass, joints with their limits, segments, sites, couplings.

    [bold]Examples[/bold]

      poise info human --sex female --percentile 5

      poise info robot.urdf --json
    """
    with screen.waiting("reading the figure"):
        body = open_figure(figure, Person(sex, stature, percentile, mass, hands), root, axes)
    if json:
        screen.print_json(facts(body))
    else:
        _print(body)


def facts(figure: Figure) -> dict[str, Any]:
    """Everything the command tells, as plain data; angles are degrees."""
    return {
        "name": figure.name,
        "dof": figure.dof,
        "mass": figure.mass,
        "size": dict(zip(("width", "height", "depth"), _size(figure), strict=True)),
        "root": figure.root,
        "base": figure.base.model,
        "joints": {n: _joint_facts(figure, n) for n in figure.joints},
        "segments": {
            n: {"mass": s.mass, "center": list(s.center), "shapes": [type(x).__name__.lower() for x in s.shapes]}
            for n, s in figure.segments.items()
        },
        "sites": {n: s.segment for n, s in figure.sites.items()},
        "soles": {n: s.segment for n, s in figure.soles.items()},
        "limbs": {n: [x.root, x.middle, x.end, x.site] for n, x in figure.limbs.items()},
        "groups": {n: list(g.joints) for n, g in figure.groups.items()},
        "couplings": {n: coupling_text(figure, c) for n, c in figure.couplings.items()},
        "postures": list(figure.postures),
        "self_pairs": [[p.first, p.second, p.depth] for p in self_pairs(figure)],
        "missing_meshes": [] if figure.character is None else list(figure.character.missing),
    }


def _joint_facts(figure: Figure, name: str) -> dict[str, Any]:
    joint = figure.joints[name]
    return {
        "model": joint.model,
        "parent": joint.parent,
        "child": joint.child,
        "dof": joint.dof,
        "coordinates": list(joint.coordinates),
        "limits": {k: limit_data(v, metres=k == "distance") for k, v in joint.limits.items()},
    }


def _size(figure: Figure) -> tuple[float, float, float]:
    """Metres along x, y and z that the resting figure takes up."""
    from poise.plot.body import body_meshes

    points = [m.vertices for m in body_meshes(figure.rest()).values()]
    width, height, depth = np.ptp(np.vstack([*points, np.zeros((0, 3))]), axis=0) if points else np.zeros(3)
    return float(width), float(height), float(depth)


def _print(figure: Figure) -> None:
    out = screen.console()
    width, height, depth = _size(figure)
    out.print(f"{figure.name}: {figure.dof} degrees of freedom, {figure.mass:.4g} kg", style="bold")
    out.print(f"at rest {height:.3f} m high, {width:.3f} m wide, {depth:.3f} m deep")
    out.print(f"held at {figure.root} ({figure.base.model})")
    if figure.character is not None and figure.character.missing:
        missing = figure.character.missing
        out.print(
            f"drawn without {len(missing)} mesh{'es' * (len(missing) > 1)} of its file: {missing[0]}", style="yellow"
        )
    out.print()
    out.print(_joint_table(figure))
    out.print()
    out.print(_segment_table(figure))
    out.print()
    if figure.couplings:
        couplings = screen.table("Couplings", "name", "rule")
        for name, coupling in figure.couplings.items():
            couplings.add_row(name, coupling_text(figure, coupling))
        out.print(couplings)
        out.print()
    for title in ("sites", "soles", "limbs", "postures"):
        if getattr(figure, title):
            out.print(Text.assemble((title.capitalize(), "bold"), f": {', '.join(getattr(figure, title))}"))


def _joint_table(figure: Figure) -> Any:
    rows = screen.table("Joints", "joint", "model", "from", "to", "DOF", "limits", numbers=["DOF"])
    for joint in figure.joints.values():
        ends = (joint.parent or "world", joint.child)
        rows.add_row(joint.name, joint.model, *ends, str(joint.dof), limits_text(joint))
    return rows


def _segment_table(figure: Figure) -> Any:
    rows = screen.table("Segments", "segment", "mass kg", "share %", "shapes", numbers=["mass kg", "share %"])
    for segment in figure.segments.values():
        share = 100 * segment.mass / figure.mass if figure.mass > 0 else 0.0
        shapes = Counter(type(s).__name__.lower() for s in segment.shapes)
        words = ", ".join(f"{n} {_many(kind) if n > 1 else kind}" for kind, n in shapes.items())
        rows.add_row(segment.name, f"{segment.mass:.3f}", f"{share:.1f}", words)
    return rows


def _many(kind: str) -> str:
    return kind + ("es" if kind.endswith("x") else "s")
