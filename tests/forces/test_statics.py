"""The report: shares, remainders, closed forms, re-rooting, and what can be read off it."""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from random_scenes import human

import poise
import zoo
from poise import Force, Support, Weight, statics
from poise.figures import planar_chain

REST = human().rest()
FEET = [Support("left_foot", share=0.3), Support("right_foot", share=0.7)]


def test_shares_are_of_all_that_is_carried() -> None:
    rest = poise.human().rest()
    for forces in ((), [poise.Weight("right_hand", 20.0)], [poise.Force("right_hand", (0.0, 200.0, 0.0))]):
        loads = poise.statics(rest, forces=forces).supports
        assert sum(load.share for load in loads) == pytest.approx(1.0)
        assert all(load.share == pytest.approx(load.force[1] / sum(w.force[1] for w in loads)) for load in loads)


def test_standing_still_the_floor_carries_the_weight():
    report = statics(REST)
    assert report.balanced
    total = sum(s.force for s in report.supports)
    np.testing.assert_allclose(total, [0, 9.81 * human().mass, 0], atol=1e-6)
    assert sum(s.share for s in report.supports) == pytest.approx(1.0)
    left, right = report.support("left_foot"), report.support("right_foot")
    np.testing.assert_allclose(left.force * [-1, 1, 1], right.force, atol=1e-6)
    pressure = sum(s.point * s.share for s in report.supports)
    np.testing.assert_allclose(pressure[[0, 2]], REST.center_of_mass[[0, 2]], atol=1e-6)


def test_without_contacts_the_torques_are_those_of_gravity():
    """A chain fixed to the world: the base carries it all."""
    figure = planar_chain(4)
    assert figure.base.model == "fixed"
    pose = figure.random(np.random.default_rng(1))
    report = statics(pose)
    assert report.balanced
    np.testing.assert_array_equal(report.torques, pose.gravity_torques())
    np.testing.assert_allclose(report.supports[-1].force, -figure.mass * np.array(figure.gravity))


def test_a_weight_on_a_lever():
    """m g l, by hand."""
    figure = planar_chain(1).with_gravity((0.0, -10.0, 0.0))
    pose = figure.rest()
    tip = next(iter(figure.sites))
    joint = next(j.name for j in figure.joints.values() if j.model == "hinge")
    arm = pose.position(tip) - pose.joint_frame(joint)[:3, 3]
    axis = pose.joint_frame(joint)[:3, :3] @ figure.joints[joint].axis
    lever = float(np.cross(arm, [0.0, -20.0, 0.0]) @ axis)
    extra = statics(pose, [Weight(tip, 2.0)]).torques - statics(pose).torques
    assert extra[-1] == pytest.approx(-lever, abs=1e-12)


def test_shares_are_taken_as_given():
    report = statics(REST, (), FEET)
    weight = 9.81 * human().mass
    np.testing.assert_allclose(report.support("left_foot").force, [0, 0.3 * weight, 0], atol=1e-9)
    np.testing.assert_allclose(report.support("right_foot").force, [0, 0.7 * weight, 0], atol=1e-9)
    assert report.possible
    assert not report.balanced
    moments = sum(np.cross(s.point - REST.center_of_mass, s.force) for s in report.supports)
    np.testing.assert_allclose(report.missing_moment, moments, atol=1e-9)


def test_a_negative_share_is_a_load():
    shares = [Support("left_foot", share=0.6), Support("right_foot", share=0.7), Support("left_hand", share=-0.3)]
    report = statics(REST, (), shares)
    assert report.support("left_hand").force[1] == pytest.approx(-0.3 * 9.81 * human().mass)
    np.testing.assert_allclose(report.missing_force, 0, atol=1e-9)


@pytest.mark.parametrize(("root", "taker"), [("pelvis", "left_foot"), ("right_foot", "right_foot")])
def test_the_root_support_takes_up_the_remainder(root, taker):
    pose = REST.rerooted(root)
    push = (10.0, -20.0, 30.0)
    report, plain = (statics(pose, forces, FEET) for forces in ([Force("right_hand", push)], ()))
    np.testing.assert_allclose(report.missing_force, 0, atol=1e-9)
    change = report.support(taker).force - plain.support(taker).force
    np.testing.assert_allclose(change, np.negative(push), atol=1e-9)


def test_forces_in_the_frame_of_the_site_turn_with_it():
    pose = REST.with_joints({"left_elbow.flexion": 1.2})
    turn = pose.frame("left_hand")[:3, :3]
    own = Force("left_hand", (1.0, 2.0, 30.0), (1.0, 0.0, 2.0), frame="site")
    world = Force("left_hand", turn @ own.vector, turn @ own.torque)
    np.testing.assert_allclose(statics(pose, [own]).torques, statics(pose, [world]).torques, atol=1e-9)


@pytest.mark.parametrize("root", ["left_foot", "head", "right_hand"])
def test_joint_torques_do_not_depend_on_the_root(root):
    """In equilibrium (Baerlocher 6.4.3)."""
    forces = [Weight("left_hand", 4.0), Force("right_hand", (0, 0, -20.0))]
    one, other = statics(REST, forces), statics(REST.rerooted(root), forces)
    assert one.balanced
    assert other.balanced
    mine = {load.name: load.torque for load in one.joints}
    for load in other.joints:
        assert load.torque == pytest.approx(mine[load.name], abs=1e-9)


def test_joint_torques_of_random_poses_do_not_depend_on_the_root():
    """Held at four places, some of which grip, and pushed at the head: the forces are solved for to rounding."""
    rng = np.random.default_rng(11)
    places, roots = ["left_foot", "right_foot", "left_hand", "right_hand", "chest"], ["left_foot", "head", "right_hand"]
    held = 0
    for i in range(40):
        pose = zoo.inside(human(), rng)
        supports = [Support(site, grip=bool(rng.random() < 0.4)) for site in rng.choice(places, 4, replace=False)]
        push = [Force("head_top", rng.normal(size=3) * 30)]
        one, other = statics(pose, push, supports), statics(pose.rerooted(roots[i % 3]), push, supports)
        assert one.possible == other.possible
        if one.possible:
            held += 1
            mine = {load.name: load.torque for load in one.joints}
            off = max(abs(load.torque - mine[load.name]) for load in other.joints)
            assert off < 1e-9 or off < 4 * torques_lost_to_rounding(one, push, supports)
    assert held > 20


def torques_lost_to_rounding(report: poise.Statics, forces: list[Force], supports: list[Support]) -> float:
    """How much joint torques change with the last digit of the coordinates: few contacts nearly on one line ask for
    large forces, and then no way to solve for them is better than that."""
    rng = np.random.default_rng(0)
    torques = np.array([load.torque for load in report.joints])
    nearby = [report.pose.integrate(3e-16 * rng.normal(size=report.pose.figure.dof)) for _ in range(10)]
    return max(
        float(np.abs([load.torque for load in statics(pose, forces, supports).joints] - torques).max())
        for pose in nearby
    )


def with_contact_sites(report: poise.Statics) -> tuple[poise.Pose, list[Force]]:
    """The pose with a site at every contact point, and the contact forces as given ones."""
    figure, forces = report.pose.figure, []
    for support in report.supports:
        segment = figure.soles[support.site].segment
        frame = report.pose.segment_frame(segment)
        for i, (point, force) in enumerate(zip(support.points, support.forces, strict=True)):
            spot = poise.Placement(frame[:3, :3].T @ (point - frame[:3, 3]))
            figure = figure.with_site(poise.Site(f"{support.site}{i}", segment, spot))
            forces.append(Force(f"{support.site}{i}", force))
    return figure.pose(report.pose.coordinates), forces


def test_given_forces_in_equilibrium_do_not_depend_on_the_root_to_rounding():
    pose, forces = with_contact_sites(statics(REST))
    share = [Support("left_foot", share=1.0)]
    forces.append(Force("left_foot", (0, -9.81 * human().mass, 0)))  # takes the share away: the contacts carry all
    one = statics(pose, forces, share)
    assert one.balanced
    for root in ("left_foot", "head", "right_hand"):
        other = statics(pose.rerooted(root), forces, share)
        for load in other.joints:
            assert load.torque == pytest.approx(one.joint(load.joint)[load.coordinate].torque, abs=1e-9)


def test_a_rope_only_pulls_and_a_wall_only_pushes():
    """Standing on the heels alone, one would fall forward."""
    heels = [Support("left_heel", friction=0.9), Support("right_heel", friction=0.9)]
    way = np.array([0.0, 1.0, -0.6])
    above, below = REST.position("chest") + way, REST.position("chest") - way
    assert not statics(REST, (), heels).possible
    pulled = statics(REST, (), [*heels, Support("chest", rope=above)])
    assert pulled.possible
    assert pulled.support("chest").force @ way > 0
    assert not statics(REST, (), [*heels, Support("chest", rope=below)]).possible
    wall = statics(REST, (), [*heels, Support("chest", normal=(0, 0, -1))])
    assert wall.possible
    assert wall.support("chest").force[2] < 0
    assert wall.support("chest").slip <= 1 + 1e-9


def test_friction_needed_is_where_it_begins_to_hold():
    push = [Force("chest", (0, 0, -60))]
    needed = statics(REST, push).friction_needed
    assert 0 < needed < 1
    for factor, held in ((1.01, True), (0.99, False)):
        supports = [Support(s.site, friction=0.5 * needed * factor) for s in statics(REST).supports]
        assert statics(REST, push, supports).possible == held


def test_where_nothing_holds_the_proof_is_a_motion_that_the_loads_drive_and_the_floor_admits():
    report = statics(REST, [Force("chest", (0, 0, 900))])
    assert not report.possible
    assert not report.balanced
    linear, angular = report.virtual_motion[:3], report.virtual_motion[3:]
    power = 900 * (linear + np.cross(angular, REST.position("chest") - REST.center_of_mass))[2]
    power -= 9.81 * human().mass * linear[1]
    assert power > 1
    assert angular[0] > 0  # it tips forward, over the toes
    for support in report.supports:  # no corner of a sole goes down, nor sideways but where it is lifted
        moves = linear + np.cross(angular, support.points - REST.center_of_mass)
        assert np.all(moves[:, 1] >= 0.5 * np.linalg.norm(moves[:, [0, 2]], axis=1) - 1e-6)
    assert report.to_dict()["virtual_motion"] == report.virtual_motion.tolist()


def test_the_proof_goes_by_its_old_name_for_one_version():
    report = statics(REST, [Force("chest", (0, 0, 900))])
    with pytest.warns(DeprecationWarning, match="virtual_motion"):
        assert report.motion is report.virtual_motion
    assert statics(REST).virtual_motion is None


def test_the_report_reads_well_and_goes_to_json():
    report = statics(REST, [Weight("left_hand", 5.0)])
    text = str(report)
    assert text.startswith("in equilibrium")
    assert "left_foot" in text
    assert "order of magnitude" in text
    found = json.loads(json.dumps(report.to_dict()))
    assert found["balanced"]
    assert found["joints"]["left_shoulder.swing_x"]["use"] > 0
    assert found["weakest"] == report.weakest.name
    assert "cannot be held" in str(statics(REST, [Force("chest", (0, 0, 900))]))


def test_arrays_are_read_only():
    report = statics(REST, [Weight("left_hand", 5.0)])
    arrays = [report.torques, report.missing_force, report.missing_moment, report.contact_forces, report.region.corners]
    for support in report.supports:
        arrays += [support.force, support.point, support.points, support.forces]
    assert not any(a.flags.writeable for a in arrays)


def test_inputs_are_values_that_stay():
    force = np.array([0.0, 0.0, 10.0])
    forces, supports = [Force("chest", force)], [Support("left_foot"), Support("right_foot", normal=[0, 1, 0])]
    kept = [*forces], [*supports]
    statics(REST, forces, supports)
    assert (forces, supports) == kept
    force[:] = 7
    assert forces[0].vector == (0.0, 0.0, 10.0)
    assert len({*forces, *supports}) == 3


def test_values_do_not_change():
    for value, field in ((Force("chest", (0, 1, 0)), "vector"), (Weight("chest", 2), "kilograms"), (FEET[0], "share")):
        assert pickle.loads(pickle.dumps(value)) == value
        with pytest.raises(FrozenInstanceError):
            setattr(value, field, 3.0)
    with pytest.raises(FrozenInstanceError):
        statics(REST).possible = False


def test_a_picture_shows_how_the_body_would_fall():
    """One arrow more for every segment that weighs, each the way the proof moves it."""
    from poise.plot.statics_picture import FALLING, statics_scene

    report = statics(REST, [Force("chest", (0, 0, 900))])
    arrows = [item for item in statics_scene(report).items if item.color == FALLING]
    assert len(arrows) == sum(segment.mass > 0 for segment in human().segments.values())
    assert not [item for item in statics_scene(statics(REST)).items if item.color == FALLING]
