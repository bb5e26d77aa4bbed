"""A figure that is one limb and nothing else, a robot's arm on its base: where a solve that ends short may begin anew.

Slopes may lead to a limit on the wrong side of the elbow. What a lone limb is asked has its answers in closed form, and
nobody else is asked; so no name of a limb is needed to look there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from poise.errors import PoiseError
from poise.limb.goals import AIM, Array
from poise.limb.limb import Limb
from poise.limb.task_goals import goals_of_site, site_pieces
from poise.memo import Same

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.tasks.plan import Plan

FREEDOM = 7
"""Degrees of freedom of a limb: three, one and three."""


def answer_alone(plan: Plan) -> Array | None:
    """Coordinates of a lone limb that meet what is wanted of a site of it; None where there is no such answer.

    Of the swivels that are allowed, the one nearest to that of the start.
    """
    start, figure = plan.start, plan.start.figure
    if figure.dof != FREEDOM or plan.preferences is not None or plan.method != "priority":
        return None
    site, goals = goals_of_site(site_pieces(plan, _moving(figure)))
    limb = None if site is None else _lone_limb(Same(figure), site)
    if limb is None:
        return None
    stance = limb._stand(start.coordinates)
    for kind, numbers in goals:
        second = stance.rest_hinge if kind == AIM else 0.0
        answer = stance.closed(kind, numbers, stance.present_swivel(kind), second)
        if answer.verdict == 0:
            return np.array(stance.coordinates(answer))
    return None


def _moving(figure: Figure) -> list[str]:
    return [name for name, joint in figure.joints.items() if joint.coordinates]


@lru_cache(maxsize=64)
def _lone_limb(key: Same[Figure], site: str) -> Limb | None:
    """All that moves of a figure as a limb that moves a site; None where it is none."""
    first, *between, last = _moving(key.thing)
    for middle in between:
        try:
            limb = Limb.between(key.thing, first, middle, last, site=site)
        except PoiseError:  # another joint may be the middle
            continue
        if len(limb.slots) == key.thing.size:
            return limb
    return None
