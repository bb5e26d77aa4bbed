"""Classes and functions that say what one may use of them: in `help()`, and when a call names what they do not have.

A dataclass makes a dozen methods and tables of itself (`__eq__`, `__dataclass_fields__` …), and errors and tuples have
more from Python's own classes; `help()` would list them before anything that was written for a reader. It lists what
`dir()` of the class names, and that is the business of the class of the class; instances, and what a class can do, are
not touched. Neither Python's own words for an argument that a call should not have say which it could have.
"""

from __future__ import annotations

import difflib
import inspect
import re
from abc import ABCMeta
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

_NOISE = frozenset(
    f"__{name}__"
    for name in (
        *("init", "post_init", "init_subclass", "repr", "eq", "hash", "setattr", "delattr", "replace"),
        *("getattr", "getstate", "setstate", "dict", "weakref", "slots", "match_args", "annotations", "annotate_func"),
        *("annotations_cache", "dataclass_fields", "dataclass_params", "abstractmethods", "orig_bases", "parameters"),
        *("firstlineno", "static_attributes", "signature", "reduce", "new", "getnewargs", "slotnames"),
    )
) | {"_asdict", "_field_defaults", "_fields", "_make", "_replace"}
_OTHER_WORDS = {
    **dict.fromkeys(("height", "tall", "size"), "stature"),
    **dict.fromkeys(("gender",), "sex"),
    **dict.fromkeys(("weight",), "mass"),
    **dict.fromkeys(("obstacles", "obstacle", "environment"), "world"),
    **dict.fromkeys(("iterations", "steps"), "max_steps"),
    **dict.fromkeys(("center_of_mass", "centre_of_mass"), "com"),
    **dict.fromkeys(("target", "position", "goal"), "point"),
}
"""What others call an argument of ours, where spelling alone would not lead there."""
_TOO_MANY = re.compile(r"positional arguments? but \d+ (was|were) given")
_UNEXPECTED = re.compile(r"unexpected keyword argument '(\w+)'")


class Readable(type):
    """The class of a class of values, most of them dataclasses."""

    def __dir__(cls) -> list[str]:
        """The names that say something to who uses the class: of those with underscores the ones that Poise wrote."""
        written = {name for base in cls.__mro__ if base.__module__.startswith("poise") for name in vars(base)}
        own = written - _NOISE
        return [name for name in super().__dir__() if name in own or not name.startswith("_")]

    def __call__(cls, *args: Any, **options: Any) -> Any:
        """A new one; an argument that it does not take is told with those that it does."""
        try:
            return type.__call__(cls, *args, **options)
        except TypeError as error:
            name_choices(error, cls)
            raise

    @property
    def __signature__(cls) -> inspect.Signature:
        """That of what makes it: Python would take that of `__call__`."""
        by_new = cls.__init__ is object.__init__  # type: ignore[misc]
        made = inspect.signature(cls.__new__ if by_new else cls.__init__)  # type: ignore[misc]
        return made.replace(parameters=[_plain(p) for p in list(made.parameters.values())[1:]])


class AbstractReadable(Readable, ABCMeta):
    """The same for those that name what their kinds must have.

    Nothing is registered as one of them without being derived from them, so that asking what something is, which a
    solve does dozens of times, need not look at registers.
    """

    __instancecheck__ = type.__instancecheck__
    __subclasscheck__ = type.__subclasscheck__


def readable(function: F) -> F:
    """A function that tells which arguments it has when a call names another."""

    @wraps(function)
    def told(*args: Any, **options: Any) -> Any:
        try:
            return function(*args, **options)
        except TypeError as error:
            name_choices(error, function)
            raise

    return cast(F, told)


def name_choices(error: TypeError, called: Callable[..., Any]) -> None:
    """Raise the error of a call with arguments that are not there anew, with those that are; let others be.

    To be asked where the call stands: what was raised farther down is not about this call.
    """
    if error.__traceback__ is not None and error.__traceback__.tb_next is not None:
        return
    parameters = [p for p in inspect.signature(called).parameters.values() if p.name != "self"]
    if found := _UNEXPECTED.search(str(error)):
        names = [p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
        raise no_argument(called.__name__, found[1], names) from None
    named = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY]
    if named and _TOO_MANY.search(str(error)):
        row = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        point = "; a point is one argument, (x, y, z)" if "point" in row else ""
        raise TypeError(f"{error}; these are given by name: {', '.join(named)}{point}") from None


def no_argument(called: str, name: str, names: list[str]) -> TypeError:
    """The error of a call with an argument that is none of these."""
    near = meant_by(name, names, 0.5)
    meant = f"did you mean {near!r}? It has: " if near else "it has: "
    return TypeError(f"{called}() has no argument {name!r}; {meant}{', '.join(names) or 'none'}")


def meant_by(name: str, names: list[str], cutoff: float = 0.6) -> str:
    """The one of the names that another was meant for, by what it says or by its spelling; empty if none is near."""
    if _OTHER_WORDS.get(name) in names:
        return _OTHER_WORDS[name]
    return next(iter(difflib.get_close_matches(name, names, n=1, cutoff=cutoff)), "")


class _Words(str):
    """An annotation that stands in a signature without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _plain(parameter: inspect.Parameter) -> inspect.Parameter:
    words = parameter.annotation
    return parameter.replace(annotation=_Words(words)) if isinstance(words, str) else parameter
