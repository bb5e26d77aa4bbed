"""A fern's fiddle head (Boulic et al. 4.1.1): a planar stalk, rolled up, that balance alone unrolls."""

from __future__ import annotations

import math

from poise.figure.check import positive
from poise.figure.figure import Figure
from poise.figure.joint import Joint
from poise.figure.limit import Range
from poise.figure.marks import Group, Site
from poise.figure.placement import Placement
from poise.figure.segment import Segment
from poise.figure.shape import Capsule
from poise.figures.check import parts as checked_parts

SHORTER = 0.93
"""Each segment's length and thickness over the one before."""

STALK = 0.3
"""Part of the segments that stand straight at rest; the others are rolled up."""


def fern(segments: int = 20, length: float = 0.6) -> Figure:
    """A fern of so many segments and `length` metres along the stalk, in the y–z plane, rooted at the origin.

    Hinges `joint_1` … turn about x, positive rolling up. "rest" is rolled up, "unrolled" stands straight. Sites: `base`
    and `tip`.
    """
    n = checked_parts(segments, "the number of segments of a fern")
    lengths = _lengths(n, positive(length, "the length of a fern"))
    parts, joints = [Segment("ground")], [Joint("base", "fixed", None, "ground")]
    for i, size in enumerate(lengths, start=1):
        parent, height = (f"stalk_{i - 1}", lengths[i - 2]) if i > 1 else ("ground", 0.0)
        place = Placement((0.0, height, 0.0))
        bend = {"angle": Range(math.radians(-60), math.radians(60))}
        joints.append(Joint(f"joint_{i}", "hinge", parent, f"stalk_{i}", place, axis=(1.0, 0.0, 0.0), limits=bend))
        thick, thin = 0.03 * length * SHORTER ** (i - 1), 0.03 * length * SHORTER**i
        rod = Capsule.between((0.0, 0.0, 0.0), (0.0, size, 0.0), thick, thin)
        parts.append(Segment.of_shapes(f"stalk_{i}", [rod]))
    sites = [Site("base", "ground"), Site("tip", f"stalk_{n}", Placement((0.0, lengths[-1], 0.0)))]
    group = Group("stalk", tuple(j.name for j in joints[1:]))
    return Figure("fern", parts, joints, sites=sites, groups=[group], postures=_postures(n))


def _lengths(n: int, total: float) -> list[float]:
    """Lengths in a falling geometric row that sums to the total."""
    raw = [SHORTER**i for i in range(n)]
    return [r * total / sum(raw) for r in raw]


def _postures(n: int) -> dict[str, dict[str, float]]:
    """Rolled up like a shell, ever tighter; and straight."""
    start = round(STALK * n)
    rolled = {f"joint_{i}": math.radians(25 + 20 * (i - start) / n) if i > start else 0.0 for i in range(1, n + 1)}
    return {"rest": rolled, "unrolled": {f"joint_{i}": 0.0 for i in range(1, n + 1)}}
