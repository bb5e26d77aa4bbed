"""The `poise` command: its sub-commands, and how it reports errors."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from itertools import takewhile
from typing import Annotated, NoReturn

import typer

from poise.cli.convert import convert
from poise.cli.demo import demo
from poise.cli.info import info
from poise.cli.limb import limb
from poise.cli.motion import motion_app
from poise.cli.postures import postures
from poise.cli.show import show
from poise.cli.solve import solve
from poise.cli.statics import statics
from poise.cli.studio import studio
from poise.errors import PoiseError

app = typer.Typer(
    name="poise",
    help="Poise poses articulated figures: people, animals, chains and robots.\n\n"
    "Angles are in degrees, lengths in metres, masses in kilograms. Wherever a FIGURE is asked for, give a file "
    "(Poise YAML, URDF, MJCF, BVH) or the name of a built-in figure: human, hand, quadruped, bird, fern, chain …",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(info)
app.command()(show)
app.command()(postures)
app.command()(solve)
app.command()(statics)
app.command()(limb)
app.command()(convert)
app.command()(demo)
app.command()(studio)
app.add_typer(motion_app)


def _version(wanted: bool) -> None:
    if wanted:
        import poise

        typer.echo(f"poise {poise.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Options of `poise` itself."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line. Errors of ours become one line on the error stream and exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # "≥" must not stop anybody whose files are not UTF-8
            stream.reconfigure(errors="replace")
    try:
        app(args=points_joined(sys.argv[1:] if arguments is None else arguments), prog_name="poise")
    except PoiseError as error:
        _refuse(str(error))
    except OSError as error:
        _refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def points_joined(words: Sequence[str]) -> list[str]:
    """The words of a command with points as options take them: `--at 0.1 1.2 -0.4` becomes `--at=0.1,1.2,-0.4`."""
    joined: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        count = sum(1 for _ in takewhile(_is_number, rest)) if word.startswith("--") and "=" not in word else 0
        if count > 1:  # two are too few: the option itself says so
            word = f"{word}={','.join(rest[: min(count, 3)])}"
            del rest[: min(count, 3)]
        joined.append(word)
    return joined


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _refuse(message: str) -> NoReturn:
    print(f"poise: {' '.join(message.split())}", file=sys.stderr)
    raise SystemExit(2) from None


if __name__ == "__main__":
    main()
