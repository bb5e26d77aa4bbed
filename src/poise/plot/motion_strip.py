"""A motion as a strip of poses, as Welman's sequence editor shows it, and as a notebook does."""

from __future__ import annotations

import base64
import html
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.errors import MissingExtraError
from poise.figure.arguments import checked
from poise.figure.check import count as checked_count
from poise.plot.picture import Panel, Picture
from poise.plot.pose_picture import pose_scene
from poise.plot.views import View, view_of

if TYPE_CHECKING:
    from poise.motion.motion import Motion

PANEL = (150, 260)
"""Width and height of one pose of a strip, pixels."""
MOST = 40
"""Poses of a strip: more do not fit into a picture."""


@checked
def plot_motion(
    motion: Motion,
    *,
    count: int = 8,
    times: Any = None,
    view: str | View = "three-quarter",
    skeleton: bool = False,
    size: tuple[int, int] | None = None,
) -> Picture:
    """Poses of a motion side by side, each with its time under it; all are equally large, wherever the figure goes.

    `count`: so many, at equal times from first to last; `times` gives them instead. `view`, `skeleton` and `size` as
    for a pose.
    """
    number = checked_count(count, "the number of poses of a strip", MOST)
    wanted = np.linspace(motion.start, motion.end, number) if times is None else times
    samples = motion.sample(wanted)
    checked_count(len(samples.times), "the number of poses of a strip", MOST)
    from poise.pose import Pose

    panels = []
    for t, row in zip(samples.times, samples.poses, strict=True):
        scene = pose_scene(Pose(motion.figure, row), skeleton=skeleton)
        panels.append(Panel(scene.moved(_to_the_middle(scene.points())), view_of(view), f"{t:.2f} s"))
    return Picture(panels, size=(PANEL[0] * len(panels), PANEL[1]) if size is None else size, shared=True)


def _to_the_middle(points: Any) -> Any:
    """The move along the floor that puts a figure over the origin; heights stay."""
    low, high = points.min(axis=0), points.max(axis=0)
    move = np.eye(4)
    move[[0, 2], 3] = -(low + high)[[0, 2]] / 2
    return move


def motion_html(motion: Motion) -> str:
    """A motion in a notebook: what it is, a strip of it, and the notes."""
    lines = [f"<p><b>{html.escape(repr(motion)[1:-1])}</b></p>"]
    try:
        strip = base64.b64encode(plot_motion(motion)._repr_png_()).decode()
        lines.append(f'<img alt="poses of the motion at equal times" src="data:image/png;base64,{strip}">')
    except MissingExtraError as error:
        lines.append(f"<p>{html.escape(str(error))}</p>")
    notes = "".join(f"<li>{html.escape(note)}</li>" for note in motion.notes)
    return "\n".join([*lines, f"<ul>{notes}</ul>" if notes else ""])
