"""The loads of a document's pose: the table of the page, and the same as CSV. All numbers are those of `statics`."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping
from dataclasses import replace

from poise.errors import PoiseError
from poise.figure.company import SLASH
from poise.forces import Statics, statics
from poise.forces.joint_loads import JointLoad
from poise.forces.table import hardest, headline, notes
from poise.forces.wishes import Loads
from poise.people.anatomy import movement
from poise.studio.document.state import State
from poise.studio.protocol.loads import JointRow, LoadsTable, SupportRow

ROUGH = "order of magnitude"


def report_of(state: State) -> Statics:
    """What `poise statics` finds for the present pose; raises when nothing can be said."""
    return statics(state.pose, state.forces, state.supports)


def loads_of(state: State) -> LoadsTable:
    """The table of the present pose; `problem` when there is none, as of a body that stands on nothing.

    Of several figures it has the loads of each, under their names.
    """
    if state.figure.members:
        return _together({name: _member_loads(state, name) for name in state.figure.members})
    try:
        return _table(report_of(state))
    except PoiseError as error:
        return LoadsTable(problem=str(error), lines=[], balanced=False, margin=None, supports=[], joints=[])


def _member_loads(state: State, name: str) -> LoadsTable:
    forces, supports = Loads(state.forces, state.supports).of(name)
    return loads_of(
        State(source=None, start=state.pose, pose=state.pose.member(name), forces=forces, supports=supports)
    )


def _together(tables: Mapping[str, LoadsTable]) -> LoadsTable:
    """The tables of several figures as one; what stands on nothing, as a plank that is carried, says so in its line."""
    told = {name: table for name, table in tables.items() if table.problem is None}
    margins = [table.margin for table in told.values() if table.margin is not None]
    lines = [
        f"{name}: {line}"
        for name, table in tables.items()
        for line in (table.lines if name in told else [table.problem])
    ]
    return LoadsTable(
        problem=None if told else "; ".join(lines),
        lines=lines if told else [],
        balanced=bool(told) and all(table.balanced for table in told.values()),
        margin=min(margins, default=None),
        supports=[replace(row, site=f"{n}{SLASH}{row.site}") for n, table in told.items() for row in table.supports],
        joints=sorted(
            (replace(row, joint=f"{n}{SLASH}{row.joint}") for n, table in told.items() for row in table.joints),
            key=lambda row: -1.0 if row.use is None else row.use,
            reverse=True,
        ),
    )


def _table(report: Statics) -> LoadsTable:
    return LoadsTable(
        problem=None,
        lines=[_in_words(line, report) for line in (headline(report), *notes(report))],
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


def _in_words(line: str, report: Statics) -> str:
    """A line with the effort of the hardest joint called as the table calls it, and names without underscores."""
    if report.weakest is not None:
        line = line.replace(report.weakest.name, effort(report.weakest))
    return line.replace("_", " ")


def effort(load: JointLoad) -> str:
    """A joint and what it does, as anatomists say it where they have a word."""
    does = movement(load.joint, load.coordinate, load.torque > 0.0)
    return f"{load.joint} {does or load.coordinate}".replace("_", " ")


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
