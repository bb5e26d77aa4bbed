"""Poise: five strict levels (feet, centre of mass, gaze, hands, posture), through its public calls.

Of the built-in person, with its own joints and limits: the README's levels and `NearPose`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import poise
from frames import JOINTS, Array
from person import coordinates_of, human
from work import Asked, Goal, Work


def levels(work: Work, goal: Goal, *, start: poise.Pose | None) -> list[Any]:
    """The levels; with `start`, a fifth one asks for its posture."""
    feet = [poise.Hold(site, frame=T) for site, T in work.feet.items()]
    hands: Any = poise.Reach("right_palm", goal.hand if goal.hand is not None else work.hand_at_rest)
    if goal.palms is not None:
        left, right = goal.palms
        hands = [poise.Hold("left_palm", frame=left), poise.Hold("right_palm", frame=right)]
    found = [feet, poise.CenterOfMass(work.center, axes="xy"), poise.Orient("gaze", goal.gaze), hands]
    return found if start is None else [*found, poise.Posture(start)]


class Body:
    """A session."""

    def __init__(self, work: Work, hands: bool) -> None:
        self.figure = poise.Figure.load(work.folder / "human50.urdf", root="free", axes="keep")
        hinges = {str(n): float(v) for n, v in zip(JOINTS, work.start[7:], strict=True)}
        self.start = self.figure.pose({self.figure.base.name: work.start[:7], **hinges})
        self.work, self.hands = work, hands
        self.names = JOINTS
        palms = tuple(self.start.frame(s) for s in ("left_palm", "right_palm")) if hands else None
        self.first = Goal(work.gaze_at_rest, None if hands else work.hand_at_rest, palms)  # type: ignore[arg-type]
        self.session = poise.Session(self.start, levels(self.work, self.first, start=self.start), criteria=())

    def reset(self) -> None:
        self.session.pose = self.pose = self.start

    def aim(self, goal: Goal) -> None:
        tasks = self.session.tasks
        tasks["orient gaze"].goal = goal.gaze
        if goal.palms is not None:
            tasks["hold left_palm"].goal, tasks["hold right_palm"].goal = goal.palms
        else:
            tasks["reach right_palm"].goal = goal.hand

    def step(self) -> None:
        self.pose = self.session.step()

    def solve(self, goal: Goal, posture: bool) -> None:
        """The whole call, tasks and account included."""
        asked = levels(self.work, goal, start=self.start if posture else None)
        self.pose = poise.solve(self.start, asked, criteria=()).pose

    def coordinates(self) -> Array:
        base = self.pose.coordinates[self.figure.coordinate_slice(self.figure.base.name)]
        return np.concatenate([base, [self.pose[n] for n in self.names]])


class Person:
    """The person as it is, balls, cones and couplings, in a session."""

    def __init__(self, work: Asked, hands: bool) -> None:
        self.start, self.joints = human().rest(), work.joints
        ahead = self.start.position("eyes") + 2.0 * self.start.frame("eyes")[:3, 2]
        feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
        reach = poise.Reach("right_hand", work.hand_at_rest)
        asked = [feet, poise.Balance(margin=0.02), poise.LookAt("eyes", ahead), reach]
        self.session = poise.Session(self.start, asked, criteria=[poise.NearPose(self.start)])

    def reset(self) -> None:
        self.session.pose = self.pose = self.start

    def aim(self, goal: Goal) -> None:
        self.session.tasks["reach right_hand"].goal = goal.hand

    def step(self) -> None:
        self.pose = self.session.step()

    def coordinates(self) -> Array:
        return coordinates_of(self.pose, self.joints)


class Arm:
    """One call of `poise.solve`, with restarts inside it."""

    def __init__(self, work: Work) -> None:
        figure = poise.Figure.load(work.folder / "arm7.urdf", root="fixed", axes="keep")
        self.names = [j for j in figure.joints if j != figure.base.name]
        self.start = figure.pose(dict(zip(self.names, work.arm_start.tolist(), strict=True)))
        self.places = [figure.coordinate_slice(name).start for name in self.names]

    def solve(self, tip: Array, starts: int) -> Array:
        rng = np.random.default_rng(1) if starts > 1 else None
        solution = poise.solve(self.start, [poise.Hold("tip", frame=tip)], attempts=starts, rng=rng)
        return solution.pose.coordinates[self.places]


class ClosedArm(Arm):
    """The same arm by its closed form: shoulder and wrist are three hinges each whose axes meet."""

    def __init__(self, work: Work) -> None:
        super().__init__(work)
        first, elbow, last = self.names[0], self.names[3], self.names[-1]
        self.limb = poise.Limb.between(self.start.figure, first, elbow, last, site="tip")

    def solve(self, tip: Array, starts: int) -> Array:
        return self.limb.solve(tip, pose=self.start).pose.coordinates[self.places]
