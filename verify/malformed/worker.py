"""A process that makes malformed calls one after the other, and says which one it is at before it makes it.

    python -m verify.malformed.worker SEED FIRST COUNT

Whoever started it sees from its last line which call never came back: SIGPROF ends the process when one call has used
`HANG` seconds of the processor, however long it had to wait for them. It runs in a folder of its own, with little
memory: a call that asks for all there is must not take the machine along.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
import warnings

import numpy as np

from verify.malformed.entry_points import entry_points
from verify.malformed.values import ALL
from verify.malformed.verdict import judged

MEMORY = 6 << 30
"""Bytes of address space; drawing libraries alone take two."""
HANG = 60.0
"""Seconds of the processor after which a call hangs; an explanation with all its trials takes two."""


def main(seed: int, first: int, count: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("error")
    warnings.simplefilter("ignore", DeprecationWarning)  # a former name that is told is no mistake
    entries = entry_points()
    every = [(entry, parameter) for entry in entries for parameter in entry.parameters]
    kinds = list(ALL)
    _say({"entries": len(entries), "parameters": len(every)})
    order = np.random.default_rng(seed).permutation(len(every) * len(kinds))
    for i in range(first, min(first + count, len(order))):
        pair, kind = divmod(int(order[i]), len(kinds))
        entry, parameter = every[pair]
        _say({"call": i, "what": f"{entry.label}({parameter.name}={kinds[kind]})"})
        signal.setitimer(signal.ITIMER_PROF, HANG)
        wrong = judged(entry, parameter, kinds[kind])
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        _say({"done": i, "wrong": wrong})


def _say(line: dict[str, object]) -> None:
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:4]))
