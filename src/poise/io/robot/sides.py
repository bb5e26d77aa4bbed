"""Which names are the left and right of the same thing: `left_knee` and `right_knee`, `LARM_LINK1` and `RARM_LINK1`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_WORDS = {"left": "right", "Left": "Right", "LEFT": "RIGHT"}
_OTHER = {**_WORDS, **{b: a for a, b in _WORDS.items()}, "l": "r", "r": "l", "L": "R", "R": "L"}

# Each pattern marks where a side is told. The long words may stand anywhere; a single letter only where it
# cannot be part of a word: as a whole piece at either end, or as a capital (or small) letter before a capital.
_PATTERNS = tuple(
    re.compile(p)
    for p in (
        r"left|right|Left|Right|LEFT|RIGHT",
        r"^[lrLR](?=[_\-./ ])",
        r"(?<=[_\-./ :])[lrLR]$",
        r"(?<=[_\-./ :])[lrLR](?=[_\-./ :])",
        r"^[lrLR](?=[A-Z])",
        r"(?<=:)[lrLR](?=[A-Z_])|^[lrLR](?=[A-Z_])",
    )
)


def side_pairs(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Pairs (left, right) of names that both exist, each name in one pair at most, in the order given."""
    known = dict.fromkeys(names)
    pairs = []
    taken: set[str] = set()
    for name in known:
        partner = next((c for c in _partners(name) if c in known and c not in taken and c != name), None)
        if partner is None or name in taken:
            continue
        taken |= {name, partner}
        pairs.append((name, partner) if _is_left(name, partner) else (partner, name))
    return tuple(pairs)


def _partners(name: str) -> Iterator[str]:
    """Every name that could be the other side, the most telling spelling first."""
    for pattern in _PATTERNS:
        swapped = pattern.sub(lambda m: _OTHER[m.group()], name)
        if swapped != name:
            yield swapped


def _is_left(name: str, partner: str) -> bool:
    """Of a pair, the left one is the one with an l where the other has an r."""
    first = next((a, b) for a, b in zip(name, partner, strict=False) if a != b)
    return first[0] in "lL"
