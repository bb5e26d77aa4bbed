"""The journal: an append-only file of checked records, from which a document comes back after any end.

A record is its length, its checksum and msgpack. Writing is done by a thread of its own, so that nobody waits for the
disk; what is appended is on the disk (fsync) within half a second. A torn end, as after a crash, is cut off. What could
not be written, on a full disk say, is kept and tried again, so that no later record stands behind a torn one.
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
        self._waiting: list[Record] = []
        self._kept = b""  # what could not be written yet
        self._busy = False
        self._open = True
        self._change = threading.Condition()
        self._stream = file.open("ab", buffering=0)
        self._good = self._stream.tell()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def append(self, record: Record) -> None:
        """Write a record soon."""
        with self._change:
            self._waiting.append(record)
            self._change.notify_all()

    def flush(self) -> None:
        """Wait until all is on the disk, or could not be put there."""
        with self._change:
            self._change.wait_for(lambda: not self._waiting and not self._busy)

    def close(self) -> None:
        """Write what is left, and end."""
        self.flush()
        with self._change:
            self._open = False
            self._change.notify_all()
        self._thread.join()
        self._stream.close()

    def _run(self) -> None:
        while True:
            with self._change:
                self._busy = False
                self._change.notify_all()
                self._change.wait_for(lambda: self._waiting or not self._open, timeout=_AGAIN if self._kept else None)
                if not (self._waiting or self._kept):
                    return
                records, self._waiting, self._busy = self._waiting, [], True
                last = not self._open
            self._write(self._kept + b"".join(framed(record) for record in records))
            if last:
                return

    def _write(self, data: bytes) -> None:
        """Put it on the disk as a whole, or leave the file as it was."""
        rest = memoryview(data if self._good else _MAGIC + data)
        try:
            written = 0
            while written < len(rest):
                written += self._stream.write(rest[written:])
            os.fsync(self._stream.fileno())
            self._good += len(rest)
            self._kept, self.failed = b"", None
        except OSError as error:  # a full disk must not end the work
            self._kept, self.failed = data, error.strerror or str(error)
            with suppress(OSError):
                self._stream.truncate(self._good)


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
