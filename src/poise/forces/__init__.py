"""Forces on the body: what pulls at it, what carries it, and what that costs the joints."""

from poise.forces.force import Force, Weight
from poise.forces.report import JointLoad, Statics, SupportLoad
from poise.forces.statics import statics
from poise.forces.support import Support

__all__ = ["Force", "JointLoad", "Statics", "Support", "SupportLoad", "Weight", "statics"]
