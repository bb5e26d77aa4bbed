"""Postures of parts, and poses blended by a slider."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from visitor import RefusedError, Visitor, moved

import poise

Window = Callable[[], Visitor]


def blend(here: Visitor, share: float, **request: object) -> None:
    here.ask("grab_blend", **request)
    here.drag(0.3, share)
    here.ask("release")
    here.settle()


def test_a_pose_is_blended_by_its_share_and_undone_at_once(window: Window) -> None:
    here = window()
    before = here.joint("left_knee")[0]
    blend(here, 0.5, source="posture", name="squat")
    wanted = poise.human().pose("squat")["left_knee.flexion"]
    assert here.joint("left_knee")[0] == pytest.approx(0.5 * (before + wanted), abs=1e-5)
    here.ask("undo")
    here.settle()
    assert here.joint("left_knee")[0] == pytest.approx(before, abs=1e-6)


@pytest.mark.parametrize(("form", "straight"), [("point", True), ("fist", False), ("grip", False), ("relaxed", False)])
def test_a_hand_takes_a_form_and_keeps_it(window: Window, form: str, straight: bool) -> None:
    here = window()
    here.ask("choose_figure", figure={"human": {"hands": True}})
    here.settle()
    before, hand = here.joint("left_middle_pip"), here.place("right_hand")
    blend(here, 1.0, source="hands", name=form, part="right_fingers")
    assert (here.joint("right_index_pip")[0] < 0.01) == straight
    assert here.joint("left_middle_pip") == pytest.approx(before, abs=1e-6)
    bent = here.joint("right_middle_pip")[0]
    here.ask("grab_point", segment="right_hand", point=[0, 0, 0], follow="natural")
    here.drag(moved(hand[:3], 0.0, 0.2, 0.2))
    here.ask("release")
    here.settle()
    assert here.joint("right_middle_pip")[0] == pytest.approx(bent, abs=0.01)


def test_hands_in_one_piece_and_unknown_parts_are_told(window: Window) -> None:
    here = window()
    with pytest.raises(RefusedError, match="fingers"):
        here.ask("grab_blend", source="hands", name="fist")
    with pytest.raises(RefusedError, match="left_arm"):
        here.ask("grab_blend", source="posture", name="squat", part="arm")
    assert np.isfinite(here.place("pelvis")).all()
