"""Every public function, constructor, method and settable property, found by looking: a new one needs no line here.

From the names that the package offers, to the classes they are and the objects they give when called as they should
be, to the methods of those, until nothing new is found.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import poise
from verify.malformed.examples import MISSING, example

MODULES = ("figures", "plot", "tasks", "criteria", "forces", "limb", "scene")
OPERATORS = ("__getitem__", "__matmul__", "__setattr__")
HANDED_OUT = {
    "BodyMesh", "Chart", "Distance", "EquilibriumRegion", "Explanation", "Humanoid", "Interval", "JointLoad",
    "LimbBatch", "LimbFamily", "LimbSolution", "Picture", "Prop", "Solution", "Solutions", "Stance", "Statics",
    "SupportLoad", "TaskHandle", "plot.Mesh",
}  # fmt: skip
"""Made by Poise alone, as their documentation says: their constructors are nobody's entry."""
INWARD = ("compiled", "goals", "middle", "outline", "pieces", "row", "rows", "save")
"""What the solver asks tasks, criteria and supports for: called as all others are, but what they give is its own."""


@dataclass(frozen=True)
class Entry:
    """One way into Poise. `make`: the object whose method it is; None for functions and constructors."""

    label: str
    parameters: tuple[inspect.Parameter, ...]
    call: Callable[..., Any]
    make: Callable[[], Any] | None = None
    is_operator: bool = False

    def arguments(self) -> dict[str, Any]:
        """What it should be called with, as far as that is known."""
        given = {}
        for parameter in self.parameters:
            value = example(self.label, parameter)
            if value is not MISSING:
                given[parameter.name] = value
        return given


def entry_points() -> list[Entry]:
    """All of them, in a fixed order."""
    seen: dict[str, Entry] = {}
    classes: dict[str, type] = {}
    owners: dict[str, type] = {}
    makers: dict[type, Callable[[], Any]] = {}
    for name, thing in _public():
        if inspect.isclass(thing):
            if not issubclass(thing, BaseException):
                classes[_named(thing, owners) if name == thing.__name__ else name] = thing
        elif callable(thing):
            seen[name] = Entry(name, _parameters(thing), thing)
    for name, kind in classes.items():
        if not inspect.isabstract(kind) and name not in HANDED_OUT:
            seen[name] = Entry(name, _parameters(kind), kind)
        seen |= {e.label: e for e in _static_methods(name, kind)}
    fresh = list(seen.values())
    while fresh:
        found: dict[str, Entry] = {}
        for entry in fresh:
            if entry.label.rpartition(".")[2] in INWARD:
                continue
            for make in _results(entry):
                kind = type(make())
                if kind.__module__.startswith("poise.") and kind not in makers:
                    makers[kind] = make
                    found |= {e.label: e for e in _methods(_named(kind, owners), kind, make)}
        fresh = [e for label, e in found.items() if label not in seen]
        seen |= {e.label: e for e in fresh}
    return [seen[label] for label in sorted(seen) if seen[label].parameters]


def _named(kind: type, owners: dict[str, type]) -> str:
    """The name of a class; where two have the same one, the second is told with its package, as in plot.Mesh."""
    name = kind.__name__
    return name if owners.setdefault(name, kind) is kind else f"{kind.__module__.split('.')[1]}.{name}"


def _public() -> Iterator[tuple[str, Any]]:
    modules: list[ModuleType] = [poise, *(importlib.import_module(f"poise.{m}") for m in MODULES)]
    for module in modules:
        for name in module.__all__:
            thing = getattr(module, name)
            if not isinstance(thing, ModuleType):
                yield name, thing


def _parameters(function: Callable[..., Any], skip: int = 0) -> tuple[inspect.Parameter, ...]:
    return tuple(inspect.signature(function).parameters.values())[skip:]


def _static_methods(name: str, kind: type) -> Iterator[Entry]:
    for key in dir(kind):
        if not key.startswith("_") and isinstance(inspect.getattr_static(kind, key), staticmethod | classmethod):
            method = getattr(kind, key)
            yield Entry(f"{name}.{key}", _parameters(method), method)


def _methods(name: str, kind: type, make: Callable[[], Any]) -> Iterator[Entry]:
    """Methods and setters of an object's class; tuples and mappings keep those of Python to themselves."""
    for key in dir(kind):
        thing = inspect.getattr_static(kind, key)
        label = f"{name}.{key}"
        if isinstance(thing, property) and thing.fset is not None:
            yield Entry(label, _parameters(thing.fset, 1), _setting(key), make)
        elif isinstance(thing, FunctionType) and (not key.startswith("_") or key in OPERATORS):
            if key == "__setattr__" or not thing.__module__.startswith("poise"):
                continue
            yield Entry(label, _parameters(thing, 1), _calling(key), make, key.startswith("_"))


def _setting(name: str) -> Callable[..., Any]:
    def put(owner: Any, value: Any) -> None:
        setattr(owner, name, value)

    return put


def _calling(name: str) -> Callable[..., Any]:
    def call(owner: Any, *args: Any, **options: Any) -> Any:
        return getattr(owner, name)(*args, **options)

    return call


def _results(entry: Entry) -> Iterator[Callable[[], Any]]:
    """Ways to what an entry gives when it is called as it should be, and to what that holds."""

    def make() -> Any:
        return called(entry, entry.arguments())

    try:
        result = make()
    except Exception:  # not known how to call it: its refusals are checked all the same
        return
    yield _lasting(make, result)
    if isinstance(result, list | tuple) and result:
        yield _lasting(lambda: make()[0], result[0])
    if not type(result).__module__.startswith("poise."):
        return
    for name in dir(type(result)):
        if not name.startswith("_") and isinstance(inspect.getattr_static(type(result), name), property):
            yield from _held(make, result, name)


def _held(make: Callable[[], Any], owner: Any, name: str) -> Iterator[Callable[[], Any]]:
    try:
        value = getattr(owner, name)
    except poise.PoiseError:  # some have no goal, no history …
        return
    if isinstance(value, Mapping) and value:
        yield lambda: next(iter(getattr(make(), name).values()))
    elif isinstance(value, tuple) and value:
        yield _lasting(lambda: getattr(make(), name)[0], value[0])
    elif value is not None:
        yield _lasting(lambda: getattr(make(), name), value)


def _lasting(make: Callable[[], Any], made: Any) -> Callable[[], Any]:
    """What cannot change need not be made again."""
    kind = type(made)
    settable = any(isinstance(getattr(kind, name, None), property) and getattr(kind, name).fset for name in dir(kind))
    return make if settable else lambda: made


def called(entry: Entry, given: dict[str, Any]) -> Any:
    """The entry called with arguments by name; those that may only stand in a row, in their order."""
    in_a_row, named = [], {}
    if entry.make is not None:
        in_a_row.append(entry.make())
    for parameter in entry.parameters:
        if parameter.name not in given:
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            in_a_row.extend(given[parameter.name])
        elif parameter.kind is parameter.VAR_KEYWORD:
            named |= given[parameter.name]
        elif parameter.kind is not parameter.KEYWORD_ONLY and (entry.is_operator or len(entry.parameters) == 1):
            in_a_row.append(given[parameter.name])
        else:
            named[parameter.name] = given[parameter.name]
    return entry.call(*in_a_row, **named)
