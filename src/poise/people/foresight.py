"""The net that learnt what people do, and what it is told of a human.

The net lies in `poise/captured`, whose README says where it comes from; `core/natural` asks it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.errors import InputError
from poise.figure.figure import Figure
from poise.people.net_layout import INPUTS, JOINTS, OUTPUTS

Array = NDArray[np.float64]


class Body(NamedTuple):
    """The length of the leg (m); that again, then over the leg: thigh, half the hips' spacing, loins, spine, neck, half
    the shoulders' spacing, upper arm, forearm."""

    leg: float
    proportions: Array


def net_of(data: bytes, name: str) -> _core.Net:
    """The net in the bytes of a file. Raises `InputError`, which names the file, when they are no such net."""
    try:
        found = _core.Net(data)
    except ValueError as error:
        raise InputError(f"{name} is no net of natural posture: it {error}") from None
    if (found.inputs, found.outputs) != (INPUTS, OUTPUTS):
        sizes = f"{found.inputs} inputs and {found.outputs} outputs, not {INPUTS} and {OUTPUTS}"
        raise InputError(f"{name} is no net of natural posture: it has {sizes}")
    return found


@cache
def net() -> _core.Net:
    """The net that is shipped."""
    return net_of(files("poise").joinpath("captured", "natural.bin").read_bytes(), "captured/natural.bin")


def body_of(figure: Figure) -> Body:
    """What the net is told of a human; left and right count alike."""
    at = {name: np.array(figure.joints[name].placement.position) for name, _ in JOINTS}

    def length(joint: str) -> float:
        return float(np.linalg.norm(at[f"left_{joint}"]) + np.linalg.norm(at[f"right_{joint}"])) / 2

    def aside(joint: str) -> float:
        return float(at[f"left_{joint}"][0] - at[f"right_{joint}"][0]) / 2

    thigh, leg = length("knee"), length("knee") + length("ankle")
    spine = at["thoracolumbar"][1] + at["thoracic"][1] + at["neck"][1]
    lengths = [
        thigh, aside("hip"), at["lumbar"][1], spine, np.linalg.norm(at["head"]), aside("clavicle") + aside("shoulder"),
        length("elbow"), length("wrist"),
    ]  # fmt: skip
    return Body(leg, np.array([leg, *(x / leg for x in lengths)]))
