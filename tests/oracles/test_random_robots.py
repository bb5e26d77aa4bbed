"""Random robot files, read by us and by pinocchio or MuJoCo: every number agrees to 1e-10."""

from __future__ import annotations

import pytest
from mjcf_oracle import MjcfOracle
from numbers_of import agreement, check
from random_files import RandomMjcf, random_urdf
from urdf_oracle import UrdfOracle

import poise


@pytest.mark.parametrize("seed", range(20))
def test_random_urdf(tmp_path, seed):
    path = tmp_path / "robot.urdf"
    path.write_text(random_urdf(seed))
    axes = ("keep", "poise")[seed % 2]
    figure = poise.Figure.load(path, axes=axes)
    oracle = UrdfOracle(path, figure, axes)
    check(agreement(figure, oracle, oracle.sites, 30, seed))


@pytest.mark.parametrize("seed", range(40))
def test_random_mjcf(tmp_path, seed):
    path = tmp_path / "robot.xml"
    path.write_text(RandomMjcf(seed).text)
    axes = ("keep", "poise")[seed % 2]
    figure = poise.Figure.load(path, axes=axes)
    oracle = MjcfOracle(path, figure, axes)
    check(agreement(figure, oracle, oracle.sites, 30, seed))
