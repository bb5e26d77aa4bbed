"""A company: several figures as one, so that they can be posed together.

Its root is the world itself, without mass, and carries the members side by side. What is named on a member bears its
name and a slash, "ann/right_hand"; names of members have no slash, so that the first one tells whose it is. What
belongs to a member lies together in coordinates and tangents, in the order in which the member alone has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from poise import shortcuts
from poise.errors import InputError, UnknownNameError
from poise.figure.check import instance
from poise.figure.check import name as checked_name
from poise.figure.description import Description
from poise.figure.figure import Figure
from poise.figure.joint import Joint
from poise.figure.marks import Coupling, Group, LimbChain, Site, Sole
from poise.figure.segment import Segment

if TYPE_CHECKING:
    from poise.shortcuts import Pose

SLASH = "/"
WORLD = "world"
"""The segment that carries all members, and the joint that holds it."""

_KINDS = ("segments", "joints", "sites", "soles", "limbs", "groups", "couplings")


class Company(Figure):
    """Several figures as one. Made by `poise.company` and by `solve`; `members` has the figures by name."""

    __slots__ = ("_members",)
    _members: Mapping[str, Figure]

    def __init__(self, members: Mapping[str, Figure]) -> None:
        figures = {_member_name(n): instance(f, Figure, f"the figure {n!r}") for n, f in members.items()}
        _require_company(figures)
        tables: dict[str, Any] = {kind: [] for kind in _KINDS}
        rest: dict[str, Any] = {}
        for name, figure in figures.items():
            for kind in _KINDS:
                tables[kind] += [_renamed(thing, f"{name}{SLASH}".__add__) for thing in getattr(figure, kind).values()]
            rest |= {f"{name}{SLASH}{joint}": value for joint, value in figure.postures["rest"].items()}
        segments = [Segment(WORLD), *tables.pop("segments")]
        joints = [Joint(WORLD, "fixed", None, WORLD), *map(_hung_on_world, tables.pop("joints"))]
        gravity = next(iter(figures.values())).gravity
        title = " and ".join(figures)
        super().__init__(title, segments, joints, postures={"rest": rest}, gravity=gravity, **tables)
        object.__setattr__(self, "_members", MappingProxyType(figures))

    @property
    def members(self) -> Mapping[str, Figure]:
        """The figures by name."""
        return self._members

    @property
    def bases(self) -> tuple[Joint, ...]:
        """The joints that hold the members."""
        return tuple(self.joints[f"{name}{SLASH}{figure.base.name}"] for name, figure in self.members.items())

    def member(self, name: str) -> Figure:
        """The figure of that name."""
        if not isinstance(name, str) or name not in self.members:
            raise UnknownNameError("figure", name, self.members, f"the company {self.name!r}")
        return self.members[name]

    def member_base(self, name: str) -> int:
        """The number of the joint that holds a member, among all joints."""
        return self._joint_ids[f"{name}{SLASH}{self.member(name).base.name}"]

    def member_coordinates(self, name: str) -> slice:
        """Where the stored coordinates of a member stand in those of all."""
        start = int(self._core.coordinate_offset(self.member_base(name)))
        return slice(start, start + self.members[name].size)

    def member_tangent(self, name: str) -> slice:
        """Where the degrees of freedom of a member stand in those of all."""
        start = int(self._core.tangent_offset(self.member_base(name)))
        return slice(start, start + self.members[name].dof)

    def random(self, rng: np.random.Generator) -> Pose:
        """A random pose inside all limits and couplings; the bases of all members stay at rest."""
        coordinates, rest = np.array(super().random(rng).coordinates), self._posture_coordinates["rest"]
        for base in self.bases:
            at = self.coordinate_slice(base.name)
            coordinates[at] = rest[at]
        return shortcuts.posed(self, coordinates)

    def rerooted(self, segment: str) -> Figure:
        """A company stands on the world: its members can be held elsewhere, each by itself."""
        raise InputError(f"the company {self.name!r} is held by the world: reroot its members, then put them together")

    def mirrored(self) -> Figure:
        """What mirrors what is known of members alone."""
        raise InputError(f"the company {self.name!r} has no mirror image: mirror its members, then put them together")

    def scaled(self, factor: float | Mapping[str, float]) -> Figure:
        """Members are scaled each by itself."""
        raise InputError(f"scale the members of the company {self.name!r}, then put them together")

    def __reduce__(self) -> Any:
        parts = {**self._parts(), "postures": {n: dict(p) for n, p in self.postures.items()}}
        return _rebuilt, (parts, dict(self.members))

    # ---- inside -------------------------------------------------------------------------------

    def _edited(self, **changes: Any) -> Figure:
        return _rebuilt({**self._parts(), **changes}, self.members)

    def _relimited(self, joints: Iterable[Joint], couplings: Iterable[Coupling]) -> Figure:
        figure = super()._relimited(joints, couplings)
        assert isinstance(figure, Company)
        figure._follow(self.members)
        return figure

    def _follow(self, members: Mapping[str, Figure]) -> None:
        """Members as they are now that the company has been edited."""
        found = {name: _followed(self, name, figure) for name, figure in members.items()}
        object.__setattr__(self, "_members", MappingProxyType(found))


def _rebuilt(parts: Mapping[str, Any], members: Mapping[str, Figure]) -> Company:
    figure = object.__new__(Company)
    Description.__init__(figure, **parts)
    figure._follow(members)
    return figure


def _followed(company: Company, name: str, member: Figure) -> Figure:
    """A member with the parts that the company has of it."""
    prefix, changes = f"{name}{SLASH}", dict[str, Any]()
    for kind in _KINDS:
        own = [thing for thing in getattr(company, kind).values() if thing.name.startswith(prefix)]
        things = [_renamed(thing, lambda full: full.removeprefix(prefix)) for thing in own]
        if kind == "joints":
            things = [replace(joint, parent=None) if joint.parent == WORLD else joint for joint in things]
        if tuple(things) != tuple(getattr(member, kind).values()):
            changes[kind] = things
    rest = company._posture_coordinates["rest"][company_slice(company, prefix)]
    if not np.array_equal(rest, member._posture_coordinates["rest"]):
        values = {key.removeprefix(prefix): v for key, v in company.postures["rest"].items() if key.startswith(prefix)}
        changes["postures"] = {**member.postures, "rest": values}
    if company.gravity != member.gravity:
        changes["gravity"] = company.gravity
    return member._edited(**changes, root=member.root) if changes else member


def company_slice(company: Company, prefix: str) -> slice:
    """Where the stored coordinates of the joints stand whose names begin so."""
    places = [company.coordinate_slice(joint) for joint in company.joints if joint.startswith(prefix)]
    return slice(places[0].start, places[-1].stop)


def _renamed(thing: Any, change: Callable[[str], str]) -> Any:
    """A part of a figure with all the names in it changed."""
    if isinstance(thing, Segment):
        return replace(thing, name=change(thing.name))
    if isinstance(thing, Joint):
        parent = thing.parent if thing.parent in (None, WORLD) else change(thing.parent)
        return replace(thing, name=change(thing.name), parent=parent, child=change(thing.child))
    if isinstance(thing, Site | Sole):
        return replace(thing, name=change(thing.name), segment=change(thing.segment))
    if isinstance(thing, LimbChain):
        return LimbChain(*(change(getattr(thing, n)) for n in ("name", "root", "middle", "end", "site")))
    if isinstance(thing, Group):
        return Group(change(thing.name), tuple(map(change, thing.joints)))
    assert isinstance(thing, Coupling)
    return replace(thing, name=change(thing.name), terms={change(term): f for term, f in thing.terms.items()})


def _hung_on_world(joint: Joint) -> Joint:
    return replace(joint, parent=WORLD) if joint.parent is None else joint


def _member_name(given: Any) -> str:
    found = checked_name(given, "figure")
    if SLASH in found:
        raise InputError(f"the name of a figure among others must have no slash, which stands behind it: {found!r}")
    return found


def _require_company(figures: Mapping[str, Figure]) -> None:
    if not figures:
        raise InputError("a company needs figures: at least one, by its name")
    first = next(iter(figures.values()))
    for name, figure in figures.items():
        if isinstance(figure, Company):
            raise InputError(f"{name!r} is several figures already: name them all in one company")
        if figure.gravity != first.gravity:
            raise InputError(f"the figure {name!r} has another gravity than {next(iter(figures))!r}: {figure.gravity}")
