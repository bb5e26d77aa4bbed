"""Print what a working copy needs, one requirement a line.

`run`: to build the core, to pose, draw and serve; `page`: to build the studio's page; `dev`: for its checks.

They all stand in pyproject.toml; an editable install without build isolation needs them beforehand.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
extras = project["project"]["optional-dependencies"]
wanted = {
    "run": [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *extras["pictures"],
        *extras["studio"],
        "cmake>=3.25",
        "ninja",
    ],
    "page": project["tool"]["scikit-build"]["overrides"][0]["build"]["requires"],
    "dev": project["dependency-groups"]["dev"],
}
print("\n".join(wanted[sys.argv[1]]))
