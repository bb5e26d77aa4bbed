"""Every humanoid of the shared data becomes a person without help; each reaches as in the README."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import poise

PEOPLE = {
    "bvh/cmu_07_01_walk.bvh": "CMU",
    "bvh/cmu_13_01_sit_stool.bvh": "CMU",
    "bvh/cmu_05_02_dance_pirouette.bvh": "CMU",
    "bvh/bvhpython_freebvh_mixamorig.bvh": "Mixamo",
    "bvh/pymo_8walk.bvh": "Mixamo",
    "bvh/ad_cmu1_jumping_jacks.bvh": "Biovision",
    "bvh/ad_fair1_zombie.bvh": "Mixamo",
    "bvh_odd/bvhio_example.bvh": "words",
    "gltf/khronos_CesiumMan.glb": "words",
    "gltf/khronos_RiggedFigure.glb": "words",
    "gltf/threejs_RobotExpressive.glb": "words",
    "gltf/vrm1_isBinary_Overridden.vrm": "given",
    "robots/erd_human_36dof_ISB.urdf": "words",
    "robots/erd_simple_humanoid.urdf": "words",
    "robots/mujoco_humanoid.xml": "words",
}


@pytest.mark.parametrize("name", PEOPLE)
def test_every_humanoid_reaches_inside_its_limits(shared, name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        figure = poise.Figure.load(shared / "data" / name)
    found = poise.humanoid(figure, mass=72.0)
    assert {match.how for match in found.matches.values()} == {PEOPLE[name]}
    assert found.figure.mass == pytest.approx(72.0, abs=1e-9)
    for part, match in found.matches.items():
        other = {"left": "right", "right": "left"}.get(part.split("_")[0], "nobody's")
        assert not any(other in bone.lower() for bone in match.bones)
    pose = found.figure.rest()
    left = pose.position("left_hand") - pose.position("right_hand")
    front = pose.position("left_toe") - pose.position("left_heel")
    assert np.cross(left, (0.0, 1.0, 0.0)) @ front > 0.0
    assert pose.within_limits
    arm = [pose.position(f"right_{site}") for site in ("shoulder_side", "elbow", "hand")]
    ball = arm[0] + sum(np.linalg.norm(np.diff(arm, axis=0), axis=1)) * np.array([0.1, -0.1, 0.8])
    reach, look = poise.Reach("right_hand", ball), poise.LookAt("eyes", ball)
    seeing = [reach, look] if name.endswith("simple_humanoid.urdf") else [look, reach]  # it has no head to turn
    feet, margin = [poise.Hold("left_foot"), poise.Hold("right_foot")], 0.012 * pose.position("head_top")[1]
    solved = poise.solve(pose, [feet, poise.Balance(margin=margin), *seeing], criteria=[poise.NearPose(pose)])
    met = {report.name: report.met for report in solved.tasks}
    assert met["reach right_hand"]
    assert met["balance"]
    assert met["look_at eyes"] or seeing[0] is reach
    assert solved.pose.within_limits


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("khronos_Fox.glb", "the figure 'khronos_Fox' is no person: its legs do not go on from its trunk"),
        ("khronos_SimpleSkin.gltf", "the figure 'khronos_SimpleSkin' is no person: it has no left_upper_arm"),
    ],
)
def test_animals_and_chains_are_refused_by_name(shared, name, why):
    with pytest.raises(poise.FigureError, match=why):
        poise.humanoid(poise.Figure.load(shared / "data" / "gltf" / name))
