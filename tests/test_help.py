"""What public classes and functions say of themselves: in `help()`, and when a call names what they do not have."""

from __future__ import annotations

import copyreg
import dataclasses
import inspect
import pickle
import pydoc
import re

import pytest

import poise
from poise.readable import Readable

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


OURS = [value for name in poise.__all__ if isinstance(value := getattr(poise, name), type)]
WRITTEN = {"__array__", "__contains__", "__getitem__", "__iter__", "__len__", "__matmul__", "__str__"}


@pytest.mark.parametrize("cls", OURS, ids=lambda cls: cls.__name__)
def test_of_names_with_underscores_help_lists_what_was_written_for_readers(cls: type) -> None:
    copyreg._slotnames(cls)  # as copying and pickling do: they leave a table in the class
    hidden = {name for name in listed(cls) if name.startswith("_")} - WRITTEN
    assert not hidden


def test_errors_and_tuples_can_be_made_and_kept_as_before() -> None:
    again = pickle.loads(pickle.dumps(poise.FigureError("a knee without a shank")))
    assert str(again) == "a knee without a shank"
    assert list(inspect.signature(poise.Strength).parameters) == ["positive", "negative", "source", "angles"]
    assert poise.Strength(3.0, 2.0, "mine")[:2] == (3.0, 2.0)


def test_the_operators_of_a_class_stay() -> None:
    assert {"__array__", "__matmul__"} <= listed(poise.Placement)
    assert "__dataclass_fields__" in dir(poise.Reach("left_hand", (0, 1, 0)))  # an instance tells all


# ---- arguments that are not there ------------------------------------------------------------------------------------

PUBLIC = [getattr(poise, name) for name in poise.__all__]
OF_PYTHON = (Exception, tuple)
CALLED = [
    value
    for value in PUBLIC
    if callable(value) and not (isinstance(value, type) and issubclass(value, OF_PYTHON))
    if value is not poise.shipped_scenes  # which takes none
]


@pytest.mark.parametrize("called", CALLED, ids=lambda called: called.__name__)
def test_an_argument_that_is_not_there_is_told_with_those_that_are(called) -> None:
    with pytest.raises(TypeError, match=r"\(\) has no argument 'no_such'; (did you mean '\w+'\? It|it) has: \w+"):
        called(no_such=1)


def test_the_nearest_is_told_first() -> None:
    with pytest.raises(TypeError) as caught:
        poise.Reach("left_hand", (0, 1, 0), tol=0.01)
    assert str(caught.value).startswith(
        "Reach() has no argument 'tol'; did you mean 'tolerance'? It has: site, point, "
    )
    with pytest.raises(TypeError) as caught:
        poise.human().rest().plot(wiew="side")
    assert str(caught.value).startswith("plot_pose() has no argument 'wiew'; did you mean 'view'? It has: pose, view, ")


def test_methods_tell_theirs_and_what_has_to_be_named_is_told() -> None:
    human = poise.human()
    with pytest.raises(TypeError, match=r"^pose\(\) has no argument 'left_knee'; it has: values$"):
        human.pose(left_knee=0.4)
    with pytest.raises(
        TypeError, match=r"2 positional arguments but 3 were given; these are given by name: criteria, "
    ):
        poise.solve(human.rest(), [], [poise.Natural()])
    with pytest.raises(TypeError, match=r"given; these are given by name: weight, "):
        poise.Reach("left_hand", (0, 1, 0), 2.0)


def test_errors_from_farther_down_are_left_as_they_are() -> None:
    @dataclasses.dataclass(frozen=True)
    class Mine(metaclass=Readable):
        site: str

        def __post_init__(self) -> None:
            raise TypeError("made here: unexpected keyword argument 'x'") from ValueError("the cause")

    with pytest.raises(TypeError, match=r"^made here: unexpected keyword argument 'x'$") as caught:
        Mine("left_hand")
    assert isinstance(caught.value.__cause__, ValueError)


def test_signatures_are_those_of_what_makes_them() -> None:
    assert str(inspect.signature(poise.Hold)).startswith("(site: str, *, weight: float = 1.0, joints: Any = None")
    assert list(inspect.signature(poise.Motion).parameters)[:3] == ["figure", "times", "poses"]
