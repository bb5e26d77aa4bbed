"""Checks of the arguments that the built-in figures share."""

from __future__ import annotations

from typing import Any

from poise.errors import InputError
from poise.figure.check import number


def positive(value: Any, what: str) -> float:
    """A finite number above zero."""
    x = number(value, what)
    if x <= 0:
        raise InputError(f"{what} must be positive, not {x:g}")
    return x


def count(value: Any, what: str) -> int:
    """A whole number of at least one."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InputError(f"{what} must be a whole number of at least 1, not {value!r}")
    return value


def choice(value: Any, choices: tuple[str, ...], what: str) -> str:
    """One of a few words."""
    if value not in choices:
        raise InputError(f"{what} must be one of {', '.join(map(repr, choices))}, not {value!r}")
    return str(value)
