"""A picture of a limb's solutions: the elbow circle, its allowed arcs in colour, and the pose that was chosen."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.plot.lines import ball, tube
from poise.plot.picture import Panel, Picture
from poise.plot.pose_picture import pose_scene
from poise.plot.scene import Item, Scene
from poise.plot.staging import upright
from poise.plot.views import View, view_of

if TYPE_CHECKING:
    from poise.limb.family import LimbFamily
    from poise.limb.solution import LimbSolution

ALLOWED, FORBIDDEN, CHOSEN = "#3f8f5f", "#c9c4ba", "#d98a1f"


def limb_picture(
    solution: LimbSolution, *, view: str | View = "three-quarter", label: str = "", size: tuple[int, int] | None = None
) -> Picture:
    """The pose with the circle of its elbow: green where the limits allow it, grey where not, orange the chosen one."""
    return Picture([Panel(limb_scene(solution), view_of(view), label)], size=size)


def limb_scene(solution: LimbSolution, **options: Any) -> Scene:
    """What the picture shows, before it is seen from anywhere; `options` as of `poise.plot.pose_scene`."""
    chain = solution.limb.chain
    around = [solution.limb.figure.joints[j].child for j in (chain.root, chain.middle, chain.end)]
    scene = pose_scene(solution.pose, focus=around, **options)
    turn = upright(solution.limb.figure.gravity)
    marks = circle_items(solution.family, solution.branch, solution.swivel)
    moved = [replace(item, mesh=item.mesh.moved(turn)) for item in marks]
    return replace(scene, items=(*scene.items, *moved))


def circle_items(family: LimbFamily, branch: int, swivel: float) -> list[Item]:
    """Thin where forbidden, thick where allowed, a ball at the chosen swivel."""
    whole = family.elbow(np.linspace(-math.pi, math.pi, 121)[:-1], branch)
    size = float(np.linalg.norm(np.ptp(whole, axis=0)))
    if size < 1e-6:  # a straight limb: there is no circle to draw
        return []
    items = [Item(tube(whole, 0.012 * size, closed=True), FORBIDDEN, on_top=True)]
    for start, stop, way in family.intervals:
        if way == branch and stop - start > 1e-6:
            arc = family.elbow(np.linspace(start, stop, max(3, int((stop - start) * 20))), branch)
            items.append(Item(tube(arc, 0.028 * size), ALLOWED, on_top=True))
    return [*items, Item(ball(family.elbow(swivel, branch), 0.055 * size), CHOSEN, on_top=True)]
