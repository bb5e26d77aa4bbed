"""The matter of a segment: that of all bodies fixed to each other, summed, and mended where no body could have it."""

from __future__ import annotations

import warnings

import numpy as np

from poise.errors import FigureError
from poise.figure.placement import as_rows
from poise.figure.segment import Segment, merged
from poise.figure.shape import Shape
from poise.io.robot.robot import Part
from poise.io.text.xml_read import Element, at

Told = tuple[Part, Element]
"""Matter, and the element of the body that it belongs to."""

ROUNDING = 1e-12
"""kg m²: a negative moment this small is the rounding of the program that wrote the file, not worth a word."""


def weighed(name: str, told: list[Told], shapes: tuple[Shape, ...]) -> Segment:
    """A segment of all its parts, as the file gives them if they make a possible body, or mended."""
    if not told:
        return Segment(name, shapes=shapes)
    with at(told[0][1]):
        try:
            return _joined(name, [part for part, _ in told], shapes)
        except FigureError:
            return _joined(name, [_mended(part, element) for part, element in told], shapes)


def _joined(name: str, parts: list[Part], shapes: tuple[Shape, ...]) -> Segment:
    if len(parts) == 1:  # keep a single body's numbers as the file gives them
        mass, center, inertia = parts[0]
        return Segment(name, mass, center, as_rows(inertia), shapes)
    return merged(name, parts, shapes)


def _mended(part: Part, element: Element) -> Part:
    """Robot files in the wild hold inertias that no body has; that is no reason not to move the robot."""
    mass, center, inertia = part
    moments, axes = np.linalg.eigh(inertia)
    if moments[0] >= 0:
        return part
    if moments[0] < -ROUNDING:
        message = f"the inertia of {element.title} has a negative principal moment ({moments[0]:.3g} kg m²), taken as 0"
        warnings.warn(str(element.error(message)), UserWarning, stacklevel=2)
    lifted = axes @ np.diag(np.maximum(moments, 0.0)) @ axes.T
    return mass, center, (lifted + lifted.T) / 2
