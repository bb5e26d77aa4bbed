"""Poise poses articulated figures: people above all, but also animals, chains and robots.

    import poise
    human = poise.human(stature=1.70)
    pose = human.pose({"left_knee": 0.4})
    pose.position("left_hand"), pose.center_of_mass, pose.clamped()

Units are metres, kilograms and radians; +Y is up, +Z where the figure faces, +X its left.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from poise.errors import (
    CouplingError,
    CriterionError,
    FigureError,
    FileError,
    InputError,
    MissingExtraError,
    PoiseError,
    TaskError,
    UnknownNameError,
)
from poise.figure import (
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
    Range,
    Segment,
    Site,
    Sole,
    Sphere,
    Strength,
    TwistTable,
)
from poise.pose import Pose

if TYPE_CHECKING:
    from poise import figures, plot, tasks
    from poise.criteria import (
        AwayFromLimits,
        Dexterity,
        Extend,
        Flex,
        FunctionCriterion,
        Habit,
        LeastTorque,
        MidRange,
        Natural,
        NearPose,
        RestPosture,
        SupportTorque,
    )
    from poise.explain import Explanation
    from poise.forces import Force, Press, Statics, Support, Weight, statics
    from poise.humanoids.humanoid import Humanoid, humanoid
    from poise.limb import AimGoal, AxisGoal, Limb, OrientGoal
    from poise.many import Solutions, solve_many
    from poise.methods import CCD, Transpose
    from poise.motion import CatmullRom, KochanekBartels, Linear, Motion, Pace, Smooth
    from poise.people.human import human
    from poise.scene import CompanySource, FigureSource, Scene, Shot, shipped_scenes
    from poise.session import Session
    from poise.several import company
    from poise.skin import BodyMesh, body_mesh
    from poise.solution import Solution
    from poise.solver import solve
    from poise.stances.stance import Stance
    from poise.tasks import (
        Aim,
        AnyOf,
        Avoid,
        Balance,
        CenterOfMass,
        CustomTask,
        Equilibrium,
        Grasp,
        Hold,
        Inertia,
        Keep,
        LookAt,
        OnSurface,
        Orient,
        Plane,
        Position,
        Posture,
        Reach,
        Together,
        Touch,
    )
    from poise.world import Distance, HalfSpace, HeightField, Hull, Mesh, Obstacle, SelfPair, World, self_pairs

    __version__: str

__all__ = [
    "CCD", "Aim", "AimGoal", "AnyOf", "Avoid", "AwayFromLimits", "AxisGoal", "Balance", "BodyMesh", "Box",
    "Capsule", "CatmullRom", "CenterOfMass", "CompanySource", "Cone", "Coupling", "CouplingError", "CriterionError",
    "CustomTask", "Cylinder", "Dexterity", "Distance", "Ellipse", "Ellipsoid", "Equilibrium", "Explanation",
    "Extend", "Figure", "FigureError", "FigureSource", "FileError", "Flex", "Force", "FunctionCriterion", "Grasp",
    "Group", "Habit", "HalfSpace", "HeightField", "Hold", "Hull", "Humanoid", "Inertia", "InputError", "Joint", "Keep",
    "KochanekBartels", "LeastTorque", "Limb", "LimbChain", "Linear", "LookAt", "Mesh", "MidRange", "Mirror",
    "MissingExtraError", "Motion", "Natural", "NearPose", "Obstacle", "OnSurface", "Orient", "OrientGoal", "Pace",
    "Placement", "Plane", "PoiseError", "Polygon", "Pose", "Position", "Posture", "Press", "Range", "Reach",
    "RestPosture", "Scene", "Segment", "SelfPair", "Session", "Shot", "Site", "Smooth", "Sole", "Solution",
    "Solutions", "Sphere", "Stance", "Statics", "Strength", "Support", "SupportTorque", "TaskError", "Together",
    "Touch", "Transpose", "TwistTable", "UnknownNameError", "Weight", "World", "body_mesh", "company", "figures",
    "human", "humanoid", "plot",
    "self_pairs", "shipped_scenes", "solve", "solve_many", "statics", "tasks",
]  # fmt: skip

_TASKS = (
    "Aim", "AnyOf", "Avoid", "Balance", "CenterOfMass", "CustomTask", "Equilibrium", "Grasp", "Hold", "Inertia", "Keep",
    "LookAt", "OnSurface", "Orient", "Plane", "Position", "Posture", "Reach", "Together", "Touch",
)  # fmt: skip
_CRITERIA = (
    "AwayFromLimits", "Dexterity", "Extend", "Flex", "FunctionCriterion", "Habit", "LeastTorque", "MidRange", "Natural",
    "NearPose", "RestPosture", "SupportTorque",
)  # fmt: skip
_WORLD = ("Distance", "HalfSpace", "HeightField", "Hull", "Mesh", "Obstacle", "SelfPair", "World", "self_pairs")
# Parts that are loaded when first asked for, so that `import poise` stays quick: name → module.
_LATER = {
    "human": "poise.people",
    **dict.fromkeys(("Humanoid", "humanoid"), "poise.humanoids"),
    "solve": "poise.solver",
    **dict.fromkeys(("Solutions", "solve_many"), "poise.many"),
    "Session": "poise.session",
    "company": "poise.several",
    "Solution": "poise.solution",
    "Explanation": "poise.explain",
    "Stance": "poise.stances.stance",
    **dict.fromkeys(("Force", "Press", "Statics", "Support", "Weight", "statics"), "poise.forces"),
    **dict.fromkeys(("CCD", "Transpose"), "poise.methods"),
    **dict.fromkeys(_CRITERIA, "poise.criteria"),
    **dict.fromkeys(("AimGoal", "AxisGoal", "Limb", "OrientGoal"), "poise.limb"),
    **dict.fromkeys(("CatmullRom", "KochanekBartels", "Linear", "Motion", "Pace", "Smooth"), "poise.motion"),
    **dict.fromkeys(("CompanySource", "FigureSource", "Scene", "Shot", "shipped_scenes"), "poise.scene"),
    **dict.fromkeys(("BodyMesh", "body_mesh"), "poise.skin"),
    **dict.fromkeys(_TASKS, "poise.tasks"),
    **dict.fromkeys(_WORLD, "poise.world"),
}


if not TYPE_CHECKING:  # a type checker would believe in every name

    def __getattr__(name: str) -> Any:
        """The parts that are loaded when first asked for, and then kept."""
        if name == "Comfort":
            return _former(name)
        found = globals()[name] = _loaded(name)
        return found

    def _nearest(name: str) -> list[str]:
        """The public names that look most like one that is not there, whatever their capitals."""
        import difflib

        plain = {public.lower(): public for public in __all__}
        return [plain[found] for found in difflib.get_close_matches(name.lower(), plain, n=2)]

    def _former(name: str) -> Any:
        """What a name of the last version is called now, with a warning."""
        import warnings

        from poise.criteria import FORMER

        warnings.warn(f"poise.{name} is now called poise.{FORMER[name]}", DeprecationWarning, stacklevel=3)
        return __getattr__(FORMER[name])

    def _loaded(name: str) -> Any:
        import importlib

        if name == "__version__":
            from importlib.metadata import version

            return version("poise")
        if name in ("figures", "plot", "tasks"):
            return importlib.import_module(f"poise.{name}")
        if name in _LATER:
            return getattr(importlib.import_module(_LATER[name]), name)
        message = f"module 'poise' has no attribute {name!r}"
        if name == "load":
            message += "; figures, scenes and motions have a load of their own: Figure.load, Scene.load, Motion.load"
        elif near := _nearest(name):
            message += f"; did you mean {' or '.join(near)}?"
        raise AttributeError(message, name=name, obj=sys.modules[__name__])


def __dir__() -> list[str]:
    """What completion and `help` offer: the public names, loaded or not."""
    return [*__all__, "__doc__", "__version__"]
