"""The limits of a person's joints, drawn from the ranges of motion (left side).

Signs (see `poise.people.joints`): positive flexion and swing_x are anatomical flexion. On the left side positive
swing_y goes inwards for shoulder, hip and ankle (adduction, inversion) and to the little finger's side for the
wrist; positive twist turns inwards (medial rotation, pronation).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

from poise.figure.check import Vec3
from poise.figure.limit import Limit, Polygon, Range, TwistTable
from poise.people.motion import extent

Limits = dict[str, Limit]

SPINE_SHARES = {
    "lumbar": {"swing_x": 0.45, "swing_y": 0.35, "twist": 0.15},
    "thoracolumbar": {"swing_x": 0.33, "swing_y": 0.35, "twist": 0.35},
    "thoracic": {"swing_x": 0.22, "swing_y": 0.30, "twist": 0.50},
}
"""How the back's bend, side bend and turn are shared: the loins bend, the rib cage turns (estimates)."""


def region(x_min: float, x_max: float, y_min: float, y_max: float, fullness: float = 2.0) -> Polygon:
    """Limb directions inside four quarter ellipses through x_max, y_max, x_min and y_min, in degrees.

    A direction is given by its flexion x in the plane of flexion and its angle y off that plane, as clinics measure
    both: Rx(x) Ry(y) z. `fullness` 2 is an ellipse, more goes further into the corners. 16 vertices, exact on the axes.
    """
    vertices = []
    for k in range(16):
        c, s = math.cos(k * math.pi / 8), math.sin(k * math.pi / 8)
        x = _power(c, 2 / fullness) * (x_max if c > 0 else -x_min)
        y = _power(s, 2 / fullness) * (y_max if s > 0 else -y_min)
        vertices.append(_direction(x, y))
    return Polygon(tuple(vertices))


def spine(joint: str) -> Limits:
    """One of the three joints of the back, by its share of the whole back's range."""
    return back(SPINE_SHARES[joint])


def back(share: Mapping[str, float]) -> Limits:
    """A joint of the back that has these shares of its bend, side bend and turn."""
    side, turn = extent("spine", "lateral bending") * share["swing_y"], extent("spine", "rotation") * share["twist"]
    back, fore = extent("spine", "extension") * share["swing_x"], extent("spine", "flexion") * share["swing_x"]
    return {"swing": region(-back, fore, -side, side), "twist": Range.degrees(-turn, turn)}


def neck() -> Limits:
    """The neck without the head's own nodding and tilting."""
    fore, back, side = (extent("neck", m) - extent("head", m) for m in ("flexion", "extension", "lateral bending"))
    turn = extent("neck", "rotation")
    return {"swing": region(-back, fore, -side, side), "twist": Range.degrees(-turn, turn)}


def head() -> Limits:
    """Nodding and tilting of the skull on the atlas."""
    side = extent("head", "lateral bending")
    return {"swing": region(-extent("head", "extension"), extent("head", "flexion"), -side, side)}


def clavicle() -> Limits:
    """swing_x lifts the shoulder, swing_y (left) brings it forward."""
    up, down = extent("clavicle", "elevation"), extent("clavicle", "depression")
    return {"swing": region(-down, up, -extent("clavicle", "retraction"), extent("clavicle", "protraction"))}


def elbow() -> Limits:
    """Flexion, and the forearm's twist: pronation positive on the left."""
    bend = Range.degrees(-extent("elbow", "extension"), extent("elbow", "flexion"))
    return {"flexion": bend, "twist": Range.degrees(-extent("elbow", "supination"), extent("elbow", "pronation"))}


def wrist() -> Limits:
    """swing_x bends towards the palm, swing_y (left) towards the little finger."""
    bend, stretch = extent("wrist", "flexion"), extent("wrist", "extension")
    return {"swing": region(-stretch, bend, -extent("wrist", "radial deviation"), extent("wrist", "ulnar deviation"))}


def hip() -> Limits:
    """The corners are fuller than an ellipse: a bent hip spreads as far as a straight one. Twist depends on swing."""
    x_min, x_max = -extent("hip", "extension"), extent("hip", "flexion")
    swing = region(x_min, x_max, -extent("hip", "abduction"), extent("hip", "adduction"), fullness=3.0)
    return {"swing": swing, "twist": _hip_twist()}


def knee() -> Limits:
    """Flexion, and a little rotation of the shank."""
    bend = Range.degrees(-extent("knee", "extension"), extent("knee", "flexion"))
    turn = Range.degrees(-extent("knee", "external rotation"), extent("knee", "internal rotation"))
    return {"flexion": bend, "twist": turn}


def ankle() -> Limits:
    """swing_x lifts the toes, swing_y (left) turns the sole inwards."""
    up, down = extent("ankle", "dorsiflexion"), extent("ankle", "plantar flexion")
    return {"swing": region(-down, up, -extent("ankle", "eversion"), extent("ankle", "inversion"))}


def toes() -> Limits:
    """Curling is positive."""
    return {"angle": Range.degrees(-extent("toes", "extension"), extent("toes", "flexion"))}


def _direction(x: float, y: float) -> Vec3:
    """Rx(x) Ry(y) z: flexed by x in the plane of flexion, then y off that plane; degrees."""
    a, b = math.radians(x), math.radians(y)
    return (math.sin(b), -math.sin(a) * math.cos(b), math.cos(a) * math.cos(b))


def _hip_twist() -> TwistTable:
    """Rotation counts from where the clinic counts it: from Rx(x) Ry(y), the flexed and spread leg whose shank, knee
    bent, hangs in the plane of flexion. That rotation has itself the twist 2 atan(tan(x/2) tan(y/2)), so the range
    of twist moves with the swing."""
    rows = []
    for x, y in itertools.product((-25.0, 0.0, 45.0, 90.0, 120.0), (-40.0, 0.0, 20.0)):
        zero = 2 * math.atan(math.tan(math.radians(x / 2)) * math.tan(math.radians(y / 2)))
        low = zero - math.radians(extent("hip", "external rotation"))
        high = zero + math.radians(extent("hip", "internal rotation"))
        rows.append((_direction(x, y), low, high))
    return TwistTable(tuple(rows))


def _power(value: float, exponent: float) -> float:
    """|value| to the power, with the sign of the value; rounding dust counts as zero."""
    return math.copysign(math.pow(abs(value), exponent), value) if abs(value) > 1e-12 else 0.0
