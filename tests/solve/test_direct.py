"""Direct manipulation: Jacobian transpose and cyclic coordinate descent, behind the same interface as the solver."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import scenes
from scipy.spatial.transform import Rotation

import poise
from poise import InputError, UnknownNameError
from poise.tasks import CenterOfMass, Hold, LookAt, OnSurface, Orient, Plane, Posture, Reach, Together

DIRECT = ("transpose", "ccd")


@cache
def right_arm(limits: bool) -> poise.Figure:
    """The arm of a person from the shoulder on, held there; with its limits or without any."""
    arm = poise.human().subfigure("right_clavicle", base="fixed")
    if limits:
        return arm
    for name, joint in arm.joints.items():
        arm = arm.with_limits(name, **dict.fromkeys(joint.limits))
    return arm


def spread_out(figure: poise.Figure, count: int, seed: int) -> list[poise.Pose]:
    rng = np.random.default_rng(seed)
    return [figure.random(rng) for _ in range(count)]


# ---- fig. 4.2 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [0.4, 0.95])
def test_a_straight_chain_pulled_inwards(way: float) -> None:
    """The pull has no arm at any joint: transpose stays, the others get there; also where no joint alone can gain."""
    chain = poise.figures.planar_chain(6, 1.2)
    start = chain.rest()
    goal = [Reach("tip", way * np.asarray(start.position("tip")))]
    stays = poise.solve(start, goal, method="transpose")
    assert np.abs(start.difference(stays.pose)).max() < 1e-9
    assert not stays.task("reach tip").met
    for method in ("ccd", "priority"):
        assert poise.solve(start, goal, method=method, max_steps=500).status == "converged"


# ---- accuracy --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", DIRECT)
def test_an_arm_reaches_what_it_can(method: str) -> None:
    """To a thousandth of its length from rest, without limits; the benchmark has a thousand goals."""
    arm = right_arm(limits=False)
    rest, hand = arm.rest(), "right_hand"
    missed = 0
    for target in spread_out(right_arm(limits=True), 60, 1):
        found = poise.solve(rest, [Reach(hand, target.position(hand))], method=method, max_steps=1000)
        missed += found.tasks[0].residual > 1e-3 * 0.7
    assert missed <= 1


@pytest.mark.parametrize("method", DIRECT)
def test_limits_and_couplings_hold_on_the_way(method: str) -> None:
    human = scenes.human()
    start = human.rest()
    rng = np.random.default_rng(5)
    for _ in range(4):
        target = human.random(rng)
        levels = [[Reach(site, target.position(site)) for site in ("right_hand", "left_foot", "head_top")]]
        session = poise.Session(start, levels, method=method)
        for _ in range(6):
            assert session.step().limit_violation <= 1e-9


def test_the_error_of_descent_never_grows() -> None:
    human = scenes.human()
    rng = np.random.default_rng(2)
    for _ in range(4):
        target = human.random(rng)
        places = [Reach(site, target.position(site)) for site in ("right_hand", "left_hand", "head_top")]
        found = poise.solve(human.rest(), [places], method="ccd", history=True, max_steps=60)
        assert found.history is not None
        residuals = found.history.residuals[:, 0]
        assert np.all(np.diff(residuals) <= 1e-12)
        assert set(found.history.ways) == {"cycled"}


@pytest.mark.parametrize("method", DIRECT)
@pytest.mark.parametrize("scale", [0.01, 100.0])
def test_the_size_of_the_world_changes_no_angle(method: str, scale: float) -> None:
    human = scenes.human()
    large = human.scaled(scale)
    start, target = human.rest(), human.random(np.random.default_rng(3))
    poses = []
    for figure, factor in ((human, 1.0), (large, scale)):
        hand, foot = (factor * np.asarray(target.position(site)) for site in ("right_hand", "left_foot"))
        turned = target.frame("left_foot")[:3, :3]
        levels = [[Reach("right_hand", hand), Reach("left_foot", foot), Orient("left_foot", turned)]]
        q = np.array(start.coordinates)
        q[:3] *= factor
        poses.append(poise.solve(poise.Pose(figure, q), levels, method=method, max_steps=60).pose)
    one, other = (np.array(pose.coordinates) for pose in poses)
    assert np.abs(one[3:] - other[3:]).max() < 1e-6
    assert np.abs(one[:3] - other[:3] / scale).max() < 1e-6


# ---- constraints -----------------------------------------------------------------------------------------------------


def test_constraints_hold_while_the_hand_is_dragged() -> None:
    """Feet fixed, a hand on a plane, the other on the hip: drift below a micrometre; the benchmark drags a thousand."""
    human = scenes.human()
    start = human.rest()
    kept = [
        Hold("left_foot"),
        Hold("right_foot"),
        Reach("left_hand", start.position("left_hand"), axes="y"),
        CenterOfMass(start.center_of_mass, axes="xz"),
    ]
    session = poise.Session(start, [kept, Reach("right_hand", start.position("right_hand"))], method="transpose")
    rng, goal = np.random.default_rng(1), np.asarray(start.position("right_hand"))
    worst, moved = 0.0, 0.0
    for _ in range(25):
        goal = goal + rng.normal(scale=0.05, size=3)
        session.tasks["reach right_hand"].goal = goal
        pose = session.step()
        moved = max(moved, float(np.linalg.norm(pose.position("right_hand") - start.position("right_hand"))))
        reports = [session.solution().task(name) for name in list(session.tasks)[:4]]
        worst = max(worst, *(report.residual for report in reports))
        assert pose.limit_violation <= 1e-9
    assert worst < 1e-6
    assert moved > 0.05


KINDS = {
    "a point": lambda pose: Reach("left_hand", pose.position("left_hand")),
    "a line": lambda pose: Reach("left_hand", pose.position("left_hand"), axes="xy"),
    "a plane": lambda pose: Reach("left_hand", pose.position("left_hand"), axes="z"),
    "a surface": lambda pose: OnSurface("left_hand", Plane(pose.position("left_hand"), normal=(1, 2, 0))),
    "a ball": lambda pose: OnSurface("left_hand", poise.Sphere(float(np.linalg.norm(pose.position("left_hand"))))),
    "an orientation": lambda pose: Orient("left_hand", pose.frame("left_hand")[:3, :3]),
    "two points": lambda pose: Together("left_hand", "left_hip_side"),
    "the centre of mass": lambda pose: CenterOfMass(pose.center_of_mass),
    "a look": lambda pose: LookAt("eyes", (0.0, 1.5, 2.0)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_has_an_error_and_a_jacobian_is_a_constraint(kind: str) -> None:
    """Welman 5.3: brought about first where it does not hold yet, then kept while a hand is dragged."""
    human = scenes.human()
    kept = KINDS[kind](human.rest())
    start = poise.solve(human.rest(), [[Hold("left_foot"), Hold("right_foot"), kept]]).pose
    levels = [[Hold("left_foot"), Hold("right_foot"), kept], Reach("right_hand", start.position("right_hand"))]
    session = poise.Session(start, levels, method="transpose")
    goal = np.array(start.position("right_hand"))
    for i in range(20):
        goal = goal + np.array((-0.01, 0.02, 0.02 * np.sin(i)))
        session.tasks["reach right_hand"].goal = goal
        session.step()
        assert session.solution().task(kept.name).residual < 1e-6
        assert session.pose.limit_violation <= 1e-9
    assert np.linalg.norm(session.pose.position("right_hand") - start.position("right_hand")) > 0.1


def test_redundant_and_contradicting_constraints_do_no_harm_and_are_told() -> None:
    human = scenes.human()
    start = human.rest()
    foot = np.asarray(start.position("left_foot"))
    pull = Reach("right_hand", (-0.2, 1.3, 0.5))
    twice = [Hold("left_foot"), Reach("left_foot", foot)]
    found = poise.solve(start, [twice, pull], method="transpose", max_steps=60)
    assert found.task("hold left_foot").residual < 1e-6
    assert found.task("reach right_hand").residual < 0.01
    assert any("3 rows" in note for note in found.notes)
    torn = [
        Reach("left_foot", foot, name="here"),
        Reach("left_foot", foot + np.array((0.1, 0, 0)), name="there", weight=3.0),
    ]
    found = poise.solve(start, [torn, pull], method="transpose", max_steps=60)
    assert found.status != "converged"
    assert found.task("here").residual == pytest.approx(0.075, abs=1e-4)  # three quarters of the way, by weight
    assert any("contradicted" in note for note in found.notes)


def test_hands_on_hips_while_the_trunk_is_pulled() -> None:
    """Six scalar constraints between parts of one body (Welman 5.3.4)."""
    human = scenes.human()
    hips = [Together(f"{side}_hand", f"{side}_hip_side") for side in ("left", "right")]
    ready = poise.solve(human.rest(), [hips, Hold("pelvis")])
    assert ready.status == "converged"
    start = ready.pose
    chest = start.position("head_top") + np.array((0.1, -0.05, 0.15))
    levels = [[*hips, Hold("pelvis")], Reach("head_top", chest)]
    found = poise.solve(start, levels, method="transpose", max_steps=150)
    assert all(task.residual < 1e-6 for task in found.tasks[:3])
    assert found.tasks[3].residual < 0.02


# ---- several goals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", DIRECT)
def test_two_goals_in_conflict_settle_by_weight(method: str) -> None:
    """A free body between two points, three to one: a quarter of the way from the heavier one."""
    human = scenes.human()
    tasks = [
        Reach("pelvis", (0.0, 1.0, 0.0), name="near", weight=3.0),
        Reach("pelvis", (0.4, 1.0, 0.0), name="far"),
    ]
    found = poise.solve(human.rest(), [tasks], method=method, max_steps=400)
    assert found.pose.position("pelvis") == pytest.approx((0.1, 1.0, 0.0), abs=1e-4)


def test_locks_of_feet_while_the_pelvis_is_turned() -> None:
    """Fig. 6.4 with five cycles a refresh: the pelvis tilts and twists, feet locked in place and in orientation."""
    human = scenes.human()
    rest = human.rest()
    lower = Reach("pelvis", rest.position("pelvis") - np.array((0, 0.06, 0)))  # straight legs cannot reach lower hips
    start = poise.solve(rest, [[Hold("left_foot"), Hold("right_foot")], lower]).pose
    locks = [Hold("left_foot", joints="left_leg"), Hold("right_foot", joints="right_leg")]
    session = poise.Session(start, [locks], method="ccd")
    drift = 0.0
    for i in range(1, 31):
        base = np.array(session.pose.coordinates)
        tilt, twist = 0.01 * min(i, 15), 0.01 * max(i - 15, 0)
        turned = Rotation.from_rotvec((0.0, twist, tilt)) * Rotation.from_quat(start.coordinates[3:7])
        base[:7] = *start.coordinates[:3], *turned.as_quat()
        session.pose = poise.Pose(human, base)
        for _ in range(5):
            session.step()
        off = [session.pose.position(s) - start.position(s) for s in ("left_foot", "right_foot")]
        drift = max(drift, float(np.linalg.norm(off, axis=1).max()))
    assert drift < 0.002  # 1.5 mm, of a foot that the refresh alone moves by a centimetre


# ---- one interface ---------------------------------------------------------------------------------------------------


def test_levels_are_told() -> None:
    start = scenes.human().rest()
    levels = [Hold("left_foot"), Hold("right_foot"), Reach("right_hand", (-0.3, 1.2, 0.4))]
    descended = poise.solve(start, levels, method="ccd", max_steps=5)
    assert "levels were read as weights: each counts 100 times the next" in str(descended)
    pulled = poise.solve(start, levels, method="transpose", max_steps=5)
    assert "levels 1 to 2 were kept as constraints, and the last level pulled" in pulled.to_dict()["notes"]


def refused(levels: object, **options: object) -> str:
    start = scenes.human().rest()
    with pytest.raises(InputError) as caught:
        poise.solve(start, levels, **options)  # type: ignore[arg-type]
    with pytest.raises(InputError):
        poise.Session(start, levels, **options)  # type: ignore[arg-type]
    return str(caught.value)


@pytest.mark.parametrize("method", DIRECT)
def test_criteria_are_left_out_and_told(method: str) -> None:
    start, hand = scenes.human().rest(), Reach("right_hand", (-0.3, 1.2, 0.4))
    wished = poise.solve(start, [hand], method=method, criteria=[poise.RestPosture()])
    assert [note for note in wished.notes if "left out" in note and "RestPosture" in note]
    assert wished.pose == poise.solve(start, [hand], method=method).pose
    session = poise.Session(start, [hand], criteria=[poise.RestPosture()])
    session.method = method
    session.step()
    session.method = "priority"
    assert session.criteria == (poise.RestPosture(),), "what was wished for comes back with the method that can"
    with pytest.raises(InputError, match="not a criterion"):
        poise.solve(start, [hand], method=method, criteria=[3])


@pytest.mark.parametrize(("seed", "numbers"), [(1, (130, 195, 232, 233)), (101, (22, 77, 175, 182))])
def test_descent_held_by_limits_is_tried_again_from_other_poses(seed: int, numbers: tuple[int, ...]) -> None:
    """Goals of an arm at which every joint was stuck before; at some rounding let the error seem to grow."""
    arm = poise.human().subfigure("right_clavicle", base="fixed")
    rng = np.random.default_rng(seed)
    goals = [np.array(arm.random(rng).position("right_hand")) for _ in range(max(numbers) + 1)]
    for i in numbers:
        found = poise.solve(arm.rest(), [Reach("right_hand", goals[i])], method="ccd", max_steps=1000)
        assert found.tasks[0].residual < 6e-4, i
        assert found.pose.limit_violation < 1e-9


def test_what_a_method_cannot_honour_is_refused_by_name() -> None:
    hand = Reach("right_hand", (-0.3, 1.2, 0.4))
    for method in DIRECT:
        assert "analytic" in refused([hand], method=method, analytic="right_arm")
    assert "'look_at eyes'" in refused([LookAt("eyes", (0, 1, 2)), hand], method="ccd").replace("look at", "look_at")
    assert "posture" in refused([hand, Posture(scenes.human().rest())], method="ccd")
    assert "root='left_foot'" in refused([hand], method="ccd", root="left_foot")
    assert "'hold left_foot'" in refused([Hold("left_foot", joints="left_leg"), hand], method="transpose")
    with pytest.raises(UnknownNameError, match="transpose"):
        poise.solve(scenes.human().rest(), [hand], method="transposed")
    with pytest.raises(InputError, match="feedback"):
        poise.Transpose(feedback=1.5)


def test_a_session_changes_its_method_and_keeps_it_when_refused() -> None:
    start = scenes.human().rest()
    session = poise.Session(start, [LookAt("eyes", (0.3, 1.5, 1.0)), Reach("right_hand", (-0.3, 1.2, 0.4))])
    with pytest.raises(InputError, match="look"):
        session.method = "ccd"
    assert session.method == "priority"
    session.method = "transpose"
    session.step()
    assert session.solution().question is not None
    assert session.method == "transpose"


def test_a_disabled_task_is_no_hindrance_until_it_counts() -> None:
    look = LookAt("eyes", (0.3, 1.5, 1.0), enabled=False)
    session = poise.Session(scenes.human().rest(), [look, Reach("right_hand", (-0.3, 1.2, 0.4))], method="ccd")
    session.step()
    with pytest.raises(InputError, match="look"):
        session.tasks[look.name].enabled = True
    assert not session.tasks[look.name].enabled


def test_wang_and_chen_weigh_by_distance() -> None:
    """Position and orientation at once: both ways of weighing get there."""
    arm = right_arm(limits=False)
    target = right_arm(limits=True).random(np.random.default_rng(4)).frame("right_hand")
    hold = [Hold("right_hand", frame=target)]
    plain = poise.solve(arm.rest(), hold, method="ccd", max_steps=500)
    wang = poise.solve(arm.rest(), hold, method=poise.CCD(wang=True), max_steps=500)
    for found in (plain, wang):
        assert found.tasks[0].residual < 0.02
    assert np.abs(plain.pose.difference(wang.pose)).max() > 1e-3


def test_a_scene_keeps_its_method(tmp_path) -> None:
    scene = poise.Scene(scenes.human().rest(), [Reach("right_hand", (-0.3, 1.2, 0.4))], method="ccd")
    scene.save(tmp_path / "scene.yaml")
    again = poise.Scene.load(tmp_path / "scene.yaml")
    assert again.method == "ccd"
    assert np.array_equal(again.solve().pose.coordinates, scene.solve().pose.coordinates)
