"""URDF export: a figure as a robot description.

Said exactly: the tree, frames, masses, inertias; hinge and slide joints with their ranges; elbow joints as two revolute
joints; free joints; equality couplings of two coordinates (mimic); sites as links on fixed joints; spheres, boxes and
cylinders. A fixed base hangs on a link "world", whose z is up as URDF has it; a free base is just the root link.

Said nearly, each time with a note in the file: ball and swing joints are three revolute joints x, y, z (Euler angles,
not swing and twist), capsules are a cylinder and two spheres, tapered ones with a straight middle.

Not said, and listed in the file: swing and twist limits, other couplings, postures, ellipsoids, soles, limbs, groups,
weights. URDF demands limits of slides and efforts of all joints: open ends are written as 1e9, unknown efforts as 0.
"""

from __future__ import annotations

import math

from poise.figure.check import Vec3
from poise.figure.figure import Figure
from poise.figure.marks import Coupling
from poise.figure.placement import Placement, rotate
from poise.figure.segment import Segment
from poise.figure.shape import Box, Capsule, Cylinder, Ellipsoid, Shape, Sphere
from poise.io.robot.assemble import TURN
from poise.io.robot.steps import Chain, Step, X, Y, Z, chain_of, free_name, step_names, unsaid
from poise.io.text.xml_write import Node, numbers, xml_text

OPEN = 1e9


def figure_urdf(figure: Figure) -> str:
    """The text of a URDF file."""
    writer = _Writer(figure)
    return xml_text(writer.root, writer.notes)


class _Writer:
    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        postures = [name for name in figure.postures if name != "rest"]
        self.notes = [f"{figure.name}, written by Poise. Metres, kilograms, radians.", *unsaid(figure)]
        self.notes.append(f"not said here: postures {', '.join(['rest', *postures])}")
        self.root = Node("robot", {"name": figure.name})
        self.links = set(figure.segments)
        self.joints = set(figure.joints)
        self.chains = [chain_of(branch, self.joints) for branch in figure.branches]
        self.written: dict[str, Node] = {}
        for segment in figure.segments.values():
            self._link(segment)
        for branch, chain in zip(figure.branches, self.chains, strict=True):
            carrier = None if branch.carrier < 0 else figure.branches[branch.carrier].segment
            self._hang(chain, carrier, branch.segment)
        self._couplings()
        self._sites()

    # ---- links --------------------------------------------------------------------------------

    def _link(self, segment: Segment) -> None:
        link = self.root.add("link", name=segment.name)
        if segment.mass > 0:
            inertial = link.add("inertial")
            inertial.add("origin", xyz=numbers(segment.center), rpy="0 0 0")
            inertial.add("mass", value=numbers([segment.mass]))
            rows = zip(("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), _upper(segment), strict=True)
            inertial.add("inertia", **{key: numbers([value]) for key, value in rows})
        for shape in segment.shapes:
            for place, node in self._solids(shape, segment.name):
                for kind in ("visual", "collision"):
                    part = link.add(kind)
                    part.children.append(_origin(place))
                    part.add("geometry").children.append(node)

    def _solids(self, shape: Shape, segment: str) -> list[tuple[Placement, Node]]:
        place = shape.placement
        if isinstance(shape, Sphere):
            return [(place, Node("sphere", {"radius": numbers([shape.radius])}))]
        if isinstance(shape, Box):
            return [(place, Node("box", {"size": numbers(shape.size)}))]
        if isinstance(shape, Cylinder):
            return [(place, _cylinder(shape.radius, shape.length))]
        if isinstance(shape, Ellipsoid):
            self.notes.append(f"not said here: an ellipsoid of segment {segment!r}")
            return []
        return self._capsule(shape, segment)

    def _capsule(self, shape: Capsule, segment: str) -> list[tuple[Placement, Node]]:
        bottom, top = shape.radii
        if bottom != top:
            self.notes.append(f"said nearly: a tapered capsule of segment {segment!r} has a straight middle here")
        ends = [(bottom, -shape.length / 2), (top, shape.length / 2)]
        place = shape.placement
        balls = [(place @ Placement((0.0, 0.0, z)), Node("sphere", {"radius": numbers([r])})) for r, z in ends]
        return [(place, _cylinder((bottom + top) / 2, shape.length)), *balls]

    # ---- joints -------------------------------------------------------------------------------

    def _hang(self, chain: Chain, carrier: str | None, segment: str) -> None:
        if carrier is None:
            if chain.joint.model == "free":
                return
            carrier = free_name("world", self.links)
            self.root.add("link", name=carrier)
            chain = chain._replace(outer=self._upright() @ chain.outer)
        if not chain.steps:
            self._joint(chain.joint.name, "fixed", carrier, segment, chain.outer @ chain.inner)
            return
        origin, turn, rest = _split(chain)
        steps = [s for step in chain.steps for s in self._simple(step, chain)]
        for number, step in enumerate(steps):
            last = number == len(steps) - 1 and rest.is_identity
            child = segment if last else self._passed(f"{segment}_{step.name}")
            node = self._joint(step.name, _type(step), carrier, child, origin if number == 0 else Placement())
            self._motion(node, step, turn)
            carrier = child
        if not rest.is_identity:
            self._joint(free_name(f"{chain.joint.name}_end", self.joints), "fixed", carrier, segment, rest)

    def _upright(self) -> Placement:
        """URDF's world has z up: turn ours where y is up."""
        x, y, z = self.figure.gravity
        return TURN.inverse() if -y > max(abs(x), abs(z)) else Placement()

    def _simple(self, step: Step, chain: Chain) -> list[Step]:
        """A ball as three hinges; backwards they turn the other way in the opposite order."""
        if step.kind != "ball":
            return [step]
        self.notes.append(f"said nearly: {chain.joint.model} joint {step.name!r} is three revolute joints x, y, z here")
        axes = list(zip("xyz", (X, Y, Z), strict=True))
        if chain.reversed:
            axes = [(letter, (-x, -y, -z)) for letter, (x, y, z) in reversed(axes)]
        return [Step("hinge", free_name(f"{step.name}_{c}", self.joints), "", axis) for c, axis in axes]

    def _passed(self, name: str) -> str:
        link = free_name(name, self.links)
        self.root.add("link", name=link)
        return link

    def _joint(self, name: str, kind: str, parent: str, child: str, origin: Placement) -> Node:
        node = self.root.add("joint", name=name, type=kind)
        node.add("parent", link=parent)
        node.add("child", link=child)
        node.children.append(_origin(origin))
        self.written[name] = node
        return node

    def _motion(self, node: Node, step: Step, turn: Placement) -> None:
        if step.kind == "free":
            return
        node.add("axis", xyz=numbers(rotate(turn.inverse().rotation, step.axis)))
        effort = 0.0 if step.strength is None else max(step.strength.positive, step.strength.negative)
        bounds: dict[str, str] = {}
        if _type(step) != "continuous":
            low, high = (step.range.min, step.range.max) if step.range else (-math.inf, math.inf)
            bounds = {"lower": numbers([max(low, -OPEN)]), "upper": numbers([min(high, OPEN)])}
        node.add("limit", **bounds, effort=numbers([effort]), velocity="0")

    # ---- couplings and sites ------------------------------------------------------------------

    def _couplings(self) -> None:
        names = step_names(self.chains)
        followers: set[str] = set()
        for coupling in self.figure.couplings.values():
            pair = _mimic(coupling, names)
            if pair is None or pair[0] in followers:
                self.notes.append(f"not said here: coupling {coupling.name!r}")
                continue
            first, second, slope, offset = pair
            followers.add(first)
            self.written[first].add("mimic", joint=second, multiplier=numbers([slope]), offset=numbers([offset]))

    def _sites(self) -> None:
        for site in self.figure.sites.values():
            if site.name == site.segment and site.placement.is_identity:
                continue
            link = free_name(site.name if site.name not in self.links else f"{site.name}_site", self.links)
            self.root.add("link", name=link)
            self._joint(free_name(f"{link}_mount", self.joints), "fixed", site.segment, link, site.placement)


def _split(chain: Chain) -> tuple[Placement, Placement, Placement]:
    """(origin, turn, rest): the joint frame turned to the child's axes, and what is left between it and the child.

    T = outer · M · inner = (outer R) · (R⁻¹ M R) · (R⁻¹ inner), with R the rotation of `inner`.
    """
    turn = Placement(rotation=chain.inner.rotation)
    rest = Placement(turn.inverse().apply(chain.inner.position))
    if all(step.kind == "slide" for step in chain.steps):  # translations commute
        return chain.outer @ chain.inner, turn, Placement()
    if any(step.kind == "free" for step in chain.steps):
        return chain.outer, Placement(), chain.inner
    return chain.outer @ turn, turn, rest


def _mimic(coupling: Coupling, names: dict[str, str]) -> tuple[str, str, float, float] | None:
    """f₁ q₁ + f₂ q₂ = b as (joint 1, joint 2, −f₂/f₁, b/f₁); None when it is something else."""
    terms = list(coupling.terms.items())
    if coupling.min != coupling.max or len(terms) != 2 or any(term not in names for term, _ in terms):
        return None
    (first, f1), (second, f2) = terms
    return names[first], names[second], -f2 / f1, coupling.min / f1


def _type(step: Step) -> str:
    if step.kind == "free":
        return "floating"
    if step.kind == "slide":
        return "prismatic"
    return "continuous" if step.range is None else "revolute"


def _upper(segment: Segment) -> tuple[float, ...]:
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = segment.inertia
    return xx, xy, xz, yy, yz, zz


def _cylinder(radius: float, length: float) -> Node:
    return Node("cylinder", {"radius": numbers([radius]), "length": numbers([length])})


def _origin(placement: Placement) -> Node:
    return Node("origin", {"xyz": numbers(placement.position), "rpy": numbers(_rpy(placement))})


def _rpy(placement: Placement) -> Vec3:
    """Roll, pitch, yaw of Rz(yaw) Ry(pitch) Rx(roll)."""
    m = placement.matrix
    across = math.hypot(m[0, 0], m[1, 0])
    pitch = math.atan2(-m[2, 0], across)
    if across < 1e-9:  # looking straight up or down: only roll and yaw together matter
        return (math.atan2(-m[1, 2], m[1, 1]), pitch, 0.0)
    return (math.atan2(m[2, 1], m[2, 2]), pitch, math.atan2(m[1, 0], m[0, 0]))
