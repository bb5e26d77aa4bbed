"""A million random problems, in pieces: crashes, NaN, broken limits, hangs and false statuses are counted.

    python -m verify.million [--count 10000] [--pieces 1] [--seed N] [--keep]
    python -m verify.million --only 1234 --seed N

A problem comes from its seed and number. A piece is solved in a process of its own, so that a crash or a hang costs one
problem and is counted; what was found is appended to docs/million.csv, one line a piece, with its seed and the commit.
Run it again and again until the million is full. `--keep` writes the sum of all lines into docs/benchmarks.md; `--only`
solves one problem and says what is wrong with it. Exits with status 1 when anything was found.
"""

from __future__ import annotations

import argparse
import csv
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import numpy as np
from rich.progress import Progress

from verify import page
from verify.problems import Problem, problem
from verify.verdict import FAULTS, faults

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "million.csv"
HANG = 120.0
"""Seconds of the processor without an answer to one problem after which it hangs; the slowest takes three."""
STILL = 7200.0
"""Seconds by the clock after which a process that does not move waits for ever. One that others leave no time for has
been seen to stand still for minutes."""
SHARES = {
    "planar chain": 18, "free chain": 12, "chain": 18, "robot": 20, "planar man": 8, "bird": 6, "fern": 8, "hand": 3,
    "quadruped": 1.5, "hinges": 1.5, "human": 1.5, "fingers": 0.05,
}  # fmt: skip
"""How often each figure is asked: the quick ones mostly, so that a million takes an hour of one core, not ten."""


@dataclass
class Piece:
    """One line of the file."""

    commit: str
    seed: int
    count: int = 0
    crash: int = 0
    nan: int = 0
    limit: int = 0
    hang: int = 0
    status: int = 0

    @property
    def found(self) -> int:
        return self.crash + self.nan + self.limit + self.hang + self.status


FIELDS = tuple(f.name for f in fields(Piece))


def drawn(seed: int, index: int) -> Problem:
    """Problem `index` of a seed; the same for ever."""
    rng = np.random.default_rng([seed, index])
    shares = np.array(list(SHARES.values()))
    name = str(rng.choice(list(SHARES), p=shares / shares.sum()))
    return problem(name, rng, forces=0.05, criteria=0.25)


def solve_all(seed: int, first: int, stop: int, state: Path) -> int:
    """In a process of its own: solve, and leave in `state` which problem is on, and what was found, a line each."""
    with state.open("w", buffering=1) as out:
        for index in range(first, stop):
            asked = drawn(seed, index)
            out.write(f"at {index}\n")
            end_after(HANG)
            for kind, words in faults(asked, asked.solve()):
                out.write(f"{kind} {index} {words}\n")
        out.write("done\n")
    return 0


def end_after(seconds: float) -> None:
    """Let this process end by a signal when it has used so much of the processor's time, unless it is told again."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def solve_piece(seed: int, count: int, progress: Progress) -> Piece:
    """One piece, in as many processes as it takes."""
    piece, bar, first = Piece(commit(), seed), progress.add_task(f"seed {seed}", total=count), 0
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder) / "state"
        while first < count:
            state.write_text("")
            inner = [sys.executable, "-m", "verify.million", "--child", str(seed), str(first), str(count), str(state)]
            child = subprocess.Popen(inner, cwd=ROOT)
            hung = watch(child, state, lambda at: progress.update(bar, completed=at))
            lines = state.read_text().splitlines()
            for line in lines:
                kind, _, words = line.partition(" ")
                if kind in FAULTS:
                    setattr(piece, kind, getattr(piece, kind) + 1)
                    tell(seed, kind, words)
            if lines and lines[-1] == "done":
                break
            last = next((int(line.split()[1]) for line in reversed(lines) if line.startswith("at ")), first)
            piece.hang += hung
            piece.crash += not hung
            tell(seed, "hang" if hung else f"crash ({child.returncode})", str(last))
            first = last + 1
    piece.count = count
    progress.remove_task(bar)
    return piece


def watch(child: subprocess.Popen[bytes], state: Path, moved) -> bool:  # type: ignore[no-untyped-def]
    """Wait for a child; whether it used up its time, or had to be ended because it stood still."""
    size, since = 0, time.monotonic()
    while child.poll() is None:
        time.sleep(0.5)
        now = state.stat().st_size
        if now != size:
            size, since = now, time.monotonic()
            lines = state.read_bytes()[-200:].split(b"\nat ")
            moved(int(lines[-1].split()[0])) if len(lines) > 1 else None
        elif time.monotonic() - since > STILL:
            child.kill()
            child.wait()
            return True
    return child.returncode == -signal.SIGPROF


def tell(seed: int, kind: str, words: str) -> None:
    print(f"{kind}: {words}; again: python -m verify.million --seed {seed} --only {words.split()[0]}", flush=True)


def commit() -> str:
    asked = subprocess.run(["git", "rev-parse", "--short=9", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return asked.stdout.strip() or "unknown"


def append(piece: Piece) -> None:
    fresh = not FILE.exists()
    with FILE.open("a", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        if fresh:
            writer.writerow(FIELDS)
        writer.writerow(astuple(piece))


def keep() -> None:
    """Write the sums into the page, by commit and in all."""
    with FILE.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    counts = FIELDS[2:]
    sums: dict[str, dict[str, int]] = {}
    for row in rows:
        for key in (row["commit"], "all"):
            total = sums.setdefault(key, dict.fromkeys(("pieces", *counts), 0))
            total["pieces"] += 1
            for name in counts:
                total[name] += int(row[name])
    sums["all"] = sums.pop("all")
    head = f"{'commit':<12}{'pieces':>8}{'problems':>12}" + "".join(f"{name:>8}" for name in counts[1:])
    lines = [head] + [
        f"{key:<12}{total['pieces']:>8}{total['count']:>12,}" + "".join(f"{total[name]:>8}" for name in counts[1:])
        for key, total in sums.items()
    ]
    page.keep("million", lines)
    print("\n".join(lines))


def only(seed: int, index: int) -> int:
    asked = drawn(seed, index)
    print(asked.figure, *(f"  {task}" for task in asked.tasks), f"  {asked.criteria} {asked.forces}", sep="\n")
    solution = asked.solve()
    print(solution)
    found = list(faults(asked, solution))
    print(*found or ["nothing is wrong"], sep="\n")
    return 1 if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m verify.million", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=10_000, help="problems of a piece")
    parser.add_argument("--pieces", type=int, default=1)
    parser.add_argument("--seed", type=int, help="of the first piece; drawn fresh otherwise")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="solve this problem of the seed alone")
    parser.add_argument("--keep", action="store_true", help="write the sums into docs/benchmarks.md")
    parser.add_argument("--child", nargs=4, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        seed, first, stop = map(int, asked.child[:3])
        return solve_all(seed, first, stop, Path(asked.child[3]))
    if asked.only is not None:
        return only(asked.seed or 0, asked.only)
    found = 0
    with Progress(disable=not sys.stdout.isatty(), transient=True) as progress:
        for number in range(asked.pieces):
            seed = secrets.randbelow(2**32) if asked.seed is None else asked.seed + number
            piece = solve_piece(seed, asked.count, progress)
            append(piece)
            found += piece.found
            print(f"seed {seed}: {piece.count} problems, {piece.found} faults", flush=True)
    if asked.keep:
        keep()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
