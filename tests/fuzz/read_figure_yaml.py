"""Figure files of Poise."""

from fuzz_readers import file_of

import poise

TOKENS = (
    "poise: figure", "version: 1", "segments:", "joints:", "sites:", "soles:", "limbs:", "groups:", "couplings:",
    "mirror:", "postures:", "gravity:", "mass:", "center:", "inertia:", "shapes:", "density:", "capsule:", "box:",
    "sphere:", "ellipsoid:", "cylinder:", "radius:", "length:", "size:", "model: ball", "model: hinge", "parent:",
    "child:", "limits:", "swing:", "cone:", "ellipse:", "polygon:", "twist:", "table:", "min:", "max:", "rad",
    "axis_angle:", "position:", "rotation:", "weight:", "strengths:", "terms:", "pairs:",
)  # fmt: skip


def read(data: bytes) -> None:
    poise.Figure.load(file_of(data, "figure.yaml"))
