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


class Work:
    """Targets of one folder. `start`: (51,) where every solve begins."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        far, near = (dict(np.load(folder / f)) for f in ("targets.npz", "targets_mod.npz"))
        palms = np.load(folder / "targets_hands6.npz")
        hinges = dict(zip((str(n) for n in far["names"]), far["q0"][7:], strict=True))
        self.start: Array = np.concatenate([far["q0"][:7], [hinges[j] for j in JOINTS]])
        self.feet: dict[str, Array] = {"left_sole": far["lsole"], "right_sole": far["rsole"]}
        self.center: Array = far["com0"]
        self.hand_at_rest: Array = far["palm0"]
        self.gaze_at_rest: Array = far["gaze0"][:3, :3]
        self.near = [Goal(R, h) for h, R in zip(near["hand"], near["gazeR"], strict=True)]
        self.far = [Goal(R, h) for h, R in zip(far["hand"], far["gazeR"], strict=True)]
        both = zip(palms["L"], palms["R"], far["gazeR"], strict=True)
        self.both_hands = [Goal(R, palms=(left, right)) for left, right, R in both]
        poses = np.random.default_rng(7).uniform(ARM_LOW, ARM_HIGH, (500, 7))
        self.arm: list[Array] = [arm_tip(q) for q in poses]
        self.arm_start: Array = 0.5 * (ARM_LOW + ARM_HIGH)

    def path(self, step: int) -> Goal:
        """A hand goal that wanders in front of the body, a few millimetres a step."""
        a = 2 * np.pi * step / 200
        away = np.array([0.10 + 0.08 * np.sin(a), 0.08 * np.cos(a) - 0.08, 0.10 * np.sin(2 * a)])
        return Goal(self.gaze_at_rest, self.hand_at_rest + away)

    def errors(self, q: Array, goal: Goal) -> dict[str, float]:
        """Every task's error (m, rad) by plain numpy; all NaN when the pose is."""
        sites, center = human_frames(q)
        return self.errors_at(sites, center, goal)

    def errors_at(self, sites: dict[str, Array], center: Array, goal: Goal) -> dict[str, float]:
        wanted = dict(self.feet)
        if goal.palms is not None:
            wanted |= {"left_palm": goal.palms[0], "right_palm": goal.palms[1]}
        found = {"feet": 0.0, "hands": 0.0}
        for site, T in wanted.items():
            off = np.linalg.norm(sites[site][:3, 3] - T[:3, 3])
            part = "feet" if site in self.feet else "hands"
            found[part] = max(found[part], float(off), angle_between(T[:3, :3], sites[site][:3, :3]))
        if goal.hand is not None:
            found["hands"] = float(np.linalg.norm(sites["right_palm"][:3, 3] - goal.hand))
        found["center"] = float(np.linalg.norm((center - self.center)[:2]))
        found["gaze"] = angle_between(goal.gaze, sites["gaze"][:3, :3])
        return found


def outside(q: Array) -> float:
    """How far a whole-body pose is outside the limits (rad)."""
    return max(0.0, float((LOW - q[7:]).max()), float((q[7:] - HIGH).max()))


def arm_error(q: Array, tip: Array) -> float:
    """Of position and orientation the worse; infinite outside the limits."""
    if not np.isfinite(q).all() or max((ARM_LOW - q).max(), (q - ARM_HIGH).max()) > OUTSIDE:
        return np.inf
    found = arm_tip(q)
    return max(float(np.linalg.norm(found[:3, 3] - tip[:3, 3])), angle_between(tip[:3, :3], found[:3, :3]))
