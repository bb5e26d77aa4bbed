"""A pose as a picture: body or bones, floor, and on request limits, centre of mass and support."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from poise.errors import InputError
from poise.figure.arguments import checked
from poise.figure.check import each, instance
from poise.plot.body import bodies_of, body_items, body_meshes, ghost_items, shadow_balls
from poise.plot.limits import limit_items
from poise.plot.marks import center_items, site_items, support_items
from poise.plot.picture import Panel, Picture, joined_pictures
from poise.plot.props import Prop
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
    beside: Pose | Sequence[Pose] | None = None,
    props: Prop | Iterable[Prop] = (),
    floor: float | bool = True,
    focus: str | Iterable[str] = (),
    label: str = "",
    alt: str = "",
    size: tuple[int, int] | None = None,
) -> Picture:
    """A picture of a pose.

    `view` is a name of `poise.plot.VIEWS` or a `View`; `views` gives several side by side, each labelled with its name.
    `limits`: joints whose limits are drawn, True for all. `com`: the centre of mass and the point under it. `support`:
    the support polygon on the floor. `sites`: frames of named sites (x red, y green, z blue). `skeleton`: bones in a
    glassy body. `ghost`: other poses, shown pale; `beside`: other poses, shown as the first. `props`: things of
    `poise.plot.props`, such as `chair()` or `words(point, "here")`. `floor`: its height in metres, True for under the
    figure, False for none. `focus`: joints or segments to look at closely, with the limits that are drawn. `alt`: what
    the picture shows, in words. `size`: (width, height) in pixels of the whole picture.
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
        beside=beside,
        props=props,
        floor=floor,
        focus=focus,
    )
    labels = [label if views is None else _label(v) for v in chosen]
    said = alt or f"{pose.figure.name}, {' and '.join(_label(v) for v in chosen)}"
    return Picture([Panel(scene, view_of(v), t) for v, t in zip(chosen, labels, strict=True)], size=size, alt=said)


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
    beside: Pose | Sequence[Pose] | None = None,
    props: Prop | Iterable[Prop] = (),
    floor: float | bool = True,
    focus: str | Iterable[str] = (),
) -> Scene:
    """Everything `plot_pose` shows, before a view is chosen."""
    meshes = body_meshes(pose)
    bodies = bodies_of(pose)
    points = np.vstack([m.vertices for m in meshes.values()] or [np.zeros((1, 3))])
    size = float(np.linalg.norm(np.ptp(points, axis=0))) or 1.0
    turn = upright(pose.figure.gravity)
    down = -turn[1, :3]
    height = floor_height(points @ turn[1, :3], floor)
    items = [i for b in bodies for i in body_items(b, body_meshes(b), size, skeleton=skeleton)]
    for other in _poses(ghost, "a ghost"):
        items += ghost_items(other, size)
    company = _poses(beside, "a pose beside another")
    for other in company:
        items += [i for b in bodies_of(other) for i in body_items(b, body_meshes(b), size, skeleton=skeleton)]
    things = [props] if isinstance(props, Prop) else list(props)
    items += [item for thing in things for item in thing.items]
    drawn_limits = limit_items(pose, limits, size) if limits else []
    items += drawn_limits
    if sites:
        items += site_items(pose, sites, size)
    if com:
        items += [item for body in bodies if body.figure.mass for item in center_items(body, size, height, down)]
    if support:
        items += [item for body in bodies for item in support_items(body, size, height or 0.0, down)]
    focused = focus_points(pose, focus, meshes, drawn_limits)
    balls = np.vstack([*(shadow_balls(p) for p in (pose, *company)), *(thing.balls for thing in things)])
    words = tuple(word for thing in things for word in thing.words)
    return Scene(tuple(items), balls, height, focused, words).moved(turn)


def _poses(given: Pose | Sequence[Pose] | None, what: str) -> Sequence[Pose]:
    from poise.pose import Pose

    if given is None:
        return ()
    found = (given,) if isinstance(given, Pose) else each(given, what)
    return [instance(pose, Pose, what) for pose in found]


def _label(view: str | View) -> str:
    if isinstance(view, str):
        return view
    instance(view, View, "a view")
    return f"{math.degrees(view.azimuth):.0f}°, {math.degrees(view.elevation):.0f}°"
