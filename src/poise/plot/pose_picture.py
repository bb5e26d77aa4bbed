"""A pose as a picture: body or bones, floor, and on request limits, centre of mass and support."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from poise.errors import InputError
from poise.figure.arguments import checked
from poise.figure.check import each, instance
from poise.plot.body import body_items, body_meshes, ghost_items, shadow_balls
from poise.plot.limits import limit_items
from poise.plot.marks import center_items, site_items, support_items
from poise.plot.picture import Panel, Picture, joined_pictures
from poise.plot.scene import Scene
from poise.plot.staging import floor_height, focus_points, upright
from poise.plot.views import View, view_of

if TYPE_CHECKING:
    from poise.pose import Pose


@checked
def plot_pose(
    pose: Pose,
    *,
    view: str | View = "three-quarter",
    views: Iterable[str | View] | None = None,
    limits: Iterable[str] | bool = False,
    com: bool = False,
    support: bool = False,
    sites: Iterable[str] | bool = False,
    skeleton: bool = False,
    ghost: Pose | Sequence[Pose] | None = None,
    floor: float | bool = True,
    focus: str | Iterable[str] = (),
    label: str = "",
    size: tuple[int, int] | None = None,
) -> Picture:
    """A picture of a pose.

    `view` is a name of `poise.plot.VIEWS` or a `View`; `views` gives several side by side, each labelled with its name.
    `limits`: joints whose limits are drawn, True for all. `com`: the centre of mass and the point under it. `support`:
    the support polygon on the floor. `sites`: frames of named sites (x red, y green, z blue). `skeleton`: bones in a
    glassy body. `ghost`: other poses, shown pale. `floor`: its height in metres, True for under the figure, False for
    none. `focus`: joints or segments to look at closely, with the limits that are drawn. `size`: (width, height) in
    pixels of the whole picture.
    """
    chosen = (view,) if views is None else tuple(each(views, "views"))
    if not chosen:
        raise InputError("views must name at least one view")
    scene = pose_scene(
        pose,
        limits=limits,
        com=com,
        support=support,
        sites=sites,
        skeleton=skeleton,
        ghost=ghost,
        floor=floor,
        focus=focus,
    )
    labels = [label if views is None else _label(v) for v in chosen]
    return Picture([Panel(scene, view_of(v), t) for v, t in zip(chosen, labels, strict=True)], size=size)


@checked
def side_by_side(
    items: Iterable[Pose | Picture],
    *,
    labels: Sequence[str] | None = None,
    size: tuple[int, int] | None = None,
    view: str | View = "three-quarter",
    com: bool = False,
    support: bool = False,
    skeleton: bool = False,
) -> Picture:
    """Poses or pictures in one row, with a label under each. Poses share one framing, so that sizes compare."""
    given = list(items)
    if not given:
        raise InputError("side_by_side needs at least one pose or picture")
    drawn = [
        i if isinstance(i, Picture) else plot_pose(i, view=view, com=com, support=support, skeleton=skeleton)
        for i in given
    ]
    row = joined_pictures(drawn, size=size, shared=not any(isinstance(i, Picture) for i in given))
    return row if labels is None else row.labelled(*labels)


@checked
def pose_scene(
    pose: Pose,
    *,
    limits: Iterable[str] | bool = False,
    com: bool = False,
    support: bool = False,
    sites: Iterable[str] | bool = False,
    skeleton: bool = False,
    ghost: Pose | Sequence[Pose] | None = None,
    floor: float | bool = True,
    focus: str | Iterable[str] = (),
) -> Scene:
    """Everything `plot_pose` shows, before a view is chosen."""
    meshes = body_meshes(pose)
    points = np.vstack([m.vertices for m in meshes.values()] or [np.zeros((1, 3))])
    size = float(np.linalg.norm(np.ptp(points, axis=0))) or 1.0
    turn = upright(pose.figure.gravity)
    down = -turn[1, :3]
    height = floor_height(points @ turn[1, :3], floor)
    items = body_items(pose, meshes, size, skeleton=skeleton)
    for other in _ghosts(ghost):
        items += ghost_items(other, size)
    drawn_limits = limit_items(pose, limits, size) if limits else []
    items += drawn_limits
    if sites:
        items += site_items(pose, sites, size)
    if com:
        items += center_items(pose, size, height, down)
    if support:
        items += support_items(pose, size, height or 0.0, down)
    focused = focus_points(pose, focus, meshes, drawn_limits)
    return Scene(tuple(items), shadow_balls(pose), height, focused).moved(turn)


def _ghosts(ghost: Pose | Sequence[Pose] | None) -> Sequence[Pose]:
    from poise.pose import Pose

    if ghost is None:
        return ()
    found = (ghost,) if isinstance(ghost, Pose) else each(ghost, "ghost")
    return [instance(pose, Pose, "a ghost") for pose in found]


def _label(view: str | View) -> str:
    if isinstance(view, str):
        return view
    instance(view, View, "a view")
    return f"{math.degrees(view.azimuth):.0f}°, {math.degrees(view.elevation):.0f}°"
