"""What MJCF bodies are made of: geoms as shapes, and mass from `<inertial>` or from the geoms.

Planes, height fields, signed distance fields and meshes are no shapes here (meshes are drawn: `visuals.py`). Where a
body's mass comes from a mesh, its file is read; where that cannot be done, that part counts as massless and a warning
says so.
"""

from __future__ import annotations

import math
import warnings

import numpy as np
from numpy.typing import NDArray

from poise.figure.check import vec3
from poise.figure.placement import Placement
from poise.figure.segment import merged
from poise.figure.shape import Box, Capsule, Cylinder, Ellipsoid, Shape, Sphere
from poise.io.mjcf.defaults import TRUTH, Compiler
from poise.io.mjcf.frame import orientation, placement, span
from poise.io.mjcf.meshes import Meshes
from poise.io.robot.robot import Part, RobotBody, moved_part
from poise.io.text.xml_read import Element, at

SOLIDS = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}
"""How many sizes each solid has."""
LEAST = 1e-14
"""kg: lighter geoms have no say in a body's inertia."""
OTHERS = ("plane", "hfield", "mesh", "sdf")


class Pile:
    """The geoms of a body: their shapes, the matter they have, and in words what could not be weighed.

    Geoms are (element, frame in body coordinates). `weighed`: whether their matter is asked for at all.
    """

    def __init__(
        self, geoms: list[tuple[Element, Placement]], compiler: Compiler, meshes: Meshes, weighed: bool
    ) -> None:
        self.shapes: list[Shape] = []
        self.parts: list[Part] = []
        self.unknown: list[str] = []
        for geom, frame in geoms:
            with at(geom):
                shape = shape_of(geom, compiler)
                self.shapes += [] if shape is None else [shape.moved(frame)]
                if weighed and _counts(geom, compiler):
                    self._weigh(geom, frame, shape, compiler, meshes)

    def _weigh(self, geom: Element, frame: Placement, shape: Shape | None, compiler: Compiler, meshes: Meshes) -> None:
        part = _of_mesh(geom, compiler, meshes) if shape is None else _of_shape(geom, shape)
        if isinstance(part, str):
            self.unknown.append(part)
        elif part[0] > LEAST:
            self.parts.append(moved_part(part, frame))


def shape_of(geom: Element, compiler: Compiler) -> Shape | None:
    """The shape of a geom in its body; None for a mesh, a plane or a field."""
    kind = _kind(geom)
    return None if kind not in SOLIDS or "mesh" in geom.attributes else _solid(geom, kind, compiler)


def _kind(geom: Element) -> str:
    return geom.choice("type", "mesh" if "mesh" in geom.attributes else "sphere", (*SOLIDS, *OTHERS))


def _counts(geom: Element, compiler: Compiler) -> bool:
    """Whether MuJoCo takes mass from this geom: it is in a group that counts, and told to have some."""
    first, last = compiler.groups
    massive = geom.number("mass", 1.0) != 0 and (geom.number("density", 1000.0) != 0 or "mass" in geom.attributes)
    return massive and first <= geom.number("group", 0.0) <= last and _kind(geom) not in ("plane", "hfield")


def _of_shape(geom: Element, shape: Shape) -> Part:
    if geom.choice("shellinertia", "false", TRUTH) == "true":
        raise geom.error("shellinertia='true' is not supported: give the body an <inertial>")
    volume = shape.volume
    if not 0 < volume < math.inf:
        raise geom.error(f"the volume of {geom.title}, {volume} m³, is beyond all numbers")
    mass = _mass(geom, volume)
    return mass, shape.center(), shape.inertia(mass / volume)


def _of_mesh(geom: Element, compiler: Compiler, meshes: Meshes) -> Part | str:
    """The matter of a mesh geom, or why it is not known."""
    if _kind(geom) != "mesh":
        return f"{geom.title} is fitted to a mesh or is a distance field"
    found = meshes.matter(geom.name("mesh"))
    if isinstance(found, str):
        return found
    place = placement(geom, compiler)
    mass = _mass(geom, found.size)
    part = mass, vec3(found.center, "the centre of a mesh"), found.inertia * (mass / found.size)
    return moved_part(part, place)


def _mass(geom: Element, size: float) -> float:
    mass = geom.number("mass", size * geom.number("density", 1000.0))
    if mass < 0:
        raise geom.error(f"{geom.title} has a negative mass: {mass} kg")
    return mass


def _solid(geom: Element, kind: str, compiler: Compiler) -> Shape:
    place, sizes = _extent(geom, kind, compiler)
    if kind == "sphere":
        return Sphere(sizes[0], placement=place)
    if kind == "capsule":
        return Capsule(sizes[0], 2 * sizes[1], placement=place)
    if kind == "cylinder":
        return Cylinder(sizes[0], 2 * sizes[1], placement=place)
    three = vec3(sizes, "size")
    if kind == "ellipsoid":
        return Ellipsoid(three, placement=place)
    return Box((2 * three[0], 2 * three[1], 2 * three[2]), placement=place)


def _extent(geom: Element, kind: str, compiler: Compiler) -> tuple[Placement, list[float]]:
    """Placement and half sizes of a solid; with `fromto` the last size is half the distance."""
    given = geom.numbers("size") or []
    ends = span(geom)
    if ends is None:
        place = Placement(geom.vector("pos", (0.0, 0.0, 0.0)), orientation(geom, compiler))
        sizes = given
    else:
        if kind == "sphere":
            raise geom.error("fromto is for capsules, cylinders, ellipsoids and boxes, not for spheres")
        place, half = ends
        sizes = [*given[:1], half] if SOLIDS[kind] == 2 else [*given[:1], *given[:1], half]
    if len(sizes) < SOLIDS[kind]:
        raise geom.error(f"{geom.title} is a {kind} and needs {SOLIDS[kind]} sizes, not {len(sizes)}")
    return place, sizes[: SOLIDS[kind]]


def read_inertial(inertial: Element, compiler: Compiler) -> Part:
    """Mass, centre and inertia as given by an `<inertial>`."""
    inertial.require("pos")  # MuJoCo refuses an inertial without one, although a placement has a default
    mass = inertial.number("mass")
    if mass < 0:
        raise inertial.error(f"a negative mass: {mass} kg")
    place = placement(inertial, compiler)
    full = inertial.exactly("fullinertia", 6)
    if full is not None:
        xx, yy, zz, xy, xz, yz = full
        return mass, place.position, np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    diagonal = inertial.vector("diaginertia", (0.0, 0.0, 0.0))
    rotation = place.matrix[:3, :3]
    return mass, place.position, rotation @ np.diag(diagonal) @ rotation.T


def weigh(body: RobotBody, inertial: Part | None, pile: Pile, compiler: Compiler) -> list[Part]:
    """A body's matter by MuJoCo's rules: `<inertial>` or geoms, then the compiler's bounds.

    Geoms that should win but have no say in inertia leave it to the `<inertial>`. A body with no matter at all, given
    some by `boundmass`, has it where MuJoCo puts it: at its own `pos`, taken in its own frame.
    """
    if pile.unknown:
        message = f"the mass of {body.element.title} comes from a mesh that is not read and counts as massless"
        warnings.warn(str(body.element.error(f"{message}: {pile.unknown[0]}")), UserWarning, stacklevel=2)
    chosen = pile.parts or ([] if inertial is None else [inertial])
    if not chosen and compiler.boundmass <= 0 and compiler.boundinertia <= 0:
        return []
    if not chosen:
        return [_bounded(0.0, body.element.vector("pos", (0.0, 0.0, 0.0)), np.zeros((3, 3)), compiler)]
    with at(body.element):
        segment = merged("body", chosen)
    if len(chosen) == 1:  # keep a single part's numbers as the file gives them
        return [_bounded(*chosen[0], compiler)]
    return [_bounded(segment.mass, segment.center, np.array(segment.inertia), compiler)]


def _bounded(mass: float, center: object, inertia: NDArray[np.float64], compiler: Compiler) -> Part:
    """Least mass and least principal moments; moments that break the triangle rule are evened out on demand."""
    mass = max(mass, compiler.boundmass)
    if compiler.boundinertia <= 0 and not compiler.balanceinertia:
        return mass, center, inertia
    moments, axes = np.linalg.eigh(inertia)
    moments = np.maximum(moments, compiler.boundinertia)
    if compiler.balanceinertia and moments[0] + moments[1] < moments[2]:
        moments = np.full(3, moments.mean())
    return mass, center, axes @ np.diag(moments) @ axes.T
