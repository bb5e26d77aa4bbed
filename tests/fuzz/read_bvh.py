"""BVH motions."""

from fuzz_readers import file_of

import poise
from poise.io.text.confine import confined

TOKENS = (
    "HIERARCHY", "ROOT ", "JOINT ", "End Site", "OFFSET ", "CHANNELS 3", "CHANNELS 6", "CHANNELS 1", "Xposition",
    "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation", "MOTION", "Frames: ", "Frame Time: ", "{", "}",
    "-nan", "1.#IND", "1e999", "\r\n", "\r", "LeftFoot", "Head",
)  # fmt: skip


def read(data: bytes) -> None:
    file = file_of(data, "motion.bvh")
    with confined(file.parent):
        try:
            motion = poise.Motion.load(file)
        except poise.PoiseError:
            if data.lstrip()[:9].upper() == b"HIERARCHY":
                poise.Figure.load(file)  # a skeleton alone is a figure
            raise
    motion.at(motion.end / 2)
    motion.save(file.with_name("again.bvh"))
