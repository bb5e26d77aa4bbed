"""A motion as a film: frames at equal times from a camera that stands still or goes along."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.errors import InputError, UnknownNameError
from poise.figure.arguments import checked
from poise.figure.check import count as checked_count
from poise.figure.check import each, instance, number, positive
from poise.forces.account import statics
from poise.plot import colors
from poise.plot.film_files import film_file
from poise.plot.film_progress import told
from poise.plot.lines import tube
from poise.plot.mesh import Floats, Mesh
from poise.plot.pixels import label_height, label_strip
from poise.plot.pose_picture import pose_scene
from poise.plot.render import Pixels, render
from poise.plot.scene import Item, Scene
from poise.plot.staging import floor_height, upright
from poise.plot.statics_picture import statics_scene
from poise.plot.views import Camera, View, framed, view_of

if TYPE_CHECKING:
    from poise.motion.motion import Motion
    from poise.pose import Pose

MOST_FRAMES = 20_000
"""Ten minutes at 30 frames a second and a little more: a longer film is a mistake."""
WORKERS = max(1, min(4, os.cpu_count() or 1))
"""Threads that draw. More than a few wait for each other: not all of a frame is drawn without Python's lock."""
ROOM = 0.1
"""Around what the body reaches, of that, so that the floor stays the same wherever it bulges."""
LOOKS = 48
"""Poses along the motion by which the camera and the floor are placed."""
TRACE = "#2f6b9a"
"""Colour of the paths of sites."""


@dataclass(frozen=True, slots=True)
class Show:
    """What is shown in every frame; see `film_motion`."""

    skeleton: bool
    com: bool
    support: bool
    forces: bool
    ghosts: int
    ghost_spacing: float
    traces: tuple[str, ...]
    clock: bool


@checked
def film_motion(
    motion: Motion,
    path: str | os.PathLike[str],
    *,
    rate: float = 30.0,
    speed: float = 1.0,
    size: tuple[int, int] = (360, 360),
    view: str | View = "three-quarter",
    follow: bool = False,
    floor: float | bool = True,
    skeleton: bool = False,
    com: bool = False,
    support: bool = False,
    forces: bool = False,
    ghosts: int = 0,
    ghost_spacing: float = 0.2,
    traces: Iterable[str] = (),
    clock: bool = False,
    progress: bool | Callable[[int, int], object] = False,
) -> Path:
    """Film a motion and return the path, whose ending says the format: .mp4 (extra `films`), .gif, .webp or .png.

    `rate`: frames a second. `speed`: 0.5 is slow motion. `size`: pixels. `view`: as of a pose; `follow`: the camera
    goes along with the figure instead of seeing all of its way. `floor`, `skeleton`, `com`, `support` as of a pose;
    `forces`: what the supports on the floor give to hold each pose still, as arrows. `ghosts`: so many poses before,
    `ghost_spacing` seconds apart, shown pale. `traces`: sites whose paths so far are drawn. `clock`: the time under
    the picture. `progress`: a bar on the error stream, or a function that is told frames done and frames in all.
    """
    show = Show(
        skeleton, com, support, forces, checked_count(ghosts, "the number of ghosts", 20, 0),
        positive(ghost_spacing, "the spacing of ghosts"), _sites(motion, traces), clock,
    )  # fmt: skip
    target, pixels = film_file(path, rate), _checked_size(size)
    times = film_times(motion, positive(rate, "the rate of a film"), positive(speed, "the speed of a film"))
    stage = _Stage(motion, show, view_of(view), pixels, follow, floor)
    first = stage.frame(float(times[0]))  # before the file is opened: what cannot be drawn leaves no file
    return target.write(told(_frames(stage, first, times), len(times), progress))


def film_times(motion: Motion, rate: float, speed: float) -> Floats:
    """The times of the frames: the first at the start, the last at or just before the end."""
    frames = int(np.floor(motion.duration / speed * rate + 1e-9)) + 1
    if frames > MOST_FRAMES:
        raise InputError(f"the film would have {frames} frames; {MOST_FRAMES} are the most: lower the rate, or cut it")
    return np.asarray(np.minimum(motion.start + np.arange(frames) * speed / rate, motion.end))


def _frames(stage: _Stage, first: Pixels, times: Floats) -> Iterator[Pixels]:
    """In their order, drawn by several threads a few ahead: numpy and the core let each other work."""
    yield first
    with ThreadPoolExecutor(WORKERS) as pool:
        ahead: deque[Future[Pixels]] = deque()
        for t in times[1:].tolist():
            ahead.append(pool.submit(stage.frame, t))
            if len(ahead) > 2 * WORKERS:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


class _Stage:
    """Floor and camera of a film, found once, and its frames."""

    def __init__(
        self, motion: Motion, show: Show, view: View, size: tuple[int, int], follow: bool, floor: float | bool
    ) -> None:
        self.motion, self.show, self.size, self.follow = motion, show, size, follow
        self.turn = upright(motion.figure.gravity)
        self.middle = self._along(motion.start)
        points = self._reached()
        self.floor = floor_height(points[:, 1], floor)
        low, high = points.min(axis=0), points.max(axis=0)
        low, high = low - ROOM * (high - low), high + ROOM * (high - low)
        corners = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
        self.extent = Mesh(corners, np.zeros((8, 3)), np.zeros((0, 3), np.int64))  # unseen: the floor goes by it
        self.strip = label_height(size) if show.clock else 0
        inner = (size[0], size[1] - self.strip)
        self.inner, self.camera = inner, framed(view, points, inner[0] / inner[1])
        self.thick = 0.004 * (float(np.linalg.norm(high - low)) or 1.0)
        dense = np.linspace(motion.start, motion.end, max(2, min(4000, int(motion.duration * 120) + 2)))
        self.dense = dense
        self.paths = {site: motion.trace(site, dense) @ self.turn[:3, :3].T for site in show.traces}

    def _reached(self) -> Floats:
        """(n, 3) points that bound the figure all along its way, or, followed, beside it: joints and sites, and around
        them what the body has around those of its first pose."""
        first = pose_scene(self.motion.at(self.motion.start), floor=False).points()
        times = np.linspace(self.motion.start, self.motion.end, LOOKS).tolist()
        rows = [self._marks(t) - (self._along(t) - self.middle if self.follow else 0.0) for t in times]
        outside = np.maximum(first.max(axis=0) - rows[0].max(axis=0), rows[0].min(axis=0) - first.min(axis=0))
        marks, pad = np.vstack(rows), np.maximum(outside, 0.0)
        return np.vstack([marks + pad * way for way in (*np.eye(3), *-np.eye(3))])

    def _marks(self, t: float) -> Floats:
        pose = self.motion.at(t)
        places = [pose.segment_frame(name)[:3, 3] for name in pose.figure.segments]
        places += [pose.position(site) for site in pose.figure.sites]
        return np.array(places) @ self.turn[:3, :3].T

    def frame(self, t: float) -> Pixels:
        """(height, width, 3) the film at a time."""
        move = self._along(t) - self.middle if self.follow else np.zeros(3)
        scene = self._scene(t)
        extent = Item(replace(self.extent, vertices=self.extent.vertices + move), colors.GHOST)
        scene = replace(scene, items=(*scene.items, *self._trace_items(t), extent))
        pixels = render(scene, _moved(self.camera, move), self.inner)
        if not self.strip:
            return pixels
        return np.vstack([pixels, label_strip(f"{t:.2f} s", (self.size[0], self.strip))])

    def _scene(self, t: float) -> Scene:
        show, pose = self.show, self.motion.at(t)
        floor: float | bool = False if self.floor is None else self.floor
        options: dict[str, Any] = {"skeleton": show.skeleton, "com": show.com, "floor": floor, "ghost": self._ghosts(t)}
        if show.forces:
            return statics_scene(statics(pose), torques=False, region=show.support, **options)
        return pose_scene(pose, support=show.support, **options)

    def _ghosts(self, t: float) -> list[Pose]:
        before = [t - (i + 1) * self.show.ghost_spacing for i in range(self.show.ghosts)]
        return [self.motion.at(s) for s in before if s >= self.motion.start]

    def _trace_items(self, t: float) -> Iterator[Item]:
        for path in self.paths.values():
            so_far = path[: int(np.searchsorted(self.dense, t, side="right"))]
            if len(so_far) > 1:
                yield Item(tube(so_far, self.thick, sides=6), TRACE)

    def _along(self, t: float) -> Floats:
        """Where the figure is on the floor."""
        place = self.turn[:3, :3] @ self.motion.at(t).segment_frame(self.motion.carrier)[:3, 3]
        return np.array([place[0], 0.0, place[2]])


def _moved(camera: Camera, move: Floats) -> Camera:
    return replace(camera, eye=camera.eye + move)


def _sites(motion: Motion, traces: Any) -> tuple[str, ...]:
    if isinstance(traces, str):
        raise InputError(f"traces are several names of sites, not {traces!r}")
    found = tuple(instance(site, str, "a site to be traced") for site in each(traces, "traces"))
    for site in found:
        if site not in motion.figure.sites:
            raise UnknownNameError("site", site, motion.figure.sites)
    return found


def _checked_size(size: Any) -> tuple[int, int]:
    width, height = (int(number(v, "the size of a film")) for v in size)
    if not (64 <= width <= 4096 and 64 <= height <= 4096):
        raise InputError(f"a film cannot be {width}×{height} pixels: 64 … 4096 each")
    return width - width % 2, height - height % 2  # video wants even sizes
