"""Speed and size of the figure's kinematics, beside pinocchio in the same run.

    python benchmarks/kinematics.py [--json FILE]

Prints a table with the budgets and exits with status 1 when one is missed. Times are the best of several runs: what
the code costs, not what else the machine was doing.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import platform
import re
import sys
import tempfile
import timeit
from dataclasses import asdict, dataclass
from pathlib import Path

import _bench
import numpy as np
import pinocchio as pin

import poise
from importing import BUDGET, RATIO, import_seconds

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "oracles"))
from pinocchio_model import FigureOracle


@dataclass
class Row:
    """One line of the table; `budget` in the unit of `value`, None when there is none."""

    what: str
    value: float
    unit: str
    budget: float | None = None
    note: str = ""

    @property
    def held(self) -> bool:
        return self.budget is None or self.value <= self.budget


def best(function: object, number: int, repeat: int = 7) -> float:
    """Seconds per call."""
    return min(timeit.repeat(function, number=number, repeat=repeat)) / number  # type: ignore[arg-type]


def core_rows(human: poise.Figure) -> list[Row]:
    """Inside C++, and a pose made from Python."""
    q = human.random(np.random.default_rng(1)).coordinates
    sweep = min(_bench.seconds_per_sweep(human._core, q, 20000) for _ in range(7))
    what = f"frames + {len(human.sites)} site Jacobians + CoM Jacobian, in C++"
    named = {"left_knee": 0.4}
    return [
        Row(what, sweep * 1e6, "µs", 4.0, f"{human.dof} DOF"),
        Row("a Pose from coordinates, from Python", best(lambda: poise.Pose(human, q), 20000) * 1e6, "µs", 8.0),
        Row('figure.pose({"left_knee": 0.4}), from Python', best(lambda: human.pose(named), 20000) * 1e6, "µs", 8.0),
    ]


def part_rows(human: poise.Figure) -> list[Row]:
    """What one step asks of a pose: both feet held, the centre of mass, the gaze, a hand and a posture."""
    q = human.random(np.random.default_rng(1)).coordinates
    sites = [list(human.sites).index(name) for name in ("left_foot", "right_foot", "eyes", "right_hand")]
    runs = [_bench.seconds_of_parts(human._core, q, sites[:2], sites[2], sites[3], 500) for _ in range(7)]
    return [Row(f"  {rows[0][0]}", min(r[1] for r in rows) * 1e6, "µs") for rows in zip(*runs, strict=True)]


def pinocchio_rows(human: poise.Figure, ours: float) -> list[Row]:
    """The same figure and work in pinocchio; its calls are made from Python, one a quantity."""
    peer = FigureOracle(human)
    data = peer.model.createData()
    q = pin.neutral(peer.model)

    def work() -> None:
        pin.computeJointJacobians(peer.model, data, q)
        pin.updateFramePlacements(peer.model, data)
        for frame in peer.frame_ids:
            pin.getFrameJacobian(peer.model, data, frame, pin.LOCAL_WORLD_ALIGNED)
        pin.jacobianCenterOfMass(peer.model, data, q)

    def kinematics() -> None:
        pin.computeJointJacobians(peer.model, data, q)

    whole, bare = best(work, 2000) * 1e6, best(kinematics, 5000) * 1e6
    note = f"pinocchio {importlib.metadata.version('pin')}, called from Python"
    return [
        Row("the same work in pinocchio", whole, "µs", None, f"{note}; {whole / ours:.1f} × ours"),
        Row("pinocchio's joint Jacobians alone", bare, "µs", None, f"{note}; {bare / ours:.1f} × all of ours"),
    ]


def long_chain_rows() -> list[Row]:
    """A chain of 5,000 joints: built, posed, written and read."""
    chain = poise.figures.chain(5000)
    q = chain.rest().coordinates
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "chain.yaml"

        def both_ways() -> None:
            chain.save(file)
            poise.Figure.load(file)

        files = best(both_ways, 1, 3)
    return [
        Row("poise.figures.chain(5000)", best(lambda: poise.figures.chain(5000), 1, 3), "s", 5.0),
        Row("a Pose of it", best(lambda: poise.Pose(chain, q), 20) * 1e3, "ms", 50.0),
        Row("its file written and read", files, "s", 15.0),
    ]


def import_rows() -> list[Row]:
    """The package itself, beside numpy, which it needs."""
    took, numpy = import_seconds()
    return [
        Row("import poise", took, "s", BUDGET),
        Row("the same, over import numpy", took / numpy, "", RATIO, f"import numpy {numpy:.3f} s"),
    ]


def installed_megabytes() -> float:
    """Files of poise (compiled core included) and of all the packages it requires, and what those require."""
    waiting, seen, total = ["poise"], set(), 0
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in seen:
            continue
        seen.add(name)
        distribution = importlib.metadata.distribution(name)
        total += sum(Path(f.locate()).stat().st_size for f in distribution.files or [] if Path(f.locate()).is_file())
        needed = [r for r in distribution.requires or [] if "extra ==" not in r]
        waiting += [re.match(r"[A-Za-z0-9_.\-]+", r).group() for r in needed if _applies(r)]  # type: ignore[union-attr]
    source = Path(poise.__file__).parent  # an editable install lists only a pointer
    total += sum(f.stat().st_size for f in source.rglob("*") if f.is_file() and "__pycache__" not in f.parts)
    return total / 1e6


def _applies(requirement: str) -> bool:
    from packaging.requirements import Requirement

    marker = Requirement(requirement).marker
    return marker is None or marker.evaluate()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="also write the rows, with the machine, to this file")
    arguments = parser.parse_args()
    human = poise.human()
    rows = core_rows(human)
    rows += pinocchio_rows(human, rows[0].value)
    rows += part_rows(human)
    rows.append(Row("poise.human()", best(poise.human, 5) * 1e3, "ms", 50.0))
    rows += long_chain_rows()
    rows += import_rows()
    rows.append(Row("installed, with required packages", installed_megabytes(), "MB", 150.0))
    for row in rows:
        budget = "" if row.budget is None else f"budget {row.budget:g} {'held' if row.held else 'MISSED'}"
        print(f"{row.what:<58} {row.value:9.3f} {row.unit:<3} {budget:<18} {row.note}")
    if arguments.json:
        machine = {"processor": platform.processor() or platform.machine(), "python": platform.python_version()}
        arguments.json.write_text(json.dumps({"machine": machine, "rows": [asdict(r) for r in rows]}, indent=1))
    return 0 if all(row.held for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
