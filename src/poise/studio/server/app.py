"""The studio as a web application: routes, and the windows that are open."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from poise.studio.engine.engine import Engine
from poise.studio.engine.open_document import OpenDocument
from poise.studio.protocol.frame import Frame
from poise.studio.protocol.plain import Message
from poise.studio.protocol.wire import packed
from poise.studio.server import page, uploads
from poise.studio.server.guard import Guard
from poise.studio.server.window import POLICY, Window

MOST_WINDOWS = 32


class StudioServer:
    """One document, its engine, and all windows on it."""

    def __init__(self, document: OpenDocument, guard: Guard) -> None:
        self.document, self.guard = document, guard
        self.engine = Engine(document, self._publish)
        self.windows: dict[int, Window] = {}
        self.thinkers = ThreadPoolExecutor(1, "why")
        self.filmers = ThreadPoolExecutor(1, "film")
        self.readers = ThreadPoolExecutor(1, "mesh")
        self.written: set[Path] = set()  # what visitors have brought, and nobody has used yet
        self.log = logging.getLogger("poise.studio")
        self._numbers = count(1)
        self._loop: asyncio.AbstractEventLoop | None = None

    def app(self) -> Starlette:
        """The application that a web server runs."""
        return Starlette(
            routes=[
                Route("/", self._index),
                Route("/mesh", self._mesh_file, methods=["POST"]),
                Route("/{path:path}", self._asset),
                WebSocketRoute("/socket", self._socket),
            ],
            middleware=[Middleware(GZipMiddleware, minimum_size=2000)],
            lifespan=self._lifespan,
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        self._loop = asyncio.get_running_loop()
        self.engine.start()
        try:
            yield
        finally:
            self._loop = None
            self.thinkers.shutdown(wait=False, cancel_futures=True)
            self.filmers.shutdown(wait=False, cancel_futures=True)
            self.readers.shutdown(wait=False, cancel_futures=True)
            self.engine.close()

    # ---- the page -------------------------------------------------------------------------------

    async def _index(self, request: Request) -> Response:
        """The page, for who knows the token, or has come in before: the token leaves the address bar then."""
        name = f"poise_{self.guard.port}"
        host, origin, token = _visitor(request)
        if token is None and self.guard.knows_page_key(request.cookies.get(name)):
            token = self.guard.token
        words = self.guard.refusal(host, origin, token)
        if words is not None:
            return page.refused(words)
        response = page.index()
        if self.guard.token:
            response.set_cookie(name, self.guard.page_key, httponly=True, samesite="strict")
        return response

    async def _asset(self, request: Request) -> Response:
        """Files of the page are no secret, but not for pages of other names either."""
        words = self.guard.refusal(*_visitor(request)[:2], self.guard.token)
        return page.asset(request.path_params["path"]) if words is None else page.refused(words)

    async def _mesh_file(self, request: Request) -> Response:
        """A file of the visitor's for the workspace; what becomes of it is asked over the socket."""
        words = self._refusal(request)
        if words is not None:
            return page.refused(words)
        return await uploads.mesh_file(request, self.document, self.written)

    # ---- the socket -----------------------------------------------------------------------------

    async def _socket(self, socket: WebSocket) -> None:
        words = self._refusal(socket)
        if words is None and len(self.windows) >= MOST_WINDOWS:
            words = f"the studio has {MOST_WINDOWS} windows open already"
        if words is not None:
            await socket.send_denial_response(page.refused(words))
            return
        await socket.accept()
        window = Window(self, socket, next(self._numbers))
        try:
            with contextlib.suppress(WebSocketDisconnect):
                await window.run()
        finally:
            if self.windows.pop(window.number, None) is not None and self._loop is not None:
                self.engine.leave(window.number)
            if window.outbox.full:
                with contextlib.suppress(RuntimeError):
                    await socket.close(POLICY, "the window takes no messages")

    def _refusal(self, connection: HTTPConnection) -> str | None:
        return self.guard.refusal(*_visitor(connection))

    # ---- from the engine's thread ---------------------------------------------------------------

    def _publish(self, message: Message, window: int | None) -> None:
        """Pack once, and let the event loop deliver it."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended in the meantime
                loop.call_soon_threadsafe(self._deliver, packed(message), isinstance(message, Frame), window)

    def _deliver(self, data: bytes, frame: bool, window: int | None) -> None:
        """To one window, which knows enough from then on to be told what all are told; or to all that do."""
        for each in self.windows.values():
            each.greeted |= each.number == window
            if each.greeted and window in (None, each.number):
                each.outbox.put(data, frame=frame)


def _visitor(connection: HTTPConnection) -> tuple[str | None, str | None, str | None]:
    """Host, Origin and token of a visitor."""
    headers = connection.headers
    return headers.get("host"), headers.get("origin"), connection.query_params.get("token")
