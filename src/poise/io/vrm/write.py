"""VRM avatars and VRMA motions of figures that are humanoids.

A VRM has its T-pose for its rest. VRM 1 faces +Z as Poise does; VRM 0 faces −Z, and its nodes have no rotations.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np

from poise.arrays import Array
from poise.errors import InputError
from poise.figure.figure import Figure
from poise.io.gltf.bones import old_name
from poise.io.gltf.document import Gltf
from poise.io.gltf.edit import Edited
from poise.io.gltf.nodes import Nodes
from poise.io.gltf.people import document_of, finished
from poise.io.gltf.tracks import Track, placements_at, written_times
from poise.io.gltf.write import Target, bounds_of, put_animation, stamps_of
from poise.io.text.files import write_whole_bytes
from poise.io.vrm.humanoid import Humanoid, humanoid_of, t_pose
from poise.motion.motion import Motion
from poise.motion.quaternions import inverse, product, rotated

LICENCE = "https://vrm.dev/licenses/1.0/"
"""What VRM 1 demands: the address of the text by which its permissions are read."""
_MAPS = {"VRM 0": "VRM", "VRM 1": "VRMC_vrm"}


def write_vrm(figure: Figure, path: Path, version: Literal[0, 1] = 1) -> None:
    """Write an avatar. One that came from a VRM file of this version leaves as that file."""
    kind, character = f"VRM {version}", figure.character
    if character is not None and isinstance(character.document, Gltf):
        if character.kind in _MAPS and character.kind != kind:
            what = f"{figure.name!r} came from a {character.kind} file; what that says is not carried over to {kind}"
            raise InputError(f"{what}; write version={int(character.kind[-1])}")
        edited, nodes = Edited(character.document), dict(character.nodes)
    else:
        humanoid_of(figure)  # before all work
        body = document_of(figure, t_pose(figure), plain=version == 0, between=False)
        edited, nodes = Edited(body.document), body.nodes
    if _MAPS[kind] not in edited.json.get("extensions", {}):
        bones = {bone: nodes[name] for bone, name in _named(figure).items()}
        edited.extend(_MAPS[kind], (_extension_1 if version == 1 else _extension_0)(figure.name, bones))
    write_whole_bytes(path, edited.file(".glb"))


def _named(figure: Figure) -> dict[str, str]:
    """Bones of the file by VRM 1's names."""
    person, character = humanoid_of(figure), figure.character
    found = {bone: figure.branches[person.segments[bone]].segment for bone in person.bones}
    if character is None or not character.seats or not isinstance(character.document, Gltf):
        return found
    first: dict[str, str] = {}
    for bone, (segment, _) in list(character.seats.items())[::-1]:
        first[segment] = bone  # of several bones on a segment, the one nearest to the root
    return {bone: first[segment] for bone, segment in found.items() if segment in first}


def _extension_1(name: str, bones: dict[str, int]) -> dict[str, Any]:
    return {
        "specVersion": "1.0",
        "meta": {"name": name, "authors": ["Poise"], "licenseUrl": LICENCE},
        "humanoid": {"humanBones": {bone: {"node": node} for bone, node in bones.items()}},
    }


def _extension_0(name: str, bones: dict[str, int]) -> dict[str, Any]:
    """VRM 0 has no parts that may be left out: what a figure does not have is empty."""
    return {
        "exporterVersion": "Poise",
        "specVersion": "0.0",
        "meta": {
            "title": name, "version": "1", "author": "Poise", "contactInformation": "", "reference": "",
            "allowedUserName": "OnlyAuthor", "violentUssageName": "Disallow", "sexualUssageName": "Disallow",
            "commercialUssageName": "Disallow", "otherPermissionUrl": "",
            "licenseName": "Redistribution_Prohibited", "otherLicenseUrl": "",
        },
        "humanoid": {
            "humanBones": [{"bone": old_name(b), "node": n, "useDefaultValues": True} for b, n in bones.items()],
            "armStretch": 0.05, "legStretch": 0.05, "upperArmTwist": 0.5, "lowerArmTwist": 0.5, "upperLegTwist": 0.5,
            "lowerLegTwist": 0.5, "feetSpacing": 0.0, "hasTranslationDoF": False,
        },
        "firstPerson": {"firstPersonBone": bones["head"], "meshAnnotations": [], "lookAtTypeName": "Bone"},
        "blendShapeMaster": {"blendShapeGroups": []},
        "secondaryAnimation": {"boneGroups": [], "colliderGroups": []},
        "materialProperties": [],
    }  # fmt: skip


# ---- VRMA ------------------------------------------------------------------------------------------


def write_vrma(motion: Motion, path: Path, options: dict[str, Any]) -> None:
    """Write the motion of a humanoid: its bones alone, at rest in a T-pose, and what they do.

    `angle` (rad) and `length` (m): leave out keys that the others pass within this bound, bone by bone.
    """
    bounds = bounds_of(options)
    person = humanoid_of(motion.figure)
    edited, nodes = Edited(), {}
    rest = _locals(person, person.frames[None])
    for bone in person.bones:
        place, turn = rest[bone]
        nodes[bone] = edited.add(
            "nodes", {"name": bone, "translation": place[0].tolist(), "rotation": turn[0].tolist()}
        )
        parent = person.parents[bone]
        if parent is not None:
            edited.json["nodes"][nodes[parent]].setdefault("children", []).append(nodes[bone])
    edited.json["scenes"], edited.json["scene"] = [{"nodes": [nodes["hips"]]}], 0
    document = finished(edited, motion.name)
    target = Target(edited, Nodes(document), {}, np.array((0.0, 0.0, 0.0, 1.0)))
    times, stamps = stamps_of(motion, written_times(motion))
    moving = _locals(person, placements_at(motion, times))
    tracks = [_track(bone, nodes[bone], moving, rest) for bone in person.bones]
    put_animation(target, motion.name, stamps, tracks, "LINEAR", bounds)
    bones = {bone: {"node": node} for bone, node in nodes.items()}
    edited.extend("VRMC_vrm_animation", {"specVersion": "1.0", "humanoid": {"humanBones": bones}})
    write_whole_bytes(path, edited.file(".glb"))


def _track(bone: str, node: int, moving: dict[str, tuple[Array, Array]], rest: dict[str, tuple[Array, Array]]) -> Track:
    """Bones turn; the hips alone move along."""
    places, turns = moving[bone]
    return Track(node, places if bone == "hips" else np.repeat(rest[bone][0], len(turns), axis=0), turns)


def _locals(person: Humanoid, frames: Array) -> dict[str, tuple[Array, Array]]:
    """Places (n, 3) and turns (n, 4) of every bone in the bone that carries it, of frames (n, segments, 7)."""
    found = {}
    for bone in person.bones:
        own, parent = frames[:, person.segments[bone]], person.parents[bone]
        if parent is None:
            found[bone] = own[:, :3], own[:, 3:]
            continue
        above = frames[:, person.segments[parent]]
        back = inverse(above[:, 3:])
        found[bone] = rotated(back, own[:, :3] - above[:, :3]), product(back, own[:, 3:])
    return found
