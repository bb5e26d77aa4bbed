"""Dexterity: away from singular poses, by measures that numpy's singular values confirm."""

from __future__ import annotations

import math

import numpy as np
import pytest

import poise
from poise import Dexterity, Hold, InputError, Reach

ARM = poise.figures.planar_chain(3)
BENT = ARM.pose({"joint_1": 0.3, "joint_2": 0.7, "joint_3": -0.4})
PERSON = poise.human()


def sigma(pose: poise.Pose, site: str, rows: list[int], columns: np.ndarray | None = None) -> np.ndarray:
    """Singular values of a site's Jacobian, by differences."""
    figure, h = pose.figure, 1e-6
    J = np.empty((len(rows), figure.dof))
    for k in range(figure.dof):
        v = h * np.eye(figure.dof)[k]
        J[:, k] = (pose.integrate(v).position(site) - pose.integrate(-v).position(site))[rows] / (2 * h)
    return np.linalg.svd(J if columns is None else J[:, columns], compute_uv=False)


def test_measures_are_those_of_the_singular_values() -> None:
    values, length = sigma(BENT, "tip", [1, 2]), 2.0 / 3.0 * ARM.rest().position("tip")[1] * 1.5
    wanted = {
        "manipulability": math.sqrt(values.prod()) / length,
        "smallest": values[1] / length,
        "condition": values[1] / values[0],
    }
    for measure, m in wanted.items():
        assert Dexterity("tip", measure=measure, axes="yz").measured(BENT) == pytest.approx(m, rel=1e-5)


@pytest.mark.parametrize("measure", ["manipulability", "smallest", "condition"])
@pytest.mark.parametrize("site", ["left_hand", "right_foot"])
def test_the_derivative_is_that_of_the_value_on_people(measure: str, site: str) -> None:
    wish = Dexterity(site, measure=measure)
    pose = PERSON.random(np.random.default_rng(3))
    slope = wish.derivative(pose)
    for k in np.flatnonzero(np.abs(slope) > 1e-3)[::3]:
        v = 1e-5 * np.eye(PERSON.dof)[k]
        assert slope[k] == pytest.approx(
            (wish.value(pose.integrate(v)) - wish.value(pose.integrate(-v))) / 2e-5, abs=1e-7
        )


def test_a_held_hand_leaves_the_singular_pose() -> None:
    """An elbow is free to bend while the tip stays where a line lets it be; at best it is where a search finds it."""
    task = Reach("tip", ARM.rest().position("tip") * 0.6, axes="y")
    wish = Dexterity("tip", axes="yz")
    straight = ARM.pose({"joint_1": 0.02, "joint_2": 0.01, "joint_3": 0.01})
    solution = poise.solve(straight, [task], criteria=[wish])
    assert solution.status == "converged"
    best = max(
        wish.measured(ARM.pose({"joint_1": a, "joint_2": b, "joint_3": c}))
        for a in np.linspace(-1.5, 1.5, 41)
        for b in np.linspace(-1.5, 1.5, 41)
        for c in np.linspace(-1.5, 1.5, 41)
        if abs(ARM.pose({"joint_1": a, "joint_2": b, "joint_3": c}).position("tip")[1] - task.point[1]) < 0.02
    )
    assert wish.measured(solution.pose) > 0.97 * best
    assert wish.measured(solution.pose) > 2.0 * wish.measured(straight)


def test_the_goal_goes_first_and_the_arm_ends_more_dexterous() -> None:
    rest = PERSON.rest()
    levels = [[Hold("left_foot"), Hold("right_foot")], Reach("right_hand", (-0.3, 1.2, 0.35))]
    wish = Dexterity("right_hand", joints="right_arm")
    plain, able = (
        poise.solve(rest, levels, criteria=c) for c in ([poise.RestPosture()], [poise.RestPosture(weight=0.05), wish])
    )
    assert able.task("reach right_hand").met
    assert wish.measured(able.pose) > 1.05 * wish.measured(plain.pose)


def test_what_cannot_be_is_refused() -> None:
    for wish, words in (
        (Dexterity("paw"), "has no site 'paw'"),
        (Dexterity("right_hand", joints=["right_elbow"]), "too few for 3 axes"),
        (Dexterity("right_hand", joints="tail"), "tail"),
    ):
        with pytest.raises(poise.PoiseError, match=words):
            wish.value(PERSON.rest())
    with pytest.raises(InputError, match="measure of Dexterity"):
        Dexterity("right_hand", measure="size")
    with pytest.raises(InputError, match="letters of 'xyz'"):
        Dexterity("right_hand", axes="xx")
