"""Drawing order of glassy things."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from poise.plot.mesh import Mesh
from poise.plot.scene import Item
from poise.plot.views import Camera


def back_to_front(items: Iterable[Item], camera: Camera) -> list[Item]:
    """Solid items first, then glassy ones from far to near, and so their triangles: glass hides what it is drawn over.

    The driver's own sorting (depth peeling) draws nothing at all in some windows without a screen.
    """
    given = list(items)
    glassy = [replace(i, mesh=_sorted(i.mesh, camera)) for i in given if i.opacity < 1 and len(i.mesh.faces)]
    glassy.sort(key=lambda i: float(camera.nearness(i.mesh.vertices).mean()))
    return [i for i in given if i.opacity >= 1] + glassy


def _sorted(mesh: Mesh, camera: Camera) -> Mesh:
    order = np.argsort(camera.nearness(mesh.vertices)[mesh.faces].sum(axis=1), kind="stable")
    return Mesh(mesh.vertices, mesh.normals, mesh.faces[order])
