"""A hand on its forearm: wrist and fingers of a person, held at the forearm."""

from __future__ import annotations

from typing import Literal

from poise.figure.check import choice
from poise.figure.figure import Figure
from poise.people.human import human


def hand(side: Literal["left", "right"] = "left", *, stature: float | None = None, sex: str = "male") -> Figure:
    """The wrist and hand of `poise.human(stature, sex, hands=True)`: 23 degrees of freedom on a fixed forearm.

    Four fingers with knuckle (swing), middle and end joint (hinges, coupled by the tendon), and a thumb.
    """
    which = choice(side, ("left", "right"), "the side of a hand")
    whole = human(stature=stature, sex=sex, hands=True)
    part = whole.subfigure(f"{which}_forearm").with_name(f"{which}_hand")
    for posture in ("t_pose", "arms_up", "sitting", "squat"):  # say nothing about a hand
        part = part.without_posture(posture)
    return part
