"""Random conflicts: whatever an explanation says can be checked without it."""

from __future__ import annotations

import math

import conflicts
import numpy as np
import pytest
import scenes
from hypothesis import given, settings
from hypothesis import strategies as st

import poise
from poise.explain import Finding
from poise.tasks import LookAt, Reach

BENT = {f"joint_{i}": 0.1 + 0.02 * i for i in range(1, 9)}  # a straight chain cannot fold by itself
ANGLES = st.floats(-math.pi, math.pi)
REACHES = st.floats(0.1, 1.5)


def at(angle: float, distance: float) -> tuple[float, float, float]:
    return (0.0, distance * math.cos(angle), distance * math.sin(angle))


@settings(max_examples=25, deadline=None)
@given(ANGLES, REACHES, ANGLES, ANGLES, REACHES)
def test_a_chain_in_its_plane(first: float, near: float, gaze: float, second: float, far: float) -> None:
    """Three demands on eight hinges within ±1.2 rad: who is named by an explanation can be taken out by hand."""
    levels = [
        Reach("p4", at(first, 0.7 * near), name="elbow"),
        LookAt("p6", at(gaze, 3.0), axis=(0, 1, 0), name="gaze"),
        Reach("p8", at(second, 1.6 * far), name="tip"),
    ]
    solution = poise.solve(scenes.ladder().pose(BENT), levels)
    explanation = solution.explain()
    assert {f.task for f in explanation.findings} | set(explanation.met) == {"elbow", "gaze", "tip"}
    for finding in explanation.findings:
        check(finding, conflicts.Conflict(scenes.ladder(), levels, finding.task, start=BENT), solution)


def check(finding: Finding, conflict: conflicts.Conflict, solution: poise.Solution) -> None:
    for culprit in finding.culprits:
        if culprit.meets and culprit.kind in ("task", "limit"):
            assert met(conflict, (culprit.name,), solution)
    for group in finding.combined:
        assert met(conflict, group.names, solution)
    if finding.out_of_reach > 0.0:
        assert not finding.combined
        assert finding.out_of_reach <= finding.residual + 1e-6
    assert finding.relaxation.amounts


def met(conflict: conflicts.Conflict, gone: tuple[str, ...], solution: poise.Solution) -> bool:
    """Whether the task is met without them: from where the solve began, where it ended, or some random poses."""
    rng = np.random.default_rng(1)
    starts = [BENT, solution.pose.to_dict(), *(conflict.figure.random(rng).to_dict() for _ in range(8))]
    return any(conflict.solved(gone, start).task(conflict.victim).met for start in starts)


@pytest.mark.parametrize(("seed", "number"), [(1, 33), (1, 48), (1, 55), (2, 12), (2, 16)])
def test_without_what_does_not_matter_the_task_is_still_missed(seed: int, number: int) -> None:
    """Conflicts in which one limit, gone alone, meets the task from the start, but not from the compromise."""
    rng = np.random.default_rng(seed)
    for _ in range(number + 1):
        (first, gaze, second), (near, far) = rng.uniform(-np.pi, np.pi, 3), rng.uniform(0.1, 1.5, 2)
    levels = [
        Reach("p4", at(first, 0.7 * near), name="elbow"),
        LookAt("p6", at(gaze, 3.0), axis=(0, 1, 0), name="gaze"),
        Reach("p8", at(second, 1.6 * far), name="tip"),
    ]
    for finding in poise.solve(scenes.ladder().pose(BENT), levels).explain().findings:
        conflict = conflicts.Conflict(scenes.ladder(), levels, finding.task, start=BENT)
        assert not any(conflict.solved((name,)).task(finding.task).met for name in finding.harmless)
