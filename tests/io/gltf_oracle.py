"""glTF files as others read them: three.js, three-vrm and the Khronos validator, in one run of node for many files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = Path(__file__).with_name("gltf_oracle.mjs")


def asked(jobs: list[dict[str, Any]]) -> list[Any]:
    """The answers of the script to its jobs."""
    sys.path.insert(0, str(ROOT))
    try:
        from tools.studio_page import node
    finally:
        sys.path.pop(0)
    if not (ROOT / "studio" / "node_modules" / "gltf-validator").is_dir():
        pytest.skip("the packages of the page are not fetched: make page")
    words = [str(node()), "--input-type=module", "--eval", SCRIPT.read_text(encoding="utf-8")]
    text = json.dumps([{k: str(v) if isinstance(v, Path) else v for k, v in job.items()} for job in jobs])
    done = subprocess.run(words, cwd=ROOT / "studio", input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout[done.stdout.index("[") :])
    return answers


def complaints(*paths: Path) -> list[list[str]]:
    """The errors and warnings of the Khronos validator, file by file."""
    return [list(answer) for answer in asked([{"kind": "judge", "path": path} for path in paths])]
