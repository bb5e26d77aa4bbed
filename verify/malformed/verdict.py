"""What a malformed call may do: be refused in words that help, or be accepted where its documentation says so."""

from __future__ import annotations

import inspect
import math
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

import poise
from verify.malformed.entry_points import Entry, called
from verify.malformed.values import ALL, WORTHLESS, allows, is_meant

_DEEP = 3
"""How far down a result is searched for NaN."""


def judged(entry: Entry, parameter: inspect.Parameter, kind: str) -> str | None:
    """Call an entry with one malformed argument; None when all is well, else what is wrong."""
    value = ALL[kind]()
    given = {**entry.arguments(), parameter.name: _in_place(entry, parameter, value)}
    owner = entry.make() if entry.make is not None else None
    call = Entry(entry.label, entry.parameters, entry.call, None if owner is None else lambda: owner, entry.is_operator)
    before = (_state(owner), *map(_shown, given.values()))
    try:
        result = called(call, given)
    except poise.PoiseError as error:
        wrong = None if str(error).strip() else "an error without words"
    except TypeError as error:
        wrong = (
            None
            if entry.is_operator or _names(parameter, given, str(error))
            else f"TypeError without the name: {error}"
        )
    except MemoryError:
        wrong = "out of memory"
    except Exception as error:
        wrong = f"{type(error).__name__}: {error}"
    else:
        return None if result is NotImplemented else _accepted(parameter, kind, value, result)
    if wrong is None and before != (_state(owner), *map(_shown, given.values())):
        wrong = "refused, but something has changed"
    return wrong


def _in_place(entry: Entry, parameter: inspect.Parameter, value: Any) -> Any:
    if parameter.kind is parameter.VAR_POSITIONAL:
        return (value,)
    if parameter.kind is parameter.VAR_KEYWORD:
        known = entry.arguments().get(parameter.name) or {"nobody": None}
        return {next(iter(known)): value}
    return value


def _names(parameter: inspect.Parameter, given: dict[str, Any], words: str) -> bool:
    """Whether an error names the argument; of many, the one that was given."""
    if parameter.kind is parameter.VAR_KEYWORD:
        return any(str(name) in words for name in given[parameter.name])
    return parameter.name in words


def _accepted(parameter: inspect.Parameter, kind: str, value: Any, result: Any) -> str | None:
    annotation = parameter.annotation if isinstance(parameter.annotation, str) else str(parameter.annotation)
    if parameter.annotation is parameter.empty:
        annotation = "Any"
    if kind in WORTHLESS and not is_meant(annotation, kind):
        return f"accepted, as {type(result).__name__}"
    if not allows(annotation, value):
        return f"accepted where {annotation} is asked for"
    if kind == "function" and "Callable" not in annotation and "object" not in annotation:
        return "accepted a function"
    return "gives NaN" if _has_nan(result) else None


def _has_nan(thing: Any, deep: int = _DEEP) -> bool:
    if isinstance(thing, float):
        return math.isnan(thing)
    if isinstance(thing, np.ndarray):
        return thing.dtype.kind == "f" and bool(np.isnan(thing).any())
    if deep == 0:
        return False
    if isinstance(thing, poise.Pose):
        return _has_nan(thing.coordinates)
    if isinstance(thing, list | tuple):
        return any(_has_nan(item, deep - 1) for item in thing)
    if isinstance(thing, dict):
        return any(_has_nan(item, deep - 1) for item in thing.values())
    if is_dataclass(thing) and not isinstance(thing, type):
        return any(_has_nan(getattr(thing, field.name, None), deep - 1) for field in fields(thing))
    return False


def _state(owner: Any) -> str:
    """All that may be set of an object, in words."""
    kind = type(owner)
    names = [n for n in dir(kind) if isinstance(getattr(kind, n, None), property) and getattr(kind, n).fset]
    return "; ".join(_property(owner, name) for name in names)


def _property(owner: Any, name: str) -> str:
    try:
        return _shown(getattr(owner, name))
    except poise.PoiseError as error:
        return str(error)


def _shown(thing: Any) -> str:
    if isinstance(thing, poise.Pose):
        return str(thing.coordinates.tobytes())
    if isinstance(thing, np.ndarray):
        return repr(thing)
    if isinstance(thing, dict):
        return repr({repr(key): _shown(value) for key, value in thing.items()})
    return repr(thing)
