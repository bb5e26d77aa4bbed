"""What is measured, and in which order: in rounds, so that the machine's moods hit all alike."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.progress import Progress

from frames import Array
from judge import Judge
from processes import Peers
from work import FAR_AWAY, MET, Goal, Work, arm_error

STEPS: dict[str, dict[str, Any]] = {
    "poise": {"Poise, five strict levels": {}},
    "placo": {"placo, soft": {}, "placo, feet hard": {"feet": "hard"}},
    "mink": {"mink, daqp": {}},
    "pink": {"Pink, daqp": {}},
}
"""Peer, and the ways of using it: what their makers advise, and what we found best."""
_TUNED = {"limit_gain": 1.0, "levenberg": 1e-3}
_SLOW = {"limit_gain": 1.0, "levenberg": 1e-2, "slow": True}
SOLVES: dict[str, dict[str, Any]] = {
    "poise": {"Poise, five strict levels": {}},
    "placo": {"placo, soft": {}, "placo, soft, slow": {"damping": 1e-5, "slow": True}},
    "mink": {"mink, daqp": _TUNED, "mink, daqp, slow": _SLOW},
    "pink": {"Pink, daqp": _TUNED, "Pink, daqp, slow": _SLOW},
}
_DAMPED = {"levenberg": 0.1, "slow": True}
CONFLICTS: dict[str, dict[str, Any]] = {
    "poise": {"Poise, five strict levels": {}},
    "placo": {
        "placo, soft": {"damping": 1e-4},
        "placo, soft, damped": {"damping": 1e-2, "slow": True},
        "placo, feet hard": {"feet": "hard", "damping": 1e-4},
        "placo, feet hard, damped": {"feet": "hard", "damping": 1e-2, "slow": True},
    },
    "mink": {
        "mink, daqp": {"levenberg": 1e-3},
        "mink, daqp, damped": _DAMPED,
        "mink, feet hard": {"levenberg": 1e-3, "feet_hard": True},
        "mink, feet hard, damped": _DAMPED | {"feet_hard": True},
    },
    "pink": {
        "Pink, daqp": {"levenberg": 1e-3},
        "Pink, daqp, damped": _DAMPED,
        "Pink, feet hard": {"levenberg": 1e-3, "feet_hard": True},
        "Pink, feet hard, damped": _DAMPED | {"feet_hard": True},
    },
}
ARMS = {"poise": "Poise", "placo": "placo", "pink": "Pink, daqp", "roboticstoolbox": "Robotics Toolbox", "ikpy": "ikpy"}
STILL = 1e-8
"""A step that moves no coordinate further (m, rad) is rest."""
GOALS = {"near": "one hand, near", "far": "one hand, far", "both_hands": "both hands, 6-D"}


@dataclass(frozen=True)
class Row:
    """A line of the table. `median` and `most` (95 %): seconds, of the calmest round. `note`: how it ended."""

    work: str
    who: str
    median: float | None = None
    most: float | None = None
    met: int | None = None
    of: int | None = None
    note: str = ""


class Measurement:
    def __init__(self, peers: Peers, names: list[str], work: Work, rounds: int) -> None:
        self.peers, self.names, self.work, self.rounds = peers, names, work, rounds
        self.judge = Judge(work)

    def rows(self) -> Iterator[Row]:
        yield from self.steps()
        for goals in GOALS:
            yield from self.solves(goals)
        yield from self.conflicts()
        for starts in (1, 10):
            yield from self.arms(starts)

    def ways(self, table: dict[str, dict[str, Any]]) -> list[tuple[str, str, dict[str, Any]]]:
        return [(p, who, s) for p, ways in table.items() if p in self.names for who, s in ways.items()]

    def steps(self) -> Iterator[Row]:
        for job, label in (("track", "step, tracking"), ("far", "step, far")):
            ways = self.ways(STEPS)
            outcomes = self.in_rounds(label, [(p, {"do": job, "hands": False, "settings": s}) for p, _, s in ways])
            for (_, who, _), found in zip(ways, outcomes, strict=True):
                note = f"{1e3 * float(found[0]['off']):.2g} mm behind" if job == "track" else ""
                yield Row(label, who, *calmest(found), note=note)

    def solves(self, goals: str) -> Iterator[Row]:
        hands, wanted = goals == "both_hands", getattr(self.work, goals)
        ways = self.ways(SOLVES)
        jobs = [(p, {"do": "solve", "hands": hands, "settings": s, "goals": goals}) for p, _, s in ways]
        who = [w for _, w, _ in ways]
        for posture, words in ((False, "poise.solve, four levels"), (True, "poise.solve, five levels")):
            jobs.append(("poise", {"do": "whole", "hands": hands, "settings": {}, "goals": goals, "posture": posture}))
            who.append(words)
        rounds = self.rounds if not hands else 1
        for name, found in zip(who, self.in_rounds(GOALS[goals], jobs, rounds), strict=True):
            met = self.judge.count(found[0]["q"], wanted)
            note = (
                f"{np.median(found[0]['steps']):.0f} steps" if "steps" in found[0] else "until settled, account and all"
            )
            yield Row(GOALS[goals], name, *calmest(found), met, len(wanted), note)

    def conflicts(self) -> Iterator[Row]:
        goal = Goal(self.work.gaze_at_rest, FAR_AWAY)
        for peer, who, settings in self.ways(CONFLICTS):
            found = self.peers.do(peer, "conflict", hands=False, settings=settings)
            yield Row("hand 3 m away", who, note=self.settling(found, goal))

    def settling(self, found: dict[str, Array], goal: Goal) -> str:
        """Whether it came to rest, and at whose cost."""
        poses = found["q"]
        motions = np.abs(np.diff(poses, axis=0)).max(axis=1)
        moving = np.flatnonzero(motions > STILL)
        if found["gave_up"]:
            end = f"gives up at step {len(poses)}"
        elif len(moving) == len(motions):
            end = f"still moves by {motions[-1]:.0e} a step"
        else:
            end = f"settles in {moving[-1] + 2 if len(moving) else 1} steps"
        last = self.judge.errors(poses[-1], goal)
        drift = max(self.judge.errors(q, goal)["feet"] for q in poses)
        return (
            f"{end}; feet {last['feet']:.0e} off (at most {drift:.0e}), centre {last['center']:.0e}, "
            f"hand {last['hands']:.3f} m"
        )

    def arms(self, starts: int) -> Iterator[Row]:
        label = "arm of 7, one start" if starts == 1 else f"arm of 7, {starts} starts"
        for peer, who in ARMS.items():
            if peer not in self.names or (peer == "ikpy" and starts > 1):
                continue
            found = self.peers.do(peer, "arm", starts=starts)
            met = sum(arm_error(q, tip) < MET for q, tip in zip(found["q"], self.work.arm, strict=True))
            yield Row(label, who, *calmest([found]), met, len(self.work.arm))

    def in_rounds(
        self, label: str, jobs: list[tuple[str, dict[str, Any]]], rounds: int = 0
    ) -> list[list[dict[str, Array]]]:
        """Outcomes by job and round; in every round each job has its turn."""
        outcomes: list[list[dict[str, Array]]] = [[] for _ in jobs]
        rounds = rounds or self.rounds
        with Progress(transient=True, disable=not sys.stdout.isatty()) as progress:
            bar = progress.add_task(label, total=rounds * len(jobs))
            for _ in range(rounds):
                for number, (peer, job) in enumerate(jobs):
                    outcomes[number].append(
                        self.peers.do(peer, job["do"], **{k: v for k, v in job.items() if k != "do"})
                    )
                    progress.advance(bar)
        return outcomes


def calmest(outcomes: list[dict[str, Array]]) -> tuple[float, float]:
    """Median and 95 % of the round with the lowest median."""
    best = min((o["seconds"] for o in outcomes), key=lambda s: float(np.median(s)))
    return float(np.median(best)), float(np.percentile(best, 95))
