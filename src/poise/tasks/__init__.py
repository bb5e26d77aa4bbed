"""Tasks: what is wanted of a pose. One file each; what they share stands in `task.py`."""

from poise.tasks.any_of import AnyOf
from poise.tasks.avoid import Avoid
from poise.tasks.balance import Balance
from poise.tasks.center_of_mass import CenterOfMass
from poise.tasks.custom import CustomTask
from poise.tasks.equilibrium import Equilibrium
from poise.tasks.grasp import Grasp
from poise.tasks.hold import Hold
from poise.tasks.inertia import Inertia
from poise.tasks.keep import Keep
from poise.tasks.look_at import Aim, LookAt
from poise.tasks.on_surface import OnSurface
from poise.tasks.orient import Orient
from poise.tasks.posture import Posture
from poise.tasks.reach import Position, Reach
from poise.tasks.surface import Plane
from poise.tasks.task import Task
from poise.tasks.together import Together
from poise.tasks.touch import Touch

__all__ = [
    "Aim", "AnyOf", "Avoid", "Balance", "CenterOfMass", "CustomTask", "Equilibrium", "Grasp", "Hold", "Inertia", "Keep",
    "LookAt", "OnSurface", "Orient", "Plane", "Position", "Posture", "Reach", "Task", "Together", "Touch",
]  # fmt: skip
