"""Scene files in YAML, written: defaults are left out, and every number comes back exactly."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path
from typing import Any

from poise.criteria.preferences import ranked
from poise.errors import FileError
from poise.figure.check import path as checked_path
from poise.figure.figure import Figure
from poise.io.figure.pose_values import pose_values
from poise.io.figure.write import coupling_parts, figure_parts, placement_parts, without_empty
from poise.io.scene.fields import TOLERANCE, VERSION, part_parts
from poise.io.scene.forces import written
from poise.io.scene.kinds import key_of
from poise.io.scene.schema import builder_kinds
from poise.io.scene.world import world_parts
from poise.io.text.files import write_whole
from poise.io.text.yaml_write import yaml_text
from poise.scene.scene import Scene
from poise.scene.source import FILE, CompanySource, FigureSource, builders


def save_scene(scene: Scene, path: str | os.PathLike[str]) -> None:
    """Write a scene file."""
    file = checked_path(path, "the path of a file")
    if file.suffix.lower() not in (".yaml", ".yml"):
        raise FileError(file, "a scene is written as YAML; use the ending .yaml")
    write_whole(file, scene_yaml(scene, file.absolute().parent))


def scene_yaml(scene: Scene, folder: Path) -> str:
    """The text of a scene file that will stand in `folder`."""
    return yaml_text(scene_parts(scene, folder))


def scene_parts(scene: Scene, folder: Path, figure: Any = None) -> dict[str, Any]:
    """A scene as the mappings, lists and numbers of a file that will stand in `folder`.

    `figure`: what to say of the figure instead of all of it.
    """
    levels = [[{key_of(type(t)): part_parts(t)} for t in level] for level in scene.levels]
    plain = {
        n: getattr(scene, n) for n in ("name", "notes", "method", "root", "max_steps", "attempts", "seed", "avoid_self")
    }
    defaults = {f.name: f.default for f in fields(Scene)}
    told = {n: v for n, v in plain.items() if v != defaults[n]}
    parts: dict[str, Any] = {
        "poise": "scene",
        "version": VERSION,
        **{n: told.pop(n) for n in ("name", "notes") if n in told},
        **(_company_parts(scene, folder) if scene.figure.members else _figure_parts(scene, folder, figure)),
        "levels": [level[0] if len(level) == 1 else level for level in levels],
        "criteria": ranked(scene.criteria, lambda c: {key_of(type(c)): part_parts(c)}),
        "forces": written(scene.forces),
        "supports": written(scene.supports),
        "world": world_parts(scene.world, folder),
        "analytic": list(scene.analytic),
        "tolerance": None if scene.tolerance is None else TOLERANCE.write(scene.tolerance),
        **told,
        "shot": part_parts(scene.shot),
    }
    return {k: v for k, v in parts.items() if v is not None and (v or k in ("start",))}


def _figure_parts(scene: Scene, folder: Path, figure: Any) -> dict[str, Any]:
    assert not isinstance(scene.source, CompanySource)
    told = source_parts(scene.source, scene.figure, folder) if figure is None else figure
    return {"figure": told, "start": pose_values(scene.start)}


def _company_parts(scene: Scene, folder: Path) -> dict[str, Any]:
    """Several figures and where each of them starts."""
    recipes = scene.source.sources if isinstance(scene.source, CompanySource) else {}
    figures, starts = {}, {}
    for name, pose in scene.start.members.items():
        recipe = recipes.get(name)
        figures[name] = source_parts(recipe if isinstance(recipe, FigureSource) else None, pose.figure, folder)
        starts[name] = pose_values(pose)
    return {"figures": figures, "starts": starts}


def source_parts(source: FigureSource | None, figure: Figure, folder: Path) -> Any:
    """Where a figure comes from, as it stands in a file in `folder`."""
    if source is None:
        return {"inline": without_empty(figure_parts(figure))}
    options = _file_options(source, folder) if source.kind == FILE else _builder_options(source)
    marks: dict[str, Any] = {
        "sites": {s.name: {"segment": s.segment, **placement_parts(s.placement)} for s in source.sites},
        "couplings": {c.name: coupling_parts(c, figure) for c in source.couplings},
        "without_couplings": list(source.without_couplings),
    }
    edits = {k: v for k, v in marks.items() if v}
    return source.kind if not options and not edits else {source.kind: options, **edits}


def _file_options(source: FigureSource, folder: Path) -> Any:
    """The path alone where there is nothing else to say; relative, so that scene and figure can move together."""
    path = Path(os.path.relpath(source.options["path"], folder)).as_posix()
    others = {k: v for k, v in source.options.items() if k != "path"}
    return {"path": path, **others} if others else path


def _builder_options(source: FigureSource) -> dict[str, Any]:
    kinds = builder_kinds(source.kind, builders()[source.kind])
    return {name: kinds[name].write(value) for name, value in source.options.items()}
