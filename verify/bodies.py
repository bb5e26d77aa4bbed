"""Figures to ask about: chains, robots, animals and people, made by the public API alone."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

import poise

ROBOT_AXES = ((0, 1, 0), (1, 0, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0), (1, 0, 0), (0, 0, 1))
"""Seven hinges, as many arms of robots have them."""


def robot(reach: float = 1.2, bend: float = 2.4) -> poise.Figure:
    """A robot's arm that is bolted down: seven hinges, each with the same range."""
    joints, segments = [poise.Joint("bolts", "fixed", None, "foot")], [poise.Segment("foot")]
    carrier, step = "foot", reach / len(ROBOT_AXES)
    for i, axis in enumerate(ROBOT_AXES, 1):
        at = poise.Placement((0.0, step if i > 1 else 0.3, 0.0))
        limits = {"angle": poise.Range(-bend, bend)}
        joints.append(poise.Joint(f"axis_{i}", "hinge", carrier, f"link_{i}", at, axis=axis, limits=limits))
        segments.append(poise.Segment(f"link_{i}", shapes=[poise.Capsule(0.04, step)]))
        carrier = f"link_{i}"
    tool = poise.Site("tool", carrier, poise.Placement((0.0, step, 0.0)))
    wrist = poise.Site("wrist", "link_5", poise.Placement((0.0, step, 0.0)))
    return poise.Figure("robot", segments, joints, sites=[tool, wrist]).with_density(1000.0)


def human_of_hinges() -> poise.Figure:
    """The built-in human after a round trip through URDF, which knows hinges alone; y is up as before."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "human.urdf"
        poise.human().save(file)
        return poise.Figure.load(file, root="free")


def jointed_chain() -> poise.Figure:
    """Six balls with cones, and a site in the middle."""
    chain = poise.figures.chain(6, 1.2, limit=0.9)
    middle = poise.Site("middle", chain.joints["joint_3"].child, chain.sites["tip"].placement)
    return chain.with_site(middle)


MAKERS: dict[str, Callable[[], poise.Figure]] = {
    "planar chain": lambda: poise.figures.planar_chain(5, 1.0, limit=1.4),
    "free chain": lambda: poise.figures.planar_chain(4, 1.0, base="free"),
    "chain": jointed_chain,
    "robot": robot,
    "planar man": poise.figures.planar_man,
    "bird": poise.figures.bird,
    "fern": lambda: poise.figures.fern(12),
    "hand": poise.figures.hand,
    "quadruped": poise.figures.quadruped,
    "hinges": human_of_hinges,
    "human": poise.human,
    "fingers": lambda: poise.human(hands=True),
}


@cache
def body(name: str) -> poise.Figure:
    return MAKERS[name]()


def inside(figure: poise.Figure, rng: np.random.Generator, share: float) -> poise.Pose:
    """A pose inside the limits, that share of the way from rest to a random one; a free base is moved a little, too."""
    rest = figure.rest()
    pose = rest.interpolate(figure.random(rng), share).clamped()
    if figure.base.model != "free":
        return pose
    base = figure.base.name
    motion = np.zeros(figure.dof)
    motion[figure.tangent_slice(base)] = share * rng.normal(0.0, 0.2, 6)
    held = rest.coordinates[figure.coordinate_slice(base)]
    return pose.with_joints({base: held}).integrate(motion)
