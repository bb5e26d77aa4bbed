"""Figures and reports as notebooks show them: a picture, and the table beside it."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import TYPE_CHECKING

from poise.errors import MissingExtraError
from poise.plot.picture import Picture
from poise.plot.pose_picture import plot_pose
from poise.plot.statics_picture import plot_statics

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.forces.report import Statics

SMALL = (320, 420)
"""Width and height of their pictures, pixels."""


def figure_html(figure: Figure) -> str:
    """The figure at rest, and what it consists of."""
    rows = "".join(
        f"<tr><td>{html.escape(j.name)}</td><td>{j.model}</td><td>{html.escape(j.child)}</td>"
        f"<td>{figure.segments[j.child].mass:.2f} kg</td></tr>"
        for j in figure.joints.values()
    )
    table = f"<table><tr><th>joint</th><th>model</th><th>segment</th><th>mass</th></tr>{rows}</table>"
    folded = f"<details><summary>{len(figure.joints)} joints</summary>{table}</details>"
    return _beside(figure, lambda: plot_pose(figure.rest(), size=SMALL), folded)


def statics_html(report: Statics) -> str:
    """The forces drawn, and the report as text."""
    return _beside(report, lambda: plot_statics(report, size=SMALL), f"<pre>{html.escape(str(report))}</pre>")


def _beside(thing: object, picture: Callable[[], Picture], table: str) -> str:
    """What it is, its picture if the extra is there, and a table."""
    try:
        drawn = picture()._repr_html_()
    except MissingExtraError as error:
        drawn = f"<p>{html.escape(str(error))}</p>"
    return f"<p><b>{html.escape(repr(thing).strip('<>'))}</b></p>{drawn}{table}"
