"""Humanoid maps of VRM files: which node is which bone, in VRM 0, VRM 1 and VRMA."""

from __future__ import annotations

from typing import Any

from pydantic import Field, ValidationError

from poise.errors import FileError
from poise.figure.bones import BONES
from poise.io.gltf.document import Gltf
from poise.io.gltf.schema import Index, Part

_OLD_THUMBS = {
    f"{side}Thumb{old}": f"{side}Thumb{new}"
    for side in ("left", "right")
    for old, new in (("Proximal", "Metacarpal"), ("Intermediate", "Proximal"), ("Distal", "Distal"))
}
"""VRM 0 has the same three bones of a thumb under names that VRM 1 moved by one."""
KINDS = {"VRMC_vrm_animation": "VRMA", "VRMC_vrm": "VRM 1", "VRM": "VRM 0"}


class Bone(Part):
    node: Index


class NamedBone(Bone):
    bone: str


class Humanoid1(Part):
    human_bones: dict[str, Bone | None] = Field(default_factory=dict)


class Humanoid0(Part):
    human_bones: list[NamedBone] = Field(default_factory=list)


class Extension1(Part):
    humanoid: Humanoid1 = Humanoid1()


class Extension0(Part):
    humanoid: Humanoid0 = Humanoid0()


def kind_of(document: Gltf) -> str:
    """What a file is: "VRM 1", "VRM 0", "VRMA" or plain "glTF"."""
    return next((kind for name, kind in KINDS.items() if name in document.model.extensions), "glTF")


def bone_nodes(document: Gltf) -> dict[str, int]:
    """The node of every bone, by VRM 1's names; empty when the file does not say. Unknown bones are left out."""
    name = next((n for n in KINDS if n in document.model.extensions), None)
    if name is None:
        return {}
    content = document.model.extensions[name]
    try:
        found = _old(content) if name == "VRM" else _new(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))[:100]
        raise FileError(document.path, f"extensions.{name}.{place}: {first['msg']}") from None
    taken: dict[int, str] = {}
    for bone, node in found.items():
        document.part(document.model.nodes, node, f"node, the bone {bone!r} of its humanoid:")
        if node in taken:
            what = f"{document.node_name(node)} is two bones of its humanoid, {taken[node]!r} and {bone!r}"
            raise FileError(document.path, what)
        taken[node] = bone
    return found


def _new(content: Any) -> dict[str, int]:
    bones = Extension1.model_validate(content).humanoid.human_bones
    return {name: bones[name].node for name in BONES if bones.get(name) is not None}  # type: ignore[union-attr]


def _old(content: Any) -> dict[str, int]:
    listed = Extension0.model_validate(content).humanoid.human_bones
    found = {_OLD_THUMBS.get(part.bone, part.bone): part.node for part in listed}
    return {name: found[name] for name in BONES if name in found}


def old_name(bone: str) -> str:
    """VRM 0's name of a bone of VRM 1."""
    return {new: old for old, new in _OLD_THUMBS.items()}.get(bone, bone)
