"""Joint torques under forces: pinocchio's `computeStaticTorque` and its derivatives."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest
from numbers_of import random_coordinates
from own_figures import every_model
from pinocchio_model import FigureOracle
from urdf_oracle import UrdfOracle

import poise
from poise import _core

FIGURES = {
    "human": poise.human,
    "human with hands": lambda: poise.human(hands=True),
    "human held at a foot": lambda: poise.human().rerooted("left_foot"),
    "every model": every_model,
    "every model, held elsewhere": lambda: every_model().rerooted("s6"),
}


def wrenches(figure: poise.Figure, rng: np.random.Generator, turns: bool) -> np.ndarray:
    """A force and a torque on every third segment, as rows for the core."""
    some = range(0, len(figure.segments), 3)
    return np.array([[i, turns, *rng.uniform(-0.2, 0.2, 3), *rng.normal(0, 50, 3), *rng.normal(0, 9, 3)] for i in some])


def theirs(oracle: FigureOracle, q: np.ndarray, rows: np.ndarray) -> pin.StdVec_Force:
    """The same as wrenches of pinocchio's joints, in the joints' frames."""
    pin.forwardKinematics(oracle.model, oracle.data, q)
    found = [pin.Force.Zero() for _ in range(oracle.model.njoints)]
    for row in rows:
        joint, frame = oracle.placed[int(row[0])]
        point = frame.act(row[2:5])
        turn = frame.rotation if row[1] else oracle.data.oMi[joint].rotation.T
        force, torque = turn @ row[5:8], turn @ row[8:11]
        found[joint] += pin.Force(force, torque + np.cross(point, force))
    return pin.StdVec_Force(found)


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("name", FIGURES)
def test_torques(name, turns):
    figure = FIGURES[name]()
    oracle = FigureOracle(figure)
    rng = np.random.default_rng(5)
    for _ in range(60):
        pose = figure.pose(random_coordinates(figure, rng))
        rows = wrenches(figure, rng, turns)
        q, columns = oracle.configuration(pose)
        expected = columns.T @ pin.computeStaticTorque(oracle.model, oracle.data, q, theirs(oracle, q, rows))
        np.testing.assert_allclose(_core.Loads(rows).torques(pose._core), expected, atol=1e-9)


@pytest.mark.parametrize("name", ["human", "every model"])
def test_derivatives(name):
    """Their wrenches turn along, as our turning ones do. Where swing joints differ, in their own block, is left out."""
    figure = FIGURES[name]()
    oracle = FigureOracle(figure)
    rng = np.random.default_rng(6)
    compared = np.ones((figure.dof, figure.dof), dtype=bool)
    for joint in figure.joints.values():
        if joint.model == "swing":  # there their tangent is a ball's, and turns with the pose
            own = figure.tangent_slice(joint.name)
            compared[own, own] = False
    for _ in range(20):
        pose = figure.pose(random_coordinates(figure, rng))
        rows = wrenches(figure, rng, True)
        q, columns = oracle.configuration(pose)
        forces = theirs(oracle, q, rows)
        expected = columns.T @ pin.computeStaticTorqueDerivatives(oracle.model, oracle.data, q, forces) @ columns
        found = _core.Loads(rows).torque_jacobian(pose._core)
        np.testing.assert_allclose(found[compared], expected[compared], atol=1e-9)


def test_shared_robots(shared_urdf):
    figure = poise.Figure.load(shared_urdf, axes="keep")
    oracle = FigureOracle(figure)
    rng = np.random.default_rng(7)
    for _ in range(20):
        pose = figure.pose(random_coordinates(figure, rng))
        rows = wrenches(figure, rng, False)
        q, columns = oracle.configuration(pose)
        expected = columns.T @ pin.computeStaticTorque(oracle.model, oracle.data, q, theirs(oracle, q, rows))
        np.testing.assert_allclose(_core.Loads(rows).torques(pose._core), expected, atol=1e-9)


def check_file(path) -> None:
    """The file as pinocchio itself reads it: wrenches in the world's axes at some of its links."""
    figure = poise.Figure.load(path, axes="keep")
    oracle = UrdfOracle(path, figure, "keep")
    model, data = oracle.model, oracle.data
    rng = np.random.default_rng(9)
    links = [s for s in figure.sites if model.existFrame(s, pin.BODY)]
    assert links
    for _ in range(20):
        pose = figure.pose(random_coordinates(figure, rng))
        q, columns = oracle._mapped_pose(pose)
        pin.framesForwardKinematics(model, data, q)
        theirs, forces = [pin.Force.Zero() for _ in range(model.njoints)], []
        for link in rng.choice(links, 3, replace=False):
            force, torque = rng.normal(0, 40, 3), rng.normal(0, 9, 3)
            forces.append(poise.Force(str(link), force, torque))
            frame = model.frames[model.getFrameId(str(link), pin.BODY)]
            world = data.oMf[model.getFrameId(str(link), pin.BODY)]
            local = world.rotation.T
            theirs[frame.parentJoint] += frame.placement.act(pin.Force(local @ force, local @ torque))
        rows = np.array([row for force in forces for row in force.rows(figure)])
        expected = columns.T @ pin.computeStaticTorque(model, data, q, pin.StdVec_Force(theirs))
        np.testing.assert_allclose(_core.Loads(rows).torques(pose._core), expected, atol=1e-9)


def test_files_of_others_as_pinocchio_reads_them(shared_urdf):
    check_file(shared_urdf)


def test_our_human_as_a_file(tmp_path):
    path = tmp_path / "human.urdf"
    poise.human().save(path)
    check_file(path)
