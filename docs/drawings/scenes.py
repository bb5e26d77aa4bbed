"""The shipped scenes, solved and drawn as their shots say: the pictures of the gallery."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PIL import Image

import poise
from poise.plot.picture import joined_pictures

MISSED = {"green": "", "orange": ", a compromise", "red": ", a compromise"}


def least_squares() -> Image.Image:
    """Figures 5.1 to 5.3: goals of one level that cannot all be met."""
    return _row(["5_1_a", "5_1_b", "5_2_a", "5_2_b", "5_2_c", "5_3"], (205, 300))


def weights_and_priority() -> Image.Image:
    """Figure 5.4: four ways to deal with two goals."""
    return _row(["5_4_a", "5_4_b", "5_4_c", "5_4_d"], (300, 290), shared=True)


def formulations() -> Image.Image:
    """Figures 5.9 and 5.10: a second goal out of reach, and a chain that stays in balance."""
    return _row(["5_9_a", "5_9_b", "5_10_a", "5_10_b"], (300, 290))


def couplings_and_loops() -> Image.Image:
    """Figures 7.4 and 7.5: what holds above all goals."""
    return _row(["7_4_a", "7_4_b", "7_5_a", "7_5_b"], (300, 330))


def inertia_of_a_loop() -> Image.Image:
    """Figure 7.7: a loop spreads; thin rings are the inertia it has, thick ones what is wanted."""
    return _row(["7_7_b", "7_7_c", "7_7_d"], (330, 330), shared=True)


def inertia_of_a_man() -> Image.Image:
    """Figure 7.8: the planar man stretches and curls up."""
    return _row(["7_8_b", "7_8_c", "7_8_d", "7_8_e", "7_8_f"], (230, 380), shared=True)


def beam() -> Image.Image:
    """Figures 7.11 and 7.12: looking at a fly while standing on a beam."""
    return _row(["7_11_b", "7_11_d", "7_11_e", "7_11_f", "7_12_i", "7_12_j"], (215, 360))


def hierarchy() -> Image.Image:
    """Figure 7.13: a full hierarchy of tasks."""
    return _row(["7_13_b", "7_13_c", "7_13_d"], (400, 380), shared=True)


def flexing() -> Image.Image:
    """Figure 7.14: the legs bend by a criterion."""
    return _row(["7_14_a", "7_14_b"], (360, 400), shared=True)


def balance_below_a_reach() -> Image.Image:
    """Boulic et al. 1996, figures 10 to 16: a fern unrolls, a bird drinks, a person reaches and laces a shoe."""
    names = ["10", "12", "13_a", "13_b", "14", "16"]
    return _row(names, (215, 330), of="boulic")


def dance() -> Image.Image:
    """The dance from two sides, and where it started."""
    scene = poise.Scene.load("dance")
    solution = scene.solve()
    views = (scene.shot.view, "side")
    pictures = [scene.start.plot(view=views[0], com=True)]
    pictures += [replace(scene, shot=replace(scene.shot, view=view)).plot(solution) for view in views]
    labels = ["start", "the dance", "from the side"]
    row = joined_pictures(pictures, size=(1050, 430), shared=False)
    return Image.fromarray(np.array(row.labelled(*labels).image))


def _row(names: Sequence[str], size: tuple[int, int], *, shared: bool = False, of: str = "baerlocher") -> Image.Image:
    """Scenes side by side, each panel of that size; `shared`: at one scale."""
    pictures = []
    for name in names:
        scene = poise.Scene.load(f"{of}_{name}")
        solution = scene.solve()
        *number, last = name.split("_")
        label = ".".join((*number, last)) if last.isdigit() else f"{'.'.join(number)} ({last})"
        pictures.append(scene.plot(solution, label=label + MISSED[solution.light]))
    whole = joined_pictures(pictures, size=(size[0] * len(names), size[1]), shared=shared)
    return Image.fromarray(np.array(whole.image))
