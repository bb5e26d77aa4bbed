"""Checks of the arguments that the built-in figures share."""

from __future__ import annotations

from typing import Any

from poise.figure.check import count

MOST_PARTS = 10_000
"""Links of a chain or a fern: some seconds to build."""


def parts(value: Any, what: str) -> int:
    """A whole number of links or segments, from one to ten thousand."""
    return count(value, what, MOST_PARTS)
