"""A fault of our own ends a gesture, not the studio."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from visitor import RefusedError, Visitor, moved

from poise.studio.document import actions
from poise.studio.engine import gestures
from poise.studio.protocol.requests import SetRest

Window = Callable[[], Visitor]


@pytest.mark.filterwarnings("default")
def test_a_fault_while_dragging_is_told_and_everything_goes_on(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    here = window()
    before = here.told["frame"]["placements"]
    here.ask("grab_point", segment="left_hand", point=[0, 0, 0])

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault")

    with monkeypatch.context() as patch:
        patch.setattr(gestures.PointGesture, "pull", broken)
        here.send(type="pull", n=1, value=[0, 1, 0])
        assert "ZeroDivisionError: a fault" in here.until("notice")["message"]
    here.ask("release")
    assert here.told["document"]["undo"] == []
    here.ask("grab_point", segment="left_hand", point=[0, 0, 0])
    here.drag(moved(here.place("left_hand")[:3], 0.1, 0.1, 0.1))
    assert here.told["frame"]["placements"] != before


def test_a_fault_in_an_action_is_a_refusal(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    here = window()

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault")

    with monkeypatch.context() as patch:
        patch.setitem(actions.ACTIONS, SetRest, broken)
        with pytest.raises(RefusedError, match="the studio has failed at this: ZeroDivisionError: a fault"):
            here.ask("set_rest")
    here.ask("set_rest")
    assert here.told["document"]["undo"] == ["rest like this"]
