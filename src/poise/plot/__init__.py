"""Pictures of poses and charts. Nothing here loads the drawing library before pixels are asked for."""

from poise.plot.chart import Chart
from poise.plot.mesh import Mesh, shape_mesh
from poise.plot.motion_film import film_motion
from poise.plot.motion_strip import plot_motion
from poise.plot.picture import Picture
from poise.plot.pose_picture import plot_pose, pose_scene, side_by_side
from poise.plot.props import Prop
from poise.plot.views import VIEWS, View, still

__all__ = [
    "VIEWS",
    "Chart",
    "Mesh",
    "Picture",
    "Prop",
    "View",
    "film_motion",
    "plot_motion",
    "plot_pose",
    "pose_scene",
    "shape_mesh",
    "side_by_side",
    "still",
]
