"""The table, the file, and the budgets."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from measure import Row
from ways import CLOSED

OURS = "Poise, five strict levels"
"""Steps of a session, stopped by the rule that all share."""
PERSON = "Poise, README's levels"
"""The same with the built-in person."""
WHOLE = "poise.solve, five levels"
"""The call as users make it, which goes on until it has settled."""


@dataclass(frozen=True)
class Budget:
    """A claim about rows: what was found must be at least `least`, and shall be `aim` one day."""

    what: str
    least: float
    found: float | None
    aim: float | None = None

    @property
    def held(self) -> bool:
        return self.found is not None and self.found >= self.least

    def __str__(self) -> str:
        verdict = "held" if self.held else "MISSED"
        if self.aim is not None and self.found is not None:
            verdict += f", the aim {self.aim:g} too" if self.found >= self.aim else f"; the aim is {self.aim:g}"
        return f"{self.what:<52} {self.found:8.4g} of {self.least:4g}  {verdict}"


def line(row: Row) -> str:
    times = "" if row.median is None or row.most is None else f"{shown(row.median)} {shown(row.most)}"
    met = "" if row.met is None else f"{row.met} of {row.of}"
    return f"{row.work:<20} {row.who:<26} {times:<24} {met:<11} {row.note}".rstrip()


HEAD = f"{'work':<20} {'who':<26} {'median':>11} {'95 %':>11}  {'met':<11}"


def shown(seconds: float) -> str:
    return f"{seconds * 1e6:8.1f} µs" if seconds < 1e-3 else f"{seconds * 1e3:8.2f} ms"


def write(rows: list[Row], file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, [f.name for f in fields(Row)])
        writer.writeheader()
        writer.writerows(asdict(r) for r in rows)


def budgets(rows: list[Row]) -> list[Budget]:
    """What is promised; those about a peer that was left out are left out."""
    return [b for b in (*_speed(rows), *_success(rows)) if b.found is not None]


def _speed(rows: list[Row]) -> list[Budget]:
    def ratio(work: str, peers: Callable[[str], bool], ours: str = OURS) -> float | None:
        mine = _median(rows, work, lambda who: who == ours)
        theirs = _median(rows, work, peers)
        return None if mine is None or theirs is None else theirs / mine

    def is_named(name: str) -> Callable[[str], bool]:
        return lambda who: who.startswith(name)

    found = [
        Budget("step, tracking: × faster than placo, soft", 3.0, ratio("step, tracking", is_named("placo, soft"))),
        Budget("step, far: × faster than placo, soft", 2.0, ratio("step, far", is_named("placo, soft"))),
        Budget("step, tracking: × faster than mink", 12.0, ratio("step, tracking", is_named("mink"))),
        Budget("step, tracking: × faster than Pink", 18.0, ratio("step, tracking", is_named("Pink"))),
        Budget("step, tracking: × faster than EmbodiK", 20.0, ratio("step, tracking", is_named("EmbodiK"))),
    ]
    for work, aim in (("one hand, near", 3.5), ("one hand, far", 3.0)):
        found.append(Budget(f"{work}: × faster than placo's best", 2.5, ratio(work, is_named("placo")), aim))
    for peer, aim in (("placo, soft", 2.0), ("mink", 8.0), ("Pink", 12.0)):
        faster = ratio("person, tracking", is_named(peer), PERSON)
        found.append(Budget(f"person, tracking: × faster than {peer}", 0.5 * aim, faster, aim))
    for who, least in (("Poise", 0.7), (CLOSED, 1.0)):
        arm = ratio("arm of 7, one start", is_named("placo"), who)
        found.append(Budget(f"arm of 7, {who}: × faster than placo", least, arm, 1.0 if least < 1.0 else None))
    return found


def _success(rows: list[Row]) -> list[Budget]:
    """Of every hundred."""
    asked = [
        ("one hand, near", OURS, 100.0, None),
        ("one hand, far", OURS, 100.0, None),
        ("one hand, near", WHOLE, 100.0, None),
        ("one hand, far", WHOLE, 100.0, None),
        ("both hands, 6-D", WHOLE, 95.0, None),
        ("arm of 7, one start", "Poise", 99.0, 100.0),
        ("arm of 7, one start", CLOSED, 100.0, None),
        ("arm of 7, 20 starts", "Poise", 100.0, None),
    ]
    met = {(r.work, r.who): 100.0 * r.met / r.of for r in rows if r.met is not None and r.of}
    return [Budget(f"{work}, {who}: % met", least, met.get((work, who)), aim) for work, who, least, aim in asked]


def _median(rows: list[Row], work: str, chosen: Callable[[str], bool]) -> float | None:
    """The lowest median among those chosen."""
    medians = [r.median for r in rows if r.work == work and r.median is not None and chosen(r.who)]
    return min(medians, default=None)
