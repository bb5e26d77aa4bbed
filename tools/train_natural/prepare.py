"""From fitted poses to what the net is trained with: rotations of joints, bodies, and who is held out."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from bodies import body, topology
from captured import Array, clip_weights, read
from correspondence import correspondence, scaled_human, with_sites
from layout import JOINTS

import poise

HELD_OUT = 12
"""People whom no training sees."""

SEED = 7


def people(postures: Path) -> list[poise.Figure]:
    """The human of every captured person, then `poise.human` itself in six sizes: postures are tried on them too."""
    captured = read(postures)
    like = correspondence(captured)
    ours = [poise.human(percentile=p, sex=sex) for p in (5, 50, 95) for sex in ("male", "female")]
    theirs = [scaled_human(dict(zip(captured.joints, zero, strict=True)), like) for zero in captured.zero]
    return theirs + [with_sites(human, like) for human in ours]


def rotations(figure: poise.Figure, coordinates: Array) -> dict[str, Array]:
    """`root` (n, 7) place and x y z w of the pelvis, `joints` (n, 19, 3, 3) what every joint does."""
    poses = [poise.Pose(figure, q) for q in coordinates]
    turns = [[pose.rotation(name) for name, _ in JOINTS] for pose in poses]
    return {"root": coordinates[:, :7], "joints": np.array(turns).reshape(-1, len(JOINTS), 3, 3)}


def held_out(person: np.ndarray, clip: np.ndarray) -> np.ndarray:
    """(people,) drawn with a fixed seed among those with at least 5 clips and 100 postures."""
    candidates = [p for p in np.unique(person) if (person == p).sum() >= 100 and len(set(clip[person == p])) >= 5]
    return np.sort(np.random.default_rng(SEED).choice(candidates, HELD_OUT, replace=False))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("postures", type=Path, help="cmu_postures.npz")
    options.add_argument("fitted", type=Path, help="what retarget.py wrote")
    options.add_argument("output", type=Path)
    asked = options.parse_args()
    stored, figures = np.load(asked.fitted), people(asked.postures)
    person, coordinates = stored["person"], stored["coordinates"]
    root, joints = np.empty((len(person), 7)), np.empty((len(person), len(JOINTS), 3, 3))
    for p in np.unique(person):
        rows = np.flatnonzero(person == p)
        found = rotations(figures[p], coordinates[rows])
        root[rows], joints[rows] = found["root"], found["joints"]
    bodies = [body(figure) for figure in figures]
    arrays = {f"body_{key}": np.array([b[key] for b in bodies], np.float32) for key in bodies[0]}
    arrays |= topology(figures[0]) | {"held_out": held_out(person, stored["clip"]), "person": person}
    arrays |= {"clip": stored["clip"], "weight": clip_weights(stored["clip"]).astype(np.float32)}
    np.savez(asked.output, root=root.astype(np.float32), joints=joints.astype(np.float32), **arrays)
    print(f"{len(person)} postures of {len(np.unique(person))} people; held out: {arrays['held_out'].tolist()}")


if __name__ == "__main__":
    main()
