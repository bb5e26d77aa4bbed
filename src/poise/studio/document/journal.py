"""The journal: an append-only file of checked records, from which a document comes back after any end.

A record is its length, its checksum and msgpack. It is handed to the system at once, so that it outlives a studio that
is killed; a thread of its own sees to it that it is on the disk (fsync) within half a second, so that nobody waits for
the disk. A torn end, as after a crash of the machine, is cut off. What could not be written, on a full disk, is kept
and tried again, so that no later record stands behind a torn one.
"""

from __future__ import annotations

import os
import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgpack

_HEAD = struct.Struct("<II")
_MAGIC = b"poise journal 1\n"
_MOST = 64 << 20
"""No record is larger than this (bytes)."""

_AGAIN = 0.5
"""Seconds until what could not be written is tried again."""

Record = dict[str, Any]


class Journal:
    """A journal that is being written. `failed`: why the last write was not possible, if it was not."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.failed: str | None = None
        self._stream = file.open("ab", buffering=0)
        self._safe = self._stream.tell()  # bytes that are on the disk
        self._recent = bytearray()  # what comes after them …
        self._written = 0  # … of which the system has this much
        self._asked = self._answered = 0  # appended; tried to be put on the disk
        self._open = True
        self._change = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def append(self, record: Record) -> None:
        """Write a record: the end of this process does not take it away, and soon no end of the machine does."""
        with self._change:
            self._recent += framed(record) if self._safe or self._recent else _MAGIC + framed(record)
            self._write()
            self._asked += 1
            self._change.notify_all()

    def flush(self) -> None:
        """Wait until all is on the disk, or could not be put there."""
        with self._change:
            asked = self._asked
            self._change.wait_for(lambda: self._answered >= asked)

    def close(self) -> None:
        """Write what is left, and end."""
        with self._change:
            self._open = False
            self._change.notify_all()
        self._thread.join()
        self._stream.close()

    def _run(self) -> None:
        while self._open or self._answered < self._asked:
            with self._change:
                self._change.wait_for(
                    lambda: self._answered < self._asked or not self._open, timeout=_AGAIN if self._recent else None
                )
                self._write()
                asked, new = self._asked, self._written
            refused = self._sync()
            with self._change:
                if refused is None:
                    new = min(new, self._written)  # a full disk may have taken some of it back in the meantime
                    self._safe, self._written = self._safe + new, self._written - new
                    del self._recent[:new]
                    self.failed = self.failed if self._recent else None
                else:
                    self._take_back(refused)
                self._answered = asked
                self._change.notify_all()

    def _sync(self) -> OSError | None:
        """Wait for the disk; why it could not take what the system has, if it could not."""
        try:
            os.fsync(self._stream.fileno())
        except OSError as error:
            return error
        return None

    def _write(self) -> None:
        """Hand to the system what it does not have yet."""
        try:
            while self._written < len(self._recent):
                self._written += self._stream.write(self._recent[self._written :])
        except OSError as error:  # a full disk must not end the work
            self._take_back(error)

    def _take_back(self, error: OSError) -> None:
        """Leave the file as it was when all of it was on the disk; the rest is tried again."""
        self.failed, self._written = error.strerror or str(error), 0
        with suppress(OSError):
            self._stream.truncate(self._safe)


def framed(record: Record) -> bytes:
    """A record as it stands in the file."""
    data: bytes = msgpack.packb(record)
    return _HEAD.pack(len(data), zlib.crc32(data)) + data


def read_journal(file: Path) -> Iterator[Record]:
    """The records of a file, up to its end or to the first that is damaged; that and all after it are cut off."""
    with file.open("r+b") as stream:
        if stream.read(len(_MAGIC)) != _MAGIC:
            stream.truncate(0)
            return
        good = stream.tell()
        while (record := _next(stream)) is not None:
            good = stream.tell()
            yield record
        stream.truncate(good)


def _next(stream: Any) -> Record | None:
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    length, checksum = _HEAD.unpack(head)
    data = stream.read(length) if length <= _MOST else b""
    if len(data) < length or length > _MOST or zlib.crc32(data) != checksum:
        return None
    try:
        record = msgpack.unpackb(data)
    except (ValueError, msgpack.UnpackException):
        return None
    return record if isinstance(record, dict) else None
