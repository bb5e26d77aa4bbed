"""Habit: stay near what people habitually do."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from poise import _core
from poise.criteria.criterion import Array, JointCriterion
from poise.criteria.near_pose import up_at_base
from poise.errors import InputError
from poise.figure.placement import Placement
from poise.memo import Same
from poise.people.habits import PELVIS, UNSEEN, habits
from poise.pose import Pose

if TYPE_CHECKING:
    from poise.figure.figure import Figure


@dataclass(frozen=True)
class Habit(JointCriterion):
    """Prefer postures that people are often in; for `poise.human` of any size, with or without fingers.

    Half the sum of ((x - mean) / sigma)² over all coordinates of the joints and the tilt of the pelvis, measured as
    `NearPose` measures; mean and sigma are those of captured people, fingers are relaxed. The figure may stand and face
    anywhere. `joints`: whose habits count, and how much, times 1 / sigma². Held at another segment than the pelvis, the
    figure's base is upright as far as the joints in between let one say.
    """

    def check(self, figure: Figure) -> None:
        """Raise when the figure is no `poise.human`, or lacks a joint that the criterion names."""
        super().check(figure)
        require_human(figure, self._name)

    @property
    def _is_kept(self) -> bool:
        return True

    def compiled(self, start: Pose) -> _core.Criterion:
        figure = start.figure
        target, weights = usual_pose(figure), self._freedom(figure) / usual_spread(figure) ** 2
        goal = np.array(target.coordinates)
        if figure.base.model != "free":
            return _core.near_pose_criterion(figure._core, goal, weights)
        base = figure.tangent_slice(figure.base.name)
        tilt = float(weights[base][-1])
        weights[base] = 0.0
        return _core.near_pose_criterion(figure._core, goal, weights, up_at_base(figure), tilt, 0.0)


def require_human(figure: Figure, whose: str) -> None:
    """Raise when the figure is no `poise.human`."""
    name = _strange_joint(figure)
    if name is not None:
        joint = figure.joints.get(name)
        what = f"has no joint {name!r}" if joint is None else f"has a joint {name!r} of model {joint.model}"
        advice = "RestPosture prefers the rest of any figure"
        raise InputError(f"{whose} knows poise.human, but the figure {figure.name!r} {what}; {advice}")


_TELLING = "left_clavicle"
"""A joint of people that hardly any other figure has: it is asked for before all others are."""


def is_human(figure: Figure) -> bool:
    """Whether the figure is a `poise.human`: of any size, edited or not, with all the joints that people have."""
    return _TELLING in figure.joints and _strange_joint(figure) is None


def _strange_joint(figure: Figure) -> str | None:
    """A joint of people that the figure lacks, or has otherwise; a locked one is no other."""
    return _strange_joint_of(Same(figure))


@lru_cache(maxsize=256)
def _strange_joint_of(key: Same[Figure]) -> str | None:
    figure = key.thing
    for name, usual in habits().items():
        joint = figure.joints.get(name)
        if name != PELVIS and (joint is None or joint.coordinates not in (usual.coordinates, ())):
            return name
    return None


def usual_pose(figure: Figure) -> Pose:
    """The mean of what people do, as a pose of this human inside its own limits; the pelvis over the world's origin."""
    values = {n: u.mean for n, u in habits().items() if n in figure.joints and figure.joints[n].coordinates}
    pose = figure.rest().with_joints({n: v if len(v) > 1 else v[0] for n, v in values.items()}).clamped()
    return _upright(pose) if figure.base.model == "free" else pose


def usual_spread(figure: Figure) -> Array:
    """(dof,) sigma of every degree of freedom, radians. That of a free base is its tilt's: what the joints between it
    and the pelvis may bend comes to the pelvis's own."""
    spread = np.full(figure.dof, UNSEEN)
    for name, usual in habits().items():
        if name in figure.joints and figure.joints[name].coordinates:
            spread[figure.tangent_slice(name)] = usual.sigma
    if figure.base.model == "free":
        squares = [s**2 for name in between(figure) for s in habits()[name].sigma]
        spread[figure.tangent_slice(figure.base.name)] = math.sqrt(sum(squares, habits()[PELVIS].sigma[0] ** 2))
    return spread


def _upright(pose: Pose) -> Pose:
    """The pose with its pelvis at the origin, pitched as usual."""
    return with_pelvis(pose, Placement.turned((1.0, 0.0, 0.0), habits()[PELVIS].mean[0]))


def with_pelvis(pose: Pose, wanted: Placement) -> Pose:
    """The pose moved as one piece until its pelvis is there; its base is free."""
    figure, base = pose.figure, pose.figure.base
    root = wanted @ Placement.from_matrix(pose.segment_frame("pelvis")).inverse()
    moved = root @ Placement.from_matrix(pose.segment_frame(figure.root))
    stored = base.placement.inverse() @ moved @ base.child_placement.inverse()
    return pose.with_joints({base.name: (*stored.position, *stored.rotation)})


def between(figure: Figure) -> list[str]:
    """The joints of the human between the root segment and the pelvis."""
    carriers = {branch.segment: (branch.joint.name, branch.carrier) for branch in figure.branches}
    segments = [branch.segment for branch in figure.branches]
    found, segment = [], "pelvis"
    while carriers[segment][1] >= 0:
        name, carrier = carriers[segment]
        found.append(name)
        segment = segments[carrier]
    return [name for name in found if name in habits()]
