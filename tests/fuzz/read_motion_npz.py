"""Poise's own motions."""

from fuzz_readers import file_of

import poise
from poise.io.text.confine import confined

TOKENS = (
    "PK\x03\x04",
    "PK\x01\x02",
    "PK\x05\x06",
    "poise.npy",
    "figure.npy",
    "times.npy",
    "poses.npy",
    "about.npy",
    "NUMPY",
)


def read(data: bytes) -> None:
    file = file_of(data, "motion.npz")
    with confined(file.parent):
        poise.Motion.load(file)
