"""Arguments are looked at before anything is done with them: each must be what its annotation says.

`checked` does that for a function or method, `checked_methods` for those of a class, `check_fields` for the fields of a
dataclass once it has been filled. Annotations speak here of texts, switches, functions, lists, mappings, paths and of
Poise's own classes. Numbers and points, and all that is `Any`, are converted where they are used, by the functions of
`poise.figure.check`, whose messages know more: that a length is positive, or whose.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cache, wraps
from os import PathLike
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin

import numpy as np

from poise.errors import InputError
from poise.figure.check import instead, shown
from poise.readable import name_choices

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)
Test = Callable[[Any], bool]
_NOTHING = object()
"""In the place of an argument that is not given in a row."""


class Rule:
    """What one argument must be: one of several kinds of things, and how these are called. `owner`: whose it is.

    `usual`: classes whose instances need not be looked at any further.
    """

    __slots__ = ("gathers", "tests", "usual", "what", "words")

    def __init__(self, kinds: Iterable[tuple[Test, str]], what: str, usual: tuple[type, ...] = ()) -> None:
        found = list(kinds)
        self.tests = tuple(test for test, _ in found)
        self.words = _either(words for _, words in found)
        self.gathers = any(words.startswith("several") for _, words in found)
        self.what, self.usual = what, usual

    def __call__(self, value: Any, owner: Any = None) -> Any:
        """The value; what can be gone through but once is kept, so that it can be looked at and used."""
        if isinstance(value, self.usual):
            return value
        if self.gathers and (isinstance(value, Iterator) or (isinstance(value, np.ndarray) and value.ndim > 0)):
            value = tuple(value)
        for test in self.tests:
            if test(value):
                return value
        whose = f" {owner!r}" if isinstance(owner, str) and owner else ""
        raise InputError(f"{self.what}{whose} must be {self.words}, not {shown(value)}{instead(self.words, value)}")


def _either(words: Iterable[str]) -> str:
    """ "a Plane or Sphere": of several classes only the first has an article."""
    first, *others = words
    return " or ".join([first, *(word[2:] if word.startswith("a ") and word[2].isupper() else word for word in others)])


# ---- where it is used ----------------------------------------------------------------------------------------------


def checked(function: F) -> F:
    """`function`, whose arguments are looked at first; the function itself where nothing is looked at."""
    if not any(_may_rule(parameter) for parameter in inspect.signature(function).parameters.values()):
        return function
    rules: dict[str, Rule] | None = None  # made at the first call: annotations may name what is yet to come
    placed: list[tuple[int, Rule]] = []  # those of arguments that may stand in a row
    usual: tuple[type, ...] = ()  # of the argument of a method that takes one: an instance passes at once

    @wraps(function)
    def look(*args: Any, **options: Any) -> Any:
        nonlocal usual, placed, rules
        if rules is None:
            names, found = _names(function), _rules_of(function)
            placed = [(place, found[name]) for place, name in enumerate(names) if name in found]
            if len(names) == 2 and names[1] in found:
                usual = found[names[1]].usual
            rules = found
        for place, rule in placed:
            if place >= len(args):
                break
            if (kept := rule(args[place])) is not args[place]:
                args = (*args[:place], kept, *args[place + 1 :])
        for name, value in options.items():
            if name in rules and not isinstance(value, rules[name].usual):
                options[name] = rules[name](value)
        try:
            return function(*args, **options)
        except TypeError as error:
            name_choices(error, function)
            raise

    if _names(function)[:1] != ("self",) or len(inspect.signature(function).parameters) != 2:
        return cast(F, look)

    @wraps(function)
    def looked_at(self: Any, given: Any = _NOTHING, /, *more: Any, **options: Any) -> Any:
        if isinstance(given, usual) and not more and not options:
            return function(self, given)
        return look(self, *more, **options) if given is _NOTHING else look(self, given, *more, **options)

    return cast(F, looked_at)


def unchecked(method: F) -> F:
    """A method without the look at its arguments, for calls of our own: that look takes microseconds."""
    plain = getattr(method, "__wrapped__", None)
    return method if plain is None else plain.__get__(method.__self__)  # type: ignore[attr-defined]


def checked_methods(kind: C) -> C:
    """A class whose own public methods and setters look at their arguments first; what makes it looks for itself."""
    for name, member in list(vars(kind).items()):
        if name.startswith("_"):
            continue
        if isinstance(member, types.FunctionType) and len(inspect.signature(member).parameters) > 1:
            setattr(kind, name, checked(member))
        elif isinstance(member, staticmethod):
            setattr(kind, name, staticmethod(checked(member.__func__)))
        elif isinstance(member, property) and member.fset is not None:
            setattr(kind, name, member.setter(checked(member.fset)))
    return kind


def check_fields(record: Any, but: tuple[str, ...] = ()) -> None:
    """Raise when a field of a dataclass is not what its annotation says, but for those fields; what can be gone through
    once is kept."""
    kind: type = type(record)
    for name, usual, rule in _field_rules(kind, but):
        value = getattr(record, name)
        if isinstance(value, usual):
            continue
        kept = rule(value, getattr(record, "name", None))
        if kept is not value:
            object.__setattr__(record, name, kept)


# ---- from annotations to rules -------------------------------------------------------------------------------------


def _names(function: Callable[..., Any]) -> tuple[str, ...]:
    """Of the parameters that may stand in a row."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(p.name for p in inspect.signature(function).parameters.values() if p.kind in kinds)


def _may_rule(parameter: inspect.Parameter) -> bool:
    """Whether a rule may come of an annotation, by its text: none does of `Any` or a number, nor of a choice of it."""
    if parameter.annotation is parameter.empty or parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        return False
    return not (isinstance(parameter.annotation, str) and _LEFT_TO_OTHERS & set(parameter.annotation.split(" | ")))


def _rules_of(function: Callable[..., Any]) -> dict[str, Rule]:
    space = inspect.unwrap(function).__globals__
    owner = function.__qualname__.removesuffix(".__init__")
    found = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            is_setter = parameter.name == function.__name__
            rule = _rule(parameter.annotation, space, owner if is_setter else f"{parameter.name} of {owner}")
            if rule is not None:
                found[parameter.name] = rule
    return found


@cache
def _field_rules(kind: type, but: tuple[str, ...] = ()) -> tuple[tuple[str, tuple[type, ...], Rule], ...]:
    found = []
    for field in fields(kind):
        if field.name in but:
            continue
        home = next(base for base in kind.__mro__ if field.name in inspect.get_annotations(base))
        rule = _rule(field.type, vars(sys.modules[home.__module__]), f"the {field.name} of {_spoken(kind)}")
        if rule is not None and field.init:
            found.append((field.name, rule.usual, rule))
    return tuple(found)


def _spoken(kind: type) -> str:
    """A class in a sentence: those with a name of their own are called as what they are."""
    name = kind.__name__
    return name.lower() if name in ("Coupling", "Group", "Joint", "Segment", "Site", "Sole") else name


def _rule(annotation: Any, space: dict[str, Any], what: str) -> Rule | None:
    """The rule of an annotation, None where it says nothing that is looked at here."""
    meant = eval(annotation, {}, _Names(space)) if isinstance(annotation, str) else annotation
    kinds = get_args(meant) if get_origin(meant) in (Union, types.UnionType) else (meant,)
    found = [test for test in map(_test, kinds) if test is not None]
    usual = tuple(kind for kind in kinds if kind in (str, bool, types.NoneType) or _is_our_class(kind))
    return Rule(found, what, usual) if len(found) == len(kinds) else None


class _Names(dict[str, Any]):
    """The names of a module, and those that it imports only for type checkers."""

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name) if hasattr(builtins, name) else _promised(name, self["__name__"])


def _promised(name: str, module: str) -> Any:
    """What a name stands for that is imported for type checkers alone; `Any` while no such thing can be there."""
    if name not in _imports_for_types(module):
        return Any
    home, original = _imports_for_types(module)[name]
    if home not in sys.modules:
        return Any
    return getattr(sys.modules[home], original, None) or _promised(original, home)


@cache
def _imports_for_types(module: str) -> dict[str, tuple[str, str]]:
    """Name → (module, name there) of all that stands under `if TYPE_CHECKING`."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except OSError:  # no source at hand: what it says for type checkers cannot be known
        return {}
    blocks = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    imports = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom) and node.module]
    return {item.asname or item.name: (str(node.module), item.name) for node in imports for item in node.names}


def _test(kind: Any) -> tuple[Test, str] | None:
    """Whether a value is of a kind, and how that kind is called; None for kinds that are left to others."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin = get_origin(kind)
    if origin is Literal:
        choices = get_args(kind)
        return _is_text, f"one of {', '.join(map(repr, choices))}"  # which of them, the function says
    if isinstance(origin, type):
        return _test_of_parts(origin, get_args(kind))
    if _is_our_class(kind):
        return (lambda value: isinstance(value, kind)), f"a {kind.__name__}"
    return None


def _test_of_parts(origin: type, parts: tuple[Any, ...]) -> tuple[Test, str] | None:
    if issubclass(origin, Callable):  # type: ignore[arg-type]
        return callable, "a function"
    if issubclass(origin, PathLike):
        return (lambda value: isinstance(value, PathLike)), "a path"
    if issubclass(origin, Mapping):
        if get_origin(parts[-1]) is Callable:
            return _is_mapping_of_functions, "a Mapping to functions"
        return (lambda value: isinstance(value, Mapping)), "a Mapping"
    if issubclass(origin, np.ndarray) or (origin is tuple and Ellipsis not in parts):
        return None  # points and matrices
    if not issubclass(origin, Iterable):
        return None
    if parts[:1] == (str,):
        return _several_of(str), "several names"
    if parts and _is_our_class(parts[0]):
        return _several_of(parts[0]), f"several {_plural(parts[0])}"
    return _is_several, "several things in a list"


def _is_mapping_of_functions(value: Any) -> bool:
    return isinstance(value, Mapping) and all(map(callable, value.values()))


def _several_of(kind: type) -> Test:
    return lambda value: _is_several(value) and all(isinstance(item, kind) for item in value)


def _plural(kind: type) -> str:
    word = _spoken(kind)
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


def _is_several(value: Any) -> bool:
    """A list, a tuple, a set …; a text is one thing and not its letters, an array without dimensions has no parts."""
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping)


def _is_our_class(kind: Any) -> bool:
    return isinstance(kind, type) and kind.__module__.startswith("poise.")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


_LEFT_TO_OTHERS = {"Any", "float", "int", "object"}
"""Annotations of what is converted where it is used."""
_PLAIN: dict[Any, tuple[Test, str]] = {
    str: (_is_text, "a text"),
    bool: (lambda value: isinstance(value, bool | np.bool_), "True or False"),
    None: (lambda value: value is None, "None"),
    type(None): (lambda value: value is None, "None"),
}
