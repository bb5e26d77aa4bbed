"""The investigation: suspects are gathered, each is left out in turn, and what that changes is written down."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING

import numpy as np

from poise.explain.combine import Combiner, Group
from poise.explain.explanation import Combination, Culprit, Explanation, Finding, Relaxation
from poise.explain.falling import falling
from poise.explain.own import own_relaxation, tolerated
from poise.explain.progress import Progress
from poise.explain.relax import limit_relaxation, task_relaxation
from poise.explain.relax_loads import load_relaxation
from poise.explain.suspect import Kind, Suspect, alone, every_limit, held, idle_joints, loads, others
from poise.explain.trials import LITTLE, TiredError, Trials, error_of, gone_on_with, no_worse
from poise.explain.words import WAY_ROUND
from poise.tasks.members import pose_for

if TYPE_CHECKING:
    from poise.arrays import Array
    from poise.question import Question
    from poise.solution import Solution
    from poise.tasks.report import TaskReport

ALONE_STARTS, OTHER_STARTS, STARTS_BESIDE = 6, 4, 6
"""Random starts before a task counts as out of reach, and before its start is cleared of suspicion; before them, those
beside the things that it may be held up by: as many as one thing has sides."""
RECRUITS = 6
"""Joints that are tried one by one when all together would help."""
SETS, STARTS, LESS = "sets of several", "other starts", "whether less of its own goal would do"
FOR_ORDER, FOR_ONE, FOR_STARTS = 0.45, 0.7, 0.75
"""The shares of the work after which no more limits are put in order, no more suspects are tried one by one, and no
more starts; the rest is for sets of several, when nobody alone is enough. How little of tasks, forces and the goal
itself would do comes before all limits: it is what people ask first."""
NO_SETS = 0.9
"""The part of that rest that is not kept back once somebody alone is enough; what is left is for how little of limits
would do."""
_LIMITS = ("limit", "coupling")
_ORDER = ("steps", "start", "force", "support", "task", "recruits", "coupling", "limit")


def _telling(culprit: Culprit) -> tuple[bool, int]:
    """Of which culprits it is best to know how little would do: first those that give way where the body is."""
    return culprit.other_way, _ORDER.index(culprit.kind)


def explained(
    solution: Solution, question: Question, only: str | None, on_trial: Callable[[], None] | None
) -> Explanation:
    """Why tasks of a solution are not met; `only`: one of them. `on_trial`: called after every solve."""
    question = question.decided()
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
        self._stopped = False  # by somebody alone, as far as is known
        self._suspect: dict[tuple[Kind, str], Suspect] = {}

    def finding(self) -> Finding:
        """What stops the task."""
        if self._found.met:
            return self._written(self._own(), [self._culprit(Suspect("steps", "max_steps"), self._found)], [], (), 0.0)
        suspects = self._suspects()
        few, limits = ([s for s in suspects if (s.kind in _LIMITS) is limit] for limit in (False, True))
        culprits = [self._judged(suspect) for suspect in few if not self._given_up(suspect)]
        culprits += self._recruits(culprits)
        self._stopped = any(c.meets for c in culprits)
        own, culprits = self._own(), [self._relaxed(culprit) for culprit in sorted(culprits, key=_telling)]
        limiting = [self._judged(limit) for limit in self._likely(limits) if not self._given_up(limit)]
        culprits += self._other_start()
        freest = self._alone()
        lacking = 0.0 if freest.task(self._task).met else freest.task(self._task).residual
        enough = lacking > 0.0 or any(c.meets for c in [*culprits, *limiting])
        groups = [] if enough else self._groups(suspects, [*culprits, *limiting])
        limiting += [self._judged(group[0]) for group in groups if len(group) == 1]
        culprits += [self._relaxed(culprit) for culprit in sorted(limiting, key=_telling)]
        return self._written(own, culprits, suspects, [self._combination(g) for g in groups if len(g) > 1], lacking)

    def _suspects(self) -> list[Suspect]:
        question, found = self._trials.question, self._trials.found
        idle = [Suspect("recruits", "", of=self._task)] if idle_joints(question, self._task) else []
        return [*others(question, self._task), *loads(question, self._task), *idle, *held(found)]

    def _likely(self, limits: Sequence[Suspect]) -> list[Suspect]:
        """The limits, those first without which the compromise gets better most."""

        def left(suspect: Suspect) -> float:
            if self._tired(FOR_ORDER):
                return math.inf
            answer = self._trials.way([suspect]) or self._trials.way([suspect], other=True)
            return math.inf if answer is None else error_of(answer.task(self._task))

        return sorted(limits, key=left)

    def _tired(self, share: float) -> bool:
        """Whether a share of the work is done."""
        return self._trials.tired(share + NO_SETS * (1.0 - share) if self._stopped else share)

    def _given_up(self, suspect: Suspect) -> bool:
        """Whether there is no work left for a suspect; it is then said that it was not tried."""
        if self._tired(FOR_ONE):
            self._untried.append(suspect.name or "all joints")
            return True
        return False

    # ---- one suspect at a time ------------------------------------------------------------------

    def _judged(self, suspect: Suspect) -> Culprit:
        answer = self._trials.without([suspect])
        if not self._trials.fair(answer, suspect.name):  # what costs a level above is no gain
            answer = self._trials.found
        culprit = self._culprit(suspect, answer.task(self._task))
        if suspect.kind == "task":
            culprit = replace(culprit, because=falling(self._trials.question.tasks[suspect.name], answer.pose))
        self._suspect[culprit.kind, culprit.name] = suspect
        return replace(culprit, other_way=culprit.meets and not self._trials.opens_here([suspect]))

    def _culprit(self, suspect: Suspect, report: TaskReport) -> Culprit:
        before = self._report if self._found.met else self._found
        share = max(0.0, 1.0 - error_of(report) / error_of(before))
        return Culprit(suspect.kind, suspect.name, suspect.level, report.residual, report.unit, share, report.met)

    def _relaxed(self, culprit: Culprit) -> Culprit:
        """With how little would do, if it stops the task; what there is no work left for is said to be untried."""
        suspect = self._suspect.get((culprit.kind, culprit.name))
        if suspect is None or not culprit.meets:
            return culprit
        try:
            return replace(culprit, relaxation=self._relaxation(suspect, culprit.other_way))
        except TiredError:
            self._untried.append(f"how little of {culprit.name} would do")
            return culprit

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
        question, task = self._trials.question, self._trials.question.tasks[self._task]
        before, helped = (
            pose_for(task, solution.pose) for solution in (self._trials.found, self._trials.without([everybody]))
        )
        motion, figure = np.abs(before.difference(helped)), before.figure
        far = {j: float(motion[figure.tangent_slice(j)].max()) for j in idle_joints(question, self._task)}
        likely = sorted((joint for joint in far if far[joint] > 0.0), key=lambda joint: -far[joint])[:RECRUITS]
        joints = [Suspect("recruits", joint, of=self._task) for joint in likely]
        return [self._judged(joint) for joint in joints if not self._given_up(joint)]

    def _other_start(self) -> list[Culprit]:
        trials = self._trials
        answer, name = trials.from_begin, "start"
        if not trials.misled or not answer.task(self._task).met:
            if trials.tired():
                self._untried.append(STARTS)
                return []
            answer, name = self._best_start()
        if not answer.task(self._task).met or not no_worse(answer, trials.found, self._task):
            return []
        return [self._culprit(Suspect("start", name), answer.task(self._task))]

    def _best_start(self) -> tuple[Solution, str]:
        """The best answer from elsewhere: round what is in the way, else from random poses."""
        trials = self._trials
        beside = islice(self._affordable(trials.starts_beside()), STARTS_BESIDE)
        first = next(beside, None)
        if first is not None:
            answer = trials.best(trials.question, chain([first], beside))
            if answer.task(self._task).met and no_worse(answer, trials.found, self._task):
                return answer, WAY_ROUND
        return trials.best(trials.question, self._affordable(trials.other_starts(OTHER_STARTS))), "start"

    def _affordable(self, starts: Iterable[Array]) -> Iterator[Array]:
        """The starts that there is work left for, the first in any case."""
        for number, start in enumerate(starts):
            if number > 0 and self._tired(FOR_STARTS):
                self._untried.append(STARTS)
                return
            yield start

    # ---- all of them ----------------------------------------------------------------------------

    def _own(self) -> Relaxation:
        """How little the goal of the task itself would have to give way."""
        try:
            return own_relaxation(self._trials, self._report, self._trials.question.tasks[self._task])
        except TiredError:
            self._untried.append(LESS)
            return tolerated(self._report)

    def _alone(self) -> Solution:
        """The best that can be done with nothing in the way."""
        trials = self._trials
        starts = [*trials.starts, *trials.other_starts(ALONE_STARTS)]
        return trials.best(alone(trials.question, self._task), starts)

    def _groups(self, suspects: Sequence[Suspect], culprits: Sequence[Culprit]) -> list[Group]:
        shares = {(c.kind, c.name): c.share for c in culprits}
        tried = [s for s in suspects if (s.kind, s.name) in shares]
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
        self,
        own: Relaxation,
        culprits: Sequence[Culprit],
        suspects: Sequence[Suspect],
        groups: Sequence[Combination],
        lacking: float,
    ) -> Finding:
        guilty = [c for c in culprits if c.meets or c.share >= LITTLE]
        guilty.sort(key=lambda c: (not c.meets, _ORDER.index(c.kind), -c.share))
        named = {(c.kind, c.name) for c in guilty}
        named |= {pair for group in groups for pair in zip(group.kinds, group.names, strict=True)}
        harmless = tuple(
            s.name for s in suspects if s.name and (s.kind, s.name) not in named and s.name not in self._untried
        )
        found = self._report
        return Finding(
            found.name, found.level, found.residual, found.unit, tuple(guilty), tuple(groups), harmless, lacking,
            own, tuple(self._untried),
        )  # fmt: skip
