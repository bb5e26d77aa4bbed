"""Shortcuts: methods such as `figure.save(path)` and `pose.plot()`, which lead from lower folders to higher ones.

A figure knows nothing of files, a pose nothing of pictures, a solution nothing of its explanation; whoever holds one
wants the short way all the same. Every such way is written here and nowhere else, as one import and one call, made
when it is first used, so that `import poise` stays quick. Everything else may import only what stands below it:
`tests/test_layers.py` reads all imports, those inside functions and those for types too, and leaves out this file
alone. So the types that such methods give are imported here as well.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from poise.explain.explanation import Explanation as Explanation
    from poise.figure.figure import Figure
    from poise.forces.report import Statics
    from poise.history import History
    from poise.motion.motion import Motion
    from poise.plot import Picture as Picture
    from poise.plot.chart import Chart as Chart
    from poise.pose import Pose as Pose
    from poise.question import Question
    from poise.scene.scene import Scene
    from poise.solution import Solution
    from poise.stances.stance import Stance as Stance
    from poise.world.mesh import Mesh
    from poise.world.world import World

# ---- figures: poses, transformations, files ------------------------------------------------------


def posed(figure: Figure, coordinates: Any) -> Pose:
    """`Figure.pose`, `rest` and `random`: the figure at stored coordinates."""
    from poise.pose import Pose

    return Pose(figure, coordinates)


def stance_names(figure: Figure) -> Mapping[str, str]:
    """`Figure.stances`."""
    from poise.stances.build import stance_names

    return stance_names(figure)


def stance(figure: Figure, name: str, offsets: Mapping[str, float]) -> Stance:
    """`Figure.stance`, and `Figure.pose` of a name that is no posture."""
    from poise.stances.build import stance_of

    return stance_of(figure, name, offsets)


def posture_coordinates(figure: Figure, pose: object) -> Any:
    """`Figure.with_posture`: the coordinates of a pose of this very figure."""
    from poise.pose import posture_coordinates

    return posture_coordinates(figure, pose)


def rerooted(figure: Figure, segment: str) -> Figure:
    """`Figure.rerooted`."""
    from poise.transform.reroot import rerooted

    return rerooted(figure, segment)


def mirrored_figure(figure: Figure) -> Figure:
    """`Figure.mirrored`."""
    from poise.transform.reflect import mirrored_figure

    return mirrored_figure(figure)


def subfigure(figure: Figure, segment: str, base: Any) -> Figure:
    """`Figure.subfigure`."""
    from poise.transform.part import subfigure

    return subfigure(figure, segment, base)


def load_figure(path: str | os.PathLike[str], root: Any, axes: Any, up: Any) -> Figure:
    """`Figure.load`."""
    from poise.io.load import load_figure

    return load_figure(path, root=root, axes=axes, up=up)


def save_figure(figure: Figure, path: str | os.PathLike[str], version: Any) -> None:
    """`Figure.save`."""
    from poise.io.save import save_figure

    save_figure(figure, path, version)


# ---- poses: transformations, files, pictures ------------------------------------------------------------


def rerooted_pose(pose: Pose, segment: str) -> Pose:
    """`Pose.rerooted`."""
    from poise.transform.reroot import rerooted_pose

    return rerooted_pose(pose, segment)


def mirrored_pose(pose: Pose) -> Pose:
    """`Pose.mirrored`."""
    from poise.transform.reflect import mirrored_pose

    return mirrored_pose(pose)


def save_pose(pose: Pose, path: str | os.PathLike[str]) -> None:
    """`Pose.save`."""
    from poise.io.save import save_pose

    save_pose(pose, path)


def plot_pose(pose: Pose, **options: Any) -> Picture:
    """`Pose.plot`."""
    from poise.plot import plot_pose

    return plot_pose(pose, **options)


def figure_html(figure: Figure) -> str:
    """A figure in a notebook."""
    from poise.plot.notebook import figure_html

    return figure_html(figure)


def statics_html(statics: Statics) -> str:
    """A report of forces in a notebook."""
    from poise.plot.notebook import statics_html

    return statics_html(statics)


# ---- what is found: pictures, explanations --------------------------------------------------------


def plot_statics(statics: Statics, **options: Any) -> Picture:
    """`Statics.plot`."""
    from poise.plot.statics_picture import plot_statics

    return plot_statics(statics, **options)


def plot_solution(solution: Solution, **options: Any) -> Picture:
    """`Solution.plot`."""
    from poise.scene.picture import solution_picture

    return solution_picture(solution, **options)


def history_chart(history: History, size: tuple[int, int]) -> Chart:
    """`Solution.plot_history`."""
    from poise.plot.history_chart import history_chart

    return history_chart(history, size)


def torque_chart(history: History, size: tuple[int, int]) -> Chart:
    """`Solution.plot_torques`."""
    from poise.plot.torque_chart import torque_chart

    return torque_chart(history, size)


def explained(
    solution: Solution, question: Question, task: str | None, on_trial: Callable[[], None] | None
) -> Explanation:
    """`Solution.explain`."""
    from poise.explain.investigate import explained

    return explained(solution, question, task, on_trial)


def load_mesh(path: str | os.PathLike[str], scale: float, up: Any, cell: Any, thickness: Any, progress: Any) -> Mesh:
    """`Mesh.load`."""
    from poise.io.mesh.load import load_mesh

    return load_mesh(path, scale, up, cell, thickness, progress)


def plot_world(world: World, pose: Pose, options: dict[str, Any]) -> Picture:
    """`World.plot`."""
    from poise.plot.obstacles import plot_world

    return plot_world(world, pose, **options)


# ---- scenes: files -------------------------------------------------------------------------------


def load_scene(path: str | os.PathLike[str], functions: Mapping[str, Callable[..., Any]]) -> Scene:
    """`Scene.load`."""
    from poise.io.scene.read import load_scene

    return load_scene(path, functions)


def save_scene(scene: Scene, path: str | os.PathLike[str]) -> None:
    """`Scene.save`."""
    from poise.io.scene.write import save_scene

    save_scene(scene, path)


def scene_script(scene: Scene, path: str | os.PathLike[str] | None) -> str:
    """`Scene.script`."""
    from poise.io.scene.script import scene_script

    return scene_script(scene, path)


# ---- motions: files, pictures --------------------------------------------------------------------


def load_motion(path: str | os.PathLike[str], options: dict[str, Any]) -> Motion:
    """`Motion.load`."""
    from poise.io.motions import load_motion

    return load_motion(path, options)


def save_motion(motion: Motion, path: str | os.PathLike[str], options: dict[str, Any]) -> None:
    """`Motion.save`."""
    from poise.io.motions import save_motion

    save_motion(motion, path, options)


def plot_motion(motion: Motion, **options: Any) -> Picture:
    """`Motion.plot`."""
    from poise.plot.motion_strip import plot_motion

    return plot_motion(motion, **options)


def film_motion(motion: Motion, path: str | os.PathLike[str], **options: Any) -> Path:
    """`Motion.film`."""
    from poise.plot.motion_film import film_motion

    return film_motion(motion, path, **options)


def motion_html(motion: Motion) -> str:
    """A motion in a notebook."""
    from poise.plot.motion_strip import motion_html

    return motion_html(motion)
