"""The linear kernel on bare matrices, against the projectors of the thesis in numpy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import projectors

_bench = pytest.importorskip("_bench", reason="make pytest builds it, or make kernel")

import recursion  # noqa: E402


def kernel_of(levels: projectors.Levels) -> _bench.Kernel:
    kernel = _bench.Kernel(levels[0][0].shape[1])
    for J, e in levels:
        kernel.add_level(J, e)
    return kernel


@settings(max_examples=40, deadline=None)
@given(p=st.integers(1, 6), m=st.integers(1, 5), spare=st.integers(0, 10))
def test_same_step_as_projectors(p: int, m: int, spare: int) -> None:
    levels = recursion.levels(p, p * m + spare, m)
    step = kernel_of(levels).step()
    np.testing.assert_allclose(step, projectors.recursive(levels), atol=1e-9 * max(1.0, np.abs(step).max()))
    np.testing.assert_allclose(step, projectors.from_scratch(levels), atol=1e-9 * max(1.0, np.abs(step).max()))


def test_levels_in_conflict_get_what_those_above_leave() -> None:
    J = np.random.default_rng(1).normal(size=(3, 8))
    levels = [(J, np.ones(3)), (J.copy(), np.zeros(3)), (np.eye(8), np.arange(8.0))]
    np.testing.assert_allclose(kernel_of(levels).step(), projectors.recursive(levels), atol=1e-12)


@pytest.mark.parametrize("p", [1, 2, 5, 12])
def test_one_round_for_all_levels(p: int) -> None:
    """Rows that do not depend on each other are factored together, whatever the number of levels."""
    kernel = kernel_of(recursion.levels(p, 60, 5))
    kernel.step()
    assert kernel.rounds == 1


@pytest.mark.parametrize("p", [1, 2, 5, 12])
def test_one_round_a_level_where_rows_depend_on_each_other(p: int) -> None:
    """The cost is linear in the number of levels: none is factored twice (Baerlocher 5.3.9)."""
    twice = [(np.vstack([J, J[:1]]), np.append(e, e[0])) for J, e in recursion.levels(p, 60, 4)]
    kernel = kernel_of(twice)
    kernel.step()
    assert kernel.rounds == p


@pytest.mark.parametrize("seed", range(8))
def test_levels_below_disturb_nothing_at_bounds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    levels = [(rng.normal(size=(m, 20)), rng.normal(size=m)) for m in (4, 2, 3)] + [(np.eye(20), rng.normal(size=20))]
    lower, upper = -rng.uniform(0.0, 0.3, 20), rng.uniform(0.0, 0.3, 20)
    steps = []
    for count in range(1, 5):
        kernel = kernel_of(levels[:count])
        kernel.bound(lower, upper)
        steps.append(kernel.step())
        assert (steps[-1] >= lower - 1e-12).all()
        assert (steps[-1] <= upper + 1e-12).all()
    for k, (J, _) in enumerate(levels):
        for below in steps[k:]:
            np.testing.assert_allclose(J @ below, J @ steps[k], atol=1e-12)


def test_bad_sizes_are_refused() -> None:
    kernel = _bench.Kernel(4)
    with pytest.raises(ValueError, match="J must have 4 columns, not 3"):
        kernel.add_level(np.zeros((2, 3)), np.zeros(2))
    with pytest.raises(ValueError, match="e must have 2 numbers, not 1"):
        kernel.add_level(np.zeros((2, 4)), np.zeros(1))
