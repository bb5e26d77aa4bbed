"""Criteria: preferences for the freedom that the tasks leave."""

from poise.criteria.criterion import Criterion
from poise.criteria.dexterity import Dexterity
from poise.criteria.flexion import Extend, Flex
from poise.criteria.function import FunctionCriterion
from poise.criteria.habit import Habit
from poise.criteria.least_torque import LeastTorque
from poise.criteria.limits import Comfort, MidRange
from poise.criteria.natural import Natural
from poise.criteria.near_pose import NearPose, RestPosture
from poise.criteria.support_torque import SupportTorque

__all__ = [
    "Comfort", "Criterion", "Dexterity", "Extend", "Flex", "FunctionCriterion", "Habit", "LeastTorque", "MidRange",
    "Natural", "NearPose", "RestPosture", "SupportTorque",
]  # fmt: skip
