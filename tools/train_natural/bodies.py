"""Figures as arrays that a net can be trained with: where joints stand on their parents, and points on segments."""

from __future__ import annotations

import numpy as np
from captured import Array
from layout import EFFECTORS, JOINTS, MEASURED

import poise

SITE_OF = {
    "left_foot": "left_foot", "right_foot": "right_foot", "left_hand": "left_hand", "right_hand": "right_hand",
    "head": "eyes", "pelvis": "pelvis", "chest": "chest",
}  # fmt: skip
"""What people give goals to on each of these segments."""


def body(figure: poise.Figure) -> dict[str, Array]:
    """`place` (19, 3) and `before`, `after` (19, 3, 3): T_parent_child = (place, before) M(q) after;
    `sites` (7, 3) on the effectors; `measured` (13, 3) on `measured_on`'s segments; `eyes` (3,) on the head."""
    joints = [figure.joints[name] for name, _ in JOINTS]
    return {
        "place": np.array([j.placement.position for j in joints]),
        "before": np.array([j.placement.matrix[:3, :3] for j in joints]),
        "after": np.array([j.child_placement.matrix[:3, :3] for j in joints]),
        "sites": np.array([figure.sites[SITE_OF[e]].placement.position for e in EFFECTORS]),
        "measured": np.array([figure.sites[f"at_{m}"].placement.position for m in MEASURED]),
    }


def topology(figure: poise.Figure) -> dict[str, np.ndarray]:
    """Segments count from 0, the pelvis, in the order of `JOINTS`; `parent` (19,), `effector` (7,), `measured_on`
    (13,)."""
    number = {"pelvis": 0} | {figure.joints[name].child: i + 1 for i, (name, _) in enumerate(JOINTS)}
    return {
        "parent": np.array([number[str(figure.joints[name].parent)] for name, _ in JOINTS]),
        "effector": np.array([number[e] for e in EFFECTORS]),
        "measured_on": np.array([number[figure.sites[f"at_{m}"].segment] for m in MEASURED]),
    }
