"""Which figure the command line means: a file, or a built-in figure by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from poise.errors import FileError, InputError, UnknownNameError
from poise.figure.figure import Figure
from poise.io.text.files import missing

FigureName = Annotated[
    str,
    typer.Argument(metavar="FIGURE", help="A file, or a built-in: human, hand, bird, chain:12 …", show_default=False),
]
Sex = Annotated[str | None, typer.Option(help="Human: male or female.", show_default="male")]
Stature = Annotated[float | None, typer.Option(metavar="METRES", help="Human: standing height.", show_default=False)]
Percentile = Annotated[
    float | None, typer.Option(metavar="1…99", help="Human: size among people of that sex.", show_default=False)
]
Mass = Annotated[float | None, typer.Option(metavar="KG", help="Human: body mass.", show_default=False)]
Hands = Annotated[bool, typer.Option("--hands", help="Human: with all finger joints.")]
Root = Annotated[
    str | None, typer.Option(metavar="free|fixed", help="File: how its root is held.", show_default="as the file says")
]
Axes = Annotated[
    str | None,
    typer.Option(
        metavar="poise|keep", help="File: turn Z-up robots to +Y up, +Z front, or keep them.", show_default="poise"
    ),
]
CHOICES = {"root": ("free", "fixed"), "axes": ("poise", "keep")}


@dataclass(frozen=True, slots=True)
class Person:
    """The options that only a human has."""

    sex: str | None = None
    stature: float | None = None
    percentile: float | None = None
    mass: float | None = None
    hands: bool = False

    def given(self) -> dict[str, Any]:
        """Those that were set, by the names `poise.human` gives them."""
        values = {name: getattr(self, name) for name in ("sex", "stature", "percentile", "mass")}
        return {k: v for k, v in values.items() if v is not None} | ({"hands": True} if self.hands else {})


def open_figure(name: str, person: Person, root: str | None = None, axes: str | None = None) -> Figure:
    """The figure in a file, or the built-in figure of that name ("chain:12": with 12 segments)."""
    wanted, reading = person.given(), _reading(root, axes)
    if wanted and name != "human":
        raise InputError(f"--{next(iter(wanted))} is for the built-in human; {name!r} is none")
    if name != "human" and Path(name).is_file():
        return Figure.load(name, **reading)
    kind, _, count = name.partition(":")
    if kind in builtin_names():
        if reading:
            raise InputError(f"--{next(iter(reading))} is for files; {name!r} is built in")
        return _built(kind, count, wanted)
    if Path(name).suffix or Path(name).parent != Path():
        raise FileError(name, "is a directory, not a file") if Path(name).is_dir() else missing(Path(name))
    raise UnknownNameError("figure", name, builtin_names(), "Poise")


def builtin_names() -> list[str]:
    """ "human" and what `poise.figures` offers."""
    import poise.figures

    return ["human", *poise.figures.__all__]


def _reading(root: str | None, axes: str | None) -> dict[str, Any]:
    """The options of reading a file that were given."""
    given = {k: v for k, v in (("root", root), ("axes", axes)) if v is not None}
    for option, value in given.items():
        if value not in CHOICES[option]:
            raise UnknownNameError("choice", value, CHOICES[option], f"--{option}")
    return given


def _built(kind: str, count: str, wanted: Mapping[str, Any]) -> Figure:
    import poise.figures

    build: Callable[..., Figure] = poise.human if kind == "human" else getattr(poise.figures, kind)
    if not count:
        return build(**wanted)
    first = next(iter(inspect.signature(build).parameters.values()), None)
    if first is None or first.annotation not in ("int", int):
        raise InputError(f"{kind!r} has no number of segments to choose; leave out ':{count}'")
    if not (count.isascii() and count.isdigit()):
        raise InputError(f"after {kind}: comes a whole number of {first.name}, not {count!r}")
    return build(int(count))
