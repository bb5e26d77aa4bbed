"""Motion: poses over time, as a value."""

from poise.motion.interpolation import CatmullRom as CatmullRom
from poise.motion.interpolation import KochanekBartels as KochanekBartels
from poise.motion.interpolation import Linear as Linear
from poise.motion.interpolation import Pace as Pace
from poise.motion.interpolation import Smooth as Smooth
from poise.motion.motion import Motion as Motion

__all__ = ["CatmullRom", "KochanekBartels", "Linear", "Motion", "Pace", "Smooth"]
