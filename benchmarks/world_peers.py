"""An arm dragged into a table beside placo and mink: how often joint speeds change their sign, and how deep it gets.

    python benchmarks/world_peers.py [--seed 7] [--drags 20] [--steps 1] [--rate 60] [--peers placo mink] [--keep]

The arm of `human50.py`, seven hinges with limits, carries four balls; below its hand is a table with a ball on it. The
tip is dragged in a second to a place in the table or below it, in another to a second one, and held there for a third,
at 60 Hz with so many steps a frame; then the same without the table and the ball, and once more along the very path
that table and ball have left to the tip: free motion of the same length and form, so that what the bends of that path
ask of the joints is not taken for vibration. All keep 5 mm from things, which is
what mink does unless told otherwise. placo and mink run in environments that are made once (build/peers), each with its
own way to keep out of things: placo's as a hard constraint and as a soft one of a thousand times the weight of the tip.
Signs, turns, way and distances are taken from joint angles by plain numpy, for all alike. Signs are those of speeds
from frame to frame. Turns are counted by how far a joint goes back: those of the motion itself are as many at any rate,
those of a solver that vibrates grow with the frames (`--rate 960`).
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

import human50
import poise
from page import Page
from poise.arrays import Array

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "benchmarks" / "peers"))
import environments  # noqa: E402
from frames import frame, turned  # noqa: E402

BUILD = ROOT / "build" / "peers"
BALLS = {
    "elbow": ("l4", (0.0, 0.0, 0.0), 0.045),
    "forearm": ("l4", (0.0, 0.0, -0.13), 0.04),
    "wrist": ("l4", (0.0, 0.0, -0.26), 0.035),
    "hand": ("l7", human50.ARM_TIP, 0.035),
}
"""On which link of the arm, where on it, and their radii (m)."""
TABLE = ((0.4, 0.0, -0.42), (0.5, 0.7, 0.04))
"""Middle and size (m)."""
THING = ((0.45, 0.1, -0.34), 0.06)
"""Middle and radius of the ball on the table (m)."""
START = {"left_elbow": -1.57}
MARGIN = 0.005
"""m: that all keep from things."""
REACH = 0.6
"""m: goals are no farther from the shoulder, so that all are in reach without the table; the arm is 0.65 m long."""
RATE = 60
"""Hz; a drag takes three seconds."""
STILL = 1e-7
"""rad a frame: less is no motion (benchmarks/world.py)."""
TURN = 1e-6
"""rad: a joint that goes back by less has not turned; ten times what is no motion in a frame."""


def files(folder: Path) -> None:
    """The arm with its balls and, on its base, what it shall keep out of: as URDF and as MJCF."""
    folder.mkdir(parents=True, exist_ok=True)
    (at, size), (middle, radius) = TABLE, THING
    solids = {name: (link, at, f'<sphere radius="{r}"/>') for name, (link, at, r) in BALLS.items()}
    solids |= {"table": ("base", at, f'<box size="{human50.numbers(size)}"/>')}
    solids |= {"thing": ("base", middle, f'<sphere radius="{radius}"/>')}
    urdf = human50.arm_urdf().replace('<link name="base"/>', '<link name="base"></link>')
    for name, (link, where, solid) in solids.items():
        origin = f'<origin xyz="{human50.numbers(where)}"/><geometry>{solid}</geometry>'
        head = f'<link name="{link}">'
        urdf = urdf.replace(head, f'{head}<collision name="{name}">{origin}</collision>')
    (folder / "arm.urdf").write_text(urdf, "utf-8")
    half = tuple(0.5 * x for x in size)
    still = f'<geom name="table" type="box" pos="{human50.numbers(at)}" size="{human50.numbers(half)}"/>'
    still += f'<geom name="thing" type="sphere" pos="{human50.numbers(middle)}" size="{radius}"/>'
    inner = f'<site name="tip" pos="{human50.numbers(human50.ARM_TIP)}"/>'
    for number, (hinge, where) in reversed(list(enumerate(human50.ARM, 1))):
        about = f'axis="{human50.AXES[hinge.axis]}" range="{hinge.low:.9g} {hinge.high:.9g}"'
        geoms = "".join(
            f'<geom name="{name}" type="sphere" pos="{human50.numbers(on)}" size="{r}"/>'
            for name, (link, on, r) in BALLS.items()
            if link == f"l{number}"
        )
        joint = f'<joint name="{hinge.name}" type="hinge" {about}/>'
        matter = '<inertial pos="0 0 -0.1" mass="1" diaginertia="0.01 0.01 0.01"/>'
        inner = f'<body name="l{number}" pos="{human50.numbers(where)}">{joint}{matter}{geoms}{inner}</body>'
    settings = '<compiler angle="radian" autolimits="true"/>'
    (folder / "arm.xml").write_text(
        f'<mujoco model="arm">{settings}<worldbody>{still}{inner}</worldbody></mujoco>', "utf-8"
    )


def links(angles: Array) -> dict[str, Array]:
    """T_base_link of every link, by plain numpy."""
    T, found = np.eye(4), {}
    for number, ((hinge, at), angle) in enumerate(zip(human50.ARM, angles, strict=True), 1):
        T = T @ frame(turned(hinge.axis, float(angle)), at)
        found[f"l{number}"] = T
    return found


def gap(angles: Array) -> float:
    """The least distance (m) of the balls from the table and the thing; negative inside."""
    placed, found = links(angles), []
    for link, on, radius in BALLS.values():
        at = placed[link][:3, :3] @ np.array(on) + placed[link][:3, 3]
        out = np.abs(at - TABLE[0]) - 0.5 * np.array(TABLE[1])
        to_table = np.linalg.norm(np.maximum(out, 0.0)) + min(float(out.max()), 0.0)
        found += [float(to_table) - radius, float(np.linalg.norm(at - THING[0])) - radius - THING[1]]
    return min(found)


def work_of(seed: int, drags: int, steps: int, rate: int) -> dict[str, Any]:
    """What all are asked to do: the start and, for each drag, the goal of every frame."""
    rng = np.random.default_rng(seed)
    start = [START.get(hinge.name, 0.0) for hinge, _ in human50.ARM]
    tip = (links(np.array(start))["l7"] @ [*human50.ARM_TIP, 1.0])[:3]
    share = np.arange(1, rate + 1)[:, None] / rate
    paths = []
    for _ in range(drags):
        places = rng.uniform((0.2, -0.2, -0.48), (0.45, 0.2, -0.42), (200, 3))
        first, second = places[np.linalg.norm(places, axis=1) < REACH][:2]
        path = [tip + share * (first - tip), first + share * (second - first), np.tile(second, (rate, 1))]
        paths.append(np.concatenate(path).tolist())
    joints = [hinge.name for hinge, _ in human50.ARM]
    asked = {"joints": joints, "start": start, "paths": paths, "steps": steps, "rate": rate}
    return asked | {"balls": list(BALLS), "margin": MARGIN}


def ours(work: dict[str, Any], free: bool) -> list[Array]:
    """Joint angles (frames, 7) of each drag."""
    figure = poise.Figure.load(BUILD / "world" / "arm.urdf", root="fixed", axes="keep")
    start = figure.pose(dict(zip(work["joints"], work["start"], strict=True)))
    table = poise.Obstacle("table", poise.Box(TABLE[1]), placement=poise.Placement(TABLE[0]), margin=MARGIN)
    thing = poise.Obstacle("thing", poise.Sphere(THING[1]), placement=poise.Placement(THING[0]), margin=MARGIN)
    world, found = None if free else poise.World([table, thing]), []
    for path in work["paths"]:
        session = poise.Session(start, [poise.Reach("tip", path[0])], world=world)
        poses = []
        for goal in path:
            session.tasks["reach tip"].goal = goal
            for _ in range(work["steps"]):
                session.step()
            poses.append([float(session.pose[name]) for name in work["joints"]])
        found.append(np.array(poses))
    return found


def theirs(name: str, work: dict[str, Any], free: bool) -> list[Array]:
    """The same by a peer, in its own environment."""
    peer, _, how = name.partition(", ")
    command = [environments.python_of(peer, BUILD), ROOT / "benchmarks" / f"world_{peer}.py", BUILD / "world"]
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    asked = json.dumps(work | {"free": free, "how": how})
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True, env=os.environ | one_thread)
    return [np.array(poses) for poses in json.loads(done.stdout.splitlines()[-1])]


def run(name: str, work: dict[str, Any], free: bool) -> list[Array]:
    """The same by whoever is asked."""
    return ours(work, free) if name == "Poise" else theirs(name, work, free)


def turns(angles: Array) -> int:
    """How often a joint turns, of its angles in time: it goes back by more than `TURN`."""
    count, way, extreme = 0, 0.0, float(angles[0])
    for angle in angles[1:].tolist():
        off = angle - extreme
        if off * way > 0.0 or (way == 0.0 and abs(off) > TURN):
            way, extreme = np.sign(off), angle
        elif abs(off) > TURN:
            count, way, extreme = count + 1, -way, angle
    return count


def tips(angles: Array) -> list[list[float]]:
    """The path of the tip: of every frame, its place."""
    return [(links(q)["l7"] @ [*human50.ARM_TIP, 1.0])[:3].tolist() for q in angles]


def line(name: str, drags: list[Array], free: bool) -> str:
    """Of all drags: sign changes, turns, a radian; the share of the way that is gone back; how deep in the margin."""
    signs, turned_joints, back, way, deepest = 0, 0, 0.0, 0.0, 0.0
    for poses in drags:
        speeds = np.diff(poses, axis=0)
        speeds[np.abs(speeds) < STILL] = 0.0
        turned_back = speeds[1:] * speeds[:-1] < 0.0
        signs += int(turned_back.sum())
        turned_joints += sum(turns(angles) for angles in poses.T)
        back += float(np.minimum(np.abs(speeds[1:]), np.abs(speeds[:-1]))[turned_back].sum())
        way += float(np.abs(speeds).sum())
        deepest = max(deepest, *(MARGIN - gap(q) for q in poses)) if not free else 0.0
    depth = "" if free else f"{1000 * deepest:.3f} mm"
    counts = f"{signs} | {turned_joints} | {turned_joints / way:.2f} | {back / way:.2%} | {way:.0f}"
    return f"| {name} | {counts} | {depth} |"


def main() -> int:
    """For everyone a line with obstacles, one without, and one along the path of the first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, help="of the goals; drawn fresh and printed otherwise")
    parser.add_argument("--drags", type=int, default=20)
    parser.add_argument("--steps", type=int, default=1, help="of a frame")
    parser.add_argument("--rate", type=int, default=RATE, help="frames a second")
    parser.add_argument("--peers", nargs="*", choices=["placo", "mink"], default=["placo", "mink"])
    parser.add_argument("--keep", action="store_true", help="also put what is printed into docs/world.md")
    asked = parser.parse_args()
    seed = secrets.randbelow(2**32) if asked.seed is None else asked.seed
    files(BUILD / "world")
    environments.make(asked.peers, BUILD)
    work, page = work_of(seed, asked.drags, asked.steps, asked.rate), Page()
    page.say(
        f"| {asked.drags} drags, seed {seed}, steps a frame: {asked.steps}, {asked.rate} Hz"
        " | sign changes | turns | a radian | gone back | radians | inside the margin by |"
    )
    page.say("|---|---|---|---|---|---|---|")
    ways = {"placo": ["placo, hard", "placo, soft"], "mink": ["mink"]}
    for name in ("Poise", *(way for peer in asked.peers for way in ways[peer])):
        among = run(name, work, free=False)
        page.say(line(f"{name}, with table and ball", among, free=False))
        page.say(line(f"{name}, without", run(name, work, free=True), free=True))
        same = work | {"paths": [tips(angles) for angles in among]}
        page.say(line(f"{name}, without, along the path that they leave", run(name, same, free=True), free=True))
    if asked.keep:
        page.keep("world peers", ROOT / "docs" / "world.md", fence=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
