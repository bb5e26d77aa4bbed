"""The history of a solve: residuals and limits of every step, and the chart of both."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scenes

import poise
from poise import FileError, InputError
from poise.criteria import NearPose
from poise.history import History
from poise.plot.history_chart import longest_held, spans
from poise.tasks import Reach
from refusals import refused

REST = scenes.human().rest()


def far(history: bool = True) -> poise.Solution:
    return poise.solve(REST, scenes.standing(REST, scenes.FAR), criteria=[NearPose("rest")], history=history)


def test_every_step_has_residuals_and_limits() -> None:
    solution = far()
    history = solution.history
    assert history is not None
    assert len(history) == solution.steps == len(history.limits)
    assert history.residuals.shape == (solution.steps, 4)
    assert history.residuals[-1] == pytest.approx(scenes.by_level(solution), abs=1e-9)
    assert set(history.limits[-1]) & set(solution.limits)
    assert repr(history) == f"<History: {solution.steps} steps, 4 levels>"


def test_limits_that_hold_are_limits_that_are_met() -> None:
    """Step by step: a range that the history calls held is where the pose is then, to what a step is cut."""
    arm = scenes.arm(0.6)
    solution = poise.solve(arm.rest(), [Reach("p6", (0.0, -1.0, 0.2))], history=True)
    assert solution.history is not None
    held = solution.history.limits[-1]
    assert held
    for name in held:
        assert abs(solution.pose[name]) == pytest.approx(0.6, abs=1e-6)


def test_the_history_does_not_change_the_way() -> None:
    assert far().pose == far(history=False).pose
    assert far(history=False).history is None


def test_json_has_it() -> None:
    data = json.loads(json.dumps(far().to_dict(), allow_nan=False))
    assert len(data["history"]["residuals"]) == len(data["history"]["limits"]) == data["steps"]
    assert far(history=False).to_dict()["history"] is None


def test_the_chart_is_drawn(tmp_path: Path) -> None:
    chart = far().plot_history(size=(640, 480))
    assert chart.image.shape == (480, 640, 3)
    assert not chart.image.flags.writeable
    assert len(np.unique(chart.image.reshape(-1, 3), axis=0)) > 50
    assert chart.save(tmp_path / "history.png").stat().st_size > 5000
    assert chart._repr_png_().startswith(b"\x89PNG")
    assert repr(chart) == "<Chart: 640×480 pixels>"
    refused(lambda: chart.save(tmp_path / "history.txt"), FileError, "pictures end with .png")


def test_a_solve_without_steps_has_a_chart_too() -> None:
    solution = poise.solve(REST.clamped(), [scenes.feet()], history=True)
    assert solution.history is not None
    assert solution.history.residuals.shape == (0, 1)
    assert solution.plot_history().image.shape == (560, 900, 3)


def test_what_cannot_be_plotted() -> None:
    refused(lambda: far(history=False).plot_history(), InputError, "solve with history=True")
    refused(lambda: far().plot_history(size=(10, 10)), InputError, "the size of a chart")


def test_bars_of_limits() -> None:
    assert spans([True, True, False, True]) == [(0.5, 2.0), (3.5, 1.0)]
    assert spans([]) == []
    limits = [("a", "b"), ("b",), ("c", "b")]
    assert longest_held(limits) == ["a", "b", "c"]
    assert longest_held([tuple(f"j{i}" for i in range(30)), ("j29",)])[-1] == "j29"


def test_every_step_says_how_it_was_found() -> None:
    rest = poise.human(stature=1.70).rest()
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    goal = poise.Reach("right_hand", (-0.10, 1.30, 0.55))

    def recorded(levels: list[Any], **how: Any) -> History:
        history = poise.solve(rest, levels, criteria=(), history=True, **how).history
        assert history is not None
        assert len(history.ways) == len(history)
        return history

    plain, with_region = recorded([feet, goal]), recorded([feet, poise.Balance(), goal])
    cascaded = recorded([feet, goal], method="cascaded", max_steps=3)
    assert "quick" in plain.ways  # equalities that do not depend on each other
    assert "quick" in with_region.ways  # and inequalities that hold
    assert cascaded.ways == ("projected",) * 3
    assert plain.to_dict()["ways"] == list(plain.ways)
