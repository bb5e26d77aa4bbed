"""A skeleton as a person: its joints where the bones are, limits and masses of people, poses there and back."""

from __future__ import annotations

import numpy as np
import pytest
from rig_figures import RIGS, bones_of, centers, skeleton

import poise
from poise import FileError, InputError, UnknownNameError
from poise.humanoids.parts import JOINT, PARTS

MIXAMO = bones_of(next(rig for rig in RIGS if rig.name == "Mixamo"))


@pytest.fixture(scope="module")
def made():
    """The rig with fingers that stand apart, a twist bone and hair."""
    figure = skeleton(MIXAMO)
    for name, carrier, place in (
        ("LeftArmTwist", "LeftArm", (0.0, 0.1, 0.0)),
        ("Hair", "Head", (0.0, 0.1, -0.1)),
        ("HairTip", "Hair", (0.0, 0.1, 0.0)),
    ):
        joint = poise.Joint(name, "ball", carrier, name, poise.Placement(place))
        figure = figure.with_part(poise.Segment(name), joint)
    return poise.humanoid(figure, mass=61.5, sex="female")


def test_the_joints_of_the_person_are_those_of_the_skeleton(made):
    here = made.figure.pose("file")
    for part in PARTS:
        assert np.allclose(here.joint_frame(JOINT[part])[:3, 3], centers()[part], atol=1e-12)
    for bone in made.source.segments:
        assert np.allclose(here.frame(made.sites[bone]), made.source.rest().segment_frame(bone), atol=1e-12)


def test_its_coordinates_mean_what_they_mean_on_a_human(made):
    """The skeleton was a woman in a T-pose: her joints show the same angles, and her lengths come back."""
    her = poise.human(stature=1.66, sex="female")
    pose, same = made.figure.pose("file"), her.pose("t_pose")
    for name in ("left_shoulder", "right_shoulder", "left_elbow", "right_knee", "left_hip", "neck", "lumbar"):
        angles = [np.asarray(p[name], float) for p in (pose, same)]
        assert np.abs(angles[0] - angles[1]).max() < np.radians(6)
    bent = {"left_elbow": 1.2, "right_knee": 0.8, "left_shoulder": (0.4, -0.3, 0.2), "lumbar.swing_x": 0.3}
    for site in ("left_hand", "right_foot", "eyes"):
        a, b = (
            f.pose({**bent, "root": (0.0, 0.9, 0.0, 0.0, 0.0, 0.0, 1.0)}).position(site) for f in (made.figure, her)
        )
        assert np.linalg.norm(a - b) < 0.03
    assert her.rest().position("head_top")[1] == pytest.approx(made.figure.rest().position("head_top")[1], abs=0.01)


def test_limits_masses_and_marks_are_a_persons(made):
    her, figure = poise.human(stature=1.66, sex="female"), made.figure
    assert figure.mass == pytest.approx(61.5, abs=1e-9)
    shares = [s.mass / figure.mass for s in figure.segments.values()]
    assert np.allclose(shares, [her.segments[n].mass / her.mass for n in figure.segments], atol=1e-9)
    assert {n: (j.model, dict(j.limits)) for n, j in figure.joints.items()} == {
        n: (j.model, dict(j.limits)) for n, j in her.joints.items()
    }
    for kind in ("soles", "limbs", "groups", "couplings"):
        assert set(getattr(figure, kind)) == set(getattr(her, kind))
    assert set(her.sites) <= set(figure.sites)
    assert figure.mirror.pairs == her.mirror.pairs
    assert set(her.stances) == set(figure.stances)


def test_poses_go_to_the_skeleton_and_back(made):
    pose = made.figure.random(np.random.default_rng(4))
    there = made.source_pose(pose)
    for match in made.matches.values():
        assert np.allclose(there.segment_frame(match.bone), pose.frame(made.sites[match.bone]), atol=1e-9)
    again = made.pose(there)
    for segment in made.figure.segments:
        assert np.allclose(again.segment_frame(segment), pose.segment_frame(segment), atol=1e-9)


def test_bones_that_are_no_part_follow_and_keep_what_they_do(made):
    pose = made.figure.pose("arms_up")
    start = made.source.rest().with_joints({"Hair": (0.3, 0.1, 0.0)})
    there = made.source_pose(pose, start=start)
    for bone, carrier in (("LeftArmTwist", "LeftArm"), ("Hair", "Head")):
        ways = [np.linalg.inv(p.segment_frame(carrier)) @ p.segment_frame(bone) for p in (there, start)]
        assert np.allclose(*ways, atol=1e-12)
    assert np.allclose(pose.frame("LeftArmTwist"), there.segment_frame("LeftArmTwist"), atol=1e-9)


def test_a_motion_goes_there_and_back(made):
    keys = [made.figure.rest(), made.figure.pose("squat"), made.figure.pose("arms_up")]
    motion = poise.Motion(made.figure, [0.0, 0.5, 1.0], keys, interpolation="smooth")
    again = made.motion(made.source_motion(motion))
    for a, b in zip(motion, again, strict=True):
        assert np.allclose(a.position("left_hand"), b.position("left_hand"), atol=1e-9)
    with pytest.raises(InputError, match="not of the skeleton"):
        made.motion(motion)


def test_the_readers_reach_and_what_people_would_do(made):
    rest, ball = made.figure.rest(), (-0.10, 1.27, 0.50)
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    tasks = [feet, poise.Balance(margin=0.02), poise.LookAt("eyes", ball), poise.Reach("right_hand", ball)]
    for criterion in (poise.NearPose(rest), poise.Natural()):
        found = poise.solve(rest, tasks, criteria=[criterion])
        assert all(report.met for report in found.tasks)
        assert found.pose.within_limits


def test_a_shorter_spine_bends_as_far_and_what_lacks_is_stiff():
    """One joint has the range of three: the swing limits of the whole back together."""
    whole = poise.humanoid(skeleton(MIXAMO))
    short = poise.humanoid(skeleton({p: b for p, b in MIXAMO.items() if p not in ("midriff", "chest", "left_toes")}))
    assert short.missing == ("midriff", "chest", "left_toes")
    assert [short.figure.joints[j].dof for j in ("thoracolumbar", "thoracic", "left_toes")] == [0, 0, 0]

    def furthest(figure, joint):
        return figure.rest().with_joints({f"{joint}.swing_x": 3.0}).clamped()[joint][0]

    back = sum(whole.figure.joints[j].limits["twist"].max for j in ("lumbar", "thoracolumbar", "thoracic"))
    assert short.figure.joints["lumbar"].limits["twist"].max == pytest.approx(back)
    assert furthest(short.figure, "lumbar") > 2 * furthest(
        whole.figure.without_coupling("spine_lumbar_thoracolumbar_swing_x"), "lumbar"
    )


def test_corrections_as_a_mapping_and_as_a_file(made, tmp_path):
    other = made.corrected({"left_hand": "LeftArmTwist", "left_toes": None, "right_toes": None})
    assert other.matches["left_hand"].bone == "LeftArmTwist"
    assert other.matches["left_hand"].how == "given"
    assert other.missing == ("left_toes", "right_toes")
    file = tmp_path / "bones.yaml"
    other.save_bones(file)
    assert {p: m.bone for p, m in made.corrected(file).matches.items()} == {p: m.bone for p, m in other.matches.items()}
    with pytest.raises(UnknownNameError, match="no part 'left_paw'"):
        made.corrected({"left_paw": "Hair"})
    with pytest.raises(UnknownNameError, match="no bone 'Hiar'; did you mean 'Hair'"):
        made.corrected({"head": "Hiar"})
    with pytest.raises(InputError, match="'Hair' is given for two parts"):
        made.corrected({"head": "Hair", "neck": "Hair"})
    file.write_text("poise: bones 1\nbones:\n  head: [Hair]\n", encoding="utf-8")
    with pytest.raises(FileError, match=r"bones\.yaml:3"):
        made.corrected(file)


def test_the_mapping_shows_itself(made):
    text = str(made).splitlines()
    assert text[0] == "Humanoid 'rig': 22 of 22 parts by Mixamo, certainty 100 %"
    assert any(line.split() == ["left_shank", "LeftLeg", "100", "%", "Mixamo"] for line in text)
    assert text[-1] == "3 more bones follow"
