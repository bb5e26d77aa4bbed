"""Documents in files: a scene file with one entry more, `studio`, that holds what a scene does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from poise.errors import FileError, InputError, UnknownNameError
from poise.io.figure.pose_values import pose_from, pose_values
from poise.io.scene.read import read_scene
from poise.io.scene.write import scene_parts
from poise.io.text.files import decoded, read_bytes, write_whole
from poise.io.text.yaml_read import Document, parse_yaml
from poise.io.text.yaml_write import yaml_text
from poise.scene.shipped import shipped_scenes
from poise.studio.document.clips import clip_parts, clip_read
from poise.studio.document.state import State, opened
from poise.studio.document.stays import stay_parts, stays_from

MOST_PARTS = 1000
"""Links of a chain and the like."""
VALID = "a scene is a Poise YAML file ('poise: scene')"


@dataclass(frozen=True)
class Contents:
    """A document as a file has it: the state, and what was shown besides the body."""

    state: State
    overlays: Mapping[str, bool] = field(default_factory=dict)


def document_parts(contents: Contents, folder: Path, figure: Any = None) -> dict[str, Any]:
    """The mappings, lists and numbers of a file that will stand in `folder`; `figure` to be said instead of it."""
    state = contents.state
    studio: dict[str, Any] = {"pose": pose_values(state.pose)}
    studio |= {"poses": {name: pose_values(pose) for name, pose in state.poses.items()}} if state.poses else {}
    studio |= {"stays": stay_parts(state.stays, state.figure)} if state.stays else {}
    studio |= {"clip": clip_parts(state.clip, folder)} if state.clip is not None else {}
    studio |= {"overlays": dict(contents.overlays)} if contents.overlays else {}
    return {**scene_parts(state.file_scene(), folder, figure), "studio": studio}


def document_text(contents: Contents, folder: Path) -> str:
    """The text of a file that will stand in `folder`."""
    return yaml_text(document_parts(contents, folder))


def from_document(document: Document, folder: Path) -> Contents:
    """What a parsed file holds."""
    require_modest(document.value.get("figure") if isinstance(document.value, dict) else None)
    scene = read_scene(document, folder, {})
    state = opened(scene)
    told = document.value.get("studio") or {}
    with document.at("studio"):
        poses = {name: pose_from(state.figure, pose) for name, pose in (told.get("poses") or {}).items()}
        pose = pose_from(state.figure, told["pose"]) if told.get("pose") is not None else state.pose
    with document.at("studio", "stays"):
        stays = stays_from(told.get("stays") or (), state.figure)
    clip = clip_read(told.get("clip"), state.figure, folder)
    return Contents(replace(state, pose=pose, poses=poses, stays=stays, clip=clip), dict(told.get("overlays") or {}))


def require_modest(figure: Any) -> None:
    """Raise for a figure by a recipe that would make more parts than anybody can look at."""
    recipes = figure.values() if isinstance(figure, dict) else ()
    counts = [v for recipe in recipes if isinstance(recipe, dict) for v in recipe.values() if isinstance(v, int)]
    if any(count > MOST_PARTS for count in counts):
        raise InputError(f"the studio takes figures of at most {MOST_PARTS} parts, not {max(counts)}")


def open_file(file: Path) -> Contents:
    """The document in a file."""
    document = parse_yaml(decoded(read_bytes(file, VALID), file, VALID), file)
    if not isinstance(document.value, dict) or document.value.get("poise") != "scene":
        raise document.error(f"it does not say 'poise: scene'; {VALID}")
    return from_document(document, file.absolute().parent)


def open_shipped(name: str) -> Contents:
    """A scene that comes with Poise."""
    shipped = shipped_scenes()
    if name not in shipped:
        raise UnknownNameError("scene", name, shipped, "Poise")
    return open_file(shipped[name])


def save_file(contents: Contents, file: Path) -> None:
    """Write the document whole, or not at all."""
    if file.suffix.lower() not in (".yaml", ".yml"):
        raise FileError(file, "a scene is written as YAML; use the ending .yaml")
    write_whole(file, document_text(contents, file.absolute().parent))
