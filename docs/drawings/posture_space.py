"""The space of posture changes, after Baerlocher's figures 5.5 to 5.8 and 5.11, made by our code.

A body of two (three) slides at rest at the origin has the plane (space) itself as its posture changes Δq, and a task
whose error is linear has a line (plane) of solutions there. So the solver's own answers are points in the drawings;
the formulas that it is compared with are written out here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

import poise
from poise.plot.chart import Chart

Array = NDArray[np.float64]

FIRST, SECOND, STRICT, DAMPED, CASCADED = "#1f2430", "#9aa3b2", "#1b7f4d", "#6fb791", "#c2572b"
DAMPING = 0.15  # λ of the damped step in the drawings


def _slides(count: int) -> poise.Pose:
    """A point on `count` slides along x, y and z, at the origin."""
    segments, joints = [], []
    parent = None
    for axis in np.eye(3)[:count]:
        child = f"slide_{len(joints) + 1}"
        segments.append(poise.Segment(child))
        joints.append(poise.Joint(f"along_{child}", "slide", parent, child, axis=tuple(axis)))
        parent = child
    return poise.Figure("point", segments, joints).rest()


def _linear(name: str, row: Array, wanted: float) -> poise.CustomTask:
    """A task that is met where row · Δq = wanted."""
    unit = row / np.linalg.norm(row)
    goal = wanted / np.linalg.norm(row)
    return poise.CustomTask(
        lambda pose: np.array([unit @ pose.coordinates - goal]), jacobian=lambda pose: unit[None, :], name=name
    )


def _solved(start: poise.Pose, tasks: list[poise.CustomTask], **how: Any) -> Array:
    return np.array(poise.solve(start, tasks, **how).pose.coordinates)


def _line(sheet: Any, row: Array, wanted: float, color: str, label: str) -> None:
    """The solutions of one task: a line across the panel."""
    unit = row / np.linalg.norm(row)
    foot = wanted / np.linalg.norm(row) * unit
    along = np.array([-unit[1], unit[0]])
    ends = np.array([foot - 2.0 * along, foot + 2.0 * along])
    sheet.plot(ends[:, 0], ends[:, 1], color=color, linewidth=2.2, label=label)


def _arrow(sheet: Any, to: Array, color: str, label: str) -> None:
    sheet.annotate(
        "", xy=tuple(to), xytext=(0.0, 0.0), arrowprops={"arrowstyle": "-|>", "color": color, "linewidth": 1.8}
    )
    sheet.plot(*to, "o", color=color, markersize=6, label=label)


def _panel(sheet: Any, title: str) -> None:
    sheet.axhline(0.0, color="#d7dbe3", linewidth=0.8, zorder=0)
    sheet.axvline(0.0, color="#d7dbe3", linewidth=0.8, zorder=0)
    sheet.set(xlim=(-0.12, 0.52), ylim=(-0.26, 0.28), aspect="equal", xticks=[], yticks=[], title=title)
    sheet.set_xlabel("Δq₁")
    sheet.set_ylabel("Δq₂")
    sheet.legend(loc="lower left", fontsize=8, framealpha=0.92)


def _damped(first: tuple[Array, float], second: tuple[Array, float]) -> Array:
    """Strict levels with a damped second one (Baerlocher, eq. 5.12 with the damped inverse)."""
    J1, J2 = first[0][None, :], second[0][None, :]
    base = np.linalg.pinv(J1) @ [first[1]]
    seen = J2 @ (np.eye(2) - np.linalg.pinv(J1) @ J1)
    return np.array(base + seen.T @ np.linalg.solve(seen @ seen.T + DAMPING**2 * np.eye(1), [second[1]] - J2 @ base))


def _cascaded(first: tuple[Array, float], second: tuple[Array, float]) -> Array:
    """Each level by itself, the second projected on what the first leaves (Baerlocher, eq. 5.13)."""
    J1, J2 = first[0][None, :], second[0][None, :]
    free = np.eye(2) - np.linalg.pinv(J1) @ J1
    return np.array(np.linalg.pinv(J1) @ [first[1]] + free @ np.linalg.pinv(J2) @ [second[1]])


# Rows of the two tasks and what they want, by situation.
ONE = (np.array([0.5, 1.0]), 0.14)
SITUATIONS = {
    "5.6  compatible": (np.array([1.0, 0.75]), 0.26),
    "5.7  nearly in conflict": (np.array([0.75, 1.0]), 0.255),
    "5.8  in conflict": (np.array([0.5, 1.0]), 0.235),
}


def _draw_plane(figure: Any) -> None:
    start = _slides(2)
    sheets = figure.subplots(1, 4)
    _line(sheets[0], *ONE, FIRST, "all Δq with J Δq = Δx")
    _arrow(sheets[0], _solved(start, [_linear("one", *ONE)]), STRICT, "the shortest of them, J⁺ Δx")
    _panel(sheets[0], "5.5  one task")
    for sheet, (title, second) in zip(sheets[1:], SITUATIONS.items(), strict=True):
        _line(sheet, *ONE, FIRST, "first priority")
        _line(sheet, *second, SECOND, "second priority")
        _arrow(sheet, _solved(start, [_linear("first", *ONE), _linear("second", *second)]), STRICT, "strict")
        _arrow(sheet, _damped(ONE, second), DAMPED, "strict, one damped step")
        _arrow(sheet, _cascaded(ONE, second), CASCADED, "cascaded, one step")
        _panel(sheet, title)


def posture_space() -> Image.Image:
    """One task, and two that are compatible, nearly in conflict and in conflict (Baerlocher, figs. 5.5 to 5.8)."""
    return Image.fromarray(Chart(_draw_plane, (1480, 400)).image)


# ---- projections -------------------------------------------------------------------------------------------------

NORMAL = np.array([0.15, 0.25, 1.0]) / np.linalg.norm([0.15, 0.25, 1.0])  # the row J: its null space is a plane
ROW = np.array([0.9, 0.25, 0.75])  # the row j that is added
VECTOR = np.array([0.75, 0.95, 0.85])  # z


def _projected(vector: Array, rows: list[Array]) -> Array:
    """The vector on the null space of the rows: the rows want no change, and below them `vector` is wanted."""
    levels: list[Any] = [_linear(f"row {i}", row, 0.0) for i, row in enumerate(rows)]
    levels += [[_linear(f"wanted {i}", axis, float(vector[i])) for i, axis in enumerate(np.eye(3))]]
    return _solved(_slides(3), levels, max_steps=500)


def _plane(sheet: Any) -> None:
    u = np.cross(NORMAL, (0.0, 1.0, 0.0))
    u /= np.linalg.norm(u)
    w = np.cross(NORMAL, u)
    corners = np.array([a * u + b * w for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))]) * 0.8
    grid = corners[:4].reshape(2, 2, 3)[:, [0, 1]]
    grid[1] = grid[1][::-1]
    sheet.plot_surface(grid[..., 0], grid[..., 1], grid[..., 2], color="#cfe3d8", alpha=0.45, shade=False)
    sheet.plot(*corners.T, color="#8fb9a1", linewidth=0.8)


def _vector(sheet: Any, to: Array, color: str, label: str) -> None:
    sheet.quiver(0, 0, 0, *to, color=color, arrow_length_ratio=0.09, linewidth=1.8)
    sheet.text(*(1.06 * to), label, color=color, fontsize=10, zorder=20)


def _dashed(sheet: Any, a: Array, b: Array) -> None:
    sheet.plot(*np.array([a, b]).T, color="#6b7280", linewidth=0.9, linestyle="--")


def _space(sheet: Any, title: str) -> None:
    sheet.set(xlim=(-1.15, 1.15), ylim=(-1.15, 1.15), zlim=(-0.6, 1.1), title=title)
    sheet.set_box_aspect((2.3, 2.3, 1.7), zoom=1.55)
    sheet.view_init(elev=24, azim=-58)
    sheet.set_axis_off()


def _draw_projections(figure: Any) -> None:
    left, right = (figure.add_subplot(1, 2, i, projection="3d", computed_zorder=False) for i in (1, 2))
    tilde = _projected(ROW, [NORMAL])
    _plane(left)
    _vector(left, ROW, FIRST, "j")
    _vector(left, tilde, STRICT, "j̃")
    _dashed(left, ROW, tilde)
    _space(left, "the new row j, projected on N(J)")
    on_J, on_K = _projected(VECTOR, [NORMAL]), _projected(VECTOR, [NORMAL, ROW])
    _plane(right)
    _vector(right, VECTOR, FIRST, "z")
    _vector(right, on_J, STRICT, "z on N(J)")
    _vector(right, on_K, CASCADED, "z on N(K)")
    _dashed(right, VECTOR, on_J)
    _dashed(right, on_J, on_K)
    span = np.array([-0.75, 0.75])[:, None] * tilde / np.linalg.norm(tilde)
    right.plot(*span.T, color=SECOND, linewidth=1.2)
    right.text(*(1.1 * span[1]), "R(j̃)", color=SECOND, fontsize=10)
    _space(right, "their difference lies along j̃")


def null_space_projection() -> Image.Image:
    """How one more row narrows a null space (Baerlocher, eq. 5.18 and fig. 5.11)."""
    return Image.fromarray(Chart(_draw_projections, (1080, 440)).image)
