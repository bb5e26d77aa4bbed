"""The report: one HTML file about a pose, to print or to send: pictures, the question, loads, sources of data."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from datetime import date
from html import escape

from poise.solution import Solution
from poise.studio.document import words
from poise.studio.document.loads import loads_of
from poise.studio.document.state import State
from poise.studio.document.thumbnails import require_png
from poise.studio.protocol.answers import Exported
from poise.studio.protocol.loads import LoadsTable
from poise.tasks.report import TaskReport

_STYLE = """
body { font: 14px/1.45 system-ui, sans-serif; color: #1d2b2b; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; border-bottom: 1px solid #ccd5d3; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; color: #526260; font-weight: 600; }
td, th { padding: 2px 10px 2px 0; border-bottom: 1px solid #e6ebe9; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 12px; }
.pictures img { width: 100%; border: 1px solid #ccd5d3; border-radius: 6px; }
.soft { color: #526260; } @media print { body { margin: 0; } tr, img { break-inside: avoid; } }
"""


LEAST = 0.05
"""N m: a torque that is written as 0.0 is left out; the CSV has them all."""


def html_report(state: State, solution: Solution, pictures: Sequence[bytes]) -> Exported:
    """The report of the present pose; `pictures`: PNGs, as the page shows it."""
    for picture in pictures:
        require_png(picture)
    title = state.name or "Pose"
    table = loads_of(state)
    name = re.sub(r"[^A-Za-z0-9]+", "_", title).strip("_").lower()[:60] or "pose"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(state.notes)}</p>" if state.notes else "",
        _figure(state),
        f'<div class="pictures">{"".join(map(_image, pictures))}</div>',
        _question(state, solution),
        _loads(table),
        _sources(table),
    ]
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    text = f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n' + "\n".join(parts) + "\n</body></html>\n"
    return Exported(filename=f"{name}_report.html", text=text)


def _figure(state: State) -> str:
    figure = state.figure
    told = [f"Figure: {escape(figure.name)}", f"{figure.mass:.1f} kg"]
    if "head_top" in figure.sites:
        told.append(f"{figure.rest().position('head_top')[1]:.3f} m tall")
    told.append(f"{date.today():%d %B %Y}")
    return f'<p class="soft">{", ".join(told)}.</p>'


def _image(picture: bytes) -> str:
    return f'<img alt="the pose" src="data:image/png;base64,{base64.b64encode(picture).decode()}">'


def _question(state: State, solution: Solution) -> str:
    """What was asked, the most important first, and how well it is met."""
    rows = [
        (str(task.level), words.plain(task.name), _given(state, task.name), _outcome(task))
        for task in solution.tasks
        if task.enabled
    ]
    found = "<h2>What was asked</h2>" + _table(("level", "task", "wanted", "outcome"), rows)
    for title, parts in (("Forces", state.forces), ("Supports", state.supports), ("Criteria", state.criteria)):
        if parts:
            items = "".join(f"<li>{escape(words.load_words(part))}</li>" for part in parts)
            found += f"<h2>{title}</h2><ul>{items}</ul>"
    if not state.supports:
        found += '<p class="soft">No supports are given: the soles on the floor carry the body.</p>'
    return found


def _outcome(task: TaskReport) -> str:
    return "met" if task.met else f"{_number(task.residual)} {task.unit} off"


def _given(state: State, name: str) -> str:
    """What a task wants, where that is not in its name."""
    task = state.tasks.get(name)
    return "" if task is None else words.task_words(task).partition(": ")[2]


def _loads(table: LoadsTable) -> str:
    if table.problem is not None:
        return f"<h2>Loads</h2><p>{escape(table.problem)}</p>"
    lines = "".join(f"<p>{escape(line)}</p>" for line in table.lines)
    supports = [
        (
            words.plain(s.site),
            ", ".join(f"{x:.1f}" for x in s.force),
            f"{100 * s.share:.0f} %",
            "" if s.friction is None else f"{s.friction:.2f}",
            "" if s.slip is None else f"{100 * s.slip:.0f} %",
        )
        for s in table.supports
    ]
    joints = [
        (
            words.plain(j.joint),
            j.movement or words.plain(j.coordinate),
            f"{j.torque:.1f}",
            "" if j.strength is None else f"{j.strength:.0f}{' *' if j.rough else ''}",
            "" if j.use is None else f"{100 * j.use:.0f} %",
        )
        for j in table.joints
        if abs(j.torque) >= LEAST or j.use
    ]
    return (
        f"<h2>Loads</h2>{lines}"
        + _table(("support", "force x, y, z (N)", "share of the weight", "friction", "of its grip"), supports)
        + "<h2>Joints</h2>"
        + _table(("joint", "effort", "torque N m", "strength N m", "use"), joints, numbers=(2, 3, 4))
    )


def _sources(table: LoadsTable) -> str:
    """Where strengths come from; those that are only orders of magnitude are marked in the table."""
    sources = dict.fromkeys((j.source, j.rough) for j in table.joints if j.source)
    items = "".join(f"<li>{'* ' if rough else ''}{escape(source)}</li>" for source, rough in sources)
    made = '<p class="soft">Torques hold the pose against weight and forces, by rigid-body statics. Made by Poise.</p>'
    return (f"<h2>Sources</h2><ul>{items}</ul>" if items else "") + made


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]], numbers: tuple[int, ...] = ()) -> str:
    kind = [' class="number"' if i in numbers else "" for i in range(len(head))]
    top = "".join(f"<th{k}>{escape(cell)}</th>" for k, cell in zip(kind, head, strict=True))
    body = "".join(
        f"<tr>{''.join(f'<td{k}>{escape(cell)}</td>' for k, cell in zip(kind, row, strict=True))}</tr>" for row in rows
    )
    return f"<table><tr>{top}</tr>{body}</table>"


def _number(value: float) -> str:
    return f"{value:.3g}"
