"""A solution as a table, for the screen and for notebooks: millimetres, degrees, other units as they are."""

from __future__ import annotations

import html
import math
from typing import TYPE_CHECKING

from poise.criteria.preferences import in_a_row, in_levels
from poise.figure.units import far_hint
from poise.tasks.report import PartReport, TaskReport

if TYPE_CHECKING:
    from poise.solution import Solution

HEAD = ("task", "level", "wanted", "reached", "residual", "met")
MOST = 4
"""Tasks of more numbers, as postures, are told by their count."""
WIDE = 1.0
"""Metres, radians: a hand that will do anywhere so near was not meant to reach anything; 5 mm given as 5 are farther,
and so are 2 degrees given as 2."""


def as_text(solution: Solution) -> str:
    """A headline, the table, and what limits hold."""
    rows = [HEAD, *(_cells(task) for task in solution.tasks)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines.insert(1, "  ".join("─" * width for width in widths))
    return "\n".join([_headline(solution), *lines, *_notes(solution)])


def as_html(solution: Solution) -> str:
    """The same as a small HTML table."""
    head = "".join(f"<th>{cell}</th>" for cell in HEAD)
    body = "".join(_html_row(_cells(task)) for task in solution.tasks)
    notes = "".join(f"<p>{html.escape(note)}</p>" for note in _notes(solution))
    title = html.escape(_headline(solution))
    return f"<div><p><b>{title}</b></p><table><tr>{head}</tr>{body}</table>{notes}</div>"


def _html_row(cells: tuple[str, ...]) -> str:
    return "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>"


def _headline(solution: Solution) -> str:
    effort = f"{solution.steps} step{'s' * (solution.steps != 1)}, {1000 * solution.seconds:.1f} ms"
    tries = f", {solution.attempts} attempts" if solution.attempts > 1 else ""
    return f"{solution.status} ({solution.light}): {effort}{tries}"


def _criteria(solution: Solution) -> list[str]:
    """Which criteria served and, where they stand in levels, what they cost, level by level."""
    if solution.question is None or len(in_levels(solution.question.criteria)) < 2:
        names = ", ".join(c.title for c in in_a_row(solution.wishes))
        return [f"criteria: {names}"] if names else []
    levels: dict[int, list[str]] = {}
    for c in solution.criteria:
        levels.setdefault(c.level, []).append(f"{c.name} {c.value:.4g}")
    told = "; ".join(f"level {number}: {', '.join(words)}" for number, words in levels.items())
    return [f"criteria: {told}"]


def _notes(solution: Solution) -> list[str]:
    notes = [f"at their limits: {', '.join(solution.limits)}"] if solution.limits else []
    if solution.aside:
        notes.append("leans to one side: no symmetric pose serves the tasks as well")
    notes += solution.notes
    if solution.repaired is not None:
        joint, limit, _ = solution.repaired
        hint = solution.repaired.hint
        notes.append(f"the start pose was outside the limits ({joint or 'coupling'} {limit}) and was repaired")
        notes += [f"{joint}: outside{hint}"] if hint else []
    notes += [f"{task.name}: {hint}" for task in solution.tasks if task.met and (hint := _far(task.worst))]
    notes += [f"{task.name}: {hint}" for task in solution.tasks if (hint := _wide(task.worst))]
    return [*notes, *_criteria(solution), *(f"{task.name}: {task.note}" for task in solution.tasks if task.note)]


def _far(part: PartReport) -> str:
    """What to say of a goal that was followed far away; those that are not reached say more themselves."""
    if part.unit != "m" or part.allowed is not None:
        return ""
    return far_hint(math.sqrt(sum(float(x) ** 2 for x in part.wanted)))


def _wide(part: PartReport) -> str:
    """What to say of a tolerance that meets nearly everything."""
    if part.unit not in ("m", "rad") or part.tolerance <= WIDE:
        return ""
    if part.unit == "rad":
        hint = f"angles are radians here: {part.tolerance:g} degrees are {math.radians(part.tolerance):.2g}"
        return f"met anywhere within {math.degrees(part.tolerance):.0f}° of its goal; {hint}"
    hint = f"lengths are metres here: {part.tolerance:g} millimetres are {part.tolerance / 1000:g}"
    return f"met anywhere within {part.tolerance:g} m of its goal; {hint}"


def _cells(task: TaskReport) -> tuple[str, ...]:
    worst = task.worst
    met = ("yes" if task.met else "no") if task.enabled else "off"
    wanted = _numbers(worst, worst.wanted) if worst.allowed is None else _bounds(worst, *worst.allowed)
    reached = _numbers(worst, worst.reached)
    return task.name, str(task.level), wanted, reached, _length(worst.residual, worst.unit), met


def _numbers(part: PartReport, values: tuple[float, ...]) -> str:
    if len(values) > MOST:
        return f"{len(values)} joint values"
    if part.labels in (("angle",), ("inside",)):
        return f"{part.labels[0]} {_measure(part, values[0])}"
    if len(values) < 3:
        return ", ".join(f"{label} {_rounded(v)}" for label, v in zip(part.labels, values, strict=True))
    return ", ".join(_rounded(v) for v in values)


def _bounds(part: PartReport, low: float, high: float) -> str:
    """What an inequality allows its one number: "angle <= 35.0°"."""
    name = part.labels[0]
    if math.isinf(low) and math.isinf(high):
        return f"any {name}"
    if math.isinf(low):
        return f"{name} <= {_measure(part, high)}"
    if math.isinf(high):
        return f"{name} >= {_measure(part, low)}"
    return f"{name} {_measure(part, low)} to {_measure(part, high)}"


def _measure(part: PartReport, value: float) -> str:
    if part.labels == ("angle",):
        return f"{math.degrees(value):.1f}°"
    return f"{1000.0 * value:.3g} mm" if part.labels == ("inside",) else _rounded(value)


def _rounded(value: float) -> str:
    return f"{round(value, 3) + 0.0:.3f}"  # + 0.0 turns −0 into 0


def _length(residual: float, unit: str) -> str:
    if unit not in ("m", "rad"):
        return f"{residual if residual >= 1e-6 else 0:.3g} {unit}"
    value, sign = (math.degrees(residual), "°") if unit == "rad" else (1000.0 * residual, " mm")
    if value >= 1000.0:
        return f"{residual:.2f} m" if unit == "m" else f"{value:.0f}{sign}"
    return f"{value:.3g}{sign}" if value >= 1e-3 else f"0{sign}"
