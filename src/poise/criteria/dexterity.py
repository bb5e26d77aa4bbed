"""Dexterity: a site that could go on in any direction (Boulic et al. 1996, 3.1.1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from poise import _core
from poise.criteria.criterion import Array, Criterion
from poise.errors import InputError
from poise.figure.check import choice
from poise.figure.names import unknown
from poise.tasks.axes import axis_rows, checked_axes
from poise.tasks.recruits import freedom_weights, recruited, recruits

if TYPE_CHECKING:
    from poise.figure.figure import Figure
    from poise.pose import Pose

MEASURES = ("manipulability", "smallest", "condition")
"""In the order of the core."""


@dataclass(frozen=True)
class Dexterity(Criterion):
    """Prefer poses from which a site can move on in any direction, away from singular ones such as a straight arm.

    `measure`: of the singular values σ of the site's Jacobian, by the length L of what carries it: "manipulability",
    their geometric mean over L (Yoshikawa's √det(J Jᵀ)); "smallest", the least of them over L, the worst direction; or
    "condition", the least over the largest, all directions alike. Half of 1 / (1 + m)², which is ½ at a singular pose.
    `axes`: the directions of the world that matter. `joints`: those that shall be able to move it: a group or limb, or
    joint names; by default all but a free base, from which every pose is dexterous.
    """

    site: str
    measure: Literal["manipulability", "smallest", "condition"] = field(default="manipulability", kw_only=True)
    axes: str = field(default="xyz", kw_only=True)
    joints: Any = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        self._put("measure", choice(self.measure, MEASURES, "the measure of Dexterity"))
        self._put("axes", checked_axes(self.axes, "the axes of Dexterity"))
        self._put("joints", recruits(self.joints, "the joints option of Dexterity"))
        super().__post_init__()

    def check(self, figure: Figure) -> None:
        """Raise when the figure lacks the site or a joint, or when too few joints move the site."""
        if self.site not in figure.sites:
            raise unknown(figure, "site", self.site, figure.sites, f"{self._name}: the figure")
        able = sum(figure.tangent_slice(joint).stop - figure.tangent_slice(joint).start for joint in self._path(figure))
        if able < len(self.axes):
            raise InputError(
                f"{self._name}: {able} degrees of freedom of these joints move {self.site!r}, too few for "
                f"{len(self.axes)} axes; name more joints, or fewer axes"
            )

    def compiled(self, start: Pose) -> _core.Criterion:
        figure, path = start.figure, self._path(start.figure)
        counts = freedom_weights(figure, dict.fromkeys(path, 1.0))
        length, measure = _length(figure, self.site, path), MEASURES.index(self.measure)
        return _core.dexterity_criterion(
            figure._core, figure._site_ids[self.site], axis_rows(self.axes, None), measure, counts, length
        )

    def measured(self, pose: Pose) -> float:
        """The measure m itself, the larger the better; 0 at a singular pose."""
        return float(1.0 / np.sqrt(2.0 * self.value(pose)) - 1.0)

    def _path(self, figure: Figure) -> list[str]:
        """The joints that count and carry the site, the nearest first."""
        named = recruited(figure, self.joints, f"{self._name}: the figure")
        if self.joints is None and figure.base.model == "free":
            named.pop(figure.base.name)
        by_child = {joint.child: joint for joint in figure.joints.values()}
        segment: str | None = figure.sites[self.site].segment
        path: list[str] = []
        while segment is not None:
            joint = by_child[segment]
            path += [joint.name] if joint.name in named else []
            segment = joint.parent
        return path


def _length(figure: Figure, site: str, path: list[str]) -> float:
    """How long that part of the body is at rest, from segment to segment, m; 1 when all of it is one point."""
    rest = figure.rest()
    points: list[Array] = [np.array(rest.position(site))]
    points += [np.array(rest.segment_frame(figure.joints[joint].child))[:3, 3] for joint in path]
    length = float(sum(np.linalg.norm(b - a) for a, b in pairwise(points)))
    return length if length > 1e-9 else 1.0
