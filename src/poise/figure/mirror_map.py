"""What mirrors what among the coordinates of a figure that is its own mirror image, for the core.

The solver keeps symmetric questions symmetric by it. A figure has such a map when every joint is the mirror image of
its partner: S reflects segment frames in the lateral axis, and a partner's frame must be S T S (limits are compared
too).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from poise import _core
from poise.figure.joint import Joint

if TYPE_CHECKING:
    from poise.figure.description import Description

Array = NDArray[np.float64]

_SAME = 1e-9


def core_mirror(figure: Description, home: Array) -> _core.Mirror | None:
    """The map, or None where the figure is not its own mirror image. `home`: a pose inside the limits."""
    other = figure.mirror.other
    if not figure.mirror.pairs or other(figure.root) != figure.root:
        return None
    axis = np.eye(3)["xyz".index(figure.mirror.axis)]
    S = np.eye(3) - 2.0 * np.outer(axis, axis)
    sources, signs = np.zeros(figure.size, dtype=int), np.zeros(figure.size)
    for name, joint in figure.joints.items():
        if not joint.dof or joint is figure.base:
            continue
        source = figure.joints.get(other(name))
        found = None if source is None or source.model != joint.model else _signs(source, joint, S)
        if source is None or found is None:
            return None
        where, there = figure.coordinate_slice(name), figure.coordinate_slice(source.name)
        sources[where], signs[where] = range(there.start, there.stop), found
    if figure.base.dof and not _is_plain(figure.base):
        return None
    partners = [figure._joint_ids[other(name)] for name in figure.joints]
    if not _has_the_same_limits(figure, home, sources, signs):
        return None
    return _core.Mirror(sources.tolist(), signs, partners, axis)


def _is_plain(base: Joint) -> bool:
    return base.model == "free" and base.placement.is_identity and base.child_placement.is_identity


def _signs(source: Joint, target: Joint, S: Array) -> list[float] | None:
    """What `target` does when its stored coordinates are those of `source` times these: the mirror image."""
    if np.abs(S @ source.placement.position - target.placement.position).max() > _SAME:
        return None
    T, R = target.placement.matrix[:3, :3], S @ source.placement.matrix[:3, :3]
    if target.model in ("swing", "ball"):
        if np.abs(T - R @ S).max() > _SAME:
            return None
        turn = (-np.diag(S)).tolist()
        return turn[:2] if target.model == "swing" else [*turn, 1.0]
    to_target = T.T @ R
    axes = np.eye(3)[[0, 2]] if target.model == "elbow" else np.array([target.axis])
    others = np.eye(3)[[0, 2]] if target.model == "elbow" else np.array([source.axis])
    cosines = [float(a @ to_target @ b) for a, b in zip(axes, others, strict=True)]
    if any(abs(abs(c) - 1.0) > _SAME for c in cosines):
        return None
    return [c if target.model == "slide" else -c for c in np.sign(cosines).tolist()]


def _has_the_same_limits(figure: Description, home: Array, sources: NDArray[np.int_], signs: Array) -> bool:
    """Far outside, on both sides, the nearest poses inside are mirror images of each other."""
    rng = np.random.default_rng(0)
    free = signs != 0.0
    for _ in range(4):
        step = rng.normal(size=figure.dof)
        step[: figure.base.dof] = 0.0
        far = _core.Pose(figure._core, home).integrate(2.0 * step)
        image = np.where(free, signs * far[sources], far)
        here, there = (_core.Pose(figure._core, q).clamped() for q in (far, image))
        if np.abs(np.where(free, signs * here[sources], there) - there).max() > 1e-6:
            return False
    return True
