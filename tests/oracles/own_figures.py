"""A figure with every joint model, for oracles that must know them all."""

from __future__ import annotations

import numpy as np

import poise


def every_model() -> poise.Figure:
    """A branching chain with all joint models, skewed frames on both sides of each joint, and matter everywhere."""
    rng = np.random.default_rng(11)
    models = ["free", "hinge", "ball", "elbow", "slide", "swing", "fixed", "ball", "free", "swing", "elbow", "hinge"]
    parents = [None, 0, 1, 2, 3, 4, 5, 1, 7, 0, 9, 9]

    def skew() -> poise.Placement:
        q = rng.normal(size=4)
        return poise.Placement(rng.uniform(-0.3, 0.3, 3), q / np.linalg.norm(q))

    segments, joints, sites = [], [], []
    for number, (model, parent) in enumerate(zip(models, parents, strict=True)):
        box = poise.Box(tuple(rng.uniform(0.05, 0.3, 3)), placement=skew())
        segments.append(poise.Segment.of_shapes(f"s{number}", [box]))
        carrier = None if parent is None else f"s{parent}"
        joints.append(poise.Joint(f"j{number}", model, carrier, f"s{number}", skew(), skew(), axis=rng.normal(size=3)))
        sites.append(poise.Site(f"p{number}", f"s{number}", skew()))
    return poise.Figure("every model", segments, joints, sites=sites, gravity=(1.0, -9.0, 2.0))
