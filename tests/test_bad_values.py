"""Values that cannot be used: each is refused with words that name it, and nothing is changed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import zoo
from poise import FigureError, InputError, PoiseError, Segment, UnknownNameError
from refusals import refused

FIGURE = zoo.creature()
POSE = FIGURE.rest()
OTHER = zoo.crane().rest()
NAN, INF = math.nan, math.inf
DOF, SIZE = FIGURE.dof, FIGURE.size


def broken(at: int, value: float) -> np.ndarray:
    q = np.array(POSE.coordinates)
    q[at] = value
    return q


NAMES = {
    "joint of a figure": (
        lambda: FIGURE.joint("left_hipp"),
        "the figure has no joint 'left_hipp'; did you mean 'left_hip'",
    ),
    "segment of a figure": (lambda: FIGURE.segment("heat"), "the figure has no segment 'heat'; did you mean 'head'"),
    "site of a figure": (lambda: FIGURE.site("eye"), "the figure has no site 'eye'; did you mean 'eyes'?"),
    "a name like no other": (
        lambda: FIGURE.site("q"),
        "the figure has no site 'q'; it has: eyes, left_palm, right_palm, trunk",
    ),
    "posture": (lambda: FIGURE.pose("wafe"), "the figure has no posture 'wafe'; did you mean 'wave'?"),
    "joint in a pose": (
        lambda: FIGURE.pose({"left_hipp": 0.1}),
        "the figure has no joint 'left_hipp'; did you mean 'left_hip'",
    ),
    "joint with a dot": (lambda: FIGURE.pose({"knee.angle": 0.1}), "the figure has no joint 'knee.angle'"),
    "coordinate in a pose": (
        lambda: FIGURE.pose({"left_elbow.flex": 0.1}),
        "the elbow joint 'left_elbow' has no coordinate 'flex'; did you mean 'flexion'?",
    ),
    "coordinate in a nested pose": (
        lambda: FIGURE.pose({"left_elbow": {"angle": 0.1}}),
        "the elbow joint 'left_elbow' has no coordinate 'angle'; it has: flexion, twist",
    ),
    "joint of a pose": (lambda: POSE["left_hipp"], "the figure has no joint 'left_hipp'; did you mean 'left_hip'"),
    "coordinate of a pose": (
        lambda: POSE["left_hip.twist"],
        "the hinge joint 'left_hip' has no coordinate 'twist'; it has: angle",
    ),
    "rotation": (lambda: POSE.rotation("left_hipp"), "the figure has no joint 'left_hipp'"),
    "coordinate_rates": (lambda: POSE.coordinate_rates("x"), "the figure has no joint 'x'"),
    "frame": (lambda: POSE.frame("eye"), "the figure has no site 'eye'; did you mean 'eyes'?"),
    "position": (lambda: POSE.position("eye"), "the figure has no site 'eye'; did you mean 'eyes'?"),
    "position of a number": (lambda: POSE.position(3), "the figure has no site 3"),
    "position of a list": (lambda: POSE.position(["eyes"]), "the figure has no site ['eyes']"),
    "segment_frame": (lambda: POSE.segment_frame("heat"), "the figure has no segment 'heat'; did you mean 'head'"),
    "joint_frame": (lambda: POSE.joint_frame("x"), "the figure has no joint 'x'"),
    "joint_base": (lambda: POSE.joint_base("x"), "the figure has no joint 'x'"),
    "jacobian": (lambda: POSE.jacobian("eye"), "the figure has no site 'eye'; did you mean 'eyes'?"),
    "control frame": (lambda: POSE.jacobian("eyes", frame="eye"), "the figure has no site 'eye'; did you mean 'eyes'?"),
    "part of a jacobian": (
        lambda: POSE.jacobian("eyes", part="linear"),
        "a Jacobian has no part 'linear'; it has: both, position, orientation",
    ),
    "point_jacobian": (lambda: POSE.point_jacobian("heat", (0, 0, 0)), "the figure has no segment 'heat'"),
    "upper_body": (lambda: POSE.upper_body("x"), "the figure has no joint 'x'"),
    "lower_body": (lambda: POSE.lower_body("x"), "the figure has no joint 'x'"),
    "with_joints": (lambda: POSE.with_joints({"x": 1.0}), "the figure has no joint 'x'"),
    "pose.rerooted": (lambda: POSE.rerooted("heat"), "the figure has no segment 'heat'; did you mean 'head'"),
    "figure.rerooted": (lambda: FIGURE.rerooted("heat"), "the figure has no segment 'heat'; did you mean 'head'"),
    "subfigure": (lambda: FIGURE.subfigure("heat"), "the figure has no segment 'heat'; did you mean 'head'"),
    "scaled": (lambda: FIGURE.scaled({"heat": 2.0}), "the figure has no segment 'heat'; did you mean 'head'"),
    "with_joint": (lambda: FIGURE.with_joint("x", weight=1.0), "the figure has no joint 'x'"),
    "with_limits": (lambda: FIGURE.with_limits("x"), "the figure has no joint 'x'"),
    "with_weights": (lambda: FIGURE.with_weights({"x": 1.0}), "the figure has no joint 'x'"),
    "with_strengths": (lambda: FIGURE.with_strengths({"x": {}}), "the figure has no joint 'x'"),
    "with_segment": (
        lambda: FIGURE.with_segment(Segment("heat")),
        "the figure has no segment 'heat'; did you mean 'head'",
    ),
    "without_site": (lambda: FIGURE.without_site("eye"), "the figure has no site 'eye'; did you mean 'eyes'?"),
    "without_coupling": (
        lambda: FIGURE.without_coupling("gate"),
        "the figure has no coupling 'gate'; did you mean 'gait'?",
    ),
    "tangent_slice": (lambda: FIGURE.tangent_slice("x"), "the figure has no joint 'x'"),
    "coordinate_slice": (lambda: FIGURE.coordinate_slice("x"), "the figure has no joint 'x'"),
}

VALUES = {
    "too few coordinates": (
        lambda: FIGURE.pose(np.zeros(3)),
        f"coordinates of 'creature' must have shape ({SIZE},), not (3,)",
    ),
    "a table of coordinates": (lambda: FIGURE.pose(np.zeros((1, SIZE))), f"must have shape ({SIZE},), not (1, {SIZE})"),
    "no coordinates": (lambda: FIGURE.pose(None), f"must have shape ({SIZE},), not ()"),
    "text as coordinates": (lambda: FIGURE.pose(["a"] * SIZE), "coordinates of 'creature' must be numbers, not ['a'"),
    "NaN coordinate": (lambda: FIGURE.pose(broken(-1, NAN)), "coordinates must be finite"),
    "infinite coordinate": (lambda: FIGURE.pose(broken(-1, -INF)), "coordinates must be finite"),
    "a quaternion too short": (
        lambda: FIGURE.pose(broken(6, 0.5)),
        "must hold a unit quaternion (x y z w), but its length is 0.5",
    ),
    "NaN angle": (lambda: FIGURE.pose({"left_hip": NAN}), "the value of 'left_hip' must be finite, not nan"),
    "infinite angle": (lambda: FIGURE.pose({"left_hip": INF}), "the value of 'left_hip' must be finite, not inf"),
    "NaN single coordinate": (
        lambda: FIGURE.pose({"left_elbow.twist": NAN}),
        "the value of 'left_elbow.twist' must be finite, not nan",
    ),
    "text as an angle": (
        lambda: FIGURE.pose({"left_hip": "bent"}),
        "the value of 'left_hip' must be a number, not 'bent'",
    ),
    "text as a coordinate": (
        lambda: FIGURE.pose({"left_elbow.twist": "bent"}),
        "the value of 'left_elbow.twist' must be a number, not 'bent'",
    ),
    "too many values": (
        lambda: FIGURE.pose({"left_hip": (1, 2)}),
        "joint 'left_hip' (hinge) takes 1 value (angle), not an array of shape (2,)",
    ),
    "too few values": (
        lambda: FIGURE.pose({"left_wrist": 1.0}),
        "joint 'left_wrist' (swing) takes 2 values (swing_x, swing_y), not an array of shape ()",
    ),
    "ragged values": (lambda: FIGURE.pose({"left_elbow": [[1.0], [1.0, 2.0]]}), "the value of 'left_elbow' must be"),
    "a value for a fixed joint": (
        lambda: FIGURE.pose({"mount": 1.0}),
        "joint 'mount' (fixed) takes 0 values (it cannot move), not an array of shape ()",
    ),
    "a quaternion for a ball that is none": (
        lambda: FIGURE.pose({"left_shoulder": (0, 0, 1, 1)}),
        "the rotation of joint 'left_shoulder' must be a unit quaternion (x y z w), but its length is 1.41421",
    ),
    "a matrix for a ball that is no rotation": (
        lambda: FIGURE.pose({"left_shoulder": 2 * np.eye(3)}),
        "the rotation of joint 'left_shoulder' is not a rotation",
    ),
    "a NaN matrix": (
        lambda: FIGURE.pose({"left_shoulder": NAN * np.eye(3)}),
        "the rotation of joint 'left_shoulder' must be a (3, 3) matrix of finite",
    ),
    "a frame for a base that is none": (lambda: FIGURE.pose({"base": np.ones((4, 4))}), "is not a rotation"),
    "a base of five": (
        lambda: FIGURE.pose({"base": (0,) * 5}),
        "joint 'base' (free) takes 6 values (x, y, z, swing_x, swing_y, twist), not an array of shape (5,)",
    ),
    "short tangent": (lambda: POSE.integrate(np.zeros(3)), f"a tangent vector must have shape ({DOF},), not (3,)"),
    "NaN tangent": (
        lambda: POSE.integrate(np.full(DOF, NAN)),
        "a tangent vector must be finite, but holds NaN or infinity",
    ),
    "infinite tangent": (
        lambda: POSE.integrate(np.full(DOF, INF)),
        "a tangent vector must be finite, but holds NaN or infinity",
    ),
    "text as a tangent": (lambda: POSE.integrate("fast"), "a tangent vector must be numbers, not 'fast'"),
    "NaN point": (lambda: POSE.point_jacobian("head", (0, NAN, 0)), "a point must be finite"),
    "flat point": (lambda: POSE.point_jacobian("head", (0, 0)), "a point must have shape (3,), not (2,)"),
    "an axis without direction": (
        lambda: POSE.moment_of_inertia((0, 0, 0)),
        "the axis of a moment of inertia has no direction: its length is zero",
    ),
    "a NaN axis": (lambda: POSE.moment_jacobian((0, 0, NAN)), "the axis of a moment of inertia must be finite"),
    "a moment through nowhere": (lambda: POSE.moment_of_inertia((0, 0, 1), (NAN, 0, 0)), "a point must be finite"),
    "a control frame that is none": (
        lambda: POSE.jacobian("eyes", frame=np.ones((3, 3))),
        "the control frame of a Jacobian is not a rotation",
    ),
    "a control frame of the wrong shape": (
        lambda: POSE.jacobian("eyes", frame=np.eye(4)),
        "the control frame of a Jacobian must be a (3, 3) matrix",
    ),
    "NaN time": (lambda: POSE.interpolate(POSE, NAN), "t must be finite, not nan"),
    "text as time": (lambda: POSE.interpolate(POSE, "half"), "t must be a number, not 'half'"),
    "NaN floor": (lambda: POSE.support_polygon(floor=NAN), "the floor must be finite, not nan"),
    "a pose of another figure": (
        lambda: POSE.difference(OTHER),
        "the other pose must be a pose of <Figure 'creature'",
    ),
    "interpolating to another figure": (lambda: POSE.interpolate(OTHER, 0.5), "it is named 'crane', not 'creature'"),
    "clamping from another figure": (lambda: POSE.clamped(OTHER), "it is named 'crane', not 'creature'"),
    "numbers as a pose": (lambda: POSE.difference(np.zeros(SIZE)), "the other pose must be a Pose, not array("),
    "a posture of another figure": (
        lambda: FIGURE.with_posture("p", OTHER),
        "a posture must be a pose of <Figure 'creature'",
    ),
    "numbers as a posture": (
        lambda: FIGURE.with_rest({"left_hip": 0.1}),
        "pose of Figure.with_rest must be a Pose",
    ),
    "a negative scale": (
        lambda: FIGURE.scaled(-1.0),
        "the scale of segment 'trunk' must be a positive number, not -1.0",
    ),
    "no scale": (
        lambda: FIGURE.scaled({"head": 0.0}),
        "the scale of segment 'head' must be a positive number, not 0.0",
    ),
    "a NaN scale": (lambda: FIGURE.scaled(NAN), "must be a positive number, not nan"),
    "text as a scale": (
        lambda: FIGURE.scaled({"head": "big"}),
        "the scale of segment 'head' must be a positive number, not 'big'",
    ),
    "a negative mass": (
        lambda: FIGURE.with_mass(-1.0),
        "a figure's mass can be set to a positive number if it has mass; asked for -1.0",
    ),
    "text as a mass": (lambda: FIGURE.with_mass("heavy"), "the mass of a figure must be a number, not 'heavy'"),
    "mass for a figure without": (lambda: zoo.hinges(2).with_mass(5.0), "if it has mass; asked for 5.0"),
    "a negative density": (lambda: FIGURE.with_density(-1.0), "must be positive, not -1.0"),
    "a base of another kind": (
        lambda: FIGURE.subfigure("head", base="hinge"),
        "the base of a sub-figure is 'fixed' or 'free', not 'hinge'",
    ),
    "a seed as rng": (
        lambda: FIGURE.random(3),
        "rng must be a numpy Generator (numpy.random.default_rng(seed)), not 3",
    ),
    "the old random state": (lambda: FIGURE.random(np.random.RandomState(0)), "rng must be a numpy Generator"),
}


@pytest.mark.parametrize("case", NAMES)
def test_unknown_names(case: str) -> None:
    make, text = NAMES[case]
    refused(make, UnknownNameError, text)


@pytest.mark.parametrize("case", VALUES)
def test_values(case: str) -> None:
    make, text = VALUES[case]
    refused(make, InputError, text)


def test_nothing_was_changed() -> None:
    """All of the above were refused before any work was done."""
    before = np.array(POSE.coordinates)
    tables: list[dict[str, Any]] = [NAMES, VALUES]
    for make, _ in (case for table in tables for case in table.values()):
        _swallow(make)
    assert zoo.creature() == FIGURE
    np.testing.assert_array_equal(POSE.coordinates, before)


def _swallow(make: Callable[[], object]) -> None:
    with pytest.raises(PoiseError):
        make()


def test_a_long_list_of_names_is_cut() -> None:
    with pytest.raises(UnknownNameError, match=r"and [0-9]+ more") as caught:
        zoo.made("human").joint("qqqqqq")
    assert len(str(caught.value)) < 400
    assert len(caught.value.choices) == len(zoo.made("human").joints)


def test_a_joint_edited_badly_leaves_the_figure() -> None:
    with pytest.raises(FigureError, match="must be positive"):
        FIGURE.with_weights({"left_hip": -1.0})
    assert FIGURE.joint("left_hip").weight == 1.0
