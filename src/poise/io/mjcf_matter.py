"""What MJCF bodies are made of: geoms as shapes, and mass from `<inertial>` or from the geoms.

Planes, height fields, signed distance fields and meshes are no shapes here. Meshes are not read: where a body's mass
would come from one, that part counts as massless and a warning says so.
"""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import NDArray

from poise.figure.check import vec3
from poise.figure.placement import Placement
from poise.figure.segment import merged
from poise.figure.shape import Box, Capsule, Cylinder, Ellipsoid, Shape, Sphere
from poise.io.mjcf_defaults import TRUTH, Compiler
from poise.io.mjcf_frame import orientation, placement, span
from poise.io.robot import Part, RobotBody
from poise.io.xml_text import Element, at

SOLIDS = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}
"""How many sizes each solid has."""
OTHERS = ("plane", "hfield", "mesh", "sdf")


def read_geom(geom: Element, compiler: Compiler) -> tuple[Shape | None, Part | None]:
    """The shape of a geom, and its matter if its group counts for inertia."""
    with at(geom):
        kind = geom.choice("type", "mesh" if "mesh" in geom.attributes else "sphere", (*SOLIDS, *OTHERS))
        counts = compiler.groups[0] <= geom.number("group", 0.0) <= compiler.groups[1]
        if kind not in SOLIDS or "mesh" in geom.attributes:
            return None, None
        shape = _solid(geom, kind, compiler)
        if not counts:
            return shape, None
        if geom.choice("shellinertia", "false", TRUTH) == "true":
            raise geom.error("shellinertia='true' is not supported: give the body an <inertial>")
        return shape, _matter(geom, shape)


def mesh_has_mass(geom: Element) -> bool:
    """Whether MuJoCo would take mass from a mesh that we do not read."""
    is_mesh = "mesh" in geom.attributes or geom.attributes.get("type") in ("mesh", "sdf")
    return is_mesh and geom.number("mass", 1.0) > 0 and geom.number("density", 1000.0) > 0


def _matter(geom: Element, shape: Shape) -> Part:
    volume = shape.volume
    mass = geom.number("mass", volume * geom.number("density", 1000.0))
    if mass < 0:
        raise geom.error(f"{geom.title} has a negative mass: {mass} kg")
    return mass, shape.center(), shape.inertia(mass / volume)


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
    inertial.text("pos")
    mass = inertial.number("mass")
    if mass < 0:
        raise inertial.error(f"a negative mass: {mass} kg")
    place = placement(inertial, compiler)
    full = inertial.exactly("fullinertia", 6)
    if full is not None:
        xx, yy, zz, xy, xz, yz = full
        return mass, place.position, np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    diagonal = inertial.exactly("diaginertia", 3)
    if diagonal is None:
        raise inertial.error("an <inertial> needs diaginertia or fullinertia")
    rotation = place.matrix[:3, :3]
    return mass, place.position, rotation @ np.diag(diagonal) @ rotation.T


def weigh(body: RobotBody, inertial: Part | None, parts: list[Part], meshes: int, compiler: Compiler) -> list[Part]:
    """A body's matter by MuJoCo's rules: `<inertial>` or geoms, then the compiler's bounds.

    Geoms that should win but have no say in inertia leave it to the `<inertial>`. A body with no matter at all, given
    some by `boundmass`, has it where MuJoCo puts it: at its own `pos`, taken in its own frame.
    """
    wanted = compiler.inertiafromgeom
    from_geoms = (wanted == "true" and (bool(parts) or inertial is None)) or (wanted == "auto" and inertial is None)
    if from_geoms and meshes:
        message = f"the mass of {body.element.title} comes from a mesh, which is not read: that part counts as massless"
        warnings.warn(str(body.element.error(message)), UserWarning, stacklevel=2)
    chosen = parts if from_geoms else [] if inertial is None else [inertial]
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
