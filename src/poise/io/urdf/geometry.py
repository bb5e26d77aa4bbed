"""Where URDF puts things, and its simple solids as shapes."""

from __future__ import annotations

import math

from poise.figure.check import vec3
from poise.figure.placement import Placement, multiply
from poise.figure.shape import Box, Capsule, Cylinder, Shape, Sphere
from poise.io.text.xml_read import Element, at

SOLIDS = {"box": ("size",), "sphere": ("radius",), "cylinder": ("radius", "length"), "capsule": ("radius", "length")}


def origin(element: Element) -> Placement:
    """The placement of an element in its parent's frame."""
    told = element.first("origin")
    if told is None:
        return Placement()
    with at(told):
        roll, pitch, yaw = told.vector("rpy", (0.0, 0.0, 0.0))
        rotation = multiply(_about("z", yaw), multiply(_about("y", pitch), _about("x", roll)))
        return Placement(told.vector("xyz", (0.0, 0.0, 0.0)), rotation)


def _about(axis: str, angle: float) -> tuple[float, float, float, float]:
    s, c = math.sin(angle / 2), math.cos(angle / 2)
    return (s if axis == "x" else 0.0, s if axis == "y" else 0.0, s if axis == "z" else 0.0, c)


def shapes_of(link: Element) -> list[Shape]:
    """From the collision geometry: it is simple and closed; from the visual one where there is no other."""
    for tag in ("collision", "visual"):
        shapes = [shape for part in link.all(tag) if (shape := shape_of(part)) is not None]
        if shapes:
            return shapes
    return []


def shape_of(part: Element) -> Shape | None:
    """The shape of a `<collision>` or `<visual>`; None for a mesh."""
    geometry = part.first("geometry")
    if geometry is None or not geometry.children:
        raise part.error(f"{part.title} needs a <geometry> with a shape in it")
    solid, place = geometry.children[0], origin(part)
    with at(solid):
        lengths = [float(n) for key in SOLIDS.get(solid.tag, ()) for n in _lengths(solid, key)]
        if not lengths or 0.0 in lengths:  # nothing to see: a mesh, or a placeholder without extent
            return None
        if solid.tag == "box":
            return Box(vec3(lengths, "the size of a box"), placement=place)
        if solid.tag == "sphere":
            return Sphere(lengths[0], placement=place)
        solid_of = Cylinder if solid.tag == "cylinder" else Capsule
        return solid_of(lengths[0], lengths[1], placement=place)


def _lengths(solid: Element, key: str) -> list[float]:
    solid.text(key)
    return solid.exactly(key, 3 if key == "size" else 1) or []
