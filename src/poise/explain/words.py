"""Explanations in words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from poise.explain.explanation import Combination, Culprit, Explanation, Finding

MOST, ACCOMPLICES = 8, 5
"""Harmless suspects, and culprits that only take part, that are named; more are counted."""

WAY_ROUND = "way round"
"""The name of a start beside what is in the way."""
LOCAL = "these numbers come from local solves, from here and from the start: a pose far off may do better"


def amount(value: float, unit: str) -> str:
    """A length or an angle as people say it; other units as they are."""
    if unit not in ("m", "rad"):
        return f"{value:.3g} {unit}"
    if unit == "rad":
        return f"{math.degrees(value):.3g}°" if value > 1e-5 else "0°"
    if value < 1e-5:
        return "0 mm"
    if value < 0.01:
        return f"{1000 * value:.2g} mm"
    return f"{100 * value:.3g} cm" if value < 0.9995 else f"{value:.3g} m"


def in_words(amounts: Iterable[tuple[float, str]]) -> str:
    """Several amounts in a row."""
    return " and ".join(amount(value, unit) for value, unit in amounts)


def as_text(explanation: Explanation) -> str:
    """A paragraph for every task that is not met."""
    if not explanation.findings:
        return "all tasks are met: there is nothing to explain"
    return "\n".join(line for finding in explanation.findings for line in _paragraph(finding))


def heading(finding: Finding) -> str:
    """What is missed, and by how much."""
    return f"{finding.task} (level {finding.level}) misses by {amount(finding.residual, finding.unit)}:"


def remarks(finding: Finding) -> list[str]:
    """What there is to say besides the single culprits."""
    lines = [*_geometry(finding), *(_together(group) for group in finding.combined)]
    if not lines and not finding.culprits:
        lines = ["nothing could be found that stops it"]
    if _local(finding):
        lines.append(LOCAL)
    if finding.harmless:
        lines.append(f"does not matter: {_listed(finding.harmless)}")
    if finding.untried:
        lines.append(f"not tried, it would take too long: {_listed(finding.untried)}")
    return [*lines, f"or else: {finding.relaxation.words}"]


def _local(finding: Finding) -> bool:
    """Whether a number in it comes from local solves."""
    relaxed = [c.relaxation for c in finding.culprits if c.relaxation is not None]
    return any(c.local for c in finding.culprits) or any(r.local for r in (*relaxed, finding.relaxation))


def named(culprit: Culprit) -> str:
    """Who it is."""
    match culprit.kind:
        case "task":
            return f"{culprit.name} ({f'level {culprit.level}' if culprit.level else 'above all levels'})"
        case "recruits":
            return f"{culprit.name}, which may not help" if culprit.name else "joints that may not help"
        case "start" | "steps":
            return culprit.name
        case "force" | "support":
            return f"the {culprit.name}"
        case kind:
            return f"the {kind} {culprit.name}"


def _paragraph(finding: Finding) -> list[str]:
    lines = [*_sentences(finding.culprits), *remarks(finding)]
    return [heading(finding), *(f"  {line}" for line in lines)]


def _geometry(finding: Finding) -> list[str]:
    if finding.out_of_reach <= 0.0:
        return []
    left = amount(finding.out_of_reach, finding.unit)
    return [f"out of reach: with no limit and no other task it would still miss by {left}"]


def _sentences(culprits: Sequence[Culprit]) -> list[str]:
    """One each of those that stop it; of those that take part, the most important ones."""
    accomplices = sorted((c for c in culprits if not c.meets), key=lambda c: -c.share)
    told = [_sentence(c) for c in culprits if c.meets or c in accomplices[:ACCOMPLICES]]
    rest = [c.name for c in accomplices[ACCOMPLICES:]]
    return [*told, f"takes part a little: {_listed(rest)}"] if rest else told


def _sentence(culprit: Culprit) -> str:
    if culprit.kind == "steps":
        return "it only ran out of steps: with more of them it is met"
    if culprit.kind == "start" and culprit.name == WAY_ROUND:
        return "it is held up, not out of reach: led round what is in the way it is met (attempts=…, rng=…)"
    if culprit.kind == "start":
        return "another start would do: from some random poses it is met (attempts=…, rng=…)"
    left = amount(culprit.residual, culprit.unit) + ("" if culprit.meets else f" ({100 * culprit.share:.0f} % less)")
    if culprit.kind == "recruits":
        who, verb = culprit.name or "all joints", "would do" if culprit.meets else "would help"
        return f"letting {who} help {verb}: then {left}"
    without = "with plenty of it" if culprit.kind == "support" else "without it"
    text = f"{named(culprit)} {'stops it' if culprit.meets else 'takes part'}: {without} {left}"
    text += ", but it only opens another way, from the start" if culprit.other_way else ""
    text += f", but {culprit.because}" if culprit.because else ""
    return text if culprit.relaxation is None else f"{text}; enough {culprit.relaxation.words}"


def _together(group: Combination) -> str:
    names = ", ".join(group.names[:-1]) + " and " + group.names[-1]
    return f"{names} stop it together: without all of them {amount(group.residual, group.unit)}, without fewer it fails"


def _listed(names: Sequence[str]) -> str:
    more = len(names) - MOST
    return ", ".join(names[:MOST]) + (f" and {more} more" if more > 0 else "")
