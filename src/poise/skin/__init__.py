"""One smooth skin over a figure: a template in measures of people, smoothed, hung on the figure's segments."""

from poise.skin.bones import Bone
from poise.skin.build import body_mesh
from poise.skin.mesh import BodyMesh

__all__ = ["BodyMesh", "Bone", "body_mesh"]
