"""What URDF and MJCF have in common: a tree of bodies, each hung on the one before it by any number of joints.

    T_parent_body = placement · Π_i  Trans(anchor_i) M_i(q_i − reference_i) Trans(−anchor_i)

A body without joints is fixed to its parent. `assemble` turns a `Robot` into a `Figure`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from poise.figure.check import Vec3
from poise.figure.joint import Strength
from poise.figure.limit import Limit
from poise.figure.marks import Coupling
from poise.figure.placement import Placement
from poise.figure.shape import Shape
from poise.io.robot.looks import Look
from poise.io.text.xml_read import Element

Part = tuple[float, Any, Any]
"""Mass in kg, centre (3,) in m, inertia (3, 3) about that centre in kg m²; all in body axes."""


ToldCoupling = tuple[Coupling, Element]
"""A coupling, and the element that tells it."""


@dataclass(slots=True)
class RobotJoint:
    """A joint of a body. `axis` and `anchor` are in the body's frame; angles in radians.

    `reference` is the coordinate at which the body is where its placement says.
    """

    name: str
    model: Literal["hinge", "slide", "ball", "free"]
    element: Element
    axis: Vec3 = (0.0, 0.0, 1.0)
    anchor: Vec3 = (0.0, 0.0, 0.0)
    limits: dict[str, Limit] = field(default_factory=dict)
    reference: float = 0.0
    strengths: dict[str, Strength] = field(default_factory=dict)


@dataclass(slots=True)
class RobotBody:
    """A rigid body: its frame in the parent body's frame (None: the world's), joints, matter, shapes, sites, and what
    is seen of it."""

    name: str
    parent: str | None
    element: Element
    placement: Placement = field(default_factory=Placement)
    joints: list[RobotJoint] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    sites: list[tuple[str, Placement]] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)


@dataclass(slots=True)
class Robot:
    """A file's contents. `kind`: what it is. `bodies` come parents first; the first is the root, which has no joints
    unless it floats.

    `gravity` in the file's axes; `up` is the file's vertical axis; `fixed` when the file holds the root to the world.
    `postures`: coordinates by joint name, free joints as position and quaternion x y z w. `soft`: the couplings are no
    more than forces to the file, so one that cannot hold within the joint limits is left out instead of refused.
    """

    kind: Literal["URDF", "MJCF"]
    name: str
    path: str
    bodies: list[RobotBody]
    gravity: Vec3
    up: Literal["y", "z"]
    fixed: bool
    couplings: list[ToldCoupling] = field(default_factory=list)
    postures: dict[str, dict[str, tuple[float, ...]]] = field(default_factory=dict)
    soft: bool = False


def moved_part(part: Part, outer: Placement) -> Part:
    """The same matter in a frame in which the old one sits at `outer`."""
    if outer.is_identity:
        return part
    mass, center, inertia = part
    rotation = outer.matrix[:3, :3]
    x, y, z = (float(c) for c in center)
    turned = rotation @ inertia @ rotation.T
    return mass, outer.apply((x, y, z)), (turned + turned.T) / 2
