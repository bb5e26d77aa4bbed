"""`make fuzz`: every reader under coverage-guided fuzzing, one after the other, for a stated time each.

What libFuzzer learns is kept in `build/fuzz`, so that the next run goes on from there; an input that does what it must
not is written there too, and named with the command that shows it again. Mend it and put it into `corpora/`.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
from pathlib import Path

from fuzz_readers import HERE, Reader, readers

BUILD = HERE.parents[1] / "build" / "fuzz"
HANGING = 20
"""Seconds after which a single input counts as a hang."""
MEMORY = 3000
"""Megabytes that a reader of a small file may take, Python and all libraries included."""


def main() -> int:
    known = readers()
    parser = argparse.ArgumentParser(prog="python tests/fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="for each reader (default 60)")
    parser.add_argument("--only", action="append", choices=known, help="these readers")
    asked = parser.parse_args()
    if importlib.util.find_spec("atheris") is None:
        parser.error("atheris is not installed: make fuzz fetches it, or pip install -r tests/fuzz/requirements.txt")
    failed = [name for name in asked.only or known if not fuzzed(known[name], asked.seconds)]
    print("FOUND in " + ", ".join(failed) if failed else "nothing found")
    return 1 if failed else 0


def fuzzed(reader: Reader, seconds: int) -> bool:
    """Whether a reader stood all inputs of that time."""
    learnt, finds = BUILD / reader.name, BUILD / "finds"
    for folder in (learnt, finds):
        folder.mkdir(parents=True, exist_ok=True)
    print(f"{reader.name}: {reader.title} {seconds} s …", flush=True)
    options = [f"-max_total_time={seconds}", f"-timeout={HANGING}", f"-rss_limit_mb={MEMORY}", "-max_len=20000"]
    options += [f"-artifact_prefix={finds}/{reader.name}-", "-print_final_stats=1", *_dictionary(reader)]
    command = [sys.executable, str(HERE / "fuzz_guided.py"), reader.name, *options, str(learnt), str(reader.corpus)]
    log = BUILD / f"{reader.name}.log"
    with log.open("w", encoding="utf-8") as stream:
        ended = subprocess.run(command, stdout=stream, stderr=subprocess.STDOUT, check=False).returncode
    text = log.read_text(encoding="utf-8", errors="replace")
    print(f"  {_runs(text)} inputs, {_covered(text)} edges covered; log in {log}", flush=True)
    if ended:
        print("\n".join(text.splitlines()[-40:]))
    return ended == 0


def _dictionary(reader: Reader) -> list[str]:
    """The option that hands the words of a format to libFuzzer."""
    if not reader.tokens:
        return []
    words = BUILD / f"{reader.name}.words"
    words.write_text("".join(f'"{_escaped(token)}"\n' for token in reader.tokens), encoding="utf-8")
    return [f"-dict={words}"]


def _runs(text: str) -> str:
    lines = [line for line in text.splitlines() if line.startswith("stat::number_of_executed_units:")]
    return lines[-1].split()[-1] if lines else "?"


def _covered(text: str) -> str:
    lines = [line.split("cov: ")[1].split()[0] for line in text.splitlines() if "cov: " in line]
    return lines[-1] if lines else "?"


def _escaped(token: bytes) -> str:
    return "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\' else f"\\x{b:02x}" for b in token)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    sys.exit(main())
