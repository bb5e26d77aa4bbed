"""Holding a figure at another segment without changing its posture (Baerlocher 3.2.1).

Joints know parent and child, not which end is nearer the root, so re-rooting keeps every joint with its
coordinates, limits and couplings; only the base moves to the new root, and carries its world placement.
"""

from __future__ import annotations

from poise.figure.figure import Figure
from poise.figure.joint import Joint
from poise.figure.placement import Placement
from poise.pose import Pose


def rerooted(figure: Figure, segment: str) -> Figure:
    """The figure held at `segment`; every posture keeps its world placement."""
    figure.segment(segment)
    if segment == figure.root:
        return figure
    postures = {name: _values_at(figure.pose(name), segment) for name in figure.postures}
    return _built(figure, segment, figure.rest(), postures)


def rerooted_pose(pose: Pose, segment: str) -> Pose:
    """The same posture, at the same place, of the figure held at `segment`."""
    figure = pose.figure
    figure.segment(segment)
    if segment == figure.root:
        return pose
    # A fixed base has no coordinate for its placement: the figure itself must say where the root is.
    postures = {name: _values_at(figure.pose(name), segment) for name in figure.postures}
    return _built(figure, segment, pose, postures).pose(_values_at(pose, segment))


def _built(figure: Figure, segment: str, held: Pose, postures: dict[str, dict[str, object]]) -> Figure:
    """`held` is the pose in which a base that is not free holds the new root."""
    base = _base_at(figure.base, segment, held)
    joints = [base if j.name == base.name else j for j in figure.joints.values()]
    return figure._edited(joints=joints, postures=postures, root=segment)


def _base_at(base: Joint, segment: str, held: Pose) -> Joint:
    """The base joint carrying `segment`: free bases start from the world, others hold it where it is."""
    if base.model == "free":
        return base.edited(child=segment, child_placement=Placement(), placement=Placement())
    placement = Placement.from_matrix(held.segment_frame(segment))
    return base.edited(model="fixed", child=segment, placement=placement, child_placement=Placement(), limits={})


def _values_at(pose: Pose, segment: str) -> dict[str, object]:
    """Joint values of the pose, with the base placed at `segment`."""
    figure = pose.figure
    values: dict[str, object] = {
        name: pose.coordinates[figure.coordinate_slice(name)] for name, j in figure.joints.items() if j.dof
    }
    values.pop(figure.base.name, None)
    if figure.base.model == "free":
        values[figure.base.name] = pose.segment_frame(segment)
    return values
