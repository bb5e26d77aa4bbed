"""A statics report for the screen and for JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from poise.forces.joint_loads import JointLoad
    from poise.forces.report import Statics
    from poise.forces.support_loads import SupportLoad

MOST_JOINTS = 8
"""Rows of the joint table: those that use most of their strength, or else have the largest torques."""


def as_text(report: Statics) -> str:
    """A headline, the supports, and the joints that work hardest."""
    supports = [("support", "force N", "share", "friction", "of its grip"), *map(_support_cells, report.supports)]
    joints = [("joint", "torque N m", "strength N m", "use"), *map(_joint_cells, hardest(report, MOST_JOINTS))]
    return "\n".join([headline(report), *notes(report), "", *_aligned(supports), "", *_aligned(joints)])


def hardest(report: Statics, count: int) -> list[JointLoad]:
    """The joints that use most of their strength; those of unknown strength follow, by torque."""
    # Rounded, so that of left and right in a symmetric pose rounding does not decide.
    ranked = sorted(report.joints, key=lambda load: (-round(load.use or 0.0, 9), -round(abs(load.torque), 6)))
    return [load for load in ranked if abs(load.torque) > 1e-9][:count]


def as_dict(report: Statics) -> dict[str, Any]:
    """Plain values: N, N m, m."""
    region = report.region
    weakest = report.weakest
    proof = None if report.virtual_motion is None else report.virtual_motion.tolist()
    return {
        "possible": report.possible,
        "balanced": report.balanced,
        "missing_force": report.missing_force.tolist(),
        "missing_moment": report.missing_moment.tolist(),
        "center_of_mass": report.center_of_mass.tolist(),
        "margin": _plain(report.margin),
        "region": None if region is None else region.corners.tolist(),
        "friction_needed": report.friction_needed,
        "friction_at_least": _plain(report.friction_at_least),
        "robust": report.robust(),
        "virtual_motion": proof,
        "motion": proof,  # its old name, for one version
        "slipping": [load.site for load in report.slipping],
        "supports": [_support_dict(s) for s in report.supports],
        "joints": {load.name: _joint_dict(load) for load in report.joints},
        "weakest": None if weakest is None else weakest.name,
    }


def headline(report: Statics) -> str:
    """Whether it can be held."""
    if report.slipping:
        return f"cannot be held: {', '.join(map(_slips, report.slipping))}"
    if not report.possible:
        return "cannot be held: no forces inside the friction cones keep it in equilibrium"
    if report.balanced:
        return "in equilibrium"
    force, moment = (float(np.linalg.norm(v)) for v in (report.missing_force, report.missing_moment))
    return f"not in equilibrium: {force:.3g} N and {moment:.3g} N m are left over"


def notes(report: Statics) -> Iterator[str]:
    """What else should be known of it, a sentence each."""
    margin = report.margin
    if margin is not None and np.isfinite(margin):
        where = "inside" if margin >= 0.0 else "outside"
        yield f"centre of mass {1000.0 * abs(margin):.0f} mm {where} the region where it can be held"
    if report.friction_needed is not None and report.friction_needed > 1.0:
        yield f"friction would have to be {report.friction_needed:.2f} times what it is"
    elif report.friction_needed is None and 1.0 < report.friction_at_least < np.inf:
        yield f"friction would have to be at least {report.friction_at_least:.0f} times what it is, if any will do"
    if report.balanced and not report.robust():
        yield "with little to spare: not with a fifth less friction and a push of a twentieth of the weight"
    if report.weakest is not None and report.weakest.use is not None:
        yield f"hardest: {report.weakest.name}, {100.0 * report.weakest.use:.0f} % of its strength"


def _slips(load: SupportLoad) -> str:
    """Which support cannot give its share, and by how much."""
    much = f"{load.beyond:.3g} N outside its friction cone"
    if load.friction is None or load.slip is None or not np.isfinite(load.slip):
        return f"{load.site} is pulled away, {much}"
    return f"{load.site} needs μ {load.friction:.2f}, it has {load.friction / load.slip:.2g} ({much})"


def _support_cells(load: SupportLoad) -> tuple[str, ...]:
    force = ", ".join(f"{round(x, 1) + 0.0:.1f}" for x in load.force.tolist())
    friction = "" if load.friction is None or not np.isfinite(load.friction) else f"{load.friction:.2f}"
    slip = "" if load.slip is None else f"{100.0 * load.slip:.0f} %" if np.isfinite(load.slip) else "pulled away"
    return load.site, force, f"{100.0 * load.share:.0f} %", friction, slip


def _joint_cells(load: JointLoad) -> tuple[str, ...]:
    strength = "" if load.strength is None else f"{load.strength:.0f}"
    rough = " (order of magnitude)" if load.source.startswith("order of magnitude") else ""
    use = "" if load.use is None else f"{100.0 * load.use:.0f} %{rough}"
    return load.name, f"{load.torque:.1f}", strength, use


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines.insert(1, "  ".join("─" * width for width in widths))
    return lines


def _support_dict(load: SupportLoad) -> dict[str, Any]:
    numbers = {"share": load.share, "friction": _plain(load.friction), "slip": _plain(load.slip), "beyond": load.beyond}
    return {"site": load.site, "force": load.force.tolist(), "point": load.point.tolist(), **numbers}


def _joint_dict(load: JointLoad) -> dict[str, Any]:
    return {"torque": load.torque, "strength": load.strength, "use": _plain(load.use), "source": load.source}


def _plain(value: float | None) -> float | None:
    """JSON knows no infinity."""
    return value if value is not None and np.isfinite(value) else None
