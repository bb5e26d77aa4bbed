"""glTF characters and motions, as text and as GLB."""

from fuzz_readers import file_of

import poise
from poise.io.text.confine import confined

TOKENS = (
    '"nodes"', '"children"', '"skins"', '"joints"', '"matrix"', '"scale"', '"rotation"', '"translation"', '"accessors"',
    '"bufferView"', '"byteOffset"', '"byteStride"', '"count"', '"sparse"', '"CUBICSPLINE"', '"STEP"',
    '"componentType":5126', '"componentType":5121', '"type":"MAT4"', '"type":"SCALAR"', '"extensions"', '"VRMC_vrm"',
    '"normalized":true',
    '"VRM"', '"humanBones"', '"extensionsRequired"', "data:;base64,", "../", "[-1]", "1e999", "glTF",
    '"inverseBindMatrices"',
)  # fmt: skip


def read(data: bytes) -> None:
    file = file_of(data, "character.glb")
    with confined(file.parent):
        figure = poise.Figure.load(file)
        if figure.character is None:  # another format, which has its own harness
            return
        frames = figure.character.frames(figure.rest().segment_frame)
        for part in figure.character.parts:
            part.placed(frames)
        figure.rest().save(file.with_name("again.glb"))
        motion = poise.Motion.load(file)
    motion.at(motion.end)
    motion.save(file.with_name("again.gltf"))
