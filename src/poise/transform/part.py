"""A part of a figure as a figure of its own."""

from __future__ import annotations

from typing import Literal

import numpy as np

from poise.errors import InputError
from poise.figure.check import shown
from poise.figure.figure import Figure
from poise.figure.joint import Joint
from poise.figure.marks import Mirror
from poise.figure.placement import Placement


def subfigure(figure: Figure, segment: str, base: Literal["fixed", "free"]) -> Figure:
    """The segment and all it carries, where it is at rest.

    Sites, soles, limbs, groups and couplings come along when everything they name does.
    """
    figure.segment(segment)
    if not isinstance(base, str) or base not in ("fixed", "free"):
        raise InputError(f"the base of a sub-figure is 'fixed' or 'free', not {shown(base)}")
    kept = _carried(figure, segment)
    joints = [b.joint for b in figure.branches if b.segment in kept and b.segment != segment]
    names = {j.name for j in joints}
    placement = Placement.from_matrix(figure.rest().segment_frame(segment))
    hold = Joint(figure.base.name, base, None, segment, placement if base == "fixed" else Placement())
    sites = {n: s for n, s in figure.sites.items() if s.segment in kept}
    postures: dict[str, dict[str, object]] = {
        n: {j: v for j, v in values.items() if j in names} for n, values in figure.postures.items()
    }
    if base == "free":
        for name, values in postures.items():
            values[hold.name] = np.array(figure.pose(name).segment_frame(segment))
    return Figure(
        f"{figure.name} {segment}",
        [figure.segments[s] for s in figure.segments if s in kept],
        [hold, *joints],
        sites=sites.values(),
        soles=[s for s in figure.soles.values() if s.segment in kept],
        limbs=[m for m in figure.limbs.values() if {m.root, m.middle, m.end} <= names and m.site in sites],
        groups=[g for g in figure.groups.values() if set(g.joints) <= names],
        couplings=[c for c in figure.couplings.values() if all(_joint_of(t, names) for t in c.terms)],
        mirror=Mirror(figure.mirror.axis, tuple(p for p in figure.mirror.pairs if set(p) <= kept | names | set(sites))),
        postures=postures,
        gravity=figure.gravity,
        root=segment,
        self_pairs=figure.self_pairs and [p for p in figure.self_pairs if {p.first, p.second} <= kept],
    )


def _carried(figure: Figure, segment: str) -> set[str]:
    kept = {segment}
    for branch in figure.branches[1:]:  # root first, so the carrier is known already
        if figure.branches[branch.carrier].segment in kept:
            kept.add(branch.segment)
    return kept


def _joint_of(term: str, names: set[str]) -> bool:
    return term in names or term.rpartition(".")[0] in names
