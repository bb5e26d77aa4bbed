"""Criteria: preferences for the freedom that the tasks leave."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from poise.criteria.criterion import Criterion
from poise.criteria.dexterity import Dexterity
from poise.criteria.flexion import Extend, Flex
from poise.criteria.function import FunctionCriterion
from poise.criteria.habit import Habit
from poise.criteria.least_torque import LeastTorque
from poise.criteria.limits import AwayFromLimits, MidRange
from poise.criteria.natural import Natural
from poise.criteria.near_pose import NearPose, RestPosture
from poise.criteria.support_torque import SupportTorque

__all__ = [
    "AwayFromLimits", "Criterion", "Dexterity", "Extend", "Flex", "FunctionCriterion", "Habit", "LeastTorque",
    "MidRange", "Natural", "NearPose", "RestPosture", "SupportTorque",
]  # fmt: skip

FORMER = {"Comfort": "AwayFromLimits"}
"""Names that are understood for one more version, and what they are called now."""

if not TYPE_CHECKING:  # a type checker would believe in every name

    def __getattr__(name: str) -> Any:
        """A former name, with a warning."""
        if name not in FORMER:
            raise AttributeError(f"module 'poise.criteria' has no attribute {name!r}")
        warnings.warn(f"{name} is now called {FORMER[name]}", DeprecationWarning, stacklevel=2)
        return globals()[FORMER[name]]
