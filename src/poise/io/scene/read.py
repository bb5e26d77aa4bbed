"""Scene files in YAML, read. `write` writes them; a round trip is exact."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from poise.errors import PoiseError, UnknownNameError
from poise.figure.check import path as checked_path
from poise.figure.figure import Figure
from poise.forces.footing import footed
from poise.forces.wishes import Loads
from poise.io.figure.pose_values import pose_from
from poise.io.figure.read import FigureReader, read_figure, readable
from poise.io.scene.fields import VERSION, Reading, part_from
from poise.io.scene.forces import read_forces, read_supports
from poise.io.scene.former import with_names_of_today
from poise.io.scene.kinds import CRITERIA, TASKS
from poise.io.scene.schema import SOURCES, FigurePart, SceneFile, builder_kinds
from poise.io.scene.world import read_world
from poise.io.text.files import decoded, read_bytes
from poise.io.text.yaml_read import Document, parse_yaml
from poise.limb.analytic import checked_analytic
from poise.pose import Pose
from poise.scene.parts import check_criteria, check_loaded_task
from poise.scene.scene import Scene
from poise.scene.shipped import shipped_scenes
from poise.scene.shot import Shot
from poise.scene.source import FILE, CompanySource, FigureSource, builders
from poise.several import company
from poise.tasks.any_of import each

VALID = "a scene is a Poise YAML file ('poise: scene')"
SETTINGS = ("method", "root", "max_steps", "attempts", "seed", "avoid_self")
Functions = Mapping[str, Callable[..., Any]]


def load_scene(path: str | os.PathLike[str], functions: Functions) -> Scene:
    """The scene in a file, or the shipped scene of that name."""
    file = scene_path(path)
    document = parse_yaml(decoded(read_bytes(file, VALID), file, VALID), file)
    kind = document.value.get("poise") if isinstance(document.value, dict) else None
    if kind != "scene":
        what = f"this is a Poise {kind} file, not a scene" if kind else "it does not say 'poise: scene'"
        raise document.error(f"{what}; {VALID}", "poise")
    return read_scene(document, file.absolute().parent, functions)


def scene_path(path: str | os.PathLike[str]) -> Path:
    """The file of a scene: one that exists, or a shipped one by its name."""
    file, shipped = checked_path(path, "the path of a scene"), shipped_scenes()
    if file.exists() or file.suffix or len(file.parts) > 1:
        return file
    if str(path) not in shipped:
        raise UnknownNameError("scene", str(path), shipped, "Poise")
    return shipped[str(path)]


def read_scene(document: Document, folder: Path, functions: Functions) -> Scene:
    """The scene in a parsed file. Raises `FileError` with the line of what is wrong."""
    document = with_names_of_today(document)
    try:
        file = SceneFile.model_validate(document.value)
    except ValidationError as error:
        raise readable(document, error, VERSION) from None
    source, start = _start(document, file, folder)
    figure = start.figure
    with document.at("forces"):
        forces = read_forces(file.forces)
    with document.at("world"):
        world = read_world(file.world, folder)
    reading = Reading(figure, functions, file.version, world)
    with document.at("supports"):
        supports = read_supports(file.supports)
        loads = Loads(forces, footed(start, supports, world))
    levels = [_level(document, i, level, start, reading, loads) for i, level in enumerate(file.levels)]
    criteria = [_criteria_level(document, i, level, reading, loads) for i, level in enumerate(file.criteria)]
    shot = Shot() if file.shot is None else _part(document, ("shot",), Shot, file.shot, reading)
    tolerance = None if file.tolerance is None else (file.tolerance.metres, file.tolerance.degrees)
    with document.at("analytic"):
        analytic = checked_analytic(figure, file.analytic)
    more: dict[str, Any] = {"forces": forces, "supports": supports, "tolerance": tolerance, "shot": shot}
    more |= {"analytic": analytic, "world": world}
    plain = {n: getattr(file, n) for n in ("name", "notes", *SETTINGS)}
    try:
        return Scene(start, levels, criteria, source=source, **more, **plain)
    except PoiseError as error:
        raise document.error(str(error), _culprit(document, error)) from error


def _start(document: Document, file: SceneFile, folder: Path) -> tuple[FigureSource | CompanySource | None, Pose]:
    """Where the figure comes from, or several do, and where they start."""
    _require_one_or_several(document, file)
    if file.figure is not None:
        source, figure = _figure(document, file.figure, folder, "figure")
        with document.at("start"):
            return source, pose_from(figure, file.start)
    sources: dict[str, FigureSource | Figure] = {}
    poses: dict[str, Pose] = {}
    for name, part in file.figures.items():
        source, figure = _figure(document, part, folder, "figures", name)
        sources[name] = figure if source is None else source
        with document.at("starts", name):
            poses[name] = pose_from(figure, file.starts.get(name, "rest"))
    with document.at("figures"):
        return CompanySource(sources), company(poses)


def _require_one_or_several(document: Document, file: SceneFile) -> None:
    if (file.figure is None) == (not file.figures):
        raise document.error("a scene has either figure, or figures by their names", *["figures"][: len(file.figures)])
    names = ", ".join(file.figures) or "which there are none of"
    for key in file.model_fields_set & ({"start"} if file.figures else {"starts"}):
        raise document.error(f"figures start as starts says, each by its name ({names})", key)
    for name in file.starts.keys() - file.figures.keys():
        raise document.error(f"there is no figure {name!r} that could start there, only {names}", "starts", name)


def _culprit(document: Document, error: PoiseError) -> str:
    """The entry that an error of the whole scene speaks of, as far as it can be told from its words."""
    named = [name for name in (*SETTINGS, "tolerance") if name in document.value and name in str(error)]
    return named[0] if named else "root" if isinstance(error, UnknownNameError) else "levels"


def read_figure_source(document: Document, folder: Path) -> tuple[FigureSource | None, Figure]:
    """The figure of a scene alone: what `figure` of the document says."""
    try:
        part = FigurePart.model_validate(document.value["figure"])
    except ValidationError as error:
        raise readable(document, error) from None
    return _figure(document, part, folder, "figure")


def _figure(document: Document, part: Any, folder: Path, *at: str) -> tuple[FigureSource | None, Figure]:
    """The figure that stands `at` these keys."""
    kind = next(key for key in SOURCES if key in part.model_fields_set)
    if kind == "inline":
        figure = read_figure(document.part(*at, "inline"))
        return None, _edited(document, part, figure, *at)
    with document.at(*at, kind):
        options = _options(kind, getattr(part, kind), folder)
        plain = FigureSource(kind, options)
        joints = dict(plain.figure().joints) if part.couplings else {}
    written = document.part(*at)
    reader = FigureReader(written if isinstance(written.value, dict) else document)
    with document.at(*at):
        source = FigureSource(
            kind,
            options,
            [reader.site(name, site) for name, site in part.sites.items()],
            [reader.coupling(name, coupling, joints) for name, coupling in part.couplings.items()],
            part.without_couplings,
        )
        return source, source.figure()


def _edited(document: Document, part: Any, figure: Figure, *at: str) -> Figure:
    """A figure that the file holds whole needs no edits; they would only be forgotten when it is saved."""
    edits = {"sites", "couplings", "without_couplings"} & part.model_fields_set
    if edits:
        raise document.error(f"an inline figure has its own {sorted(edits)[0]}: put them there", *at)
    return figure


def _options(kind: str, part: Any, folder: Path) -> dict[str, Any]:
    """The arguments that the file gives."""
    given = {name: getattr(part, name) for name in part.model_fields_set}
    if kind == FILE:
        return {**given, "path": folder / given["path"]}
    order = builder_kinds(kind, builders()[kind])
    return {name: given[name] for name in order if name in given}


def _level(document: Document, number: int, parts: Any, start: Pose, reading: Reading, loads: Loads) -> list[Any]:
    several = isinstance(document.value["levels"][number], list)
    tasks = []
    for i, part in enumerate(parts):
        (key,) = part.model_fields_set
        where = ("levels", number, *((i,) if several else ()), key)
        task = _part(document, where, TASKS[key], getattr(part, key), reading)
        with document.at(*where):
            check_loaded_task(each(task, lambda t: t._in_world(reading.world)), start, loads)
        tasks.append(task)
    return tasks


def _criteria_level(document: Document, number: int, parts: Any, reading: Reading, loads: Loads) -> Any:
    """A criterion, or those of a list: `Scene` knows what lists among criteria mean."""
    if not isinstance(document.value["criteria"][number], list):
        return _criterion(document, (number,), parts[0], reading, loads)
    return [_criterion(document, (number, i), part, reading, loads) for i, part in enumerate(parts)]


def _criterion(document: Document, at: tuple[int, ...], part: Any, reading: Reading, loads: Loads) -> Any:
    (key,) = part.model_fields_set
    where = ("criteria", *at, key)
    criterion = _part(document, where, CRITERIA[key], getattr(part, key), reading)
    with document.at(*where):
        check_criteria((criterion,), reading.figure, loads)
    return criterion


def _part(document: Document, where: tuple[Any, ...], kind: type, part: Any, reading: Reading) -> Any:
    """A task, criterion or shot from what the file gives of its fields."""
    return part_from(kind, part, reading, lambda *field: document.at(*where, *field))
