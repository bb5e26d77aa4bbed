"""Explanations as HTML, for notebooks: a table of culprits for every task that is not met."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from poise.explain.words import amount, as_text, heading, named, remarks

if TYPE_CHECKING:
    from poise.explain.explanation import Culprit, Explanation, Finding

HEAD = ("what", "without it", "less", "enough")
GREEN, AMBER = "#5b9a68", "#d08a2e"


def as_html(explanation: Explanation) -> str:
    """A heading, a table and remarks for every task that is not met."""
    if not explanation.findings:
        return f"<div><p>{as_text(explanation)}</p></div>"
    return "<div>" + "".join(_section(finding) for finding in explanation.findings) + "</div>"


def _section(finding: Finding) -> str:
    table = "".join(_row(culprit) for culprit in finding.culprits)
    if table:
        table = "<table><tr>" + "".join(f"<th>{word}</th>" for word in HEAD) + f"</tr>{table}</table>"
    notes = "".join(f"<p>{escape(line)}</p>" for line in remarks(finding))
    return f"<p><b>{escape(heading(finding))}</b></p>{table}{notes}"


def _row(culprit: Culprit) -> str:
    words = "" if culprit.relaxation is None else culprit.relaxation.words
    cells = (escape(named(culprit)), amount(culprit.residual, culprit.unit), _bar(culprit), escape(words))
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _bar(culprit: Culprit) -> str:
    """The share as a bar, green when it is enough."""
    color, width = GREEN if culprit.meets else AMBER, round(100 * culprit.share)
    return f'<div style="background:{color};width:{width}px;height:0.8em;display:inline-block"></div> {width} %'
