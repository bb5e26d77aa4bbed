"""A drag that comes no farther says what holds it, while it is held and once it is let go."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from visitor import Visitor, moved

Window = Callable[[], Visitor]
Way = tuple[float, float, float]


def led(window: Window, stance: str | None, segment: str, by: Way, follow: str = "natural") -> tuple[Visitor, str]:
    """A part dragged so far (m) and held there; and what holds it, in words."""
    here = window()
    if stance is not None:
        here.ask("take_stance", name=stance)
    here.settle()
    start = here.place(segment)[:3]
    here.ask("grab_point", segment=segment, point=[0, 0, 0], follow=follow)
    here.drag(*[moved(start, *(share * x for x in by)) for share in (0.25, 0.5, 0.75, 1.0)])
    return here, here.ask("ask_holders")["words"]


@pytest.mark.parametrize(
    ("stance", "segment", "by", "task"),
    [
        (None, "right_toes", (0.0, 0.17, 0.2), "hold right_foot"),
        (None, "right_shank", (0.0, 0.0, 0.3), "hold right_foot"),
        ("all_fours", "right_shank", (0.0, 0.2, 0.0), "pin right_kneecap"),
        ("kneeling", "pelvis", (0.0, -0.2, 0.0), "balance"),
    ],
)
def test_what_holds_a_drag_is_named_during_and_after_it(
    window: Window, stance: str | None, segment: str, by: Way, task: str
) -> None:
    here, words = led(window, stance, segment, by)
    assert words == f"held by “{task.replace('_', ' ')}”"
    here.ask("release")
    assert here.ask("ask_holders")["tasks"] == [task]


def test_what_comes_where_it_is_dragged_is_held_by_nothing(window: Window) -> None:
    here, words = led(window, None, "right_hand", (-0.2, 0.5, 0.2))
    assert words == ""
    here.ask("release")
    assert here.ask("ask_holders") == {"words": "", "missed": "", "tasks": [], "limits": []}


def test_all_pins_together_are_named_where_none_holds_alone(window: Window) -> None:
    _, words = led(window, "sitting", "pelvis", (0.0, 0.3, 0.0))
    assert words.startswith("held by “hold left foot”")


def test_out_of_reach_of_a_limb_is_said_so(window: Window) -> None:
    _, words = led(window, None, "left_forearm", (0.9, 0.3, 0.0), "limb")
    assert words == "out of reach"


def test_before_any_drag_nothing_holds(window: Window) -> None:
    assert window().ask("ask_holders")["words"] == ""


def test_a_drag_that_led_nowhere_is_no_action(window: Window) -> None:
    here, _ = led(window, None, "right_toes", (0.0, 0.17, 0.2))
    before = here.told["document"]
    assert here.ask("release") == {"at": None}
    assert here.told["document"]["undo"] == before["undo"] == []
    assert here.told["document"]["stays"] == []
