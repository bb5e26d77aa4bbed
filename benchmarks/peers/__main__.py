"""Poise and its peers on the same whole-body work, judged by pinocchio.

    python benchmarks/peers [TARGETS] [--peers placo mink …] [--seed 7] [--count 200] [--only steps …] [--rounds 5]

Makes an environment for each peer (build/peers, once), makes the figure and 200 reachable targets near and far (or
takes those in the folder TARGETS), and lets all do the same: single steps, also of the built-in person, whole solves
with one hand and with both, a goal out of reach, and an arm of seven hinges. Feet stand, the centre of mass stays, the
eyes look, joint limits hold. Times are those of the one thread, taken in rounds in which each peer has its turn; the
calmest round counts. Every pose is judged by pinocchio: all tasks within 1 mm and 1 mrad, limits within 1e-6. Prints a
table, writes build/peers/results.csv, and exits with status 1 when a budget is missed; aims are printed beside them.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from pathlib import Path

import environments
import person
import targets
from measure import PARTS, Measurement
from page import Page
from processes import PeerError, Peers
from report import HEAD, budgets, line, write
from work import Work

BUILD = Path("build") / "peers"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", type=Path, nargs="?", help="folder with figures and targets; default: made here")
    parser.add_argument("--peers", nargs="*", choices=list(environments.REQUIREMENTS), help="default: all")
    parser.add_argument("--seed", type=int, help="of the targets that are made here; drawn fresh and printed otherwise")
    parser.add_argument("--count", type=int, default=targets.COUNT, help="of the targets of each kind")
    parser.add_argument("--only", nargs="*", choices=PARTS, default=PARTS, help="parts of the work; default: all")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", action="store_true", help="also put what is printed into docs/benchmarks.md")
    asked = parser.parse_args()
    page = Page()
    peers = list(environments.REQUIREMENTS) if asked.peers is None else asked.peers
    seed = secrets.randbelow(2**32) if asked.seed is None else asked.seed
    folder = asked.targets or BUILD / f"targets_{seed}_{asked.count}"
    if asked.targets is None:
        page.say(f"seed {seed}")
        targets.make(folder, seed, asked.count)
    if not (folder / "targets.npz").exists():
        print(f"{folder} holds no targets.npz; leave the folder out and targets will be made", file=sys.stderr)
        return 2
    person.write(folder)
    environments.make(peers, BUILD)
    rows = []
    page.say(HEAD)
    try:
        with Peers(["poise", *peers], BUILD, folder) as processes:
            for row in Measurement(processes, ["poise", *peers], Work(folder), asked.rounds).rows(asked.only):
                rows.append(row)
                page.say(line(row))
    except PeerError as error:
        print(error, file=sys.stderr)
        return 2
    write(rows, BUILD / "results.csv")
    found = budgets(rows)
    page.say()
    for budget in found:
        page.say(str(budget))
    if asked.keep:
        page.keep("peers")
    return 0 if all(b.held for b in found) else 1


if __name__ == "__main__":
    sys.exit(main())
