"""A figure without degrees of freedom can be asked all the same: it stays where it is, and the account says so."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from poise import (
    AwayFromLimits,
    Box,
    Figure,
    FunctionCriterion,
    Joint,
    LeastTorque,
    MidRange,
    NearPose,
    Posture,
    Reach,
    RestPosture,
    Segment,
    Session,
    Site,
    SupportTorque,
    solve,
)

STONE = Figure(
    "stone", [Segment.of_shapes("s", [Box((1, 1, 1))])], [Joint("j", "fixed", None, "s")], sites=[Site("p", "s")]
)
REST = STONE.rest()
CRITERIA: dict[str, Any] = {
    "rest posture": RestPosture(),
    "near a pose": NearPose(REST),
    "middle of the ranges": MidRange(),
    "away_from_limits": AwayFromLimits(),
    "support": SupportTorque("p"),
    "least torque": LeastTorque(),
    "a function": FunctionCriterion(lambda pose: 1.0),
}


@pytest.mark.parametrize("method", ["priority", "weighted", "cascaded"])
@pytest.mark.parametrize("criterion", CRITERIA.values(), ids=CRITERIA)
def test_a_solve_leaves_it_where_it_is(criterion: Any, method: str) -> None:
    solution = solve(REST, [Reach("p", (0, 1, 0))], criteria=[criterion, RestPosture()], method=method)
    assert solution.status == "compromise"
    assert solution.tasks[0].residual == pytest.approx(np.linalg.norm(np.array([0, 1, 0]) - REST.position("p")))
    assert solution.pose == REST


@pytest.mark.parametrize("criterion", CRITERIA.values(), ids=CRITERIA)
def test_a_session_goes_on(criterion: Any) -> None:
    session = Session(REST, [Reach("p", (0, 1, 0))], criteria=[criterion])
    session.step()
    session.tasks["reach p"].goal = REST.position("p")
    session.step(budget=0.01)
    assert session.settled
    assert session.solution().status == "converged"


def test_nothing_to_do_is_done() -> None:
    assert solve(REST, [[Posture(REST)]], criteria=[RestPosture()]).status == "converged"


def test_what_stops_it_can_be_asked() -> None:
    assert "p" in str(solve(REST, [Reach("p", (0, 1, 0))], criteria=[RestPosture()]).explain())
