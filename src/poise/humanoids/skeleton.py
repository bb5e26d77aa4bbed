"""A figure looked at as a skeleton: bones with their joint centres at rest, and who carries whom."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from poise.arrays import Array
from poise.figure.figure import Figure


class Bone(NamedTuple):
    """A segment by its `name`; the `joint` that carries it, its `center` (3,) and the segment's `frame` (4, 4) at rest;
    `above`: the bone that carries it, None for the root."""

    name: str
    joint: str
    center: Array
    frame: Array
    above: str | None


class Skeleton:
    """The bones of a figure at rest, by name, the root first."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        pose = figure.rest()
        self.bones: dict[str, Bone] = {}
        for branch in figure.branches:
            frame = np.array(pose.segment_frame(branch.segment))
            is_root = branch.carrier < 0
            center = frame[:3, 3] if is_root else np.array(pose.joint_frame(branch.joint.name))[:3, 3]
            above = None if is_root else figure.branches[branch.carrier].segment
            self.bones[branch.segment] = Bone(branch.segment, branch.joint.name, center, frame, above)

    @cached_property
    def below(self) -> dict[str, list[str]]:
        """The bones that each one carries."""
        found: dict[str, list[str]] = {name: [] for name in self.bones}
        for bone in self.bones.values():
            if bone.above is not None:
                found[bone.above].append(bone.name)
        return found

    @cached_property
    def tips(self) -> dict[str, list[Array]]:
        """Where sites on each bone are, at rest; those at the bone's own joint are left out."""
        pose, found = self.figure.rest(), {name: list[Array]() for name in self.bones}
        for site in self.figure.sites.values():
            point = np.array(pose.position(site.name))
            if np.linalg.norm(point - self.bones[site.segment].center) > 1e-6:
                found[site.segment].append(point)
        return found

    def up(self) -> Array:
        """(3,) against gravity."""
        gravity = np.array(self.figure.gravity)
        strength = float(np.linalg.norm(gravity))
        return -gravity / strength if strength > 1e-9 else np.array([0.0, 1.0, 0.0])

    def line(self, name: str) -> list[str]:
        """The bone and all that carry it, up to the root."""
        found, here = [name], self.bones[name].above
        while here is not None:
            found.append(here)
            here = self.bones[here].above
        return found

    def carries(self, above: str, below: str) -> bool:
        """Whether a bone is carried by another one, or is that one."""
        return above in self.line(below)

    def meeting(self, a: str, b: str) -> str:
        """The nearest bone that carries both."""
        line = set(self.line(a))
        return next(name for name in self.line(b) if name in line)

    def way(self, start: str, end: str) -> list[str]:
        """The bones from one to another along the tree, both included."""
        top = self.meeting(start, end)
        up, down = self.line(start), self.line(end)
        return [*up[: up.index(top)], top, *reversed(down[: down.index(top)])]

    def under(self, name: str) -> list[str]:
        """All bones that a bone carries, without itself, near ones first."""
        found = list(self.below[name])
        for bone in found:
            found.extend(self.below[bone])
        return found
