"""Figures written as MJCF and URDF: MuJoCo and pinocchio find the frames, masses and centre of mass that we do."""

from __future__ import annotations

import math
from collections.abc import Callable

import mujoco
import numpy as np
import own_files
import pinocchio as pin
import pytest
from own_figures import every_model
from urdf_oracle import TURN

import poise


def coupled() -> poise.Figure:
    """Hinges, a slide and an elbow with couplings of every kind that the formats know."""
    joints = [poise.Joint("base", "fixed", None, "a", poise.Placement((1, 2, 3), (0.5, 0.5, -0.5, 0.5)))]
    models = {"b": "hinge", "c": "slide", "d": "elbow", "e": "hinge"}
    for parent, child in zip("abcd", "bcde", strict=True):
        key = {"hinge": "angle", "slide": "distance", "elbow": "flexion"}[models[child]]
        limits = {key: poise.Range(-0.4, 1.2)}
        strengths = {key: poise.Strength(3.0, 2.0, "guess")}
        place = poise.Placement((0.1, 0.2, 0.3))
        joint = poise.Joint(f"j{child}", models[child], parent, child, place, limits=limits, strengths=strengths)
        joints.append(joint)
    couplings = [
        poise.Coupling("pair", {"jb": 2.0, "je": -1.0}, 0.1, 0.1),
        poise.Coupling("bound", {"jb": 1.0, "jd.flexion": 1.0}, -0.5, 1.5),
        poise.Coupling("three", {"jb": 1.0, "jc": 1.0, "jd.twist": -2.0}, 0.25, 0.25),
    ]
    segments = [poise.Segment.of_shapes(n, [poise.Sphere(0.1)]) for n in "abcde"]
    return poise.Figure("coupled", segments, joints, couplings=couplings)


FIGURES: dict[str, Callable[[], poise.Figure]] = {
    "human": poise.human,
    "human with hands": lambda: poise.human(hands=True),
    "human held at a foot": lambda: poise.human().rerooted("left_foot"),
    "every model": every_model,
    "every model, held elsewhere": lambda: every_model().rerooted("s6"),
    "coupled": coupled,
}


@pytest.fixture(params=FIGURES)
def figure(request) -> poise.Figure:
    made = FIGURES[request.param]()
    posed = made.random(np.random.default_rng(2))
    return made.with_posture("random", posed)


def test_mjcf_in_mujoco(figure, tmp_path):
    path = tmp_path / "figure.xml"
    figure.save(path)
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    assert model.body_mass.sum() == pytest.approx(figure.mass, abs=1e-12)
    np.testing.assert_array_equal(model.opt.gravity, figure.gravity)
    for name in figure.postures:
        mujoco.mj_resetDataKeyframe(model, data, model.key(name).id)
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        pose = figure.pose(name)
        for segment in figure.segments:
            found, frame = data.body(segment), pose.segment_frame(segment)
            np.testing.assert_allclose(found.xpos, frame[:3, 3], atol=1e-12)
            np.testing.assert_allclose(found.xmat.reshape(3, 3), frame[:3, :3], atol=1e-12)
        np.testing.assert_allclose(data.subtree_com[0], pose.center_of_mass, atol=1e-12)
        for i in range(model.nsite):
            np.testing.assert_allclose(data.site_xpos[i], pose.position(model.site(i).name), atol=1e-12)


def test_mjcf_read_again(figure, tmp_path):
    path = tmp_path / "figure.xml"
    figure.save(path)
    again = poise.Figure.load(path, axes="keep")
    assert again.mass == pytest.approx(figure.mass, abs=1e-12)
    for name in figure.postures:
        np.testing.assert_allclose(again.pose(name).center_of_mass, figure.pose(name).center_of_mass, atol=1e-12)
        np.testing.assert_allclose(again.pose(name).inertia(), figure.pose(name).inertia(), atol=1e-9)
    single = [j for j in figure.joints.values() if j.model in ("hinge", "slide")]
    assert all(again.joint(j.name).limits == j.limits for j in single)


def _euler(rotation: np.ndarray) -> tuple[float, float, float]:
    """Angles of Rx(a) Ry(b) Rz(c)."""
    a, c = math.atan2(-rotation[1, 2], rotation[2, 2]), math.atan2(-rotation[0, 1], rotation[0, 0])
    return a, math.asin(np.clip(rotation[0, 2], -1, 1)), c


def _urdf_coordinates(model: pin.Model, pose: poise.Pose) -> np.ndarray:
    """Pinocchio's coordinates of the exported model at our pose."""
    q = pin.neutral(model)

    def put(name: str, values) -> None:
        theirs = model.joints[model.getJointId(name)]
        turning = theirs.nq == 2
        q[theirs.idx_q : theirs.idx_q + theirs.nq] = (math.cos(values), math.sin(values)) if turning else values

    for branch in pose.figure.branches:
        joint = branch.joint
        if joint.model == "free":
            base = pin.SE3(pose.joint_base(joint.name)).inverse() * pin.SE3(pose.joint_frame(joint.name))
            if joint.parent is None:
                q[:7] = pin.SE3ToXYZQUAT(pin.SE3(pose.segment_frame(pose.figure.root)))
            else:
                put(joint.name, pin.SE3ToXYZQUAT(base.inverse() if branch.reversed else base))
        elif joint.model in ("ball", "swing"):
            for letter, angle in zip("xyz", _euler(pose.rotation(joint.name)), strict=True):
                put(f"{joint.name}_{letter}", angle)
        elif joint.model == "elbow":
            for coordinate in joint.coordinates:
                put(f"{joint.name}_{coordinate}", pose[f"{joint.name}.{coordinate}"])
        elif joint.model != "fixed":
            put(joint.name, pose[joint.name])
    return q


def test_urdf_in_pinocchio(figure, tmp_path):
    path = tmp_path / "figure.urdf"
    figure.save(path)
    free = figure.base.model == "free"
    model = (
        pin.buildModelFromXML(path.read_text(), pin.JointModelFreeFlyer())
        if free
        else pin.buildModelFromXML(path.read_text())
    )
    data = model.createData()
    fixed = model.inertias[0]
    assert pin.computeTotalMass(model) + fixed.mass == pytest.approx(figure.mass, abs=1e-12)
    turn = np.eye(3) if free else TURN
    for name in figure.postures:
        pose = figure.pose(name)
        pin.framesForwardKinematics(model, data, _urdf_coordinates(model, pose))
        for segment in figure.segments:
            found, frame = data.oMf[model.getFrameId(segment, pin.BODY)], pose.segment_frame(segment)
            np.testing.assert_allclose(turn @ found.translation, frame[:3, 3], atol=1e-9)
            np.testing.assert_allclose(turn @ found.rotation, frame[:3, :3], atol=1e-9)
        for site in figure.sites:
            if site not in figure.segments:
                found = data.oMf[model.getFrameId(site, pin.BODY)]
                np.testing.assert_allclose(turn @ found.translation, pose.position(site), atol=1e-9)


def test_urdf_read_again_has_the_same_matter(figure, tmp_path):
    path = tmp_path / "figure.urdf"
    figure.save(path)
    again = poise.Figure.load(path)
    assert again.base.model == figure.base.model
    assert again.mass == pytest.approx(figure.mass, abs=1e-12)


def test_couplings_survive(tmp_path):
    figure = coupled()
    figure.save(tmp_path / "figure.xml")
    figure.save(tmp_path / "figure.urdf")
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "figure.xml"))
    assert (model.neq, model.ntendon) == (2, 2)
    again = poise.Figure.load(tmp_path / "figure.xml").couplings
    assert dict(again["pair"].terms) == {"jb": 1.0, "je": -0.5}
    assert again["pair"].min == again["pair"].max == 0.05
    assert dict(again["three"].terms) == {"jb": 1.0, "jc": 1.0, "jd_twist": -2.0}
    assert (again["bound"].min, again["bound"].max) == (-0.5, 1.5)
    urdf = poise.Figure.load(tmp_path / "figure.urdf")
    assert dict(urdf.couplings["jb_follows_je"].terms) == {"jb": 1.0, "je": -0.5}
    assert urdf.joint("jb").strengths["angle"].positive == 3.0


def test_what_cannot_be_said_is_listed_in_the_file(tmp_path):
    human = poise.human()
    for ending in ("xml", "urdf"):
        human.save(tmp_path / f"human.{ending}")
        comment = (tmp_path / f"human.{ending}").read_text().split("-->")[0]
        assert "not said here: the swing and twist limit of joint 'left_shoulder' (ball)" in comment
        assert "said nearly: swing joint 'left_wrist'" in comment or "swing joint 'left_wrist' is three" in comment
        assert "not said here: coupling 'left_hamstrings'" in comment
        assert "not said here: soles left_foot" in comment


@pytest.mark.parametrize("name", own_files.MJCFS)
def test_imported_robots_go_round(tmp_path, name):
    """MJCF in, MJCF out, MJCF in: the same frames at rest and the same matter."""
    path = tmp_path / "robot.xml"
    path.write_text(own_files.MJCFS[name])
    first = poise.Figure.load(path)
    first.save(tmp_path / "again.xml")
    again = poise.Figure.load(tmp_path / "again.xml")
    assert again.mass == pytest.approx(first.mass, abs=1e-7)  # massless segments get a nanogram each
    np.testing.assert_allclose(again.rest().center_of_mass, first.rest().center_of_mass, atol=1e-8)
    for site in set(first.sites) - {"world"}:
        np.testing.assert_allclose(again.rest().frame(site), first.rest().frame(site), atol=1e-12)
