"""Chains: equal links one after the other, standing on their base (Boulic et al. 4.1; Baerlocher 7.3.1–7.3.3)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Literal

from poise.figure.check import Vec3, choice, positive
from poise.figure.figure import Figure
from poise.figure.joint import Joint, JointModel
from poise.figure.limit import Cone, Limit, Range
from poise.figure.marks import Group, Site
from poise.figure.placement import Placement, frame_along
from poise.figure.segment import Segment
from poise.figure.shape import Capsule
from poise.figures.check import parts

UP = (0.0, 1.0, 0.0)


def chain(
    links: int = 10,
    length: float = 1.0,
    *,
    mass: float = 1.0,
    model: Literal["ball", "swing"] = "ball",
    limit: float | None = None,
    base: Literal["fixed", "free"] = "fixed",
) -> Figure:
    """A chain of `links` equal links, `length` metres and `mass` kilograms in all, upright along +Y.

    Every link is carried by a joint of the given model, `joint_1` at the origin; `limit` bounds each swing, radians
    (none by default). Sites: `base` and `tip`.
    """
    kind: JointModel = "ball" if choice(model, ("ball", "swing"), "the model of a chain") == "ball" else "swing"
    limits: dict[str, Limit] = {} if limit is None else {"swing": Cone(positive(limit, "the limit of a chain"))}
    upright = frame_along(UP, (1.0, 0.0, 0.0))
    return _chain("chain", links, length, mass, kind, upright, UP, limits, base)


def planar_chain(
    links: int = 10,
    length: float = 1.0,
    *,
    mass: float = 1.0,
    axis: Literal["x", "z"] = "x",
    limit: float | None = None,
    base: Literal["fixed", "free"] = "fixed",
) -> Figure:
    """A chain in a plane: hinges about x (it bends in the y–z plane) or about z (in the x–y plane).

    `limit` bounds each angle to ± that many radians. Else as `chain`.
    """
    turn: Vec3 = (1.0, 0.0, 0.0) if choice(axis, ("x", "z"), "the axis of a planar chain") == "x" else (0.0, 0.0, 1.0)
    limits: dict[str, Limit] = {}
    if limit is not None:
        bend = positive(limit, "the limit of a chain")
        limits["angle"] = Range(-bend, bend)
    return _chain("planar_chain", links, length, mass, "hinge", (0.0, 0.0, 0.0, 1.0), turn, limits, base)


def _chain(
    name: str,
    links: Any,
    length: Any,
    mass: Any,
    model: JointModel,
    frame: tuple[float, float, float, float],
    axis: Vec3,
    limits: dict[str, Limit],
    base: Any,
) -> Figure:
    n = parts(links, "the number of links of a chain")
    link = positive(length, "the length of a chain") / n
    kind: JointModel = "fixed" if choice(base, ("fixed", "free"), "the base of a chain") == "fixed" else "free"
    pattern = _link(link, positive(mass, "the mass of a chain") / n)
    back = Placement((0.0, 0.0, 0.0), frame).inverse()
    joints = [Joint("base", kind, None, "ground")]
    for i in range(1, n + 1):
        parent, position = (f"link_{i - 1}", (0.0, link, 0.0)) if i > 1 else ("ground", (0.0, 0.0, 0.0))
        joints.append(Joint(f"joint_{i}", model, parent, f"link_{i}", Placement(position, frame), back, axis, limits))
    segments = [replace(pattern, name=f"link_{i}") for i in range(1, n + 1)]
    sites = [Site("base", "ground"), Site("tip", f"link_{n}", Placement((0.0, link, 0.0)))]
    group = Group("chain", tuple(j.name for j in joints[1:]))
    return Figure(name, [Segment("ground"), *segments], joints, sites=sites, groups=[group])


def _link(length: float, mass: float) -> Segment:
    """A slender capsule that fills the link; its balls make neighbours meet."""
    radius = min(0.12 * length, 0.02 * math.sqrt(length))
    rod = Capsule.between((0.0, 0.0, 0.0), (0.0, length, 0.0), radius)
    return Segment.of_shapes("link", [rod]).with_mass(mass)
