"""MSH meshes of MuJoCo."""

import numpy as np
from fuzz_readers import file_of

from poise.io.mjcf.mesh_matter import RULES, matter_of
from poise.io.robot.mesh_file import read_triangles


def read(data: bytes) -> None:
    with np.errstate(over="ignore", invalid="ignore"):  # as the reader of the model does
        triangles = read_triangles(file_of(data, "mesh.msh"))
        for rule in RULES:
            matter_of(triangles, rule)
