"""Captured postures as poses of `poise.human`: fitted by Poise itself, person by person.

Every person has a human scaled to their bones. A session brings its joint centres to the captured ones and turns
pelvis, chest, head, hands and feet as the bones are turned, all in one level, inside all limits; it goes on from
posture to posture of a clip, so that each begins near.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from pathlib import Path

import numpy as np
from captured import Array, Captured, read
from correspondence import LIMBS, TRUNK, TURNED, Correspondence, correspondence, scaled_human

import poise
from poise.figure.placement import quaternion_of

PLACES = (*TRUNK, *(f"{side}{joint}" for joint in LIMBS for side in ("Left", "Right")))
"""Capture joints that are fitted; the human's sites are called `at_…`."""

TURN_SITES = {
    "pelvis": "pelvis", "chest": "on_chest", "head": "on_head", "left_foot": "left_foot", "right_foot": "right_foot",
    "left_hand": "at_LeftFingerBase", "right_hand": "at_RightFingerBase",
}  # fmt: skip
"""Segment: a site on it with the segment's own axes."""

TRUNK_WEIGHT = 0.3
"""A trunk marker against a limb's: where a spine's marker is among the vertebrae is less sure than where a knee is."""

TURN_WEIGHT = {"pelvis": 0.003, "chest": 0.003, "head": 0.02, "left_foot": 0.02, "right_foot": 0.02} | {
    f"{side}_hand": 0.02 for side in ("left", "right")
}
"""m²/rad²: 0.02 lets 8 degrees count as 2 cm."""

STEPS = 15
"""Steps of the solver a posture may take: after ten nothing changes any more (0.84 cm after 10, 15 and 60)."""


def fitted(captured: Captured, person: int, like: Correspondence) -> tuple[Array, Array]:
    """Coordinates (n, size) of the human of that person, and how far its joints are off (n, joints), metres."""
    figure = scaled_human(dict(zip(captured.joints, captured.zero[person], strict=True)), like)
    rest = figure.pose("rest")
    session = poise.Session(rest, [_tasks(rest)], criteria=[poise.RestPosture()])
    found, off = np.empty((len(captured.person), figure.size)), np.empty((len(captured.person), len(PLACES)))
    before = ""
    for i, clip in enumerate(captured.clip):
        if clip != before:
            session.pose = _begun(rest, captured.turn("Hips")[i] @ like.turns["Hips"])
            before = str(clip)
        for joint in PLACES:
            session.tasks[f"reach at_{joint}"].goal = captured.place(joint)[i]
        for bone, segment in TURNED.items():
            goal = quaternion_of(captured.turn(bone)[i] @ like.turns[bone], "a captured bone")
            session.tasks[f"orient {TURN_SITES[segment]}"].goal = goal
        pose = session.step()
        for _ in range(STEPS - 1):
            if session.settled:
                break
            pose = session.step()
        found[i] = pose.coordinates
        off[i] = [np.linalg.norm(pose.position(f"at_{j}") - captured.place(j)[i]) for j in PLACES]
    return found, off


def _tasks(pose: poise.Pose) -> list[poise.Task]:
    tasks: list[poise.Task] = []
    for joint in PLACES:
        weight = TRUNK_WEIGHT if joint in TRUNK else 1.0
        tasks.append(poise.Reach(f"at_{joint}", pose.position(f"at_{joint}"), weight=weight))
    for segment, site in TURN_SITES.items():
        tasks.append(poise.Orient(site, pose.frame(site)[:3, :3], weight=TURN_WEIGHT[segment]))
    return tasks


def _begun(rest: poise.Pose, turn: Array) -> poise.Pose:
    """At rest, the pelvis turned as it is at the beginning of a clip."""
    return rest.with_joints({"root": (0.0, 0.0, 0.0, *quaternion_of(turn, "the pelvis"))})


def fitted_all(captured: Captured, processes: int) -> tuple[Array, Array]:
    """As `fitted`, of everybody; the people with most postures first, so that no process is left with them."""
    like = correspondence(captured)
    people, count = np.unique(captured.person, return_counts=True)
    people = people[np.argsort(-count, kind="stable")]
    rows = [np.flatnonzero(captured.person == p) for p in people]
    jobs = [(captured.of(r), int(p), like) for r, p in zip(rows, people, strict=True)]
    with multiprocessing.Pool(processes) as pool:
        results = pool.imap(_one, jobs)
        parts = [_told(result, job) for result, job in zip(results, jobs, strict=True)]
    order = np.argsort(np.concatenate(rows))
    return np.concatenate([q for q, _ in parts])[order], np.concatenate([o for _, o in parts])[order]


def main() -> None:
    """Fit, write, and say how near every joint came."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("postures", type=Path, help="cmu_postures.npz")
    options.add_argument("output", type=Path)
    options.add_argument("--most", type=int, help="thin the postures evenly to that many")
    options.add_argument("--processes", type=int, default=2)
    asked = options.parse_args()
    captured = read(asked.postures, asked.most)
    began = time.perf_counter()
    coordinates, off = fitted_all(captured, asked.processes)
    arrays = {"coordinates": coordinates, "off": off.astype(np.float32), "person": captured.person}
    arrays |= {"clip": captured.clip, "places": captured.places.astype(np.float32)}
    asked.output.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(asked.output, **arrays)
    print(f"{len(off)} postures of {len(np.unique(captured.person))} people in {time.perf_counter() - began:.0f} s")
    print(
        f"joint centres off by {100 * off.mean():.2f} cm in the mean, 95 % within {100 * np.quantile(off, 0.95):.1f} cm"
    )
    for joint, mean, far in zip(PLACES, off.mean(0), np.quantile(off, 0.95, axis=0), strict=True):
        print(f"  {joint:16s} {100 * mean:5.2f}  {100 * far:5.1f}")


def _one(job: tuple[Captured, int, Correspondence]) -> tuple[Array, Array]:
    return fitted(*job)


def _told(result: tuple[Array, Array], job: tuple[Captured, int, Correspondence]) -> tuple[Array, Array]:
    print(f"person {job[1]:2d}: {len(result[0]):5d} postures, {100 * result[1].mean():.2f} cm", flush=True)
    return result


if __name__ == "__main__":
    main()
