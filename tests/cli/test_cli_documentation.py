"""What docs/command_line.md shows is what happens.

In a `console` block every line after `$ ` is run in one folder, in order, and must print exactly the lines that
follow it; a line `⋮` stands for any further lines.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "command_line.md"


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


def dialogues(text: str) -> list[tuple[str, list[str]]]:
    """Commands with the lines expected after each."""
    found: list[tuple[str, list[str]]] = []
    for block in blocks(text, "console"):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def printed(run) -> list[str]:
    return [line.rstrip() for line in (run.out + run.err).splitlines()]


def test_the_page_shows_what_happens(poise_command, tmp_path):
    text = PAGE.read_text(encoding="utf-8")
    (tmp_path / "arm.urdf").write_text(blocks(text, "xml")[0])
    (tmp_path / "touch.yaml").write_text(blocks(text, "yaml")[0])
    (tmp_path / "nod.bvh").write_text(blocks(text, "text")[0])
    shown = dialogues(text)
    assert len(shown) > 10
    for command, expected in shown:
        program, *arguments = shlex.split(command)
        assert program == "poise"
        lines = printed(poise_command(*arguments))
        if expected and expected[-1].strip() == "⋮":
            expected = expected[:-1]
            lines = lines[: len(expected)]
        assert lines == expected, command


def test_the_pose_file_of_the_page_is_read(poise_command, tmp_path):
    text = PAGE.read_text(encoding="utf-8")
    pose = re.search(r"  ```yaml\n(.*?)  ```", text, flags=re.DOTALL)
    assert pose is not None
    (tmp_path / "pose.yaml").write_text(pose[1].replace("\n  ", "\n").strip())
    run = poise_command("show", "human", "--pose", "pose.yaml", "--size", "90x90", "--json")
    assert run.status == 0, run.err


@pytest.mark.parametrize(
    "option", ["--pose", "--set", "--view", "--limits", "--focus", "--com", "--support", "--skeleton", "--clamp"]
)
def test_the_page_knows_every_option_of_show(poise_command, option):
    assert option in PAGE.read_text(encoding="utf-8")
    assert option in poise_command("show", "--help").out
