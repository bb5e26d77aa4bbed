"""Poise poses articulated figures: people above all, but also animals, chains and robots.

    import poise
    human = poise.human(stature=1.70)
    pose = human.pose({"left_knee": 0.4})
    pose.position("left_hand"), pose.center_of_mass, pose.clamped()

Units are metres, kilograms and radians; +Y is up, +Z where the figure faces, +X its left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from poise.errors import (
    CouplingError,
    FigureError,
    FileError,
    InputError,
    MissingExtraError,
    PoiseError,
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
    from poise import figures, plot
    from poise.people.human import human  # the package of the same name would pass for a module

    __version__: str

__all__ = [
    "Box", "Capsule", "Cone", "Coupling", "CouplingError", "Cylinder", "Ellipse", "Ellipsoid", "Figure", "FigureError",
    "FileError", "Group", "InputError", "Joint", "LimbChain", "Mirror", "MissingExtraError", "Placement", "PoiseError",
    "Polygon", "Pose", "Range", "Segment", "Site", "Sole", "Sphere", "Strength", "TwistTable", "UnknownNameError",
    "figures", "human", "plot",
]  # fmt: skip


if not TYPE_CHECKING:  # a type checker would believe in every name

    def __getattr__(name: str) -> Any:
        """Parts that are loaded when first asked for, so that `import poise` stays quick."""
        if name == "__version__":
            from importlib.metadata import version

            return version("poise")
        if name == "human":
            from poise.people import human

            return human
        if name in ("figures", "plot"):
            import importlib

            return importlib.import_module(f"poise.{name}")
        raise AttributeError(f"module 'poise' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What completion and `help` offer: the public names, loaded or not."""
    return [*__all__, "__doc__", "__version__"]
