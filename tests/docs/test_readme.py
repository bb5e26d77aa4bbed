"""The README alone: what it shows can be typed as it stands, and an index that has nothing else can show it."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import poise
from poise.cli.main import main

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
SAVED = re.compile(r'\.save\("([^"]+)"')
COMMANDS = re.findall(r"^poise .*?(?=\s*(?:#|$))", TEXT, re.MULTILINE)


@pytest.mark.parametrize("block", BLOCKS)
def test_every_block_runs_alone(block: str, tmp_path: Path) -> None:
    """As a file of its own, in an empty folder and a process of its own."""
    program = tmp_path / "block.py"
    program.write_text(block, "utf-8")
    run = subprocess.run([sys.executable, program], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8")
    assert (run.returncode, run.stderr) == (0, "")
    assert {found[1] for found in SAVED.finditer(block)} == {p.name for p in tmp_path.iterdir()} - {"block.py"}


def test_every_command_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a scene, a motion and a robot of one's own, small ones."""
    monkeypatch.chdir(tmp_path)
    chain = poise.figures.planar_chain(3)
    poise.Scene(chain.rest(), [poise.Reach("tip", (0.0, 0.3, 0.2))]).save("scene.yaml")
    chain.save("robot.urdf")
    poise.Motion(chain, [0.0, 0.1], [chain.rest(), chain.rest()]).save("walk.bvh")
    assert len(COMMANDS) >= 6
    for command in COMMANDS:
        with pytest.raises(SystemExit) as left:
            main(shlex.split(command)[1:])
        assert left.value.code in (0, None), command
    assert {"dance.png", "pose.yaml", "sitting.png", "walk.webp", "robot.yaml"} <= {p.name for p in tmp_path.iterdir()}


def test_an_index_page_shows_nothing_relative() -> None:
    spec = importlib.util.spec_from_file_location("index_page", ROOT / "tools" / "index_page.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    shown = tool.for_an_index(TEXT)
    assert re.findall(r"\]\((?!https?://|#)", shown) == []
    assert "![" not in shown
    assert all(block in shown for block in BLOCKS), "code stays as it is"
    assert tool.for_an_index("see [a page](https://a.org/b.md) and ![it](https://a.org/c.png)") == (
        "see [a page](https://a.org/b.md) and ![it](https://a.org/c.png)"
    )
