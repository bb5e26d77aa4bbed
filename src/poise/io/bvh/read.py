"""BVH files: read whole, every number looked at, every fault told with its line and column."""

from __future__ import annotations

import math
import re
import warnings
from pathlib import Path

import numpy as np

from poise import _core
from poise.arrays import Array, sealed
from poise.errors import FileError
from poise.figure.check import positive
from poise.io.bvh.document import Bvh
from poise.io.bvh.hierarchy import Hierarchy, line_at, read_hierarchy, text_of
from poise.io.text.files import read_head, read_rest

FIRST, LARGEST = 1_000_000, 16_000_000
"""Bytes in which the hierarchy mostly ends, and must: `MOST_JOINTS` joints nested with tabs need so much."""
_FRAMES = re.compile(rb"\s*FRAMES[ \t]*:[ \t]*(?P<count>[^\r\n]*)", re.IGNORECASE)
_TIME = re.compile(rb"\s*FRAME[ \t]*TIME[ \t]*:[ \t]*(?P<time>[^\r\n]*)", re.IGNORECASE)
_NOT_A_NUMBER, _NOT_FINITE, _SHORT, _LONG = 1, 2, 3, 4
"""`RowFault` of the core."""


def read_bvh(path: Path, frame_time: float | None = None) -> Bvh:
    """What a BVH file says. What is odd but has one meaning is read and warned about; anything else is refused.

    `frame_time`: seconds, instead of what the file says.
    """
    given = None if frame_time is None else positive(frame_time, "the frame time")
    head, hierarchy = _beginning(path)
    joints, ends = tuple(hierarchy.joints), tuple(hierarchy.ends)
    if hierarchy.stop is None:
        nothing = sealed(np.zeros((0, hierarchy.width)))
        return Bvh(path, joints, ends, nothing, given, ("the file has no MOTION: a skeleton alone",))
    skeleton = Bvh(path, joints, ends, np.zeros((0, 0)), None, ())
    if len(head) in (FIRST, LARGEST):  # before much is read, what there is must be in order
        _Motion(head, path, hierarchy, skeleton).look(given)
        head += read_rest(path, len(head))
    frames, seconds, remarks = _Motion(head, path, hierarchy, skeleton).read(given)
    for remark in remarks:
        warnings.warn(f"{path}: {remark}", UserWarning, stacklevel=2)
    return Bvh(path, joints, ends, frames, seconds, tuple(remarks))


def _beginning(path: Path) -> tuple[bytes, Hierarchy]:
    """The hierarchy, and as much of the file as was read to find it: the whole, or one of two sizes."""
    head = read_head(path, FIRST, "a BVH file begins with HIERARCHY")
    found = read_hierarchy(head, path, len(head) < FIRST)
    if found is None:
        head += read_rest(path, FIRST, LARGEST - FIRST)
        found = read_hierarchy(head, path)
        assert found is not None  # what is whole is read or refused
    return head, found


class _Motion:
    """The part behind MOTION."""

    def __init__(self, data: bytes, path: Path, hierarchy: Hierarchy, skeleton: Bvh) -> None:
        assert hierarchy.stop is not None
        self.data, self.path, self.skeleton = data, path, skeleton
        self.at, self.width = hierarchy.stop, hierarchy.width

    def read(self, given: float | None) -> tuple[Array, float, list[str]]:
        """Frames, seconds between them, remarks."""
        count = self._count()
        seconds = self._seconds(given)
        if self.width == 0:
            words = f"no joint has a channel: its {count} frames say nothing" if count else ""
            return sealed(np.zeros((0, 0))), seconds, [words] if words else []
        start = self.at
        rows, fault, line, column, number, wrapped, end = _core.read_rows(
            self.data, start, self.width, min(count, 2**60)
        )
        if fault:
            raise self._fault(fault, start, line, column, number, end, len(rows))
        return rows, seconds, self._remarks(count, rows, wrapped and line_at(self.data, start) + wrapped - 1, end)

    def look(self, given: float | None) -> None:
        """Raise for what is wrong in the lines that are there, while the file goes on behind them."""
        frames = _FRAMES.match(self.data, self.at)
        seconds = frames and _TIME.match(self.data, frames.end())
        if not seconds or seconds.end() == len(self.data):
            return
        count = self._count()
        self._seconds(given)
        end = max(self.data.rfind(b"\n"), self.data.rfind(b"\r")) + 1
        if self.width and end > self.at:
            lines = self.data[:end]
            rows, fault, line, column, number, _, at = _core.read_rows(lines, self.at, self.width, min(count, 2**60))
            if fault and fault != _SHORT:
                raise self._fault(fault, self.at, line, column, number, at, len(rows))

    def _remarks(self, count: int, rows: Array, wrapped: int, end: int) -> list[str]:
        remarks = []
        if len(rows) < count:
            remarks.append(f"Frames says {count}, but there are {len(rows)}: the file may be cut short")
        if wrapped:
            remarks.append(f"frames go on over several lines, the first in line {wrapped}")
        left = self.data[end:].strip(b" \t\r\n\f\v\0\x1a")
        if left and len(rows) == count:
            line = line_at(self.data, end)
            remarks.append(f"Frames says {count}; what follows in line {line} and after is left out")
        return remarks

    def _count(self) -> int:
        found = _FRAMES.match(self.data, self.at)
        if found is None:
            raise self._error("MOTION must be followed by 'Frames:' and their number", self.at)
        text = found["count"].strip()
        if not (text.isdigit() and len(text) < 4000):
            raise self._error(f"the number of frames is {_shown(text)}, not a whole number", found.start("count"))
        self.at = found.end()
        return int(text)

    def _seconds(self, given: float | None) -> float:
        found = _TIME.match(self.data, self.at)
        if found is None:
            raise self._error("'Frame Time:' and its seconds must follow the number of frames", self.at)
        self.at = found.end()
        if given is not None:
            return given
        try:
            seconds = float(found["time"])
        except ValueError:
            seconds = math.nan
        if not (math.isfinite(seconds) and seconds > 0.0):
            what = f"the frame time is {_shown(found['time'])}, not a number of seconds above zero"
            raise self._error(f"{what}; frame_time= gives another", found.start("time"))
        return seconds

    def _fault(self, fault: int, start: int, line: int, column: int, number: int, end: int, frames: int) -> FileError:
        where = line_at(self.data, start) + line - 1
        frame = f"frame {frames + 1}"
        if fault in (_NOT_A_NUMBER, _NOT_FINITE):
            found = re.compile(rb"\S+").match(self.data, end)
            word = _shown(found[0] if found else b"")
            what = "is not finite" if fault == _NOT_FINITE else "is no number"
            message = f"{word} {what}: {frame}, {self.skeleton.channel_name(number)}"
            return FileError(self.path, message, where, column)
        if fault == _SHORT:
            message = f"{frame} has {number} numbers in this line, but there are {self.width} channels"
            return FileError(self.path, message, where)
        return FileError(self.path, f"{frame} has more numbers than the {self.width} channels", where, column)

    def _error(self, message: str, at: int) -> FileError:
        while self.data[at : at + 1].isspace():
            at += 1
        return FileError(self.path, message, line_at(self.data, at))


def _shown(word: bytes) -> str:
    return repr(text_of(word[:60]))
