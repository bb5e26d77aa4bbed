"""Statics as a picture: forces as arrows, torques as arcs, joint load as colour, and the region to stand over."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.figure.arguments import checked
from poise.forces.force import Press, Weight
from poise.plot import colors
from poise.plot.arrows import arc, arrow
from poise.plot.lines import ball, fan, tube
from poise.plot.mesh import Floats
from poise.plot.picture import Panel, Picture
from poise.plot.pose_picture import pose_scene
from poise.plot.scene import Item, Scene
from poise.plot.staging import upright
from poise.plot.views import View, view_of

if TYPE_CHECKING:
    from poise.forces.report import Statics

PUSHED, CARRIED = "#b4322a", "#2f6b4f"
"""Colours of forces that are applied, and of those that supports give."""
FALLING = "#6b5aa8"
"""Colour of the motion that nothing stops."""
RAMP = ("#6fa287", "#d9b44a", "#c8452f")
"""Joint load: none, half, all of the strength, or of the largest torque where no strength is known."""
LONGEST = 0.45
"""Length of the longest arrow, in sizes of the figure."""


@checked
def plot_statics(
    report: Statics, *, view: str | View = "three-quarter", label: str = "", size: tuple[int, int] | None = None,
    torques: bool = True, region: bool = True, **options: Any,
) -> Picture:  # fmt: skip
    """The report of a pose, drawn. `torques`, `region`: whether those are shown; other options as of `plot_pose`."""
    return Picture([Panel(statics_scene(report, torques, region, **options), view_of(view), label)], size=size)


def statics_scene(report: Statics, torques: bool = True, region: bool = True, **options: Any) -> Scene:
    """Everything that the picture shows, before it is seen from anywhere."""
    shown = {"skeleton": True, "com": True, **options}
    drawing = pose_scene(report.pose, **shown)
    extent = float(np.linalg.norm(np.ptp(drawing.points(everything=True), axis=0))) or 1.0
    items = [*_force_items(report, extent), *_falling_items(report, extent)]
    if torques:
        items += _torque_items(report, extent)
    if region and report.region is not None and len(report.region.corners) > 2:
        items += _region_items(report, extent, drawing.floor or 0.0)
    turn = upright(report.pose.figure.gravity)
    moved = [replace(item, mesh=item.mesh.moved(turn)) for item in items]
    return replace(drawing, items=(*drawing.items, *moved))


def _force_items(report: Statics, extent: float) -> Iterator[Item]:
    """Supports push from where they carry; applied forces end where they act, so that they are seen beside the body."""
    given = [pushed for force in report.loading.applied for pushed in _pushes(report, force)]
    held = [(s.point, s.force) for s in report.supports]
    largest = max((float(np.linalg.norm(f)) for _, f in (*given, *held)), default=0.0)
    if largest <= 0.0:
        return
    unit = LONGEST * extent / largest
    for point, force in given:
        yield Item(arrow(point, point + unit * force, 0.006 * extent), PUSHED, on_top=True)
    for point, force in held:
        yield Item(arrow(point, point + unit * force, 0.006 * extent), CARRIED, on_top=True)


def _falling_items(report: Statics, extent: float) -> Iterator[Item]:
    """How the body would begin to move when nothing can hold it: an arrow at every segment's centre of mass."""
    if report.virtual_motion is None:
        return
    pose, center = report.pose, report.center_of_mass
    heavy = [(name, s) for name, s in pose.figure.segments.items() if s.mass > 0.0]
    frames = [(pose.segment_frame(name), np.array(s.center)) for name, s in heavy]
    points = [frame[:3, :3] @ local + frame[:3, 3] for frame, local in frames]
    linear, angular = report.virtual_motion[:3], report.virtual_motion[3:]
    ways = [linear + np.cross(angular, point - center) for point in points]
    fastest = max(float(np.linalg.norm(way)) for way in ways)
    for point, way in zip(points, ways, strict=True):
        tip = point + 0.5 * LONGEST * extent / fastest * way
        yield Item(arrow(point, tip, 0.0035 * extent), FALLING, on_top=True)


def _pushes(report: Statics, load: Any) -> Iterator[tuple[Floats, Floats]]:
    """Where a load acts, and the force there; of a press, both ways."""
    pose = report.pose
    if isinstance(load, Weight):
        part = load.kilograms / len(load.sites) * np.array(pose.figure.gravity)
        yield from ((pose.position(site), part) for site in load.sites)
        return
    turn = pose.frame(load.site)[:3, :3] if load.frame == "site" else np.eye(3)
    force = np.asarray(turn @ np.array(load.vector))
    yield pose.position(load.site), force
    if isinstance(load, Press):
        yield pose.position(load.site), -force


def _torque_items(report: Statics, extent: float) -> Iterator[Item]:
    """A ball in the colour of the load at each joint, and an arc about the axis of its torque (Baerlocher 6.4.4)."""
    vectors = dict(_vectors(report))
    largest = max((float(np.linalg.norm(v)) for v in vectors.values()), default=0.0)
    if largest < 1e-9:
        return
    uses: dict[str, float] = {}
    for load in report.joints:
        uses[load.joint] = max(uses.get(load.joint, 0.0), load.use or 0.0)
    for joint, vector in vectors.items():
        center = np.array(report.pose.joint_frame(joint)[:3, 3])
        part = float(np.linalg.norm(vector)) / largest
        color = ramp(uses.get(joint, 0.0) or part)
        yield Item(ball(center, 0.016 * extent), color, on_top=True)
        mesh = arc(center, vector, 0.038 * extent, part * math.radians(300), 0.0035 * extent)
        if part > 0.02 and len(mesh.faces):
            yield Item(mesh, color, on_top=True)


def _vectors(report: Statics) -> Iterator[tuple[str, Floats]]:
    """The torque of each joint as a vector in the world."""
    pose = report.pose
    for name, joint in pose.figure.joints.items():
        own = report.torques[pose.figure.tangent_slice(name)]
        turn = pose.joint_frame(name)[:3, :3]
        if joint.model == "hinge":
            yield name, turn @ (own[0] * np.array(joint.axis))
        elif joint.model == "elbow":
            twist = pose[f"{name}.twist"]
            yield name, turn @ np.array([own[0] * math.cos(twist), -own[0] * math.sin(twist), own[1]])
        elif joint.model == "swing":
            yield name, turn @ np.array([own[0], own[1], 0.0])
        elif joint.model == "ball":
            yield name, turn @ own


def ramp(load: float) -> str:
    """The colour of a load, 0 … 1; more than all is as red."""
    part = 2.0 * min(max(load, 0.0), 1.0)
    low, high = RAMP[int(part >= 1.0)], RAMP[1 + int(part >= 1.0)]
    mixed = colors.blended(np.array(colors.rgb(low)), high, np.array(part % 1.0 if part < 2.0 else 1.0))
    return "#" + "".join(f"{round(255 * c):02x}" for c in mixed.tolist())


def _region_items(report: Statics, extent: float, floor: float) -> list[Item]:
    """The region on the floor, whatever the height of the supports."""
    assert report.region is not None
    up = np.array(report.loading.up)
    corners = report.region.corners
    flat = corners + np.outer(floor + 0.004 * extent - corners @ up, up)
    closed = np.vstack([flat, flat[:1]])
    filled = fan(flat.mean(axis=0), closed)
    return [
        Item(filled, colors.SUPPORT, opacity=0.45, shaded=False),
        Item(tube(closed, 0.004 * extent), colors.SUPPORT),
    ]
