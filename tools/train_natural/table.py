"""The table: how far postures are from what people did, of people whom no training saw.

E13: the mean distance (cm) of 13 joint centres that no goal places. S5: hands, feet and head placed; S5o: placed and
turned; S3: the right hand placed, the feet placed and turned. Goals are taken from the fitted pose. No method is told
where the person faced: starts face where the goals seem to.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import asking
import numpy as np
import reference
from captured import Array
from layout import MEASURED
from prepare import people
from reference import Said
from weights import Layer, read

import poise

SITES = {
    "left_foot": "at_LeftFoot", "right_foot": "at_RightFoot", "left_hand": "at_LeftFingerBase",
    "right_hand": "at_RightFingerBase", "head": "on_head",
}  # fmt: skip
SETS = {
    "S5": (tuple(SITES), ()),
    "S5o": (tuple(SITES), tuple(SITES)),
    "S3": (("left_foot", "right_foot", "right_hand"), ("left_foot", "right_foot")),
}
"""What is placed, what is turned."""

FRAMES = 216
SEED = 11


@dataclass(frozen=True)
class Frame:
    """A held-out posture: the person's human in it, and where the capture had the measured joints."""

    clip: str
    pose: poise.Pose
    captured: Array

    def tasks(self, kind: str) -> list[poise.Task]:
        placed, turned = SETS[kind]
        reaches = [poise.Reach(SITES[e], self.pose.position(SITES[e])) for e in placed]
        return [*reaches, *(poise.Orient(SITES[e], self.pose.frame(SITES[e])[:3, :3]) for e in turned)]


@dataclass(frozen=True)
class Found:
    """What a method made of a frame: E13 against the fitted and the captured person, how far the goals are missed (m),
    the time (ms of processor) it took to solve."""

    fitted: float
    captured: float
    missed: float
    time: float


def frames(postures: Path, fitted: Path, prepared: Path) -> list[Frame]:
    """Evenly from the held-out people, then evenly in what each did."""
    stored, names = np.load(fitted), _capture_joints(postures)
    figures, out, chosen = people(postures), np.load(prepared)["held_out"], []
    for person in out:
        rows = np.flatnonzero(stored["person"] == person)
        chosen += [rows[int(i)] for i in np.linspace(0, len(rows) - 1, FRAMES // len(out))]
    measured = [names.index(joint) for joint in MEASURED]
    coordinates, places = stored["coordinates"], stored["places"]
    return [
        Frame(str(stored["clip"][i]), poise.Pose(figures[stored["person"][i]], coordinates[i]), places[i][measured])
        for i in chosen
    ]


def started(frame: Frame, kind: str) -> tuple[poise.Pose, reference.Told]:
    """At rest over the middle of the feet, facing where the goals do; and what the goals tell."""
    figure = frame.pose.figure
    told = asking.told_by(figure, figure.rest(), frame.tasks(kind))
    ahead = reference.forward_of(told, asking.body_of(figure).leg)
    turn = reference.upright(ahead)
    above = figure.rest().position("pelvis")[1] - figure.rest().position("at_LeftFoot")[1]
    place = np.add(reference.origin_of(told), (0.0, above, 0.0))
    return figure.rest().with_joints({"root": np.block([[turn, place[:, None]], [0.0, 0.0, 0.0, 1.0]])}), told


def by_criterion(frame: Frame, kind: str, criterion: poise.Criterion | None) -> Found:
    start, _ = started(frame, kind)
    return _solved(frame, kind, start, [] if criterion is None else [criterion])


def by_net(frame: Frame, kind: str, layers: list[Layer], raw: bool = False) -> Found:
    """Where the net says, or what Poise makes of it."""
    figure = frame.pose.figure
    start, told = started(frame, kind)
    said: Said = reference.predicted(layers, asking.body_of(figure), told)
    if raw:
        return _measured(frame, asking.pose_of(figure, said, start), frame.tasks(kind), 0.0)
    near = asking.near(figure, said, start)
    return _solved(frame, kind, near.pose, [near])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    for name in ("postures", "fitted", "prepared", "weights"):
        options.add_argument(name, type=Path)
    asked = options.parse_args()
    layers = read(asked.weights)
    held = frames(asked.postures, asked.fitted, asked.prepared)
    methods = {
        "no criterion": lambda f, k: by_criterion(f, k, None),
        "RestPosture": lambda f, k: by_criterion(f, k, poise.RestPosture()),
        "MidRange": lambda f, k: by_criterion(f, k, poise.MidRange()),
        "Habit": lambda f, k: by_criterion(f, k, poise.Habit()),
        "net, raw": lambda f, k: by_net(f, k, layers, raw=True),
        "net": lambda f, k: by_net(f, k, layers),
        "Natural": lambda f, k: by_criterion(f, k, poise.Natural()),
    }
    found = {(m, k): [how(f, k) for f in held] for m, how in methods.items() for k in SETS}
    print(f"{len(held)} frames of {len({f.clip for f in held})} clips, held-out people only\n")
    _print_means(found, [f.clip for f in held], list(methods))
    _print_clips(found, [f.clip for f in held], ("RestPosture", "Habit", "Natural"))


def _solved(frame: Frame, kind: str, start: poise.Pose, criteria: list[poise.Criterion]) -> Found:
    tasks = frame.tasks(kind)
    began = time.process_time()
    pose = poise.solve(start, [tasks], criteria=criteria).pose
    return _measured(frame, pose, tasks, 1e3 * (time.process_time() - began))


def _measured(frame: Frame, pose: poise.Pose, tasks: list[poise.Task], milliseconds: float) -> Found:
    here = np.array([pose.position(f"at_{joint}") for joint in MEASURED])
    fitted = np.array([frame.pose.position(f"at_{joint}") for joint in MEASURED])
    missed = max(float(np.linalg.norm(pose.position(t.site) - t.point)) for t in tasks if isinstance(t, poise.Reach))
    e13 = [100 * float(np.linalg.norm(here - true, axis=1).mean()) for true in (fitted, frame.captured)]
    return Found(e13[0], e13[1], missed, milliseconds)


def _print_means(found: dict[tuple[str, str], list[Found]], clips: list[str], methods: list[str]) -> None:
    print("| E13 cm (95 %; against the capture) goals missed mm, ms | S5 | S5o | S3 |\n|---|---|---|---|")
    for method in methods:
        cells = []
        for kind in SETS:
            results = found[method, kind]
            values = np.array([r.fitted for r in results])
            low, high = _interval(values, clips)
            capture, missed = np.mean([r.captured for r in results]), 1e3 * np.max([r.missed for r in results])
            times = np.mean([r.time for r in results])
            cells.append(f"**{values.mean():.1f}** ({low:.1f}-{high:.1f}; {capture:.1f}) {missed:.2g}, {times:.1f}")
        print(f"| {method} | " + " | ".join(cells) + " |")


def _print_clips(found: dict[tuple[str, str], list[Found]], clips: list[str], methods: tuple[str, ...]) -> None:
    print("\n| person | " + " | ".join(f"{m}: S5 / S5o / S3" for m in methods) + " |\n|---|" + "---|" * len(methods))
    who = np.array([clip.split("_")[0] for clip in clips])
    for person in dict.fromkeys(who):
        cells = []
        for method in methods:
            means = [
                np.mean([r.fitted for r, w in zip(found[method, k], who, strict=True) if w == person]) for k in SETS
            ]
            cells.append(" / ".join(f"{m:.1f}" for m in means))
        print(f"| {person} | " + " | ".join(cells) + " |")


def _interval(values: Array, clips: list[str]) -> tuple[float, float]:
    """95 % of means over clips drawn anew."""
    rng, which = np.random.default_rng(SEED), np.unique(clips, return_inverse=True)[1]
    groups = [values[which == c] for c in range(which.max() + 1)]
    draws = [
        np.concatenate([groups[i] for i in rng.integers(len(groups), size=len(groups))]).mean() for _ in range(1000)
    ]
    return float(np.quantile(draws, 0.025)), float(np.quantile(draws, 0.975))


def _capture_joints(postures: Path) -> list[str]:
    return [str(joint) for joint in np.load(postures)["joints"]]


if __name__ == "__main__":
    main()
