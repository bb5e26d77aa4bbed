"""Explanations against re-solves: every claim is asked again; how little would do is bisected from the compromise."""

from __future__ import annotations

import math
import time
from collections import Counter
from contextlib import suppress

import numpy as np

import poise
from poise import PoiseError, Solution
from poise.explain import Combination, Culprit, Finding, Relaxation
from verify.relaxed import Asked, demoted, edited, nearer, relaxed, task_of, without
from verify.tally import Tally, progress, scaled
from verify.unmet import Unmet, unmet

CASES = 25
OFF = 0.05
"""By how much of itself a number may differ; and how far from the least what would do may be."""
LITTLE = 0.025
"""The share of an error that something harmless may take: the promise is 0.02."""
SAME = 1e-4
"""Errors of levels above that differ by less are the same (m, rad)."""
SECONDS = 2.0
"""Of CPU time for one explanation of one task."""
HALVINGS, TRIES = 7, 3
LESS = "whether less of its own goal would do"
"""What a finding has left untried that does not say how little is enough."""


def run(rng: np.random.Generator, size: float) -> Tally:
    tally, counts, slowest = Tally(), Counter[str](), 0.0
    for _ in progress(range(scaled(CASES, size)), "explanations"):
        case = unmet(rng)
        missed = [t.name for t in case.solution.tasks if t.enabled and not t.met]
        victim = str(rng.choice(missed))
        finding, took = explained(case, victim)
        slowest = max(slowest, took)
        check = Check(case, finding, tally, counts)
        if took > SECONDS:
            check.fail("slow", f"{took:.2f} s")
        try:
            check.all()
        except Refused:
            counts["findings left, for a question that cannot be put again"] += 1
        tally.cases += 1
    tally.say(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    tally.say(f"the slowest took {slowest:.2f} s of CPU time")
    return tally


def explained(case: Unmet, victim: str) -> tuple[Finding, float]:
    """The finding, and the CPU time it took; what was slow is asked again, for others use the machine too."""
    took = math.inf
    for _ in range(TRIES):
        began = time.process_time()
        finding = case.solution.explain(victim).task(victim)
        took = min(took, time.process_time() - began)
        if took <= SECONDS:
            break
    return finding, took


class Refused(Exception):  # noqa: N818
    """A question that Poise refuses from every start."""


class Check:
    """Of one finding."""

    def __init__(self, case: Unmet, finding: Finding, tally: Tally, counts: Counter[str]) -> None:
        self.case, self.finding, self.tally, self.counts = case, finding, tally, counts
        self.victim = finding.task
        self.level = case.solution.task(self.victim).level
        self.asked: Asked = case.start.figure, case.levels[: self.level]
        self.misled = False
        anew = self.solved(self.asked, "start")  # without the levels below
        self.misled = error(anew, self.victim) < 0.98 * error(case.solution, self.victim) and self.fine(anew)

    def all(self) -> None:
        for culprit in self.finding.culprits:
            if culprit.kind not in ("start", "steps"):
                self.culprit(culprit)
        for name in self.finding.harmless:
            self.harmless(name)
        self.counts["untried"] += len(self.finding.untried)
        for group in self.finding.combined:
            self.group(group)
        self.own()

    # ---- claims ---------------------------------------------------------------------------------

    def culprit(self, culprit: Culprit) -> None:
        gone = self.best(without(self.asked, culprit.kind, culprit.name, self.victim), culprit.name)
        who = f"{culprit.kind} {culprit.name!r}"
        if culprit.meets:
            self.count("'stops it'")
            here = self.met(without(self.asked, culprit.kind, culprit.name, self.victim), culprit.name)
            if culprit.other_way == here:
                self.fail("another way, or not?", who)
            if not gone.task(self.victim).met:
                self.fail("'stops it' is false", f"{who}: {gone.task(self.victim).residual:.3g} left")
        else:
            self.count("'takes part'")
            report = gone.task(self.victim)
            if report.met:
                self.fail("'takes part', but without it the task is met", who)
            elif report.unit == culprit.unit and abs(report.residual - culprit.residual) > OFF * report.residual + SAME:
                self.fail("a number is off", f"{who}: {culprit.residual:.4g}, not {report.residual:.4g}")
        if culprit.relaxation is not None:
            self.relaxation(culprit)

    def harmless(self, name: str) -> None:
        self.count("harmless")
        figure, levels = self.asked
        kind = "coupling" if name in figure.couplings else "limit"
        kind = "task" if any(t.name == name for level in levels for t in level) else kind
        if "." not in name and kind == "limit":
            kind = "support" if name.startswith("friction") else "force"
        gone = self.best(without(self.asked, kind, name, self.victim), name)
        gain = 1.0 - error(gone, self.victim) / error(self.case.solution, self.victim)
        if gain > LITTLE or gone.task(self.victim).met:
            self.fail("harmless, but matters", f"{kind} {name!r} gains {gain:.1%}")

    def group(self, group: Combination) -> None:
        self.count("groups")
        members = list(zip(group.kinds, group.names, strict=True))

        def met(some: list[tuple[str, str]]) -> bool:
            asked = self.asked
            for kind, name in some:
                asked = without(asked, kind, "" if name == "all joints" else name, self.victim)
            names = [name for _, name in some]
            return any(self.fine(a, *names) and a.task(self.victim).met for a in self.answers(asked))

        if not met(members):
            self.fail("a group does not do", str(group.names))
        for left in members:
            if met([m for m in members if m != left]):
                self.fail("a group could be smaller", f"{group.names} without {left}")

    def relaxation(self, culprit: Culprit) -> None:
        assert culprit.relaxation is not None
        self.count("'enough'")
        amounts, who = culprit.relaxation.amounts, f"{culprit.kind} {culprit.name!r}"
        if relaxed(self.asked, culprit.kind, culprit.name, self.victim, amounts[0][0]) is None:
            self.demotion(culprit)
            return

        def met(by: float) -> bool:
            asked = relaxed(self.asked, culprit.kind, culprit.name, self.victim, by)
            return asked is not None and self.met(asked, culprit.name, start=place(culprit))

        self.least(amounts[0][0], met, who)

    def demotion(self, culprit: Culprit) -> None:
        """Of a task that is no region: what it misses by when it comes after the other."""
        assert culprit.relaxation is not None
        room = {"m": 1e-9, "rad": 1e-9, **{unit: value for value, unit in culprit.relaxation.amounts}}
        figure, levels = self.asked
        moved = demoted(levels, culprit.name, self.victim, (1.001 * room["m"] + 1e-4, 1.001 * room["rad"] + 1e-3))
        answer = self.solved((figure, moved), place(culprit))
        who = f"{culprit.kind} {culprit.name!r}"
        if not answer.task(self.victim).met or not answer.task(culprit.name).met:
            self.fail("not enough", f"{who} {culprit.relaxation.amounts}, {errors(answer, culprit.name)}")
        elif math.hypot(*room.values()) > (1.0 + OFF) * error(answer, culprit.name) + SAME:
            self.fail("not the least", f"{who} {culprit.relaxation.amounts}, {errors(answer, culprit.name)}")

    def own(self) -> None:
        self.count("own goals")
        figure, levels = self.asked
        goal, relaxation, pose = task_of(levels, self.victim), self.finding.relaxation, self.case.solution.pose
        amounts = relaxation.amounts

        def met(by: float, start: str = place(relaxation)) -> bool:
            part = by / amounts[0][0]
            wanted = nearer(goal, pose, amounts, part, tolerance="tolerance" in relaxation.words)
            return self.met((figure, edited(levels, self.victim, lambda _: wanted)), start=start)

        if relaxation.other_way and met(amounts[0][0], start="compromise"):
            self.fail("another way, or not?", f"own goal: {amounts[0][0]:.4g}")
        if LESS not in self.finding.untried:  # else it is what the compromise lacks, as is seen below
            self.least(amounts[0][0], met, "own goal", slack=1e-6)
        self.said_to_be_local()

    def said_to_be_local(self) -> None:
        """What a goal lacks in the compromise is known; every other amount is from local solves, and must say so."""
        missing = self.case.solution.task(self.victim).parts
        lacking = [part.residual - part.tolerance for part in missing if not part.met]
        named = [value for value, _ in self.finding.relaxation.amounts]
        if not self.finding.relaxation.local and not np.allclose(named, lacking, rtol=1e-3, atol=1e-6):
            self.fail("a local number is not called so", f"own goal: {named}, what is lacking is {lacking}")
        for culprit in self.finding.culprits:
            if culprit.relaxation is not None and not culprit.relaxation.local:
                self.fail("a local number is not called so", f"{culprit.kind} {culprit.name!r}")

    def least(self, by: float, met: object, who: str, slack: float = 0.0) -> None:
        """That so much is enough, as it is said or by `slack` more, and that nothing smaller by more than 5 % is."""
        assert callable(met)
        if not met(by) and not met(by + slack):
            self.fail("not enough", f"{who}: {by:.4g}")
            return
        low, high = 0.0, by
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            low, high = (low, middle) if met(middle) else (middle, high)
        if high == by and met((1.0 - OFF) * by - 1e-6):
            high = (1.0 - OFF) * by - 1e-6
        if by > (1.0 + OFF) * high + 1e-6:
            self.fail("not the least", f"{who}: {by:.4g}, {high:.4g} will do")

    # ---- asking again ---------------------------------------------------------------------------

    def solved(self, asked: Asked, start: str = "compromise") -> Solution:
        figure, levels = asked
        pose = self.case.solution.pose if start == "compromise" else self.case.start
        return poise.solve(poise.Pose(figure, pose.coordinates), levels, criteria=())

    def answers(self, asked: Asked) -> list[Solution]:
        """From the compromise and, unless that alone helps and the first can be had, from where the solve began.

        A `Balance` under loads has its region where the pose is: where there is none, the question cannot be put.
        """
        found = []
        for start in ("compromise", "start"):
            if start == "compromise" or not self.misled or not found:
                with suppress(PoiseError):
                    found.append(self.solved(asked, start))
        if not found:
            raise Refused
        return found

    def best(self, asked: Asked, *gone: str) -> Solution:
        """The answer that serves the task best, of those that serve no task above worse than the compromise does, which
        is itself the answer when there is no other."""
        fine = [a for a in self.answers(asked) if self.fine(a, *gone)]
        return min(fine, key=lambda a: error(a, self.victim), default=self.case.solution)

    def met(self, asked: Asked, *gone: str, start: str = "compromise") -> bool:
        try:
            answer = self.solved(asked, start)
        except PoiseError:  # no room to stand over
            return False
        return answer.task(self.victim).met and self.fine(answer, *gone)

    def fine(self, answer: Solution, *gone: str) -> bool:
        """Whether the levels above are served as well as in the compromise, but for tasks that are gone or relaxed.

        The first level that differs decides.
        """
        above = [t for t in self.case.solution.tasks if t.enabled and t.level < self.level and t.name not in gone]
        for level in sorted({t.level for t in above}):
            names = [t.name for t in above if t.level == level]
            old, new = (
                math.hypot(*(0.0 if a.task(n).met else error(a, n) for n in names))
                for a in (self.case.solution, answer)
            )
            if abs(old - new) > SAME:
                return new < old
        return True

    def count(self, what: str) -> None:
        self.counts[what] += 1

    def fail(self, what: str, words: str) -> None:
        self.tally.fail(what, f"{self.case.kind}, case {self.tally.cases}, {self.victim!r}: {words}")


def place(claim: Culprit | Relaxation) -> str:
    """Where trials of how little would do begin."""
    return "start" if claim.other_way else "compromise"


def error(solution: Solution, task: str) -> float:
    """Length of the whole error of a task, metres and radians together."""
    return math.hypot(*(part.residual for part in solution.task(task).parts))


def unmet_error(solution: Solution, tasks: list[str]) -> float:
    return math.hypot(*(0.0 if solution.task(name).met else error(solution, name) for name in tasks))


def errors(solution: Solution, task: str) -> list[tuple[float, str]]:
    return [(round(part.residual, 5), part.unit) for part in solution.task(task).parts]
