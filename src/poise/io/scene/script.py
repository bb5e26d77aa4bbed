"""A scene as a Python script: what a person would have written, and the same pose to the last bit."""

from __future__ import annotations

import os
import textwrap
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from poise.criteria.default import default_criteria
from poise.criteria.preferences import in_a_row, ranked
from poise.errors import InputError
from poise.figure.check import path as checked_path
from poise.figure.check import shown
from poise.figure.figure import Figure
from poise.io.figure.pose_values import pose_values
from poise.io.scene.fields import ALTERNATIVES, ANGLE, FORCES, FUNCTION, POSE, SUPPORTS, SURFACE, in_files, kinds_of
from poise.io.scene.forces import told
from poise.io.scene.schema import builder_kinds
from poise.io.scene.surface import surface_call
from poise.io.scene.world import world_call
from poise.io.text.files import write_whole
from poise.io.text.python_source import WIDTH, Call, Code, angle, call, source
from poise.pose import Pose
from poise.scene.scene import Scene
from poise.scene.source import FILE, CompanySource, FigureSource, builders
from poise.tasks.any_of import AnyOf


def scene_script(scene: Scene, path: str | os.PathLike[str] | None = None) -> str:
    """The source; with `path` it is written there, and a figure that no short recipe makes beside it, as YAML."""
    file = None if path is None else checked_path(path, "the path of a script")
    if file is not None and not file.name:
        raise InputError(f"the path of a script must end with the name of a file, not be {shown(path)}")
    body = "\n".join([*_start(scene, file), "", *_solve(scene, file)])
    script = f"{_docstring(scene)}\n\n{_imports(scene, body)}\n\n{body}\n"
    if file is not None:
        for name, figure in _whole_figures(scene).items():
            figure.save(_figure_file(file, name))
        write_whole(file, script)
    return script


# ---- the parts of the script ------------------------------------------------------------------------


def _docstring(scene: Scene) -> str:
    title = scene.name or f"A pose of {scene.figure.name}"
    first = f"{title[:1].upper()}{title[1:]}".rstrip(".") + "."
    notes = [textwrap.fill(p, WIDTH) for p in scene.notes.strip().split("\n\n") if p]
    lines = "\n\n".join([first.replace("\n", " "), *notes]).replace("\\", "\\\\").replace('"""', "'''")
    return f'"""{lines}\n"""' if notes else f'"""{lines}"""'


def _imports(scene: Scene, body: str) -> str:
    standard = [f"import {m}" for m in ("math",) if f"{m}." in body]
    standard += ["from pathlib import Path"] if "Path(" in body else []
    others = {"import poise", *(["import numpy as np"] if "np." in body else [])}
    others |= {f"import {function.__module__}" for function in _functions(scene)}
    blocks = ["\n".join(standard), "\n".join(sorted(others))]
    return "\n\n".join(b for b in blocks if b)


def _start(scene: Scene, file: Path | None) -> list[str]:
    """Where the figure, or each of several, comes from and starts."""
    recipes = _recipes(scene)
    if not scene.figure.members:
        return [*_figure(recipes[""], file), *_assigned("start", _pose(scene.start))]
    lines = ["poses = {}"]
    for name, pose in scene.start.members.items():
        lines += [*_figure(recipes[name], file, name), *_assigned(f"poses[{source(name, 0, 0)}]", _pose(pose))]
    return [*lines, "start = poise.company(poses)"]


def _recipes(scene: Scene) -> dict[str, FigureSource | None]:
    """Where figures come from, by name; None where a file beside the script has them whole."""
    if not scene.figure.members:
        assert not isinstance(scene.source, CompanySource)
        return {"": scene.source}
    told = scene.source.sources if isinstance(scene.source, CompanySource) else {}
    return {n: r if isinstance(r := told.get(n), FigureSource) else None for n in scene.figure.members}


def _whole_figures(scene: Scene) -> dict[str, Figure]:
    members = scene.figure.members or {"": scene.figure}
    return {name: members[name] for name, recipe in _recipes(scene).items() if recipe is None}


def _figure(recipe: FigureSource | None, file: Path | None, whose: str = "") -> list[str]:
    if recipe is None:
        name = _figure_file(file or Path("scene.py"), whose).name
        return _assigned("figure", call("poise.Figure.load", Code(f'Path(__file__).parent / "{name}"')))
    lines = _assigned("figure", _built(recipe, file))
    for site in recipe.sites:
        made = call("poise.Site", site.name, site.segment, site.placement)
        lines += _assigned("figure", call("figure.with_site", made))
    for name in recipe.without_couplings:
        lines += _assigned("figure", call("figure.without_coupling", name))
    for c in recipe.couplings:
        made = call("poise.Coupling", c.name, dict(c.terms), c.min, c.max)
        lines += _assigned("figure", call("figure.with_coupling", made))
    return lines


def _figure_file(script: Path, whose: str = "") -> Path:
    return script.with_name(f"{script.stem}_{whose or 'figure'}.yaml")


def _folder(file: Path | None) -> Path:
    return Path.cwd() if file is None else file.absolute().parent


def _built(recipe: FigureSource, file: Path | None) -> Call:
    options = dict(recipe.options)
    if recipe.kind == FILE:
        path = Path(os.path.relpath(options.pop("path"), _folder(file))).as_posix()
        return call("poise.Figure.load", Code(f'Path(__file__).parent / "{path}"'), **options)
    kinds = builder_kinds(recipe.kind, builders()[recipe.kind])
    given = {n: angle(v) if kinds[n] is ANGLE and v is not None else v for n, v in options.items()}
    return call("poise.human" if recipe.kind == "human" else f"poise.figures.{recipe.kind}", **given)


def _solve(scene: Scene, file: Path | None) -> list[str]:
    levels = [[_part(t) for t in level] for level in scene.demands()]
    told = scene.criteria or default_criteria(scene.figure)  # that there are none is told where some would serve
    options: dict[str, Any] = {"criteria": ranked(scene.criteria, _part)} if told else {}
    settings = scene.settings()
    if "rng" in settings:
        settings["rng"] = Code(f"np.random.default_rng({scene.seed})")
    settings |= {name: list(settings[name]) for name in ("analytic",) if name in settings}
    settings |= {name: _loads(settings[name]) for name in ("forces", "supports") if name in settings}
    settings |= {"world": world_call(scene.world, _folder(file))} if scene.world is not None else {}
    listed = [level[0] if len(level) == 1 else level for level in levels]
    lines = [*_assigned("levels", listed), ""]
    lines += _assigned("solution", call("poise.solve", Code("start"), Code("levels"), **options, **settings))
    return [*lines, "print(solution)"]


def _assigned(name: str, value: Any) -> list[str]:
    return f"{name} = {source(value, 0, len(name) + 3)}".split("\n")


# ---- tasks, criteria and poses ----------------------------------------------------------------------


def _part(part: Any) -> Call:
    """A task or criterion as the call that makes it; arguments without a default go by place."""
    kinds, placed, named = kinds_of(type(part)), [], {}
    for field in fields(part):
        value = getattr(part, field.name)
        if not in_files(field) or value is None or _is_default(part, field.name, field.default, value):
            continue
        if kinds[field.name] is ALTERNATIVES:
            placed += [_part(task) for task in value]
            continue
        code = _value(kinds[field.name], field.name, value)
        if field.kw_only or field.default is not MISSING:
            named[field.name] = code
        else:
            placed.append(code)
    return call(f"poise.{type(part).__name__}", *placed, **named)


def _is_default(part: Any, name: str, default: Any, value: Any) -> bool:
    return (
        bool(value == getattr(part, "default_name", None)) if name == "name" else value is default or value == default
    )


def _value(kind: Any, name: str, value: Any) -> Any:
    if kind is ANGLE:
        return angle(value)
    if kind is FUNCTION:
        return _imported(value)
    if kind is SURFACE:
        return surface_call(value)
    if kind is POSE and isinstance(value, Pose):
        return _pose(value)
    if kind is FORCES or kind is SUPPORTS:
        return _loads(value)
    if name == "joints" and not isinstance(value, str):
        return list(value) if isinstance(value[0], str) else dict(value)
    return value


def _functions(scene: Scene) -> list[Any]:
    """The Python functions that tasks and criteria are made of."""
    alternatives = (task for choice in scene.tasks if isinstance(choice, AnyOf) for task in choice.tasks)
    wishes = (*scene.tasks, *alternatives, *in_a_row(scene.criteria))
    parts = [(part, name, kind) for part in wishes for name, kind in kinds_of(type(part)).items()]
    return [f for part, name, kind in parts if kind is FUNCTION and (f := getattr(part, name)) is not None]


def _imported(function: Any) -> Code:
    """A function by its name; the script imports it from where it is."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", "")
    if module in (None, "__main__") or not name.isidentifier():
        raise InputError(f"{name or function!r} cannot be imported from a module, so no script can have it")
    return Code(f"{module}.{name}")


def _loads(values: Any) -> list[Call]:
    """Forces or supports as the calls that make them."""
    made = []
    for value in values:
        fields_told = told(value)
        site, rest = fields_told.pop("site"), fields_told
        placed = [rest.pop(n) for n in ("vector", "kilograms") if n in rest]
        made.append(call(f"poise.{type(value).__name__}", site, *placed, **rest))
    return made


def _pose(pose: Pose) -> Call:
    values = pose_values(pose)
    if isinstance(values, str):
        return call("figure.rest") if values == "rest" else call("figure.pose", values)
    return call("figure.pose", {joint: _stored(pose.figure, joint, pose) for joint in values})


def _stored(figure: Figure, joint: str, pose: Pose) -> Any:
    stored = tuple(pose.coordinates[figure.coordinate_slice(joint)].tolist())
    if figure.joints[joint].model == "hinge":
        return angle(stored[0])
    return stored[0] if len(stored) == 1 else stored
