"""URDF robots."""

from fuzz_readers import file_of

import poise
from poise.io.text.confine import confined

TOKENS = (
    "<robot name=", "<link name=", "<joint name=", " type=", "revolute", "continuous", "prismatic", "floating",
    "planar", "fixed", "<parent link=", "<child link=", "<origin xyz=", " rpy=", "<axis xyz=", "<limit lower=",
    " upper=", " effort=", "<mimic joint=", " multiplier=", " offset=", "<inertial>", "<mass value=", "<inertia ixx=",
    "<collision>", "<visual>", "<geometry>", "<box size=", "<cylinder radius=", "<sphere radius=", "<mesh filename=",
)  # fmt: skip


def read(data: bytes) -> None:
    file = file_of(b"<" + data if data[:1] != b"<" else data, "robot.urdf")
    with confined(file.parent):
        poise.Figure.load(file)
