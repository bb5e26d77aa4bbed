"""The world in numbers.   python benchmarks/world.py [--pairs 100000] [--drags 10000] [--steps 300] [--frames 30]
        [--seed 0] [--signs 20]

Distances beside mujoco's (`tests/oracles/geom_distances.py`), random drags of a person's hand into clutter, how often
joint speeds change their sign beside free motion, what a step and what all distances of a body from itself cost in CPU
time, and how deep a ball at 2 m/s comes with and without its speed known. 0 leaves a part out.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import pairwise
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
    asked.add_argument("--seed", type=int, default=0, help="of the drags; with several seeds they can be run in pieces")
    asked.add_argument(
        "--signs", type=int, default=20, help="joint speeds are watched in every so many drags; 0: never"
    )
    chosen = asked.parse_args()
    if chosen.pairs:
        pairs(chosen.pairs)
    if chosen.drags:
        drags(chosen.drags, chosen.seed, chosen.signs)
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


def drags(count: int, seed: int, signs: int) -> None:
    """A hand is dragged to random places in clutter, the other parts follow; every fifth time, the clutter is new."""
    rng, ends, deepest, cycles = np.random.default_rng(seed), Counter[str](), 0.0, list[tuple[float, float]]()
    turns = {steps: {way: np.zeros(3) for way in WAYS} for steps in (4, 40)}
    world = clutter(rng)
    for number in range(count):
        world = clutter(rng) if number % 5 == 4 else world
        goal = rng.uniform((-0.7, 0.5, 0.2), (0.5, 1.7, 0.9))
        levels = [FEET, poise.Balance(), poise.Reach("right_hand", goal)]
        solution = poise.solve(HUMAN.rest(), levels, world=world, max_steps=600)
        ends[solution.status] += 1
        deepest = min(deepest, *(near.distance for near in world.distances(solution.pose)), 0.0)
        if solution.status in ("stalled", "stopped"):
            cycles.append(cycle_of(levels, world))
        if signs and number % signs == 0:
            for steps, found in turns.items():
                for way, more in zip(WAYS, turned_back(goal, world, steps), strict=True):
                    found[way] += more
    told = ", ".join(f"{how} {times}" for how, times in ends.most_common())
    last = ", ".join(f"{change:.1e}" for change, _ in sorted(cycles)) or "none"
    back = max((gone for _, gone in cycles), default=0.0)
    print(
        f"{count} drags, seed {seed}: {told}; deepest {deepest:.1e} m;"
        f" last changes of stalled ones {last}, of which gone back {back:.1e} at most",
        flush=True,
    )
    for steps, found in turns.items() if signs else ():
        for way, (times, back, length) in found.items():
            print(
                f"{steps:2d} steps a frame at most, {way:34s} joint speeds change sign {times:.0f} times,"
                f" {times / length:.1f} a radian of {length:.0f}; {back / length:.2%} of the way is gone back"
            )


LAST = 10
"""Steps before the end of a stalled solve in which errors are watched."""


def cycle_of(levels: list[object], world: poise.World) -> tuple[float, float]:
    """By how much (m, rad) errors of levels still change in the last steps of a stalled solve, and go back.

    Of the first level that changes by more than rounding: those below it follow. Steps count since the last jump, which
    leads back to the best pose or to where another try ended. Who only gains comes to rest; who goes to and fro has a
    cycle.
    """
    history = poise.solve(HUMAN.rest(), levels, world=world, max_steps=600, history=True).history
    jumps = [i for i, way in enumerate(history.ways) if way == "jump"]
    rows = history.residuals[max([len(history) - LAST - 1, 0, *jumps]) :]
    first = next((level for level in rows.T if np.ptp(level) > 1e-8), np.zeros(1))
    return float(np.ptp(first)), float((first - np.minimum.accumulate(first)).max())


WAYS = ("among obstacles:", "free, straight to the goal:", "free, the hand's way among them:")
"""Free motion of the same length is meant in two ways: a radian of the joints' way, and the way that the hand took."""
STILL = 1e-7
"""rad or m a frame: a hundred times what the last step of a session that settles may move. Less is no motion."""


def turned_back(goal: Array, world: poise.World, steps: int, frames: int = 60) -> list[Array]:
    """By WAYS: how often joints turn back while the goal goes there in a second of 60 frames, how far, of what way."""
    begin = HUMAN.rest().position("right_hand")
    straight = [begin + (goal - begin) * frame / frames for frame in range(1, frames + 1)]
    among = dragged(straight, world, steps)
    free = dragged(straight, None, steps)
    same = dragged([pose.position("right_hand") for pose in among], None, steps)
    return [reversals(poses) for poses in (among, free, same)]


def dragged(goals: list[Array], world: poise.World | None, steps: int) -> list[poise.Pose]:
    """The pose at the end of every frame, which has so many steps, or fewer when the body has settled."""
    levels = [FEET, poise.Balance(), poise.Reach("right_hand", goals[0])]
    session, poses = poise.Session(HUMAN.rest(), levels, world=world), []
    for goal in goals:
        session.tasks["reach right_hand"].goal = goal
        for _ in range(steps):
            pose = session.step()
            if session.settled:
                break
        poses.append(pose)
    return poses


def reversals(poses: list[poise.Pose]) -> Array:
    """How often joint speeds change their sign, by how much joints go back, and the way of all of them.

    Speeds are those of degrees of freedom, from frame to frame; a joint goes back by the lesser of its motions before
    and after.
    """
    speeds = np.array([before.difference(after) for before, after in pairwise(poses)])
    speeds[np.abs(speeds) < STILL] = 0.0
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
