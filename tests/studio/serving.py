"""A studio served on a real socket, in a thread."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from visitor import PATIENCE, TOKEN
from websockets.sync.client import connect

from poise.studio.document.workspace import Workspace
from poise.studio.engine.open_document import OpenDocument
from poise.studio.protocol.wire import MOST_BYTES
from poise.studio.server.app import StudioServer
from poise.studio.server.guard import Guard
from poise.studio.server.run import listening_on


@dataclass
class Served:
    """A studio that listens on `port`."""

    studio: StudioServer
    port: int

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connect(self, path: str = f"/socket?token={TOKEN}", **options: Any) -> Any:
        """A socket to it, as any program on the machine could open."""
        return connected(f"ws://127.0.0.1:{self.port}{path}", **options)


def connected(address: str, **options: Any) -> Any:
    """A socket that waits as long as a busy machine needs, and takes messages of any size."""
    plain = {"compression": None, "max_size": None, "open_timeout": PATIENCE, "ping_interval": None}
    return connect(address, **{**plain, **options})


@contextmanager
def serving(folder: Path, scene: str | None = None) -> Iterator[Served]:
    """Serve a studio in a thread; it ends in an orderly way."""
    with listening_on("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        studio = StudioServer(OpenDocument(Workspace(folder), scene), Guard("127.0.0.1", port, TOKEN))
        config = uvicorn.Config(
            studio.app(), ws="websockets-sansio", ws_max_size=4 * MOST_BYTES, ws_per_message_deflate=True,
            log_level=logging.CRITICAL, timeout_graceful_shutdown=1, ws_ping_timeout=PATIENCE,
        )  # fmt: skip
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.002)
        assert server.started, "the server has ended before it began"
        try:
            yield Served(studio, port)
        finally:
            server.should_exit = True
            thread.join()
