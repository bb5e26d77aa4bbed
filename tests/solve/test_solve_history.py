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
from poise.plot.torque_chart import torque_curves
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


# ---- poses and torques -----------------------------------------------------------------------------------------------


def test_every_step_has_its_pose() -> None:
    """The errors at these poses, asked anew, are those of the history."""
    arm = scenes.arm(0.6)
    goal = np.array([0.0, -1.0, 0.2])
    solution = poise.solve(arm.rest(), [Reach("p6", goal)], criteria=(), history=True)
    history = solution.history
    assert history is not None
    assert history.poses[-1] == solution.pose
    off = [float(np.linalg.norm(pose.position("p6") - goal)) for pose in history.poses]
    assert off == pytest.approx(history.residuals[:, 0], abs=1e-12)
    assert history.coordinates.shape == (len(history), arm.size)
    assert not history.coordinates.flags.writeable


def test_torques_are_the_slope_of_the_energy() -> None:
    """Of a chain that is held at its base, by differences: no statics of ours."""
    scene = poise.Scene.load("boulic_10")
    history = scene.solve(history=True).history
    assert history is not None
    assert history.torques.shape == (len(history), scene.start.figure.dof)
    assert not history.torques.flags.writeable

    def energy(pose: poise.Pose) -> float:
        return float(pose.figure.mass * 9.81 * pose.center_of_mass[1])

    for step in (0, len(history) // 2, len(history) - 1):
        pose = history.poses[step]
        for k in range(pose.figure.dof):
            tangent = 1e-6 * np.eye(pose.figure.dof)[k]
            slope = (energy(pose.integrate(tangent)) - energy(pose.integrate(-tangent))) / 2e-6
            assert history.torques[step, k] == pytest.approx(slope, abs=1e-7)
    assert np.abs(history.torques[-1]).max() < 0.01 * np.abs(history.torques[0]).max()  # upright: it hangs on nothing


def test_what_is_carried_counts() -> None:
    tasks = [scenes.feet(), Reach("right_hand", (-0.3, 1.2, 0.4))]
    bare, loaded = (
        poise.solve(REST, tasks, criteria=(), forces=forces, history=True).history
        for forces in ((), [poise.Weight("right_hand", 5.0)])
    )
    assert bare is not None
    assert loaded is not None
    asked = poise.statics(loaded.poses[0], forces=[poise.Weight("right_hand", 5.0)])
    assert loaded.torques[0] == pytest.approx(asked.torques)
    elbow = REST.figure.tangent_slice("right_elbow")
    assert np.linalg.norm(loaded.torques[0, elbow]) > np.linalg.norm(bare.torques[0, elbow])


def test_the_torques_are_drawn(tmp_path: Path) -> None:
    solution = far()
    history = solution.history
    assert history is not None
    curves = torque_curves(history)
    largest = next(iter(curves))
    assert np.abs(curves[largest]).max() == max(np.abs(c).max() for c in curves.values())
    joint, coordinate = largest.split(".")
    assert curves[largest][-1] == history.statics[-1].joint(joint)[coordinate].torque
    assert solution.plot_torques(size=(640, 320)).image.shape == (320, 640, 3)
    refused(lambda: far(history=False).plot_torques(), InputError, "solve with history=True")
    still = poise.solve(REST.clamped(), [scenes.feet()], history=True)
    assert still.history is not None
    assert still.history.torques.shape == (0, REST.figure.dof)
    assert still.plot_torques().image.shape == (400, 900, 3)
