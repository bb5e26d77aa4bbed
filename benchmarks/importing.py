"""What `import poise` costs, beside `import numpy`, which is most of it: processor seconds in fresh interpreters.

Python keeps what it has compiled, so that all imports but the first read bytecode; a setting of the surroundings
(PYTHONDONTWRITEBYTECODE) can forbid that, and then every program compiles numpy anew. Here the bytecode is kept in a
folder of its own, whatever the surroundings say: measured is what everybody has from the second program on.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

BUDGET = 0.25
"""Seconds of `import poise`, at most."""
RATIO = 1.6
"""Times `import numpy`, at most: 1.3 when this was written, and one more library of numpy's weight would be 2."""
ROUNDS = 9


def import_seconds() -> tuple[float, float]:
    """Of poise and of numpy, taken in turn so that both meet the same machine; the best of several."""
    with tempfile.TemporaryDirectory() as bytecode:
        rounds = [(_once("poise", bytecode), _once("numpy", bytecode)) for _ in range(ROUNDS + 1)]
    poise, numpy = zip(*rounds[1:], strict=True)  # the first compiles
    return min(poise), min(numpy)


def _once(module: str, bytecode: str) -> float:
    words = f"import time; t = time.process_time(); import {module}; print(time.process_time() - t)"
    surroundings = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    surroundings["PYTHONPYCACHEPREFIX"] = bytecode
    run = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, env=surroundings)
    return float(run.stdout)
