"""`poise studio`: pose figures in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from poise.errors import MissingExtraError


def studio(
    scene: Annotated[
        str | None, typer.Argument(help="A scene to open: a file of the workspace, or a shipped scene.")
    ] = None,
    workspace: Annotated[
        Path, typer.Option(help="The only folder whose files the studio reads and writes.", show_default="this folder")
    ] = Path(),
    port: Annotated[int, typer.Option(help="Where to listen; 0 means any free port.", min=0, max=65535)] = 0,
    host: Annotated[str, typer.Option(help="The address to listen on; others can reach more than this machine.")] = (
        "127.0.0.1"
    ),
    token: Annotated[
        str | None, typer.Option(help="What visitors must know, 16 characters or more.", show_default="a random one")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
) -> None:
    """Open the studio: a page in the browser where a person stands ready to be posed. Ctrl+C ends it.

    Work is kept in the folder .poise of the workspace as it is done, and is there again at the next start.

    [bold]Examples[/bold]

      poise studio

      poise studio dance

      poise studio work/shelf.yaml --workspace work --port 8000 --no-browser
    """
    try:
        from poise.studio.server.guard import new_token
        from poise.studio.server.run import run_studio
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "poise":
            raise
        raise MissingExtraError("the studio", "studio") from error
    run_studio(
        workspace=workspace,
        scene=scene,
        host=host,
        port=port,
        token=new_token() if token is None else token,
        browser=browser,
        announce=lambda address: print(f"Poise studio: {address}", flush=True),
    )
