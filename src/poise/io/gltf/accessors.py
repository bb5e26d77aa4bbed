"""Accessors: numbers of many kinds in buffers, as arrays. Every bound is checked in whole numbers before it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array, sealed
from poise.errors import FileError
from poise.io.gltf.schema import Accessor, Sparse

if TYPE_CHECKING:
    from poise.io.gltf.document import Gltf

KINDS: dict[int, np.dtype[Any]] = {
    5120: np.dtype("<i1"), 5121: np.dtype("<u1"), 5122: np.dtype("<i2"), 5123: np.dtype("<u2"), 5125: np.dtype("<u4"),
    5126: np.dtype("<f4"),
}  # fmt: skip
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
LARGEST = 50_000_000
"""Numbers of one accessor."""


def decoded(document: Gltf, index: int) -> Array:
    """(count, width) numbers of an accessor; float64 for fractions, as they are for whole numbers."""
    accessor = document.part(document.model.accessors, index, "accessor")
    what = f"accessor {index}"
    kind, width = _kind(document, accessor.component_type, what), WIDTHS[accessor.type]
    if accessor.type in ("MAT2", "MAT3") and kind.itemsize < 4:
        raise FileError(document.path, f"{what} has small matrices of short numbers, which nothing here uses")
    if accessor.count * width > LARGEST:
        raise FileError(document.path, f"{what} says {accessor.count} × {width} numbers, more than {LARGEST}")
    document.spend(accessor.count * width)
    if accessor.buffer_view is None:
        found: NDArray[Any] = np.zeros((accessor.count, width), kind)
    else:
        found = _strided(document, accessor.buffer_view, accessor.byte_offset, (accessor.count, width), kind, what)
    if accessor.sparse is not None:
        found = _with_sparse(document, np.array(found), accessor.sparse, what)
    return sealed(_numbers(document, found, accessor, what))


def _kind(document: Gltf, code: int, what: str) -> np.dtype[Any]:
    if code not in KINDS:
        choices = ", ".join(map(str, KINDS))
        raise FileError(document.path, f"{what} has the component type {code}; the choices are {choices}")
    return KINDS[code]


def _strided(
    document: Gltf, view: int, offset: int, shape: tuple[int, int], kind: np.dtype[Any], what: str
) -> NDArray[Any]:
    """A window into a buffer."""
    data, start, end, stride = document.view(view)
    count, width = shape
    element = kind.itemsize * width
    step = stride or element
    if step < element:
        raise FileError(document.path, f"{what} has elements of {element} bytes in steps of {step}")
    last = start + offset + step * (count - 1) + element
    if last > end:
        raise FileError(document.path, f"{what} ends at byte {last}, behind its buffer view, which ends at {end}")
    return np.ndarray(shape, kind, data, start + offset, (step, kind.itemsize))


def _with_sparse(document: Gltf, found: NDArray[Any], sparse: Sparse, what: str) -> NDArray[Any]:
    if sparse.count > len(found):
        raise FileError(document.path, f"{what} has {sparse.count} sparse values for {len(found)} elements")
    kind = _kind(document, sparse.indices.component_type, what)
    where = _strided(document, sparse.indices.buffer_view, sparse.indices.byte_offset, (sparse.count, 1), kind, what)
    values = sparse.values
    shape = (sparse.count, found.shape[1])
    new = _strided(document, values.buffer_view, values.byte_offset, shape, found.dtype, what)
    rows = where[:, 0].astype(np.int64)
    if rows.min() < 0 or rows.max() >= len(found):
        raise FileError(document.path, f"{what} has a sparse index outside its {len(found)} elements")
    found[rows] = new
    return found


def _numbers(document: Gltf, found: NDArray[Any], accessor: Accessor, what: str) -> NDArray[Any]:
    if found.dtype.kind == "f":
        if not np.isfinite(found).all():
            raise FileError(document.path, f"{what} has a number that is not finite")
        return found.astype(np.float64)
    if accessor.normalized:
        largest = float(np.iinfo(found.dtype).max)
        return np.maximum(found.astype(np.float64) / largest, -1.0)
    return found.astype(np.int64)
