"""Print what a working copy needs, one requirement a line: build tools, run-time and developer packages.

They all stand in pyproject.toml; an editable install without build isolation needs them beforehand.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
extras = project["project"]["optional-dependencies"]
wanted = [
    *project["build-system"]["requires"],
    *project["project"]["dependencies"],
    *extras["pictures"],
    *extras["studio"],
    *(r for r in extras["dev"] if not r.startswith("poise")),
    "cmake>=3.25",
    "ninja",
]
print("\n".join(wanted))
