"""LeastTorque: its value, its gradient, and what it does in the set-ups of Baerlocher's figs. 6.8 and 6.9."""

from __future__ import annotations

import numpy as np
import pytest
from random_scenes import human, random_scene

import zoo
from poise import (
    Balance,
    Equilibrium,
    Force,
    Hold,
    InputError,
    LeastTorque,
    NearPose,
    Reach,
    Strength,
    Support,
    Weight,
    _core,
    solve,
    statics,
)
from poise.figures import planar_chain
from refusals import refused

REST = human().rest()


def slope(value, pose, h: float = 1e-6) -> np.ndarray:
    """Central differences of a function of poses."""
    unit = np.eye(pose.figure.dof)
    return np.array([(value(pose.integrate(h * e)) - value(pose.integrate(-h * e))) / (2 * h) for e in unit])


def test_the_value_is_half_the_squared_torque_norm():
    figure = planar_chain(6)
    pose = figure.random(np.random.default_rng(3))
    pull = [Force("tip", (0.0, 3.0, -1.0))]
    weight = figure.mass * 9.81
    length = np.sqrt(np.trace(figure.rest().inertia()) / (2 * figure.mass))
    torques = statics(pose, pull).torques
    expected = 0.5 * float(torques @ torques) / (weight * length) ** 2
    assert LeastTorque(forces=pull).value(pose) == pytest.approx(expected, rel=1e-12)


def test_the_gradient_with_solved_forces():
    """By the envelope theorem; ropes, grips, cones, and scenes that cannot be held."""
    rng = np.random.default_rng(6)
    for _ in range(8):
        scene = random_scene(rng)
        weights = rng.choice([0.0, 0.3, 1.0], human().dof)
        weights[:6] = 0.0
        criterion = _core.least_effort_criterion(
            human()._core, _core.Loads(scene.loads), _core.Footholds(scene.footholds), weights, 0.05, 100.0
        )
        found = criterion.evaluate(scene.pose._core)[1]
        expected = slope(lambda p, c=criterion: c.value(p._core), scene.pose)
        np.testing.assert_allclose(found, expected, atol=1e-6 * max(1.0, np.abs(expected).max()))


def test_the_effort_is_that_of_the_report():
    soles = [Support(name) for name in ("left_foot", "left_toes", "right_foot", "right_toes")]
    load = [Weight("left_hand", 6.0)]
    report = statics(REST, load, soles)
    effort = 0.5 * float(report.torques[6:] @ report.torques[6:]) + 0.5 * 0.05**2 * float(
        (report.contact_forces**2).sum()
    )
    value = LeastTorque(forces=load, supports=soles).value(REST)
    length = np.sqrt(np.trace(REST.inertia()) / (2 * human().mass))
    assert value * (9.81 * human().mass * length) ** 2 == pytest.approx(effort, rel=1e-4)


def test_weak_joints_are_spared():
    figure = planar_chain(4)
    joints = [name for name, joint in figure.joints.items() if joint.dof]
    strong = {name: {"angle": Strength(100.0, 100.0, "made up")} for name in joints}
    weak = {**strong, joints[0]: {"angle": Strength(10.0, 10.0, "made up")}}
    pose = figure.pose({joints[0]: 0.7})
    plain, spared = (
        LeastTorque(strengths=True).derivative(figure.with_strengths(s).pose(pose.coordinates))[0]
        for s in (strong, weak)
    )
    assert abs(spared) > 10 * abs(plain)


def test_spared_joints_and_chosen_ones_where_forces_are_solved_for():
    """A bent stance: sparing the left leg shifts the weight to the right one."""
    angles = {"knee": 0.6, "ankle.swing_x": 0.3, "hip.swing_x": 0.3}
    pose = REST.with_joints({f"{side}_{joint}": a for side in ("left", "right") for joint, a in angles.items()})
    soles = [Support("left_foot"), Support("right_foot")]
    whole = LeastTorque(supports=soles).value(pose)
    one = LeastTorque(joints="left_leg", supports=soles).value(pose)
    other = LeastTorque(joints="right_leg", supports=soles).value(pose)
    assert 0 < one < 0.5 * whole
    assert one == pytest.approx(other, rel=1e-6)
    joints = [name for name, joint in human().joints.items() if joint.strengths]
    alike = {name: {c: Strength(50.0, 50.0, "made up") for c in human().joints[name].strengths} for name in joints}
    weak = {**alike, "left_knee": {"flexion": Strength(5.0, 5.0, "made up")}}
    values = [
        LeastTorque(strengths=True, supports=soles).value(human().with_strengths(s).pose(pose.coordinates))
        for s in (alike, weak)
    ]
    assert values[0] == pytest.approx(whole, rel=1e-9)
    assert values[1] > 1.01 * whole


def second_differences(criterion, pose, rng) -> tuple[np.ndarray, np.ndarray]:
    """How a criterion bends along random motions, by its Hessian and by differences of its gradient."""
    compiled = criterion.compiled(pose)
    hessian = compiled.evaluate(pose._core)[2]
    h, found, expected = 1e-5, [], []
    for v in rng.normal(size=(10, pose.figure.dof)):
        found.append(v @ hessian @ v)
        ahead, behind = (compiled.evaluate(pose.integrate(s * h * v)._core)[1] for s in (1, -1))
        expected.append(v @ (ahead - behind) / (2 * h))
    return np.array(found), np.array(expected)


@pytest.mark.parametrize("root", ["pelvis", "left_foot"])
def test_the_hessian_with_given_forces_is_exact(root):
    rng = np.random.default_rng(12)
    pose = zoo.inside(human(), rng).rerooted(root)
    shares = [Support("left_foot", share=0.4), Support("right_foot", share=0.6)]
    found, expected = second_differences(LeastTorque(forces=[Weight("left_hand", 5)], supports=shares), pose, rng)
    np.testing.assert_allclose(found, expected, atol=1e-7 * np.abs(expected).max())  # it is a difference of Jacobians


CASES = {
    "flag": (lambda: LeastTorque(strengths=1), "must be True or False"),
    "no support": (
        lambda: LeastTorque().value(REST.with_joints({"root": (0, 9, 0, 0, 0, 0, 1)})), "LeastTorque: no support",
    ),
    "site": (lambda: LeastTorque(forces=[Weight("tail", 1)]).value(REST), "LeastTorque: a weight: the figure has no"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_refused(name):
    refused(CASES[name][0], InputError, CASES[name][1])


def on_its_way(seed: int, forces: list[Force]):
    """A chain of ten hinges in equilibrium, somehow."""
    figure = planar_chain(10)
    joints = [name for name, joint in figure.joints.items() if joint.dof]
    bends = np.random.default_rng(seed).normal(0.0, 0.5, len(joints))
    start = figure.pose(dict(zip(joints, bends, strict=True)))
    return solve(start, [Equilibrium()], forces=forces).pose


@pytest.mark.parametrize(("pull", "thesis"), [((0, -3.0, 0), 0.72), ((0, 1.0, -2.0), 0.65)], ids=["6.8", "6.9"])
def test_torques_fall_without_disturbing_tip_and_equilibrium(pull, thesis):
    """The thesis reports 0.72 and 0.65 of the start for its chains."""
    forces = [Force("tip", pull)]
    before = on_its_way(0, forces)
    levels = [Reach("tip", before.position("tip")), Equilibrium()]
    found = solve(before, levels, forces=forces, criteria=[LeastTorque()], max_steps=1000)
    assert found.status == "converged"
    assert all(task.residual < 1e-6 for task in found.tasks)
    first, last = (float(np.linalg.norm(statics(pose, forces).torques)) for pose in (before, found.pose))
    assert last <= thesis * first


def test_a_person_holds_a_load_with_less_effort():
    soles = [Support(name, friction=0.7) for name in ("left_foot", "left_toes", "right_foot", "right_toes")]
    load = [Weight("right_hand", 10.0)]
    levels = [[Hold("left_foot"), Hold("right_foot")], Balance(margin=0.02), Reach("right_hand", (-0.2, 1.1, 0.4))]
    plain, eased = (
        solve(REST, levels, forces=load, supports=soles, criteria=[wish, NearPose(REST, weight=0.01)], max_steps=400)
        for wish in (NearPose(REST), LeastTorque())
    )
    efforts = [float(np.linalg.norm(statics(s.pose, load, soles).torques[6:])) for s in (plain, eased)]
    assert plain.status == eased.status == "converged"
    assert efforts[1] < 0.85 * efforts[0]
