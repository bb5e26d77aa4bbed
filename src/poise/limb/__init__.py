"""Arms and legs in closed form: all solutions of a goal, in microseconds, the same every time."""

from poise.limb.batch import LimbBatch
from poise.limb.family import Interval, LimbFamily
from poise.limb.goals import AimGoal, AxisGoal, OrientGoal
from poise.limb.limb import Limb
from poise.limb.solution import LimbSolution

__all__ = ["AimGoal", "AxisGoal", "Interval", "Limb", "LimbBatch", "LimbFamily", "LimbSolution", "OrientGoal"]
