"""Values that hardly any parameter wants, made afresh for every call, and what an annotation says of them.

What a value *is* decides whether a call may accept it: a hidden or missing number, or a thing that means nothing to
Poise, never; anything else where the annotation of the parameter allows it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import poise

HUGE = 10**400
"""A whole number beyond the range of a double."""


def echo(*given: Any) -> Any:
    """A function that raises nothing of its own and returns what no caller can use."""
    return given


WORTHLESS: dict[str, Callable[[], Any]] = {
    "nan": lambda: math.nan,
    "array nan": lambda: np.array(math.nan),
    "three nan": lambda: (0.0, math.nan, 0.0),
    "array of nan": lambda: np.full(3, math.nan),
    "matrix of nan": lambda: np.full((4, 4), math.nan),
    "masked": lambda: np.ma.masked_array([0.1, 0.2, 0.3], mask=[False, True, False]),
    "masked number": lambda: np.ma.masked,
    "masked quaternion": lambda: np.ma.masked_array([0.0, 0.0, 0.0, 1.0], mask=[True, False, False, False]),
    "huge": lambda: HUGE,
    "three huge": lambda: (HUGE, 0, 0),
    "array of huge": lambda: np.array([HUGE, 0, 0], dtype=object),
    "complex": lambda: 1 + 2j,
    "object": object,
    "objects": lambda: [object(), object()],
    "a date": lambda: datetime(2020, 1, 1),
    "a type": lambda: dict,
    "mapping of nan": lambda: {"left_knee": math.nan},
    "mapping of objects": lambda: {object(): object()},
    "nested mapping of nan": lambda: {"left_knee": {"flexion": math.nan}},
    "bytes": lambda: b"left_hand",
    "texts in an array": lambda: np.array(["left_hand", "world"]),
    "names in an array": lambda: np.array(["left_hand", "world"], dtype=object),
    "ragged": lambda: [[1.0, 2.0], [3.0]],
    "ellipsis": lambda: ...,
}
"""Nothing may accept these, whatever the annotation says."""

DUBIOUS: dict[str, Callable[[], Any]] = {
    "none": lambda: None,
    "true": lambda: True,
    "zero": lambda: 0,
    "minus one": lambda: -1,
    "half": lambda: 0.5,
    "infinity": lambda: math.inf,
    "minus infinity": lambda: -math.inf,
    "1e308": lambda: 1e308,
    "-1e308": lambda: -1e308,
    "1e-320": lambda: 1e-320,
    "2**70": lambda: 2**70,
    "three 1e308": lambda: (1e308, 1e308, 1e308),
    "three infinities": lambda: (math.inf, 0.0, 0.0),
    "empty text": lambda: "",
    "nobody": lambda: "nobody",
    "text of a number": lambda: "1.5",
    "odd text": lambda: "a\0b\n\ud800",
    "empty list": list,
    "empty mapping": dict,
    "a set": lambda: {"left_knee", "right_knee"},
    "two numbers": lambda: [1.0, 2.0],
    "five numbers": lambda: (1.0, 2.0, 3.0, 4.0, 5.0),
    "three zeros": lambda: np.zeros(3),
    "matrix of zeros": lambda: np.zeros((4, 4)),
    "empty array": lambda: np.zeros(0),
    "array of numbers": lambda: np.array([1.0, 2.0]),
    "many numbers": lambda: np.ones((2, 3, 4)),
    "array true": lambda: np.array([True, False]),
    "names": lambda: ["nobody", "left_knee"],
    "mapping of names": lambda: {"nobody": "left_knee"},
    "mapping of numbers": lambda: {"nobody": 1.0, 7: 2.0},
    "mapping of arrays": lambda: {"left_knee": np.ones((2, 2))},
    "function": lambda: echo,
    "generator": lambda: (i for i in range(3)),
    "a path": lambda: Path("nobody"),
    "nested": lambda: [[[[1.0]]]],
    "range": lambda: range(3),
}
"""What some parameters want."""

ALL = {**WORTHLESS, **DUBIOUS}


def is_meant(annotation: str, kind: str) -> bool:
    """Whether an annotation asks for a worthless thing after all: classes can be called, names may stand in arrays."""
    several = any(f"{head}[str" in annotation for head in ("Iterable", "Sequence", "tuple", "list"))
    return (kind == "a type" and "Callable" in annotation) or (several and "in an array" in kind)


def allows(annotation: str, value: Any) -> bool:
    """Whether an annotation, as text, lets a value in; one that says nothing that is known lets everything in."""
    return any(_fits(kind, value) for kind in alternatives(annotation))


def alternatives(annotation: str) -> list[str]:
    """The members of a union, brackets kept together."""
    parts, depth, start = [], 0, 0
    for i, letter in enumerate(annotation):
        depth += (letter == "[") - (letter == "]")
        if letter == "|" and depth == 0:
            parts.append(annotation[start:i].strip())
            start = i + 1
    return [*parts, annotation[start:].strip()]


def _fits(kind: str, value: Any) -> bool:
    head = kind.split("[")[0].split(".")[-1]
    if head == "None":
        return value is None
    if head == "Literal":
        return isinstance(value, str) and repr(value) in kind
    if head == "float":
        return isinstance(value, int | float | np.number | np.ndarray) and np.ndim(value) == 0
    if head == "int":
        return isinstance(value, int | np.integer)
    if head == "bool":
        return isinstance(value, bool | np.bool_)
    if head == "str":
        return isinstance(value, str)
    if head == "PathLike":
        return isinstance(value, Path)
    if head in ("Mapping", "dict"):
        return isinstance(value, Mapping)
    if head == "Callable":
        return callable(value)
    if head in ("Iterable", "Sequence", "tuple", "list", "Vec3", "Quaternion", "Mat3", "Array", "NDArray"):
        return hasattr(value, "__iter__")
    return head not in _classes()  # no malformed value is one of Poise's own; any other name is an alias


@cache
def _classes() -> frozenset[str]:
    """The names of all classes that Poise offers, and numpy's generator."""
    offered = [(name, getattr(home, name)) for home in (poise, poise.plot, poise.tasks) for name in home.__all__]
    return frozenset({"Generator", *(name for name, thing in offered if isinstance(thing, type))})
