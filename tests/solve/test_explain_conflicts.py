"""Who stops a task: the culprits named are those that geometry knows, and taking them out by hand proves it."""

from __future__ import annotations

from functools import cache

import conflicts
import pytest

from poise.explain import Finding

CONFLICTS = conflicts.conflicts()


@cache
def found(name: str) -> Finding:
    conflict = CONFLICTS[name]
    return conflict.solved().explain(conflict.victim).task(conflict.victim)


def removable(names: tuple[str, ...]) -> set[str]:
    return {name or "all joints" for name in names}


def test_there_are_enough_conflicts() -> None:
    assert len(CONFLICTS) >= 30


@pytest.mark.parametrize("name", CONFLICTS)
def test_the_culprits_are_named(name: str) -> None:
    conflict, finding = CONFLICTS[name], found(name)
    assert set(conflict.culprits) <= removable(finding.stopped_by)
    assert {frozenset(group.names) for group in finding.combined} == {frozenset(g) for g in conflict.together}
    assert set(conflict.harmless) <= set(finding.harmless)


@pytest.mark.parametrize("name", CONFLICTS)
def test_what_is_named_proves_true_by_hand(name: str) -> None:
    """Without a culprit the task is met; without a harmless suspect, or part of a group, it is not."""
    conflict, finding = CONFLICTS[name], found(name)

    def met(*gone: str) -> bool:
        return conflict.solved(gone).task(conflict.victim).met

    one_joint = {c.name for c in finding.culprits if c.kind == "recruits" and c.name}
    assert all(met(culprit) for culprit in removable(finding.stopped_by) - one_joint)
    assert all(met(*group.names) for group in finding.combined)
    assert not any(met(name) for group in finding.combined for name in group.names)
    assert not any(met(harmless) for harmless in finding.harmless[:4])


@pytest.mark.parametrize("name", [n for n, c in CONFLICTS.items() if not c.culprits and not c.together])
def test_geometry_alone(name: str) -> None:
    assert found(name).out_of_reach > 0.0
    assert found(name).stopped_by == ()


@pytest.mark.parametrize("name", CONFLICTS)
def test_shares_are_shares(name: str) -> None:
    finding = found(name)
    for culprit in finding.culprits:
        assert 0.0 < culprit.share <= 1.0
        assert culprit.meets == (culprit.name in finding.stopped_by)
        if culprit.unit == finding.unit and not culprit.meets:
            assert culprit.residual < finding.residual
