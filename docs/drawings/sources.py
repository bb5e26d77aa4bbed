"""Charts after figures and tests of the sources (docs/seeds.md): what happens on the way to a solution."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image

import poise
from drawings.sphere import BLUE, ORANGE
from poise.plot.chart import Chart
from poise.plot.colors import INK
from poise.plot.picture import joined_pictures

ROUND = 60
"""Steps in which the first goal goes round a circle."""
RADIUS = 0.06
"""Of that circle, metres: the second goal stays in reach all the while."""
WAYS = {"priority": ("by strict priority", BLUE), "cascaded": ("by cascaded projections", ORANGE)}


def formulations_on_the_way() -> Image.Image:
    """Figure 5.10, the path of the tip; and test 1 of 5.3.5: the second tip while the first one's goal moves."""

    def draw(sheet: Any) -> None:
        path, moved = sheet.subplots(1, 2)
        for method, (words, color) in WAYS.items():
            way = path_of_the_tip("baerlocher_5_10_a", method)
            path.plot(way[:, 0], way[:, 1], ".-", color=color, label=f"{words}, {len(way) - 1} steps", ms=4, lw=1)
            off = second_tip_while_the_first_moves(method)
            moved.plot(1000.0 * off, color=color, label=words)
        path.plot(0.35, 0.75, "x", color=INK, ms=9)
        path.set_title("the tip on its way (fig. 5.10)", fontsize=9, color=INK)
        moved.axvline(ROUND, color=INK, lw=0.7, ls=":")
        moved.text(ROUND, 0.0, " the first goal stops", fontsize=7, color=INK, va="bottom")
        moved.set_title("the second tip off its place, mm (test 1)", fontsize=9, color=INK)
        moved.set_xlabel("step", fontsize=8, color=INK)
        _finish(path, moved)

    return Image.fromarray(Chart(draw, (860, 330)).image)


def path_of_the_tip(scene: str, method: str, most: int = 400) -> np.ndarray:
    """(steps, 2) where the tip of a chain in a plane is after every step, its start before."""
    asked = poise.Scene.load(scene)
    session = poise.Session(asked.start, asked.demands(), criteria=asked.criteria, method=method)
    poses = [asked.start]
    while not session.settled and len(poses) <= most:
        poses.append(session.step())
    return np.array([pose.position("tip")[:2] for pose in poses])


def second_tip_while_the_first_moves(method: str) -> np.ndarray:
    """How far (m) the second tip is off its place after every step; the first one's goal goes round, and stops."""
    scene = poise.Scene.load("baerlocher_5_4_a")
    start = scene.solve().pose
    first, second = start.position("right_tip"), start.position("left_tip")
    levels = [poise.Reach("right_tip", first), poise.Reach("left_tip", second)]
    session = poise.Session(start, levels, criteria=(), method=method)
    off = []
    for step in range(ROUND + 40):
        angle = 2.0 * np.pi * min(step + 1, ROUND) / ROUND
        session.tasks["reach right_tip"].goal = first + RADIUS * np.array([np.sin(angle), np.cos(angle) - 1.0, 0.0])
        off.append(float(np.linalg.norm(session.step().position("left_tip") - second)))
    return np.array(off)


def fern_torques() -> Image.Image:
    """Boulic et al. 1996, figure 11: support torques and joint torques while the fern unrolls."""
    scene = poise.Scene.load("boulic_10")
    history = scene.solve(history=True).history
    assert history is not None
    poses = [scene.start, *history.poses]

    def draw(sheet: Any) -> None:
        supports, joints = sheet.subplots(1, 2)
        base = np.array([support_torques(pose) for pose in poses])
        own = np.vstack([poise.statics(scene.start).torques, history.torques])
        for axes, torques, what in ((supports, base, "support torques"), (joints, own, "joint torques")):
            for k, curve in enumerate(torques.T):
                axes.plot(1000.0 * curve, color=BLUE, alpha=1.0 - 0.8 * k / torques.shape[1], lw=1)
            axes.set_title(f"{what}, mN m; pale: towards the tip", fontsize=9, color=INK)
            axes.set_xscale("symlog", linthresh=10)
            axes.set_xlabel("step", fontsize=8, color=INK)
        _finish(supports, joints, legend=False)

    return Image.fromarray(Chart(draw, (860, 270)).image)


def support_torques(pose: poise.Pose) -> np.ndarray:
    """N m about the root, of the weight that each joint carries: its augmented body (Boulic et al. 1996, eq. 13)."""
    bodies = [pose.upper_body(name) for name, joint in pose.figure.joints.items() if joint.dof]
    root = pose.position("base")[2]
    return np.array([9.81 * mass * (center[2] - root) for mass, center in bodies])


def dance_on_the_way() -> Image.Image:
    """Slides 56 to 63 of the tutorial: the dance by priority, in balance at once, and by weights, which sway."""
    scene = poise.Scene.load("dance")
    goal = np.array([0.085, 0.068])
    pictures, labels = [], []
    for words, levels in (("priority", scene.demands()), ("weights", [list(scene.tasks)])):
        session = poise.Session(scene.start, levels, criteria=scene.criteria)
        for step in range(1, 13):
            pose = session.step()
            if step in (2, 5, 12):
                off = 1000.0 * float(np.linalg.norm(pose.center_of_mass[[0, 2]] - goal))
                pictures.append(pose.plot(view=scene.shot.view, com=True))
                labels.append(f"{words}, step {step}: {off:.0f} mm off")
    row = joined_pictures(pictures, size=(780, 220), shared=True)
    return Image.fromarray(np.array(row.labelled(*labels).image))


def _finish(*all_axes: Any, legend: bool = True) -> None:
    for axes in all_axes:
        if legend:
            axes.legend(fontsize=7, frameon=False, loc="best")
        axes.tick_params(labelsize=7, colors=INK)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
