"""What the net of natural posture says, as a pose of a figure and as weights of its degrees of freedom."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise.criteria.criterion import Array
from poise.criteria.habit import between, usual_spread
from poise.figure.placement import placement_from, placement_of
from poise.memo import Same
from poise.people.foresight import Body, Said, body_of, orthonormal
from poise.people.net_layout import BASE, BASE_FREEDOM, FREEDOM, JOINTS, NUMBERS
from poise.pose import Pose

if TYPE_CHECKING:
    from poise.figure.figure import Figure

Index = NDArray[np.intp]


class Places(NamedTuple):
    """Where what the net says of a figure stands in it. `plain`: numbers that are coordinates as they are, from and to;
    `balls`: two columns each of rotations, and where their quaternions go; `spreads`: from the net's to the tangent;
    `bent`: the spreads of the joints between root and pelvis; `around`: what stands before and after the coordinates
    of a free base; `usual`: 1/σ² by habit."""

    plain: tuple[Index, Index]
    balls: tuple[Index, list[slice]]
    spreads: tuple[Index, Index]
    bent: Index
    around: tuple[Array, Array]
    usual: Array
    body: Body


def places_of(figure: Figure) -> Places:
    """Found once for a figure."""
    return _places(Same(figure))


@lru_cache(maxsize=64)
def _places(key: Same[Figure]) -> Places:
    figure, at, after = key.thing, BASE, BASE_FREEDOM
    plain, balls, spreads, bent = ([], []), ([], list[slice]()), ([], []), list[int]()  # type: ignore[var-annotated]
    inner = set(between(figure))
    for name, model in JOINTS:
        numbers, freedoms = range(at, at + NUMBERS[model]), range(after, after + FREEDOM[model])
        at, after = numbers.stop, freedoms.stop
        bent += freedoms if name in inner else ()
        if not figure.joints[name].coordinates:
            continue
        spreads[0].extend(freedoms)
        spreads[1].extend(_range(figure.tangent_slice(name)))
        if model == "ball":
            balls[0].append(list(numbers))
            balls[1].append(figure.coordinate_slice(name))
        else:
            plain[0].extend(numbers)
            plain[1].extend(_range(figure.coordinate_slice(name)))
    base = figure.base
    return Places(
        (_index(plain[0]), _index(plain[1])),
        (_index(balls[0]).reshape(-1, 6), balls[1]),
        (_index(spreads[0]), _index(spreads[1])),
        _index(bent),
        (base.placement.inverse().matrix, base.child_placement.inverse().matrix),
        1.0 / usual_spread(figure) ** 2,
        body_of(figure),
    )


def _range(where: slice) -> range:
    return range(where.start, where.stop)


def _index(numbers: list[int] | list[list[int]]) -> Index:
    return np.array(numbers, dtype=np.intp)


def posed(figure: Figure, said: Said) -> Pose:
    """As a pose of the figure inside its limits; what the net does not speak of is at rest."""
    places = places_of(figure)
    q = np.array(figure.rest().coordinates)
    q[places.plain[1]] = said.numbers[places.plain[0]]
    turns = orthonormal(said.numbers[places.balls[0]])
    for where, turn in zip(places.balls[1], turns, strict=True):
        q[where] = _stored(turn, np.zeros(3))[3:]
    pose = Pose(figure, q).clamped()
    if figure.base.model != "free":
        return pose
    pelvis, root = pose.segment_frame("pelvis"), pose.segment_frame(figure.root)
    turn = said.turn @ pelvis[:3, :3].T  # the body is moved as one piece until its pelvis is there
    moved = np.eye(4)
    moved[:3, :3], moved[:3, 3] = turn @ root[:3, :3], said.place + turn @ (root[:3, 3] - pelvis[:3, 3])
    stored = places.around[0] @ moved @ places.around[1]
    q = np.array(pose.coordinates)
    q[figure.coordinate_slice(figure.base.name)] = _stored(stored[:3, :3], stored[:3, 3])
    return Pose(figure, q)


def _stored(turn: Array, place: Array) -> tuple[float, ...]:
    """As a free joint keeps it: position and quaternion."""
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = turn, place
    found = placement_of(frame) or placement_from(frame, "what the net says")
    return (*found.position, *found.rotation)
