"""The oracles' own modules are found here, and the robot files that are not ours."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

SHARED = Path(__file__).resolve().parents[3] / "shared"
FOLDERS = (SHARED / "data" / "robots", SHARED / "peers")


def _robots(ending: str) -> list[Path]:
    return [p for folder in FOLDERS for p in sorted(folder.glob(f"*.{ending}"))]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`shared_urdf`, `shared_mjcf`: every robot file in the shared folder, or one skipped test that says why."""
    for name, ending in (("shared_urdf", "urdf"), ("shared_mjcf", "xml")):
        if name in metafunc.fixturenames:
            reason = f"no .{ending} robots: the shared data folder is not beside the project"
            missing = [pytest.param(None, marks=pytest.mark.skip(reason=reason), id="missing")]
            found = [pytest.param(p, id=p.name) for p in _robots(ending)]
            metafunc.parametrize(name, found or missing)
