"""From the nodes of a glTF file to a figure.

Segments are the joints of all skins and the bones of a humanoid; where a file has neither, the nodes that animations
move, and where it has none of these, all nodes. What lies between them on the way to their common root belongs to the
figure, too. A joint is a ball; in the figure of a motion it is free where that animation shifts it. A node that is only
on the way and that nothing moves is fixed. At rest all joints but the base are at zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

import numpy as np

from poise.arrays import Array
from poise.errors import FileError, PoiseError
from poise.figure.character import Character
from poise.figure.check import Quaternion, Vec3
from poise.figure.figure import Figure
from poise.figure.joint import Joint, JointModel
from poise.figure.marks import Mirror, Site
from poise.figure.placement import IDENTITY, Placement
from poise.figure.segment import Segment
from poise.io.gltf.animation import Curve
from poise.io.gltf.bones import bone_nodes, kind_of
from poise.io.gltf.document import Gltf
from poise.io.gltf.mesh import skin_parts
from poise.io.gltf.nodes import Nodes
from poise.io.robot.sides import side_pairs
from poise.io.text.names import Names
from poise.motion.quaternions import inverse, product, rotated

MOST_JOINTS = 2000
"""As many as a BVH file may have."""
_STILL = 1e-5
"""Of the figure's size: a joint that an animation shifts by less sits still."""
_ABOUT_FACE: Quaternion = (0.0, 1.0, 0.0, 0.0)
"""VRM 0 faces −Z; Poise and VRM 1 face +Z."""
_LIFTED: Quaternion = (-(0.5**0.5), 0.0, 0.0, 0.5**0.5)
"""From Z up, facing −Y, to Y up, facing +Z."""

Curves = dict[tuple[int, str], Curve]


@dataclass(slots=True)
class Skeleton:
    """A figure, and how it came out of the nodes of its file. `segments`: their nodes, parents before children."""

    nodes: Nodes
    figure: Figure
    names: dict[int, str]
    segments: list[int]
    turn: Quaternion

    def coordinates(self, curves: Curves, times: Array) -> Array:
        """(n, figure.size) stored coordinates of an animation at some times."""
        rest = self.figure._posture_coordinates["rest"]
        stored = np.tile(rest, (len(times), 1))
        for index in self.segments:
            joint = self.figure.joints[self.names[index]]
            turns, shifts = curves.get((index, "rotation")), curves.get((index, "translation"))
            if not joint.dof or (turns is None and shifts is None):
                continue
            own = self.nodes.locals[index]
            turn = own.rotation if turns is None else turns.at(times)
            at = own.translation if shifts is None else shifts.at(times)
            start = self.figure.coordinate_slice(joint.name).start
            if joint.parent is None:
                place, turn = self._in_world(index, at, turn)
            else:
                back = inverse(own.rotation)
                place = rotated(back, self._scale_above(index) * (at - own.translation))
                turn = product(back, turn)
            if joint.model == "free":
                stored[:, start : start + 3] = place
                start += 3
            stored[:, start : start + 4] = turn
        return stored

    def _in_world(self, index: int, at: Array, turn: Array) -> tuple[Array, Array]:
        """Place and rotation of a root in our world, of those it has in its parent in the file."""
        parent = self.nodes.parents[index]
        if parent >= 0:
            above = self.nodes.rotations[parent]
            at = self.nodes.places[parent] + rotated(above, self.nodes.scales[parent] * at)
            turn = product(above, turn)
        whole = np.array(self.turn)
        return rotated(whole, at), product(whole, turn)

    def _scale_above(self, index: int) -> Array:
        parent = self.nodes.parents[index]
        return self.nodes.scales[parent] if parent >= 0 else np.ones(3)


def build_skeleton(document: Gltf, axes: str, curves: Curves | None = None, up: str = "y") -> Skeleton:
    """The figure of a file. `axes="keep"` leaves a VRM 0 facing −Z. `curves`: of the animation it is to follow.

    `up`: "z" where somebody has written Z for up, which no glTF file should.
    """
    return _Builder(document, axes, curves or {}, up).build()


class _Builder:
    def __init__(self, document: Gltf, axes: str, curves: Curves, up: str) -> None:
        self.curves = curves
        self.document, self.nodes = document, Nodes(document)
        self.bones = bone_nodes(document)
        self.kind = kind_of(document)
        self.turn = _ABOUT_FACE if self.kind == "VRM 0" and axes == "poise" else IDENTITY
        if up == "z":
            self.turn = _LIFTED
        self.moved = _moved(document)
        self.joints = self._joints()
        self.segments = self._segments()
        if len(self.segments) > MOST_JOINTS:
            what = f"the skeleton has {len(self.segments)} nodes, more than the {MOST_JOINTS} a figure may have"
            raise FileError(document.path, what)
        self.nodes.require_rigid(set(self.segments))
        within = set(self.segments)
        self.roots = [i for i in self.segments if self.nodes.parents[i] not in within]
        known = Names(())
        self.names = {i: known.new((document.model.nodes[i].name or "").strip() or f"node_{i}") for i in self.segments}
        self.world = known.new("world") if len(self.roots) > 1 else None

    def build(self) -> Skeleton:
        try:
            figure = self._figure()
        except FileError:
            raise
        except PoiseError as error:
            raise FileError(self.document.path, str(error)) from error
        return Skeleton(self.nodes, figure, self.names, self.segments, self.turn)

    # ---- which nodes ---------------------------------------------------------------------------

    def _joints(self) -> set[int]:
        """The nodes that are there to be moved."""
        document, nodes = self.document, self.document.model.nodes
        found = set(self.bones.values())
        for index, skin in enumerate(document.model.skins):
            for joint in skin.joints:
                document.part(nodes, joint, f"node, a joint of skin {index}:")
                found.add(joint)
        if found:
            return found | (self.moved & (self.nodes.above(found) | self.nodes.below(found)))
        if not nodes:
            raise FileError(document.path, "the file has no nodes: nothing in it can be posed")
        return set(self.moved) or set(range(len(nodes)))

    def _segments(self) -> list[int]:
        """The joints and what lies between them and their common root, parents before children."""
        root = self.nodes.common(self.joints)
        tops = self.joints if root is None else {root}  # in several trees, each from its topmost joint
        wanted = self.joints | (self.nodes.above(self.joints) & (self.nodes.below(tops) | tops))
        return [i for i in self.nodes.order if i in wanted]

    # ---- the figure ----------------------------------------------------------------------------

    def _figure(self) -> Figure:
        names = [self.names[i] for i in self.segments]
        models = {self.names[i]: self._model(i) for i in self.segments}
        pairs = tuple((a, b) for a, b in side_pairs(names) if models[a] == models[b])
        return Figure(
            self.document.path.stem or "character",
            [Segment(name) for name in ([self.world] if self.world else []) + names],
            self._base() + [self._joint(i, models[self.names[i]]) for i in self.segments],
            sites=[Site(name, name) for name in names],
            mirror=Mirror("x", pairs),
            postures=None if self.world else {"rest": {self.names[self.roots[0]]: self._rest(self.roots[0])}},
            character=self._character(),
        )

    def _character(self) -> Character:
        bone_of = dict(self.names)
        bones = {bone: self.names[node] for bone, node in self.bones.items()}
        return Character(
            self.kind,
            MappingProxyType({name: index for index, name in bone_of.items()}),
            MappingProxyType(bones),
            self.turn,
            self.document,
            partial(skin_parts, self.document, bone_of),
        )

    def _model(self, index: int) -> JointModel:
        if index in self.roots or self._shifted(index):
            return "free"
        return "ball" if index in self.joints or index in self.moved else "fixed"

    def _shifted(self, index: int) -> bool:
        """Whether the animation moves a node out of its place in its parent."""
        curve = self.curves.get((index, "translation"))
        if curve is None:
            return False
        scale = self.nodes.scales[self.nodes.parents[index]]
        shifts = (curve.keys - self.nodes.locals[index].translation) * scale
        return float(np.abs(shifts).max()) > _STILL * self._size

    @property
    def _size(self) -> float:
        places = self.nodes.places[self.segments]
        return float(np.linalg.norm(np.ptp(places, axis=0))) or 1.0

    def _base(self) -> list[Joint]:
        if self.world is None:
            return []
        name = Names(self.names.values()).new("base")
        return [Joint(name, "fixed", None, self.world, Placement((0.0, 0.0, 0.0), self.turn))]

    def _joint(self, index: int, model: JointModel) -> Joint:
        name, own = self.names[index], self.nodes.locals[index]
        if index in self.roots:
            if self.world is None:
                return Joint(name, model, None, name)
            return Joint(
                name, model, self.world, name, _placement(self.nodes.places[index], self.nodes.rotations[index])
            )
        parent = self.nodes.parents[index]
        seat = _placement(self.nodes.scales[parent] * own.translation, own.rotation)
        return Joint(name, model, self.names[parent], name, seat)

    def _rest(self, index: int) -> tuple[float, ...]:
        whole = np.array(self.turn)
        place, turn = rotated(whole, self.nodes.places[index]), product(whole, self.nodes.rotations[index])
        return (*place.tolist(), *turn.tolist())


def _placement(place: Array, rotation: Array) -> Placement:
    x, y, z = (float(v) for v in place)
    at: Vec3 = (x, y, z)
    a, b, c, d = (float(v) for v in rotation)
    return Placement(at, (a, b, c, d))


def _moved(document: Gltf) -> set[int]:
    """The nodes that animations shift or turn."""
    targets = [channel.target for animation in document.model.animations for channel in animation.channels]
    found = {t.node for t in targets if t.node is not None and t.path in ("translation", "rotation")}
    for node in found:
        document.part(document.model.nodes, node, "node, the target of an animation:")
    return found
