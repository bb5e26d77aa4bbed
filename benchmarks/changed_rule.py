"""How a changed rule of the solver ends 300 random problems, beside the rule before it.

    python benchmarks/changed_rule.py --before    with the old rule: keep how they end in build/before.pickle
    python benchmarks/changed_rule.py             with the new one, once the module is built (make setup): compare

Problems and columns are those of tolerances.py: `other` counts ends that differ in any bit or in the count of steps, so
it is 0 where no rule has changed. A few seconds each.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Sequence
from pathlib import Path

from tolerances import ROOT, Tally, change, random_questions, solved

KEPT = ROOT / "build" / "before.pickle"


def ends() -> Tally:
    problems = random_questions()
    unchanged = problems[0].tolerances()[0][0]
    (tally,) = solved(problems, unchanged, (1.0,))
    return tally


def main(arguments: Sequence[str] | None = None, kept: Path = KEPT) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", action="store_true", help="keep the ends by this rule")
    asked = parser.parse_args(arguments)
    if asked.before:
        kept.write_bytes(pickle.dumps(ends()))
        return
    if not kept.exists():
        parser.error("--before first, with the old rule")
    before: Tally = pickle.loads(kept.read_bytes())
    now = ends()
    print("| | met | worse | better | other | steps | time | stalled |")
    print("|---|---|---|---|---|---|---|---|")
    print(f"| before | {before.met} | | | | {before.steps} | {before.seconds:.1f} s | {before.stalled} |")
    print(f"| now | {change(now, before).cells} | {now.stalled} |")


if __name__ == "__main__":
    main()
