"""What criteria measure: against closed forms, on one joint at a time and on whole figures."""

from __future__ import annotations

import copy
import math
import pickle

import numpy as np
import pytest
import scenes
from hypothesis import given
from hypothesis import strategies as st

import poise
import zoo
from poise import Cone, Ellipse, Polygon, Pose, Range, TwistTable
from poise.criteria import (
    AwayFromLimits,
    Criterion,
    Extend,
    Flex,
    FunctionCriterion,
    Habit,
    LeastTorque,
    MidRange,
    NearPose,
    RestPosture,
    SupportTorque,
)
from poise.figure import Limit

HUMAN = scenes.human()
REST = HUMAN.rest()


def height(pose: Pose) -> float:
    return float(pose.center_of_mass[1])


EVERY: dict[str, Criterion] = {
    "near pose": NearPose(HUMAN.pose("sitting"), joints={"left_knee": 0.5, "neck": 1.0}),
    "rest posture": RestPosture(joints="left_arm"),
    "habit": Habit(joints="left_arm"),
    "natural": poise.Natural(),
    "mid range": MidRange(weight=2.0),
    "away_from_limits": AwayFromLimits(joints=["left_hip", "left_shoulder"]),
    "flex": Flex(),
    "extend": Extend(joints="left_leg"),
    "dexterity": poise.Dexterity("left_hand"),
    "support torque": SupportTorque(),
    "support torque about a site": SupportTorque("left_foot"),
    "support torque about a point": SupportTorque(point=(0.0, 0.0, 0.1)),
    "least torque": LeastTorque(),
    "function": FunctionCriterion(height),
}


def test_no_criterion_is_forgotten() -> None:
    kinds = {getattr(poise.criteria, name) for name in poise.criteria.__all__} - {Criterion}
    assert {type(c) for c in EVERY.values()} == kinds


@pytest.mark.parametrize("name", EVERY)
def test_criteria_are_values(name: str) -> None:
    criterion = EVERY[name]
    assert copy.deepcopy(criterion) == criterion
    assert pickle.loads(pickle.dumps(criterion)) == criterion
    assert hash(copy.deepcopy(criterion)) == hash(criterion)


@pytest.mark.parametrize("name", EVERY)
def test_asking_changes_nothing_and_arrays_are_sealed(name: str) -> None:
    before = pickle.dumps((EVERY[name], REST))
    derivative = EVERY[name].derivative(REST)
    assert EVERY[name].value(REST) >= 0.0
    assert derivative.shape == (HUMAN.dof,)
    assert not derivative.flags.writeable
    assert pickle.dumps((EVERY[name], REST)) == before


@given(seed=st.integers(0, 10_000), name=st.sampled_from(["creature", "crane", "quadruped", "human", "tree1"]))
def test_hessians_bend_up_only(seed: int, name: str) -> None:
    rng = np.random.default_rng(seed)
    pose = zoo.inside(zoo.made(name), rng)
    for criterion in (NearPose(zoo.inside(pose.figure, rng)), MidRange(), AwayFromLimits(), Flex()):
        hessian = criterion.compiled(pose).evaluate(pose._core)[2]
        assert np.abs(hessian - hessian.T).max() <= 1e-12 * (1.0 + np.abs(hessian).max())
        assert np.linalg.eigvalsh(hessian).min() > -1e-10 * (1.0 + np.abs(hessian).max())


def test_near_pose_is_half_the_squared_motion() -> None:
    other = HUMAN.pose("sitting").with_joints({HUMAN.base.name: REST.segment_frame(HUMAN.root)})
    motion = REST.difference(other)
    assert NearPose(other).value(REST) == pytest.approx(0.5 * float(motion @ motion), rel=1e-12)
    np.testing.assert_allclose(NearPose(other).derivative(REST), -motion, atol=1e-12)


def test_near_pose_has_the_exact_hessian_of_joints() -> None:
    """Second differences along straight motions, ball joints far from their goal included."""
    chain = poise.figures.chain(3)
    rng = np.random.default_rng(4)
    pose, goal = zoo.anywhere(chain, rng), zoo.anywhere(chain, rng)
    criterion = NearPose(goal)
    hessian = criterion.compiled(pose).evaluate(pose._core)[2]
    for _ in range(5):
        v = 1e-3 * rng.normal(size=chain.dof)
        bend = criterion.value(pose.integrate(v)) + criterion.value(pose.integrate(-v)) - 2 * criterion.value(pose)
        assert bend == pytest.approx(float(v @ hessian @ v), rel=1e-4)


@pytest.mark.parametrize("criterion", [SupportTorque(), SupportTorque("left_hand"), SupportTorque(point=(0, 0, 0))])
def test_support_torque_has_the_exact_hessian(criterion: SupportTorque) -> None:
    """Differences of the gradient; swing joints, whose axes turn as they move, are held still."""
    rng = np.random.default_rng(5)
    still = np.concatenate([np.full(j.dof, j.model == "swing") for j in HUMAN.joints.values()])
    pose = REST.integrate(0.2 * rng.normal(size=HUMAN.dof) * (np.arange(HUMAN.dof) >= 6))
    compiled = criterion.compiled(REST)
    hessian = compiled.evaluate(pose._core)[2]
    np.testing.assert_array_equal(hessian, hessian.T)
    for _ in range(5):
        v = rng.normal(size=HUMAN.dof) * ~still
        ahead, behind = (compiled.evaluate(pose.integrate(h * v)._core)[1] for h in (1e-5, -1e-5))
        assert float(v @ hessian @ v) == pytest.approx(float(v @ (ahead - behind)) / 2e-5, rel=1e-6)


def test_rest_posture_is_shape_and_not_place() -> None:
    away = REST.with_joints({HUMAN.base.name: np.array([2.0, 1.0, -3.0, 0.0, 0.6, 0.0, 0.8])})
    assert RestPosture().value(away) == pytest.approx(0.0, abs=1e-20)
    assert RestPosture(joints=[HUMAN.base.name]).value(away) > 1.0
    assert NearPose("rest").value(away) > 1.0


# ---- limits ----------------------------------------------------------------------------------------

REGION = Polygon([(0.6, 0.6, 0.5), (-0.6, 0.7, 0.4), (-0.1, 0.1, 1.0), (0.5, -0.6, 0.6)])  # a notch at the third
SQUARE = Polygon([(0.6, 0.6, 0.5), (-0.6, 0.6, 0.5), (-0.6, -0.6, 0.5), (0.6, -0.6, 0.5)])
AT_THEIR_LIMIT: dict[str, tuple[str, dict[str, Limit], object, float]] = {
    "hinge": ("hinge", {"angle": Range(-0.5, 1.5)}, 1.5, 1.0),
    "slide": ("slide", {"distance": Range(0.1, 0.3)}, 0.1, 1.0),
    "elbow": ("elbow", {"flexion": Range(0.0, 2.0), "twist": Range(-1.0, 1.0)}, (2.0, 0.0), 1.0),
    "cone": ("ball", {"swing": Cone(1.2)}, (0.72, -0.96, 2.0), 1.0),
    "ellipse": ("swing", {"swing": Ellipse(1.0, 0.5)}, (0.6, 0.4), 1.0),
    "twist": ("ball", {"twist": Range(-0.5, 1.5)}, (0.2, 0.3, -0.5), 1.0),
    "twist by swing": ("ball", {"twist": TwistTable([((0, 0, 1), -0.5, 0.7)])}, (0.2, 0.3, 0.7), 1.0),
}


@pytest.mark.parametrize("name", AT_THEIR_LIMIT)
def test_a_joint_at_its_limit_costs_a_half(name: str) -> None:
    model, limits, value, _ = AT_THEIR_LIMIT[name]
    pose = zoo.one_joint(model, **limits).pose({"joint": value})
    assert MidRange().value(pose) == pytest.approx(0.5, rel=1e-9)
    if name == "slide":  # it rests at its limit, and is not pushed off it
        assert AwayFromLimits().value(pose) == 0.0 == np.abs(AwayFromLimits().derivative(pose)).max()
        return
    rests_at_the_other_end = name == "elbow"
    assert AwayFromLimits().value(pose) == pytest.approx(0.5, rel=0.1 if rests_at_the_other_end else 1e-9)
    assert np.isfinite(AwayFromLimits().derivative(pose)).all()
    assert np.abs(AwayFromLimits().derivative(pose)).max() > 0.1


def test_half_way_to_the_limit_is_an_eighth_and_a_thirty_second() -> None:
    """From the middle of the range, and from where the joint rests, which is 0 here."""
    figure = zoo.one_joint("hinge", angle=Range(-0.5, 1.5))
    assert MidRange().value(figure.pose({"joint": 1.0})) == pytest.approx(1 / 8, rel=1e-12)
    for angle in (0.75, -0.25):
        assert AwayFromLimits().value(figure.pose({"joint": angle})) == pytest.approx(1 / 32, rel=1e-12)
    assert AwayFromLimits().value(figure.rest()) == 0.0


def test_away_from_limits_measures_a_swing_on_the_way_from_rest_through_where_it_is() -> None:
    """In an ellipse, by bisection for where that way ends."""
    figure = zoo.one_joint("swing", swing=Ellipse(1.0, 0.5))
    rest = figure.pose({"joint": (0.5, -0.3)})
    figure, start, end = figure.with_rest(rest), np.array([0.5, -0.3]), np.array([-0.2, 0.1])
    inside, outside = 1.0, 10.0
    for _ in range(60):
        middle = 0.5 * (inside + outside)
        at = start + middle * (end - start)
        inside, outside = (middle, outside) if (at[0] / 1.0) ** 2 + (at[1] / 0.5) ** 2 < 1 else (inside, middle)
    assert AwayFromLimits().value(figure.pose({"joint": end})) == pytest.approx(0.5 / inside**4, rel=1e-9)


@pytest.mark.parametrize("region", [SQUARE, REGION], ids=["convex", "concave"])
def test_away_from_limits_in_a_polygon_grows_from_nothing_to_a_half_at_its_edges(region: Polygon) -> None:
    figure = zoo.one_joint("swing", swing=region)
    figure = figure.with_rest(figure.pose({"joint": (-0.35, 0.1)}))
    rng = np.random.default_rng(2)
    poses = [figure.random(rng) for _ in range(300)]
    values = [AwayFromLimits().value(pose) for pose in poses]
    assert AwayFromLimits().value(figure.rest()) == 0.0
    assert min(values) < 1e-3
    assert max(values) < 0.5 * 1.5  # in sharp corners several edges count
    for corner, following in zip(region.vertices, (*region.vertices[1:], region.vertices[0]), strict=True):
        middle = np.add(corner, following) / np.linalg.norm(np.add(corner, following))
        across = math.hypot(middle[0], middle[1])
        angle = math.atan2(across, middle[2]) / across
        at_edge = figure.pose({"joint": (-middle[1] * angle, middle[0] * angle)})
        assert AwayFromLimits().value(at_edge) == pytest.approx(0.5, rel=0.2)


def test_away_from_limits_is_finite_at_a_corner_and_outside() -> None:
    figure = zoo.one_joint("swing", swing=REGION)
    for swing in ((0.0, 0.0), (-0.1, -0.1), (1.5, 0.2), (-2.0, 1.0), (3.0, 0.4)):
        pose = figure.pose({"joint": swing})
        assert math.isfinite(AwayFromLimits().value(pose))
        assert np.isfinite(AwayFromLimits().derivative(pose)).all()


@pytest.mark.parametrize("figure", [HUMAN, poise.human(sex="female", percentile=5), poise.human(percentile=95)])
def test_away_from_limits_lets_who_stands_stand(figure: poise.Figure) -> None:
    """Its former self, which counted from the middle of the ranges, bent the knees by 84° and sank by 39 cm."""
    rest = figure.rest()
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    height, chest = rest.position("pelvis")[1], rest.position("chest")[1]
    for levels in ([feet], [feet, poise.Balance()]):
        stood = poise.solve(rest, levels, criteria=[AwayFromLimits()]).pose
        assert np.abs(rest.difference(stood)).max() < 1e-6
    for goal in ((-0.3, 1.2 * chest, 0.3), (-0.2, 0.9 * chest, 0.4)):
        raised = poise.solve(
            rest, [feet, poise.Balance(), poise.Reach("right_hand", goal)], criteria=[AwayFromLimits()]
        )
        assert raised.status == "converged"
        assert raised.pose.position("pelvis")[1] > height - 0.02
        assert raised.pose["left_knee.flexion"] < np.radians(25)


def test_its_former_name_warns() -> None:
    with pytest.warns(DeprecationWarning, match=r"poise\.Comfort is now called poise\.AwayFromLimits"):
        assert poise.Comfort is AwayFromLimits  # type: ignore[attr-defined]
    with pytest.warns(DeprecationWarning, match="Comfort is now called AwayFromLimits"):
        from poise.criteria import Comfort  # type: ignore[attr-defined]
    assert Comfort is AwayFromLimits


def test_joints_without_room_or_without_ends_do_not_count() -> None:
    for limits in ({}, {"angle": Range(0.3, 0.3)}, {"angle": Range(max=2.0)}):
        pose = zoo.one_joint("hinge", **limits).pose({"joint": 0.3})
        assert MidRange().value(pose) == 0.0
        assert AwayFromLimits().value(pose) == 0.0


def test_joints_count_by_their_shares() -> None:
    pose = HUMAN.pose("sitting")
    arm, leg = (MidRange(joints=[name]).value(pose) for name in ("left_shoulder", "left_hip"))
    both = MidRange(joints={"left_shoulder": 0.25, "left_hip": 1.0}).value(pose)
    assert both == pytest.approx(0.25 * arm + leg, rel=1e-12)


# ---- flexion and support ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "limits", "bent", "straight"),
    [
        ("hinge", {"angle": Range(-0.5, 1.5)}, 1.5, -0.5),
        ("elbow", {"flexion": Range(0.0, 2.0)}, (2.0, 0.4), (0.0, 0.4)),
        ("swing", {"swing": Ellipse(1.0, 0.5)}, (1.0, 0.0), (-1.0, 0.0)),
        ("ball", {"swing": Cone(0.8)}, (0.8, 0.0, 0.3), (-0.8, 0.0, 0.3)),
        ("hinge", {}, math.pi, -math.pi),
    ],
)
def test_flexion_goes_from_one_end_to_the_other(
    model: str, limits: dict[str, Limit], bent: object, straight: object
) -> None:
    figure = zoo.one_joint(model, **limits)
    for criterion, end, other in ((Flex(), bent, straight), (Extend(), straight, bent)):
        assert criterion.value(figure.pose({"joint": end})) == pytest.approx(0.0, abs=1e-12)
        assert criterion.value(figure.pose({"joint": other})) == pytest.approx(0.5, rel=1e-9)


def test_the_bent_end_of_a_polygon_is_its_largest_swing() -> None:
    figure = zoo.one_joint("swing", swing=SQUARE)
    swing = max(figure.pose({"joint": (s, 0.0)})["joint"][0] for s in (0.1, 0.2))
    assert Flex().derivative(figure.pose({"joint": (swing, 0.0)}))[0] < 0.0
    assert Extend().derivative(figure.pose({"joint": (swing, 0.0)}))[0] > 0.0


def boulic(pose: Pose, line: np.ndarray, below: set[str]) -> float:
    """Half of C_S (Boulic et al. 1996, eq. 13) in units of the whole weight times the radius of gyration at rest."""
    figure = pose.figure
    rest = figure.rest()
    length = math.sqrt(np.trace(rest.inertia()) / (2 * figure.mass))
    total = 0.0
    for name, joint in figure.joints.items():
        if joint.dof:
            body = pose.lower_body(name) if name in below else pose.upper_body(name)
            away = np.array(body.center) - line
            total += (body.mass * math.hypot(away[0], away[2]) / (figure.mass * length)) ** 2
    return total / 2


def test_support_torque_is_boulics_sum_over_what_the_joints_carry() -> None:
    pose = HUMAN.pose({"left_hip.swing_x": 0.5, "lumbar.swing_x": 0.4, "right_shoulder.swing_x": 0.2})
    leg = {"left_ankle", "left_knee", "left_hip", HUMAN.base.name}
    point = np.array([0.1, 0.0, 0.2])
    assert SupportTorque(point=point).value(pose) == pytest.approx(boulic(pose, point, set()), rel=1e-12)
    foot = pose.position("left_foot")
    assert SupportTorque("left_foot").value(pose) == pytest.approx(boulic(pose, foot, leg), rel=1e-12)


def test_support_torque_about_a_foot_is_that_of_the_figure_rooted_there() -> None:
    pose = HUMAN.pose({"left_hip.swing_x": 0.5, "lumbar.swing_x": 0.4})
    by_foot = pose.rerooted(HUMAN.sites["left_foot"].segment)
    point = pose.position("left_foot")
    whole = SupportTorque(point=point).value(by_foot)
    base = math.hypot(*(by_foot.center_of_mass - point)[[0, 2]])  # the base carries all; no joint of the body does
    length = math.sqrt(np.trace(by_foot.figure.rest().inertia()) / (2 * HUMAN.mass))
    assert SupportTorque("left_foot").value(pose) == pytest.approx(whole - 0.5 * (base / length) ** 2, rel=1e-9)


def test_support_torque_on_the_soles_is_the_mean_over_them_by_their_area() -> None:
    soles = {name: _shoelace(_corners(REST, name)) for name in HUMAN.soles}
    whole = sum(area for _, area in soles.values())
    line = sum(area / whole * middle for middle, area in soles.values())
    expected = 0.0
    for name in soles:
        side = name.split("_")[0]
        below = {f"{side}_{j}" for j in ("ankle", "knee", "hip")} | {HUMAN.base.name}
        below |= {name} if name.endswith("toes") else set()
        expected += soles[name][1] / whole * boulic(REST, line, below)
    assert SupportTorque().value(REST) == pytest.approx(expected, rel=1e-9)


def _shoelace(corners: np.ndarray) -> tuple[np.ndarray, float]:
    """Centre (on the floor) and area of a level outline."""
    x, z = corners[:, 0], corners[:, 2]
    cross = x * np.roll(z, -1) - np.roll(x, -1) * z
    area = cross.sum() / 2
    return np.array([_mean(x, cross, area), 0.0, _mean(z, cross, area)]), abs(float(area))


def _mean(x: np.ndarray, cross: np.ndarray, area: float) -> float:
    return float(((x + np.roll(x, -1)) * cross).sum() / (6 * area))


def _corners(pose: Pose, sole: str) -> np.ndarray:
    frame = pose.segment_frame(pose.figure.soles[sole].segment)
    return np.array(pose.figure.soles[sole].outline) @ frame[:3, :3].T + frame[:3, 3]


def test_support_torque_vanishes_for_a_tower() -> None:
    """All centres on the line: the global minimum of the paper."""
    tower = poise.figures.planar_chain(4).rest()
    assert SupportTorque(point=tower.center_of_mass).value(tower) == pytest.approx(0.0, abs=1e-20)


def test_support_torque_is_the_same_for_a_figure_of_any_size() -> None:
    pose = REST.with_joints({"lumbar.swing_x": 0.4})
    giant = HUMAN.scaled(3.0)
    large = Pose(giant, giant.pose({"lumbar.swing_x": 0.4}).coordinates)
    assert SupportTorque("left_foot").value(large) == pytest.approx(SupportTorque("left_foot").value(pose), rel=1e-6)


# ---- functions -------------------------------------------------------------------------------------


def test_a_function_gets_the_gradient_by_differences() -> None:
    pose = zoo.inside(HUMAN, np.random.default_rng(3))
    np.testing.assert_allclose(FunctionCriterion(height).derivative(pose), pose.center_of_mass_jacobian()[1], atol=1e-8)


def test_a_function_with_its_gradient_is_asked_for_it() -> None:
    pose = zoo.inside(HUMAN, np.random.default_rng(3))
    criterion = FunctionCriterion(height, gradient=lambda p: p.center_of_mass_jacobian()[1])
    np.testing.assert_array_equal(criterion.derivative(pose), pose.center_of_mass_jacobian()[1])
