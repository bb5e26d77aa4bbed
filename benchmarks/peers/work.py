"""The work: what all peers are asked to do, read from a folder of targets. Needs numpy alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from frames import ARM_HIGH, ARM_LOW, HIGH, JOINTS, LOW, Array, angle_between, arm_tip, human_frames

MET = 1e-3
"""A task counts as met below this (m, rad), when a pose is judged."""
STOP = 5e-4
"""Solves stop when all tasks are below this."""
OUTSIDE = 1e-6
"""Limits may be broken by this much: peers keep them to their tolerance."""
FAR_AWAY = np.array([3.0, -0.3, 1.0])
"""A hand goal nobody can reach."""


@dataclass(frozen=True)
class Goal:
    """What the hands and the eyes shall do; the feet stand and the centre of mass stays over them.

    `hand`: a point for the right palm, or None. `palms`: frames (4, 4) for left and right palm, or None.
    """

    gaze: Array
    hand: Array | None = None
    palms: tuple[Array, Array] | None = None


class Asked:
    """What is asked of one figure, whichever it is: the sites that feet, eyes and hand have there, and where they are.

    `urdf`, `mjcf`: its files. `joints`: its hinges, in the order of poses. `level`: its level axes, by letters.
    `start`: where every solve begins, base position, base quaternion x y z w and the hinges.
    """

    urdf: str
    mjcf: str
    gaze: str
    hand: str
    level: str
    forward: Array
    up: Array

    folder: Path
    joints: list[str]
    start: Array
    feet: dict[str, Array]
    center: Array
    hand_at_rest: Array
    gaze_at_rest: Array

    @property
    def level_axes(self) -> list[int]:
        return ["xyz".index(axis) for axis in self.level]

    def path(self, step: int) -> Goal:
        """A hand goal that wanders in front of the body, a few millimetres a step."""
        a = 2 * np.pi * step / 200
        ahead, left, up = 0.10 + 0.08 * np.sin(a), 0.08 * np.cos(a) - 0.08, 0.10 * np.sin(2 * a)
        away = ahead * self.forward + left * np.cross(self.up, self.forward) + up * self.up
        return Goal(self.gaze_at_rest, self.hand_at_rest + away)

    def errors_at(self, sites: dict[str, Array], center: Array, goal: Goal) -> dict[str, float]:
        """Every task's error (m, rad)."""
        wanted = dict(self.feet)
        if goal.palms is not None:
            wanted |= {"left_palm": goal.palms[0], "right_palm": goal.palms[1]}
        found = {"feet": 0.0, "hands": 0.0}
        for site, T in wanted.items():
            off = np.linalg.norm(sites[site][:3, 3] - T[:3, 3])
            part = "feet" if site in self.feet else "hands"
            found[part] = max(found[part], float(off), angle_between(T[:3, :3], sites[site][:3, :3]))
        if goal.hand is not None:
            found["hands"] = float(np.linalg.norm(sites[self.hand][:3, 3] - goal.hand))
        found["center"] = float(np.linalg.norm((center - self.center)[self.level_axes]))
        found["gaze"] = angle_between(goal.gaze, sites[self.gaze][:3, :3])
        return found


class Work(Asked):
    """Targets of one folder, of the human of hinges. `start`: (51,)."""

    urdf, mjcf, gaze, hand, level = "human50.urdf", "human50.xml", "gaze", "right_palm", "xy"
    forward, up = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])

    def __init__(self, folder: Path) -> None:
        self.folder, self.joints = folder, JOINTS
        far, near = (dict(np.load(folder / f)) for f in ("targets.npz", "targets_mod.npz"))
        palms = np.load(folder / "targets_hands6.npz")
        hinges = dict(zip((str(n) for n in far["names"]), far["q0"][7:], strict=True))
        self.start = np.concatenate([far["q0"][:7], [hinges[j] for j in JOINTS]])
        self.feet = {"left_sole": far["lsole"], "right_sole": far["rsole"]}
        self.center = far["com0"]
        self.hand_at_rest = far["palm0"]
        self.gaze_at_rest = far["gaze0"][:3, :3]
        self.near = [Goal(R, h) for h, R in zip(near["hand"], near["gazeR"], strict=True)]
        self.far = [Goal(R, h) for h, R in zip(far["hand"], far["gazeR"], strict=True)]
        both = zip(palms["L"], palms["R"], far["gazeR"], strict=True)
        self.both_hands = [Goal(R, palms=(left, right)) for left, right, R in both]
        poses = np.random.default_rng(int(far.get("seed", 7))).uniform(ARM_LOW, ARM_HIGH, (500, 7))
        self.arm: list[Array] = [arm_tip(q) for q in poses]
        self.arm_start: Array = 0.5 * (ARM_LOW + ARM_HIGH)
        self.arm_others: Array = np.random.default_rng(1).uniform(ARM_LOW, ARM_HIGH, (20, 7))

    def errors(self, q: Array, goal: Goal) -> dict[str, float]:
        """Every task's error (m, rad) by plain numpy; all NaN when the pose is."""
        sites, center = human_frames(q)
        return self.errors_at(sites, center, goal)


class PersonWork(Asked):
    """Following a goal with the built-in person, or with its hinges (person.py)."""

    urdf, mjcf, gaze, hand, level = "person.urdf", "person.xml", "eyes", "right_hand_site", "xz"
    forward, up = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])

    def __init__(self, folder: Path) -> None:
        kept = np.load(folder / "person.npz")
        self.folder, self.joints = folder, [str(name) for name in kept["joints"]]
        self.start, self.center, self.hand_at_rest = kept["start"], kept["center"], kept["hand"]
        self.feet = dict(zip(("left_foot_site", "right_foot_site"), kept["feet"], strict=True))
        self.gaze_at_rest = kept["gaze"][:3, :3]


def outside(q: Array) -> float:
    """How far a whole-body pose is outside the limits (rad)."""
    return max(0.0, float((LOW - q[7:]).max()), float((q[7:] - HIGH).max()))


def arm_error(q: Array, tip: Array) -> float:
    """Of position and orientation the worse; infinite outside the limits."""
    if not np.isfinite(q).all() or max((ARM_LOW - q).max(), (q - ARM_HIGH).max()) > OUTSIDE:
        return np.inf
    found = arm_tip(q)
    return max(float(np.linalg.norm(found[:3, 3] - tip[:3, 3])), angle_between(tip[:3, :3], found[:3, :3]))
