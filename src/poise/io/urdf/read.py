"""URDF import: links and joints of a robot description, as a figure.

| URDF | here |
|---|---|
| revolute, continuous | hinge, limited or not |
| prismatic | slide |
| floating | free |
| spherical (not in the standard, but in use) | ball, not limited |
| planar | two slides and a hinge, named `<joint>_x`, `<joint>_y`, `<joint>_turn`, about the joint's axis |
| fixed | no joint: the child link is merged into its parent; link and joint stay as sites |
| mimic | an equality coupling: joint − multiplier · other = offset |
| limit effort (> 0) | strength, with the source "URDF effort limit" |
| inertial | mass, centre, inertia (turned by the origin's rpy); links without it have no mass |
| collision, or visual when a link has no collision | box, cylinder, sphere, capsule become shapes |
| visual with a mesh | what the figure is drawn with (`figure.character`): STL, OBJ, DAE, with its material's colour |

Angles are radians, rpy means Rz(yaw) Ry(pitch) Rx(roll). Velocity limits, dynamics, safety controllers, transmissions
and sensors say nothing about the body and are ignored.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from poise.figure.check import Vec3, unit3
from poise.figure.joint import Strength
from poise.figure.limit import Range
from poise.figure.marks import Coupling
from poise.figure.placement import Placement, frame_along, rotation_matrix
from poise.io.robot.robot import Part, Robot, RobotBody, RobotJoint, ToldCoupling
from poise.io.text.xml_read import Element, at
from poise.io.urdf.geometry import origin, shapes_of
from poise.io.urdf.visuals import Visuals

GRAVITY: Vec3 = (0.0, 0.0, -9.81)
"""URDF has no gravity; by its convention z is up."""

TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical")


def read_urdf(root: Element, path: Path | str) -> Robot:
    """The robot in a parsed URDF file whose root element is `root`."""
    _refuse_macros(root, path)
    links = _by_name(root.all("link"))
    if not links:
        raise root.error("a robot needs at least one <link>")
    joints = _by_name(root.all("joint"))
    order = _order(root, links, list(joints.values()))
    bodies = [_body(links[name], joint) for name, joint in order]
    seen = Visuals(root, Path(path))
    for body in bodies:
        body.looks = seen.of(body)
    _add_joint_sites(bodies, order)
    kept = {j.name: j for b in bodies for j in b.joints}
    moving = [joint for _, joint in order if joint is not None and joint.attributes["type"] != "fixed"]
    couplings = [_mimic(joint, kept, joints) for joint in moving if joint.first("mimic") is not None]
    name = root.attributes.get("name", "").strip() or Path(path).stem
    return Robot("URDF", name, str(path), bodies, GRAVITY, "z", fixed=bodies[0].name == "world", couplings=couplings)


def _refuse_macros(root: Element, path: Path | str) -> None:
    stack = [root]
    while stack:
        element = stack.pop()
        if element.tag.startswith("xacro:") or any("${" in v or "$(" in v for v in element.attributes.values()):
            raise element.error("this is a xacro file: expand it to plain URDF first (xacro in.urdf.xacro > out.urdf)")
        stack.extend(element.children)


def _by_name(elements: list[Element]) -> dict[str, Element]:
    found: dict[str, Element] = {}
    for element in elements:
        name = element.name()
        if name in found:
            raise element.error(f"two {element.tag}s are named {name!r} (the other on line {found[name].line})")
        found[name] = element
    return found


def _order(root: Element, links: dict[str, Element], joints: list[Element]) -> list[tuple[str, Element | None]]:
    """All links with the joint that carries them, parents first, depth first."""
    carried: dict[str, list[tuple[str, Element]]] = {name: [] for name in links}
    carrier: dict[str, Element] = {}
    for joint in joints:
        parent, child = (_link_of(joint, end, links) for end in ("parent", "child"))
        if child in carrier:
            raise joint.error(f"link {child!r} has two parents (the other joint is on line {carrier[child].line})")
        carrier[child] = joint
        carried[parent].append((child, joint))
    roots = [name for name in links if name not in carrier]
    if not roots:
        raise root.error("the links form a cycle: every link is the child of a joint")
    if len(roots) > 1:
        message = f"several links are nobody's child: {', '.join(map(repr, roots[:6]))}; a robot has one root"
        raise links[roots[1]].error(message)
    return _depth_first(roots[0], carried, links)


def _depth_first(
    start: str, carried: dict[str, list[tuple[str, Element]]], links: dict[str, Element]
) -> list[tuple[str, Element | None]]:
    order: list[tuple[str, Element | None]] = []
    stack: list[tuple[str, Element | None]] = [(start, None)]
    while stack:
        link, joint = stack.pop()
        order.append((link, joint))
        stack.extend(reversed(carried[link]))
    reached = {link for link, _ in order}
    lost = next((name for name in links if name not in reached), None)
    if lost is not None:
        raise links[lost].error(f"the links form a cycle: {lost!r} never leads back to the root {start!r}")
    return order


def _link_of(joint: Element, end: str, links: dict[str, Element]) -> str:
    element = joint.need(end)
    link = element.name("link")
    if link not in links:
        shown = ", ".join(list(links)[:8])
        raise element.error(f"{joint.title} names the unknown link {link!r}; links are: {shown}")
    return link


def _body(link: Element, joint: Element | None) -> RobotBody:
    body = RobotBody(link.name(), None, link)
    inertial = link.first("inertial")
    if inertial is not None:
        with at(inertial):
            body.parts = [_inertial(inertial)]
    with at(link):
        body.shapes = shapes_of(link)
    if joint is not None:
        body.parent = joint.need("parent").name("link")
        with at(joint):
            body.placement = origin(joint)
            body.joints = _joints(joint)
    return body


def _add_joint_sites(bodies: list[RobotBody], order: list[tuple[str, Element | None]]) -> None:
    """A fixed joint's name becomes a site too, where no link has that name."""
    taken = {b.name for b in bodies}
    for body, (_, joint) in zip(bodies, order, strict=True):
        if joint is not None and not body.joints and joint.name() not in taken:
            body.sites.append((joint.name(), Placement()))


def _joints(joint: Element) -> list[RobotJoint]:
    name, kind = joint.name(), joint.choice("type", joint.text("type"), TYPES)
    if kind == "fixed":
        return []
    if kind == "floating":
        return [RobotJoint(name, "free", joint)]
    if kind == "spherical":
        return [RobotJoint(name, "ball", joint)]
    element = joint.first("axis")
    axis = unit3(element.vector("xyz", (1.0, 0.0, 0.0)) if element else (1.0, 0.0, 0.0), f"the axis of {joint.title}")
    if kind == "planar":
        return _planar(name, axis, joint)
    found = RobotJoint(name, "slide" if kind == "prismatic" else "hinge", joint, axis)
    coordinate = "distance" if found.model == "slide" else "angle"
    limit = joint.first("limit")
    if limit is not None:
        _limit(found, limit, coordinate, bounded=kind != "continuous")
    return [found]


def _limit(found: RobotJoint, limit: Element, coordinate: str, bounded: bool) -> None:
    """Missing bounds are 0, as URDF says; a continuous joint has none."""
    with at(limit):
        if bounded:
            bounds = (limit.number(end, 0.0, finite=False) for end in ("lower", "upper"))
            found.limits[coordinate] = Range(*bounds)
        effort = limit.number("effort", 0.0, finite=False)
        if 0 < effort < math.inf:
            found.strengths[coordinate] = Strength(effort, effort, "URDF effort limit")


def _planar(name: str, normal: Vec3, joint: Element) -> list[RobotJoint]:
    """Along the first and second direction of the plane, then a turn about its normal."""
    hint = (1.0, 0.0, 0.0) if abs(normal[0]) < 0.9 else (0.0, 1.0, 0.0)
    first, second = rotation_matrix(frame_along(normal, hint)).T[:2]
    return [
        RobotJoint(f"{name}_x", "slide", joint, unit3(first, "a direction of a plane")),
        RobotJoint(f"{name}_y", "slide", joint, unit3(second, "a direction of a plane")),
        RobotJoint(f"{name}_turn", "hinge", joint, normal),
    ]


def _mimic(joint: Element, kept: dict[str, RobotJoint], joints: dict[str, Element]) -> ToldCoupling:
    """joint − multiplier · other = offset; an other that is fixed counts as 0."""
    name, mimic = joint.name(), joint.all("mimic")[0]
    other = mimic.name("joint")
    still = other in joints and joints[other].attributes["type"] == "fixed"
    for end in (name,) if still else (name, other):
        if end not in kept or kept[end].model in ("free", "ball"):
            single = [n for n, j in kept.items() if j.model in ("hinge", "slide")]
            choices = ", ".join(single[:8])
            raise mimic.error(f"mimic joins joints with one coordinate, not {end!r}; there are: {choices}")
    if name == other:
        raise mimic.error(f"joint {name!r} cannot mimic itself")
    factor, offset = mimic.number("multiplier", 1.0), mimic.number("offset", 0.0)
    with at(mimic):
        terms = {name: 1.0} if still else {name: 1.0, other: -factor}
        return Coupling(f"{name}_follows_{other}", terms, offset, offset), mimic


def _inertial(inertial: Element) -> Part:
    place = origin(inertial)
    mass = inertial.need("mass").number("value")
    if mass < 0:
        raise inertial.error(f"a negative mass: {mass} kg")
    moments = inertial.need("inertia")
    xx, yy, zz = (moments.number(k) for k in ("ixx", "iyy", "izz"))
    xy, xz, yz = (moments.number(k, 0.0) for k in ("ixy", "ixz", "iyz"))
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if place.rotation != Placement().rotation:
        rotation = place.matrix[:3, :3]
        inertia = rotation @ inertia @ rotation.T
        inertia = (inertia + inertia.T) / 2
    return mass, place.position, inertia
