"""Why?: an explanation in words, with the names of what to highlight."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

from poise.explain.explanation import Culprit as Found
from poise.explain.explanation import Explanation as Explained
from poise.explain.limits import joints_of
from poise.explain.words import amount, named
from poise.figure.figure import Figure
from poise.solution import Solution
from poise.studio.protocol.answers import Culprit, Explanation, Finding

STEPS = 60
"""Of each of the many solves it takes: an answer soon is worth more here than the last digit of it."""


class _GivenUpError(Exception):
    """Nobody waits for the answer any more."""


def explained(solution: Solution, task: str | None, given_up: Event) -> Explanation:
    """Why tasks of a solution are not met. Takes many solves: not for the engine's thread.

    Ends soon, with nothing found, once the question is `given_up`.
    """
    assert solution.question is not None

    def go_on() -> None:
        if given_up.is_set():
            raise _GivenUpError

    asked = replace(solution, question=replace(solution.question, max_steps=STEPS))
    try:
        go_on()
        found = asked.explain(task, on_trial=go_on)
    except _GivenUpError:
        return Explanation(findings=[])
    figure = solution.pose.figure
    return Explanation(findings=[_finding(figure, found, finding.task) for finding in found.findings])


def _finding(figure: Figure, found: Explained, task: str) -> Finding:
    finding = found.task(task)
    heading, *lines = str(Explained((finding,), (), 0)).splitlines()
    culprits = [_culprit(figure, culprit) for culprit in finding.culprits]
    return Finding(task=task, heading=heading, lines=[line.strip() for line in lines], culprits=culprits)


def _culprit(figure: Figure, culprit: Found) -> Culprit:
    words = f"{named(culprit)}: without it {amount(culprit.residual, culprit.unit)}"
    if culprit.relaxation is not None:
        words += f"; {culprit.relaxation.words}"
    return Culprit(
        kind=culprit.kind,
        name=culprit.name,
        joints=_joints(figure, culprit),
        share=culprit.share,
        meets=culprit.meets,
        words=words,
    )


def _joints(figure: Figure, culprit: Found) -> list[str]:
    """The joints to highlight: of a limit, of a coupling, or the one that may not help."""
    if culprit.kind in ("limit", "coupling"):
        return joints_of(figure, culprit.name)
    return [culprit.name] if culprit.kind == "recruits" and culprit.name in figure.joints else []
