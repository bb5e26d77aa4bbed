"""Joints taken apart into the simple motions that other formats know.

    T_carrier_segment = outer · M_1(q_1) · M_2(q_2) … · inner

Walked from child to parent (re-rooted figures) a joint becomes its inverse: the motions in reverse order about opposite
axes, with the same coordinates.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from poise.figure.check import Quaternion, Vec3
from poise.figure.figure import Figure
from poise.figure.joint import Joint, Strength
from poise.figure.limit import Limit, Range
from poise.figure.placement import Placement
from poise.figure.tree import Branch

X: Vec3 = (1.0, 0.0, 0.0)
Y: Vec3 = (0.0, 1.0, 0.0)
Z: Vec3 = (0.0, 0.0, 1.0)


class Step(NamedTuple):
    """One motion. `coordinate` is ours ("" for a ball, whose value is a rotation); `axis` in the joint frame."""

    kind: Literal["hinge", "slide", "ball", "free"]
    name: str
    coordinate: str
    axis: Vec3 = Z
    range: Range | None = None
    strength: Strength | None = None


class Chain(NamedTuple):
    """How a segment hangs on its carrier."""

    joint: Joint
    outer: Placement
    steps: tuple[Step, ...]
    inner: Placement
    reversed: bool


def chain_of(branch: Branch, taken: set[str]) -> Chain:
    """The motions of a branch; new names are made unique and added to `taken`."""
    joint = branch.joint
    steps = _steps(joint, taken)
    if not branch.reversed:
        return Chain(joint, joint.placement, steps, joint.child_placement, False)
    turned = tuple(s._replace(axis=_negated(s.axis)) for s in reversed(steps))
    return Chain(joint, joint.child_placement.inverse(), turned, joint.placement.inverse(), True)


def _steps(joint: Joint, taken: set[str]) -> tuple[Step, ...]:
    if joint.model in ("hinge", "slide"):
        kind: Literal["hinge", "slide"] = "slide" if joint.model == "slide" else "hinge"
        return (_single(joint, kind, joint.name, joint.coordinates[0], joint.axis),)
    if joint.model == "elbow":
        names = [free_name(f"{joint.name}_{c}", taken) for c in joint.coordinates]
        return tuple(_single(joint, "hinge", n, c, a) for n, c, a in zip(names, joint.coordinates, (X, Z), strict=True))
    if joint.model in ("swing", "ball"):
        return (Step("ball", joint.name, ""),)
    return (Step("free", joint.name, ""),) if joint.model == "free" else ()


def _single(joint: Joint, kind: Literal["hinge", "slide"], name: str, coordinate: str, axis: Vec3) -> Step:
    limit: Limit | None = joint.limits.get(coordinate)
    bounds = limit if isinstance(limit, Range) else None
    return Step(kind, name, coordinate, axis, bounds, joint.strengths.get(coordinate))


def free_name(name: str, taken: set[str]) -> str:
    """`name`, or the first of `name_2`, `name_3` … that is not taken; taken from now on."""
    number, found = 2, name
    while found in taken:
        number, found = number + 1, f"{name}_{number}"
    taken.add(found)
    return found


def unsaid(figure: Figure) -> list[str]:
    """What no robot format can say about this figure, in words."""
    notes = []
    for joint in figure.joints.values():
        lost = [key for key in joint.limits if joint.model in ("swing", "ball")]
        if lost:
            notes.append(f"not said here: the {' and '.join(lost)} limit of joint {joint.name!r} ({joint.model})")
    marks = {"soles": figure.soles, "limbs": figure.limbs, "groups": figure.groups}
    notes += [f"not said here: {kind} {', '.join(table)}" for kind, table in marks.items() if table]
    if any(j.weight != 1.0 for j in figure.joints.values()):
        notes.append("not said here: joint weights")
    return notes


def step_names(chains: list[Chain]) -> dict[str, str]:
    """From "joint.coordinate", and "joint" where it has one coordinate, to the name of the step."""
    table = {}
    for chain in chains:
        for step in chain.steps:
            if step.coordinate:
                table[f"{chain.joint.name}.{step.coordinate}"] = step.name
                if len(chain.joint.coordinates) == 1:
                    table[chain.joint.name] = step.name
    return table


def _negated(v: Vec3) -> Vec3:
    return (0.0 - v[0], 0.0 - v[1], 0.0 - v[2])


def wxyz(q: Quaternion) -> tuple[float, float, float, float]:
    """The quaternion with the scalar first."""
    return (q[3], q[0], q[1], q[2])
