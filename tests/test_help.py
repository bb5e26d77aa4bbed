"""What `help()` shows of the public classes: what was written for a reader, not what dataclasses make of themselves."""

from __future__ import annotations

import dataclasses
import inspect
import pydoc
import re

import pytest

import poise

CLASSES = [value for name in poise.__all__ if dataclasses.is_dataclass(value := getattr(poise, name))]


@dataclasses.dataclass(frozen=True, order=True)
class Bare:
    """A dataclass as Python shows it."""

    number: float = 0.0

    def __post_init__(self) -> None:
        pass


def listed(cls: type) -> set[str]:
    """The names that help gives a line of their own."""
    return set(re.findall(r"^ \|  (\w+)(?:\(| =|$)", pydoc.plain(pydoc.render_doc(cls)), flags=re.M))


MADE = {name for name in listed(Bare) if name.startswith("__")} - {"__lt__", "__le__", "__gt__", "__ge__"}


def test_a_bare_dataclass_has_the_noise_that_is_looked_for() -> None:
    assert {"__eq__", "__post_init__", "__dataclass_fields__", "__match_args__"} <= MADE


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_help_lists_what_one_may_use(cls: type) -> None:
    assert not listed(cls) & MADE
    assert inspect.getdoc(cls).splitlines()[0] in pydoc.plain(pydoc.render_doc(cls))
    shown = {name for name in vars(cls) if not name.startswith("_") and not isinstance(vars(cls)[name], type)}
    assert shown - set(getattr(cls, "__slots__", ())) <= listed(cls)


def test_the_operators_of_a_class_stay() -> None:
    assert {"__array__", "__matmul__"} <= listed(poise.Placement)
    assert "__dataclass_fields__" in dir(poise.Reach("left_hand", (0, 1, 0)))  # an instance tells all
