"""Skeletons in the shape of a person, under the bone names of any rig: joints of `poise.human` as balls, no mass."""

from __future__ import annotations

from functools import cache

import numpy as np

import poise
from poise import Figure, Joint, Placement, Segment, Site
from poise.humanoids.parts import CARRIER, JOINT, PARTS
from poise.humanoids.rigs import RIGS, Rig

TURN = Placement.turned((0.3, -0.8, 0.5), 0.7)
"""How the segment frames of the skeleton stand, unlike anybody's axes."""


@cache
def centers(posture: str = "t_pose") -> dict[str, np.ndarray]:
    """Where the parts of a woman begin, and where her hands, feet and head end."""
    pose = poise.human(stature=1.66, sex="female").pose(posture)
    found = {part: np.array(pose.joint_frame(joint))[:3, 3] for part, joint in JOINT.items()}
    ends = {f"{s}_toes_end": f"{s}_toe" for s in ("left", "right")} | {
        f"{s}_hand_end": f"{s}_palm" for s in ("left", "right")
    }
    return found | {name: np.array(pose.position(site)) for name, site in {**ends, "head_end": "head_top"}.items()}


def skeleton(names: dict[str, str], posture: str = "t_pose", *, about: Placement | None = None) -> Figure:
    """A figure of the named bones, `{part: bone}`; parts without a name are left out. `about`: turned as a whole."""
    at, carrier = centers(posture), dict(CARRIER)
    whole = about or Placement()
    joints, sites = [], []
    for part in (p for p in PARTS if p in names):
        above = carrier.get(part)
        while above is not None and above not in names:
            above = CARRIER.get(above)
        start = np.zeros(3) if above is None else at[above]
        local = np.array(TURN.inverse().apply(tuple((at[part] - start).tolist())))
        if above is None:
            frame = whole @ Placement(tuple(at[part].tolist()), TURN.rotation)
            joints.append(Joint(names[part], "free", None, names[part]))
            rest = {names[part]: (*frame.position, *frame.rotation)}
        else:
            joints.append(Joint(names[part], "ball", names[above], names[part], Placement(tuple(local.tolist()))))
        if f"{part}_end" in at:
            end = TURN.inverse().apply(tuple((at[f"{part}_end"] - at[part]).tolist()))
            sites.append(Site(f"{names[part]}_end", names[part], Placement(end)))
    return Figure("rig", [Segment(n) for n in names.values()], joints, sites=sites, postures={"rest": rest})


def bones_of(rig: Rig) -> dict[str, str]:
    """Part: bone, with as many spine bones as we have, from the rig's first and last ones."""
    spine = rig.spine if len(rig.spine) < 4 else (rig.spine[0], rig.spine[1], rig.spine[2])
    parts = ("abdomen", "midriff", "chest") if len(spine) == 3 else ("abdomen", "chest")
    return rig.names() | dict(zip(parts, spine, strict=True)) | {"neck": rig.neck[-1]}


__all__ = ["RIGS", "bones_of", "centers", "skeleton"]
