"""The world in numbers.   python benchmarks/world.py [--pairs 100000] [--drags 10000] [--steps 300] [--frames 30]

Distances beside mujoco's (`tests/oracles/geom_distances.py`), random drags of a person's hand into clutter, how often
joint speeds change their sign beside free motion, what a step and what all distances of a body from itself cost in CPU
time, and how deep a ball at 2 m/s comes with and without its speed known. 0 leaves a part out.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

import poise
from poise import _core
from poise.arrays import Array
from poise.world.body import core_body

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "oracles"))

FEET = [poise.Hold("left_foot"), poise.Hold("right_foot")]
HUMAN = poise.human()


def main() -> None:
    """Measure what the command line asks for."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("pairs", 100_000), ("drags", 10_000), ("steps", 300), ("frames", 30)):
        asked.add_argument(f"--{name}", type=int, default=default)
    chosen = asked.parse_args()
    if chosen.pairs:
        pairs(chosen.pairs)
    if chosen.drags:
        drags(chosen.drags)
    if chosen.steps:
        steps(chosen.steps)
        own_distances(10 * chosen.steps)
    if chosen.frames:
        moving(chosen.frames)


def pairs(count: int) -> None:
    """Capsules against every solid, beside mujoco; against capsules and boxes inside, beside python-fcl.

    Where the axis of the capsule itself is inside a box, mujoco's depth is not the shortest way out; ours from
    cylinders and ellipsoids is that of the deepest ball. Outside, python-fcl is good to some 1e-5 m only, and of some
    deep capsules to 2e-4 m: there mujoco says what we do.
    """
    from geom_distances import KINDS, with_fcl, with_mujoco

    for kind in KINDS:
        found = with_mujoco(kind, count)
        off = np.abs(found.ours - found.theirs)
        shallow, deep = off[~found.deep], off[found.deep]
        same = f"{np.mean(deep < 1e-6):.1%} of {deep.size} deep ones within 1e-6" if deep.size else "none deep"
        print(f"{kind:10s} {count} pairs: at most {shallow.max():.1e} m from mujoco; {same}", flush=True)
    for kind in ("capsule", "box"):
        found = with_fcl(kind, count)
        off = np.abs(found.ours - found.theirs)[found.ours < 0.0]
        same = f"{np.mean(off < 1e-6):.2%} within 1e-6 of python-fcl, at most {off.max():.1e} m from it"
        print(f"{kind:10s} {off.size} pairs that overlap: {same}", flush=True)


def clutter(rng: np.random.Generator) -> poise.World:
    """Ten boxes, balls and cylinders in front of a person who stands at rest and does not touch them."""
    found: list[poise.Obstacle] = []
    while len(found) < 10:
        at = rng.uniform((-0.8, 0.5, 0.3), (0.8, 1.6, 0.9))
        size = rng.uniform(0.05, 0.25, 3)
        shape = (
            poise.Box(tuple(size)),
            poise.Sphere(size[0] / 2),
            poise.Cylinder(size[0] / 2, size[1]),
            poise.Capsule(size[0] / 3, size[1]),
        )[len(found) % 4]
        thing = poise.Obstacle(f"thing {len(found)}", shape, placement=poise.Placement(tuple(at)))
        if not any(near.distance < 0.02 for near in poise.World([thing]).distances(HUMAN.rest())):
            found.append(thing)
    return poise.World(found)


def drags(count: int) -> None:
    """A hand is dragged to random places in clutter, the other parts follow; every fifth time, the clutter is new."""
    rng, ends, deepest = np.random.default_rng(0), Counter[str](), 0.0
    turns = {(inside, steps): np.zeros(3) for steps in (4, 40) for inside in (True, False)}
    world = clutter(rng)
    for number in range(count):
        world = clutter(rng) if number % 5 == 4 else world
        goal = rng.uniform((-0.7, 0.5, 0.2), (0.5, 1.7, 0.9))
        levels = [FEET, poise.Balance(), poise.Reach("right_hand", goal)]
        solution = poise.solve(HUMAN.rest(), levels, world=world, max_steps=600)
        ends[solution.status] += 1
        deepest = min(deepest, *(near.distance for near in world.distances(solution.pose)), 0.0)
        if number % 20 == 0:
            for inside, steps in turns:
                turns[inside, steps] += turned_back(levels, world if inside else None, steps)
    told = ", ".join(f"{how} {times}" for how, times in ends.most_common())
    print(f"{count} drags: {told}; deepest {deepest:.1e} m")
    for (inside, steps), (times, back, way) in turns.items():
        where = f"{'among obstacles' if inside else 'free'}, {steps} steps a frame at most:"
        print(
            f"{where:42s} joint speeds change sign {times:.0f} times, {times / way:.1f} a radian of {way:.0f};"
            f" {back / way:.2%} of the way is gone back"
        )


def turned_back(levels: list[object], world: poise.World | None, steps: int, frames: int = 60) -> Array:
    """How often joints turn back while the goal goes there in a second of 60 frames, how far, and of what way.

    A frame has so many steps, or fewer when the body has settled. Motions of less than 1e-7 a frame do not count; a
    joint goes back by the lesser of its motions before and after.
    """
    session = poise.Session(HUMAN.rest(), levels, world=world)
    handle = session.tasks["reach right_hand"]
    begin, end = HUMAN.rest().position("right_hand"), np.array(handle.goal)
    poses = []
    for frame in range(1, frames + 1):
        handle.goal = begin + (end - begin) * frame / frames
        for _ in range(steps):
            pose = session.step()
            if session.settled:
                break
        poses.append(pose.coordinates)
    speeds = np.diff(poses, axis=0)
    speeds[np.abs(speeds) < 1e-7] = 0.0
    turns = speeds[1:] * speeds[:-1] < 0.0
    back = np.minimum(np.abs(speeds[1:]), np.abs(speeds[:-1]))[turns]
    return np.array([turns.sum(), back.sum(), np.abs(speeds).sum()])


def steps(count: int) -> None:
    """CPU time of a step of a session whose goal goes round a circle; the best of three."""
    around = np.linspace(0.0, 3.0, 10)
    places = [(0.45 * np.cos(a) - 0.2, 0.5 + 0.1 * i, 0.8 + 0.2 * np.sin(a)) for i, a in enumerate(around)]
    ten = world_of_boxes(places)
    many = world_of_boxes(np.random.default_rng(1).uniform(-10.0, 10.0, (1000, 3)))
    cases = {"no world": {}, "ten obstacles": {"world": ten}, "itself": {"avoid_self": True}}
    cases |= {"both": {"world": ten, "avoid_self": True}, "1,000 obstacles": {"world": many}}
    free = 0.0
    for name, options in cases.items():
        taken = min(_step_time(options, count) for _ in range(3))
        free = free or taken
        print(f"{name:16s} {1e6 * taken:6.0f} µs a step, {taken / free:.2f} of that without")


def own_distances(count: int) -> None:
    """Time of all distances of a person from itself with normals and rows, inside the core (`make bench` builds it)."""
    try:
        import _bench
    except ImportError:
        print("distances from oneself: benchmarks/_bench is not built, make bench does")
        return
    body, seen = core_body(HUMAN, None), _core.lookout(0.2, 0.05, 0.0, True)
    for posture in ("rest", "sitting"):
        pose = HUMAN.pose(posture)
        rows = len(_core.near_pairs(pose._core, body, None, seen))
        taken = min(_bench.seconds_of_avoiding(HUMAN._core, pose.coordinates, body, seen, count) for _ in range(9))
        print(f"{posture}: {len(poise.self_pairs(HUMAN))} pairs of segments, {rows} rows: {1e6 * taken:.1f} µs")


def moving(frames: int) -> None:
    """A ball at 2 m/s and 60 Hz against a chain: how deep it is inside at the end of a frame."""
    chain, begin, velocity = poise.figures.chain(8), np.array([0.0, 0.7, 0.9]), np.array([0.0, 0.0, -2.0])
    for known in (True, False):
        world = poise.World([poise.Obstacle("ball", poise.Sphere(0.1), velocity=tuple(velocity * known))])
        session = poise.Session(
            chain.rest(), [poise.Reach("tip", (0.0, 0.95, 0.0))], world=world.moved("ball", tuple(begin))
        )
        deepest = 0.0
        for frame in range(frames):
            session.world = world.moved("ball", tuple(begin + velocity * frame / 60))
            for _ in range(30):
                pose = session.step()
                if session.settled:
                    break
            then = world.moved("ball", tuple(begin + velocity * (frame + 1) / 60)).distances(pose)
            deepest = max(deepest, *(-near.distance for near in then), 0.0)
        print(f"a ball at 2 m/s, speed {'known' if known else 'unknown'}: inside by {1000 * deepest:.3f} mm at most")


def world_of_boxes(places: object) -> poise.World:
    """Boxes of 10 cm."""
    boxes = [poise.Placement(tuple(map(float, place))) for place in np.asarray(places)]
    return poise.World([poise.Obstacle(f"box {i}", poise.Box((0.1,) * 3), placement=at) for i, at in enumerate(boxes)])


def _step_time(options: dict[str, object], count: int) -> float:
    levels = [
        FEET,
        poise.Balance(),
        poise.Reach("right_hand", (-0.3, 1.2, 0.5)),
        poise.LookAt("eyes", (-0.3, 1.2, 0.5)),
    ]
    session = poise.Session(HUMAN.rest(), levels, **options)  # type: ignore[arg-type]
    began = time.process_time()
    for i in range(count):
        angle = 2.0 * np.pi * i / 60
        session.tasks["reach right_hand"].goal = (-0.3 + 0.1 * np.cos(angle), 1.2 + 0.1 * np.sin(angle), 0.5)
        session.step()
    return (time.process_time() - began) / count


if __name__ == "__main__":
    main()
