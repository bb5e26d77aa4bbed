"""The figure: segments, joints, limits, and everything named on a body."""

from poise.figure.figure import GRAVITY, Figure
from poise.figure.joint import MODELS, Joint, JointModel, Strength
from poise.figure.limit import Cone, Ellipse, Limit, Polygon, Range, SwingLimit, TwistTable, direction_of_swing
from poise.figure.marks import Coupling, Group, LimbChain, Mirror, Site, Sole
from poise.figure.placement import Placement, frame_along
from poise.figure.segment import Segment, merged
from poise.figure.shape import Box, Capsule, Cylinder, Ellipsoid, Shape, Sphere

__all__ = [
    "GRAVITY", "MODELS", "Box", "Capsule", "Cone", "Coupling", "Cylinder", "Ellipse", "Ellipsoid", "Figure", "Group",
    "Joint", "JointModel", "LimbChain", "Limit", "Mirror", "Placement", "Polygon", "Range", "Segment", "Shape", "Site",
    "Sole", "Sphere", "Strength", "SwingLimit", "TwistTable", "direction_of_swing", "frame_along", "merged",
]  # fmt: skip
