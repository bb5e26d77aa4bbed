"""Figures that between them have everything a figure can have; every property is tested on all of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np

import poise
from creature import creature
from matter import matter, placed
from poise import Cone, Coupling, Figure, Joint, Mirror, Placement, Pose, Range, Segment, Site
from poise.figure import MODELS


def robot() -> Figure:
    """As in a robot file: x forward, y left, z up in every segment, hinge axes alike on both sides, mirror axis y."""
    rng = np.random.default_rng(3)
    segments = [matter("base_link", rng)]
    joints = [Joint("root", "free", None, "base_link")]
    for side, s in (("l", 1.0), ("r", -1.0)):
        roll, pitch, rod = f"{side}_roll", f"{side}_pitch", f"{side}_rod"
        segments += [Segment(n, 1.0, (0.0, 0.0, -0.1), np.diag([0.01, 0.01, 0.002])) for n in (roll, pitch, rod)]
        joints += [
            Joint(f"{roll}_joint", "hinge", "base_link", roll, Placement((0, s * 0.1, 0)), axis=(1, 0, 0)),
            Joint(f"{pitch}_joint", "hinge", roll, pitch, Placement((0, 0, -0.3)), axis=(0, 1, 0)),
            Joint(f"{rod}_joint", "slide", pitch, rod, Placement((0, 0, -0.3)), axis=(0, 1, 0)),
        ]
    names = ("roll", "pitch", "rod", "roll_joint", "pitch_joint", "rod_joint", "tip")
    upright = Placement.from_matrix([[0, 1, 0], [0, 0, 1], [1, 0, 0]])  # z up to y up, x forward to z forward
    return Figure(
        "robot", segments, joints,
        sites=[Site("l_tip", "l_rod", Placement((0, 0, -0.2))), Site("r_tip", "r_rod", Placement((0, 0, -0.2)))],
        mirror=Mirror("y", tuple((f"l_{n}", f"r_{n}") for n in names)),
        postures={"rest": {"root": (0, 1, 0, *upright.rotation)}},
    )  # fmt: skip


def crane() -> Figure:
    """An arm on a turned, fixed base, without symmetry."""
    rng = np.random.default_rng(11)
    names = ("pillar", "boom", "jib", "hook", "bucket")
    joints = [
        Joint("ground", "fixed", None, "pillar", placed(rng), placed(rng)),
        Joint(
            "turn", "hinge", "pillar", "boom", placed(rng), placed(rng), axis=(1, 2, 2), limits={"angle": Range(-2, 2)}
        ),
        Joint("reach", "slide", "boom", "jib", placed(rng), axis=(0, 0.6, 0.8), limits={"distance": Range(0, 1)}),
        Joint(
            "hang", "ball", "jib", "hook", placed(rng), placed(rng), limits={"swing": Cone(1.2), "twist": Range(-1, 2)}
        ),
        Joint("side", "elbow", "boom", "bucket", placed(rng), placed(rng)),
    ]
    sites = [Site("tip", "hook", placed(rng)), Site("bucket", "bucket", placed(rng))]
    return Figure("crane", [matter(n, rng) for n in names], joints, sites=sites)


def tree(seed: int, count: int = 12) -> Figure:
    """A random tree of random joints, every model at least once, without limits."""
    rng = np.random.default_rng(seed)
    models = [*(m for m in MODELS if m != "free"), *rng.choice(["hinge", "swing", "ball", "elbow"], count)][:count]
    rng.shuffle(models)
    joints = [Joint("base", "free", None, "s0", placed(rng), placed(rng))]
    for i, model in enumerate(models):
        ends = (f"s{rng.integers(0, i + 1)}", f"s{i + 1}")
        joints.append(Joint(f"j{i + 1}", model, *ends, placed(rng), placed(rng), axis=rng.normal(size=3)))
    sites = [Site(f"site{i}", f"s{rng.integers(0, count + 1)}", placed(rng)) for i in range(4)]
    return Figure(f"tree{seed}", [matter(f"s{i}", rng) for i in range(count + 1)], joints, sites=sites)


ZOO: dict[str, Callable[[], Figure]] = {
    "creature": creature,
    "robot": robot,
    "crane": crane,
    "tree1": lambda: tree(1),
    "tree2": lambda: tree(2),
    "human": lambda: poise.human(),
    "human with hands": lambda: poise.human(hands=True),
    "chain": lambda: poise.figures.chain(5),
    "planar chain": lambda: poise.figures.planar_chain(5),
    "fern": lambda: poise.figures.fern(),
    "bird": lambda: poise.figures.bird(),
    "hand": lambda: poise.figures.hand(),
    "quadruped": lambda: poise.figures.quadruped(),
    "planar man": lambda: poise.figures.planar_man(),
    "creature by the hand": lambda: made("creature").rerooted("left_hand"),
    "crane by the hook": lambda: made("crane").rerooted("hook"),
    "tree by a leaf": lambda: made("tree1").rerooted("s12"),
    "human by the foot": lambda: made("human").rerooted("left_foot"),
}
"""Builders by name. Figures never change, so one of each is enough: see `made`."""


@cache
def made(name: str) -> Figure:
    """The figure of that name."""
    return ZOO[name]()


def inside(figure: Figure, rng: np.random.Generator) -> Pose:
    """A random pose inside the limits, its free base anywhere."""
    pose = figure.random(rng)
    return pose.with_joints({figure.base.name: placed(rng, 2.0).matrix}) if figure.base.model == "free" else pose


def anywhere(figure: Figure, rng: np.random.Generator, spread: float = 1.0) -> Pose:
    """A random pose that cares for no limit."""
    return inside(figure, rng).integrate(rng.normal(0.0, spread, figure.dof))


def one_joint(model: str, **limits: poise.figure.Limit) -> Figure:
    """Two segments and one joint named "joint", as simple as can be; a site "tip" one metre along the limb."""
    joints = [Joint("base", "fixed", None, "a"), Joint("joint", model, "a", "b", axis=(1, 0, 0), limits=limits)]
    tip = Site("tip", "b", Placement((0, 0, 1)))
    return Figure("one", [Segment("a"), Segment("b", 1.0, (0, 0, 0.5))], joints, sites=[tip])


def hinges(count: int, ranges: dict[int, Range] | None = None, couplings: tuple[Coupling, ...] = ()) -> Figure:
    """A chain of hinges q1 … qn, for couplings."""
    names = [f"q{i + 1}" for i in range(count)]
    joints = [Joint("base", "fixed", None, "s0")]
    for i, name in enumerate(names):
        limits = {"angle": ranges[i]} if ranges and i in ranges else {}
        joints.append(Joint(name, "hinge", f"s{i}", f"s{i + 1}", Placement((0, 0, 0.1)), axis=(1, 0, 0), limits=limits))
    return Figure("hinges", [Segment(f"s{i}") for i in range(count + 1)], joints, couplings=couplings)


def angle_between(a: np.ndarray, b: np.ndarray) -> float:
    """The angle between two directions, good for small and large ones."""
    return math.atan2(float(np.linalg.norm(np.cross(a, b))), float(np.dot(a, b)))


def rotation_angle(a: np.ndarray, b: np.ndarray) -> float:
    """The angle of the rotation from frame a to frame b, (3, 3) each."""
    r = a.T @ b
    sine = np.linalg.norm([r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]]) / 2
    return math.atan2(float(sine), (float(np.trace(r)) - 1) / 2)
