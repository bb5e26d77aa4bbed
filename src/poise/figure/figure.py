"""The figure: an articulated body that never changes. Poses of it do."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from poise import shortcuts
from poise.errors import InputError, UnknownNameError
from poise.figure import compile as compiling
from poise.figure.arguments import checked_methods
from poise.figure.check import number
from poise.figure.description import GRAVITY as GRAVITY
from poise.figure.description import Description, added, named
from poise.figure.joint import Joint, Strength
from poise.figure.limit import Limit
from poise.figure.marks import Coupling, Group, LimbChain, SelfPair, Site, Sole
from poise.figure.segment import Segment
from poise.readable import readable

if TYPE_CHECKING:
    from poise.shortcuts import Pose, Stance

_NOBODY: Mapping[str, Figure] = MappingProxyType({})


@checked_methods
class Figure(Description):
    """An articulated body: segments, the joints between them, and what is named on it. Immutable.

    Segments and joints are kept in tree order, the root first; joint *i* carries segment *i*.
    `coordinates` of a pose list the joints in that order. See `poise.figure.joint` for joint models.
    `postures` are named poses, as stored coordinates by joint; "rest" is where unnamed joints are.
    """

    __slots__ = ()

    # ---- several as one -----------------------------------------------------------------------

    @property
    def members(self) -> Mapping[str, Figure]:
        """Of several figures that are posed as one (`poise.company`), each by its name; none of a single one."""
        return _NOBODY

    @property
    def bases(self) -> tuple[Joint, ...]:
        """The joints between the world and what is posed: the base, or those of all members."""
        return (self.base,)

    # ---- poses --------------------------------------------------------------------------------

    def _repr_html_(self) -> str:
        """In a notebook: the figure at rest, and its joints."""
        return shortcuts.figure_html(self)

    def rest(self) -> Pose:
        """The preferred rest pose."""
        return self.pose("rest")

    @readable
    def pose(self, values: str | Mapping[str, Any] | Any = "rest") -> Pose:
        """A pose from the name of a posture or a stance, from joint values by name, or from all coordinates.

        By name: `{"left_knee": 0.4, "left_hip": (0.3, 0, 0), "neck.twist": 0.2}`, in radians and metres:
        natural coordinates in the order of the joint's model (a bare number bends an elbow joint and leaves its
        twist), a mapping of them, or a rotation: (3, 3) or a quaternion x y z w; for a free joint (4, 4). Joints
        that are not named are at rest. Nothing is clamped: `pose.clamped()` does that.
        """
        if isinstance(values, str):
            stored = self._posture_coordinates.get(values)
            return shortcuts.stance(self, values, {}).pose if stored is None else shortcuts.posed(self, stored)
        if isinstance(values, Mapping):
            return shortcuts.posed(self, compiling.coordinates_from(self, values, self._posture_coordinates["rest"]))
        return shortcuts.posed(self, values)

    def posture(self, name: str) -> Pose:
        """The pose of a stance or, where there is none of that name, of a posture."""
        return shortcuts.stance(self, name, {}).pose if name in self.stances else self.pose(name)

    @property
    def stances(self) -> Mapping[str, str]:
        """The postures that bring what they rest on, by name, in words: a person has those of `poise.stances`."""
        return shortcuts.stance_names(self)

    def stance(self, name: str, **offsets: float) -> Stance:
        """A posture with its supports: sitting on a chair, lying, kneeling, climbing … for a person of any size.

        `offsets`: where surfaces are, metres along their normals, instead of where they suit the person:
        `stance("sitting", seat=0.45)`. The pose is solved for: inside all limits, every contact on its surface, and in
        balance unless the stance is a moment of a movement.
        """
        return shortcuts.stance(self, name, offsets)

    def random(self, rng: np.random.Generator) -> Pose:
        """A random pose inside all limits and couplings; the base stays at rest.

        Directions are uniform on the allowed part of the sphere, angles uniform in their range (a full
        turn when unlimited, one metre either way for unlimited slides).
        """
        if not isinstance(rng, np.random.Generator):
            raise InputError(f"rng must be a numpy Generator (numpy.random.default_rng(seed)), not {rng!r}")
        seed = int(rng.integers(0, 2**63, dtype=np.int64))
        return shortcuts.posed(self, self._core.random(self._posture_coordinates["rest"], seed))

    # ---- editing: each returns a new figure ----------------------------------------------------

    def with_name(self, name: str) -> Figure:
        """The same figure under another name."""
        return self._edited(name=name)

    def with_joint(self, name: str, **changes: Any) -> Figure:
        """With fields of one joint changed, for example `with_joint("left_knee", weight=0.5)`.

        Postures are kept; when the model changes, the joint goes to zero in all of them.
        """
        joint = self.joint(name).edited(**changes)
        joints = [joint if j.name == name else j for j in self.joints.values()]
        if joint.model == self.joint(name).model:
            return self._edited(joints=joints)
        kept = {p: {k: v for k, v in q.items() if k != name} for p, q in self.postures.items()}
        return self._edited(joints=joints, postures=kept)

    def with_limits(self, joint: str, **limits: Limit | None) -> Figure:
        """With limits of one joint replaced by coordinate; None takes a limit away."""
        merged = {**self.joint(joint).limits, **limits}
        edited = self.joint(joint).edited(limits={k: v for k, v in merged.items() if v is not None})
        joints = [edited if j.name == joint else j for j in self.joints.values()]
        return self._relimited(joints, self.couplings.values())

    def with_weights(self, weights: Mapping[str, float]) -> Figure:
        """With other joint weights."""
        for joint in weights:
            self.joint(joint)
        joints = [j.edited(weight=weights.get(j.name, j.weight)) for j in self.joints.values()]
        return self._edited(joints=joints)

    def with_self_pairs(self, pairs: Iterable[SelfPair] | None) -> Figure:
        """With other pairs of segments that keep out of each other, which its file has, too; None: as they are found.

        `poise.self_pairs(figure)` lists those that count now.
        """
        return self._edited(self_pairs=pairs)

    def with_strengths(self, strengths: Mapping[str, Mapping[str, Strength]]) -> Figure:
        """With other joint strengths, by joint and coordinate."""
        for joint in strengths:
            self.joint(joint)
        joints = [j.edited(strengths=strengths.get(j.name, j.strengths)) for j in self.joints.values()]
        return self._edited(joints=joints)

    def with_segment(self, segment: Segment) -> Figure:
        """With one segment (mass, inertia, shapes) replaced by another of the same name."""
        replaced = added("segment", self.segments, segment)
        self.segment(segment.name)
        return self._edited(segments=replaced)

    def with_part(self, segment: Segment, joint: Joint) -> Figure:
        """With a segment more, and the joint by which the figure carries it: a tool in a hand, a tail."""
        return self._edited(segments=[*self.segments.values(), segment], joints=[*self.joints.values(), joint])

    def with_gravity(self, gravity: Any) -> Figure:
        """With another gravity (3,), m/s²: for a file whose up is not the usual one, or for another planet."""
        return self._edited(gravity=gravity)

    def with_mass(self, kilograms: float) -> Figure:
        """The same distribution of mass with another total."""
        if number(kilograms, "the mass of a figure") <= 0 or self.mass <= 0:
            raise InputError(f"a figure's mass can be set to a positive number if it has mass; asked for {kilograms}")
        ratio = kilograms / self.mass
        return self._edited(segments=[s.with_mass(s.mass * ratio) for s in self.segments.values()])

    def with_density(self, density: float) -> Figure:
        """With all mass properties taken from the shapes at one density (kg/m³).

        Shapes that overlap count twice where they do, so a body of many overlapping shapes, like the human, gets
        too heavy: set its mass afterwards (`with_mass`).
        """
        return self._edited(segments=[Segment.of_shapes(s.name, s.shapes, density) for s in self.segments.values()])

    def with_site(self, site: Site) -> Figure:
        """With a site added, or replaced when the name exists."""
        return self._edited(sites=added("site", self.sites, site))

    def without_site(self, name: str) -> Figure:
        """Without a site."""
        self.site(name)
        return self._edited(sites=[s for s in self.sites.values() if s.name != name])

    def with_sole(self, sole: Sole) -> Figure:
        """With a sole added or replaced."""
        return self._edited(soles=added("sole", self.soles, sole))

    def with_limb(self, limb: LimbChain) -> Figure:
        """With a limb added or replaced."""
        return self._edited(limbs=added("limb", self.limbs, limb))

    def with_group(self, group: Group) -> Figure:
        """With a group of joints added or replaced."""
        return self._edited(groups=added("group", self.groups, group))

    def with_coupling(self, coupling: Coupling) -> Figure:
        """With a coupling added or replaced."""
        return self._relimited(self.joints.values(), added("coupling", self.couplings, coupling))

    def without_coupling(self, name: str) -> Figure:
        """Without a coupling."""
        self._named(self.couplings, "coupling", name)
        return self._relimited(self.joints.values(), [c for c in self.couplings.values() if c.name != name])

    def with_posture(self, name: str, pose: Pose) -> Figure:
        """With a named posture; "rest" changes where unnamed joints are."""
        coordinates = shortcuts.posture_coordinates(self, pose)
        return self._edited(postures={**self.postures, name: compiling.by_joint(self, coordinates)})

    def without_posture(self, name: str) -> Figure:
        """Without a named posture; "rest" cannot be taken away."""
        choices = [n for n in self.postures if n != "rest"]
        if name not in choices:
            raise UnknownNameError("posture to take away", name, choices)
        return self._edited(postures={n: p for n, p in self.postures.items() if n != name})

    def with_rest(self, pose: Pose) -> Figure:
        """With another rest pose."""
        return self.with_posture("rest", pose)

    def rerooted(self, segment: str) -> Figure:
        """Held at another segment. Every joint keeps its name, coordinates and limits (Baerlocher 3.2.1).

        `pose.rerooted(segment)` does the same to a posed figure, without moving it.
        """
        return shortcuts.rerooted(self, segment)

    def mirrored(self) -> Figure:
        """The mirror image: what is left becomes right."""
        return shortcuts.mirrored_figure(self)

    def scaled(self, factor: float | Mapping[str, float]) -> Figure:
        """Larger or smaller at the same density: by one factor, or segment by segment."""
        from poise.figure.scale import scaled

        return scaled(self, factor)

    def subfigure(self, segment: str, *, base: Literal["fixed", "free"] = "fixed") -> Figure:
        """The part of the figure that `segment` carries, with that segment as its root."""
        return shortcuts.subfigure(self, segment, base)

    # ---- files and text -----------------------------------------------------------------------

    @staticmethod
    def load(
        path: str | os.PathLike[str],
        *,
        root: Literal["free", "fixed"] | None = None,
        axes: Literal["poise", "keep"] = "poise",
        up: Literal["y", "z"] | None = None,
    ) -> Figure:
        """A figure from a file: Poise YAML, URDF, MJCF, BVH, glTF, GLB or VRM, told apart by content.

        `root`: hold the base free or fixed; by default as the file says, and free where it does not (URDF).
        `axes`: "poise" turns Z-up files to +Y up, +Z forward; "keep" leaves them (gravity along −Z). `up`: the axis of
        the file that is up, where its kind, or what was found in it, says it wrongly. A character brings its own mesh
        along: `figure.character`.
        """
        return shortcuts.load_figure(path, root, axes, up)

    def save(self, path: str | os.PathLike[str], *, version: int | None = None) -> None:
        """Write to a file; the ending says the format (.yaml, .yml, .urdf, .xml, .mjcf; with a mesh .glb, .gltf, .vrm).

        `version` of a .vrm: 1 by default, or 0.
        """
        shortcuts.save_figure(self, path, version)

    def __str__(self) -> str:
        from poise.figure.text import tree_text

        return tree_text(self)

    def __reduce__(self) -> Any:
        return _rebuilt, ({**self._parts(), "postures": {n: dict(p) for n, p in self.postures.items()}},)

    # ---- inside -------------------------------------------------------------------------------

    def _edited(self, **changes: Any) -> Figure:
        return Figure(**{**self._parts(), **changes})

    def _relimited(self, joints: Iterable[Joint], couplings: Iterable[Coupling]) -> Figure:
        """With other limits of the same joints, and other couplings; nothing else is looked at again."""
        figure = object.__new__(type(self))
        put = super(Description, figure).__setattr__
        for slot in Description.__slots__:
            put(slot, getattr(self, slot))
        branches = zip(self.branches, joints, strict=True)
        put("branches", tuple(branch._replace(joint=joint) for branch, joint in branches))
        put("joints", MappingProxyType({b.joint.name: b.joint for b in figure.branches}))
        put("couplings", named("coupling", couplings))
        put("_core", compiling.core_figure(figure))
        compiling.check_couplings(figure)
        compiling.home_inside_limits(figure)
        return figure


def _rebuilt(parts: dict[str, Any]) -> Figure:
    return Figure(**parts)
