"""A load in one hand, for three body sizes: L5, shoulder and knee by free bodies cut off at the joint."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise import Support, Weight, statics

GRAVITY = np.array([0.0, -9.81, 0.0])


def standing(sex: str, percentile: int) -> poise.Pose:
    human = poise.human(sex=sex, percentile=percentile)
    angles = {"hip.swing_x": 0.4, "knee.flexion": 0.8, "ankle.swing_x": 0.35}
    bent = human.rest().with_joints({f"{s}_{j}": a for s in ("left", "right") for j, a in angles.items()})
    levels = [[poise.Hold("left_foot"), poise.Hold("right_foot")], poise.Balance(margin=0.03)]
    wanted = bent.with_joints({"left_elbow.flexion": 1.5})
    return poise.solve(human.rest(), levels, criteria=[poise.NearPose(wanted)]).pose


@pytest.mark.parametrize("kilograms", [2.0, 15.0])
@pytest.mark.parametrize(("sex", "percentile"), [("female", 5), ("male", 50), ("male", 95)])
def test_the_joints_hold_what_is_cut_off_at_them(sex, percentile, kilograms):
    pose = standing(sex, percentile)
    soles = [Support(name, friction=0.7) for name in pose.figure.soles]
    report = statics(pose, [Weight("left_hand", kilograms)], soles)
    assert report.balanced
    for joint in ("lumbar", "left_shoulder"):
        center, above = pose.joint_frame(joint)[:3, 3], pose.upper_body(joint)
        moment = np.cross(above.center - center, above.mass * GRAVITY)
        moment += np.cross(pose.position("left_hand") - center, kilograms * GRAVITY)
        torque = [part.torque for part in report.joint(joint).values()]
        assert np.linalg.norm(torque) == pytest.approx(np.linalg.norm(moment), abs=1e-9), "a ball joint holds it all"
    frame, below = pose.joint_frame("left_knee"), pose.upper_body("left_knee")
    moment = np.cross(below.center - frame[:3, 3], below.mass * GRAVITY)
    for site in ("left_foot", "left_toes"):
        sole = report.support(site)
        moment += np.cross(sole.points - frame[:3, 3], sole.forces).sum(axis=0)
    axis = pose.with_joints({"left_knee.twist": 0.0}).joint_frame("left_knee")[:3, 0]
    assert report.joint("left_knee")["flexion"].torque == pytest.approx(-float(moment @ axis), abs=1e-6)
