"""The limits of the left shoulder: where the upper arm may point, and how far it may turn there.

The joint's zero direction is level and 45° out from straight ahead, the middle of what an arm can reach. Directions
are given as people think of them, by azimuth and elevation.
"""

from __future__ import annotations

import math

from poise.figure.check import Vec3
from poise.figure.limit import Limit, Polygon, TwistTable
from poise.people.motion import extent

SCAPULAR_PLANE = math.radians(45)
"""The shoulder's zero direction is level, this far out from straight ahead: the middle of what an arm can reach."""

_ARM_TWIST_ESTIMATES = (
    # azimuth, elevation, twist from, to; degrees. Where the clinic does not measure: a range of 140°, inside the
    # 104–160° of Wang et al. 1998 that Baerlocher 3.6.3 quotes. Overhead it lies on the lateral side (the hand goes
    # to the nape), behind on the medial side (it goes to the small of the back).
    (0, 90, -90, 50),
    (-40, 90, -90, 50),
    (45, 155, -110, 30),
    (180, 60, -50, 90),
)


def shoulder() -> dict[str, Limit]:
    """A polygon around all directions of the upper arm, and a twist range that depends on the direction."""
    rows = (*_measured_arm_twists(), *_ARM_TWIST_ESTIMATES)
    table = TwistTable(tuple((arm_direction(a, e), math.radians(low), math.radians(high)) for a, e, low, high in rows))
    return {"swing": Polygon(tuple(arm_direction(*v) for v in _arm_region())), "twist": table}


def arm_direction(azimuth: float, elevation: float) -> Vec3:
    """A direction of the left upper arm in the shoulder's joint frame.

    `azimuth`: degrees from straight ahead, outwards positive. `elevation`: degrees from hanging.
    """
    a, e = math.radians(azimuth) - SCAPULAR_PLANE, math.radians(elevation)
    return (-math.sin(e) * math.sin(a), math.cos(e), math.sin(e) * math.cos(a))


def _arm_region() -> tuple[tuple[float, float], ...]:
    """Corners of the polygon: azimuth (0 forward, 90 out, 180 back, −90 inwards) and elevation from hanging.

    Degrees, counter-clockwise seen from outside. Corners marked "hull" follow the 99 % hull of where upper arms pointed
    in the CMU motion capture library.
    """
    across, behind = 90 - extent("shoulder", "horizontal flexion"), 90 + extent("shoulder", "horizontal extension")
    return (
        (across, 125),  # hull
        (across, 90),
        (-37, extent("shoulder", "adduction")),  # in front of the body: direction from the hull
        (-117, 14),  # hull: the hanging arm stops at the body
        (180, extent("shoulder", "extension")),
        (155, 72),  # hull
        (behind, 90),
        (108, 127),  # hull
        (90, extent("shoulder", "abduction")),
        (45, 155),  # estimate: a little higher in the plane of the shoulder blade
        (0, extent("shoulder", "flexion")),
    )


def _measured_arm_twists() -> tuple[tuple[float, float, float, float], ...]:
    """Hanging and straight out: azimuth, elevation, twist from, to. Straight out, zero twist is already 45° of
    lateral rotation, because the swing that leads there from the scapular plane turns the elbow up by as much."""
    hanging = (-extent("shoulder", "lateral rotation, arm hanging"), extent("shoulder", "medial rotation, arm hanging"))
    lateral, medial = extent("shoulder", "lateral rotation, arm out"), extent("shoulder", "medial rotation, arm out")
    return (0, 0, *hanging), (90, 90, 45 - lateral, 45 + medial)
