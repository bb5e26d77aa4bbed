"""What waits to be sent to one window: every message once, but of frames only the newest."""

from __future__ import annotations

import asyncio
from collections import deque

MOST = 1000
"""Messages that may wait; a window that takes none for so long is given up."""

IN_FLIGHT = 2
"""Frames that a window may have before it: one that it takes in, and one on its way."""


class Outbox:
    """Used in the event loop alone."""

    def __init__(self) -> None:
        self._messages: deque[bytes] = deque()
        self._frame: bytes | None = None
        self._something = asyncio.Event()
        self._flying = 0  # frames that were sent and not seen yet
        self._paced = False  # the window says what it has seen
        self.full = False

    def put(self, data: bytes, *, frame: bool) -> None:
        """Let it be sent."""
        if frame:
            self._frame = data
        elif len(self._messages) < MOST:
            self._messages.append(data)
        else:
            self.full = True
        self._something.set()

    def seen(self) -> None:
        """The window has taken in a frame."""
        self._paced = True
        self._flying = max(0, self._flying - 1)
        self._something.set()

    async def next(self) -> bytes:
        """The next to send: messages in their order, then the newest frame, once the window can take it."""
        while True:
            if self._messages:
                return self._messages.popleft()
            if self._frame is not None and not (self._paced and self._flying >= IN_FLIGHT):
                data, self._frame = self._frame, None
                self._flying += self._paced
                return data
            self._something.clear()
            await self._something.wait()
