"""The figure: an articulated body that never changes. Poses of it do."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from poise import _core as core
from poise.errors import FigureError, InputError, UnknownNameError
from poise.figure import compile as compiling
from poise.figure.check import Vec3, instance, name, number, vec3
from poise.figure.joint import Joint, Strength
from poise.figure.limit import Limit
from poise.figure.marks import Coupling, Group, LimbChain, Mirror, Site, Sole
from poise.figure.segment import Segment
from poise.figure.tree import Branch, grow

if TYPE_CHECKING:
    from poise.pose import Pose

GRAVITY: Vec3 = (0.0, -9.81, 0.0)
"""m/s², +Y up."""

T = TypeVar("T", Joint, Segment, Site, Sole, LimbChain, Group, Coupling)

_KINDS = {
    "segment": Segment, "joint": Joint, "site": Site, "sole": Sole, "limb": LimbChain, "group": Group,
    "coupling": Coupling,
}  # fmt: skip


class Figure:
    """An articulated body: segments, the joints between them, and what is named on it. Immutable.

    Segments and joints are kept in tree order, the root first; joint *i* carries segment *i*.
    `coordinates` of a pose list the joints in that order. See `poise.figure.joint` for joint models.
    `postures` are named poses, as stored coordinates by joint; "rest" is where unnamed joints are.
    """

    __slots__ = (
        "_core", "_joint_ids", "_mass", "_mobility", "_posture_coordinates", "_segment_ids", "_site_ids", "_starts",
        "branches", "couplings", "gravity", "groups", "joints", "limbs", "mirror", "name", "postures", "segments",
        "sites", "soles",
    )  # fmt: skip

    name: str
    segments: Mapping[str, Segment]
    joints: Mapping[str, Joint]
    sites: Mapping[str, Site]
    soles: Mapping[str, Sole]
    limbs: Mapping[str, LimbChain]
    groups: Mapping[str, Group]
    couplings: Mapping[str, Coupling]
    mirror: Mirror
    postures: Mapping[str, Mapping[str, tuple[float, ...]]]
    gravity: Vec3
    branches: tuple[Branch, ...]
    _core: core.Figure
    _mass: float
    _mobility: NDArray[np.float64]  # (dof,) how willingly every degree of freedom moves: the weight of its joint
    _joint_ids: Mapping[str, int]
    _segment_ids: Mapping[str, int]
    _site_ids: Mapping[str, int]
    _starts: Mapping[str, int]  # first stored coordinate of every joint
    _posture_coordinates: Mapping[str, NDArray[np.float64]]

    def __init__(
        self,
        name: str,
        segments: Iterable[Segment],
        joints: Iterable[Joint],
        *,
        sites: Iterable[Site] = (),
        soles: Iterable[Sole] = (),
        limbs: Iterable[LimbChain] = (),
        groups: Iterable[Group] = (),
        couplings: Iterable[Coupling] = (),
        mirror: Mirror | None = None,
        postures: Mapping[str, Mapping[str, Any]] | None = None,
        gravity: Any = GRAVITY,
        root: str | None = None,
    ) -> None:
        """Check and assemble. `root` defaults to the segment that hangs on the world.

        `postures` give joint values as `pose` takes them; joints left out of "rest" are at zero (or at
        the nearest allowed value), joints left out of another posture are as in "rest".
        """
        put = super().__setattr__
        put("name", _checked_name(name))
        given = {s.name: s for s in _unique("segment", segments)}
        branches = grow(given, _unique("joint", joints), root)
        put("branches", tuple(b._replace(joint=_rebased(b.joint, b.segment, b.carrier)) for b in branches))
        put("segments", MappingProxyType({b.segment: given[b.segment] for b in self.branches}))
        put("joints", MappingProxyType({b.joint.name: b.joint for b in self.branches}))
        put("sites", _marks("site", sites))
        put("soles", _marks("sole", soles))
        put("limbs", _marks("limb", limbs))
        put("groups", _marks("group", groups))
        put("couplings", _marks("coupling", couplings))
        put("mirror", mirror or Mirror())
        put("gravity", vec3(gravity, "gravity"))
        self._check_marks()
        put("_joint_ids", {n: i for i, n in enumerate(self.joints)})
        put("_segment_ids", {n: i for i, n in enumerate(self.segments)})
        put("_site_ids", {n: i for i, n in enumerate(self.sites)})
        put("_mass", math.fsum(s.mass for s in self.segments.values()))
        put("_mobility", compiling.mobility(self))
        put("_core", compiling.core_figure(self))
        put("_starts", {n: self._core.coordinate_offset(i) for n, i in self._joint_ids.items()})
        compiling.check_couplings(self)
        stored = compiling.stored_postures(self, postures or {}, compiling.settled_home(self))
        put("_posture_coordinates", stored)
        put("postures", MappingProxyType({n: compiling.by_joint(self, q) for n, q in stored.items()}))

    # ---- what it is made of -------------------------------------------------------------------

    @property
    def root(self) -> str:
        """The segment at which the figure is held: the one its base joint carries."""
        return self.branches[0].segment

    @property
    def base(self) -> Joint:
        """The joint between the world and the root, usually `free` or `fixed`."""
        return self.branches[0].joint

    @property
    def dof(self) -> int:
        """Degrees of freedom: the size of the tangent space."""
        return int(self._core.dof)

    @property
    def size(self) -> int:
        """How many numbers a pose's `coordinates` have (ball and free joints store quaternions)."""
        return int(self._core.size)

    @property
    def mass(self) -> float:
        """Total mass in kilograms."""
        return self._mass

    def joint(self, name: str) -> Joint:
        """The joint of that name."""
        return _lookup(self.joints, "joint", name)

    def segment(self, name: str) -> Segment:
        """The segment of that name."""
        return _lookup(self.segments, "segment", name)

    def site(self, name: str) -> Site:
        """The site of that name."""
        return _lookup(self.sites, "site", name)

    def tangent_slice(self, joint: str) -> slice:
        """Where the joint's degrees of freedom stand in tangent vectors and Jacobian columns."""
        start = int(self._core.tangent_offset(self._joint_index(joint)))
        return slice(start, start + self.joint(joint).dof)

    def coordinate_slice(self, joint: str) -> slice:
        """Where the joint's stored coordinates stand in `pose.coordinates`."""
        stored = self.joint(joint).facts.stored
        return slice(self._starts[joint], self._starts[joint] + stored)

    # ---- poses --------------------------------------------------------------------------------

    def rest(self) -> Pose:
        """The preferred rest pose."""
        return self.pose("rest")

    def pose(self, values: str | Mapping[str, Any] | Any = "rest") -> Pose:
        """A pose from a posture's name, from joint values by name, or from all coordinates.

        By name: `{"left_knee": 0.4, "left_hip": (0.3, 0, 0), "neck.twist": 0.2}`, in radians and metres:
        natural coordinates in the order of the joint's model (a bare number bends an elbow joint and leaves its
        twist), a mapping of them, or a rotation: (3, 3) or a quaternion x y z w; for a free joint (4, 4). Joints
        that are not named are at rest. Nothing is clamped: `pose.clamped()` does that.
        """
        from poise.pose import Pose

        if isinstance(values, str):
            stored = self._posture_coordinates.get(values)
            if stored is None:
                raise UnknownNameError("posture", values, self._posture_coordinates)
            return Pose(self, stored)
        if isinstance(values, Mapping):
            return Pose(self, compiling.coordinates_from(self, values, self._posture_coordinates["rest"]))
        return Pose(self, values)

    def random(self, rng: np.random.Generator) -> Pose:
        """A random pose inside all limits and couplings; the base stays at rest.

        Directions are uniform on the allowed part of the sphere, angles uniform in their range (a full
        turn when unlimited, one metre either way for unlimited slides).
        """
        from poise.pose import Pose

        if not isinstance(rng, np.random.Generator):
            raise InputError(f"rng must be a numpy Generator (numpy.random.default_rng(seed)), not {rng!r}")
        seed = int(rng.integers(0, 2**63, dtype=np.int64))
        return Pose(self, self._core.random(self._posture_coordinates["rest"], seed))

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

    def with_strengths(self, strengths: Mapping[str, Mapping[str, Strength]]) -> Figure:
        """With other joint strengths, by joint and coordinate."""
        for joint in strengths:
            self.joint(joint)
        joints = [j.edited(strengths=strengths.get(j.name, j.strengths)) for j in self.joints.values()]
        return self._edited(joints=joints)

    def with_segment(self, segment: Segment) -> Figure:
        """With one segment (mass, inertia, shapes) replaced by another of the same name."""
        replaced = _added("segment", self.segments, segment)
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
        return self._edited(sites=_added("site", self.sites, site))

    def without_site(self, name: str) -> Figure:
        """Without a site."""
        self.site(name)
        return self._edited(sites=[s for s in self.sites.values() if s.name != name])

    def with_sole(self, sole: Sole) -> Figure:
        """With a sole added or replaced."""
        return self._edited(soles=_added("sole", self.soles, sole))

    def with_limb(self, limb: LimbChain) -> Figure:
        """With a limb added or replaced."""
        return self._edited(limbs=_added("limb", self.limbs, limb))

    def with_group(self, group: Group) -> Figure:
        """With a group of joints added or replaced."""
        return self._edited(groups=_added("group", self.groups, group))

    def with_coupling(self, coupling: Coupling) -> Figure:
        """With a coupling added or replaced."""
        return self._relimited(self.joints.values(), _added("coupling", self.couplings, coupling))

    def without_coupling(self, name: str) -> Figure:
        """Without a coupling."""
        _lookup(self.couplings, "coupling", name)
        return self._relimited(self.joints.values(), [c for c in self.couplings.values() if c.name != name])

    def with_posture(self, name: str, pose: Pose) -> Figure:
        """With a named posture; "rest" changes where unnamed joints are."""
        from poise.pose import Pose

        if not isinstance(pose, Pose) or (pose.figure is not self and pose.figure != self):
            raise InputError(f"a posture must be a pose of the same figure, {self!r}, not {pose!r}")
        return self._edited(postures={**self.postures, name: compiling.by_joint(self, pose.coordinates)})

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
        from poise.figure.reroot import rerooted

        return rerooted(self, segment)

    def mirrored(self) -> Figure:
        """The mirror image: what is left becomes right."""
        from poise.figure.reflect import mirrored_figure

        return mirrored_figure(self)

    def scaled(self, factor: float | Mapping[str, float]) -> Figure:
        """Larger or smaller at the same density: by one factor, or segment by segment."""
        from poise.figure.scale import scaled

        return scaled(self, factor)

    def subfigure(self, segment: str, *, base: Literal["fixed", "free"] = "fixed") -> Figure:
        """The part of the figure that `segment` carries, with that segment as its root."""
        from poise.figure.part import subfigure

        return subfigure(self, segment, base)

    # ---- files and text -----------------------------------------------------------------------

    @staticmethod
    def load(
        path: str | os.PathLike[str],
        *,
        root: Literal["free", "fixed"] | None = None,
        axes: Literal["poise", "keep"] = "poise",
    ) -> Figure:
        """A figure from a file: Poise YAML, URDF or MJCF, told apart by content.

        `root`: hold the base free or fixed; by default as the file says, and free where it does not (URDF).
        `axes`: "poise" turns Z-up robot files to +Y up, +Z forward; "keep" leaves them (gravity along −Z).
        """
        from poise.io.load import load_figure

        return load_figure(path, root=root, axes=axes)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write to a file; the ending says the format (.yaml, .yml, .urdf, .xml or .mjcf)."""
        from poise.io.save import save_figure

        save_figure(self, path)

    def __str__(self) -> str:
        from poise.figure.text import tree_text

        return tree_text(self)

    def __repr__(self) -> str:
        return f"<Figure {self.name!r}: {len(self.segments)} segments, {self.dof} DOF, {self.mass:.4g} kg>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Figure):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.segments), tuple(self.joints)))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a figure does not change; make another one with with_… (tried to set {name!r})")

    def __reduce__(self) -> Any:
        return _rebuilt, ({**self._parts(), "postures": {n: dict(p) for n, p in self.postures.items()}},)

    # ---- inside -------------------------------------------------------------------------------

    def _parts(self) -> dict[str, Any]:
        """The arguments that build this figure again."""
        return {
            "name": self.name,
            "segments": tuple(self.segments.values()),
            "joints": tuple(self.joints.values()),
            "sites": tuple(self.sites.values()),
            "soles": tuple(self.soles.values()),
            "limbs": tuple(self.limbs.values()),
            "groups": tuple(self.groups.values()),
            "couplings": tuple(self.couplings.values()),
            "mirror": self.mirror,
            "postures": {n: dict(p) for n, p in self.postures.items()},
            "gravity": self.gravity,
        }

    def _edited(self, **changes: Any) -> Figure:
        return Figure(**{**self._parts(), **changes})

    def _relimited(self, joints: Iterable[Joint], couplings: Iterable[Coupling]) -> Figure:
        """With other limits of the same joints, and other couplings; nothing else is looked at again."""
        figure = object.__new__(Figure)
        put = super(Figure, figure).__setattr__
        for slot in self.__slots__:
            put(slot, getattr(self, slot))
        branches = zip(self.branches, joints, strict=True)
        put("branches", tuple(branch._replace(joint=joint) for branch, joint in branches))
        put("joints", MappingProxyType({b.joint.name: b.joint for b in figure.branches}))
        put("couplings", _marks("coupling", couplings))
        put("_core", compiling.core_figure(figure))
        compiling.check_couplings(figure)
        compiling.settled_home(figure)
        return figure

    def _joint_index(self, name: str) -> int:
        self.joint(name)
        return self._joint_ids[name]

    def _check_marks(self) -> None:
        marks: list[Site | Sole] = [*self.sites.values(), *self.soles.values()]
        for mark in marks:
            if mark.segment not in self.segments:
                raise UnknownNameError(
                    "segment", mark.segment, self.segments, f"{mark.name!r} sits on nothing: the figure"
                )
        for limb in self.limbs.values():
            for joint in (limb.root, limb.middle, limb.end):
                _lookup(self.joints, "joint", joint)
            _lookup(self.sites, "site", limb.site)
            self._check_chain(limb)
        for group in self.groups.values():
            for joint in group.joints:
                _lookup(self.joints, "joint", joint)

    def _check_chain(self, limb: LimbChain) -> None:
        """Root, middle and end must follow each other along the body, as they were built."""
        below = {j.child: j for j in self.joints.values() if j.parent is not None}
        for upper, lower in ((limb.root, limb.middle), (limb.middle, limb.end)):
            joint: Joint | None = self.joints[lower]
            while joint is not None and joint.name != upper:
                joint = below.get(joint.parent) if joint.parent is not None else None
            if joint is None or upper == lower:
                raise FigureError(f"limb {limb.name!r} is no chain: joint {upper!r} does not carry joint {lower!r}")


def _rebuilt(parts: dict[str, Any]) -> Figure:
    return Figure(**parts)


def _rebased(joint: Joint, root: str, carrier: int) -> Joint:
    """The base joint always carries the root."""
    return joint.edited(child=root) if carrier < 0 and joint.child != root else joint


def _unique(kind: str, items: Iterable[T]) -> list[T]:
    found = [instance(i, _KINDS[kind], f"a {kind} of a figure") for i in items]
    names = [i.name for i in found]
    twice = next((n for n in names if names.count(n) > 1), None) if len(set(names)) < len(names) else None
    if twice is not None:
        raise FigureError(f"two {kind}s are named {twice!r}")
    return found


def _marks(kind: str, items: Iterable[T]) -> Mapping[str, T]:
    return MappingProxyType({i.name: i for i in _unique(kind, items)})


def _added(kind: str, table: Mapping[str, T], item: T) -> Iterable[T]:
    """The items with one more, or with the one of its name replaced."""
    instance(item, _KINDS[kind], f"a {kind} of a figure")
    return {**table, item.name: item}.values()


def _lookup(table: Mapping[str, T], kind: str, name: str) -> T:
    try:
        return table[name]
    except (KeyError, TypeError):
        raise UnknownNameError(kind, name, table) from None


def _checked_name(value: str) -> str:
    return name(value, "figure")
