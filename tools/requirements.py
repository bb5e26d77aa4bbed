"""Print what a working copy needs, one requirement a line.

`compile`: to build the core; `run`: to pose, draw and serve; `page`: to build the studio's page; `dev`: for its checks.

They all stand in pyproject.toml; an editable install without build isolation needs them beforehand.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
extras = project["project"]["optional-dependencies"]
wanted = {
    "compile": [*project["build-system"]["requires"], "cmake>=3.25", "ninja"],
    "run": [*project["project"]["dependencies"], *extras["pictures"], *extras["studio"]],
    "page": project["tool"]["scikit-build"]["overrides"][0]["build"]["requires"],
    "dev": project["dependency-groups"]["dev"],
}
print("\n".join(wanted[sys.argv[1]]))
