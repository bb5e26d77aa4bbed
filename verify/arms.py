"""Random arms: ball, hinge and ball with cones and ranges; or seven hinges of which two times three meet."""

from __future__ import annotations

import numpy as np

import poise

Rng = np.random.Generator


def unit(rng: Rng) -> tuple[float, ...]:
    way = rng.normal(size=3)
    return tuple(way / np.linalg.norm(way))


def turn(rng: Rng) -> tuple[float, ...]:
    q = rng.normal(size=4)
    return tuple(q / np.linalg.norm(q))


def _range(rng: Rng, half: tuple[float, float]) -> poise.Range:
    middle, width = rng.uniform(-0.8, 0.8), rng.uniform(*half)
    return poise.Range(middle - width, middle + width)


def _offsets(rng: Rng) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """From shoulder to elbow and from elbow to wrist: a little bent."""
    return tuple(rng.normal(size=3) * 0.04 + (0, 0, 0.3)), tuple(rng.normal(size=3) * 0.04 + (0, 0, 0.26))


def arm_of_balls(rng: Rng) -> poise.Figure:
    """Ball, tilted hinge, ball; both balls with a cone and a range of twist."""
    upper, lower = _offsets(rng)

    def ball() -> dict[str, poise.Cone | poise.Range]:
        return {"swing": poise.Cone(rng.uniform(0.4, 2.6)), "twist": _range(rng, (0.2, 2.0))}

    def at(point: tuple[float, ...]) -> poise.Placement:
        return poise.Placement(point, turn(rng))

    joints = [
        poise.Joint("world", "fixed", None, "base"),
        poise.Joint("shoulder", "ball", "base", "upper", at(tuple(rng.normal(size=3))), limits=ball()),
        poise.Joint(
            "elbow", "hinge", "upper", "lower", at(upper), axis=unit(rng), limits={"angle": _range(rng, (0.5, 2.0))}
        ),
        poise.Joint("wrist", "ball", "lower", "hand", at(lower), limits=ball()),
    ]
    tool = poise.Site("tool", "hand", poise.Placement(tuple(rng.normal(size=3) * 0.1), turn(rng)))
    segments = [poise.Segment(name) for name in ("base", "upper", "lower", "hand")]
    chain = poise.LimbChain("arm", "shoulder", "elbow", "wrist", "tool")
    return poise.Figure("arm of balls", segments, joints, sites=[tool], limbs=[chain])


def arm_of_hinges(rng: Rng) -> poise.Figure:
    """Seven hinges with narrow ranges, as robots have them."""
    upper, lower = _offsets(rng)
    places = [(0.0, 1.0, 0.0), None, None, upper, lower, None, None]
    joints, carrier = [poise.Joint("world", "fixed", None, "base")], "base"
    for i, place in enumerate(places, 1):
        here = poise.Placement(place or (0.0, 0.0, 0.0), turn(rng))
        limits = {"angle": _range(rng, (0.3, 1.4))}
        joints.append(poise.Joint(f"j{i}", "hinge", carrier, f"s{i}", here, axis=unit(rng), limits=limits))
        carrier = f"s{i}"
    segments = [poise.Segment(name) for name in ("base", *(f"s{i}" for i in range(1, 8)))]
    tool = poise.Site("tool", "s7", poise.Placement(tuple(rng.normal(size=3) * 0.1), turn(rng)))
    chain = poise.LimbChain("arm", "j1", "j4", "j7", "tool")
    return poise.Figure("arm of hinges", segments, joints, sites=[tool], limbs=[chain])
