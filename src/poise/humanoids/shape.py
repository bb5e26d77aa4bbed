"""Arms and legs by shape alone, for skeletons whose names say nothing.

Two branches of one bone that are mirror images of each other are a pair of limbs; the longest pair that ends below
where it begins are the legs, the longest of the others the arms. In a limb the two neighbouring bones that are longest
together are upper arm and forearm, or thigh and shank. Feet say where the front is, and so which side is left.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from poise.arrays import Array
from poise.errors import FigureError
from poise.humanoids.match import Match
from poise.humanoids.skeleton import Skeleton

SAME = 0.1
"""How much mirror images may differ, of the length of the limb."""
CERTAIN = 0.5
"""How certain shape alone is (by judgement)."""


class _Pair(NamedTuple):
    """Two limbs of one bone: their bones from the root on, and their length."""

    limbs: tuple[list[str], list[str]]
    length: float
    falls: bool


def by_shape(skeleton: Skeleton) -> dict[str, Match]:
    """The limbs, or nothing where there are no two pairs of them."""
    pairs = sorted(_pairs(skeleton), key=lambda pair: -pair.length)
    legs = next((pair for pair in pairs if pair.falls), None)
    if legs is None:
        return {}
    taken = {bone for limb in legs.limbs for bone in (limb[0], *skeleton.under(limb[0]))}
    arms = next((pair for pair in pairs if not taken & {*pair.limbs[0], *pair.limbs[1]}), None)
    if arms is None:
        return {}
    found: dict[str, Match] = {}
    for pair, parts in (
        (legs, ("", "thigh", "shank", "foot", "toes")),
        (arms, ("clavicle", "upper_arm", "forearm", "hand")),
    ):
        left, right = _left_first(skeleton, pair, legs)
        for side, limb in (("left", left), ("right", right)):
            found |= {
                f"{side}_{part}": Match((bone,), CERTAIN, "shape") for part, bone in _named(skeleton, limb, parts)
            }
    return found


def _pairs(skeleton: Skeleton) -> list[_Pair]:
    up = skeleton.up()
    found = []
    for bone, below in skeleton.below.items():
        chains = [_longest(skeleton, child) for child in below]
        for i, one in enumerate(chains):
            for other in chains[i + 1 :]:
                a, b = (_points(skeleton, chain) for chain in (one, other))
                if len(one) == len(other) and len(one) > 1 and _mirrored(a, b, skeleton.bones[bone].center, up):
                    falls = float((a[-1] - a[0]) @ up) < -0.5 * _length(a)
                    found.append(_Pair((one, other), _length(a) + _length(b), falls))
    return found


def _longest(skeleton: Skeleton, bone: str) -> list[str]:
    """The longest way from a bone to an end."""
    ways = [_longest(skeleton, child) for child in skeleton.below[bone]]
    best = max(ways, key=lambda way: _length(_points(skeleton, [bone, *way])), default=[])
    return [bone, *best]


def _points(skeleton: Skeleton, chain: list[str]) -> Array:
    tips = skeleton.tips[chain[-1]][:1]
    return np.array([*(skeleton.bones[bone].center for bone in chain), *tips])


def _length(points: Array) -> float:
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


def _mirrored(a: Array, b: Array, center: Array, up: Array) -> bool:
    """Whether two chains are mirror images in an upright plane through the bone that carries them."""
    if a.shape != b.shape:
        return False
    across = (a - b).sum(axis=0)
    across = across - (across @ up) * up
    width = float(np.linalg.norm(across))
    if width < 1e-9:
        return False
    across = across / width
    image = b - 2.0 * np.outer((b - center) @ across, across)
    return float(np.abs(a - image).max()) < SAME * max(_length(a), 1e-9)


def _left_first(skeleton: Skeleton, pair: _Pair, legs: _Pair) -> tuple[list[str], list[str]]:
    """The limbs of a pair, the left one first: left is up × front, and feet point to the front."""
    up, front = skeleton.up(), np.zeros(3)
    for limb in legs.limbs:
        points = _points(skeleton, limb)
        ankle = _upper(points, len(limb)) + 2
        if ankle < len(points) - 1:
            front += points[-1] - points[ankle]
    front -= (front @ up) * up
    if float(np.linalg.norm(front)) < 0.05 * legs.length / 2:
        raise FigureError(
            f"which side of {skeleton.figure.name!r} is left cannot be told: neither names nor feet say where its "
            "front is; give the bones, as bones={'left_upper_arm': …}"
        )
    one, other = pair.limbs
    left = np.cross(up, front)
    is_left = float((_points(skeleton, one).mean(axis=0) - _points(skeleton, other).mean(axis=0)) @ left) > 0.0
    return (one, other) if is_left else (other, one)


def _upper(points: Array, bones: int) -> int:
    """The index of the first of the two neighbouring bones that are longest together."""
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)[:bones]
    return int(np.argmax(lengths[:-1] + lengths[1:])) if len(lengths) > 1 else 0


def _named(skeleton: Skeleton, limb: list[str], parts: tuple[str, ...]) -> list[tuple[str, str]]:
    """Part and bone; the first part stands before the two long bones."""
    first = _upper(_points(skeleton, limb), len(limb)) - 1
    pairs = ((part, first + i) for i, part in enumerate(parts))
    return [(part, limb[i]) for part, i in pairs if part and 0 <= i < len(limb)]
