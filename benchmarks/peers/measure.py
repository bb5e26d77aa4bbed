"""What is measured, and in which order: in rounds, so that the machine's moods hit all alike."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from rich.progress import Progress

from frames import Array
from judge import Judge
from processes import Peers
from ways import ARMS, CLOSED, CONFLICTS, PERSON, SOLVES, STEPS, Ways
from work import FAR_AWAY, MET, Goal, PersonWork, Work, arm_error

STILL = 1e-8
"""A step that moves no coordinate further (m, rad) is rest."""
PARTS = ("steps", "person", "near", "far", "hands", "conflict", "arms")
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


@dataclass(frozen=True)
class Job:
    """Something to ask of a peer, see `Worker`; `who` is what the table calls it."""

    peer: str
    who: str
    do: str
    options: dict[str, Any]


class Measurement:
    """All the work for some peers; Poise is always one of them."""

    def __init__(self, peers: Peers, names: list[str], work: Work, rounds: int) -> None:
        self.peers, self.names, self.work, self.rounds = peers, names, work, rounds
        self.judge = Judge(work)

    def rows(self, parts: Sequence[str] = PARTS) -> Iterator[Row]:
        """Those of some parts of the work, in their order."""
        made: dict[str, Callable[[], Iterator[Row]]] = {
            "steps": lambda: chain(self.steps("track", "step, tracking"), self.steps("far", "step, far")),
            "person": lambda: self.person("person, tracking"),
            "near": lambda: self.solves("near"),
            "far": lambda: self.solves("far"),
            "hands": lambda: self.solves("both_hands"),
            "conflict": self.conflicts,
            "arms": lambda: chain(self.arms(1), self.arms(20)),
        }
        for part in PARTS:
            if part in parts:
                yield from made[part]()

    def jobs(self, ways: Ways, do: str, **options: Any) -> list[Job]:
        chosen = ((peer, table) for peer, table in ways.items() if peer in self.names)
        return [Job(p, who, do, options | {"settings": s}) for p, table in chosen for who, s in table.items()]

    def steps(self, do: str, label: str) -> Iterator[Row]:
        for who, found in self.in_rounds(label, self.jobs(STEPS, do, hands=False), self.rounds):
            off = [] if do == "far" else [max(errors.values()) for errors in self.followed(self.judge, found[0])]
            yield Row(label, who, *calmest(found), note=f"{1e3 * np.median(off):.2g} mm behind" if off else "")

    def person(self, label: str) -> Iterator[Row]:
        """The built-in person as Poise has it, and as peers can have it; they are asked for its centre of mass, how
        its head is turned and, at a millionth of the weight, its posture."""
        judge = Judge(PersonWork(self.work.folder))
        jobs = self.jobs(PERSON, "track", hands=False, person=True)
        for who, found in self.in_rounds(label, jobs, self.rounds):
            errors = self.followed(judge, found[0])
            hand, feet = (1e3 * np.median([e[part] for e in errors]) for part in ("hands", "feet"))
            yield Row(label, who, *calmest(found), note=f"hand {hand:.2g} mm behind, feet {feet:.2g} mm off")

    def followed(self, judge: Judge, found: dict[str, Array]) -> list[dict[str, float]]:
        """The errors of some poses on a way."""
        return [judge.errors(q, judge.work.path(int(k))) for q, k in zip(found["q"], found["at"], strict=True)]

    def solves(self, goals: str) -> Iterator[Row]:
        asked: dict[str, Any] = {"hands": goals == "both_hands", "goals": goals}
        jobs = self.jobs(SOLVES, "solve", **asked)
        for posture, who in ((False, "poise.solve, four levels"), (True, "poise.solve, five levels")):
            jobs.append(Job("poise", who, "whole", asked | {"settings": {}, "posture": posture}))
        wanted = getattr(self.work, goals)
        rounds = 1 if asked["hands"] else self.rounds  # what fails runs to the last step: long, and not to be timed
        for who, found in self.in_rounds(GOALS[goals], jobs, rounds):
            note = f"{np.median(found[0]['steps']):.0f} steps" if "steps" in found[0] else "until settled"
            met = self.judge.count(found[0]["q"], wanted)
            yield Row(GOALS[goals], who, *calmest(found), met, len(wanted), note)

    def conflicts(self) -> Iterator[Row]:
        goal = Goal(self.work.gaze_at_rest, FAR_AWAY)
        for job in self.jobs(CONFLICTS, "conflict", hands=False):
            found = self.peers.do(job.peer, job.do, **job.options)
            yield Row("hand 3 m away", job.who, note=self.settling(found, goal))

    def settling(self, found: dict[str, Array], goal: Goal) -> str:
        """Whether it came to rest, and at whose cost."""
        poses = found["q"]
        if found["gave_up"]:
            end = f"gives up at step {len(poses)}"
        elif not np.isfinite(poses).all():
            end = "ends in what is no number"
        else:
            motions = np.abs(np.diff(poses, axis=0)).max(axis=1)
            moved = np.flatnonzero(motions > STILL)  # none, if the first step was the last
            last = int(moved[-1]) + 2 if len(moved) else 1
            end = f"still moves by {motions[-1]:.0e} a step" if last == len(poses) > 1 else f"settles in {last} steps"
        left = self.judge.errors(poses[-1], goal)
        drift = max(self.judge.errors(q, goal)["feet"] for q in poses)
        return (
            f"{end}; feet {left['feet']:.0e} off (at most {drift:.0e}), centre {left['center']:.0e}, "
            f"hand {left['hands']:.3f} m"
        )

    def arms(self, starts: int) -> Iterator[Row]:
        label = "arm of 7, one start" if starts == 1 else f"arm of 7, {starts} starts"
        chosen = [peer for peer in ARMS if peer in self.names and (peer != "ikpy" or starts == 1)]
        jobs = [Job(peer, ARMS[peer], "arm", {"starts": starts, "kind": "Arm"}) for peer in chosen]
        if starts == 1:
            jobs.insert(1, Job("poise", CLOSED, "arm", {"starts": 1, "kind": "ClosedArm"}))
        for who, found in self.in_rounds(label, jobs, self.rounds if starts == 1 else 1):
            met = sum(arm_error(q, tip) < MET for q, tip in zip(found[0]["q"], self.work.arm, strict=True))
            yield Row(label, who, *calmest(found), met, len(self.work.arm))

    def in_rounds(self, label: str, jobs: list[Job], rounds: int) -> list[tuple[str, list[dict[str, Array]]]]:
        """Who, and the outcomes of all rounds; in every round each job has its turn."""
        outcomes: list[list[dict[str, Array]]] = [[] for _ in jobs]
        with Progress(transient=True, disable=not sys.stdout.isatty()) as progress:
            bar = progress.add_task(label, total=rounds * len(jobs))
            for _ in range(rounds):
                for job, found in zip(jobs, outcomes, strict=True):
                    found.append(self.peers.do(job.peer, job.do, **job.options))
                    progress.advance(bar)
        return [(job.who, found) for job, found in zip(jobs, outcomes, strict=True)]


def calmest(outcomes: list[dict[str, Array]]) -> tuple[float, float]:
    """Median and 95 % of the round with the lowest median."""
    best = min((o["seconds"] for o in outcomes), key=lambda s: float(np.median(s)))
    return float(np.median(best)), float(np.percentile(best, 95))
