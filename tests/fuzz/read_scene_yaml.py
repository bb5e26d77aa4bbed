"""Scene files."""

from fuzz_readers import file_of

import poise
from poise.io.text.confine import confined

TOKENS = (
    "poise: scene", "version: 1", "figure:", "human:", "chain:", "links:", "start:", "levels:", "criteria:", "forces:",
    "supports:", "reach:", "orient:", "look_at:", "hold:", "together:", "center_of_mass:", "balance:", "equilibrium:",
    "inertia:", "keep:", "on_surface:", "posture:", "custom:", "site:", "point:", "axes:", "rotation:", "weight:",
    "joints:", "tolerance:", "enabled:", "name:", "near_pose:", "rest_posture:", "mid_range:", "away_from_limits:",
    "flex:", "method:", "root:", "analytic:", "max_steps:", "attempts:", "seed:", "shot:", "view:", "sites:",
    "couplings:",
)  # fmt: skip


def read(data: bytes) -> None:
    file = file_of(data, "scene.yaml")
    with confined(file.parent):
        poise.Scene.load(file)
