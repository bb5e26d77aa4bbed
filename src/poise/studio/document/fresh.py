"""A fresh document: a figure at rest, standing ready on what it stands on."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from poise.criteria.default import default_criteria
from poise.figure.figure import Figure
from poise.people import human
from poise.scene.source import FigureSource
from poise.studio.document.state import State
from poise.support import soles_down
from poise.tasks.balance import Balance
from poise.tasks.hold import Hold
from poise.tasks.task import Task
from poise.world.body import self_pairs


def fresh(source: FigureSource | None, figure: Figure) -> State:
    """The figure at rest: what stands on the floor is held there, and the body in balance over it."""
    rest = figure.rest()
    down = [figure.soles[name] for name in soles_down(rest)] if figure.base.model == "free" else []
    down = [sole for sole in down if not _carried(figure, sole.segment, {s.segment for s in down})]
    sites = {sole.name if sole.name in figure.sites else _site_on(figure, sole.segment) for sole in down}
    holds: tuple[Task, ...] = tuple(Hold(site) for site in sorted(s for s in sites if s))
    levels = [holds] if holds else []
    if holds and figure.mass > 0.0:
        levels.append((Balance(),))
    criteria = default_criteria(figure)
    state = State(source=source, start=rest, pose=rest, levels=tuple(levels), criteria=criteria, name=figure.name)
    return replace(state, settings={"avoid_self": bool(self_pairs(figure))}).checked()


@cache
def person() -> State:
    """A person who stands ready."""
    return fresh(FigureSource("human"), human())


def _carried(figure: Figure, segment: str, by: set[str]) -> bool:
    """Whether another of these segments carries it, as a foot carries its toes."""
    joints = {branch.segment: branch for branch in figure.branches}
    carrier = joints[segment].carrier
    while carrier >= 0:
        if figure.branches[carrier].segment in by:
            return True
        carrier = figure.branches[carrier].carrier
    return False


def _site_on(figure: Figure, segment: str) -> str | None:
    return next((site.name for site in figure.sites.values() if site.segment == segment), None)
