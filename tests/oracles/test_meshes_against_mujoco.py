"""The matter in a mesh, found by us and by MuJoCo: a lopsided, concave solid under every rule and transformation."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

import poise

SOLID = """v 0 0 0\nv 2 0.1 0\nv 0.3 1 0\nv 0.1 0.2 1.5\nv 0.7 0.35 0.3
f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 5\nf 3 4 5\nf 4 2 5
"""
"""A tetrahedron with a dent in its largest face."""

ASSETS = [
    "",
    'inertia="exact"',
    'inertia="shell"',
    'scale="0.4 0.3 0.7"',
    'scale="0.4 -0.3 0.7" inertia="exact"',
    'refpos="1 2 3" refquat="1 2 3 4" scale="1 0.5 2"',
]
GEOMS = ["", 'pos="1 2 3" euler="10 20 30"', 'mass="3" quat="1 0.2 0.3 0.4"', 'density="20"']


@pytest.mark.parametrize("geom", GEOMS)
@pytest.mark.parametrize("asset", ASSETS)
def test_matter_of_a_mesh(tmp_path, asset, geom):
    (tmp_path / "solid.obj").write_text(SOLID)
    (tmp_path / "m.xml").write_text(f"""<mujoco><asset><mesh name="m" file="solid.obj" {asset}/></asset>
      <worldbody><body name="a"><freejoint/><geom type="mesh" mesh="m" {geom}/></body></worldbody></mujoco>""")
    ours = poise.Figure.load(tmp_path / "m.xml").segment("a")
    theirs = mujoco.MjModel.from_xml_path(str(tmp_path / "m.xml"))
    mass, moments = float(theirs.body_mass[1]), np.sort(theirs.body_inertia[1])
    assert ours.mass == pytest.approx(mass, rel=1e-13)
    np.testing.assert_allclose(ours.center, theirs.body_ipos[1], atol=1e-13)
    np.testing.assert_allclose(np.linalg.eigvalsh(ours.inertia), moments, rtol=1e-11)
    np.testing.assert_allclose(ours.inertia, _inertia(theirs), rtol=1e-6, atol=1e-7 * moments[2])


def _inertia(model: mujoco.MjModel) -> np.ndarray:
    """In body axes. Their principal axes are exact to single precision only."""
    turn = np.zeros(9)
    mujoco.mju_quat2Mat(turn, model.body_iquat[1])
    return turn.reshape(3, 3) @ np.diag(model.body_inertia[1]) @ turn.reshape(3, 3).T
