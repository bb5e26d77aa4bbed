"""`poise.humanoid`: a skeleton becomes a person."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from poise.errors import InputError, UnknownNameError
from poise.figure.arguments import checked, checked_methods
from poise.figure.check import instance, positive
from poise.figure.figure import Figure
from poise.humanoids.corrections import checked_bones, write_bones
from poise.humanoids.frames import part_axes
from poise.humanoids.limbs import is_machine
from poise.humanoids.machine import machine
from poise.humanoids.match import Match, Matches
from poise.humanoids.parts import PARTS
from poise.humanoids.person import Stand, bone_sites, person, stand
from poise.humanoids.proportions import measured
from poise.humanoids.recognise import ends, recognised
from poise.humanoids.skeleton import Skeleton
from poise.humanoids.transfer import followed
from poise.motion.motion import Motion
from poise.people.person import SEXES, Person, usual_mass
from poise.pose import Pose
from poise.readable import Readable

Bones = Mapping[str, str | None] | str | os.PathLike[str]

HEAVIEST = 10_000.0
"""kg: robots and giants are lighter."""


@checked
def humanoid(
    figure: Figure,
    *,
    bones: Bones | None = None,
    mass: float | None = None,
    sex: Literal["male", "female"] = "male",
) -> Humanoid:
    """A figure with the skeleton of a person, as a person: `print` the result to see which bone is what.

    `bones`: corrections, `{"left_hand": "Wrist_L", "left_toes": None}` by part of `poise.human`, or a YAML file of
    them.
    `mass`: kilograms; by default what is usual for the stature. `sex`: whose tables of lengths and masses. Raises
    `FigureError`, which says why, when the figure is no person.
    """
    if sex not in SEXES:
        raise UnknownNameError("sex", sex, SEXES, "the table of people")
    heavy = None if mass is None else positive(mass, "the mass of a person")
    if heavy is not None and heavy > HEAVIEST:
        raise InputError(f"the mass of a person must be at most {HEAVIEST:g} kg, not {heavy:g}")
    skeleton = Skeleton(figure)
    told = {} if figure.character is None else figure.character.humanoid
    said = {part: bone for part, bone in told.items() if part in PARTS}
    matches = recognised(skeleton, {**said, **checked_bones(figure, bones)})
    centers = {part: skeleton.bones[match.bones[0]].center for part, match in matches.items()}
    centers |= ends(skeleton, matches)
    axes = part_axes(skeleton, matches, centers)
    body = measured(centers, axes, sex, _head_tip(skeleton, matches, axes))
    who = Person(sex, body.stature, usual_mass(sex, body.stature) if heavy is None else heavy)
    at = stand(skeleton, matches, axes, body)
    human = person(figure.name, who, body, matches, at)
    if is_machine(figure):
        made = machine(skeleton, matches, at, human, heavy)
        return Humanoid(figure, made, matches, at, {name: name for name in figure.segments})
    sites = bone_sites(skeleton, at, human.sites)
    seats = {bone: (sites[bone].segment, sites[bone].placement) for bone in figure.segments}
    character = None if figure.character is None else figure.character.seated(seats)
    made = human._edited(sites=[*human.sites.values(), *sites.values()], character=character)
    return Humanoid(figure, made, matches, at, {bone: sites[bone].name for bone in figure.segments})


@checked_methods
class Humanoid(metaclass=Readable):
    """A person made of a skeleton. Immutable.

    `source`: the skeleton as it was. `figure`: the person. `matches`: by part of `poise.human` the bone, how certain
    that is (0 … 1) and what it was found by. `sites`: bone: the site of the person that moves as the bone does.
    """

    __slots__ = ("_at", "figure", "matches", "sites", "source")

    source: Figure
    figure: Figure
    matches: Matches
    sites: Mapping[str, str]
    _at: Stand

    def __init__(
        self, source: Figure, figure: Figure, matches: Mapping[str, Match], at: Any, sites: Mapping[str, str]
    ) -> None:
        put = super().__setattr__
        put("source", source)
        put("figure", figure)
        put("matches", MappingProxyType(dict(matches)))
        put("sites", MappingProxyType(dict(sites)))
        put("_at", instance(at, Stand, "how a humanoid stands"))

    @property
    def certainty(self) -> float:
        """That of the part that is least certain."""
        return min(match.certainty for match in self.matches.values())

    @property
    def missing(self) -> tuple[str, ...]:
        """Parts that the skeleton lacks; the person has them, stiff."""
        return tuple(part for part in PARTS if part not in self.matches)

    @property
    def is_machine(self) -> bool:
        """Whether joints, limits and masses are the skeleton's own, as those of a robot."""
        return is_machine(self.source)

    def corrected(
        self, bones: Bones, *, mass: float | None = None, sex: Literal["male", "female"] = "male"
    ) -> Humanoid:
        """With other bones for some parts, None for parts that there are not; the rest is found again."""
        return humanoid(self.source, bones=bones, mass=mass, sex=sex)

    def save_bones(self, file: str | os.PathLike[str]) -> None:
        """Write which bone is what as YAML, for `bones=` and to be edited."""
        write_bones(file, {part: self.matches[part].bone if part in self.matches else None for part in PARTS})

    def pose(self, pose: Pose) -> Pose:
        """The pose of the person for one of the skeleton: every bone looks the same way, as far as a person's joints
        can turn. Nothing is clamped."""
        self._require(pose, self.source)
        if self.is_machine:
            return Pose(self.figure, pose.coordinates)
        wanted = {}
        for part, match in self.matches.items():
            bind = np.linalg.inv(self._at.frames[part]) @ self._frame_at_rest(match.bone)
            wanted[part] = np.array(pose.segment_frame(match.bone)) @ np.linalg.inv(bind)
        return followed(self.figure, wanted, self.figure.rest())

    def source_pose(self, pose: Pose, *, start: Pose | None = None) -> Pose:
        """The pose of the skeleton for one of the person. Bones that are no part are as in `start`, or at rest."""
        self._require(pose, self.figure)
        begin = self.source.rest() if start is None else start
        self._require(begin, self.source)
        if self.is_machine:
            return Pose(self.source, pose.coordinates)
        wanted = {match.bone: np.array(pose.frame(self.sites[match.bone])) for match in self.matches.values()}
        return followed(self.source, wanted, begin)

    def motion(self, motion: Motion) -> Motion:
        """The motion of the person for one of the skeleton, key by key."""
        if motion.figure != self.source:
            raise InputError(f"the motion is one of {motion.figure.name!r}, not of the skeleton {self.source.name!r}")
        return self._carried(motion, self.figure, [self.pose(key) for key in motion])

    def source_motion(self, motion: Motion, *, start: Motion | None = None) -> Motion:
        """The motion of the skeleton for one of the person, key by key; bones that are no part move as in `start`."""
        if motion.figure != self.figure:
            raise InputError(f"the motion is one of {motion.figure.name!r}, not of this person")
        if start is not None and start.figure != self.source:
            raise InputError(f"the motion to start from is not one of the skeleton {self.source.name!r}")
        rows = zip(motion.times, motion, strict=True)
        poses = [self.source_pose(key, start=None if start is None else start.at(float(t))) for t, key in rows]
        return self._carried(motion, self.source, poses)

    def __str__(self) -> str:
        rows = [
            (part, " → ".join(m.bones), f"{100 * m.certainty:.0f} %", m.how) if (m := self.matches.get(part)) else
            (part, "–", "", "not there: stiff")
            for part in PARTS
        ]  # fmt: skip
        widths = [max(len(row[i]) for row in rows) for i in range(3)]
        lines = [f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c:>{widths[2]}}  {d}".rstrip() for a, b, c, d in rows]
        extra = len(self.source.segments) - sum(len(match.bones) for match in self.matches.values())
        return "\n".join([repr(self)[1:-1], *lines, f"{extra} more bones follow"])

    def __repr__(self) -> str:
        hows = ", ".join(dict.fromkeys(match.how for match in self.matches.values()))
        found = f"{len(self.matches)} of {len(PARTS)} parts by {hows}"
        return f"<Humanoid {self.source.name!r}: {found}, certainty {100 * self.certainty:.0f} %>"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a humanoid does not change; make another one with corrected() (tried to set {name!r})")

    def _carried(self, motion: Motion, figure: Figure, poses: list[Pose]) -> Motion:
        return Motion(
            figure, motion.times, poses, interpolation=motion.interpolation, timing=motion.timing,
            hold_limits=motion.hold_limits, backward=motion.backward, name=motion.name, notes=motion.notes,
        )  # fmt: skip

    def _frame_at_rest(self, bone: str) -> Any:
        return self.source.rest().segment_frame(bone)

    def _require(self, pose: Pose, figure: Figure) -> None:
        if pose.figure != figure:
            raise InputError(f"the pose is one of the figure {pose.figure.name!r}, not of {figure.name!r}")


def _head_tip(skeleton: Skeleton, matches: Mapping[str, Match], axes: Mapping[str, Any]) -> float:
    """How high over its joint the head's bone ends, by sites and bones on it; 0 where nothing shows that."""
    if "head" not in matches:
        return 0.0
    bone = matches["head"].bone
    ends = [*skeleton.tips[bone], *(skeleton.bones[name].center for name in skeleton.below[bone])]
    heights = [float((end - skeleton.bones[bone].center) @ axes["head"][:, 1]) for end in ends]
    return max(heights, default=0.0)
