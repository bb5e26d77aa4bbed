"""Which bone is which part, how sure that is, and by what it was found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

GIVEN = "given"


class Match(NamedTuple):
    """`bones`: one, or, where a machine turns by several joints in a row, all of them, the last one moved by all.
    `certainty`: 0 … 1. `how`: "given", the name of a rig, "words" of the bones' names, or "shape"."""

    bones: tuple[str, ...]
    certainty: float
    how: str

    @property
    def bone(self) -> str:
        """The bone that is the part."""
        return self.bones[-1]


Matches = Mapping[str, Match]
"""By part, in the order of `parts.PARTS`."""
