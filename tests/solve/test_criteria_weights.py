"""Weights by coordinate: what they measure, against closed forms, and what they lead to, against scipy."""

from __future__ import annotations

import numpy as np
import pytest
import scenes
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

import poise
import zoo
from poise import Figure, Joint, Placement, Pose, Range, Segment, Site
from poise.criteria import AwayFromLimits, Criterion, Flex, LeastTorque, MidRange, NearPose, RestPosture
from poise.solver import solve
from poise.tasks import Hold, Reach

HUMAN = scenes.human()
REST = HUMAN.rest()
BASE = HUMAN.base.name


def turned(pose: Pose, joint: str, rotation: Rotation) -> Pose:
    """With a ball joint turned after where it is, in the frame that moves with it."""
    tangent = np.zeros(pose.figure.dof)
    tangent[pose.figure.tangent_slice(joint)] = rotation.as_rotvec()
    return pose.integrate(tangent)


def placed(turn: Rotation, position: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Pose:
    """The body at rest, turned as one piece in the world, its root moved by `position`."""
    frame = np.array(REST.segment_frame(HUMAN.root))
    frame[:3, :3] = turn.as_matrix() @ frame[:3, :3]
    frame[:3, 3] += position
    base = HUMAN.base
    inner = base.placement.inverse().matrix @ frame @ base.child_placement.inverse().matrix
    return REST.with_joints({BASE: inner})


# ---- what they measure --------------------------------------------------------------------------------


def test_one_number_is_that_number_for_every_coordinate() -> None:
    rng = np.random.default_rng(1)
    pose, goal = zoo.inside(HUMAN, rng), zoo.inside(HUMAN, rng)
    joints = {n: 0.7 for n, j in HUMAN.joints.items() if j.dof and j.model != "free"}
    each = {n: [0.7] * HUMAN.joints[n].dof for n in joints}
    for one, other in (
        (NearPose(goal, joints=joints), NearPose(goal, joints=each)),
        (MidRange(joints=joints), MidRange(joints=each)),
        (AwayFromLimits(joints=joints), AwayFromLimits(joints=each)),
        (Flex(joints=joints), Flex(joints=each)),
        (LeastTorque(joints=joints), LeastTorque(joints=each)),
    ):
        assert one.value(pose) == other.value(pose)
        np.testing.assert_array_equal(one.derivative(pose), other.derivative(pose))


def test_near_pose_weighs_the_rotation_vector_of_a_ball_joint_by_components() -> None:
    rng = np.random.default_rng(2)
    for _ in range(10):
        way = Rotation.from_rotvec(rng.normal(size=3)).as_rotvec()  # the short way round
        pose = turned(REST, "left_shoulder", Rotation.from_rotvec(way))
        criterion = NearPose("rest", joints={"left_shoulder": (0.2, 3.0, 1.5), "left_elbow": (4.0, 0.0)})
        assert criterion.value(pose) == pytest.approx(0.5 * float(np.array([0.2, 3.0, 1.5]) @ way**2), rel=1e-9)
    bent = REST.with_joints({"left_elbow": (0.8, 0.5)})
    change = np.array(bent["left_elbow"]) - np.array(REST["left_elbow"])
    assert criterion.value(bent) == pytest.approx(0.5 * 4.0 * float(change[0]) ** 2, rel=1e-9)


def test_tilt_is_the_angle_of_the_vertical_and_heading_the_turn_about_it() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        tilt, heading, side = rng.uniform(0.0, 3.0), rng.uniform(-3.1, 3.1), rng.uniform(-3.0, 3.0)
        level = np.array([np.cos(side), 0.0, np.sin(side)])
        pose = placed(Rotation.from_rotvec(tilt * level) * Rotation.from_rotvec([0.0, heading, 0.0]), (0.3, -0.2, 0.6))
        for weights in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.7, 0.2, 1.9)):
            known = 0.5 * (weights[0] * 0.49 + weights[1] * tilt**2 + weights[2] * heading**2)
            assert NearPose("rest", joints=["neck"], base=weights).value(pose) == pytest.approx(known, abs=1e-9)


def test_a_base_of_one_number_counts_as_a_joint_of_one_number() -> None:
    pose = placed(Rotation.from_rotvec([0.4, -0.9, 0.3]), (0.1, 0.2, 0.3))
    assert RestPosture(base=0.6).value(pose) == RestPosture(joints={BASE: 0.6}).value(pose)
    assert RestPosture(base=0.6).value(pose) == pytest.approx(0.3 * (0.14 + 1.06), rel=1e-9)
    assert NearPose("rest", base=0.0).value(pose) == pytest.approx(0.0, abs=1e-20)


def test_mid_range_weighs_swing_and_twist_apart() -> None:
    figure = zoo.one_joint("ball", swing=poise.Ellipse(1.0, 0.5), twist=Range(-2.0, 2.0))
    pose = figure.pose({"joint": (0.5, 0.2, 1.0)})
    parts = np.array([0.5, 0.4, 0.5]) ** 2
    assert MidRange(joints={"joint": (3.0, 0.5, 0.7)}).value(pose) == pytest.approx(
        0.5 * float(np.array([3.0, 0.5, 0.7]) @ parts), rel=1e-12
    )
    swing = MidRange(joints={"joint": (0.0, 0.0, 1.0)}).derivative(pose)
    assert np.abs(swing).max() > 0.1, "a twist counts alone"


@pytest.mark.parametrize(
    "criterion",
    [
        NearPose("sitting", joints={"left_shoulder": (1, 0.5, 2), "left_elbow": (0.3, 4), "neck": (0, 0, 3)}),
        RestPosture(joints={"left_hip": (0.1, 5, 1)}, base=(0.5, 3.0, 0.1)),
        MidRange(joints={"left_shoulder": (1, 0.5, 2), "left_elbow": (0.3, 4)}),
        AwayFromLimits(joints={"left_shoulder": (0.5, 0.5, 2), "left_elbow": (0.3, 4)}),
        Flex(joints={"left_shoulder": (3, 0, 0), "left_elbow": (0.3, 4)}),
        LeastTorque(joints={"left_shoulder": (3, 1, 0), "left_elbow": (0.3, 4)}),
    ],
    ids=lambda c: type(c).__name__,
)
def test_gradients_are_slopes_of_the_values(criterion: Criterion) -> None:
    rng = np.random.default_rng(4)
    pose = REST.integrate(0.3 * rng.normal(size=HUMAN.dof))
    compiled = criterion.compiled(REST)
    gradient = compiled.evaluate(pose._core)[1]
    assert np.abs(gradient).max() > 1e-3
    for k in range(HUMAN.dof):
        h = 1e-5 * np.eye(HUMAN.dof)[k]
        slope = (compiled.value(pose.integrate(h)._core) - compiled.value(pose.integrate(-h)._core)) / 2e-5
        assert gradient[k] == pytest.approx(slope, abs=1e-8 * (1.0 + np.abs(gradient).max()))


def test_the_mirrored_weights_say_the_same_of_the_mirrored_pose() -> None:
    rng = np.random.default_rng(5)
    weights = {"left_shoulder": (1, 0.5, 2), "right_elbow": (0.3, 4), "left_hip": (0.2, 0.9, 0.0)}
    other = {HUMAN.mirror.other(joint): weight for joint, weight in weights.items()}
    for _ in range(5):
        pose, goal = zoo.inside(HUMAN, rng), zoo.inside(HUMAN, rng)
        pose = pose.integrate(np.r_[rng.normal(size=6), np.zeros(HUMAN.dof - 6)])
        seen = NearPose(goal, joints=weights, base=(0.3, 1.2, 0.4)).value(pose)
        image = NearPose(goal.mirrored(), joints=other, base=(0.3, 1.2, 0.4)).value(pose.mirrored())
        assert seen == pytest.approx(image, rel=1e-9)
        assert MidRange(joints=weights).value(pose) == pytest.approx(MidRange(joints=other).value(pose.mirrored()))


def test_a_figure_held_elsewhere_is_measured_alike() -> None:
    """Joints keep their coordinates, whatever holds them; and a body moved as one piece turns alike everywhere."""
    rng = np.random.default_rng(6)
    weights = {"left_shoulder": (1, 0.5, 2), "left_elbow": (0.3, 4), "left_hip": (0.2, 0.9, 0.0)}
    pose, goal = zoo.inside(HUMAN, rng), zoo.inside(HUMAN, rng)
    held, wanted = pose.rerooted("left_foot"), goal.rerooted("left_foot")
    wanted = Pose(held.figure, wanted.coordinates)
    assert NearPose(wanted, joints=weights).value(held) == pytest.approx(NearPose(goal, joints=weights).value(pose))
    moved = placed(Rotation.from_rotvec([0.5, 0.8, -0.3]))
    moved = Pose(HUMAN, np.r_[moved.coordinates[:7], pose.coordinates[7:]])
    still = Pose(HUMAN, np.r_[REST.coordinates[:7], pose.coordinates[7:]])
    elsewhere, before = moved.rerooted("left_hand"), still.rerooted("left_hand")
    before = Pose(elsewhere.figure, before.coordinates)
    turn = (0.0, 1.3, 0.4)
    here = NearPose(still, joints=["neck"], base=turn).value(moved)
    assert here > 0.1
    assert NearPose(before, joints=["neck"], base=turn).value(elsewhere) == pytest.approx(here, rel=1e-9)


# ---- what they lead to --------------------------------------------------------------------------------


def ball_arm(base: str = "fixed") -> Figure:
    """Two ball joints and an elbow in a row."""
    segments = [Segment("root", mass=1.0)] + [Segment(f"s{i}", mass=1.0) for i in range(3)]
    joints = [Joint("base", base, None, "root")]  # type: ignore[arg-type]
    names = ["root", "s0", "s1", "s2"]
    for i, model in enumerate(("ball", "elbow", "ball")):
        away = Placement((0.0, 0.0, 0.4 if i else 0.0))
        joints.append(Joint(f"j{i}", model, names[i], names[i + 1], placement=away))  # type: ignore[arg-type]
    return Figure("ball arm", segments, joints, sites=[Site("tip", "s2", Placement((0.1, 0.0, 0.3)))])


def scipy_least(start: Pose, goal: np.ndarray, criterion: Criterion) -> float:
    """The least value near `start` over tangents, with the tip at the goal."""
    compiled, size = criterion.compiled(start), start.figure.dof
    found = minimize(
        lambda v: compiled.value(start.integrate(v)._core), np.zeros(size), method="SLSQP",
        constraints=[{"type": "eq", "fun": lambda v: start.integrate(v).position("tip") - goal}],
        options={"ftol": 1e-14, "maxiter": 500},
    )  # fmt: skip
    assert np.abs(start.integrate(found.x).position("tip") - goal).max() < 1e-7
    return float(found.fun)


WISHES: dict[str, NearPose] = {
    "alike": NearPose("rest"),
    "by coordinates": NearPose("rest", joints={"j0": (0.1, 1.0, 4.0), "j1": (2.0, 0.2), "j2": (1.0, 0.3, 0.05)}),
    "some for nothing": NearPose("rest", joints={"j0": (0.0, 1.0, 1.0), "j1": (1.0, 0.5), "j2": (1.0, 1.0, 0.2)}),
}


@pytest.mark.parametrize("name", WISHES)
@pytest.mark.parametrize("goal", [(0.4, 0.3, 0.5), (-0.2, 0.6, -0.1)])
def test_the_solution_is_scipys_optimum(name: str, goal: tuple[float, float, float]) -> None:
    arm = ball_arm()
    start = arm.pose({"j0": (0.3, -0.4, 0.2), "j1": (0.6, 0.1), "j2": (0.2, 0.2, 0.1)})
    solution = solve(start, [Reach("tip", goal)], criteria=[WISHES[name]], max_steps=1000)
    assert solution.status == "converged"
    best = scipy_least(solution.pose, np.array(goal), WISHES[name])
    assert WISHES[name].value(solution.pose) == pytest.approx(best, abs=1e-7 * (1.0 + best))


@pytest.mark.parametrize("weights", [(1.0, 10.0, 0.1), (0.2, 0.0, 3.0), (2.0, 1.0, 0.0)])
def test_a_free_base_ends_at_scipys_optimum(weights: tuple[float, float, float]) -> None:
    arm = ball_arm("free")
    start = arm.pose({"j0": (0.3, -0.4, 0.2), "j1": (0.6, 0.1), "j2": (0.2, 0.2, 0.1)})
    goal = (0.6, 0.9, -0.5)
    wish = NearPose("rest", base=weights)
    solution = solve(start, [Reach("tip", goal)], criteria=[wish], max_steps=1000)
    assert solution.status == "converged"
    best = scipy_least(solution.pose, np.array(goal), wish)
    assert wish.value(solution.pose) == pytest.approx(best, abs=1e-7 * (1.0 + best))


def test_what_weighs_much_moves_little() -> None:
    """A person who reaches out and may turn but not lean, or lean but not turn."""
    hand = [Hold("left_foot"), Reach("right_hand", (0.35, 1.2, 0.55))]
    up = np.array([0.0, 1.0, 0.0])

    def lean(base: tuple[float, float, float]) -> tuple[float, float]:
        pose = solve(REST, hand, criteria=[RestPosture(base=base)]).pose
        turn = pose.segment_frame(HUMAN.root)[:3, :3] @ REST.segment_frame(HUMAN.root)[:3, :3].T
        _, y, _, w = Rotation.from_matrix(turn).as_quat()
        return float(np.arccos(np.clip(up @ turn @ up, -1.0, 1.0))), abs(float(2.0 * np.arctan2(y, w)))

    upright, facing = lean((0.0, 30.0, 0.0)), lean((0.0, 0.0, 30.0))
    assert upright[0] < facing[0] / 5.0
    assert facing[1] < upright[1] / 5.0


def test_easy_coordinates_cost_no_more_steps() -> None:
    """The exact Hessian keeps Newton's pace: other weights take about as many steps as equal ones."""
    arm = ball_arm()
    start = arm.pose({"j0": (0.3, -0.4, 0.2), "j1": (0.6, 0.1), "j2": (0.2, 0.2, 0.1)})
    steps = {
        name: solve(start, [Reach("tip", (0.4, 0.3, 0.5))], criteria=[wish], max_steps=1000).steps
        for name, wish in WISHES.items()
    }
    assert max(steps.values()) <= 2 * steps["alike"], steps
