"""What the tasks of a solve want of a limb, as a goal that has a closed form."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from poise.limb.goals import AimGoal, Array, AxisGoal, packed
from poise.limb.limb import Limb
from poise.tasks.piece import rotation_of
from poise.tasks.recruits import recruited
from poise.tasks.site_pieces import Direction, Place, Sight, Turn

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.tasks.piece import Piece
    from poise.tasks.plan import Plan

SitePiece = Place | Sight | Turn | Direction
Goal = tuple[int, Array]
"""The kind of a limb's goal and its numbers, as the core takes them."""


def wanted_of(plan: Plan, name: str) -> tuple[Limb, list[Goal]]:
    """The limb, and the goals of its most important site, the fullest first; none when no task has such a goal.

    The site may be any on the limb's last segment. Tasks that some joint of the limb may not help are left alone, and
    so are places on a line or a plane and turns without a place: they are the solver's.
    """
    figure = plan.start.figure
    limb = limb_of(figure, name)
    segment = figure.sites[limb.chain.site].segment
    own = [p for p in site_pieces(plan, limb.joints) if figure.sites[p.site].segment == segment]
    site, goals = goals_of_site(own)
    return (limb, []) if site is None else (limb_of(figure, name, site), goals)


@lru_cache(maxsize=64)
def limb_of(figure: Figure, name: str, site: str | None = None) -> Limb:
    """A limb of a figure, or the same one with another site at its end."""
    chain = figure.limbs[name]
    if site is None or site == chain.site:
        return Limb(figure, name)
    return Limb.between(figure, chain.root, chain.middle, chain.end, site=site)


def site_pieces(plan: Plan, joints: Iterable[str]) -> list[SitePiece]:
    """What is wanted of single sites by tasks that all of these joints may help."""
    figure, needed = plan.start.figure, set(joints)
    found: list[SitePiece] = []
    for entry in plan.places:
        if entry.task.enabled and needed <= set(recruited(figure, entry.task.joints, "")):
            found += [p for p in entry.pieces if isinstance(p, Place | Sight | Turn | Direction)]
    return found


def goals_of_site(pieces: list[SitePiece]) -> tuple[str | None, list[Goal]]:
    """The most important site that is wanted somewhere or to look somewhere, and what is wanted of it, the fullest
    first; None where there is no such site."""
    first = next((p for p in pieces if isinstance(p, Sight) or (isinstance(p, Place) and len(p.axes) == 3)), None)
    if first is None:
        return None, []
    return first.site, _goals(first, [p for p in pieces if p.site == first.site])


def _goals(first: Piece, own: list[SitePiece]) -> list[Goal]:
    if isinstance(first, Sight):
        return [packed(AimGoal(first.goal, first.axis))]
    point = np.array(first.goal)
    for piece in own:
        if isinstance(piece, Turn):
            frame = np.eye(4)
            frame[:3, :3], frame[:3, 3] = rotation_of(piece.goal), point
            return [packed(frame), packed(point)]
        if isinstance(piece, Direction):
            return [packed(AxisGoal(point, piece.goal, piece.axis)), packed(point)]
    return [packed(point)]
