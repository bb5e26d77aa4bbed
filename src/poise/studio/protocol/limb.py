"""Limbs: all that an arm or a leg can do while its hand or foot stays where it is."""

from __future__ import annotations

from dataclasses import dataclass

from poise.studio.protocol.plain import Flag, Name, Request


@dataclass(frozen=True, kw_only=True)
class AskCircle(Request):
    """The circle of the elbow or knee of the limb that a segment belongs to, if its end has a goal."""

    segment: Name


@dataclass(frozen=True, kw_only=True)
class GrabCircle(Request):
    """Take hold of the elbow or knee of a limb; pull it to [swivel, branch] or [swivel, branch, angle], radians.

    The nearest swivel that the limits allow is taken; the end of the limb does not move. `symmetric`: the limb on the
    other side follows as far as its own circle leads, as the mirror image.
    """

    segment: Name
    symmetric: Flag = False


@dataclass(frozen=True, kw_only=True)
class SetAnalytic(Request):
    """Whether a limb is brought to its goals in closed form."""

    limb: Name
    on: Flag


@dataclass(frozen=True, kw_only=True)
class Arc:
    """Swivels that all limits allow, radians: `start` in [−π, π), `stop` ≥ `start`."""

    start: float
    stop: float


@dataclass(frozen=True, kw_only=True)
class Bend:
    """One way to bend: the joint at swivel φ is at `center` + cos φ `u` + sin φ `v`; `arcs` are allowed."""

    branch: int
    center: list[float]
    u: list[float]
    v: list[float]
    arcs: list[Arc]


@dataclass(frozen=True, kw_only=True)
class LimbCircle:
    """Where the middle of a limb may be. `joint`: its elbow or knee. `goal`: what its end has, in words.

    `bends`: the ways to bend it, that of now first. `swivel`: now, radians; `angle`: the second free angle, or null.
    """

    limb: str
    joint: str
    goal: str
    bends: list[Bend]
    swivel: float
    angle: float | None
    analytic: bool


@dataclass(frozen=True, kw_only=True)
class FoundCircle:
    """`circle`: null where there is none, as of a hand that hangs."""

    circle: LimbCircle | None
