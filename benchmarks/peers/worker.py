"""What runs in a peer's own environment: a job a line comes in, its outcome goes to a file, "done" goes out.

python worker.py PEER FOLDER
"""

from __future__ import annotations

import importlib
import json
import sys
import time
import traceback
from pathlib import Path
from typing import Any

import numpy as np

from frames import Array
from work import FAR_AWAY, STOP, Goal, PersonWork, Work

Outcome = dict[str, Any]
clock = time.thread_time  # what this thread costs, whatever else the machine is doing
TRACKED, WARM_UP = 400, 50
MOST_STEPS = 200
STILL = 1e-7  # a step that moves no coordinate further has stalled


class Worker:
    """Jobs for one peer; the bodies it has made are kept."""

    def __init__(self, peer: str, work: Work) -> None:
        self.module = importlib.import_module(f"ik_{peer}")
        self.work = work
        self.person = PersonWork(work.folder)
        self.bodies: dict[str, Any] = {}
        self.counts: dict[str, list[int]] = {}

    def body(self, job: Outcome) -> Any:
        """That of the human of hinges, or of the built-in person where a job says so."""
        key = json.dumps([job["hands"], job["settings"], "person" in job])
        if key not in self.bodies:
            kind = getattr(self.module, "Person", self.module.Body) if "person" in job else self.module.Body
            work = self.person if "person" in job else self.work
            self.bodies[key] = kind(work, job["hands"], **job["settings"])
        return self.bodies[key]

    def track(self, job: Outcome) -> Outcome:
        """One step for each place of a goal that wanders; every fiftieth pose is shown, and after which step it was."""
        body, seconds, poses, steps = self.body(job), [], [], []
        path = self.person.path if "person" in job else self.work.path
        body.reset()
        for k in range(WARM_UP + TRACKED):
            body.aim(path(k))
            began = clock()
            body.step()
            seconds.append(clock() - began)
            if k % 50 == 49:
                poses.append(body.coordinates())
                steps.append(k)
        return {"seconds": seconds[WARM_UP:], "q": poses, "at": steps}

    def far(self, job: Outcome) -> Outcome:
        """The first step from rest towards each far goal."""
        body, seconds = self.body(job), []
        for goal in self.work.far:
            body.reset()
            body.aim(goal)
            began = clock()
            body.step()
            seconds.append(clock() - began)
        return {"seconds": seconds}

    def solve(self, job: Outcome) -> Outcome:
        """From rest until every task is met; how many steps that takes is found once, then they are timed in a row."""
        body, goals = self.body(job), self.goals(job)
        key = json.dumps(job["settings"]) + job["goals"]
        if key not in self.counts:
            self.counts[key] = [self.steps_needed(body, goal) for goal in goals]
        seconds, poses = [], []
        for goal, count in zip(goals, self.counts[key], strict=True):
            body.reset()
            began = clock()
            body.aim(goal)
            self.steps(body, count)
            seconds.append(clock() - began)
            poses.append(body.coordinates())
        return {"seconds": seconds, "q": poses, "steps": self.counts[key]}

    def goals(self, job: Outcome) -> list[Goal]:
        return list(getattr(self.work, job["goals"]))

    def steps_needed(self, body: Any, goal: Goal) -> int:
        body.reset()
        body.aim(goal)
        last = body.coordinates()
        for count in range(1, MOST_STEPS + 1):
            if not self.steps(body, 1):
                return count
            q = body.coordinates()
            if max(self.work.errors(q, goal).values()) < STOP or np.abs(q - last).max() < STILL:
                return count
            last = q
        return MOST_STEPS

    def steps(self, body: Any, count: int) -> bool:
        """False when the peer gives up; some raise when a step has no answer."""
        try:
            for _ in range(count):
                body.step()
        except Exception:
            return False
        return True

    def whole(self, job: Outcome) -> Outcome:
        """Of ours: `poise.solve` as a user calls it."""
        body, seconds, poses = self.body(job), [], []
        for goal in self.goals(job):
            began = clock()
            body.solve(goal, job["posture"])
            seconds.append(clock() - began)
            poses.append(body.coordinates())
        return {"seconds": seconds, "q": poses}

    def conflict(self, job: Outcome) -> Outcome:
        """500 steps towards a goal three metres away."""
        body, poses = self.body(job), []
        body.reset()
        body.aim(Goal(self.work.gaze_at_rest, FAR_AWAY))
        for _ in range(500):
            if not self.steps(body, 1):
                break
            poses.append(body.coordinates())
        return {"q": poses or [body.coordinates()], "gave_up": len(poses) < 500}

    def arm(self, job: Outcome) -> Outcome:
        kind = job["kind"]
        if kind not in self.bodies:
            self.bodies[kind] = getattr(self.module, kind)(self.work)
        arm, seconds, found = self.bodies[kind], [], []
        for tip in self.work.arm:
            began = clock()
            found.append(arm.solve(tip, job["starts"]))
            seconds.append(clock() - began)
        return {"seconds": seconds, "q": found}


def main(peer: str, folder: str) -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # peers may print what they like
    worker = Worker(peer, Work(Path(folder)))
    for line in sys.stdin:
        job = json.loads(line)
        try:
            outcome: dict[str, Array] = getattr(worker, job["do"])(job)
            np.savez(job["file"], **outcome)
            print("done", file=answers, flush=True)
        except Exception:
            traceback.print_exc()
            print("failed", file=answers, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
