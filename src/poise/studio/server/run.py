"""Running the studio: a socket, a line with its address, a browser, and an orderly end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn

from poise.errors import InputError, PoiseError
from poise.studio.document.workspace import Workspace
from poise.studio.engine.open_document import OpenDocument
from poise.studio.protocol.wire import MOST_BYTES
from poise.studio.server.app import StudioServer
from poise.studio.server.guard import Guard

SWITCH = 0.001
"""Seconds after which a thread that computes in Python lets the others in: the socket must not wait for long."""


def run_studio(
    *,
    workspace: Path,
    scene: str | None,
    host: str,
    port: int,
    token: str,
    browser: bool,
    announce: Callable[[str], None],
) -> None:
    """Serve until interrupted. `announce` is called with the address when the page can be opened."""
    folder = Workspace(workspace)
    listening = listening_on(host, port)
    with listening, _alone(folder):
        guard = Guard(host, listening.getsockname()[1], token)
        studio = StudioServer(OpenDocument(folder, scene), guard)
        sys.setswitchinterval(SWITCH)
        config = uvicorn.Config(
            studio.app(),
            ws="websockets-sansio",
            ws_max_size=4 * MOST_BYTES,  # above one it is refused in words, above this by closing
            ws_per_message_deflate=True,  # a figure of 410 kB is 120 on the line, a frame costs 0.1 ms
            ws_ping_timeout=120.0,  # a busy machine is slow to say that it is there
            log_level=logging.WARNING,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=2,
        )
        with contextlib.suppress(KeyboardInterrupt):  # Ctrl+C is how it ends, in an orderly way
            asyncio.run(_serve(uvicorn.Server(config), listening, guard.address, browser, announce))


async def _serve(
    server: uvicorn.Server, listening: socket.socket, address: str, browser: bool, announce: Callable[[str], None]
) -> None:
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.005)
    if server.started:
        announce(address)
        if browser:
            await asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)
    await serving


def listening_on(host: str, port: int) -> socket.socket:
    """A socket that takes visitors; port 0 means any that is free.

    It says that it speaks TCP: only then does asyncio send small messages at once, and not 40 ms later (Nagle).
    """
    try:
        family, kind, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with contextlib.ExitStack() as unless_all_is_well:
            found = unless_all_is_well.enter_context(socket.socket(family, kind, socket.IPPROTO_TCP))
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind(where)
            found.listen(128)
            unless_all_is_well.pop_all()
            return found
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"the studio cannot listen on {host}:{port}: {reason}") from None


@contextlib.contextmanager
def _alone(workspace: Workspace) -> Iterator[None]:
    """Raise when another studio works in the same folder: two journals would mix."""
    try:
        import fcntl
    except ImportError:  # Windows opens the journal for one writer only
        yield
        return
    with (workspace.hidden() / "lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise PoiseError(
                f"another studio works in {workspace.folder}: close it, or choose another folder with --workspace"
            ) from None
        yield
