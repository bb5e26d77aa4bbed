"""COLLADA meshes."""

import numpy as np
from fuzz_readers import file_of

from poise.io.robot.looks import smoothed
from poise.io.robot.mesh_file import read_pieces

TOKENS = (
    "<p>",
    "<matrix>",
    "<rotate>",
    "<vcount>",
    "<instance_node url='#n'/>",
    'offset="1"',
    'stride="0"',
    "-1",
    "1e999",
)


def read(data: bytes) -> None:
    with np.errstate(over="ignore", invalid="ignore"):  # as the reader of the model does
        for piece in read_pieces(file_of(data, "mesh.dae")):
            smoothed(piece.triangles)
