"""Chains of five thousand joints: no recursion, no quadratic time, right numbers."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

from poise import Figure, Joint, Placement, Segment, Site

COUNT = 5000
LINK = 0.01


@pytest.fixture(scope="module")
def chain() -> Figure:
    segments = [Segment(f"s{i}", 0.01, (0, LINK / 2, 0)) for i in range(COUNT + 1)]
    joints = [Joint("base", "fixed", None, "s0")]
    for i in range(COUNT):
        joints.append(Joint(f"j{i + 1}", "hinge", f"s{i}", f"s{i + 1}", Placement((0, LINK, 0)), axis=(0, 0, 1)))
    return Figure("snake", segments, joints, sites=[Site("tip", f"s{COUNT}", Placement((0, LINK, 0)))])


def test_its_tip_is_where_the_sum_says(chain: Figure) -> None:
    angles = np.random.default_rng(0).normal(0.0, 0.02, COUNT)
    headings = np.concatenate([[0.0], np.cumsum(angles)])
    expected = LINK * np.array([-np.sin(headings).sum(), np.cos(headings).sum(), 0.0])
    pose = chain.pose(angles)
    np.testing.assert_allclose(pose.position("tip"), expected, atol=1e-9)


def test_its_jacobian_is_the_lever_of_every_joint(chain: Figure) -> None:
    pose = chain.pose(np.full(COUNT, 2 * math.pi / COUNT))
    jacobian = pose.jacobian("tip")
    assert jacobian.shape == (6, COUNT)
    for i in (1, COUNT // 3, COUNT):
        lever = pose.position("tip") - pose.joint_frame(f"j{i}")[:3, 3]
        np.testing.assert_allclose(jacobian[:3, i - 1], np.cross((0, 0, 1), lever), atol=1e-9)


def test_a_full_circle_closes(chain: Figure) -> None:
    pose = chain.pose(np.full(COUNT, 2 * math.pi / (COUNT + 1)))
    assert np.linalg.norm(pose.position("tip")) < 1e-9
    assert np.isfinite(pose.center_of_mass).all()
    assert pose.upper_body("j2500").mass == pytest.approx(0.01 * 2501)


def test_held_at_its_end_nothing_moves(chain: Figure) -> None:
    pose = chain.pose(np.random.default_rng(1).normal(0.0, 0.02, COUNT))
    held = pose.rerooted(f"s{COUNT}")
    assert held.figure.root == f"s{COUNT}"
    for segment in ("s0", "s1", "s2500", f"s{COUNT}"):
        np.testing.assert_allclose(held.segment_frame(segment), pose.segment_frame(segment), atol=1e-10)


def test_it_prints_cut(chain: Figure) -> None:
    lines = str(chain).splitlines()
    assert lines[0] == "snake: 5001 segments, 5000 DOF, 50.01 kg"
    assert lines[-1] == "… and 4801 more"
    assert max(map(len, lines)) < 100


def test_it_pickles_scales_mirrors_and_is_cut_in_parts(chain: Figure) -> None:
    assert pickle.loads(pickle.dumps(chain)) == chain
    assert chain.scaled(2.0).rest().position("tip")[1] == pytest.approx(2 * LINK * (COUNT + 1))
    assert chain.mirrored().rest().position("tip")[1] == pytest.approx(LINK * (COUNT + 1))
    assert len(chain.subfigure("s4000").segments) == COUNT + 1 - 4000


def test_a_deep_tree_with_side_branches() -> None:
    """A comb: every link carries a tooth. It prints without growing to the right for ever."""
    n = 1000
    segments = [Segment("s0"), *(Segment(f"{kind}{i}") for i in range(1, n + 1) for kind in "st")]
    joints = [Joint("base", "free", None, "s0")]
    for i in range(1, n + 1):
        joints += [
            Joint(f"spine{i}", "ball", f"s{i - 1}", f"s{i}", Placement((0, 0.1, 0))),
            Joint(f"tooth{i}", "hinge", f"s{i - 1}", f"t{i}"),
        ]
    comb = Figure("comb", segments, joints)
    assert comb.dof == 6 + 4 * n
    assert comb.rest().segment_frame(f"s{n}")[1, 3] == pytest.approx(0.1 * n)
    assert str(comb).startswith("comb: 2001 segments")
    assert comb.rerooted(f"t{n}").root == f"t{n}"
