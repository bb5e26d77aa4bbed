"""Run the checks: draw a seed, print it, ask, count, and end with status 1 when something failed."""

from __future__ import annotations

import argparse
import faulthandler
import importlib
import pkgutil
import secrets
import sys
import time
import zlib

import numpy as np

from verify import __doc__ as about
from verify import checks, page
from verify.tally import Tally

SHORT = 0.05
"""The size in `.ci/run`: with the short forms of the other nets under two minutes."""
LONG = 20.0
"""The size of `--long`: about an hour."""
SHOWN = 5
"""How many failures of a kind are printed; the seed brings back the others."""


def names() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(checks.__path__))


def rng_of(name: str, seed: int) -> np.random.Generator:
    """The numbers of one check, the same whether it runs alone or with others."""
    return np.random.default_rng([seed, zlib.crc32(name.encode())])


def report(name: str, tally: Tally, seed: int, size: float, seconds: float) -> list[str]:
    """What is printed of one check."""
    lines = [f"  {row}" for row in tally.rows]
    lines.append(f"  {tally.cases} cases in {seconds:.1f} s: {'all held' if tally.green else 'FAILED'}")
    for kind, found in tally.failures.items():
        lines += [f"  {kind}: {len(found)}", *(f"    {line}" for line in found[:SHOWN])]
    if not tally.green:
        lines.append(f"  again: python -m verify --only {name} --seed {seed} --size {size:g}")
    return [*lines, ""]


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m verify", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", metavar="NAME", action="append", choices=names(), help=f"one of {', '.join(names())}")
    parser.add_argument("--seed", type=int, help="ask again what this seed asked; drawn fresh otherwise")
    how_much = parser.add_mutually_exclusive_group()
    how_much.add_argument("--size", type=float, default=1.0, help="times as many cases as a look of some minutes")
    how_much.add_argument("--short", action="store_const", const=SHORT, dest="size", help="some seconds a check")
    how_much.add_argument("--long", action="store_const", const=LONG, dest="size", help="about an hour")
    parser.add_argument("--keep", action="store_true", help="also put what is printed into docs/benchmarks.md")
    asked = parser.parse_args()
    seed = secrets.randbelow(2**32) if asked.seed is None else asked.seed
    green, said = True, [f"seed {seed}, size {asked.size:g}", ""]
    print(*said, sep="\n", flush=True)
    for name in asked.only or names():
        module = importlib.import_module(f"{checks.__name__}.{name}")
        said.append(f"{name}: {(module.__doc__ or '').strip().splitlines()[0]}")
        print(said[-1], flush=True)
        began = time.perf_counter()
        tally: Tally = module.run(rng_of(name, seed), asked.size)
        lines = report(name, tally, seed, asked.size, time.perf_counter() - began)
        print(*lines, sep="\n", flush=True)
        said += lines
        green &= tally.green
    print("verified" if green else "NOT verified")
    if asked.keep:
        page.keep("verify", said[:-1])
    return 0 if green else 1


if __name__ == "__main__":
    faulthandler.enable()  # a crash of the core shows where it was asked from
    sys.exit(main())
