"""Whole files, read and written: what is read is there and is text; what is written is written whole or not at all."""

from __future__ import annotations

import contextlib
import difflib
import os
import tempfile
from pathlib import Path

from poise.errors import FileError
from poise.io.text.confine import require_inside


def read_bytes(file: Path, valid: str) -> bytes:
    """The content of a file that exists and is not empty; `valid` says what it should be."""
    return read_head(file, -1, valid)


def read_head(file: Path, size: int, valid: str) -> bytes:
    """The first `size` bytes of a file that exists and does not begin with so much emptiness; −1 for all of it."""
    require_inside(file)
    if file.is_dir():
        raise FileError(file, f"this is a folder; {valid}")
    data = _part(file, 0, size)
    if not data.strip():
        raise FileError(file, f"the file is empty; {valid}")
    return data


def read_rest(file: Path, start: int, size: int = -1) -> bytes:
    """What follows the first `start` bytes of a file whose head has been read; at most `size` bytes, −1 for all."""
    require_inside(file)
    return _part(file, start, size)


def _part(file: Path, start: int, size: int) -> bytes:
    try:
        with file.open("rb") as stream:
            stream.seek(start)
            return stream.read(size)
    except FileNotFoundError:
        raise missing(file) from None
    except OSError as error:
        raise FileError(file, f"cannot be read: {error.strerror}") from None


def missing(file: Path) -> FileError:
    """The complaint about a file that is not there, with those of its folder whose names are near."""
    try:
        names = [entry.name for entry in file.absolute().parent.iterdir()]
    except OSError:
        return FileError(file, "there is no such file, nor its folder")
    near = difflib.get_close_matches(file.name, names, n=1, cutoff=0.7)
    meant = f"; did you mean {near[0]!r}?" if near else ""
    return FileError(file, f"there is no such file{meant}")


def decoded(data: bytes, file: Path, valid: str) -> str:
    """The text of a file; `valid` says what it should be."""
    if b"\x00" in data:
        raise FileError(file, f"this is a binary file; {valid}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileError(file, f"not UTF-8 text (byte {error.start}); {valid}", line) from None


def write_whole(file: Path, text: str) -> None:
    """Write a text; see `write_whole_bytes`."""
    write_whole_bytes(file, text.encode("utf-8"))


def write_whole_bytes(file: Path, data: bytes) -> None:
    """Write through a temporary file beside the target, so that a failure leaves the old file as it was."""
    file = file.resolve()  # through a link, not over it
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.", suffix=".part")
    except OSError as error:
        why = error.strerror if file.parent.is_dir() else f"there is no folder {file.parent}"
        raise FileError(file, f"cannot be written: {why}") from None
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(name, _mode(file))
        os.replace(name, file)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(name)
        if isinstance(error, OSError):
            raise FileError(file, f"cannot be written: {error.strerror}") from None
        raise


def _mode(file: Path) -> int:
    """The permissions of the file that is replaced, or those of any new file."""
    with contextlib.suppress(OSError):
        return file.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
