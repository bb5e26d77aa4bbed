"""Motions through random keys of figures that between them have every joint model."""

from __future__ import annotations

import numpy as np

import poise
from poise import CatmullRom, KochanekBartels, Linear, Motion, Smooth
from zoo import inside, made

CURVES = {
    "linear": Linear(),
    "catmull-rom": CatmullRom(),
    "kochanek-bartels": KochanekBartels(tension=0.3, bias=-0.4),
    "smooth": Smooth(),
}
SMOOTH = [name for name in CURVES if name != "linear"]
FIGURES = ("creature", "robot", "crane", "human")


def figure_of(name: str) -> poise.Figure:
    return poise.human() if name == "human" else made(name)


def wander(name: str, curve: str = "smooth", *, keys: int = 6, seed: int = 0, spread: float = 0.4) -> Motion:
    """Keys inside the limits, a step of about `spread` apart, at uneven times; limits do not act between them."""
    figure = figure_of(name)
    rng = np.random.default_rng(seed)
    pose = inside(figure, rng)
    poses = [pose]
    for _ in range(keys - 1):
        poses.append(poses[-1].integrate(rng.normal(0.0, spread, figure.dof)))
    times = 1.0 + np.cumsum(rng.uniform(0.2, 1.0, keys))
    return Motion(figure, times, poses, interpolation=CURVES[curve], hold_limits=False)


def looks(motion: Motion, count: int = 50) -> np.ndarray:
    """Times inside a motion that are no keys."""
    return np.random.default_rng(5).uniform(motion.start, motion.end, count)


def difference(motion: Motion, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Tangent vector from one pose to another."""
    return poise.Pose(motion.figure, a).difference(poise.Pose(motion.figure, b))
