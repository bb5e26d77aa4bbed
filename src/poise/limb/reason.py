"""Why a limb does not reach a goal, in words."""

from __future__ import annotations

from poise.figure.marks import LimbChain

VERDICTS = 8
"""How many verdicts there are."""


def why(limb: LimbChain, verdict: int, lack: float) -> str:
    """What the core's number of a verdict means; empty for 0, reached. `lack`: metres out of reach."""
    return _words(limb, lack)[verdict]


def _words(limb: LimbChain, lack: float) -> tuple[str, ...]:
    return (
        "",
        f"too far by {lack:.4g} m",
        f"too near by {lack:.4g} m",
        f"{limb.middle} would have to bend beyond its limits",
        f"the limits of {limb.root} allow no swivel",
        f"the limits of {limb.end} allow no swivel",
        f"the limits of {limb.root} and {limb.end} allow no common swivel",
        "the couplings of the figure allow no swivel",
    )
