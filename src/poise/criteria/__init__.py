"""Criteria: preferences for the freedom that the tasks leave."""

from poise.criteria.criterion import Criterion
from poise.criteria.near_pose import NearPose

__all__ = ["Criterion", "NearPose"]
