"""MJCF export: a figure as a MuJoCo model.

Said exactly: the tree, frames, masses, inertias, gravity; hinge, slide, ball and free joints; elbow joints as two
hinges; ranges; linear couplings (as joint equalities, or fixed tendons with limits or equalities); sites; shapes;
postures as keyframes. Said nearly, each time with a note in the file: a swing joint is a ball (its twist is not held at
zero), a tapered capsule has its mean radius, segments without mass get 1e-9 kg: MuJoCo moves nothing without mass.
Not said, and listed in the file: swing and twist limits of ball and swing joints, couplings over their coordinates,
strengths, soles, limbs, groups, weights. A ball's quaternion is in the child's frame there, in the joint's frame here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from poise.figure.check import Quaternion, Vec3
from poise.figure.figure import Figure
from poise.figure.marks import Coupling, Site
from poise.figure.placement import IDENTITY, Placement, multiply, rotate
from poise.figure.segment import Segment
from poise.figure.shape import Box, Capsule, Cylinder, Ellipsoid, Shape, Sphere
from poise.io.robot.steps import Chain, X, Y, Z, chain_of, free_name, step_names, unsaid, wxyz
from poise.io.text.xml_write import Node, numbers, xml_text

LEAST_MASS = 1e-9
LEAST_MOMENT = 1e-12


def figure_mjcf(figure: Figure) -> str:
    """The text of an MJCF file."""
    writer = _Writer(figure)
    return xml_text(writer.root, writer.notes)


class _Writer:
    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.notes = [f"{figure.name}, written by Poise. Metres, kilograms, radians.", *unsaid(figure)]
        self.root = Node("mujoco", {"model": figure.name})
        taken = set(figure.joints)
        self.chains = [chain_of(branch, taken) for branch in figure.branches]
        self.rest = figure.rest()
        self.sites: dict[str, list[Site]] = {}
        for site in figure.sites.values():
            self.sites.setdefault(site.segment, []).append(site)
        self._settings()
        self._bodies()
        self._couplings()
        self._keyframes()

    def _settings(self) -> None:
        uneven = [s.name for s in self.figure.segments.values() if _is_uneven(s)]
        if uneven:
            self.notes.append(f"said nearly: evened out by MuJoCo, the inertia of {', '.join(uneven)}")
        settings = {"balanceinertia": "true"} if uneven else {}
        self.root.add("compiler", angle="radian", autolimits="true", inertiafromgeom="false", **settings)
        self.root.add("option", gravity=numbers(self.figure.gravity))

    # ---- bodies -------------------------------------------------------------------------------

    def _bodies(self) -> None:
        nodes = [self.root.add("worldbody")]
        moves = [False]
        for branch, chain in zip(self.figure.branches, self.chains, strict=True):
            parent = branch.carrier + 1
            place = self._placement(chain, is_base=branch.carrier < 0)
            body = nodes[parent].add("body", name=self._body_name(branch.segment), **_placed(place))
            moving = moves[parent] or bool(chain.steps)
            self._joints(body, chain, is_base=branch.carrier < 0)
            self._matter(body, self.figure.segments[branch.segment], moving)
            nodes.append(body)
            moves.append(moving)

    def _body_name(self, segment: str) -> str:
        """MuJoCo keeps the name "world" for itself."""
        return free_name("world_segment", set(self.figure.segments)) if segment == "world" else segment

    def _placement(self, chain: Chain, is_base: bool) -> Placement:
        if is_base and chain.joint.model == "free":  # MuJoCo's free coordinates are the world placement itself
            return Placement.from_matrix(self.rest.segment_frame(self.figure.root))
        return chain.outer @ chain.inner

    def _joints(self, body: Node, chain: Chain, is_base: bool) -> None:
        back = chain.inner.inverse()
        for step in chain.steps:
            if step.kind == "free":
                self._free(body, chain, back, is_base)
                continue
            bounds = step.range
            limits = None if bounds is None else numbers(_finite(bounds.min, bounds.max))
            axis = None if step.kind == "ball" else numbers(rotate(back.rotation, step.axis))
            body.add("joint", name=step.name, type=step.kind, pos=_position(back), axis=axis, range=limits)
        if chain.joint.model == "swing":
            self.notes.append(f"said nearly: swing joint {chain.joint.name!r} is a ball here, free to twist")

    def _free(self, body: Node, chain: Chain, back: Placement, is_base: bool) -> None:
        """A free joint in the middle of a figure is three slides and a ball in MuJoCo."""
        name = chain.joint.name
        if is_base:
            body.add("freejoint", name=name)
            return
        for letter, axis in zip("xyz", (X, Y, Z), strict=True):
            along = numbers(rotate(back.rotation, axis))
            body.add("joint", name=f"{name}_{letter}", type="slide", axis=along)
        body.add("joint", name=f"{name}_turn", type="ball", pos=_position(back))

    def _matter(self, body: Node, segment: Segment, moving: bool) -> None:
        if segment.mass > 0 or moving:
            body.children.append(self._inertial(segment, moving))
        for shape in segment.shapes:
            body.children.append(self._geom(shape, segment.name))
        for site in self.sites.get(segment.name, ()):
            if site.name != self._body_name(segment.name) or not site.placement.is_identity:
                body.add("site", name=site.name, **_placed(site.placement))

    def _inertial(self, segment: Segment, moving: bool) -> Node:
        mass, inertia = segment.mass, np.array(segment.inertia)
        if moving and mass < LEAST_MASS:
            mass = LEAST_MASS
            self.notes.append(f"said nearly: segment {segment.name!r} has no mass, here {LEAST_MASS} kg")
        if moving and np.linalg.eigvalsh(inertia)[0] < LEAST_MOMENT:
            inertia = inertia + LEAST_MOMENT * np.eye(3)
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia
        full = numbers((xx, yy, zz, xy, xz, yz))
        return Node("inertial", {"pos": numbers(segment.center), "mass": numbers([mass]), "fullinertia": full})

    def _geom(self, shape: Shape, segment: str) -> Node:
        kind, size = _kind_and_size(shape)
        if isinstance(shape, Capsule) and shape.radii[0] != shape.radii[1]:
            self.notes.append(f"said nearly: a tapered capsule of segment {segment!r} has its mean radius here")
        return Node("geom", {"type": kind, "size": numbers(size), **_placed(shape.placement)})

    # ---- couplings ----------------------------------------------------------------------------

    def _couplings(self) -> None:
        names = step_names(self.chains)
        tendons, equality = Node("tendon"), Node("equality")
        for coupling in self.figure.couplings.values():
            if any(term not in names for term in coupling.terms):
                self.notes.append(f"not said here: coupling {coupling.name!r}, over swing and twist coordinates")
                continue
            terms = [(names[term], factor) for term, factor in coupling.terms.items()]
            if coupling.min == coupling.max and len(terms) <= 2:
                _joint_equality(equality, coupling, terms)
            else:
                _tendon(tendons, equality, coupling, terms)
        self.root.children += [node for node in (tendons, equality) if node.children]

    # ---- postures -----------------------------------------------------------------------------

    def _keyframes(self) -> None:
        keyframe = self.root.add("keyframe")
        for name in self.figure.postures:
            pose = self.figure.pose(name)
            values = [v for chain in self.chains for v in self._qpos(chain, pose)]
            keyframe.add("key", name=name, qpos=numbers(values))

    def _qpos(self, chain: Chain, pose: Any) -> list[float]:
        joint = chain.joint
        if joint.model == "free" and joint.parent is None:
            place = Placement.from_matrix(pose.segment_frame(self.figure.root))
            return [*place.position, *wxyz(place.rotation)]
        if joint.model in ("ball", "swing"):
            motion = Placement.from_matrix(pose.rotation(joint.name))
            return list(wxyz(_in_child(chain, motion)))
        if joint.model == "free":
            motion = _free_motion(pose, joint.name)
            return self._loose(chain, motion)
        return [pose[f"{joint.name}.{step.coordinate}"] for step in chain.steps]

    @staticmethod
    def _loose(chain: Chain, motion: Placement) -> list[float]:
        """Slides first, then the turn; backwards, the slides move in the turned frame."""
        motion = motion.inverse() if chain.reversed else motion
        forward = chain._replace(reversed=False)
        return [*motion.position, *wxyz(_in_child(forward, Placement(rotation=motion.rotation)))]


def _free_motion(pose: Any, joint: str) -> Placement:
    base = Placement.from_matrix(pose.joint_base(joint))
    return base.inverse() @ Placement.from_matrix(pose.joint_frame(joint))


def _in_child(chain: Chain, motion: Placement) -> Quaternion:
    """A joint's rotation as MuJoCo stores it: about the child's axes."""
    rotation = motion.inverse().rotation if chain.reversed else motion.rotation
    back = chain.inner.inverse().rotation
    return multiply(back, multiply(rotation, chain.inner.rotation))


def _joint_equality(equality: Node, coupling: Coupling, terms: list[tuple[str, float]]) -> None:
    """f₁ q₁ + f₂ q₂ = b as q₁ = b/f₁ − f₂/f₁ q₂."""
    (first, f1), *others = terms
    second = others[0] if others else None
    slope = 0.0 if second is None else -second[1] / f1
    polynomial = numbers((coupling.min / f1, slope, 0.0, 0.0, 0.0))
    other = None if second is None else second[0]
    equality.add("joint", name=coupling.name, joint1=first, joint2=other, polycoef=polynomial)


def _tendon(tendons: Node, equality: Node, coupling: Coupling, terms: list[tuple[str, float]]) -> None:
    is_equality = coupling.min == coupling.max
    bounds = None if is_equality else numbers(_finite(coupling.min, coupling.max))
    tendon = tendons.add("fixed", name=coupling.name, range=bounds)
    for joint, factor in terms:
        tendon.add("joint", joint=joint, coef=numbers([factor]))
    if is_equality:
        polynomial = numbers((coupling.min, 0.0, 0.0, 0.0, 0.0))
        equality.add("tendon", name=coupling.name, tendon1=coupling.name, polycoef=polynomial)


def _kind_and_size(shape: Shape) -> tuple[str, tuple[float, ...]]:
    if isinstance(shape, Sphere):
        return "sphere", (shape.radius,)
    if isinstance(shape, Ellipsoid):
        return "ellipsoid", shape.radii
    if isinstance(shape, Box):
        return "box", tuple(s / 2 for s in shape.size)
    if isinstance(shape, Cylinder):
        return "cylinder", (shape.radius, shape.length / 2)
    return "capsule", (sum(shape.radii) / 2, shape.length / 2)


def _is_uneven(segment: Segment) -> bool:
    """Whether the principal moments break the triangle rule A + B ≥ C."""
    a, b, c = np.linalg.eigvalsh(np.array(segment.inertia))
    return bool(a + b < c - 1e-14)


def _placed(placement: Placement) -> dict[str, str]:
    parts = {}
    if placement.position != (0.0, 0.0, 0.0):
        parts["pos"] = numbers(placement.position)
    if placement.rotation != IDENTITY:
        parts["quat"] = numbers(wxyz(placement.rotation))
    return parts


def _position(back: Placement) -> str | None:
    position: Vec3 = back.position
    return None if position == (0.0, 0.0, 0.0) else numbers(position)


def _finite(low: float, high: float) -> tuple[float, float]:
    """Open ends as a number no joint reaches."""
    return max(low, -1e10), min(high, 1e10)
