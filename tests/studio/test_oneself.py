"""The body keeps out of itself in the studio, from the start."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import yaml
from visitor import Visitor, moved

import poise
from poise.io.figure.pose_values import pose_from

Window = Callable[[], Visitor]
HUMAN = poise.human()


def overlap(here: Visitor) -> float:
    """By how much (m) parts of the body overlap more than they may."""
    pose = pose_from(HUMAN, yaml.safe_load(here.ask("export", format="pose_yaml")["text"]))
    may = {frozenset((pair.first, pair.second)): pair.depth for pair in poise.self_pairs(HUMAN)}
    near = poise.World([]).distances(pose, itself=True)
    return max((-d.distance - may[pair] for d in near if (pair := frozenset((d.a, d.b))) in may), default=0.0)


def led(here: Visitor, hand: str, to: tuple[float, float, float]) -> None:
    """A hand led to a place and let go there."""
    start = here.place(hand)[:3]
    way = np.subtract(to, start)
    here.ask("grab_point", segment=hand, point=[0.0, 0.0, 0.0])
    here.drag(*[moved(start, *(share * way)) for share in (0.25, 0.5, 0.75, 1.0)])
    here.ask("release")
    here.settle()


@pytest.mark.parametrize("on", [True, False])
def test_a_hand_that_is_led_into_the_belly_stays_before_it(window: Window, on: bool) -> None:
    """As in the view from the front, where a pixel has no depth."""
    here = window()
    assert here.told["document"]["avoid_self"]
    if not on:
        here.ask("set_scene", avoid_self=False)
        assert not here.told["document"]["avoid_self"]
    led(here, "left_hand", (-0.05, 1.05, 0.0))
    assert (overlap(here) < 1e-6) == on
    if not on:  # switched on again it comes out
        here.ask("set_scene", avoid_self=True)
        here.settle()
        assert overlap(here) < 1e-6


def test_arms_cross_before_the_chest(window: Window) -> None:
    here = window()
    led(here, "left_hand", (-0.12, 1.25, 0.0))
    led(here, "right_hand", (0.12, 1.20, 0.0))
    assert overlap(here) < 1e-6


@pytest.mark.parametrize("stance", ["sitting", "cross_legged", "squatting", "kneeling_on_one_knee", "all_fours"])
def test_postures_that_press_a_part_on_another_stay_as_they_are(window: Window, stance: str) -> None:
    here = window()
    here.ask("take_stance", name=stance)
    here.settle()
    pose = pose_from(HUMAN, yaml.safe_load(here.ask("export", format="pose_yaml")["text"]))
    given = HUMAN.stance(stance).pose
    off = [np.linalg.norm(pose.position(s) - given.position(s)) for s in ("left_hand", "right_knee", "head_top")]
    assert max(off) < 0.01


def test_a_scene_file_says_whether_it_does(window: Window) -> None:
    here = window()
    assert "avoid_self: true" in here.ask("export", format="scene_yaml")["text"]
    here.ask("set_scene", avoid_self=False)
    assert "avoid_self" not in here.ask("export", format="scene_yaml")["text"]
    here.ask("undo")
    assert here.told["document"]["avoid_self"]
