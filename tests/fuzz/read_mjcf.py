"""MuJoCo models."""

from fuzz_readers import file_of

import poise
from poise.io.text.confine import confined

TOKENS = (
    "<mujoco", "<compiler", " angle=", " eulerseq=", " coordinate=", " inertiafromgeom=", " balanceinertia=",
    "<default", " class=", " childclass=", "<worldbody>", "<body", " pos=", " quat=", " euler=", " axisangle=",
    " xyaxes=", " zaxis=", "<freejoint", "<joint", " type=", "ball", "slide", "hinge", "free", " range=", " ref=",
    " axis=", " limited=", "<geom", " size=", " fromto=", "capsule", "ellipsoid", "cylinder", "box", "sphere", "mesh",
    "<inertial", " diaginertia=", " fullinertia=", "<site", "<frame", "<replicate", " count=", " offset=", "<asset>",
    "<mesh", " file=", " scale=", "<include", "<equality>", " polycoef=", "<keyframe>", "<key", " qpos=", "<tendon>",
    "<fixed", " coef=", "<actuator>", " forcerange=",
)  # fmt: skip


def read(data: bytes) -> None:
    file = file_of(b"<" + data if data[:1] != b"<" else data, "model.xml")
    with confined(file.parent):
        poise.Figure.load(file)
