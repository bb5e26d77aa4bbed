"""The built-in person for peers, which know hinges and ranges alone: balls as three hinges, cones as boxes.

Every ball or swing joint is three hinges x, y, z, as Poise writes it in URDF; their ranges are the smallest box round
the angles that random poses inside the person's limits have there. Couplings are left out. `write` puts URDF, MJCF and
what shall be done into a folder; `hinges_of` says where a pose of the person has these hinges.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import numpy as np

import poise
from frames import Array

FILES = ("person.urdf", "person.xml", "person.npz")
LETTERS = "xyz"
SAMPLES = 500
"""Random poses round whose angles the boxes are."""


@cache
def human() -> poise.Figure:
    return poise.human()


def euler(R: Array) -> tuple[float, float, float]:
    """(a, b, c) with R = X(a) Y(b) Z(c)."""
    return (
        float(np.arctan2(-R[1, 2], R[2, 2])),
        float(np.arcsin(np.clip(R[0, 2], -1.0, 1.0))),
        float(np.arctan2(-R[0, 1], R[0, 0])),
    )


def hinges_of(pose: poise.Pose) -> dict[str, float]:
    """The angles of all hinges that stand for the joints of the person (rad)."""
    found: dict[str, float] = {}
    for joint in human().joints.values():
        if joint.name == human().base.name:
            continue
        if joint.model in ("ball", "swing"):
            turned = pose.joint_base(joint.name)[:3, :3].T @ pose.joint_frame(joint.name)[:3, :3]
            found |= {f"{joint.name}_{c}": angle for c, angle in zip(LETTERS, euler(turned), strict=True)}
        elif joint.model == "elbow":
            angles = pose[joint.name]
            found |= {f"{joint.name}_flexion": angles.flexion, f"{joint.name}_twist": angles.twist}
        else:
            found[joint.name] = float(pose[joint.name])
    return found


def coordinates_of(pose: poise.Pose, joints: list[str]) -> Array:
    """The pose as peers have it: base position, base quaternion x y z w, hinges."""
    angles = hinges_of(pose)
    base = pose.coordinates[human().coordinate_slice(human().base.name)]
    return np.concatenate([base, [angles[joint] for joint in joints]])


def boxes() -> dict[str, tuple[float, float]]:
    """The range of every hinge."""
    rng = np.random.default_rng(0)
    seen = [hinges_of(pose) for pose in [human().rest(), *(human().random(rng) for _ in range(SAMPLES))]]
    return {name: (min(s[name] for s in seen), max(s[name] for s in seen)) for name in seen[0]}


def write(folder: Path) -> None:
    """Write the person and its work, unless they are there."""
    if all((folder / file).exists() for file in FILES):
        return
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILES[0]
    human().save(file)
    _with_boxes(file)
    hinged = poise.Figure.load(file, root="free", axes="keep")
    hinged.save(folder / FILES[1])
    rest = human().rest()
    joints = [name for name in hinged.joints if name != hinged.base.name]
    ranges = boxes()
    np.savez(
        folder / FILES[2],
        joints=np.array(joints),
        start=coordinates_of(rest, joints),
        low=np.array([ranges[name][0] for name in joints]),
        high=np.array([ranges[name][1] for name in joints]),
        feet=np.array([rest.frame("left_foot"), rest.frame("right_foot")]),
        center=rest.center_of_mass,
        gaze=rest.frame("eyes"),
        hand=rest.position("right_hand"),
    )


def _with_boxes(file: Path) -> None:
    """Leaves out shapes, which nobody looks at, and gives every hinge its range."""
    tree = ET.parse(file)
    for link in tree.iter("link"):
        for shape in [*link.findall("visual"), *link.findall("collision")]:
            link.remove(shape)
    ranges = boxes()
    for joint in tree.iter("joint"):
        limit, name = joint.find("limit"), joint.get("name", "")
        if limit is not None and name in ranges:
            low, high = ranges[name]
            joint.set("type", "revolute")
            limit.attrib |= {"lower": repr(low), "upper": repr(high), "velocity": "20", "effort": "1000"}
    tree.write(file, encoding="utf-8", xml_declaration=True)
