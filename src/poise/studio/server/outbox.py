"""What waits to be sent to one window: every message once, but of frames only the newest."""

from __future__ import annotations

import asyncio
from collections import deque

MOST = 1000
"""Messages that may wait; a window that takes none for so long is given up."""


class Outbox:
    """Used in the event loop alone."""

    def __init__(self) -> None:
        self._messages: deque[bytes] = deque()
        self._frame: bytes | None = None
        self._something = asyncio.Event()
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

    async def next(self) -> bytes:
        """The next to send: messages in their order, then the newest frame."""
        while not self._messages and self._frame is None:
            self._something.clear()
            await self._something.wait()
        if self._messages:
            return self._messages.popleft()
        data, self._frame = self._frame, None
        assert data is not None
        return data
