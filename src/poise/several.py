"""`poise.company`: the poses of several figures as one pose, so that they can be posed together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import Any

import numpy as np

from poise.errors import InputError
from poise.figure.check import shown
from poise.figure.company import Company
from poise.figure.figure import Figure
from poise.memo import Same
from poise.pose import Pose
from poise.readable import readable


@readable
def company(poses: Mapping[str, Pose] | Sequence[Pose]) -> Pose:
    """The poses of several figures as one pose: what `solve` and `Session` make of them.

        both = poise.company({"ann": ann.rest(), "bob": bob.rest()})
        both.position("ann/right_hand"), both.members["bob"]

    `poses`: by the names of the figures, or in a list, which names them "a", "b", "c" …; a figure stands for itself at
    rest. Names have no slash. Everything that is named on a figure bears its name and a slash: "ann/right_hand".
    """
    named = _named(poses)
    figure = _company(tuple(named), tuple(Same(pose.figure) for pose in named.values()))
    return Pose(figure, np.concatenate([pose.coordinates for pose in named.values()]))


def one_pose(given: Any) -> Any:
    """Several poses as one; anything else as it is."""
    if isinstance(given, Pose):
        return given
    several = isinstance(given, Mapping) or (isinstance(given, Sequence) and not isinstance(given, str | bytes))
    return company(given) if several else given


def _named(poses: Any) -> dict[str, Pose]:
    if not isinstance(poses, Mapping):
        if not isinstance(poses, Sequence) or isinstance(poses, str | bytes):
            raise InputError(
                f"several figures are given by their names, {{name: pose}}, or in a list, not {shown(poses)}"
            )
        if len(poses) > len(ascii_lowercase):
            raise InputError(f"a list names its figures by letters; {len(poses)} figures need names: {{name: pose}}")
        poses = dict(zip(ascii_lowercase, poses, strict=False))
    found = {}
    for name, given in poses.items():
        pose = given.rest() if isinstance(given, Figure) else given
        if not isinstance(pose, Pose):
            raise InputError(f"the figure {name!r} needs a pose to start from, not {shown(given)}{_swapped(given)}")
        found[name] = pose
    if not found:
        raise InputError("there is no figure: give at least one pose")
    return found


def _swapped(given: Any) -> str:
    """What to say when levels of tasks stand where a pose should."""
    first = next(iter(given), None) if isinstance(given, list | tuple) else given
    is_task = type(first).__module__.startswith("poise.tasks.")  # by its name: tasks stand below
    return "; the pose comes first, then its levels: solve(pose, levels)" if is_task else ""


@lru_cache(maxsize=16)
def _company(names: tuple[Any, ...], figures: tuple[Same[Figure], ...]) -> Company:
    """Kept: the same people are posed again and again."""
    return Company({name: figure.thing for name, figure in zip(names, figures, strict=True)})
