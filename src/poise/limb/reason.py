"""Why a limb does not reach a goal, in words."""

from __future__ import annotations

from poise.figure.marks import LimbChain
from poise.figure.units import smaller_unit

VERDICTS = 8
"""How many verdicts there are."""


FAR = 50.0
"""Metres out of reach from which on another unit is thought of: as many millimetres are a few centimetres."""


def why(limb: LimbChain, verdict: int, lack: float) -> str:
    """What the core's number of a verdict means; empty for 0, reached. `lack`: metres out of reach."""
    return _words(limb, lack)[verdict]


def _unit_hint(lack: float) -> str:
    """What to say when a goal is farther than anybody is tall by far, as in another unit it would be."""
    return f"; lengths are metres here: were {smaller_unit(lack)} given?" if lack > FAR else ""


def _words(limb: LimbChain, lack: float) -> tuple[str, ...]:
    return (
        "",
        f"too far by {lack:.4g} m{_unit_hint(lack)}",
        f"too near by {lack:.4g} m",
        f"{limb.middle} would have to bend beyond its limits",
        f"the limits of {limb.root} allow no swivel",
        f"the limits of {limb.end} allow no swivel",
        f"the limits of {limb.root} and {limb.end} allow no common swivel",
        "the couplings of the figure allow no swivel",
    )
