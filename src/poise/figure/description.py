"""What a figure is: its parts under their names, checked and compiled. `figure.py` adds what can be done with them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from poise import _core as core
from poise.errors import FigureError
from poise.figure import compile as compiling
from poise.figure.character import Character
from poise.figure.check import Vec3, each, instance, name, vec3
from poise.figure.joint import Joint
from poise.figure.marks import Coupling, Group, LimbChain, Mirror, SelfPair, Site, Sole
from poise.figure.mirror_map import core_mirror
from poise.figure.names import unknown
from poise.figure.segment import Segment
from poise.figure.tree import Branch, grow
from poise.readable import Readable

GRAVITY: Vec3 = (0.0, -9.81, 0.0)
"""m/s², +Y up."""

T = TypeVar("T", Joint, Segment, Site, Sole, LimbChain, Group, Coupling)

_KINDS = {
    "segment": Segment, "joint": Joint, "site": Site, "sole": Sole, "limb": LimbChain, "group": Group,
    "coupling": Coupling,
}  # fmt: skip


class Description(metaclass=Readable):
    """The parts of a figure, their names and their places in the core's arrays. Immutable; people use `Figure`."""

    __slots__ = (
        "_core", "_joint_ids", "_mass", "_mirror", "_mobility", "_posture_coordinates", "_segment_ids", "_site_ids",
        "_starts", "branches", "character", "couplings", "gravity", "groups", "joints", "limbs", "mirror", "name",
        "postures", "segments", "self_pairs", "sites", "soles",
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
    character: Character | None  # what it brought from a character file
    self_pairs: tuple[SelfPair, ...] | None  # segments that keep out of each other; None: as `poise.self_pairs` finds
    branches: tuple[Branch, ...]
    _core: core.Figure
    _mass: float
    _mirror: core.Mirror | None  # what mirrors what, when the figure is its own mirror image
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
        character: Character | None = None,
        self_pairs: Iterable[SelfPair] | None = None,
    ) -> None:
        """Check and assemble. `root` defaults to the segment that hangs on the world.

        `postures` give joint values as `pose` takes them; joints left out of "rest" are at zero (or at
        the nearest allowed value), joints left out of another posture are as in "rest". `character`: the mesh and
        the file that came with it; see `poise.figure.character`. `self_pairs`: the segments that keep out of each
        other; by default those that `poise.self_pairs` finds.
        """
        put = super().__setattr__
        put("name", _checked_name(name))
        if root is not None:
            instance(root, str, "the root of a figure")
        given = {s.name: s for s in _unique("segment", segments)}
        branches = grow(given, _unique("joint", joints), root)
        put("branches", tuple(b._replace(joint=_rebased(b.joint, b.segment, b.carrier)) for b in branches))
        put("segments", MappingProxyType({b.segment: given[b.segment] for b in self.branches}))
        put("joints", MappingProxyType({b.joint.name: b.joint for b in self.branches}))
        put("sites", named("site", sites))
        put("soles", named("sole", soles))
        put("limbs", named("limb", limbs))
        put("groups", named("group", groups))
        put("couplings", named("coupling", couplings))
        put("mirror", Mirror() if mirror is None else instance(mirror, Mirror, "the mirror of a figure"))
        put("gravity", vec3(gravity, "gravity"))
        put(
            "character", character if character is None else instance(character, Character, "the character of a figure")
        )
        put("self_pairs", None if self_pairs is None else _checked_pairs(self_pairs))
        self._check_marks()
        put("_joint_ids", {n: i for i, n in enumerate(self.joints)})
        put("_segment_ids", {n: i for i, n in enumerate(self.segments)})
        put("_site_ids", {n: i for i, n in enumerate(self.sites)})
        put("_mass", math.fsum(s.mass for s in self.segments.values()))
        put("_mobility", compiling.mobility(self))
        put("_core", compiling.core_figure(self))
        put("_starts", {n: self._core.coordinate_offset(i) for n, i in self._joint_ids.items()})
        compiling.check_couplings(self)
        wanted = instance({} if postures is None else postures, Mapping, "the postures of a figure")
        home = compiling.home_inside_limits(self)
        put("_mirror", core_mirror(self, home))
        stored = compiling.stored_postures(self, wanted, home)
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
        return self._named(self.joints, "joint", name)

    def segment(self, name: str) -> Segment:
        """The segment of that name."""
        return self._named(self.segments, "segment", name)

    def site(self, name: str) -> Site:
        """The site of that name."""
        return self._named(self.sites, "site", name)

    def tangent_slice(self, joint: str) -> slice:
        """Where the joint's degrees of freedom stand in tangent vectors and Jacobian columns."""
        start = int(self._core.tangent_offset(self._joint_index(joint)))
        return slice(start, start + self.joint(joint).dof)

    def coordinate_slice(self, joint: str) -> slice:
        """Where the joint's stored coordinates stand in `pose.coordinates`."""
        stored = self.joint(joint).facts.stored
        return slice(self._starts[joint], self._starts[joint] + stored)

    def __repr__(self) -> str:
        return f"<Figure {self.name!r}: {len(self.segments)} segments, {self.dof} DOF, {self.mass:.4g} kg>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Description):
            return NotImplemented
        return {**self._parts(), "character": None} == {**other._parts(), "character": None}

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.segments), tuple(self.joints)))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a figure does not change; make another one with with_… (tried to set {name!r})")

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
            "character": self.character,
            "self_pairs": self.self_pairs,
        }

    def _named(self, table: Mapping[str, T], kind: str, name: str) -> T:
        """What is in the table of that name, or a complaint that lists the names there are."""
        try:
            return table[name]
        except (KeyError, TypeError):
            raise unknown(self, kind, name, table) from None

    def _joint_index(self, name: str) -> int:
        self.joint(name)
        return self._joint_ids[name]

    def _check_marks(self) -> None:
        marks: list[Site | Sole] = [*self.sites.values(), *self.soles.values()]
        for mark in marks:
            if mark.segment not in self.segments:
                raise unknown(
                    self, "segment", mark.segment, self.segments, f"{mark.name!r} sits on nothing: the figure"
                )
        for pair in self.self_pairs or ():
            for segment in (pair.first, pair.second):
                self._named(self.segments, "segment", segment)
        for limb in self.limbs.values():
            for joint in (limb.root, limb.middle, limb.end):
                self._named(self.joints, "joint", joint)
            self._named(self.sites, "site", limb.site)
            self._check_chain(limb)
        for group in self.groups.values():
            for joint in group.joints:
                self._named(self.joints, "joint", joint)

    def _check_chain(self, limb: LimbChain) -> None:
        """Root, middle and end must follow each other along the body, as they were built."""
        below = {j.child: j for j in self.joints.values() if j.parent is not None}
        for upper, lower in ((limb.root, limb.middle), (limb.middle, limb.end)):
            joint: Joint | None = self.joints[lower]
            while joint is not None and joint.name != upper:
                joint = below.get(joint.parent) if joint.parent is not None else None
            if joint is None or upper == lower:
                raise FigureError(f"limb {limb.name!r} is no chain: joint {upper!r} does not carry joint {lower!r}")


def _rebased(joint: Joint, root: str, carrier: int) -> Joint:
    """The base joint always carries the root."""
    return joint.edited(child=root) if carrier < 0 and joint.child != root else joint


def _checked_pairs(pairs: Iterable[SelfPair]) -> tuple[SelfPair, ...]:
    return tuple(instance(pair, SelfPair, "a self pair of a figure") for pair in each(pairs, "the self pairs"))


def _unique(kind: str, items: Iterable[T]) -> list[T]:
    found = [instance(i, _KINDS[kind], f"a {kind} of a figure") for i in each(items, f"the {kind}s of a figure")]
    names = [i.name for i in found]
    twice = next((n for n in names if names.count(n) > 1), None) if len(set(names)) < len(names) else None
    if twice is not None:
        raise FigureError(f"two {kind}s are named {twice!r}")
    return found


def named(kind: str, items: Iterable[T]) -> Mapping[str, T]:
    """The items of one kind by their names, which differ."""
    return MappingProxyType({i.name: i for i in _unique(kind, items)})


def added(kind: str, table: Mapping[str, T], item: T) -> Iterable[T]:
    """The items with one more, or with the one of its name replaced."""
    instance(item, _KINDS[kind], f"a {kind} of a figure")
    return {**table, item.name: item}.values()


def _checked_name(value: str) -> str:
    return name(value, "figure")
