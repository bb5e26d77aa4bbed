"""`poise demo`: the built-in human in numbers and pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from poise.cli import screen
from poise.errors import FileError
from poise.figure.figure import Figure

SIZES = tuple((sex, percentile) for sex in ("female", "male") for percentile in (5, 50, 95))
"""The people shown: small, middle and large of either sex."""

LENGTHS = (
    ("upper arm", "left_shoulder", "left_elbow"),
    ("forearm", "left_elbow", "left_wrist"),
    ("thigh", "left_hip", "left_knee"),
    ("shank", "left_knee", "left_ankle"),
)
"""Lengths told, each between two joints, metres."""


def demo(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the pictures.")] = Path("out"),
) -> None:
    """Print a table about the built-in human and draw it: three body sizes, and the limits of shoulder and hip."""
    from poise.people import human

    with screen.waiting("building people"):
        people = {(sex, percentile): human(sex=sex, percentile=percentile) for sex, percentile in SIZES}
    screen.console().print(_table(people))
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(output, f"the folder cannot be made: {error.strerror}") from error
    with screen.waiting("drawing"):
        for path in (_sizes(people, output / "body_sizes.png"), _limits(people["male", 50], output / "limits.png")):
            typer.echo(f"wrote {path}")


def _table(people: dict[tuple[str, int], Figure]) -> Any:
    columns = [f"{sex} {percentile}th" for sex, percentile in people]
    rows = screen.table("The built-in human at the 5th, 50th and 95th percentile", "", *columns, numbers=columns)
    for title, values in _rows(list(people.values())):
        rows.add_row(title, *values)
    return rows


def _rows(people: list[Figure]) -> list[tuple[str, list[str]]]:
    rows = [
        ("stature m", [f"{_stature(p):.3f}" for p in people]),
        ("mass kg", [f"{p.mass:.1f}" for p in people]),
        ("degrees of freedom", [str(p.dof) for p in people]),
    ]
    rows += [(f"{what} m", [f"{_distance(p, a, b):.3f}" for p in people]) for what, a, b in LENGTHS]
    segments = [s for s in people[0].segments if not s.startswith("right_")]
    for name in segments:
        label = name.removeprefix("left_").replace("_", " ")
        rows.append((f"{label} kg", [f"{p.segments[name].mass:.2f}" for p in people]))
    return rows


def _stature(person: Figure) -> float:
    """Height of the top of the head, standing relaxed with the soles on the floor."""
    return float(person.rest().position("head_top")[1])


def _distance(person: Figure, a: str, b: str) -> float:
    pose = person.rest()
    return float(np.linalg.norm(pose.joint_base(a)[:3, 3] - pose.joint_base(b)[:3, 3]))


def _sizes(people: dict[tuple[str, int], Figure], path: Path) -> Path:
    from poise.plot import side_by_side

    chosen = {k: people[k] for k in (("female", 5), ("male", 50), ("male", 95))}
    labels = [f"{sex}, {percentile}th percentile" for sex, percentile in chosen]
    return side_by_side([p.rest() for p in chosen.values()], labels=labels, size=(1500, 900)).save(path)


def _limits(person: Figure, path: Path) -> Path:
    from poise.plot import plot_pose, side_by_side

    focused = {"left_shoulder": ("left_shoulder", "head"), "left_hip": ("left_hip", "left_knee")}
    pictures = [plot_pose(person.rest(), limits=(joint,), focus=around) for joint, around in focused.items()]
    labels = ["limits of the left shoulder", "limits of the left hip"]
    return side_by_side(pictures, labels=labels, size=(1300, 900)).save(path)
