"""Masses, shapes and places that cannot be: refused with words that name them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from poise import (
    Box,
    Capsule,
    Cylinder,
    Ellipsoid,
    FigureError,
    InputError,
    Joint,
    Placement,
    Segment,
    Site,
    Sole,
    Sphere,
    UnknownNameError,
)
from refusals import figure, refused

NAN, INF = math.nan, math.inf


MATTER = {
    "negative mass": (lambda: Segment("s", -1.0), FigureError, "segment 's' has a negative mass: -1.0 kg"),
    "NaN mass": (lambda: Segment("s", NAN), InputError, "the mass of segment 's' must be finite, not nan"),
    "infinite mass": (lambda: Segment("s", INF), InputError, "the mass of segment 's' must be finite, not inf"),
    "mass as text": (
        lambda: Segment("s", "heavy"),
        InputError,
        "the mass of segment 's' must be a number, not 'heavy'",
    ),
    "NaN centre": (
        lambda: Segment("s", 1.0, (0, NAN, 0)),
        InputError,
        "the centre of mass of segment 's' must be finite",
    ),
    "two-dimensional centre": (
        lambda: Segment("s", 1.0, (0, 1)),
        InputError,
        "the centre of mass of segment 's' must be 3 numbers, not 2",
    ),
    "lopsided inertia": (
        lambda: Segment("s", 1.0, (0, 0, 0), [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]),
        FigureError,
        "the inertia of segment 's' is not symmetric",
    ),
    "negative inertia": (
        lambda: Segment("s", 1.0, (0, 0, 0), np.diag([1.0, 1.0, -0.1])),
        FigureError,
        "the inertia of segment 's' has a negative principal moment",
    ),
    "flat inertia": (
        lambda: Segment("s", 1.0, (0, 0, 0), (1, 1, 1)),
        InputError,
        "the inertia of segment 's' must be 3 numbers",
    ),
    "a wrong matrix": (
        lambda: Segment("s", 1.0, (0, 0, 0), np.eye(2)),
        InputError,
        "the inertia of segment 's' must be a 3×3 matrix",
    ),
    "NaN inertia": (
        lambda: Segment("s", 1.0, (0, 0, 0), np.eye(3) * NAN),
        InputError,
        "the inertia of segment 's' must be finite",
    ),
    "a sphere without size": (lambda: Sphere(0.0), InputError, "the radius of a sphere must be positive, not 0.0"),
    "a negative cylinder": (
        lambda: Cylinder(0.1, -1.0),
        InputError,
        "the length of a cylinder must be positive, not -1.0",
    ),
    "a flat box": (lambda: Box((1, 0, 1)), InputError, "the size of a box must be positive"),
    "an infinite ellipsoid": (lambda: Ellipsoid((1, INF, 1)), InputError, "the radii of an ellipsoid must be finite"),
    "a swallowed capsule": (
        lambda: Capsule(0.5, 0.3, 0.1),
        InputError,
        "a capsule's radii must differ by less than its length",
    ),
    "a capsule between one point": (
        lambda: Capsule.between((1, 1, 1), (1, 1, 1), 0.1),
        InputError,
        "the direction of a limb has no direction",
    ),
    "negative density": (
        lambda: Segment.of_shapes("s", [Sphere(1.0)], -5.0),
        InputError,
        "the density of segment 's' must be positive, not -5.0",
    ),
    "a sole of two corners": (
        lambda: Sole("s", "a", np.eye(3)[:2]),
        InputError,
        "sole 's' needs at least 3 corners, not 2",
    ),
    "a NaN sole": (lambda: Sole("s", "a", np.eye(3) * NAN), InputError, "a corner of sole 's' must be finite"),
    "NaN gravity": (lambda: figure(gravity=(0, NAN, 0)), InputError, "gravity must be finite"),
    "NaN placement": (lambda: Placement((0, 0, NAN)), InputError, "the position of a placement must be finite"),
    "an infinite placement": (lambda: Placement((0, 0, INF)), InputError, "the position of a placement must be finite"),
    "a quaternion too long": (
        lambda: Placement((0, 0, 0), (0, 0, 1, 1)),
        InputError,
        "the rotation of a placement must be a unit quaternion (x y z w), but its length is 1.41421",
    ),
    "a quaternion of three": (
        lambda: Placement((0, 0, 0), (0, 0, 1)),
        InputError,
        "the rotation of a placement must be 4 numbers x y z w, not 3",
    ),
    "a zero quaternion": (lambda: Placement((0, 0, 0), (0, 0, 0, 0)), InputError, "but its length is 0"),
    "a stretched matrix": (
        lambda: Placement.from_matrix(np.diag([1, 1, 2, 1])),
        InputError,
        "is not a rotation: its columns must be orthonormal",
    ),
    "a mirrored matrix": (lambda: Placement.from_matrix(np.diag([1, 1, -1])), InputError, "and right-handed"),
    "a matrix of the wrong shape": (
        lambda: Placement.from_matrix(np.eye(5)),
        InputError,
        "must be a (4, 4) or (3, 3) matrix, not (5, 5)",
    ),
    "an axis without direction": (
        lambda: Joint("j", "hinge", "a", "b", axis=(0, 0, 0)),
        InputError,
        "the axis of joint 'j' has no direction: its length is zero",
    ),
    "NaN axis": (
        lambda: Joint("j", "hinge", "a", "b", axis=(0, NAN, 0)),
        InputError,
        "the axis of joint 'j' must be finite",
    ),
    "no weight": (
        lambda: Joint("j", "hinge", "a", "b", weight=0.0),
        FigureError,
        "the weight of joint 'j' must be positive, not 0.0",
    ),
    "NaN weight": (
        lambda: Joint("j", "hinge", "a", "b", weight=NAN),
        InputError,
        "the weight of joint 'j' must be finite, not nan",
    ),
    "negative strength": (
        lambda: Joint("j", "hinge", "a", "b", strengths={"angle": (1, -1, "x")}),
        FigureError,
        "the strength of joint 'j' must not be negative",
    ),
    "strength of no coordinate": (
        lambda: Joint("j", "hinge", "a", "b", strengths={"twist": (1, 1, "x")}),
        UnknownNameError,
        "the hinge joint 'j' has no coordinate 'twist'; it has: angle",
    ),
    "strength without a source": (
        lambda: Joint("j", "hinge", "a", "b", strengths={"angle": (1, 1)}),
        InputError,
        "the strength of joint 'j' is (positive, negative, source), not (1, 1)",
    ),
    "strengths without coordinates": (
        lambda: Joint("j", "hinge", "a", "b", strengths=5),
        InputError,
        "the strengths of joint 'j' must be a Mapping, not 5",
    ),
    "limits without coordinates": (
        lambda: Joint("j", "hinge", "a", "b", limits=[1]),
        InputError,
        "the limits of joint 'j' must be a Mapping, not [1]",
    ),
    "a joint placed by a point": (
        lambda: Joint("j", "hinge", "a", "b", placement=(0, 0, 1)),
        InputError,
        "the placement of joint 'j' must be a Placement, not (0, 0, 1)",
    ),
    "a site placed by a point": (
        lambda: Site("s", "a", (0, 0, 1)),
        InputError,
        "the placement of site 's' must be a Placement, not (0, 0, 1)",
    ),
    "a segment that is a name": (
        lambda: figure().with_segment("a"),
        InputError,
        "segment of Figure.with_segment must be a Segment, not 'a'",
    ),
    "a figure of names": (lambda: figure(["a"]), InputError, "a segment of a figure must be a Segment, not 'a'"),
    "a site that is a name": (
        lambda: figure().with_site("s"),
        InputError,
        "site of Figure.with_site must be a Site, not 's'",
    ),
}


@pytest.mark.parametrize("case", MATTER)
def test_matter_and_places(case: str) -> None:
    refused(*MATTER[case])
