"""A rigid placement: where a frame sits in another one.

`T_a_b` maps coordinates of frame b to coordinates of frame a: x_a = R_a_b x_b + p_a_b.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poise import _core as core
from poise.errors import InputError
from poise.figure.check import FLOAT, Mat3, Quaternion, Vec3, array, number, numbers, quaternion, unit3, vec3
from poise.figure.units import warn_of_degrees
from poise.readable import Readable

IDENTITY: Quaternion = (0.0, 0.0, 0.0, 1.0)
_LAST_ROW = (0.0, 0.0, 0.0, 1.0)
ROUNDING = 1e-9
"""What products and inverses of placements some metres apart may leave in the last row; the core allows the same."""


@dataclass(frozen=True, slots=True)
class Placement(metaclass=Readable):
    """A rotation followed by a translation.

    `position`: metres, in the outer frame. `rotation`: unit quaternion x y z w, inner to outer.
    """

    position: Vec3 = (0.0, 0.0, 0.0)
    rotation: Quaternion = IDENTITY

    def __post_init__(self) -> None:
        object.__setattr__(self, "position", _position(self.position))
        object.__setattr__(self, "rotation", quaternion(self.rotation, "the rotation of a placement"))

    @staticmethod
    def from_matrix(matrix: Any) -> Placement:
        """From a (4, 4) homogeneous matrix or a (3, 3) rotation."""
        return placement_from(matrix, "the matrix of a placement")

    @staticmethod
    def turned(axis: Any, angle: float, position: Any = (0.0, 0.0, 0.0)) -> Placement:
        """A rotation by `angle` (radians) about `axis`, then a move to `position`."""
        x, y, z = unit3(axis, "the axis of a rotation")
        given = number(angle, "the angle of a rotation")
        warn_of_degrees(given, "the angle of a rotation")
        s, c = math.sin(given / 2), math.cos(given / 2)
        return Placement(position, (x * s, y * s, z * s, c))

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The (4, 4) homogeneous matrix."""
        m = np.eye(4)
        m[:3, :3] = rotation_matrix(self.rotation)
        m[:3, 3] = self.position
        return m

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """The matrix, wherever numpy is handed a placement."""
        if copy is False:
            raise ValueError("the matrix of a placement is made anew: it cannot be had without a copy")
        return self.matrix if dtype is None else self.matrix.astype(dtype)

    def __matmul__(self, other: Placement) -> Placement:
        """`T_a_b @ T_b_c` is `T_a_c`."""
        if not isinstance(other, Placement):
            return NotImplemented
        return Placement(self.apply(other.position), multiply(self.rotation, other.rotation))

    def apply(self, point: Vec3) -> Vec3:
        """The point, given in the inner frame, in the outer frame."""
        return _add(rotate(self.rotation, vec3(point, "a point")), self.position)

    def inverse(self) -> Placement:
        """`T_b_a` of `T_a_b`."""
        x, y, z, w = self.rotation
        back: Quaternion = (-x, -y, -z, w)
        px, py, pz = rotate(back, self.position)
        return Placement((-px, -py, -pz), back)

    def scaled(self, factor: float) -> Placement:
        """The same rotation, `factor` times as far away."""
        x, y, z = self.position
        by = number(factor, "the factor of a scaled placement")
        return Placement((x * by, y * by, z * by), self.rotation)

    @property
    def is_identity(self) -> bool:
        return self.position == (0.0, 0.0, 0.0) and self.rotation == IDENTITY


def _position(given: Any) -> Vec3:
    """Three numbers; of a matrix, how a placement is made of one."""
    try:
        return vec3(given, "the position of a placement")
    except InputError as error:
        if isinstance(given, np.ndarray) and given.shape in ((3, 3), (4, 4)):
            raise InputError(f"{error}; a placement of a matrix is Placement.from_matrix(matrix)") from None
        raise


def placement_from(matrix: Any, what: str) -> Placement:
    """From a (4, 4) homogeneous matrix or a (3, 3) rotation; `what`: what errors call it."""
    m = array(matrix, what)
    if m.shape not in ((3, 3), (4, 4)):
        raise InputError(f"{what} must be a (4, 4) or (3, 3) matrix, not {m.shape}")
    if m.shape == (3, 3):
        return Placement(rotation=quaternion_of(m, what))
    try:
        position, rotation = vec3(m[:3, 3], "its position"), quaternion_of(m[:3, :3], "its rotation")
    except InputError as error:
        raise InputError(f"{what} is not a placement: {error}") from None
    if not np.abs(m[3] - _LAST_ROW).max() <= ROUNDING:
        row = ", ".join(f"{x:g}" for x in m[3].tolist())
        advice = "; was it transposed?" if np.abs(m[:, 3] - _LAST_ROW).max() <= ROUNDING else ""
        raise InputError(f"{what} is not a placement: its last row must be 0, 0, 0, 1, not {row}{advice}")
    return Placement(position, rotation)


def placed_at(given: Any, what: str) -> Placement:
    """Where something is, from a Placement, a (4, 4) matrix or a point; `what`: what errors call it."""
    if isinstance(given, Placement):
        return given
    if isinstance(given, np.ndarray) and given.ndim == 2:
        return placement_from(given, what)
    return Placement(vec3(given, what))


def placement_of(matrix: Any) -> Placement | None:
    """The quick way from a (4, 4) array of floats; None for anything else, and for what is no placement."""
    found = core.placement_of(matrix) if type(matrix) is np.ndarray and matrix.dtype is FLOAT else None
    if found is None:
        return None
    placement = object.__new__(Placement)  # checked by the core
    object.__setattr__(placement, "position", found[0])
    object.__setattr__(placement, "rotation", found[1])
    return placement


def rotate(q: Quaternion, v: Vec3) -> Vec3:
    """`v` turned by the unit quaternion `q`: v + 2 w (u × v) + 2 u × (u × v) (Baerlocher, eq. B.2)."""
    x, y, z, w = q
    vx, vy, vz = v
    tx, ty, tz = 2 * (y * vz - z * vy), 2 * (z * vx - x * vz), 2 * (x * vy - y * vx)
    return (
        vx + w * tx + y * tz - z * ty,
        vy + w * ty + z * tx - x * tz,
        vz + w * tz + x * ty - y * tx,
    )


def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """The quaternion product a b: first b, then a (Baerlocher, eq. B.1)."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    product = (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )
    return quaternion(product, "a product of rotations")


def rotation_matrix(q: Quaternion) -> NDArray[np.float64]:
    """The (3, 3) matrix of a unit quaternion."""
    return np.array(core.rotation_rows(q)).reshape(3, 3)


def quaternion_of(matrix: Any, what: str = "the rotation of a placement") -> Quaternion:
    """The unit quaternion (w ≥ 0) of a (3, 3) rotation matrix."""
    rows = array(matrix, what)
    found = core.quaternion_of(rows)
    if found is not None:
        return found
    if rows.shape != (3, 3) or not np.isfinite(rows).all():
        raise InputError(f"{what} must be a (3, 3) matrix of finite numbers")
    raise InputError(f"{what} is not a rotation: its columns must be orthonormal and right-handed")


def frame_along(z: Any, x_hint: Any = (1.0, 0.0, 0.0)) -> Quaternion:
    """The rotation whose third column is `z` and whose first is as near to `x_hint` as can be.

    Limb joints point their z axis along the limb; the hint says where flexion turns about.
    """
    third = np.array(unit3(z, "the direction of a limb"))
    hint = np.array(unit3(x_hint, "the flexion axis of a limb"))
    first = hint - third * float(hint @ third)
    if np.linalg.norm(first) < 1e-9:
        raise InputError("the flexion axis of a limb must not point along the limb")
    first /= np.linalg.norm(first)
    return quaternion_of(np.column_stack([first, np.cross(third, first), third]))


def as_rows(matrix: NDArray[np.float64]) -> Mat3:
    """A (3, 3) array as nested tuples."""
    a, b, c = (numbers(row, 3, "a matrix row") for row in matrix)
    return ((a[0], a[1], a[2]), (b[0], b[1], b[2]), (c[0], c[1], c[2]))


def _add(a: Vec3, b: Vec3) -> Vec3:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])
