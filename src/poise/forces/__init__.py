"""Forces on the body: what pulls at it, what carries it, and what that costs the joints."""

from poise.forces.account import statics
from poise.forces.force import Force, Press, Weight
from poise.forces.joint_loads import JointLoad
from poise.forces.region import EquilibriumRegion
from poise.forces.report import Statics
from poise.forces.support import Support
from poise.forces.support_loads import SupportLoad

__all__ = ["EquilibriumRegion", "Force", "JointLoad", "Press", "Statics", "Support", "SupportLoad", "Weight", "statics"]
