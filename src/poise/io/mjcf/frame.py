"""Where MJCF puts things: position and orientation in any of its five spellings, and `fromto`."""

from __future__ import annotations

import math

import numpy as np

from poise.figure.check import Quaternion, Vec3, unit3, vec3
from poise.figure.placement import IDENTITY, Placement, multiply, quaternion_of
from poise.io.mjcf.defaults import ORIENTATIONS, Compiler
from poise.io.text.xml_read import Element, at

ORIGIN: Vec3 = (0.0, 0.0, 0.0)


def placement(element: Element, compiler: Compiler) -> Placement:
    """`pos` and orientation of an element in its parent's frame."""
    with at(element):
        return Placement(element.vector("pos", ORIGIN), orientation(element, compiler))


def orientation(element: Element, compiler: Compiler) -> Quaternion:
    """The rotation x y z w; the identity when none is given."""
    given = [key for key in ORIENTATIONS if key in element.attributes]
    if len(given) > 1:
        raise element.error(f"{element.title} has several orientations: {', '.join(given)}")
    key = given[-1] if given else ""
    if key == "quat":
        return quaternion_wxyz(element.exactly("quat", 4) or [], element)
    if key == "axisangle":
        x, y, z, angle = element.exactly("axisangle", 4) or []
        return Placement.turned((x, y, z), angle * compiler.unit).rotation
    if key == "euler":
        return euler(element.exactly("euler", 3) or [], compiler)
    if key == "xyaxes":
        return _xyaxes(element.exactly("xyaxes", 6) or [])
    if key == "zaxis":
        return z_to(element.vector("zaxis", ORIGIN))
    return IDENTITY


def quaternion_wxyz(values: list[float], element: Element) -> Quaternion:
    """MuJoCo's w x y z, of any length but zero, as our unit x y z w."""
    length = math.sqrt(sum(v * v for v in values))
    if length < 1e-12:
        raise element.error(f"{element.title} has a quaternion of length zero")
    w, x, y, z = values if abs(length - 1.0) < 1e-15 else (v / length for v in values)
    return (x, y, z, w)


def euler(angles: list[float], compiler: Compiler) -> Quaternion:
    """Small letters turn with the frame (each after the ones before), capitals about the fixed axes."""
    rotation = IDENTITY
    for letter, angle in zip(compiler.eulerseq, angles, strict=True):
        axis = tuple(1.0 if c == letter.lower() else 0.0 for c in "xyz")
        turn = Placement.turned(axis, angle * compiler.unit).rotation
        rotation = multiply(rotation, turn) if letter.islower() else multiply(turn, rotation)
    return rotation


def _xyaxes(values: list[float]) -> Quaternion:
    """x is kept, y is made orthogonal to it."""
    x = np.array(unit3(values[:3], "the x axis of xyaxes"))
    y = np.array(values[3:]) - float(x @ values[3:]) * x
    y = np.array(unit3(y, "the y axis of xyaxes, across x,"))
    return quaternion_of(np.column_stack([x, y, np.cross(x, y)]))


def z_to(direction: Vec3) -> Quaternion:
    """The smallest rotation that takes z to `direction`; half a turn about x for −z."""
    x, y, z = unit3(direction, "a direction")
    across = math.hypot(x, y)
    if across < 1e-10:
        return IDENTITY if z > 0 else (1.0, 0.0, 0.0, 0.0)
    return Placement.turned((-y / across, x / across, 0.0), math.atan2(across, z)).rotation


def span(element: Element) -> tuple[Placement, float] | None:
    """Of `fromto`: the frame midway with z from the second point to the first, and half the distance."""
    ends = element.exactly("fromto", 6)
    if ends is None:
        return None
    start, end = np.array(ends[:3]), np.array(ends[3:])
    length = float(np.linalg.norm(start - end))
    if length < 1e-14:
        raise element.error(f"the two points of fromto of {element.title} are the same")
    middle = vec3((start + end) / 2, "the middle of fromto")
    return Placement(middle, z_to(vec3(start - end, "fromto"))), length / 2
