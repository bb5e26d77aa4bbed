"""VRM avatars and VRMA motions, done by a person of ours and written again."""

from functools import cache

from fuzz_readers import file_of

import poise
from poise.io.text.confine import confined

TOKENS = (
    '"VRMC_vrm_animation"', '"VRMC_vrm"', '"VRM"', '"specVersion":"1.0"', '"humanoid"', '"humanBones"', '"bone"',
    '"node"', '"hips"', '"leftUpperLeg"', '"leftThumbProximal"', '"jaw"', '"expressions"', '"preset"', '"lookAt"',
    '"rotation"', '"translation"', '"CUBICSPLINE"', '"STEP"', '"children"', '"scale"', "[-1]", "1e999", "null",
)  # fmt: skip


@cache
def _person() -> poise.Figure:
    return poise.human()


def read(data: bytes) -> None:
    file = file_of(data, "motion.vrma")
    with confined(file.parent):
        motion = poise.Motion.load(file, onto=_person())
        motion.at(motion.end / 2)
        motion.save(file.with_name("again.vrma"))
        figure = poise.Figure.load(file)
        kind = getattr(figure.character, "kind", "")
        figure.save(file.with_name("again.vrm"), version=0 if kind == "VRM 0" else 1)
