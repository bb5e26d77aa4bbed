"""Hints for numbers that are far too large in radians or metres and quite usual in degrees, centimetres, millimetres.

They are added to complaints and accounts, or warned of; nothing is refused for them.
"""

from __future__ import annotations

import math
import warnings

TURN = 2.0 * math.pi
"""A whole turn, radians: no angle of a joint, a cone or a limit need be larger."""
STRAY = (500.0, 10_000.0)
"""Metres: half a metre to ten as millimetres, where goals of bodies lie; who walks there in metres walks far."""
SMALLER = ((100.0, "centimetres"), (1000.0, "millimetres"))
REACH = 2.5
"""Metres: as far as a tall person reaches; what is nearer than that as centimetres was meant so."""


def degrees_hint(angle: float) -> str:
    """What to say of an angle past a whole turn, which would do as degrees; else nothing."""
    if not TURN < abs(angle) <= 360.0:
        return ""
    return f"; angles are radians here: {angle:g} degrees are {math.radians(angle):.4g}"


def warn_of_degrees(angle: float, what: str) -> None:
    """Warn of an angle that may be meant but looks like degrees: a whole number past a whole turn.

    A joint may turn round several times; what is written in radians is then hardly ever a whole number.
    """
    hint = degrees_hint(angle)
    if hint and angle == round(angle):
        warnings.warn(f"{what} is {angle:g}, past a whole turn{hint}", UserWarning, stacklevel=4)


def turn_hint(beyond: float) -> str:
    """What to say of a joint that is past its limit by more than a whole turn; else nothing."""
    return " by more than a whole turn; angles are radians here: were degrees given?" if beyond > TURN else ""


def far_hint(farthest: float) -> str:
    """What to say of a goal so many metres from the origin, which would do as millimetres; else nothing."""
    if not STRAY[0] < farthest <= STRAY[1]:
        return ""
    return f"{farthest:.0f} m from the origin; lengths are metres here: were millimetres given?"


def smaller_unit(length: float) -> str:
    """The unit in which a length that is far too large in metres was given: the largest in which it is in reach."""
    return next((word for factor, word in SMALLER if length / factor <= REACH), SMALLER[-1][1])


def metres_hint(length: float, least: float, most: float) -> str:
    """What to say of a length that is too large, if as centimetres or millimetres it would be `least` … `most`."""
    for factor, word in SMALLER:
        if length > most and least <= length / factor <= most:
            return f"; lengths are metres here: {length:g} {word} are {length / factor:g}"
    return ""
