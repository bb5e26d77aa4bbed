"""Pose files: joints to degrees."""

from fuzz_readers import file_of

import poise
from poise.io.figure.pose_values import load_pose

FIGURE = poise.human(1.7)
TOKENS = ("left_knee:", "root:", "left_shoulder:", "neck.twist:", "position:", "rotation:", "axis_angle:", " rad")


def read(data: bytes) -> None:
    load_pose(FIGURE, file_of(data, "pose.yaml"))
