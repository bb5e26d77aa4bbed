"""Figures, poses and motions as glTF files.

A figure that came from a file leaves as that file: mesh, materials, and all that Poise does not know, with its nodes
posed or an animation more. Any other figure is written with the mesh that pictures show.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from poise import _core
from poise.arrays import Array
from poise.errors import InputError
from poise.figure.check import positive
from poise.figure.figure import Figure
from poise.io.gltf.document import Gltf
from poise.io.gltf.edit import Edited
from poise.io.gltf.nodes import Nodes
from poise.io.gltf.people import Body, document_of
from poise.io.gltf.thin import fitted
from poise.io.gltf.tracks import Owner, Track, node_tracks, written_times
from poise.io.text.files import write_whole_bytes
from poise.motion.motion import Motion
from poise.motion.quaternions import angle

if TYPE_CHECKING:
    from poise.pose import Pose

OPTIONS = ("angle", "length")
ENDINGS = (".glb", ".gltf")
_SAME_LENGTH, _SAME_ANGLE = 1e-8, 1e-7
"""Metres and radians: a node that is so near to where it rests needs no channel."""


@dataclass(frozen=True, slots=True)
class Target:
    """What is written into: a document, its nodes, the segment of each node that has one, and the document's turn."""

    edited: Edited
    nodes: Nodes
    owners: dict[int, Owner]
    turn: Array
    body: Body | None = None

    def tracks(self, figure: Figure, poses: Array) -> list[Track]:
        """Where the nodes are in some poses (n, size)."""
        placements = np.asarray(_core.segment_placements(figure._core, np.ascontiguousarray(poses)))
        if self.body is not None:
            placements = np.concatenate([placements, self.body.between(figure, poses)], axis=1)
        return node_tracks(self.nodes, self.owners, self.turn, placements)


def target_of(figure: Figure) -> Target:
    """The file that a figure came from, or a new one."""
    character = figure.character
    if character is None or not isinstance(character.document, Gltf):
        body = document_of(figure, figure.rest())
        here = (np.zeros(3), np.array((0.0, 0.0, 0.0, 1.0)))
        owners = {node: Owner(index, *here) for index, node in enumerate(body.nodes.values())}
        return Target(Edited(body.document), Nodes(body.document), owners, here[1], body)
    owners = {}
    for bone, node in character.nodes.items():
        segment, place = character.seat(bone)
        if segment in figure.segments:
            owners[node] = Owner(figure._segment_ids[segment], np.array(place.position), np.array(place.rotation))
    return Target(Edited(character.document), Nodes(character.document), owners, np.array(character.turn))


def write_pose(pose: Pose, path: Path) -> None:
    """Write a figure as it is posed."""
    target = target_of(pose.figure)
    for track in target.tracks(pose.figure, pose.coordinates[None, :]):
        _put(target, track.node, track.places[0], track.turns[0])
    write_whole_bytes(path, target.edited.file(path.suffix.lower()))


def write_motion(motion: Motion, path: Path, options: dict[str, Any]) -> None:
    """Write a motion as the first animation of a file.

    `angle` (rad) and `length` (m): leave out keys that a CUBICSPLINE through the others passes within this bound, joint
    by joint; without them there is a key for every one of the motion.
    """
    bounds = bounds_of(options)
    target = target_of(motion.figure)
    held = len(motion) > 1 and set(motion.timing) == {"held"}
    times, stamps = stamps_of(motion, np.array(motion.times) if held else written_times(motion))
    tracks = target.tracks(motion.figure, motion.sample(times).poses)
    put_animation(target, motion.name, stamps, tracks, "STEP" if held else "LINEAR", bounds)
    write_whole_bytes(path, target.edited.file(path.suffix.lower()))


def bounds_of(options: dict[str, Any]) -> dict[str, float]:
    """The bounds within which keys are left out: both, or none."""
    bounds = {name: positive(value, f"the {name} of a reduced motion") for name, value in options.items()}
    if len(bounds) == 1:
        missing = next(name for name in OPTIONS if name not in bounds)
        raise InputError(f"keys are left out within an angle and a length; the {missing} is missing")
    return bounds


def stamps_of(motion: Motion, times: Array) -> tuple[Array, Any]:
    """Times of a motion that differ as the short numbers of a file, and those: from zero at the earliest."""
    stamps = (times - min(0.0, motion.start)).astype(np.float32)
    kept = np.concatenate([[True], np.diff(stamps) > 0.0])
    return times[kept], stamps[kept]


def put_animation(
    target: Target, name: str, stamps: Any, tracks: list[Track], interpolation: str, bounds: dict[str, float]
) -> None:
    """The tracks as the first animation; one of the same name gives way, but keeps what else it moves."""
    writer = _Channels(target, stamps, interpolation, bounds)
    for track in tracks:
        own = target.nodes.locals[track.node]
        _plain(target, track.node)
        if float(np.abs(track.places - own.translation).max()) > _SAME_LENGTH:
            writer.add(track.node, "translation", track.places)
        if float(angle(track.turns, own.rotation).max()) > _SAME_ANGLE:
            writer.add(track.node, "rotation", _continuous(track.turns))
    if not writer.channels:  # a motion that stands still is one, too
        writer.add(tracks[0].node, "rotation", tracks[0].turns)
    old = target.edited.json.get("animations", [])
    replaced = next((a for a in old if a.get("name") == name), None)
    if replaced is None and len(old) == 1 and "name" not in old[0] and name == "animation_0":
        replaced = old[0]
    if replaced is not None:
        _keep_others(replaced, {track.node for track in tracks}, writer.channels, writer.samplers)
    new = {"name": name, "channels": writer.channels, "samplers": writer.samplers}
    target.edited.json["animations"] = [new, *(a for a in old if a is not replaced)]


class _Channels:
    """Channels of an animation in the making; those with the same times share them."""

    def __init__(self, target: Target, stamps: Any, interpolation: str, bounds: dict[str, float]) -> None:
        self.target, self.stamps, self.interpolation, self.bounds = target, stamps, interpolation, bounds
        self.channels: list[dict[str, Any]] = []
        self.samplers: list[dict[str, Any]] = []
        self.inputs: dict[bytes, int] = {}

    def add(self, node: int, path: str, rows: Array) -> None:
        """A channel of values at all times, or of as many as the bounds ask for."""
        times, kind = self.stamps, self.interpolation
        if self.bounds and kind == "LINEAR" and len(times) > 1:
            scale = float(np.abs(self.target.nodes.scales[node]).max())
            kept, rows = fitted(times, rows, scale, self.bounds)
            times, kind, rows = times[kept], "CUBICSPLINE", rows.reshape(-1, rows.shape[-1])
        key = np.ascontiguousarray(times)
        if key.tobytes() not in self.inputs:
            self.inputs[key.tobytes()] = self.target.edited.accessor(key, bounds=True)
        output = self.target.edited.accessor(rows.astype(np.float32))
        self.samplers.append({"input": self.inputs[key.tobytes()], "output": output, "interpolation": kind})
        self.channels.append({"sampler": len(self.samplers) - 1, "target": {"node": node, "path": path}})


def _keep_others(old: dict[str, Any], moved: set[int], channels: list[Any], samplers: list[Any]) -> None:
    """Morphs, scales and nodes that are none of ours go on as they were."""
    for channel in old.get("channels", []):
        where = channel["target"]
        if where.get("node") in moved and where.get("path") in ("translation", "rotation"):
            continue
        samplers.append(old["samplers"][channel["sampler"]])
        channels.append({**channel, "sampler": len(samplers) - 1})


def _put(target: Target, node: int, place: Array, turn: Array) -> None:
    """A node at a place and turn in its parent, if that is not where it is."""
    own = target.nodes.locals[node]
    json = _plain(target, node)
    if float(np.abs(place - own.translation).max()) > _SAME_LENGTH:
        json["translation"] = place.tolist()
    if float(angle(turn, own.rotation)) > _SAME_ANGLE:
        json["rotation"] = turn.tolist()


def _plain(target: Target, node: int) -> dict[str, Any]:
    """The JSON of a node, its matrix taken apart: only then may it move."""
    json: dict[str, Any] = target.edited.json["nodes"][node]
    if "matrix" in json:
        own = target.nodes.locals[node]
        del json["matrix"]
        json.update(translation=own.translation.tolist(), rotation=own.rotation.tolist(), scale=own.scale.tolist())
    return json


def _continuous(turns: Array) -> Array:
    """The same rotations with signs such that neighbours are near each other, for readers that do not look."""
    unit = turns / np.linalg.norm(turns, axis=1, keepdims=True)
    flips = np.where(np.einsum("ij,ij->i", unit[1:], unit[:-1]) < 0.0, -1.0, 1.0)
    return np.asarray(unit * np.concatenate([[1.0], np.cumprod(flips)])[:, None])
