"""Frames and overlays: every number beside an independent one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import poise
from poise.studio.document.fresh import fresh, person
from poise.studio.document.state import State
from poise.studio.engine.frames import placements, quaternions
from poise.studio.engine.live import Live
from poise.studio.engine.overlays import FORCES, joint_torques, overlays_of
from poise.studio.shapes import figure_message

EVERYTHING = dict.fromkeys((*FORCES, "com", "support", "limits", "inertia"), True)


def test_quaternions_are_those_of_scipy() -> None:
    rng = np.random.default_rng(3)
    half_turns = [Rotation.from_rotvec(np.pi * axis) for axis in np.eye(3)]
    turns = [*Rotation.random(500, random_state=rng), *half_turns, Rotation.identity()]
    found = quaternions(np.array([turn.as_matrix() for turn in turns]))
    expected = np.array([turn.as_quat() for turn in turns])
    assert np.abs(np.einsum("ij,ij->i", found, expected)) == pytest.approx(1.0, abs=1e-12)


def test_segments_are_placed_where_the_pose_has_them() -> None:
    human = poise.human()
    pose = human.random(np.random.default_rng(5))
    for (x, y, z, *turn), segment in zip(placements(pose), human.segments, strict=True):
        frame = pose.segment_frame(segment)
        assert frame[:3, 3] == pytest.approx([x, y, z], abs=1e-6)
        assert Rotation.from_quat(turn).as_matrix() == pytest.approx(frame[:3, :3], abs=1e-6)


def shown(state: State) -> object:
    live = Live(state)
    return overlays_of(state, state.pose, live.solution(), EVERYTHING)


def test_torques_do_the_work_of_the_joints() -> None:
    """Along every axis that a joint turns about, found by finite differences, lies the torque of that freedom."""
    bent = {
        "left_knee": 0.6,
        "left_hip": (-0.5, 0.1, 0.2),
        "right_shoulder": (-0.9, 0.4, 0.3),
        "left_clavicle": (0.1, 0.2),
    }
    human = poise.human()
    for figure in (human, human.rerooted("right_foot")):
        pose = figure.pose(bent)
        report = poise.statics(
            pose, supports=[poise.Support("left_foot", share=0.5), poise.Support("right_foot", share=0.5)]
        )
        loads = {load.joint: load.parts for load in joint_torques(report)}
        for joint in ("left_knee", "left_hip", "right_shoulder", "left_clavicle", "neck", "right_wrist"):
            where, parts = figure.tangent_slice(joint), loads[joint]
            turns = [_turning(pose, joint, np.eye(figure.dof)[column]) for column in range(where.start, where.stop)]
            if figure.joints[joint].model == "ball":
                whole = np.sum([part.torque * np.array(part.axis) for part in parts], axis=0)
                assert [whole @ axis for axis in turns] == pytest.approx(report.torques[where].tolist(), abs=1e-5)
                assert np.array([p.axis for p in parts]) @ np.array([p.axis for p in parts]).T == pytest.approx(
                    np.eye(3), abs=1e-9
                )
                continue
            for part, axis, torque in zip(parts, turns, report.torques[where], strict=True):
                assert np.array(part.axis) == pytest.approx(axis / np.linalg.norm(axis), abs=1e-5)
                assert part.torque == pytest.approx(torque, abs=1e-9)


def _turning(pose: poise.Pose, joint: str, tangent: np.ndarray) -> np.ndarray:
    """The world axis that a unit of a joint's freedom turns its segment about, by finite differences."""
    step = 1e-6
    child, parent = pose.figure.joints[joint].child, pose.figure.joints[joint].parent
    turns = []
    for sign in (-1.0, 1.0):
        moved = pose.integrate(sign * step * tangent)
        still = moved.segment_frame(parent)[:3, :3] @ pose.segment_frame(parent)[:3, :3].T
        turns.append(still.T @ moved.segment_frame(child)[:3, :3])
    return Rotation.from_matrix(turns[1] @ turns[0].T).as_rotvec() / (2 * step)


def test_contacts_carry_the_body_and_its_load() -> None:
    state = person()
    state = replace(state, forces=(poise.Weight("left_hand", 5.0),))
    found = shown(state)
    total = np.sum([contact.force for contact in found.contacts], axis=0)
    assert total == pytest.approx([0, 9.81 * (state.figure.mass + 5.0), 0], abs=1e-6)
    moment = np.sum([np.cross(c.point, c.force) for c in found.contacts], axis=0)
    hand, center = state.pose.position("left_hand"), state.pose.center_of_mass
    weights = np.cross(center, [0, -9.81 * state.figure.mass, 0]) + np.cross(hand, [0, -9.81 * 5.0, 0])
    assert moment == pytest.approx(-weights, abs=1e-5)
    assert {contact.friction for contact in found.contacts} == {0.5}
    assert found.balanced is True


def test_the_other_overlays() -> None:
    state = person()
    found = shown(state)
    assert found.com == pytest.approx(state.pose.center_of_mass.tolist())
    corners = np.frombuffer(found.support[0], "<f4").reshape(-1, 3)
    assert corners == pytest.approx(np.array(state.pose.support_polygon()), abs=1e-6)
    moments = [state.pose.moment_of_inertia(axis) for axis in np.eye(3)]
    assert np.square(found.inertia) * state.figure.mass == pytest.approx(moments)


@pytest.mark.parametrize("name", ["bird", "chain", "fern", "hand", "planar_man", "quadruped"])
def test_every_figure_has_a_shape_and_overlays(name: str) -> None:
    state = fresh(None, getattr(poise.figures, name)())
    told = figure_message(state, 1, None)
    assert any(segment.shapes or segment.faces for segment in told.segments)
    assert sum(len(joint.coordinates) for joint in told.joints) * 4 == len(
        state.pose._core.natural().astype("<f4").tobytes()
    )
    assert shown(state).com is not None
