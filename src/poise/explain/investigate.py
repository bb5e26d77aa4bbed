"""The investigation: suspects are gathered, each is left out in turn, and what that changes is written down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from poise.explain.combine import Combiner, Group, TiredError
from poise.explain.explanation import Combination, Culprit, Explanation, Finding, Relaxation
from poise.explain.falling import falling
from poise.explain.progress import Progress
from poise.explain.relax import limit_relaxation, own_relaxation, task_relaxation
from poise.explain.relax_loads import load_relaxation
from poise.explain.suspect import Suspect, alone, every_limit, held, idle_joints, loads, others
from poise.explain.trials import LITTLE, Trials, error_of, gone_on_with, no_worse

if TYPE_CHECKING:
    from poise.question import Question
    from poise.solution import Solution
    from poise.tasks.report import TaskReport

ALONE_STARTS, OTHER_STARTS = 6, 4
"""Random starts before a task counts as out of reach, and before its start is cleared of suspicion."""
RECRUITS = 6
"""Joints that are tried one by one when all together would help."""
SETS = "sets of several"
FOR_ONE = 0.7
"""The share of the work that goes into suspects one by one, before sets of them are tried."""
_LIMITS = ("limit", "coupling")
_ORDER = ("steps", "start", "force", "support", "task", "recruits", "coupling", "limit")


def explained(
    solution: Solution, question: Question, only: str | None, on_trial: Callable[[], None] | None
) -> Explanation:
    """Why tasks of a solution are not met; `only`: one of them. `on_trial`: called after every solve."""
    missed = [t for t in solution.tasks if t.enabled and not t.met and only in (None, t.name)]
    with Progress("looking for what stops it", on_trial) as progress:
        found = gone_on_with(solution, question) if missed else solution
        trials = (Trials(found, question, report.name, progress.advance) for report in missed)
        findings = tuple(Investigation(t, report).finding() for t, report in zip(trials, missed, strict=True))
    return Explanation(findings, tuple(t.name for t in solution.tasks if t.enabled and t.met), progress.count)


class Investigation:
    """Of one task that is not met."""

    def __init__(self, trials: Trials, report: TaskReport) -> None:
        self._trials = trials
        self._task = report.name
        self._report = report
        self._found = trials.found.task(report.name)
        self._untried: list[str] = []

    def finding(self) -> Finding:
        """What stops the task."""
        if self._found.met:
            return self._written([self._culprit(Suspect("steps", "max_steps"), self._found)], [], (), 0.0)
        suspects = self._suspects()
        culprits = [self._judged(suspect) for suspect in self._likely(suspects) if not self._given_up(suspect)]
        culprits += [*self._recruits(culprits), *self._other_start()]
        freest = self._alone()
        lacking = 0.0 if freest.task(self._task).met else freest.task(self._task).residual
        enough = lacking > 0.0 or any(c.meets for c in culprits)
        groups = [] if enough else self._groups(suspects, culprits)
        culprits += [self._judged(group[0]) for group in groups if len(group) == 1]
        return self._written(culprits, suspects, [self._combination(g) for g in groups if len(g) > 1], lacking)

    def _suspects(self) -> list[Suspect]:
        question, found = self._trials.question, self._trials.found
        idle = [Suspect("recruits", "", of=self._task)] if idle_joints(question, self._task) else []
        return [*others(question, self._task), *loads(question, self._task), *idle, *held(found)]

    def _likely(self, suspects: Sequence[Suspect]) -> list[Suspect]:
        """Tasks and forces first; then the limits, those first without which the compromise gets better most."""

        def left(suspect: Suspect) -> float:
            return error_of(self._trials.way([suspect]).task(self._task))

        few, limits = ([s for s in suspects if (s.kind in _LIMITS) is limit] for limit in (False, True))
        return [*few, *sorted(limits, key=left)]

    def _given_up(self, suspect: Suspect) -> bool:
        """Whether there is no work left for a limit; it is then said that it was not tried."""
        if suspect.kind in _LIMITS and self._trials.tired(FOR_ONE):
            self._untried.append(suspect.name)
        return suspect.name in self._untried

    # ---- one suspect at a time ------------------------------------------------------------------

    def _judged(self, suspect: Suspect) -> Culprit:
        answer = self._trials.without([suspect])
        if not self._trials.fair(answer, suspect.name):  # what costs a level above is no gain
            answer = self._trials.found
        culprit = self._culprit(suspect, answer.task(self._task))
        if suspect.kind == "task":
            culprit = replace(culprit, because=falling(self._trials.question.tasks[suspect.name], answer.pose))
        if not culprit.meets:
            return culprit
        other_way = not self._trials.opens_here([suspect])
        return replace(culprit, other_way=other_way, relaxation=self._relaxation(suspect, other_way))

    def _culprit(self, suspect: Suspect, report: TaskReport) -> Culprit:
        before = self._report if self._found.met else self._found
        share = max(0.0, 1.0 - error_of(report) / error_of(before))
        return Culprit(suspect.kind, suspect.name, suspect.level, report.residual, report.unit, share, report.met)

    def _relaxation(self, suspect: Suspect, other_way: bool) -> Relaxation | None:
        if suspect.kind == "task":
            return task_relaxation(self._trials, suspect, other_way)
        if suspect.kind in ("force", "support"):
            return load_relaxation(self._trials, suspect, other_way)
        if suspect.kind in _LIMITS and not other_way:
            return limit_relaxation(self._trials, suspect)
        return None

    def _recruits(self, culprits: Sequence[Culprit]) -> list[Culprit]:
        """The joints that would make a difference, of those that may not help; the ones first that move most."""
        everybody = Suspect("recruits", "", of=self._task)
        if not any(c.kind == "recruits" and c.share >= LITTLE for c in culprits):
            return []
        question, figure = self._trials.question, self._trials.question.start.figure
        helped = self._trials.without([everybody]).pose
        motion = np.abs(self._trials.found.pose.difference(helped))
        far = {j: float(motion[figure.tangent_slice(j)].max()) for j in idle_joints(question, self._task)}
        likely = sorted(far, key=lambda joint: -far[joint])[:RECRUITS]
        return [self._judged(Suspect("recruits", joint, of=self._task)) for joint in likely if far[joint] > 0.0]

    def _other_start(self) -> list[Culprit]:
        trials = self._trials
        answer = trials.from_begin
        if not trials.misled or not answer.task(self._task).met:
            answer = trials.best(trials.question, trials.other_starts(OTHER_STARTS))
        if not answer.task(self._task).met or not no_worse(answer, trials.found, self._task):
            return []
        return [self._culprit(Suspect("start", "start"), answer.task(self._task))]

    # ---- all of them ----------------------------------------------------------------------------

    def _alone(self) -> Solution:
        """The best that can be done with nothing in the way."""
        trials = self._trials
        starts = [*trials.starts, *trials.other_starts(ALONE_STARTS)]
        return trials.best(alone(trials.question, self._task), starts)

    def _groups(self, suspects: Sequence[Suspect], culprits: Sequence[Culprit]) -> list[Group]:
        shares = {(c.kind, c.name): c.share for c in culprits}
        tried = [s for s in suspects if s.name not in self._untried]
        ranked = sorted(tried, key=lambda s: (-round(shares[s.kind, s.name], 2), _ORDER.index(s.kind)))
        try:
            groups = Combiner(self._trials).groups(ranked)
            if not groups:  # suspect every limit
                more = [s for s in every_limit(self._trials.question) if s not in ranked]
                groups = Combiner(self._trials).groups([*ranked, *more])
        except TiredError:
            self._untried.append(SETS)
            return []
        return groups

    def _combination(self, group: Sequence[Suspect]) -> Combination:
        report = self._trials.without(group).task(self._task)
        names = tuple(s.name or "all joints" for s in group)
        return Combination(tuple(s.kind for s in group), names, report.residual, report.unit)

    def _written(
        self, culprits: Sequence[Culprit], suspects: Sequence[Suspect], groups: Sequence[Combination], lacking: float
    ) -> Finding:
        guilty = [c for c in culprits if c.meets or c.share >= LITTLE]
        guilty.sort(key=lambda c: (not c.meets, _ORDER.index(c.kind), -c.share))
        named = {(c.kind, c.name) for c in guilty}
        named |= {pair for group in groups for pair in zip(group.kinds, group.names, strict=True)}
        harmless = tuple(
            s.name for s in suspects if s.name and (s.kind, s.name) not in named and s.name not in self._untried
        )
        found, task = self._report, self._trials.question.tasks[self._task]
        own = own_relaxation(self._trials, found, task)
        return Finding(
            found.name, found.level, found.residual, found.unit, tuple(guilty), tuple(groups), harmless, lacking, own,
            tuple(self._untried),
        )  # fmt: skip
