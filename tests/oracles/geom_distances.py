"""Distances of capsules from all solids, beside those of mujoco and python-fcl: random pairs, and how they differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import mujoco
import numpy as np
from numpy.typing import NDArray

from poise import _core

Array = NDArray[np.float64]
HALF = 0.25  # half the length of the capsule's axis
RADIUS = 0.08
KINDS = ("sphere", "capsule", "box", "cylinder", "ellipsoid", "hull", "plane")
SIZES = {
    "sphere": [0.2],
    "capsule": [0.1, 0.3],
    "box": [0.2, 0.3, 0.1],
    "cylinder": [0.2, 0.25],
    "ellipsoid": [0.1, 0.3, 0.2],
}


class Compared(NamedTuple):
    """`ours`, `theirs`: distances (m). `deep`: the capsule's axis itself is inside."""

    ours: Array
    theirs: Array
    deep: NDArray[np.bool_]


def corners() -> Array:
    """The corners of the hull that is compared."""
    return np.random.default_rng(5).uniform(-0.3, 0.3, (16, 3))


def solid(kind: str) -> _core.Solid:
    """Our solid of a kind."""
    made: dict[str, Callable[[], _core.Solid]] = {
        "sphere": lambda: _core.Solid.round(np.array([0.0] * 6 + [0.2] * 2)),
        "capsule": lambda: _core.Solid.round(np.array([0.0, 0.0, -0.3, 0.0, 0.0, 0.3, 0.1, 0.1])),
        "box": lambda: _core.Solid.box(2 * np.array(SIZES["box"]), 0.0),
        "cylinder": lambda: _core.Solid.cylinder(0.2, 0.5, 0.0),
        "ellipsoid": lambda: _core.Solid.ellipsoid(np.array(SIZES["ellipsoid"])),
        "hull": lambda: _core.Solid.hull(corners(), 0.0),
        "plane": _core.Solid.half_space,
    }
    return made[kind]()


def rotations(rng: np.random.Generator, count: int) -> Array:
    """Quaternions w x y z."""
    q = rng.normal(size=(count, 4))
    return q / np.linalg.norm(q, axis=1, keepdims=True)


def matrix(q: Array) -> Array:
    """Of a quaternion w x y z."""
    m = np.empty(9)
    mujoco.mju_quat2Mat(m, q)
    return m.reshape(3, 3)


def with_mujoco(kind: str, count: int, seed: int = 0) -> Compared:
    """Random capsules around a solid: our distances and mujoco's."""
    model = mujoco.MjModel.from_xml_string(_scene(kind))
    data = mujoco.MjData(model)
    return _compared(kind, count, seed, lambda p, q: _mujoco_distance(model, data, p, q))


def with_fcl(kind: str, count: int, seed: int = 0) -> Compared:
    """The same with python-fcl."""
    import fcl

    made: dict[str, Callable[[], Any]] = {
        "sphere": lambda: fcl.Sphere(0.2),
        "capsule": lambda: fcl.Capsule(0.1, 0.6),
        "box": lambda: fcl.Box(*(2 * np.array(SIZES["box"]))),
        "cylinder": lambda: fcl.Cylinder(0.2, 0.5),
        "ellipsoid": lambda: fcl.Ellipsoid(*SIZES["ellipsoid"]),
    }
    other = fcl.CollisionObject(made[kind](), fcl.Transform())
    capsule = fcl.Capsule(RADIUS, 2 * HALF)

    def distance(position: Array, q: Array) -> float:
        request, result = fcl.DistanceRequest(enable_signed_distance=True), fcl.DistanceResult()
        request.distance_tolerance = 1e-9
        return float(fcl.distance(fcl.CollisionObject(capsule, fcl.Transform(q, position)), other, request, result))

    return _compared(kind, count, seed, distance)


def _compared(kind: str, count: int, seed: int, distance: Callable[[Array, Array], float]) -> Compared:
    rng, ours_is = np.random.default_rng(seed), solid(kind)
    places, turns = rng.uniform(-0.6, 0.6, (count, 3)), rotations(rng, count)
    ours, theirs = np.empty(count), np.empty(count)
    deep = np.zeros(count, bool)
    for i, (place, q) in enumerate(zip(places, turns, strict=True)):
        axis = matrix(q)[:, 2] * HALF
        round_numbers = np.concatenate([place - axis, place + axis, [RADIUS, RADIUS]])
        ours[i], deep[i] = ours_is.against(round_numbers)[0], False
        deep[i] = ours[i] < -RADIUS + 1e-6
        theirs[i] = distance(place, q)
    return Compared(ours, theirs, deep)


def _scene(kind: str) -> str:
    size = " ".join(map(str, SIZES.get(kind, [1.0, 1.0, 0.1])))
    asset, geom = "", f'<geom type="{kind}" size="{size}"/>'
    if kind == "hull":
        points = " ".join(f"{x:.17g}" for x in corners().ravel())
        asset, geom = f'<asset><mesh name="m" vertex="{points}"/></asset>', '<geom type="mesh" mesh="m"/>'
    return (
        f'<mujoco><option ccd_tolerance="1e-10" ccd_iterations="200"/>{asset}<worldbody>{geom}'
        f'<body><freejoint/><geom type="capsule" size="{RADIUS} {HALF}"/></body></worldbody></mujoco>'
    )


def _mujoco_distance(model: Any, data: Any, place: Array, q: Array) -> float:
    data.qpos[:3], data.qpos[3:] = place, q
    mujoco.mj_kinematics(model, data)
    return float(mujoco.mj_geomDistance(model, data, 1, 0, 10.0, np.empty(6)))
