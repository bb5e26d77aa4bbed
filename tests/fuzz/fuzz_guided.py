"""One harness under atheris: libFuzzer looks for inputs that reach new code. Started by `python tests/fuzz`.

python tests/fuzz/fuzz_guided.py NAME [options of libFuzzer] FOLDER …
"""

from __future__ import annotations

import gc
import sys
from types import FunctionType

import atheris
from fuzz_readers import Reader, reader


def instrumented(name: str) -> Reader:
    """A harness whose reader reports which of its branches an input takes.

    Poise is instrumented function by function once all of it that the corpus needs is loaded: an editable install has a
    loader of its own, which atheris cannot see through.
    """
    found = reader(name)
    for seed in found.seeds():
        found.tried(seed)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__module__ and thing.__module__.startswith("poise."):
            atheris.instrument_func(thing)
    return found


if __name__ == "__main__":
    harness = instrumented(sys.argv[1])
    atheris.Setup([sys.argv[0], *sys.argv[2:]], harness.tried)
    atheris.Fuzz()
