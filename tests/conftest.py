"""Settings of all tests: repeatable hypothesis runs, and the shared data when it is there."""

from __future__ import annotations

import math
from pathlib import Path

import hypothesis
import pytest

from poise.explain import trials

ROOT = Path(__file__).resolve().parent.parent

# The same examples on every run and machine, however slow: a failure that comes and goes teaches nobody. To look for
# new ones: pytest --hypothesis-profile=explore
hypothesis.settings.register_profile(
    "poise",
    deadline=None,
    derandomize=True,
    max_examples=100,
    suppress_health_check=[hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.data_too_large],
)
hypothesis.settings.register_profile(
    "explore", hypothesis.settings.get_profile("poise"), derandomize=False, max_examples=1000, print_blob=True
)
hypothesis.settings.load_profile("poise")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data beside the repository."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"no shared data: {folder} is not there")
    return folder


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Explanations are ended by their count of work alone: on a slow or busy machine they say the same."""
    monkeypatch.setattr(trials, "PATIENCE", math.inf)
