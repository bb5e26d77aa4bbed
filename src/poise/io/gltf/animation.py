"""Animations: the translation and rotation of nodes over time, exactly as the specification says.

Between keys a sampler is LINEAR (slerp for rotations, the short way), STEP (the key before) or CUBICSPLINE (a Hermite
spline with a tangent in and out of every key, of quaternions componentwise and then normalised; glTF 2.0, appendix C).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from poise.arrays import Array
from poise.errors import FileError
from poise.io.gltf.document import Gltf
from poise.io.gltf.schema import Animation, Sampler
from poise.motion.quaternions import angle

MOST_NUMBERS = 20_000_000
"""Keys times coordinates of a motion."""
FINE = 1e-5
"""Metres and radians: how near a chain of straight lines has to come to a CUBICSPLINE."""
_MOST_PIECES, _MOST_IN_ALL = 1000, 1_000_000
"""Pieces of one interval of a CUBICSPLINE, and of all."""
_FIRST_PIECES, _HALVINGS = 4, 10
"""Of an interval of rotations: pieces to begin with, so that no turn to and fro hides in a middle, and how often they
are halved: each quarters what lines miss, and ten times a radian is less than `FINE`."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A channel: `times` (n,), `values` (n, width); of a CUBICSPLINE (n, 3, width): tangent in, value, tangent out."""

    times: Array
    values: Array
    interpolation: str
    turns: bool

    @property
    def keys(self) -> Array:
        """(n, width) the values at the keys."""
        return self.values[:, 1] if self.interpolation == "CUBICSPLINE" else self.values

    def at(self, times: Array) -> Array:
        """(m, width) at some times; before the first key and after the last one, those."""
        if len(self.times) == 1:
            return np.repeat(self._unit(self.keys), len(times), axis=0)
        before = np.clip(np.searchsorted(self.times, times, side="right") - 1, 0, len(self.times) - 2)
        span = self.times[before + 1] - self.times[before]
        share = np.clip((times - self.times[before]) / span, 0.0, 1.0)[:, None]
        if self.interpolation == "STEP":
            chosen = np.where(share[:, 0] >= 1.0, before + 1, before)
            return self._unit(self.keys[chosen])
        if self.interpolation == "CUBICSPLINE":
            return self._unit(self._hermite(before, span[:, None], share))
        a, b = self._unit(self.keys[before]), self._unit(self.keys[before + 1])
        return slerp(a, b, share) if self.turns else np.asarray(a + share * (b - a))

    def _hermite(self, before: Any, span: Array, s: Array) -> Array:
        value, leave = self.values[before, 1], self.values[before, 2] * span
        following, arrive = self.values[before + 1, 1], self.values[before + 1, 0] * span
        s2, s3 = s * s, s * s * s
        return np.asarray(
            (2 * s3 - 3 * s2 + 1) * value + (s3 - 2 * s2 + s) * leave
            + (-2 * s3 + 3 * s2) * following + (s3 - s2) * arrive
        )  # fmt: skip

    def _unit(self, values: Array) -> Array:
        if not self.turns:
            return values
        length = np.linalg.norm(values, axis=-1, keepdims=True)
        return np.asarray(values / np.where(length > 0.0, length, 1.0))

    def needed(self) -> Array:
        """Times at which straight lines (slerps) need keys to be this curve, or near a CUBICSPLINE within `FINE`."""
        if self.interpolation == "STEP":  # the moment before a leap
            leaps = np.abs(np.diff(self.keys, axis=0)).max(axis=1) > 0.0
            return np.concatenate([self.times, np.nextafter(self.times[1:][leaps], -np.inf)])
        if self.interpolation != "CUBICSPLINE" or len(self.times) == 1:
            return self.times
        return self._halved() if self.turns else self._divided()

    def _divided(self) -> Array:
        """Every interval in as many pieces as its second derivative asks for, which is greatest at an end of a cubic:
        a line misses a curve by at most h²/8 of it."""
        span = np.diff(self.times)[:, None]
        value, leave, arrive = self.values[:, 1], self.values[:-1, 2] * span, self.values[1:, 0] * span
        way = value[1:] - value[:-1]
        first, last = 6 * way - 4 * leave - 2 * arrive, -6 * way + 2 * leave + 4 * arrive
        bend = np.maximum(np.linalg.norm(first, axis=1), np.linalg.norm(last, axis=1))
        most = max(1, min(_MOST_PIECES, _MOST_IN_ALL // len(span)))
        pieces = np.clip(np.ceil(np.sqrt(bend / (8 * FINE))), 1, most)
        starts = zip(self.times[:-1], self.times[1:], pieces.astype(int), strict=True)
        between = [np.linspace(a, b, n, endpoint=False) for a, b, n in starts]
        return np.concatenate([*between, self.times[-1:]])

    def _halved(self) -> Array:
        """Every interval in a few pieces, those halved that the curve leaves in their middle, and so on.

        Quaternions are normalised: what their components bend says little about how the rotation does.
        """
        pieces = max(1, min(_FIRST_PIECES, _MOST_IN_ALL // len(self.times)))
        shares = np.arange(pieces) / pieces
        found = [np.append((self.times[:-1, None] + np.diff(self.times)[:, None] * shares).ravel(), self.times[-1])]
        starts, ends = found[0][:-1], found[0][1:]
        for _ in range(_HALVINGS):
            middles = (starts + ends) / 2
            lines = slerp(self.at(starts), self.at(ends), np.full((len(middles), 1), 0.5))
            far = angle(lines, self.at(middles)) > FINE
            if not far.any() or sum(map(len, found)) + np.count_nonzero(far) > _MOST_IN_ALL:
                break
            found.append(middles[far])
            starts, ends = np.append(starts[far], middles[far]), np.append(middles[far], ends[far])
        return np.unique(np.concatenate(found))


def slerp(a: Array, b: Array, share: Array) -> Array:
    """Between unit quaternions (m, 4) the short way, at shares (m, 1)."""
    cosine = np.einsum("ij,ij->i", a, b)[:, None]
    b = np.where(cosine < 0.0, -b, b)
    apart, along = (np.linalg.norm(v, axis=1, keepdims=True) for v in (b - a, b + a))
    turn = 2.0 * np.arctan2(apart, along)
    sine = np.sin(turn)
    near = sine < 1e-6
    safe = np.where(near, 1.0, sine)
    first = np.where(near, 1.0 - share, np.sin((1.0 - share) * turn) / safe)
    second = np.where(near, share, np.sin(share * turn) / safe)
    found = first * a + second * b
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True))


def curves_of(document: Gltf, animation: Animation, label: str) -> dict[tuple[int, str], Curve]:
    """The curves of an animation by node and path: translations, rotations and scales."""
    found: dict[tuple[int, str], Curve] = {}
    for index, channel in enumerate(animation.channels):
        node, path = channel.target.node, channel.target.path
        if node is None or path not in ("translation", "rotation", "scale"):
            continue
        what = f"channel {index} of {label}"
        document.part(document.model.nodes, node, f"node, the target of {what}:")
        if (node, path) in found:
            raise FileError(document.path, f"{what} moves the {path} of {document.node_name(node)} a second time")
        sampler = document.part(animation.samplers, channel.sampler, f"sampler, asked for by {what}:")
        found[node, path] = _curve(document, sampler, path, what)
    return found


def _curve(document: Gltf, sampler: Sampler, path: str, what: str) -> Curve:
    kind = sampler.interpolation
    if kind not in ("LINEAR", "STEP", "CUBICSPLINE"):
        raise FileError(document.path, f"{what} has the interpolation {kind[:40]!r}; it is LINEAR, STEP or CUBICSPLINE")
    times, values = document.array(sampler.input)[:, 0], document.array(sampler.output)
    width = 4 if path == "rotation" else 3
    rows = len(times) * (3 if kind == "CUBICSPLINE" else 1)
    if values.shape != (rows, width):
        shape = " × ".join(map(str, values.shape))
        raise FileError(document.path, f"{what} needs {rows} × {width} numbers for its {len(times)} keys, not {shape}")
    if not (times.dtype.kind == "f" and values.dtype.kind == "f"):
        raise FileError(document.path, f"{what} has whole numbers that are not normalised")
    if len(times) > 1 and not (np.diff(times) > 0.0).all():
        raise FileError(document.path, f"{what} has times that do not increase")
    if width == 4:
        keys = values.reshape(len(times), -1, 4)[:, -1 if kind != "CUBICSPLINE" else 1]
        if not (np.linalg.norm(keys, axis=1) > 0.1).all():
            raise FileError(document.path, f"{what} has a rotation that is no unit quaternion")
    shaped = values.reshape(len(times), 3, width) if kind == "CUBICSPLINE" else values
    return Curve(times, shaped, kind, width == 4)
