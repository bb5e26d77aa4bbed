"""From what a BVH file says to a figure and the coordinates of its frames.

A root is a free joint, a joint with two or three rotations a ball, with one a hinge, with none it is fixed. Positions
that change with time make any joint a free one; positions that do not are where the joint sits. Segment frames and
joint coordinates stay as in the file: what is turned to +Y up is the base alone, as for robots.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise import _core
from poise.arrays import Array, sealed
from poise.errors import FileError, PoiseError
from poise.figure.check import Vec3
from poise.figure.figure import Figure
from poise.figure.joint import Joint, JointModel
from poise.figure.marks import Mirror, Site
from poise.figure.placement import Placement, rotate
from poise.figure.segment import Segment
from poise.io.bvh.convention import Convention
from poise.io.bvh.document import Bvh, BvhJoint
from poise.io.bvh.places import positions, rotations
from poise.io.robot.sides import side_pairs
from poise.io.text.names import Names
from poise.motion.quaternions import product, rotated

_HALF = 0.5**0.5
TURNS = {
    "y": (0.0, 0.0, 0.0, 1.0),
    "-y": (1.0, 0.0, 0.0, 0.0),
    "z": (-_HALF, 0.0, 0.0, _HALF),
    "-z": (_HALF, 0.0, 0.0, _HALF),
    "x": (0.0, 0.0, _HALF, _HALF),
    "-x": (0.0, 0.0, -_HALF, _HALF),
}
"""Quaternions that turn the way up of a file to +Y."""
_STILL = 1e-9
"""Of the figure's size: positions that change by less do not move."""
_AXES: tuple[Vec3, Vec3, Vec3] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A figure, and the stored coordinates (n, figure.size) of the frames it was read with."""

    figure: Figure
    coordinates: Array
    remarks: tuple[str, ...]


def build_skeleton(document: Bvh, convention: Convention, axes: str) -> Skeleton:
    """The figure of a BVH file and its motion. `axes="keep"` leaves the file's axes; gravity is along its own down."""
    return _Builder(document, convention, axes).build()


class _Builder:
    def __init__(self, document: Bvh, convention: Convention, axes: str) -> None:
        self.document, self.convention = document, convention
        self.turn = TURNS[convention.up] if axes == "poise" else TURNS["y"]
        self.down = (0.0, -9.81, 0.0) if axes == "poise" else rotate(_back(TURNS[convention.up]), (0.0, -9.81, 0.0))
        self.remarks: list[str] = []
        known = Names(())
        self.names = [known.new(joint.name) for joint in document.joints]
        renamed = [f"{j.name!r} → {n!r}" for j, n in zip(document.joints, self.names, strict=True) if j.name != n]
        if renamed:
            self.remarks.append(f"names that stand there twice: {', '.join(renamed[:5])}")
        self.ends = [known.new(end.name or f"{self.names[end.joint]}_end") for end in document.ends]
        self.world = known.new("world") if len(document.roots) > 1 else None
        self.places = {i: positions(j, document.frames) for i, j in enumerate(document.joints) if j.columns("position")}
        self.models = [self._model(i, joint) for i, joint in enumerate(document.joints)]

    def build(self) -> Skeleton:
        try:
            figure = Figure(
                self.document.path.stem or "bvh",
                [Segment(name) for name in ([self.world] if self.world else []) + self.names],
                self._joints(),
                sites=self._sites(),
                mirror=self._mirror(),
                gravity=self.down,
            )
            coordinates = self._coordinates(figure, self.document.frames)
            zero = self._zero(figure)
            rest = zero if self.convention.rest == "zero" else _by_joint(figure, coordinates[0])
            figure = figure._edited(postures={"rest": rest, "zero": zero})
        except FileError:
            raise
        except PoiseError as error:
            raise FileError(self.document.path, str(error)) from error
        return Skeleton(figure, sealed(coordinates), tuple(self.remarks))

    # ---- joints -------------------------------------------------------------------------------

    def _model(self, index: int, joint: BvhJoint) -> JointModel:
        if joint.parent < 0 or self._moves(index):
            return "free"
        turning = {axis for _, axis in joint.columns("rotation")}
        return "fixed" if not turning else "hinge" if len(turning) == 1 else "ball"

    def _moves(self, index: int) -> bool:
        places = self.places.get(index)
        if places is None or len(places) == 0:
            return False
        return bool(np.ptp(places, axis=0).max() > _STILL * (1.0 + np.abs(places).max()))

    def _seat(self, index: int) -> Vec3:
        """Where a joint that does not travel sits in its parent, metres."""
        places = self.places.get(index)
        still = self.document.joints[index].offset if places is None or len(places) == 0 else places[0]
        x, y, z = (float(value) * self.convention.unit for value in still)
        return (x, y, z)

    def _joints(self) -> list[Joint]:
        joints = []
        if self.world:
            joints.append(
                Joint(Names(self.names).new("base"), "fixed", None, self.world, Placement((0, 0, 0), self.turn))
            )
        for index, (joint, model, name) in enumerate(zip(self.document.joints, self.models, self.names, strict=True)):
            parent = self.names[joint.parent] if joint.parent >= 0 else self.world
            seat = Placement() if model == "free" else Placement(self._seat(index))
            turning = joint.columns("rotation")
            axis = _AXES[turning[0][1]] if model == "hinge" else _AXES[2]
            joints.append(Joint(name, model, parent, name, seat, axis=axis))
        return joints

    def _sites(self) -> list[Site]:
        own = [Site(name, name) for name in self.names]
        scaled = [tuple(x * self.convention.unit for x in end.offset) for end in self.document.ends]
        tips = zip(self.document.ends, self.ends, scaled, strict=True)
        return own + [Site(name, self.names[end.joint], Placement((at[0], at[1], at[2]))) for end, name, at in tips]

    def _mirror(self) -> Mirror:
        """The sides as told by names; left and right are along x in all rigs of people that we know."""
        models = dict(zip(self.names, self.models, strict=True))
        pairs = side_pairs([*self.names, *self.ends])
        return Mirror("x", tuple((a, b) for a, b in pairs if models.get(a) == models.get(b)))

    # ---- coordinates --------------------------------------------------------------------------

    def _coordinates(self, figure: Figure, frames: Array) -> Array:
        """(n, figure.size) of some frames."""
        stored = np.zeros((len(frames), figure.size))
        for index, (joint, model, name) in enumerate(zip(self.document.joints, self.models, self.names, strict=True)):
            where = figure.coordinate_slice(name)
            if model == "hinge":
                columns = [column for column, _ in joint.columns("rotation")]
                stored[:, where.start] = np.radians(frames[:, columns].sum(axis=1))
            elif model == "ball":
                stored[:, where] = rotations(joint, frames)
            elif model == "free":
                turned = joint.parent < 0 and not self.world
                turn = np.array(self.turn if turned else TURNS["y"])
                places = self.places.get(index, None)
                at = positions(joint, frames) if places is None or len(places) != len(frames) else places
                at, own = at * self.convention.unit, rotations(joint, frames)
                if tuple(turn) != TURNS["y"]:
                    at, own = rotated(turn, at), product(turn, own)
                stored[:, where.start : where.start + 3] = at
                stored[:, where.start + 3 : where.stop] = own
        return stored

    def _zero(self, figure: Figure) -> dict[str, tuple[float, ...]]:
        """All channels at zero; the figure stands on the floor, over the origin."""
        frame = np.zeros((1, self.document.frames.shape[1]))
        for index, joint in enumerate(self.document.joints):
            for column, axis in joint.columns("position"):
                still = joint.offset[axis] if joint.parent >= 0 or self.world else 0.0
                frame[0, column] = still if self.models[index] == "free" else frame[0, column]
        stored = self._coordinates(figure, frame)
        heights = _core.site_places(figure._core, stored, list(range(len(figure.sites))))[0] @ _up(figure)
        for name in (self.names[i] for i in self.document.roots):
            start = figure.coordinate_slice(name).start
            lift = -float(heights.min()) * _up(figure)
            stored[0, start : start + 3] += rotated(np.array(_back(self.turn)), lift) if self.world else lift
        return _by_joint(figure, stored[0])


def _up(figure: Figure) -> Array:
    gravity = np.array(figure.gravity)
    return np.asarray(-gravity / np.linalg.norm(gravity))


def _by_joint(figure: Figure, stored: Array) -> dict[str, tuple[float, ...]]:
    return {n: tuple(stored[figure.coordinate_slice(n)].tolist()) for n, j in figure.joints.items() if j.dof}


def _back(turn: tuple[float, ...]) -> tuple[float, float, float, float]:
    x, y, z, w = turn
    return (-x, -y, -z, w)
