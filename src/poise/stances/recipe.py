"""What a stance is described by: a rough pose, what touches what, and how it is meant. Numbers are degrees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from poise.figure.check import Vec3

UP: Vec3 = (0.0, 1.0, 0.0)
Values = dict[str, tuple[float, ...] | float]
"""Degrees by joint, as `Figure.pose` takes radians; an arm is (azimuth, elevation, twist) of the upper arm."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A plane that carries the body. `normal`: the way it pushes. `offset`: how far along it from the origin, metres.

    In a recipe `offset` is a fraction of stature, so that the seat of a chair fits the person who sits on it.
    """

    name: str
    normal: Vec3 = UP
    offset: float = 0.0


FLOOR = Surface("floor")


@dataclass(frozen=True, slots=True)
class Contact:
    """A place of the body on a surface. `site`: a site, or a sole, which lies flat on it.

    `how`: "touch", the site is on the surface; "flat", a foot stands on it with its whole sole or a palm lies on it;
    "grip", a hand holds something there, that can pull as well.
    """

    site: str
    surface: str = "floor"
    how: Literal["touch", "flat", "grip"] = "touch"

    @property
    def point(self) -> str:
        """The site that is on the surface; the sole of the toes is known by the tip of the toe."""
        return self.site.replace("_toes", "_toe")


@dataclass(frozen=True, slots=True)
class Rest:
    """A hand on the skin of a thigh. `along`: how far its heel is from the knee, of stature, fingers towards the knee.

    `around`: on which side of the bone, degrees from the front outwards. `over`: how far the skin is from the bone
    there, as many times as the kneecap is from the knee, so that it grows with girths. `slant`: degrees by which the
    fingers point inwards.
    """

    along: float
    around: float = 0.0
    over: float = 1.0
    slant: float = 0.0


@dataclass(frozen=True, slots=True)
class Recipe:
    """A stance of any person.

    `words`: what it is. `middle`, `left`, `right`: joints by name without the side; what is in `left` alone holds for
    both sides unless `right` says otherwise. `turn`: of the pelvis, degrees about x (forward), then y (left), then z.
    `places`: where sites shall be besides, as fractions of stature, along the named axes. `rests`: the hands that lie
    on the thigh of their side, by side. `headings`: where the z axis of a site, its toes or fingers, points. `motion`:
    what moves, of a stance that is a moment of a movement; empty for those that can be held. `margin`: how far (m) the
    weight stays inside.
    """

    words: str
    contacts: tuple[Contact, ...]
    middle: Values = field(default_factory=dict)
    left: Values = field(default_factory=dict)
    right: Values = field(default_factory=dict)
    turn: Vec3 = (0.0, 0.0, 0.0)
    surfaces: tuple[Surface, ...] = ()
    places: Mapping[str, tuple[str, Vec3]] = field(default_factory=dict)
    rests: Mapping[str, Rest] = field(default_factory=dict)
    headings: Mapping[str, Vec3] = field(default_factory=dict)
    motion: str = ""
    margin: float = 0.01


def both(site: str, surface: str = "floor", how: Literal["touch", "flat", "grip"] = "touch") -> tuple[Contact, Contact]:
    """The same contact on either side."""
    return Contact(f"left_{site}", surface, how), Contact(f"right_{site}", surface, how)
