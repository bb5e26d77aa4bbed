"""From Poise to the net and back: what tasks tell of the body's ends, and the pose that was said.

told = told_by(figure, start, tasks)
said = reference.predicted(layers, body_of(figure), told)
wish = near(figure, said, start)        start from wish.pose, with the wish as criterion
"""

from __future__ import annotations

import numpy as np
from layout import EFFECTORS, JOINTS
from reference import Array, Body, Said, Told, facing, orthonormal

import poise
from poise.figure.placement import Placement


def told_by(figure: poise.Figure, start: poise.Pose, tasks: list[poise.Task]) -> Told:
    """What `Reach`, `Hold`, `Orient` and `LookAt` say of sites on the effectors; whole points and turns alone, in the
    world. Of several the first counts. Where place and turn are both known, the place is that of the segment's
    origin."""
    told = Told(facing=facing(start.segment_frame("pelvis")[:3, :3]))
    for task in tasks:
        site = figure.sites[task.sites[0]]
        if site.segment not in EFFECTORS or not task.enabled:
            continue
        local, axes = np.array(site.placement.position), site.placement.matrix[:3, :3]
        if isinstance(task, poise.LookAt) and site.segment == "head" and told.gaze is None:
            told.gaze = np.array(task.point)
        if isinstance(task, poise.Reach) and task.axes == "xyz" and not isinstance(task.frame, str):
            told.place.setdefault(site.segment, (np.array(task.point), local))
        if isinstance(task, poise.Orient) and task.axis is None and task.frame is None:
            told.turn.setdefault(site.segment, _matrix(task.rotation) @ axes.T)
        if isinstance(task, poise.Hold):
            frame = start.frame(task.site) if task.frame is None else task.frame.matrix
            told.place.setdefault(site.segment, (frame[:3, 3], local))
            told.turn.setdefault(site.segment, frame[:3, :3] @ axes.T)
    for name, turn in told.turn.items():
        if name in told.place:
            point, local = told.place[name]
            told.place[name] = point - turn @ local, np.zeros(3)
    return told


def body_of(figure: poise.Figure) -> Body:
    at = {name: np.array(figure.joints[name].placement.position) for name, _ in JOINTS}
    thigh, shank = np.linalg.norm(at["left_knee"]), np.linalg.norm(at["left_ankle"])
    spine = at["thoracolumbar"][1] + at["thoracic"][1] + at["neck"][1]
    broad = at["left_clavicle"][0] + at["left_shoulder"][0]
    lengths = [
        thigh, at["left_hip"][0], at["lumbar"][1], spine, np.linalg.norm(at["head"]), broad,
        np.linalg.norm(at["left_elbow"]), np.linalg.norm(at["left_wrist"]),
    ]  # fmt: skip
    leg = float(thigh + shank)
    return Body(leg, np.array([leg, *(x / leg for x in lengths)]))


def pose_of(figure: poise.Figure, said: Said, rest: poise.Pose) -> poise.Pose:
    """As a pose inside the limits; what the net does not speak of, toes and fingers, is as in `rest`."""
    values: dict[str, object] = {figure.base.name: np.block([[said.turn, said.place[:, None]], [0.0, 0.0, 0.0, 1.0]])}
    for name, model in JOINTS:
        values[name] = orthonormal(said.joints[name]) if model == "ball" else tuple(said.joints[name])
    return rest.with_joints(values).clamped()


def near(figure: poise.Figure, said: Said, rest: poise.Pose, least: float = 0.03) -> poise.NearPose:
    """The preference for that pose: 1/σ² for every coordinate; the base by the means of its squared sigmas."""
    weights = {name: tuple(1.0 / np.maximum(said.sigma[name], least) ** 2) for name, _ in JOINTS}
    place, turn = (1.0 / max(float((said.sigma[k] ** 2).mean()), least**2) for k in ("place", "turn"))
    return poise.NearPose(pose_of(figure, said, rest), joints=weights, base=(place, turn, turn))


def _matrix(quaternion: tuple[float, ...]) -> Array:
    return np.asarray(Placement((0.0, 0.0, 0.0), quaternion).matrix[:3, :3])
