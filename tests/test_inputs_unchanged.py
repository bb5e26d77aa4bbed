"""No public function changes what it is given, and what it gives cannot be changed.

The list of calls is compared with what `inspect` finds, so a new function without a line here fails.
"""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable, Iterator, Mapping
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import matter
import poise
import zoo
from poise import (
    Box,
    Capsule,
    Cone,
    Coupling,
    Cylinder,
    Ellipse,
    Ellipsoid,
    Figure,
    Group,
    Joint,
    LimbChain,
    Mirror,
    Placement,
    Polygon,
    Pose,
    Range,
    Segment,
    SelfPair,
    Site,
    Sole,
    Sphere,
    Strength,
    TwistTable,
)

FIGURE = zoo.creature()
POSE = zoo.anywhere(FIGURE, np.random.default_rng(1), 0.3)
OTHER = zoo.inside(FIGURE, np.random.default_rng(2))
TURN = matter.rotation(np.random.default_rng(3))
QUATERNION = np.array([0.6, 0.0, 0.0, 0.8])
POINT = np.array([0.1, 0.2, 0.3])
FRAME = matter.placed(np.random.default_rng(4)).matrix
BALLS = [Sphere(0.1)]
SWINGS = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]
VERTICES = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]])
INERTIA = np.eye(3)
SEGMENT = Segment("trunk", 2.0, (0, 0, 0), np.eye(3), (Sphere(0.1),))
LIMITS = {"angle": Range(0, 1)}

Call = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


def call(function: Callable[..., Any], *args: Any, **options: Any) -> Call:
    return function, args, options


FIGURE_CALLS: dict[str, Call] = {
    "joint": call(FIGURE.joint, "left_hip"),
    "segment": call(FIGURE.segment, "trunk"),
    "site": call(FIGURE.site, "eyes"),
    "tangent_slice": call(FIGURE.tangent_slice, "left_hip"),
    "coordinate_slice": call(FIGURE.coordinate_slice, "left_hip"),
    "rest": call(FIGURE.rest),
    "pose": call(FIGURE.pose, {"left_hip": 0.3, "left_shoulder": TURN, "right_shoulder": QUATERNION, "base": FRAME}),
    "random": call(lambda: FIGURE.random(np.random.default_rng(0))),
    "with_name": call(FIGURE.with_name, "other"),
    "with_joint": call(FIGURE.with_joint, "left_hip", axis=POINT, limits=LIMITS),
    "with_limits": call(FIGURE.with_limits, "left_hip", angle=Range(-1, 2)),
    "with_weights": call(FIGURE.with_weights, {"left_hip": 2.0}),
    "with_strengths": call(FIGURE.with_strengths, {"left_hip": {"angle": Strength(1, 2, "x")}}),
    "with_segment": call(FIGURE.with_segment, SEGMENT),
    "with_part": call(FIGURE.with_part, Segment("tail"), Joint("tail", "hinge", "trunk", "tail", limits=LIMITS)),
    "with_gravity": call(FIGURE.with_gravity, POINT),
    "with_mass": call(FIGURE.with_mass, 60.0),
    "with_density": call(FIGURE.with_density, 900.0),
    "with_site": call(FIGURE.with_site, Site("tail", "trunk")),
    "without_site": call(FIGURE.without_site, "eyes"),
    "with_sole": call(FIGURE.with_sole, Sole("belly", "trunk", VERTICES)),
    "with_limb": call(FIGURE.with_limb, LimbChain("arm", "left_shoulder", "left_elbow", "left_wrist", "eyes")),
    "with_group": call(FIGURE.with_group, Group("legs", ["left_hip", "right_hip"])),
    "with_coupling": call(FIGURE.with_coupling, Coupling("toes", {"left_ankle": 1.0}, -1, 1)),
    "without_coupling": call(FIGURE.without_coupling, "gait"),
    "with_self_pairs": call(FIGURE.with_self_pairs, [SelfPair("left_forearm", "head")]),
    "with_posture": call(FIGURE.with_posture, "new", OTHER),
    "without_posture": call(FIGURE.without_posture, "wave"),
    "posture": call(FIGURE.posture, "wave"),
    "stance": call(poise.human().stance, "sitting"),
    "with_rest": call(FIGURE.with_rest, OTHER),
    "rerooted": call(FIGURE.rerooted, "head"),
    "mirrored": call(FIGURE.mirrored),
    "scaled": call(FIGURE.scaled, {"head": 1.1}),
    "subfigure": call(FIGURE.subfigure, "left_upper_arm"),
    "load": call(lambda folder: Figure.load(_saved(folder))),
    "save": call(lambda folder: FIGURE.save(folder / "figure.yaml")),
}
POSE_CALLS: dict[str, Call] = {
    "rotation": call(POSE.rotation, "left_shoulder"),
    "coordinate_rates": call(POSE.coordinate_rates, "left_shoulder"),
    "to_dict": call(POSE.to_dict),
    "member": call(poise.company([POSE, OTHER]).member, "b"),
    "with_member": call(poise.company([POSE, OTHER]).with_member, "a", POSE),
    "frame": call(POSE.frame, "eyes"),
    "position": call(POSE.position, "eyes"),
    "segment_frame": call(POSE.segment_frame, "head"),
    "joint_frame": call(POSE.joint_frame, "left_hip"),
    "joint_base": call(POSE.joint_base, "left_hip"),
    "jacobian": call(POSE.jacobian, "eyes", part="position", frame=TURN),
    "point_jacobian": call(POSE.point_jacobian, "head", POINT),
    "center_of_mass_jacobian": call(POSE.center_of_mass_jacobian),
    "com_jacobian": call(POSE.com_jacobian),
    "inertia": call(POSE.inertia),
    "inertia_jacobian": call(POSE.inertia_jacobian),
    "moment_of_inertia": call(POSE.moment_of_inertia, POINT, POINT),
    "moment_jacobian": call(POSE.moment_jacobian, POINT),
    "gravity_torques": call(POSE.gravity_torques),
    "upper_body": call(POSE.upper_body, "left_hip"),
    "lower_body": call(POSE.lower_body, "left_hip"),
    "support_polygon": call(POSE.support_polygon, floor=-1.0, within=5.0),
    "clamped": call(POSE.clamped, OTHER),
    "with_joints": call(POSE.with_joints, {"left_hip": 0.3, "left_shoulder": QUATERNION, "base": FRAME}),
    "integrate": call(POSE.integrate, np.full(FIGURE.dof, 0.1)),
    "difference": call(POSE.difference, OTHER),
    "interpolate": call(POSE.interpolate, OTHER, 0.4),
    "mirrored": call(POSE.mirrored),
    "rerooted": call(POSE.rerooted, "head"),
    "plot": call(POSE.plot),
    "save": call(lambda folder: POSE.save(folder / "pose.yaml")),
}
POSE_VALUES = (
    "center_of_mass", "coordinates", "figure", "limit_violation", "members", "potential_energy", "within_limits",
    "worst_limit",
)  # fmt: skip
PART_CALLS: dict[str, Call] = {
    "company": call(poise.company, {"one": POSE, "two": OTHER}),
    "Placement": call(Placement, POINT, QUATERNION),
    "Placement.from_matrix": call(Placement.from_matrix, FRAME),
    "Placement.turned": call(Placement.turned, POINT, 0.3, POINT),
    "Placement.apply": call(Placement(POINT).apply, POINT),
    "Placement.inverse": call(Placement(POINT, QUATERNION).inverse),
    "Placement.scaled": call(Placement(POINT).scaled, 2.0),
    "Segment": call(Segment, "s", 1.0, POINT, INERTIA, BALLS),
    "Segment.of_shapes": call(Segment.of_shapes, "s", BALLS, 900.0),
    "Segment.moved": call(SEGMENT.moved, Placement(POINT)),
    "Segment.scaled": call(SEGMENT.scaled, 2.0),
    "Segment.with_mass": call(SEGMENT.with_mass, 2.0),
    "Joint": call(Joint, "j", "hinge", "a", "b", axis=POINT, limits=LIMITS, strengths={"angle": (1.0, 2.0, "x")}),
    "Joint.edited": call(Joint("j", "hinge", "a", "b").edited, limits=LIMITS),
    "Sphere": call(Sphere, 0.1),
    "Ellipsoid": call(Ellipsoid, POINT),
    "Box": call(Box, POINT),
    "Cylinder": call(Cylinder, 0.1, 0.2),
    "Capsule": call(Capsule, 0.1, 0.2),
    "Capsule.between": call(Capsule.between, POINT, 2 * POINT, 0.1),
    "Capsule.profile": call(Capsule(0.1, 0.2).profile),
    **{f"{type(s).__name__}.{m}": call(getattr(s, m), a) for s in (
        Sphere(0.1), Ellipsoid((1, 2, 3)), Box((1, 2, 3)), Cylinder(1, 2), Capsule(1, 2)
    ) for m, a in (("inertia", 900.0), ("moved", Placement(POINT)), ("scaled", 2.0))},
    **{f"{type(s).__name__}.center": call(s.center) for s in (
        Sphere(0.1), Ellipsoid((1, 2, 3)), Box((1, 2, 3)), Cylinder(1, 2), Capsule(1, 2)
    )},
    "Range": call(Range, 0.0, 1.0),
    "Range.degrees": call(Range.degrees, 0.0, 90.0),
    "Cone": call(Cone, 0.3),
    "Ellipse": call(Ellipse, 0.3, 0.4),
    "Polygon": call(Polygon, VERTICES),
    "Polygon.of_swings": call(Polygon.of_swings, SWINGS),
    "TwistTable": call(TwistTable, [(POINT, -1.0, 1.0)]),
    "TwistTable.of_swings": call(TwistTable.of_swings, [[0.0, 0.1, -1.0, 1.0]]),
    "Site": call(Site, "s", "a", Placement(POINT)),
    "Sole": call(Sole, "s", "a", VERTICES),
    "LimbChain": call(LimbChain, "l", "a", "b", "c", "d"),
    "Group": call(Group, "g", ["a", "b"]),
    "Coupling": call(Coupling, "c", {"a": 1.0, "b": 0.0}, -1.0, 1.0),
    "Mirror": call(Mirror, "x", (("a", "b"),)),
    "SelfPair": call(SelfPair, "a", "b"),
    "Mirror.other": call(Mirror("x", (("a", "b"),)).other, "a"),
    "Strength": call(Strength, 1.0, 2.0, "x"),
    "Figure": call(
        Figure, "f", [Segment("a"), Segment("b")], [Joint("base", "free", None, "a"), Joint("j", "ball", "a", "b")],
        sites=[Site("s", "a")], couplings=[Coupling("c", {"j.twist": 1.0})], gravity=POINT,
        postures={"rest": {"base": FRAME, "j": TURN}, "up": {"j": QUATERNION}},
    ),
    "Pose": call(Pose, FIGURE, np.array(POSE.coordinates)),
    "direction_of_swing": call(poise.figure.direction_of_swing, 0.1, 0.2),
    "frame_along": call(poise.figure.frame_along, POINT, VERTICES[0]),
    "merged": call(poise.figure.merged, "m", [[1.0, POINT, INERTIA], [2.0, -POINT, INERTIA]], tuple(BALLS)),
    "human": call(poise.human, 1.7, "female"),
    "figures.chain": call(poise.figures.chain, 3),
    "figures.planar_chain": call(poise.figures.planar_chain, 3),
    "figures.fern": call(poise.figures.fern),
    "figures.bird": call(poise.figures.bird),
    "figures.hand": call(poise.figures.hand),
    "figures.quadruped": call(poise.figures.quadruped),
    "figures.planar_man": call(poise.figures.planar_man),
    "plot.still": call(poise.plot.still, "front", [POINT, POINT]),
    "plot.plot_pose": call(poise.plot.plot_pose, POSE),
    "plot.pose_scene": call(poise.plot.pose_scene, POSE),
    "plot.side_by_side": call(poise.plot.side_by_side, [POSE, OTHER]),
    "plot.shape_mesh": call(poise.plot.shape_mesh, Sphere(0.1)),
}  # fmt: skip
EVERY = {
    **{f"figure.{n}": c for n, c in FIGURE_CALLS.items()},
    **{f"pose.{n}": c for n, c in POSE_CALLS.items()},
    **PART_CALLS,
}


@pytest.mark.parametrize("name", EVERY)
def test_arguments_are_left_alone(name: str, tmp_path: Path) -> None:
    function, args, options = EVERY[name]
    args = (tmp_path,) if name in ("figure.load", "figure.save", "pose.save") else args
    owners = (FIGURE, POSE, OTHER)
    before = pickle.dumps((copy.deepcopy((args, options)), [o.__reduce__()[1] for o in owners]))
    flags = [a.flags.writeable for a in _arrays((args, options))]
    function(*args, **options)
    assert pickle.dumps((copy.deepcopy((args, options)), [o.__reduce__()[1] for o in owners])) == before
    assert [a.flags.writeable for a in _arrays((args, options))] == flags, "nor are they locked"


@pytest.mark.parametrize("name", POSE_CALLS)
def test_arrays_of_a_pose_are_read_only(name: str, tmp_path: Path) -> None:
    function, args, options = POSE_CALLS[name]
    args = (tmp_path,) if name == "save" else args
    result = function(*args, **options)
    for array in _arrays(result.coordinates if isinstance(result, Pose) else result):
        assert not array.flags.writeable


@pytest.mark.parametrize("part", ["both", "position", "orientation"])
@pytest.mark.parametrize("frame", ["world", "left_palm", TURN])
def test_jacobians_are_read_only(part: Any, frame: Any) -> None:
    assert not POSE.jacobian("eyes", part=part, frame=frame).flags.writeable


@pytest.mark.parametrize("name", POSE_VALUES)
def test_values_of_a_pose_are_read_only(name: str) -> None:
    for array in _arrays(getattr(POSE, name)):
        assert not array.flags.writeable
    with pytest.raises(AttributeError, match=f"a pose does not change.*{name}"):
        setattr(POSE, name, None)


def test_a_read_only_array_cannot_be_opened() -> None:
    coordinates = FIGURE.rest().coordinates
    with pytest.raises(ValueError, match="read-only"):
        coordinates[0] = 1.0


@pytest.mark.parametrize("name", [n for n in dir(FIGURE) if not n.startswith("_")])
def test_a_figure_cannot_be_assigned_to(name: str) -> None:
    with pytest.raises(AttributeError, match=f"a figure does not change.*{name}"):
        setattr(FIGURE, name, None)


@pytest.mark.parametrize("name", ["joints", "segments", "sites", "soles", "limbs", "groups", "couplings", "postures"])
def test_the_tables_of_a_figure_cannot_be_assigned_to(name: str) -> None:
    with pytest.raises(TypeError):
        getattr(FIGURE, name)["new"] = None


def test_parts_cannot_be_assigned_to() -> None:
    for part in (
        Placement(),
        Segment("s"),
        Joint("j", "ball", "a", "b"),
        Range(),
        Cone(1.0),
        Sphere(1.0),
        Coupling("c", {"a": 1}),
    ):
        with pytest.raises(FrozenInstanceError):
            setattr(part, fields(part)[0].name, None)
    with pytest.raises(TypeError):
        Joint("j", "hinge", "a", "b").limits["angle"] = Range()
    with pytest.raises(TypeError):
        Coupling("c", {"a": 1}).terms["a"] = 2.0


def test_later_changes_of_an_argument_do_not_reach_inside() -> None:
    q = np.array(FIGURE.rest().coordinates)
    pose = FIGURE.pose(q)
    q[:] = 0.0
    assert pose == FIGURE.rest()
    limits = {"angle": Range(0, 1)}
    joint = Joint("j", "hinge", "a", "b", limits=limits)
    limits.clear()
    assert joint.limits["angle"] == Range(0, 1)


def test_no_public_method_is_forgotten() -> None:
    fields = {slot for part in Figure.__mro__ for slot in getattr(part, "__slots__", ())} | {
        "root",
        "base",
        "dof",
        "size",
        "mass",
        "stances",
        "members",
        "bases",
    }
    assert set(_public(Figure)) - fields == set(FIGURE_CALLS)
    assert set(_public(Pose)) - set(POSE_VALUES) == set(POSE_CALLS)


ELSEWHERE = (
    "poise.tasks",
    "poise.criteria",
    "poise.solver",
    "poise.session",
    "poise.solution",
    "poise.scene",
    "poise.explain",
    "poise.forces",
    "poise.limb",
    "poise.motion",
    "poise.stances",
    "poise.many",
    "poise.world",
    "poise.humanoids",
    "poise.methods",
    "poise.world",
    "poise.plot.motion_strip",
    "poise.plot.motion_film",
    "poise.skin",
)


def test_no_public_function_is_forgotten() -> None:
    expected = set()
    for home, prefix in ((poise, ""), (poise.figure, ""), (poise.figures, "figures."), (poise.plot, "plot.")):
        for name in home.__all__:
            thing = getattr(home, name)
            if isinstance(thing, type) and issubclass(thing, Exception):
                continue
            if getattr(thing, "__module__", "").startswith(ELSEWHERE):  # tests/solve, tests/scene, …
                continue
            if inspect.isfunction(thing) or (isinstance(thing, type) and home is not poise.plot):
                expected.add(prefix + name)
                expected |= {f"{name}.{m}" for m in _methods(thing)}
    mine = {n for n in expected if n.split(".")[0] not in ("Figure", "Pose") or "." not in n}
    assert mine - set(PART_CALLS) == set()


def _public(owner: type) -> Iterator[str]:
    return (n for n in dir(owner) if not n.startswith("_"))  # what is inherited too


def _methods(owner: Any) -> Iterator[str]:
    if isinstance(owner, type) and owner is not Strength:
        yield from (n for n, m in inspect.getmembers(owner, callable) if not n.startswith("_"))


def _arrays(thing: Any) -> Iterator[np.ndarray]:
    if isinstance(thing, np.ndarray):
        yield thing
    elif isinstance(thing, Mapping):
        yield from (a for v in thing.values() for a in _arrays(v))
    elif isinstance(thing, tuple | list):
        yield from (a for v in thing for a in _arrays(v))


def _saved(folder: Path) -> Path:
    FIGURE.save(folder / "figure.yaml")
    return folder / "figure.yaml"
