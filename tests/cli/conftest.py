"""What the tests of the command line share: small figures, and a way to run `poise` as a user would."""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "plot"))  # small_figures

from poise.cli.main import main


class Run(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture
def poise_command(tmp_path, monkeypatch):
    """Run the command line in an empty folder and give its exit status and what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "140")

    def run(*arguments: str) -> Run:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                main([str(a) for a in arguments])
                status = 0
            except SystemExit as leaving:
                status = leaving.code if isinstance(leaving.code, int) else 1
        return Run(status or 0, out.getvalue(), err.getvalue())

    return run


@pytest.fixture
def doll_file(tmp_path):
    from small_figures import doll

    path = tmp_path / "doll.yaml"
    doll().save(path)
    return path
