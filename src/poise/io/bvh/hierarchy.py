"""The HIERARCHY of a BVH file: joints, offsets, channels. Spacing and newlines are free; every fault has its line.

One pattern finds the next statement, whatever it is; a stack of open braces stands for the nesting, so that no depth
of it does harm.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from pathlib import Path

from poise.errors import FileError
from poise.figure.check import Vec3
from poise.io.bvh.document import AXES, BvhEnd, BvhJoint

MOST_JOINTS = 2000
"""Ten times what the richest rigs of faces and clothes have. More is a mistake or an attack, and is refused at once."""
MOST_CHANNELS = 100
"""Of one joint; six are usual."""
LONGEST_NAME = 500
"""Letters."""

_LONGEST_STATEMENT = 5000
"""Bytes: `MOST_CHANNELS` channels with some space between them."""

_BEGIN = re.compile(rb"(?:\xef\xbb\xbf)?\s*HIERARCHY\b", re.IGNORECASE)
_STATEMENT = re.compile(
    rb"""\s*(?:
      (?:ROOT\b(?P<root>[^\r\n{]*))
    | (?:JOINT\b(?P<joint>[^\r\n{]*))
    | (?:END[ \t]+SITE\b(?P<end>[^\r\n{]*))
    | (?P<open>\{)
    | (?P<close>\})
    | (?:OFFSET\b(?P<offset>(?:\s+[^\s{}]+){0,3}))
    | (?:CHANNELS\b(?P<channels>(?:\s+\d+)?(?:\s+[XYZ](?:position|rotation)\b)*))
    | (?P<motion>MOTION\b)
    | (?P<other>[^\s{}]+)
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def is_bvh(head: bytes) -> bool:
    """Whether a file that begins like this is a BVH file."""
    return _BEGIN.match(head) is not None


def line_at(data: bytes, position: int, start: int = 0) -> int:
    r"""The line of a byte, counted from 1 at `start`; lines end with \n, \r or both."""
    ends = data.count(b"\n", start, position) + data.count(b"\r", start, position)
    return ends - data.count(b"\r\n", start, position) + 1


def text_of(data: bytes) -> str:
    """A name: UTF-8, or what most old programs wrote."""
    try:
        return data.decode("utf-8").strip()
    except UnicodeDecodeError:
        return data.decode("latin-1").strip()


@dataclass(slots=True)
class _Part:
    """A joint or End Site while it is read. `index`: of a joint, −1 of an End Site."""

    name: str
    index: int
    parent: int
    line: int
    offset: Vec3 | None = None
    channels: tuple[tuple[str, int], ...] | None = None

    @property
    def words(self) -> str:
        return f"joint {self.name!r}" if self.index >= 0 else "an End Site"


@dataclass(slots=True)
class Hierarchy:
    """What `read_hierarchy` found. `stop`: the byte behind MOTION, None when the text ends without one."""

    joints: list[BvhJoint] = field(default_factory=list)
    ends: list[BvhEnd] = field(default_factory=list)
    stop: int | None = None

    @property
    def width(self) -> int:
        """Numbers of a frame."""
        return sum(len(joint.channels) for joint in self.joints)


def read_hierarchy(data: bytes, path: Path, whole: bool = True) -> Hierarchy | None:
    """The joints of a BVH file, up to its MOTION. None when `data`, not the `whole` file, ends before."""
    head = _BEGIN.match(data)
    if head is None:
        raise FileError(path, "a BVH file begins with HIERARCHY", 1)
    reading = _Reading(data, path)
    at, safe = head.end(), len(data) if whole else len(data) - _LONGEST_STATEMENT  # behind it, one may be cut
    while (found := _STATEMENT.match(data, at)) is not None and found.lastgroup != "motion":
        if found.end() > safe:
            return None
        reading.at = found.end() - len(found[0].lstrip())
        reading.take(str(found.lastgroup), found[str(found.lastgroup)])
        at = found.end()
    if not whole and (found is None or found.end() > safe):
        return None
    reading.at = found.start("motion") if found is not None else len(data.rstrip())
    return Hierarchy(reading.joints(), reading.ends, None if found is None else found.end())


class _Reading:
    """Takes one statement after the other; `at` is the byte where the present one begins."""

    def __init__(self, data: bytes, path: Path) -> None:
        self.data, self.path, self.at = data, path, 0
        self.parts: list[_Part] = []  # all joints
        self.ends: list[BvhEnd] = []
        self.open: list[_Part] = []  # those whose brace is open, innermost last
        self.announced: _Part | None = None  # what the next brace must open
        self.counted = (0, 1)  # a byte that was passed, and its line
        self.steps = {"open": self._enter, "close": self._leave}

    def take(self, kind: str, words: bytes) -> None:
        """One statement: its kind, and the words behind its keyword."""
        if kind in ("open", "close"):
            self.steps[kind]()
            return
        if self.announced is not None:
            raise self.error(f"{self.announced.words} must be followed by '{{'")
        if kind in ("root", "joint", "end"):
            self._announce(kind, text_of(words))
        elif kind == "other":
            places = "JOINT, End Site, OFFSET, CHANNELS or a brace" if self.open else "ROOT or MOTION"
            raise self.error(f"{_shown(words)} stands where {places} should")
        elif not self.open:
            raise self.error(f"{kind.upper()} outside of any joint")
        else:
            part = self.open[-1]
            if kind == "offset" and part.offset is None:
                part.offset = self._offset(words)
            elif kind == "channels" and part.channels is None:
                part.channels = self._channels(part, words)
            else:
                raise self.error(f"{part.words} has {kind.upper()} twice")

    def _announce(self, kind: str, name: str) -> None:
        inside = self.open[-1] if self.open else None
        if (kind == "root") != (inside is None) or (inside is not None and inside.index < 0):
            word = {"root": "ROOT", "joint": "JOINT", "end": "End Site"}[kind]
            raise self.error(f"{word} inside {inside.words}" if inside else f"{word} outside of any ROOT")
        if kind != "end" and not name:
            raise self.error(f"a {kind.upper()} without a name")
        if len(name) > LONGEST_NAME:
            raise self.error(f"a name of {len(name)} letters; {LONGEST_NAME} are the most")
        if max(len(self.parts), len(self.ends)) >= MOST_JOINTS:
            raise self.error(f"more than {MOST_JOINTS} joints or End Sites, which no figure has")
        index = -1 if kind == "end" else len(self.parts)
        self.announced = _Part(name, index, inside.index if inside else -1, self._line())

    def _enter(self) -> None:
        if self.announced is None:
            raise self.error("a brace that opens nothing")
        self.open.append(self.announced)
        if self.announced.index >= 0:
            self.parts.append(self.announced)
        self.announced = None

    def _leave(self) -> None:
        if not self.open or self.announced is not None:
            raise self.error("a closing brace too many" if not self.open else "'}' stands where '{' should")
        part = self.open.pop()
        if part.offset is None:
            raise self.error(f"{part.words} of line {part.line} has no OFFSET")
        if part.index < 0:
            self.ends.append(BvhEnd(part.name, part.parent, part.offset))

    def _offset(self, words: bytes) -> Vec3:
        numbers = [_number(word) for word in words.split()]
        if len(numbers) != 3 or not all(map(math.isfinite, numbers)):
            raise self.error(f"OFFSET needs three finite numbers, not {_shown(b' '.join(words.split()))}")
        return (numbers[0], numbers[1], numbers[2])

    def _channels(self, part: _Part, words: bytes) -> tuple[tuple[str, int], ...]:
        count, *names = words.split() or [b""]
        if not count.isdigit():
            raise self.error("CHANNELS needs their number")
        if int(count[:9]) != len(names):
            after = _STATEMENT.match(self.data, self.at + len(b"CHANNELS") + len(words))
            if after is not None and after.lastgroup == "other":
                choices = "channels are Xposition, Yposition, Zposition, Xrotation, Yrotation and Zrotation"
                raise self.error(f"{_shown(after['other'])} is no channel; {choices}")
            raise self.error(f"CHANNELS says {count[:20].decode()} and names {len(names)}")
        if names and part.index < 0:
            raise self.error("an End Site has no channels")
        if len(names) > MOST_CHANNELS:
            raise self.error(f"{len(names)} channels of one joint; {MOST_CHANNELS} are the most")
        return tuple((name[1:].lower().decode(), AXES.index(name[:1].lower().decode())) for name in names)

    def joints(self) -> list[BvhJoint]:
        """All joints, once nothing is left open."""
        unfinished = self.announced or (self.open[-1] if self.open else None)
        if unfinished is not None:
            raise self.error(f"the hierarchy ends, but {unfinished.words} of line {unfinished.line} is not closed")
        if not self.parts:
            raise self.error("a HIERARCHY without a ROOT")
        joints, column = [], 0
        for part in self.parts:
            assert part.offset is not None  # every brace has been closed
            channels = part.channels or ()
            joints.append(BvhJoint(part.name, part.parent, part.offset, channels, column, part.line))
            column += len(channels)
        return joints

    def _line(self) -> int:
        start, line = self.counted
        self.counted = (self.at, line + line_at(self.data, self.at, start) - 1)
        return self.counted[1]

    def error(self, message: str) -> FileError:
        start = max(self.data.rfind(b"\n", 0, self.at), self.data.rfind(b"\r", 0, self.at)) + 1
        return FileError(self.path, message, line_at(self.data, self.at), self.at - start + 1)


def _shown(word: bytes) -> str:
    return repr(text_of(word[:60]))


def _number(word: bytes) -> float:
    try:
        return float(word) if b"_" not in word else math.nan
    except ValueError:
        return math.nan
