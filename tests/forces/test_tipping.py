"""A body we call balanced stands still in MuJoCo, one we call out of balance tips: poses frozen into one rigid body."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from random_scenes import human

import poise
from poise import Balance, Force, Hold, NearPose, Reach, Support, Weight, solve, statics

SOLES = ("left_foot", "left_toes", "right_foot", "right_toes")
FRICTION = 0.8
SUPPORTS = [Support(name, friction=FRICTION) for name in SOLES]
FEET = [Hold("left_foot"), Hold("right_foot")]
STEP, SECONDS = 0.002, 2.0


def frozen(pose: poise.Pose, supports: list[str]) -> tuple[mujoco.MjModel, mujoco.MjData]:
    """One rigid body with the mass, centre and inertia of the pose, on small balls at the corners of its soles."""
    center, inertia, figure = pose.center_of_mass, pose.inertia(), pose.figure
    balls = []
    for name in supports:
        frame = pose.segment_frame(figure.soles[name].segment)
        for corner in figure.soles[name].outline:
            x, y, z = frame[:3, :3] @ corner + frame[:3, 3]
            balls.append(f'<geom type="sphere" size="0.002" pos="{x} {y + 0.002} {z}" mass="0"/>')
    full = " ".join(str(inertia[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
    text = f"""<mujoco>
      <option gravity="0 -9.81 0" timestep="{STEP}" cone="elliptic" impratio="10" integrator="implicitfast"/>
      <compiler balanceinertia="true"/>
      <default><geom friction="{FRICTION} 0 0" condim="3" solref="0.01 1" solimp="0.99 0.999 0.0001"/></default>
      <worldbody><geom type="plane" size="9 9 1" zaxis="0 1 0"/>
      <body><freejoint/><inertial pos="{center[0]} {center[1]} {center[2]}" mass="{figure.mass}" fullinertia="{full}"/>
      {"".join(balls)}</body></worldbody></mujoco>"""
    model = mujoco.MjModel.from_xml_string(text)
    return model, mujoco.MjData(model)


def tilt(pose: poise.Pose, forces: list, shift: np.ndarray | None = None) -> float:
    """How far (degrees) the frozen body turns in two seconds; `shift` (3,) moves its centre of mass first."""
    model, data = frozen(pose, list(SOLES))
    if shift is not None:
        model.body_ipos[1] += shift
    start = None
    for _ in range(int(SECONDS / STEP)):
        data.qfrc_applied[:] = 0.0
        for force in forces:
            vector = force.vector if isinstance(force, Force) else force.kilograms * np.array([0.0, -9.81, 0.0])
            local = pose.position(force.site)  # in the body's frame, which began as the world's
            frame = data.xmat[1].reshape(3, 3)
            if start is None:
                mujoco.mj_kinematics(model, data)
                mujoco.mj_comPos(model, data)
                frame = data.xmat[1].reshape(3, 3)
            at = frame @ local + data.xpos[1]
            mujoco.mj_applyFT(model, data, np.array(vector, float), np.zeros(3), at, 1, data.qfrc_applied)
        start = start if start is not None else data.xmat[1].copy()
        mujoco.mj_step(model, data)
    turned = data.xmat[1].reshape(3, 3)
    return float(np.degrees(np.arccos(np.clip((np.trace(turned) - 1) / 2, -1, 1))))


def poses() -> list[tuple[str, poise.Pose, list]]:
    """Reaching, carrying and pushing at many places, solved with a margin of one centimetre."""
    rest, rng, made = human().rest(), np.random.default_rng(4), []
    while len(made) < 30:
        goal = (rng.uniform(-0.5, 0.3), rng.uniform(0.3, 1.7), rng.uniform(0.3, 0.8))
        kind = len(made) % 3
        forces: list = []
        if kind == 1:
            forces = [Weight("right_hand", float(rng.uniform(2, 12)))]
        elif kind == 2:
            forces = [Force("right_hand", (0.0, 0.0, float(rng.uniform(-60, 40))))]
        levels = [FEET, Balance(margin=0.01), Reach("right_hand", goal)]
        found = solve(rest, levels, forces=forces, supports=SUPPORTS, criteria=[NearPose(rest)], max_steps=60)
        if found.task("balance").met and found.task("hold left_foot").met:
            made.append((f"{len(made)}", found.pose, forces))
    return made


@pytest.fixture(scope="module")
def suite() -> list[tuple[str, poise.Pose, list]]:
    return poses()


def test_what_we_call_balanced_stands(suite):
    for name, pose, forces in suite:
        report = statics(pose, forces, SUPPORTS)
        assert report.possible, name
        assert report.margin > 0.0095, name
        assert tilt(pose, forces) < 2.0, name


def outside(pose: poise.Pose, region: poise.EquilibriumRegion, angle: float) -> np.ndarray:
    """The level way (3,) in a direction on which the centre of mass comes to be one centimetre outside the region."""
    way, low, high = np.array([np.sin(angle), 0.0, np.cos(angle)]), 0.0, 2.0
    for _ in range(40):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if region.margin(pose.center_of_mass + middle * way) > -0.01 else (low, middle)
    return high * way


def test_what_we_call_out_of_balance_tips(suite):
    """The same bodies with their weight moved one centimetre over the edge of the region, all around."""
    for i, (name, pose, forces) in enumerate(suite):
        shift = outside(pose, statics(pose, forces, SUPPORTS).region, 2 * np.pi * i / len(suite))
        assert tilt(pose, forces, shift) > 15.0, name


def test_a_centimetre_inside_the_edge_still_stands(suite):
    """Moved the same ways, but short of the edge."""
    for i, (name, pose, forces) in enumerate(suite):
        way = outside(pose, statics(pose, forces, SUPPORTS).region, 2 * np.pi * i / len(suite))
        region, length = statics(pose, forces, SUPPORTS).region, float(np.linalg.norm(way))
        parts = [
            t for t in np.linspace(0, length, 400) if region.margin(pose.center_of_mass + t / length * way) > 0.0099
        ]
        assert tilt(pose, forces, parts[-1] / length * way) < 2.0, name
