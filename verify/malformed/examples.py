"""Arguments as they should be, by the name of the parameter: what is around the malformed one must be in order.

A parameter without a line here is left to its default, or its entry is only called with junk.
"""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any

import numpy as np

import poise
from poise import tasks

MISSING = object()
"""There is no example."""


def example(label: str, parameter: inspect.Parameter) -> Any:
    """An argument that the parameter of an entry takes, or MISSING; optional ones are left to their defaults.

    By "Class.method.parameter", and for parameters that must be given also by "Class.parameter", "method.parameter" and
    by the name of the parameter alone.
    """
    known, name = _examples(), parameter.name
    owner, _, method = label.rpartition(".")
    keys = [f"{label}.{name}"]
    if parameter.default is inspect.Parameter.empty:
        keys += [f"{owner}.{name}", f"{method}.{name}", name]
    return next((known[key] for key in keys if key in known), MISSING)


@cache
def _examples() -> dict[str, Any]:
    figure = poise.human(1.7)
    rest = figure.rest()
    found = {**_things(figure, rest), **_numbers(figure, rest), **_names()}
    return {**found, **_of_figures(figure), **_of_tasks(rest), **_of_others(), **_of_motions(rest)}


def _things(figure: poise.Figure, rest: poise.Pose) -> dict[str, Any]:
    hand = poise.Reach("left_hand", (0.3, 1.2, 0.3))
    return {
        "figure": figure, "pose": rest, "start": rest, "other": rest, "items": [rest], "task": hand, "levels": [hand],
        "tasks": [hand], "poses": [rest], "bones": {}, "outer": poise.Placement(),
        "placement": poise.Placement(), "surface": tasks.Plane(),
        "shape": poise.Sphere(0.1), "shapes": [poise.Sphere(0.1)], "group": poise.Group("legs", ("left_knee",)),
        "coupling": poise.Coupling("c", {"left_knee.flexion": 1.0}, -3, 3), "rng": np.random.default_rng(1),
        "function": lambda pose: float(pose.center_of_mass[1]), "error": lambda pose: pose.center_of_mass,
    }  # fmt: skip


def _numbers(figure: poise.Figure, rest: poise.Pose) -> dict[str, Any]:
    return {
        "point": (0.1, 1.0, 0.2), "position": (0.1, 1.0, 0.2), "velocity": np.zeros(figure.dof), "axis": (0, 1, 0),
        "direction": (0, 1, 0), "normal": (0, 1, 0), "rotation": (0.0, 0.0, 0.0, 1.0), "vector": (0.0, 5.0, 0.0),
        "matrix": np.eye(4), "goal": (0.3, 1.2, 0.3), "goals": [(0.3, 1.2, 0.3)], "up": (0.0, 1.0, 0.0),
        "coordinates": np.array(rest.coordinates), "values": {"left_knee": 0.3}, "t": 0.5, "time": 0.5, "angle": 0.3,
        "level": 1,
        "radius": 0.1, "length": 0.5, "radii": (0.1, 0.2, 0.3), "size": (0.1, 0.2, 0.3), "factor": 1.1,
        "density": 900.0, "mass": 2.0, "kilograms": 60.0, "weight": 1.0, "moment": 2.0, "min": -1.0, "max": 1.0,
        "x": 0.5, "y": 0.6, "gravity": (0.0, -1.6, 0.0), "a": (0.0, 0.0, 0.0), "b": (0.0, 0.3, 0.0),
        "swivel": 0.2, "budget": 0.001, "positive": 50.0, "negative": 60.0, "upward": True, "azimuth": 30.0,
        "outline": [(0, 0, 0), (1, 0, 0), (0, 0, 1)], "vertices": [(1, 0, 0), (0, 1, 0), (0, 0, 1)], "verdict": 0,
        "swings": [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], "rows": [((0.0, 0.0, 1.0), -1.0, 1.0)],
        "weights": {"left_knee": 2.0}, "strengths": {"left_knee": {"flexion": (50.0, 80.0, "a guess")}},
        "terms": {"left_knee.flexion": 1.0}, "index": (0,),
    }  # fmt: skip


def _names() -> dict[str, Any]:
    return {
        "name": "thing", "unit": "m", "source": "a guess", "path": "figure.yaml", "kind": "human", "model": "hinge",
        "limb": "left_arm", "site": "left_hand", "site_a": "left_hand", "site_b": "right_hand", "segment": "left_hand",
        "onto": "right_hand", "joint": "left_knee", "side": "left_hand", "parent": "a", "child": "b",
        "root": "left_shoulder", "place": "left_foot", "thing": "table", "hand": "left_hand",
        "first": "left_hand", "second": "right_hand", "middle": "left_elbow", "end": "left_wrist", "labels": ("a",),
    }  # fmt: skip


def _of_figures(figure: poise.Figure) -> dict[str, Any]:
    """Where one name means several things."""
    return {
        "Figure.segments": [poise.Segment("a"), poise.Segment("b")],
        "Figure.joints": [poise.Joint("base", "free", None, "a"), poise.Joint("hinge", "hinge", "a", "b")],
        "Figure.joint.name": "left_knee", "Figure.segment.name": "left_hand", "Figure.site.name": "left_hand",
        "Figure.with_joint.name": "left_knee", "Figure.with_joint.changes": {"weight": 2.0},
        "Figure.with_limits.joint": "left_knee", "Figure.with_limits.limits": {"flexion": poise.Range(0, 2)},
        "Figure.with_segment.segment": figure.segment("head"), "Figure.without_site.name": "eyes",
        "Figure.with_part.segment": poise.Segment("hat"),
        "Figure.with_part.joint": poise.Joint("hat", "fixed", "head", "hat"),
        "Figure.with_site.site": poise.Site("nose", "head"), "Figure.without_posture.name": "sitting",
        "Figure.posture.name": "kneeling", "Figure.stance.name": "sitting", "Figure.stance.offsets": {"seat": 0.45},
        "Figure.with_sole.sole": next(iter(figure.soles.values())),
        "Figure.with_limb.limb": next(iter(figure.limbs.values())),
        "Figure.without_coupling.name": next(iter(figure.couplings)), "Group.joints": ("left_knee", "right_knee"),
        "Joint.edited.changes": {"weight": 2.0}, "LimbChain.site": "left_hand", "Limb.name": "left_arm",
        "TwistTable.of_swings.rows": [(0.0, 0.0, -1.0, 1.0)], "chain.links": 3, "planar_chain.links": 3,
        "fern.segments": 3, "human.stature": 1.7, "hand.side": "left", "Figure.save.path": "figure.yaml",
        "still.view": "front", "still.points": [(0.0, 0.0, 0.0), (1.0, 1.0, 1.0)],
        "Mesh.vertices": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], "Mesh.cell": 0.25,
        "Mesh.faces": [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)],
        "HeightField.heights": [[0.0, 0.1], [0.0, 0.1]], "cell": 0.5,
        "FigureSource.options": {"stature": 1.7}, "__matmul__.other": poise.Placement(),
    }  # fmt: skip


def _of_tasks(rest: poise.Pose) -> dict[str, Any]:
    reach, feet = "reach left_hand", ("left_foot", "right_foot")
    return {
        "Posture.pose": rest, "CenterOfMass.point": (0.0, 0.0, 0.0), "Inertia.axis": (0, 1, 0),
        "Keep.normal": (0, 1, 0), "Keep.point": (0, 1, 0),
        "Equilibrium.supports": [poise.Support(foot, 0.5) for foot in feet],
        "require_apart.site": "left_hand", "require_apart.other": "right_hand", "Hold.with_goal.goal": np.eye(4),
        "Inertia.with_goal.goal": 3.0, "OnSurface.with_goal.goal": tasks.Plane(), "Posture.with_goal.goal": rest,
        "Orient.with_goal.goal": np.eye(3), "TaskHandle.goal.goal": (0.3, 1.2, 0.3), "TaskHandle.enabled.enabled": True,
        "TaskHandle.joints.joints": None, "TaskHandle.tolerance.tolerance": None, "Session.edit.name": reach,
        "Session.edit.changes": {"weight": 2.0}, "Session.move.name": reach, "Session.remove.name": reach,
        "Session.replace.name": reach, "Session.add.task": poise.Orient("eyes", (0, 0, 0, 1)),
        "Session.criteria.criteria": [poise.RestPosture()], "Session.analytic.names": (),
        "Session.levels.levels": [poise.Hold("left_foot")], "Solution.task.name": reach,
        "Solution.explain.task": reach, "Explanation.task.name": reach, "solve.history": True,
        "statics.supports": [poise.Support(foot) for foot in feet], "Statics.joint.name": "left_knee",
        "Statics.support.site": "left_foot", "Support.normal": (0, 1, 0),
    }  # fmt: skip


def _of_others() -> dict[str, Any]:
    return {
        "Scene.load.path": str(next(iter(poise.shipped_scenes().values()))), "Scene.save.path": "scene.yaml",
        "Chart.save.path": "chart.png", "Picture.save.path": "picture.png", "Picture.labelled.labels": ("a",),
        "Shot.view": "front", "plot_pose.view": "front", "Pose.plot.options": {"com": True},
        "Statics.plot.options": {"torques": True}, "Scene.plot.options": {"com": True},
    }  # fmt: skip


def _of_motions(rest: poise.Pose) -> dict[str, Any]:
    motion = poise.Motion(rest.figure, [0.0, 1.0], [rest, rest.with_joints({"left_knee": 0.5})])
    return {
        "Motion.times": [0.0, 1.0], "Motion.poses": [rest, rest], "Motion.sample.times": [0.5],
        "Motion.between.start": 0.2, "Motion.between.end": 0.8, "Motion.resampled.rate": 10.0,
        "Motion.then.other": motion,
        "Motion.layered.over": motion, "Motion.layered.joints": ["left_knee"], "Motion.shifted.seconds": 1.0,
        "Motion.with_interpolation.interpolation": "smooth", "Motion.save.path": "motion.npz", "motion": motion,
        "Motion.__getitem__.index": 0,
    }  # fmt: skip
