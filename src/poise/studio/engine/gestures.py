"""The gestures: a point of the body, a joint, a field of a part; the middle of a limb has a file of its own."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from poise.errors import InputError
from poise.figure.check import vec3
from poise.figure.company import SLASH
from poise.figure.marks import Site
from poise.figure.placement import Placement
from poise.methods import DIRECT
from poise.pose import Pose
from poise.studio.document import points, poses, stays, twins
from poise.studio.document.parts import value_of
from poise.studio.document.state import State
from poise.studio.document.tasks import part_at, with_tasks
from poise.studio.engine.blend_gesture import BlendGesture
from poise.studio.engine.circling import CircleGesture
from poise.studio.engine.cones import changed_part, within_cones
from poise.studio.engine.gesture import Gesture
from poise.studio.engine.live import Live
from poise.studio.engine.pulled import pulled
from poise.studio.engine.reaching import Reaching
from poise.studio.engine.thing_gesture import ThingGesture
from poise.studio.protocol.frame import Handle
from poise.studio.protocol.plain import PartList, Place
from poise.studio.protocol.requests import GrabBlend, GrabCircle, GrabField, GrabJoint, GrabPoint, GrabThing
from poise.tasks.posture import Posture
from poise.tasks.reach import Reach
from poise.tasks.task import Task

STILL = 1e-3
"""Radians and metres by which no joint has moved after a drag that led nowhere: less than is seen."""


@dataclass
class GrabbedPoint:
    """One dragged point: the temporary site on its segment, and where it is wanted."""

    segment: str
    point: list[float]
    target: list[float]
    task: str


class PointGesture(Gesture):
    """A point of the body is dragged by a task of the lowest level; its mirror image too, if asked."""

    def __init__(self, state: State, request: GrabPoint) -> None:
        self.before = state
        self.request = request
        part, taken = request.segment, list(request.point)
        if request.follow == "natural":
            part, taken = points.of_the_hips(state.pose, part, taken)
        near = points.in_the_middle(state.figure, part, taken, self._wide())
        axis = points.on_the_trunk(state.figure, part, near) if request.follow == "natural" else None
        near = axis or near
        frame = np.array(state.pose.segment_frame(part))
        self.beside = frame[:3, :3] @ np.subtract(taken, near)  # of the plane, where the hand has taken it
        self.floor = points.floor_under(state.pose, frame[:3, :3] @ near + frame[:3, 3])
        spots = [(part, near)]
        image = points.mirrored_point(state.pose, *spots[0]) if request.symmetric else None
        spots += [image] if image is not None else []
        self.held, tasks, sites = [], [], []
        for segment, point in spots:
            joints = points.followers(state.figure, segment, request.follow, self._last(segment))
            frame = state.pose.segment_frame(segment)
            target = (frame[:3, :3] @ point + frame[:3, 3]).tolist()
            grip = GrabbedPoint(segment, list(point), target, f"drag {segment}")
            sites.append(Site(f"{segment} in the hand", segment, Placement(vec3(point, "a point"))))
            tasks.append(Reach(sites[-1].name, target, joints=joints, name=grip.task))
            self.held.append(grip)
        moved = stays.without(points.with_sites(state, sites), [s for s, _ in spots])
        self.live = self._following(moved, tasks)

    def pull(self, value: Any) -> None:
        """To a point of the world."""
        target = (np.array(vec3(value, "the point to pull to")) - self.beside).tolist()
        if self.request.symmetric and len(self.held) == 1:
            target = points.onto_plane(self.before.pose, target)
        if self.floor is not None:
            target[1] = max(target[1], self.floor)
        goals = [target] if len(self.held) == 1 else [target, points.mirrored_target(self.live.pose, target)]
        for grip, goal in zip(self.held, goals, strict=True):
            grip.target = goal
            if not isinstance(self.live, Reaching):
                self.live.session.tasks[grip.task].goal = goal
        if isinstance(self.live, Reaching):
            self.live.lead(goals)

    def released(self, keep: bool) -> tuple[State, str, Place | None]:
        name = f"drag {self.held[0].segment}"
        after = self._present()
        if not keep:
            left = [stays.Stay(h.segment, vec3(h.point, "a point")) for h in self.held]
            return stays.placed(after, left), name, None
        goals: list[Task] = []
        for grip, target in zip(self.held, self._targets(), strict=True):
            after, site = points.site_at(after, grip.segment, grip.point)
            joints = points.followers(after.figure, grip.segment, self.request.follow, self._last(grip.segment))
            goals.append(Reach(site, target, joints=joints))
        after, at = with_tasks(after, goals, None)
        return stays.placed(after, ()), f"keep {at}", at

    @property
    def led_anywhere(self) -> bool:
        moved = self.live.pose_of(self.before).difference(self.before.pose)
        return bool(np.abs(moved).max(initial=0.0) > STILL)

    def handles(self) -> list[Handle]:
        targets = zip(self.held, self._targets(), strict=True)
        return [Handle(segment=h.segment, point=h.point, target=target) for h, target in targets]

    def _targets(self) -> list[list[float]]:
        """Where the points are wanted; what gives way of that is where the body has it."""
        return self.live.given if isinstance(self.live, Reaching) else [grip.target for grip in self.held]

    def _following(self, state: State, tasks: list[Reach]) -> Live:
        """By the usual method, the natural way leads the body; others pull it in their own."""
        if self.request.method in DIRECT:
            return pulled(state, tasks, self.request.method)
        if self.request.follow != "natural" or state.settings.get("method") in DIRECT:
            return Live(state, tasks)
        return Reaching(state, tasks, [grip.segment for grip in self.held])

    def _wide(self) -> float:
        """How far (m) from its plane the middle may be taken: in symmetric editing at its flank, as from the side."""
        return math.inf if self.request.symmetric else points.BESIDE

    def _last(self, segment: str) -> str | None:
        """The last joint that follows, on the side of the segment."""
        joint = self.request.joint
        if joint is None or segment == self.request.segment:
            return joint
        return self.before.figure.mirror.other(joint)


class JointGesture(Gesture):
    """A joint is turned by a task of the lowest level that wants it so; the rest obeys the tasks."""

    def __init__(self, state: State, request: GrabJoint) -> None:
        self.before, self.joint = state, request.joint
        if not state.figure.joint(request.joint).dof:
            raise InputError(f"joint {request.joint!r} cannot move")
        other = state.figure.mirror.other(request.joint)
        self.partner = other if request.symmetric and other != request.joint else None
        self.task = self._wish(state.pose, f"turn {self.joint}")
        self.live = Live(stays.without(state, self._taken()), [self.task])
        self.wanted = state.pose

    def pull(self, value: Any) -> None:
        """To natural coordinates, in degrees and metres."""
        self.wanted = poses.with_joints(self.wanted, {self.joint: value})
        if self.partner is not None:
            image = self.wanted.mirrored()
            where = self.before.figure.coordinate_slice(self.partner)
            self.wanted = self.wanted.with_joints({self.partner: image.coordinates[where]})
        self.live.session.tasks[self.task.name].goal = self._own(self.wanted)

    def released(self, keep: bool) -> tuple[State, str, Place | None]:
        after, at = stays.without(self._present(), self._taken()), None
        if keep:
            after, at = with_tasks(after, [self._wish(self.wanted)], None)
        left = () if keep else [stays.TurnStay(joint, ()) for joint in self._joints()]
        return stays.placed(after, left), f"turn {self.joint}", at

    def _taken(self) -> set[str]:
        """What turns with these joints: where it was placed, it cannot stay."""
        figure = self.before.figure
        return {s for s in figure.segments if {*self._joints()} & {*points.path_to_root(figure, s)}} | {*self._joints()}

    def _wish(self, pose: Pose, name: str = "") -> Posture:
        """These joints as a pose has them; of several figures, as a wish of the one that has the joints."""
        if not pose.figure.members:
            return Posture(pose, joints=self._joints(), name=name)
        own = tuple(joint.partition(SLASH)[2] for joint in self._joints())
        return Posture(self._own(pose), joints=own, name=name, figure=self.joint.partition(SLASH)[0])

    def _own(self, pose: Pose) -> Pose:
        return pose.member(self.joint.partition(SLASH)[0]) if pose.figure.members else pose

    def _joints(self) -> tuple[str, ...]:
        return (self.joint,) if self.partner is None else (self.joint, self.partner)


class FieldGesture(Gesture):
    """A field of a part is dragged: a goal moves within the session, anything else asks a new question."""

    def __init__(self, state: State, request: GrabField) -> None:
        self.before = self.state = state
        self.list: PartList = request.list
        self.at, self.field = request.at, request.field
        part = part_at(state, request.list, request.at)
        value_of(part, request.field, None, state.figure)  # raises for a field that is not there
        self.quick = request.list == "tasks" and getattr(part, "goal_field", None) == request.field
        self.twin = twins.twin_of(state, request.list, request.at) if request.symmetric else None
        self.value: Any = None
        self.live = Live(state)

    def pull(self, value: Any) -> None:
        """To a value of the field; given forces stop at the friction cones of the supports that take them up."""
        value = within_cones(self.state, self.live.pose_of(self.state), self.list, self.at, self.field, value)
        state, at = changed_part(self.state, self.list, self.at, self.field, value)
        if self.twin is not None:
            state, self.twin = twins.like(state, self.list, at, self.twin, [self.field])
        if self.quick and at == self.at:
            for name in (at, *([] if self.twin is None else [self.twin])):
                self.live.session.tasks[str(name)].goal = getattr(state.tasks[str(name)], self.field)
        else:
            self.live = Live(replace(state, pose=self.live.pose_of(state)))
        self.state, self.at, self.value = state, at, value

    def released(self, keep: bool) -> tuple[State, str, Place | None]:
        after = stays.placed(replace(self.state, pose=self.live.pose_of(self.state)), ())
        what = self.at if isinstance(self.at, str) else f"{self.list[:-1]} {self.at + 1}"
        return after, f"move {self.field} of {what}", self.at

    def dragged(self) -> dict[str, Any] | None:
        return None if self.value is None else _told(self.list, self.at, self.field, self.value)


def _told(list: str, at: Place, field: str, value: Any) -> dict[str, Any]:
    return {"list": list, "at": at, "field": field, "value": value}


MADE: dict[type, Callable[[State, Any], Gesture]] = {
    GrabPoint: PointGesture, GrabJoint: JointGesture, GrabField: FieldGesture, GrabCircle: CircleGesture,
    GrabThing: ThingGesture, GrabBlend: BlendGesture,
}  # fmt: skip
"""The gesture that each request begins."""


def grabbed(state: State, request: Any) -> Gesture:
    """The gesture that a request begins."""
    if isinstance(request, GrabPoint) and not all(map(math.isfinite, request.point)):
        raise InputError("a point of the body has finite coordinates")
    return MADE[type(request)](state, request)
