"""From a robot file's bodies to a figure: fixed bodies merged, joints put in a row, axes turned, the base chosen."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Literal

import numpy as np

from poise.errors import CouplingError, FileError, InputError, PoiseError
from poise.figure.figure import Figure
from poise.figure.joint import Joint
from poise.figure.limit import Range
from poise.figure.marks import Coupling, Mirror, Site
from poise.figure.placement import Placement, rotate
from poise.figure.segment import Segment
from poise.figure.shape import Shape
from poise.io.robot.looks import Look, robot_character
from poise.io.robot.matter import Told, weighed
from poise.io.robot.robot import Robot, RobotBody, RobotJoint, moved_part
from poise.io.robot.sides import side_pairs
from poise.io.text.names import unique
from poise.io.text.xml_read import at

TURN = Placement(rotation=(-0.5, -0.5, -0.5, 0.5))
"""From (x forward, y left, z up) to ours (x left, y up, z forward): ours = (y, z, x) of theirs, exactly."""


def assemble(robot: Robot, root: Literal["free", "fixed"] | None, axes: Literal["poise", "keep"]) -> Figure:
    """The figure of a robot file.

    `root` None holds the base as the file says. With `axes="poise"` a Z-up file is turned as a whole: only the base
    and gravity change; segment frames, joint axes and coordinates stay as in the file.
    """
    turn = TURN if axes == "poise" and robot.up == "z" else Placement()
    held = root or ("fixed" if robot.fixed else "free")
    hung = _Hanging(robot.bodies)
    base = _base_joint(robot, held, turn)
    joints = [base, *(j for body in robot.bodies[1:] for j in hung.joints_of(body))]
    try:
        build = partial(
            Figure,
            robot.name,
            hung.segments(),
            joints,
            sites=hung.sites,
            mirror=_mirror(robot, hung, joints),
            postures=_postures(robot, base, turn),
            gravity=rotate(turn.rotation, robot.gravity),
            character=robot_character(robot.kind, hung.matter, hung.looks),
        )
        return _coupled(build, robot)
    except FileError:
        raise
    except PoiseError as error:
        raise FileError(robot.path, str(error)) from error


def standing(robot: Robot, up: Literal["y", "z"]) -> Robot:
    """The robot of a file whose vertical axis is that one; gravity, as strong as it is, acts along it."""
    strong = float(np.linalg.norm(robot.gravity))
    return replace(robot, up=up, gravity=(0.0, -strong, 0.0) if up == "y" else (0.0, 0.0, -strong))


def _coupled(build: Callable[..., Figure], robot: Robot) -> Figure:
    """The figure with all its couplings; soft ones that contradict the limits or others are left out one by one."""
    told = robot.couplings
    while True:
        try:
            return build(couplings=[coupling for coupling, _ in told])
        except CouplingError as error:
            clashing = [(c, element) for c, element in told if c.name in error.names]
            lost, element = next((pair for pair in clashing if _is_impossible(build, pair[0])), clashing[-1])
            if not robot.soft:
                raise element.error(str(error)) from error
            message = str(element.error(f"coupling {lost.name!r} is left out: {error}"))
            warnings.warn(message, UserWarning, stacklevel=2)
            told = [pair for pair in told if pair[0] is not lost]


def _is_impossible(build: Callable[..., Figure], coupling: Coupling) -> bool:
    """Whether a coupling contradicts the joint limits all by itself."""
    try:
        build(couplings=[coupling])
    except CouplingError:
        return True
    return False


class _Hanging:
    """Where each body ends up: on which segment, and at what placement in it."""

    def __init__(self, bodies: list[RobotBody]) -> None:
        self.spot: dict[str, tuple[str, Placement]] = {}
        self.matter: dict[str, list[Told]] = {}
        self.shapes: dict[str, list[Shape]] = {}
        self.sites: list[Site] = []
        self.looks: list[tuple[str, Look]] = []
        for index, body in enumerate(bodies):
            self._place(body, is_root=index == 0)

    def _place(self, body: RobotBody, is_root: bool) -> None:
        if is_root or body.joints:
            spot = (body.name, Placement())
            for passed in self._passed_names(body) if not is_root else ():
                self.matter[passed], self.shapes[passed] = [], []
            self.matter[body.name], self.shapes[body.name] = [], []
        else:
            segment, outer = self.spot[str(body.parent)]
            with at(body.element):
                spot = (segment, outer @ body.placement)
        self.spot[body.name] = spot
        segment, place = spot
        with at(body.element):
            self.matter[segment] += [(moved_part(part, place), body.element) for part in body.parts]
            self.shapes[segment] += [shape.moved(place) for shape in body.shapes]
            self.looks += [(segment, look.moved(place)) for look in body.looks]
            self.sites.append(Site(body.name, segment, place))
            self.sites += [Site(name, segment, place @ placement) for name, placement in body.sites]

    def segments(self) -> list[Segment]:
        """All segments, parents first."""
        return [weighed(name, told, tuple(self.shapes[name])) for name, told in self.matter.items()]

    def joints_of(self, body: RobotBody) -> list[Joint]:
        """The joints that carry a body, with massless segments between them when there are several."""
        if not body.joints:
            return []
        parent, outer = self.spot[str(body.parent)]
        placement = outer @ body.placement
        children = [*self._passed_names(body), body.name]
        joints = []
        for joint, child in zip(body.joints, children, strict=True):
            with at(joint.element):
                joints.append(_joint(joint, parent, child, placement))
            parent, placement = child, Placement()
        return joints

    @staticmethod
    def _passed_names(body: RobotBody) -> list[str]:
        """Names of the segments between a body's joints: the body as far as that joint has moved it."""
        return [f"{body.name}:{joint.name}" for joint in body.joints[:-1]]


def _joint(joint: RobotJoint, parent: str, child: str, placement: Placement) -> Joint:
    x, y, z = joint.anchor
    return Joint(
        joint.name,
        joint.model,
        parent,
        child,
        placement @ Placement(joint.anchor),
        _set_back(joint) @ Placement((-x, -y, -z)),
        axis=joint.axis,
        limits=joint.limits,
        strengths=joint.strengths,
    )


def _set_back(joint: RobotJoint) -> Placement:
    """The motion by minus the reference: our zero is where the coordinate is 0, not where the file drew the body."""
    if joint.reference == 0.0:
        return Placement()
    if joint.model == "slide":
        x, y, z = (-joint.reference * a for a in joint.axis)
        return Placement((x, y, z))
    return Placement.turned(joint.axis, -joint.reference)


def _base_joint(robot: Robot, held: str, turn: Placement) -> Joint:
    body = robot.bodies[0]
    taken = {j.name for b in robot.bodies[1:] for j in b.joints}
    name = body.joints[0].name if body.joints else unique("root", taken)
    if held == "fixed":
        return Joint(name, "fixed", None, body.name, turn @ body.placement)
    if held == "free":
        return Joint(name, "free", None, body.name)
    raise InputError(f"root must be 'free', 'fixed' or None, not {held!r}")


def _postures(robot: Robot, base: Joint, turn: Placement) -> dict[str, dict[str, tuple[float, ...]]]:
    """ "rest" as the file draws the robot, if its limits allow, and the file's own postures; the base in our axes."""
    body = robot.bodies[0]
    rest = {j.name: (_drawn(j),) for b in robot.bodies for j in b.joints if j.reference != 0.0}
    rest_base = {base.name: coordinates(body.placement)}
    postures = {**robot.postures, "rest": {**rest, **rest_base, **robot.postures.get("rest", {})}}
    return {name: _turned(values, base, turn) for name, values in postures.items()}


def _drawn(joint: RobotJoint) -> float:
    """The coordinate at which the file draws a joint, or the nearest that its range allows."""
    limit = next(iter(joint.limits.values()), None)
    return min(max(joint.reference, limit.min), limit.max) if isinstance(limit, Range) else joint.reference


def _turned(values: dict[str, tuple[float, ...]], base: Joint, turn: Placement) -> dict[str, tuple[float, ...]]:
    others = {k: v for k, v in values.items() if k != base.name}
    if base.model != "free" or base.name not in values:
        return others
    x, y, z, qx, qy, qz, qw = values[base.name]
    return {base.name: coordinates(turn @ Placement((x, y, z), (qx, qy, qz, qw))), **others}


def coordinates(placement: Placement) -> tuple[float, ...]:
    """The stored coordinates of a free joint at a placement: position, quaternion x y z w."""
    return (*placement.position, *placement.rotation)


def _mirror(robot: Robot, hung: _Hanging, joints: list[Joint]) -> Mirror:
    """The sides as told by names. The lateral axis is y in Z-up files, x in Y-up ones."""
    models = {j.name: j.model for j in joints}
    names = [*hung.matter, *models, *(s.name for s in hung.sites)]
    pairs = [(a, b) for a, b in side_pairs(names) if models.get(a) == models.get(b)]
    return Mirror("y" if robot.up == "z" else "x", tuple(pairs))
