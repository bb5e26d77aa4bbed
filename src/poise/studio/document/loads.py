"""The loads of a document's pose: the table of the page, and the same as CSV. All numbers are those of `statics`."""

from __future__ import annotations

import csv
import io
import math

from poise.errors import PoiseError
from poise.forces import Statics, statics
from poise.forces.table import hardest, headline, notes
from poise.people.anatomy import movement
from poise.studio.document.state import State
from poise.studio.protocol.loads import JointRow, LoadsTable, SupportRow

ROUGH = "order of magnitude"


def report_of(state: State) -> Statics:
    """What `poise statics` finds for the present pose; raises when nothing can be said."""
    return statics(state.pose, state.forces, state.supports)


def loads_of(state: State) -> LoadsTable:
    """The table of the present pose; `problem` when there is none, as of a body that stands on nothing."""
    try:
        report = report_of(state)
    except PoiseError as error:
        return LoadsTable(problem=str(error), lines=[], balanced=False, margin=None, supports=[], joints=[])
    return LoadsTable(
        problem=None,
        lines=[headline(report), *notes(report)],
        balanced=report.balanced,
        margin=_finite(report.margin),
        supports=[
            SupportRow(
                site=load.site, force=load.force.tolist(), point=load.point.tolist(), share=load.share,
                friction=_finite(load.friction), slip=_finite(load.slip),
            )
            for load in report.supports
        ],
        joints=[
            JointRow(
                joint=load.joint, coordinate=load.coordinate,
                movement=movement(load.joint, load.coordinate, load.torque > 0.0), torque=load.torque,
                strength=load.strength, use=_finite(load.use), source=load.source, rough=load.source.startswith(ROUGH),
            )
            for load in hardest(report, len(report.joints))
        ],
    )  # fmt: skip


def loads_csv(table: LoadsTable) -> str:
    """Joints and supports with all digits, for a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["joint", "coordinate", "movement", "torque N m", "strength N m", "use", "source of the strength"])
    for j in table.joints:
        writer.writerow([j.joint, j.coordinate, j.movement, *map(_cell, (j.torque, j.strength, j.use)), j.source])
    writer.writerow([])
    writer.writerow(
        ["support", "force x N", "force y N", "force z N", "share of the weight", "friction", "of its grip"]
    )
    for s in table.supports:
        writer.writerow([s.site, *map(_cell, (*s.force, s.share, s.friction, s.slip))])
    return out.getvalue()


def _cell(value: float | None) -> str:
    return "" if value is None else repr(value)


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
