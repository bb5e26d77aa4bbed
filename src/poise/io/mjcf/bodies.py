"""The body tree of an MJCF file, read depth first with a stack, so that its depth is no limit."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator

from poise.figure.check import Vec3, unit3
from poise.figure.joint import Strength
from poise.figure.limit import Cone, Limit, Range
from poise.figure.placement import Placement, rotate
from poise.io.mjcf.defaults import TRUTH, Compiler, Defaults
from poise.io.mjcf.frame import placement, span
from poise.io.mjcf.matter import Pile, read_inertial, weigh
from poise.io.mjcf.meshes import Meshes
from poise.io.mjcf.visuals import Visuals
from poise.io.robot.robot import Part, RobotBody, RobotJoint, moved_part
from poise.io.text.names import Names, unique
from poise.io.text.xml_read import Element, at

Item = tuple[Element, Placement, str | None]
"""A child of a body, the frame it is given in (in body coordinates), and the default class that reaches it."""

UNSUPPORTED = ("composite", "flexcomp", "attach")
SOURCE = "MJCF actuatorfrcrange"


class BodyReader:
    """Reads all bodies, the world first, parents before children, in file order."""

    def __init__(self, root: Element, compiler: Compiler, defaults: Defaults, meshes: Meshes) -> None:
        self.visuals = Visuals(root, compiler, defaults, meshes)
        self.compiler = compiler
        self.defaults = defaults
        self.meshes = meshes
        self.bodies: list[RobotBody] = []
        self.read_joints: set[str] = set()
        self._read(root)
        self._name_sites()

    def _read(self, root: Element) -> None:
        worlds = root.all("worldbody")
        if not worlds:
            raise root.error("a MuJoCo model needs a <worldbody>")
        world = Element("worldbody", worlds[0].attributes, worlds[0].line, worlds[0].path)
        world.children = [child for part in worlds for child in part.children]
        stack: list[tuple[Item, str | None]] = [((world, Placement(), None), None)]
        names, self.joint_names = _body_names(world), Names(_joint_names(world))
        while stack:
            (element, frame, childclass), parent = stack.pop()
            childclass = self.defaults.known(element, childclass)
            items = list(self._items(element, childclass))
            body = RobotBody(names[id(element)], parent, element)
            body.placement = Placement() if parent is None else frame @ placement(element, self.compiler)
            self._fill(body, items, is_world=parent is None)
            self.bodies.append(body)
            stack.extend((item, body.name) for item in reversed(items) if item[0].tag == "body")

    def _items(self, element: Element, childclass: str | None) -> Iterator[Item]:
        """The children of a body, those of `<frame>` elements in place of them."""
        stack: list[Item] = [(c, Placement(), childclass) for c in reversed(element.children)]
        while stack:
            child, frame, inherited = stack.pop()
            if child.tag in UNSUPPORTED:
                raise child.error(f"<{child.tag}> is not supported: let MuJoCo expand it and save the model again")
            if child.tag == "frame":
                inner = frame @ placement(child, self.compiler)
                inherited = self.defaults.known(child, inherited)
                stack.extend((c, inner, inherited) for c in reversed(child.children))
            else:
                yield child, frame, inherited

    def _fill(self, body: RobotBody, items: list[Item], is_world: bool) -> None:
        inertial: Part | None = None
        geoms: list[tuple[Element, Placement]] = []
        for child, frame, childclass in items:
            if child.tag in ("joint", "freejoint"):
                body.joints.append(self._joint(child, frame, childclass, body))
            elif child.tag == "site":
                body.sites.append(self._site(self.defaults.filled(child, childclass), frame))
            elif child.tag == "inertial":
                inertial = moved_part(read_inertial(child, self.compiler), frame)
            elif child.tag == "geom" and not is_world:
                geoms.append((self.defaults.filled(child, childclass), frame))
        if not is_world:
            pile = Pile(geoms, self.compiler, self.meshes, weighed=self.compiler.asks_geoms(inertial is not None))
            body.shapes = pile.shapes
            body.looks = self.visuals.of(geoms, pile.shapes)
            body.parts = weigh(body, inertial, pile, self.compiler)
        self._check_joints(body, is_world)
        self._check_alignment(body, items)

    def _site(self, site: Element, frame: Placement) -> tuple[str, Placement]:
        ends = span(site)
        place = ends[0] if ends else placement(site, self.compiler)
        return site.attributes.get("name", "").strip(), frame @ place

    def _check_joints(self, body: RobotBody, is_world: bool) -> None:
        if body.joints and is_world:
            raise body.joints[0].element.error("the world cannot have joints")
        free = [j for j in body.joints if j.model == "free"]
        if free and (len(body.joints) > 1 or body.parent != self.bodies[0].name):
            raise free[0].element.error("a free joint must be the only joint of a body at the top of the tree")

    def _check_alignment(self, body: RobotBody, items: list[Item]) -> None:
        """MuJoCo can turn a lone floating body's frame to its principal axes, whose choice is not unique; we do not."""
        if not _is_aligned(body, self.compiler) or any(child.tag == "body" for child, _, _ in items):
            return
        message = f"the frame of {body.element.title} stays as written; MuJoCo would align it with its inertia"
        warnings.warn(str(body.element.error(message)), UserWarning, stacklevel=2)

    def _joint(self, element: Element, frame: Placement, childclass: str | None, body: RobotBody) -> RobotJoint:
        free = element.tag == "freejoint"
        joint = element if free else self.defaults.filled(element, childclass)
        model = "free" if free else joint.choice("type", "hinge", ("hinge", "slide", "ball", "free"))
        name = self._joint_name(joint, body, model)
        if model == "free":
            return RobotJoint(name, "free", joint)
        with at(joint):
            axis = rotate(frame.rotation, unit3(joint.vector("axis", (0.0, 0.0, 1.0)), f"the axis of {joint.title}"))
            anchor: Vec3 = frame.apply(joint.vector("pos", (0.0, 0.0, 0.0)))
            limits = self._limits(joint, model)
            if model == "ball":
                return RobotJoint(name, "ball", joint, anchor=anchor, limits=limits)
            reference, strengths = joint.number("ref", 0.0), _strengths(joint, model)
            if model == "slide":
                return RobotJoint(name, "slide", joint, axis, anchor, limits, reference, strengths)
            return RobotJoint(name, "hinge", joint, axis, anchor, limits, reference * self.compiler.unit, strengths)

    def _joint_name(self, joint: Element, body: RobotBody, model: str) -> str:
        name = joint.attributes.get("name", "").strip()
        if name in self.read_joints:
            raise joint.error(f"two joints are named {name!r}")
        name = name or self.joint_names.new("root" if model == "free" else f"{body.name}_joint")
        self.read_joints.add(name)
        return name

    def _limits(self, joint: Element, model: str) -> dict[str, Limit]:
        low, high = joint.exactly("range", 2) or (0.0, 0.0)
        told = joint.choice("limited", "auto", ("auto", "false", "true"))
        if told == "false" or (told == "auto" and not (self.compiler.autolimits and low < high)):
            return {}
        if low >= high:
            raise joint.error(f"{joint.title} is limited, so its range must go up; it is {low} to {high}")
        if model == "slide":
            return {"distance": Range(low, high)}
        if model == "hinge":
            return {"angle": Range(low * self.compiler.unit, high * self.compiler.unit)}
        return ball_limits(high * self.compiler.unit)

    def _name_sites(self) -> None:
        """Sites may be nameless or named like a body; ours need names of their own. Names in the file come first."""
        names = Names(b.name for b in self.bodies)
        for nameless in (False, True):
            for body in self.bodies:
                body.sites = [
                    (_site_name(name, body, names), place) if nameless == (not name) else (name, place)
                    for name, place in body.sites
                ]


def ball_limits(angle: float) -> dict[str, Limit]:
    """A ball joint whose total rotation angle is limited, as swing and twist limits.

    With swing s and twist t the total angle θ obeys cos θ/2 = cos s/2 · cos t/2, so θ ≤ angle implies s ≤ angle and
    |t| ≤ angle: nothing that the file allows is lost. Swing and twist together may go somewhat further than it.
    """
    if angle >= math.pi:
        return {}
    return {"swing": Cone(angle), "twist": Range(-angle, angle)}


def _site_name(name: str, body: RobotBody, names: Names) -> str:
    wanted = name or f"{body.name}_site"
    return names.new(f"{wanted}_site" if wanted in names.taken and name else wanted)


def _is_aligned(body: RobotBody, compiler: Compiler) -> bool:
    if not body.joints or body.joints[0].model != "free":
        return False
    told = body.joints[0].element.choice("align", "auto", ("auto", *TRUTH))
    return told == "true" or (told == "auto" and compiler.alignfree)


def _strengths(joint: Element, model: str) -> dict[str, Strength]:
    limits = joint.exactly("actuatorfrcrange", 2)
    if limits is None or joint.attributes.get("actuatorfrclimited") == "false" or not limits[0] <= 0.0 < limits[1]:
        return {}
    return {"distance" if model == "slide" else "angle": Strength(limits[1], -limits[0], SOURCE)}


def _joint_names(world: Element) -> set[str]:
    """Names the file gives to joints; names we make up must not be among them."""
    found: set[str] = set()
    stack = [world]
    while stack:
        element = stack.pop()
        stack.extend(element.children)
        if element.tag in ("joint", "freejoint"):
            found.add(element.attributes.get("name", "").strip())
    return found


def _body_names(world: Element) -> dict[int, str]:
    """Names by element; nameless bodies get one, the world is "world" unless a body is called so."""
    found: dict[int, str] = {}
    named: dict[str, Element] = {}
    elements = [world]
    stack = list(reversed(world.children))
    while stack:
        element = stack.pop()
        if element.tag == "body":
            elements.append(element)
        if element.tag in ("body", "frame"):
            stack.extend(reversed(element.children))
    for element in elements[1:]:
        name = element.attributes.get("name", "").strip()
        if name in named:
            raise element.error(f"two bodies are named {name!r} (the other on line {named[name].line})")
        if name:
            named[name] = element
            found[id(element)] = name
    taken = set(named)
    for number, element in enumerate(elements):
        if id(element) not in found:
            found[id(element)] = unique("world" if number == 0 else f"body_{number}", taken)
            taken.add(found[id(element)])
    return found
