"""The examples run as they stand and leave pictures that show something."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))


def test_the_examples_are_numbered():
    assert [e.name[:2] for e in EXAMPLES] == [f"{i:02}" for i in range(1, len(EXAMPLES) + 1)]
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.stem)
def test_example_makes_a_picture(example, tmp_path, monkeypatch, capfd):
    """In this process, since each of its own would load the renderer again for seconds."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(example), "pictures"])
    runpy.run_path(str(example), run_name="__main__")
    shown, complaints = capfd.readouterr()
    assert complaints == ""
    assert "False" not in shown
    made = sorted((tmp_path / "pictures").glob(f"{example.name[:2]}_*.png"))
    assert made
    for picture in made:
        assert np.asarray(Image.open(picture)).std() > 10


def test_an_example_runs_as_a_program(tmp_path):
    command = [sys.executable, str(EXAMPLES[0]), "pictures"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
