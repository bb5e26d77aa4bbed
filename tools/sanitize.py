"""The core under sanitizers: its C++ tests, and Python solves, statics and limbs, in one harness.

    python tools/sanitize.py [--short] [--seed N] [--count 300]

Builds the core, its tests and the Python module once more into build/sanitize, with the address, undefined-behaviour
and leak sanitizers and with Eigen's assertions. Anything they find ends the run with status 1. `--short`, which is for
`.ci/run`, builds three folders of the core alone and runs their C++ tests: all fifteen take minutes to compile. What
Python itself leaks is left out, by who allocated it.
"""

from __future__ import annotations

import argparse
import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "sanitize"
BIN = Path(sys.executable).parent
SHORT = ("math", "text", "picture")
"""The folders of the short form, which have tests and need no other; `kernel` alone takes as long again."""
LEAKS = ROOT / "tools" / "leaks.txt"
STRICT = {
    "ASAN_OPTIONS": "detect_leaks=1:detect_stack_use_after_return=1:check_initialization_order=1:malloc_context_size=4",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    "LSAN_OPTIONS": f"suppressions={LEAKS}:print_suppressions=0",
}


def run(*command: str | Path, **more: str) -> None:
    """Run a command with these variables set; what fails ends all."""
    done = subprocess.run([str(part) for part in command], cwd=ROOT, env={**os.environ, **more}, check=False)
    if done.returncode:
        print(f"FAILED: {' '.join(map(str, command))} ended with {done.returncode}", flush=True)
        sys.exit(1)


def build(short: bool) -> None:
    """Configure and build: the tests of all folders and the module, or in short the tests of some."""
    options = {
        "CMAKE_MAKE_PROGRAM": BIN / "ninja",
        "Python_EXECUTABLE": sys.executable,
        "POISE_SANITIZE": "ON",
        "POISE_STRICT": "ON",
        "POISE_BUILD_TESTS": "ON",
        "POISE_BUILD_MODULE": "OFF" if short else "ON",
        "CMAKE_UNITY_BUILD": "ON",
    }
    configure: list[str | Path] = [BIN / "cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "--log-level=WARNING"]
    folders = f"-DPOISE_ONLY={';'.join(SHORT)}" if short else "-UPOISE_ONLY"
    run(*configure, folders, *(f"-D{name}={value}" for name, value in options.items()))
    # Ninja complains of the jobs of a make that it has been started by.
    run(BIN / "cmake", "--build", BUILD, "--target", "poise_tests", *([] if short else ["_core"]), MAKEFLAGS="")


def preloaded() -> str:
    """The sanitizer's library, which must come first in a Python that was built without it; then that of C++."""
    cache = (BUILD / "CMakeCache.txt").read_text("utf-8")
    found = re.search(r"CMAKE_CXX_COMPILER:\w+=(.*)", cache)
    compiler = found[1] if found else "c++"
    paths = []
    for library in ("libasan.so", "libstdc++.so"):
        asked = subprocess.run([compiler, f"-print-file-name={library}"], capture_output=True, text=True, check=True)
        path = Path(asked.stdout.strip())
        if not path.is_absolute():
            sys.exit(f"{compiler} has no {library}: make sanitize needs GCC and its libasan")
        paths.append(str(path.resolve()))
    return " ".join(paths)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help=f"the C++ tests of {', '.join(SHORT)} only")
    parser.add_argument("--seed", type=int, help="of the Python part; drawn fresh otherwise")
    parser.add_argument("--count", type=int, default=300, help="solves, statics and limbs of the Python part")
    asked = parser.parse_args()
    build(asked.short)
    run(BUILD / "poise_tests", **STRICT)
    if asked.short:
        return
    seed = secrets.randbelow(2**32) if asked.seed is None else asked.seed
    inner: list[str | Path] = [
        sys.executable,
        "-m",
        "verify.sanitized",
        BUILD,
        "--seed",
        str(seed),
        "--count",
        str(asked.count),
    ]
    run(*inner, **STRICT, LD_PRELOAD=preloaded(), PYTHONDONTWRITEBYTECODE="1")


if __name__ == "__main__":
    main()
