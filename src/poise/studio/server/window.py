"""A window: one socket, what it asks and what it is told."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any

from starlette.websockets import WebSocket, WebSocketDisconnect

import poise
from poise.errors import PoiseError
from poise.studio.catalogue import catalogue
from poise.studio.document.clip_exports import ClipToExport, exported_clip
from poise.studio.document.compare import compared
from poise.studio.document.meshes import prepared
from poise.studio.engine.holding import holders
from poise.studio.engine.why import explained
from poise.studio.protocol import PROTOCOL
from poise.studio.protocol.answers import Answer, Explanation, Exported, Refused
from poise.studio.protocol.clip import FilmProgress
from poise.studio.protocol.meshes import ImportedMesh, ImportMesh, MeshProgress
from poise.studio.protocol.people import Comparison
from poise.studio.protocol.plain import Message
from poise.studio.protocol.requests import AskHolders, Compare, Explain, ExportClip, Hello, Pull, Seen, StopFilm
from poise.studio.protocol.session import Welcome
from poise.studio.protocol.wire import MessageError, packed, unpacked
from poise.studio.server.outbox import Outbox

if TYPE_CHECKING:
    from poise.solution import Solution
    from poise.studio.document.state import State
    from poise.studio.server.app import StudioServer

MOST_WAITING = 64
"""Requests of one window that may be under way."""
POLICY, FAILED = 1008, 1011
"""Codes with which a socket is closed: it may not, or it broke."""


class Window:
    """A socket that was let in. `number`: what the protocol calls it. `greeted`: it knows what the others know."""

    def __init__(self, studio: StudioServer, socket: WebSocket, number: int) -> None:
        self.number = number
        self.outbox = Outbox()
        self.greeted = False
        self._studio, self._socket = studio, socket
        self._under_way: set[asyncio.Task[None]] = set()
        self._given_up = Event()  # set when nobody waits for the last explanation any more
        self._no_film = Event()  # set when nobody waits for the last film any more

    async def run(self) -> None:
        """Until either side hangs up."""
        if not await self._greeted():
            return
        sender = asyncio.create_task(self._send())
        receiver = asyncio.create_task(self._receive())
        try:
            await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._given_up.set()
            self._no_film.set()
            for task in (sender, receiver, *self._under_way):
                task.cancel()
            await asyncio.gather(sender, receiver, *self._under_way, return_exceptions=True)

    def tell(self, message: Message) -> None:
        """Send a message to this window."""
        self.outbox.put(packed(message), frame=False)

    async def _greeted(self) -> bool:
        """The handshake: hello with the right protocol, and then all there is to know."""
        try:
            first = unpacked(await self._socket.receive_bytes())
            if not isinstance(first, Hello):
                raise MessageError("the first message must be hello")
            if first.protocol != PROTOCOL:
                raise MessageError(f"the page speaks protocol {first.protocol}, the studio {PROTOCOL}: reload the page")
        except (MessageError, KeyError) as error:  # a text message has no bytes
            words = str(error) if isinstance(error, MessageError) else "messages are binary"
            await self._socket.send_bytes(packed(Refused(id=None, message=words)))
            await self._socket.close(POLICY, words[:100])
            return False
        document = self._studio.document
        self.tell(
            Welcome(
                protocol=PROTOCOL,
                version=poise.__version__,
                window=self.number,
                workspace=document.workspace.folder.name or str(document.workspace.folder),
                recovered=document.recovered,
            )
        )
        self.tell(catalogue())
        self._studio.windows[self.number] = self
        await asyncio.wrap_future(self._studio.engine.join(self.number))
        return True

    async def _send(self) -> None:
        while not self.outbox.full:
            await self._socket.send_bytes(await self.outbox.next())

    async def _receive(self) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                self._take(message.get("bytes"))

    def _take(self, data: bytes | None) -> None:
        try:
            if data is None:
                raise MessageError("messages are binary")
            request = unpacked(data)
        except MessageError as error:
            self.tell(Refused(id=error.id, message=str(error)))
            return
        if isinstance(request, Pull):
            self._studio.engine.pull(self.number, request.n, request.value)
        elif isinstance(request, Seen):
            self.outbox.seen()
        elif isinstance(request, Hello):
            self.tell(Refused(id=None, message="hello was said already"))
        elif isinstance(request, StopFilm):
            self._no_film.set()
            self.tell(Answer(id=request.id, value=None))
        elif len(self._under_way) >= MOST_WAITING:
            self.tell(Refused(id=request.id, message=f"{MOST_WAITING} requests are under way: wait for their answers"))
        elif isinstance(request, ImportMesh):
            self._under_take(request, asyncio.ensure_future(self._mesh(request)))
        else:
            asked = self._studio.engine.ask(request, self.number)  # in the order in which they came
            self._under_take(request, asyncio.wrap_future(asked))

    def _under_take(self, request: Any, asked: asyncio.Future[Any]) -> None:
        """Answer it when what it asks for is there."""
        task = asyncio.create_task(self._answer(request, asked))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _mesh(self, request: ImportMesh) -> ImportedMesh:
        """Read and prepared beside the engine, which is only told when all is there."""
        loop = asyncio.get_running_loop()

        def told(done: int, total: int) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended in the meantime
                loop.call_soon_threadsafe(self.tell, MeshProgress(id=request.id, done=done, total=total))

        work = partial(prepared, request, self._studio.document.workspace, told)
        written, file = self._studio.written, self._studio.document.workspace.folder / request.path
        try:
            mesh = await loop.run_in_executor(self._studio.readers, work)
        except PoiseError:
            if file in written:  # brought by a visitor for this alone, and of no use
                written.discard(file)
                file.unlink(missing_ok=True)
            raise
        written.discard(file)
        found: ImportedMesh = await asyncio.wrap_future(self._studio.engine.ask(mesh, self.number))
        return found

    async def _explained(self, solution: Solution, task: str | None) -> Explanation:
        """Many solves: not in the engine's thread, and not in this one. A newer question makes an older one vain."""
        self._given_up.set()
        self._given_up = Event()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._studio.thinkers, explained, solution, task, self._given_up)

    async def _compared(self, state: State, asked: Compare) -> Comparison:
        """Some solves and pictures: beside the engine, too."""
        loop = asyncio.get_running_loop()
        how = (asked.percentiles, asked.azimuth, asked.elevation, asked.sexes)
        return await loop.run_in_executor(self._studio.thinkers, compared, state, *how)

    async def _clip_written(self, request: ExportClip, clip: ClipToExport) -> Exported:
        """A film takes its time: not in the engine's thread, and not in this one, which hears how far it has come."""
        self._no_film.set()
        self._no_film = stopped = Event()
        loop = asyncio.get_running_loop()

        def told(done: int, total: int) -> None:
            if stopped.is_set():
                raise PoiseError("the film was given up")
            with contextlib.suppress(RuntimeError):  # the loop has ended in the meantime
                loop.call_soon_threadsafe(self.tell, FilmProgress(id=request.id, done=done, total=total))

        return await loop.run_in_executor(self._studio.filmers, exported_clip, clip, request.format, told)

    async def _answer(self, request: Any, asked: asyncio.Future[Any]) -> None:
        try:
            value = await asked
            if isinstance(request, Explain):
                value = await self._explained(value, request.task)
            if isinstance(request, AskHolders):
                loop = asyncio.get_running_loop()
                value = await loop.run_in_executor(self._studio.thinkers, holders, value)
            if isinstance(request, Compare):
                value = await self._compared(value, request)
            elif isinstance(request, ExportClip):
                value = await self._clip_written(request, value)
            self.tell(Answer(id=request.id, value=value))
        except PoiseError as error:
            self.tell(Refused(id=request.id, message=self._studio.document.workspace.from_here(str(error))))
        except OSError as error:
            self.tell(Refused(id=request.id, message=error.strerror or "the file cannot be used"))
        except Exception as error:  # a fault of ours: say so, and go on
            self._studio.log.exception("a request has failed: %s", type(request).__name__)
            self.tell(Refused(id=request.id, message=f"the studio has failed at this: {type(error).__name__}: {error}"))
