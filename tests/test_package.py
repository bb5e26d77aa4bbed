"""The package as a whole: light to import, one version, a stub that fits."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import poise

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ("pydantic", "yaml", "typer", "rich", "PIL", "scipy", "xml.etree.ElementTree", "matplotlib", "numpy.ma")
LATER = ("solver", "tasks", "criteria", "people", "motion", "scene", "world", "io", "plot", "skin", "explain", "cli")
"""Parts of Poise that are loaded when they are first asked for."""


def test_importing_poise_loads_nothing_heavy_and_none_of_its_later_parts() -> None:
    heavy = (*HEAVY, *(f"poise.{part}" for part in LATER))
    assert all(importlib.util.find_spec(f"poise.{part}") is not None for part in LATER), "a part is called otherwise"
    code = f"import sys, poise; print([m for m in {heavy!r} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_making_and_posing_a_human_loads_nothing_heavy() -> None:
    code = f"import sys, poise; poise.human().rest().clamped(); print([m for m in {HEAVY!r} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_a_program_ends_quietly() -> None:
    """Figures kept in globals and caches until the end are no reason for warnings."""
    code = "import functools, poise; human = functools.cache(poise.human); keep = human().rest()"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("", "")


def test_there_is_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert poise.__version__ == project["version"]


def test_every_name_of_the_package_is_there() -> None:
    for name in poise.__all__:
        assert getattr(poise, name) is not None


def test_there_is_no_load_and_it_is_said_what_to_use() -> None:
    with pytest.raises(AttributeError, match=r"Figure\.load, Scene\.load, Motion\.load"):
        poise.load  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(poise, "lode")


def test_completion_offers_what_is_not_loaded_yet() -> None:
    code = "import poise; print(set(poise.__all__) <= set(dir(poise)), 'Any' in dir(poise))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True", "False"]


def test_the_stub_of_the_core_is_fresh() -> None:
    spec = importlib.util.spec_from_file_location("stub", ROOT / "tools" / "stub.py")
    assert spec is not None
    assert spec.loader is not None
    stub = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(stub)
    assert stub.STUB.read_text(encoding="utf-8") == stub.fresh_stub(), "run `make stub`"
