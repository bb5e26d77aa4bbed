"""Figures of any origin against a pinocchio model of the same tree: people, re-rooted people, every joint model."""

from __future__ import annotations

import pytest
from numbers_of import agreement, check
from own_figures import every_model
from pinocchio_model import FigureOracle

import poise


@pytest.mark.parametrize("hands", [False, True])
def test_people(hands):
    figure = poise.human(hands=hands)
    oracle = FigureOracle(figure)
    check(agreement(figure, oracle, oracle.sites, 1000))


@pytest.mark.parametrize("segment", ["right_foot", "head", "left_hand"])
def test_people_held_elsewhere(segment):
    figure = poise.human().rerooted(segment)
    oracle = FigureOracle(figure)
    check(agreement(figure, oracle, oracle.sites, 300))


@pytest.mark.parametrize("root", [f"s{n}" for n in range(12)])
def test_every_joint_model_forwards_and_backwards(root):
    figure = every_model().rerooted(root)
    assert any(b.reversed for b in figure.branches) == (root != "s0")
    oracle = FigureOracle(figure)
    check(agreement(figure, oracle, oracle.sites, 200))
