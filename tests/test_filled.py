"""Tasks that fill their own dictionary are made by the parameters that `dataclass` gave them."""

from __future__ import annotations

import inspect
from dataclasses import MISSING, dataclass, field, fields

import pytest

import poise
from poise.filled import filled_quickly


@dataclass(frozen=True)
class Plain:
    place: str
    size: float = 1.0
    names: tuple[str, ...] = field(default=("a",), kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", self.place.strip())


@filled_quickly
@dataclass(frozen=True)
class Quick(Plain):
    more: int = field(default=2, kw_only=True)


def test_the_parameters_are_those_of_the_dataclass() -> None:
    @dataclass(frozen=True)
    class Usual(Plain):
        more: int = field(default=2, kw_only=True)

    assert inspect.signature(Quick) == inspect.signature(Usual)
    assert Quick(" x ", 2.0, names=()) == Quick("x", 2.0, names=(), more=2)
    assert vars(Quick("x")) == vars(Usual("x")) == {"place": "x", "size": 1.0, "names": ("a",), "more": 2}
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'place'"):
        Quick()  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        Quick("x").size = 3.0  # type: ignore[misc]


@pytest.mark.parametrize("kind", [poise.Hold, poise.Reach, poise.LookAt, poise.Keep, poise.Balance, poise.Posture])
def test_tasks_have_their_defaults(kind: type[poise.Task]) -> None:
    given = inspect.signature(kind).parameters
    for each in fields(kind):
        usual = inspect.Parameter.empty if each.default is MISSING else each.default
        assert given[each.name].default is usual
