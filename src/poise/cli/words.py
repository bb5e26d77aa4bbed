"""Limits, couplings and amounts in words, in degrees and metres."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.figure.figure import Figure
from poise.figure.joint import Joint
from poise.figure.limit import Cone, Ellipse, Limit, Polygon, Range, TwistTable
from poise.figure.marks import Coupling
from poise.figure.text import limit_text

if TYPE_CHECKING:
    from poise.pose import LimitReport, Pose

_WHOLE = 0.05
"""Degrees closer than this to a whole number are written without a decimal."""


def limits_text(joint: Joint) -> str:
    """All limits of a joint, "none" when it has none. A polygon is told by how far it lets the limb swing."""
    parts = []
    for name, limit in joint.limits.items():
        extent = _extent(limit) if isinstance(limit, Polygon) else ""
        parts.append(f"{name} {limit_text(limit, metres=name == 'distance')}{extent}")
    return ", ".join(parts) or "none"


def limit_data(limit: Limit, metres: bool = False) -> dict[str, Any]:
    """A limit as plain data in degrees (metres for slides); None where a range is open."""
    match limit:
        case Range(low, high):
            return {"min": _plain(low, metres), "max": _plain(high, metres)}
        case Cone(angle):
            return {"cone": math.degrees(angle)}
        case Ellipse(x, y):
            return {"ellipse": [math.degrees(x), math.degrees(y)]}
        case Polygon(vertices):
            return {"polygon": [list(swing) for swing in _swings(vertices)]}
        case TwistTable(rows):
            swings = _swings([row[0] for row in rows])
            return {
                "by_swing": [[*s, math.degrees(r[1]), math.degrees(r[2])] for s, r in zip(swings, rows, strict=True)]
            }


def coupling_text(figure: Figure, coupling: Coupling) -> str:
    """A coupling as an equation or inequality: "left_hip.swing_x - left_knee.flexion ≤ 70°"."""
    total = ""
    for name, factor in coupling.terms.items():
        size = "" if abs(factor) == 1 else f"{abs(factor):.3g}·"
        sign = "-" if factor < 0 else "+" if total else ""
        total += f" {sign} {size}{name}" if total else f"{sign}{size}{name}"
    low, high = coupling.min, coupling.max
    bound = metres_text if _slides(figure, coupling) else degrees_text
    if low == high:
        return f"{total} = {bound(low)}"
    if math.isinf(high):
        return f"{total} ≥ {bound(low)}"
    return f"{total} ≤ {bound(high)}" if math.isinf(low) else f"{bound(low)} ≤ {total} ≤ {bound(high)}"


def amount_text(pose: Pose, report: LimitReport) -> str:
    """How far a limit is exceeded."""
    slides = report.joint is not None and pose.figure.joint(report.joint).model == "slide"
    return metres_text(report.violation) if slides else degrees_text(report.violation)


def degrees_text(radians: float) -> str:
    """ "-10°", "12.5°" or "∞"."""
    if math.isinf(radians):
        return "∞" if radians > 0 else "-∞"
    value = math.degrees(radians)
    text = f"{value:.0f}" if abs(value - round(value)) < _WHOLE else f"{value:.1f}"
    return f"{text.replace('-0', '0') if float(text) == 0 else text}°"


def metres_text(x: float) -> str:
    """ "0.25 m" or "∞"."""
    return ("∞" if x > 0 else "-∞") if math.isinf(x) else f"{x:.3g} m"


def _extent(polygon: Polygon) -> str:
    """How far the boundary swings about x and y; nothing for a polygon that only forbids its inside."""
    from poise.plot.limit_curves import allowed, boundary

    if allowed(polygon, np.array([[0.0, 0.0, -1.0]]))[0][0]:
        return ""
    swings = np.radians(_swings(boundary(polygon)))
    ends = [(degrees_text(low), degrees_text(high)) for low, high in zip(swings.min(0), swings.max(0), strict=True)]
    return f" (x {ends[0][0]} … {ends[0][1]}, y {ends[1][0]} … {ends[1][1]})"


def _swings(directions: Any) -> list[tuple[float, float]]:
    """Limb directions as swings (swing_x, swing_y), degrees."""
    found = []
    for x, y, z in directions:
        across = math.hypot(x, y)
        ratio = math.degrees(math.atan2(across, z)) / across if across > 1e-12 else 0.0
        found.append((-y * ratio, x * ratio))
    return found


def _plain(value: float, metres: bool) -> float | None:
    if math.isinf(value):
        return None
    return value if metres else math.degrees(value)


def _slides(figure: Figure, coupling: Coupling) -> bool:
    """Whether the coupling is about lengths."""
    names = (name.partition(".")[0] if name not in figure.joints else name for name in coupling.terms)
    return all(n in figure.joints and figure.joints[n].model == "slide" for n in names)
