"""Corrections of a mapping as a small YAML file: part: bone, or null where there is none.

poise: bones 1
bones:
  left_hand: Wrist_L
  left_toes: null
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from poise.errors import InputError, UnknownNameError
from poise.figure.check import instance, path
from poise.figure.figure import Figure
from poise.humanoids.parts import PARTS
from poise.io.text.files import decoded, read_bytes, write_whole
from poise.io.text.yaml_read import parse_yaml
from poise.io.text.yaml_write import yaml_text

KIND = "bones 1"

Bones = Mapping[str, str | None]


def checked_bones(figure: Figure, bones: Any) -> dict[str, str | None]:
    """Part: bone of the figure, from a mapping or a file."""
    if bones is None:
        return {}
    given = read_bones(bones) if isinstance(bones, str | os.PathLike) else instance(bones, Mapping, "bones")
    for part, bone in given.items():
        if part not in PARTS:
            raise UnknownNameError("part", part, PARTS, "a person")
        if bone is not None and bone not in figure.segments:
            raise UnknownNameError("bone", bone, figure.segments, f"the figure {figure.name!r}")
    twice = [bone for bone in given.values() if bone is not None and list(given.values()).count(bone) > 1]
    if twice:
        raise InputError(f"the bone {twice[0]!r} is given for two parts")
    return dict(given)


def read_bones(file: str | os.PathLike[str]) -> dict[str, str | None]:
    """What a file of corrections says."""
    where = path(file, "the file of bones")
    document = parse_yaml(decoded(read_bytes(where, "a YAML file of bones"), where, "a YAML file of bones"), where)
    value = document.value
    if not isinstance(value, dict) or value.get("poise") != KIND or not isinstance(value.get("bones"), dict):
        raise document.error(f"a file of bones says 'poise: {KIND}' and has bones as 'part: bone'")
    for part, bone in value["bones"].items():
        if not isinstance(part, str) or not (bone is None or isinstance(bone, str)):
            raise document.error(f"a bone is a name or null, not {bone!r}", "bones", part)
    return dict(value["bones"])


def write_bones(file: str | os.PathLike[str], bones: Bones) -> None:
    """A file that `read_bones` reads."""
    write_whole(Path(path(file, "the file of bones")), yaml_text({"poise": KIND, "bones": dict(bones)}))
