"""Limbs to test with: random geometry, and random limits of every kind."""

from __future__ import annotations

import math

import numpy as np

from poise import (
    Cone,
    Ellipse,
    Figure,
    Joint,
    Limb,
    LimbChain,
    Placement,
    Polygon,
    Pose,
    Range,
    Segment,
    Site,
    TwistTable,
)

Rng = np.random.Generator


def unit(rng: Rng) -> np.ndarray:
    v = rng.normal(size=3)
    return v / np.linalg.norm(v)


def turn(rng: Rng) -> tuple[float, ...]:
    q = rng.normal(size=4)
    return tuple(q / np.linalg.norm(q))


def random_swing(rng: Rng, kind: str) -> Cone | Ellipse | Polygon | None:
    if kind == "cone":
        return Cone(rng.uniform(0.3, 2.8))
    if kind == "ellipse":
        return Ellipse(rng.uniform(0.3, 2.9), rng.uniform(0.3, 2.9))
    if kind == "polygon":
        count = int(rng.integers(3, 12))
        angles = np.sort(rng.uniform(0, 2 * math.pi, count)) + np.arange(count) * 1e-3
        radii = rng.uniform(0.4, 2.2, count)  # star-shaped about z, concave as a rule
        angles = np.linspace(0, 2 * math.pi, count, endpoint=False) + 0.3 * (angles - angles.mean()) / count
        return Polygon.of_swings([(r * math.cos(a), r * math.sin(a)) for r, a in zip(radii, angles, strict=True)])
    return None


def random_twist(rng: Rng, kind: str) -> Range | TwistTable | None:
    def ends() -> tuple[float, float]:
        middle, half = rng.uniform(-1.5, 1.5), rng.uniform(0.1, 1.5)
        return middle - half, middle + half

    if kind == "range":
        return Range(*ends())
    if kind == "table":
        return TwistTable(tuple((tuple(unit(rng)), *ends()) for _ in range(int(rng.integers(2, 7)))))
    return None


def ball(rng: Rng, name: str, parent: str, child: str, at: Placement, swing: str, twist: str) -> Joint:
    limits = {"swing": random_swing(rng, swing), "twist": random_twist(rng, twist)}
    kept = {k: v for k, v in limits.items() if v is not None}
    return Joint(name, "ball", parent, child, at, Placement((0.0, 0.0, 0.0), turn(rng)), limits=kept)


def random_arm(rng: Rng, swing: str = "cone", twist: str = "range", wrist: str = "ball") -> Figure:
    """A fixed base, a shoulder, a tilted hinge with bent offsets, a wrist, and a tool.

    `swing`, `twist`: kinds of limit of shoulder and wrist. `wrist`: "ball", "forearm" (elbow's twist and a swing joint)
    or "hinges" (three that meet, at the shoulder as well).
    """
    segments = [Segment(n) for n in ("base", "upper", "lower", "hand")]
    joints = [Joint("world", "fixed", None, "base")]
    offset, bent = tuple(rng.normal(size=3) * 0.05 + (0, 0, 0.3)), tuple(rng.normal(size=3) * 0.05 + (0, 0, 0.25))
    shoulder = Placement(tuple(rng.normal(size=3)), turn(rng))
    low = rng.uniform(-2.0, 0.5)
    bend = Range(low, low + rng.uniform(0.5, 3.5))
    if wrist == "hinges":
        return _robot(rng, shoulder, offset, bent, bend)
    joints.append(ball(rng, "shoulder", "base", "upper", shoulder, swing, twist))
    if wrist == "forearm":
        limits = {"flexion": bend, "twist": random_twist(rng, "range")}
        joints.append(Joint("elbow", "elbow", "upper", "lower", Placement(offset, turn(rng)), limits=limits))
        region = random_swing(rng, swing)
        spin = rng.uniform(-math.pi, math.pi)
        along = Placement((0.0, 0.0, 0.27), (0.0, 0.0, math.sin(spin / 2), math.cos(spin / 2)))
        within = {} if region is None else {"swing": region}
        joints.append(Joint("wrist", "swing", "lower", "hand", along, limits=within))
    else:
        hinge = Placement(offset, turn(rng))
        joints.append(Joint("elbow", "hinge", "upper", "lower", hinge, axis=tuple(unit(rng)), limits={"angle": bend}))
        joints.append(ball(rng, "wrist", "lower", "hand", Placement(bent, turn(rng)), swing, twist))
    tool = Site("tool", "hand", Placement(tuple(rng.normal(size=3) * 0.1), turn(rng)))
    limb = LimbChain("arm", "shoulder", "elbow", "wrist", "tool")
    return Figure("random arm", segments, joints, sites=[tool], limbs=[limb])


def _robot(rng: Rng, shoulder: Placement, offset: tuple[float, ...], bent: tuple[float, ...], bend: Range) -> Figure:
    """Seven hinges: three that meet, one, three that meet; axes at any angle to each other."""
    joints = [Joint("world", "fixed", None, "base")]
    places = [shoulder, None, None, Placement(offset, turn(rng)), Placement(bent, turn(rng)), None, None]
    parent = "base"
    for i, place in enumerate(places):
        low = rng.uniform(-2.5, 0.0)
        limit = bend if i == 3 else Range(low, low + rng.uniform(1.0, 4.0))
        here = place or Placement((0.0, 0.0, 0.0), turn(rng))
        joints.append(
            Joint(f"j{i + 1}", "hinge", parent, f"s{i + 1}", here, axis=tuple(unit(rng)), limits={"angle": limit})
        )
        parent = f"s{i + 1}"
    segments = [Segment(n) for n in ("base", *(f"s{i}" for i in range(1, 8)))]
    tool = Site("tool", "s7", Placement(tuple(rng.normal(size=3) * 0.1), turn(rng)))
    return Figure("random robot", segments, joints, sites=[tool], limbs=[LimbChain("arm", "j1", "j4", "j7", "tool")])


def tight_arm(rng: Rng, half: float, wrist: str) -> Pose:
    """A pose of a random arm whose limits leave about `half` radians on either side of it."""
    figure = random_arm(rng, "none", "none", wrist)
    pose = figure.random(rng)

    def around(value: float) -> Range:
        return Range(value - half * rng.uniform(0, 2), value + half * rng.uniform(0, 2))

    for joint in [f"j{i}" for i in range(1, 8)] if wrist == "hinges" else []:
        figure = figure.with_limits(joint, angle=around(float(pose[joint])))
    if wrist == "hinges":
        return Pose(figure, pose.coordinates)
    elbow = pose["elbow"]
    bend = {"angle": around(float(elbow))} if wrist == "ball" else {n: around(v) for n, v in elbow._asdict().items()}
    figure = figure.with_limits("elbow", **bend)
    for joint in ("shoulder", "wrist"):
        held = pose[joint]
        if figure.joints[joint].model == "ball":
            figure = figure.with_limits(joint, twist=around(held.twist))
        if math.hypot(held.swing_x, held.swing_y) < 2.0 and rng.random() < 0.5:
            corners = [(held.swing_x + 2 * half * math.cos(a), held.swing_y + 2 * half * math.sin(a)) for a in range(6)]
            figure = figure.with_limits(joint, swing=Polygon.of_swings(corners))
    return Pose(figure, pose.coordinates)


KINDS = [
    ("cone", "range", "ball"), ("ellipse", "range", "ball"), ("polygon", "range", "ball"), ("cone", "table", "ball"),
    ("polygon", "table", "ball"), ("ellipse", "table", "forearm"), ("cone", "range", "forearm"),
    ("polygon", "table", "forearm"), ("none", "none", "ball"), ("none", "none", "hinges"),
]  # fmt: skip
"""(swing limits, twist limits, wrist) of `random_arm`."""


def with_limb_anywhere(limb: Limb, rng: Rng) -> Pose:
    """The rest pose with only the limb's joints somewhere inside their limits."""
    q, slots = np.array(limb.figure.rest().coordinates), list(limb.slots)
    q[slots] = limb.figure.random(rng).coordinates[slots]
    return Pose(limb.figure, q)
