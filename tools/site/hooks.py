"""What the site adds to the pages of docs/: those of the top folder, and a reference made from docstrings.

Pages are written for a reader of the sources, so links lead into them. In the site, links among pages lead to its
pages, and a link to a source file becomes its name.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import poise

ROOT = Path(__file__).resolve().parents[2]
OF_THE_TOP = ("README", "ARCHITECTURE", "CONVENTIONS", "CONTRIBUTING", "CHANGELOG", "SECURITY")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
PICTURE = re.compile(r"!\[([^\]]*)\]\(docs/([^)]+)\)")
GROUPS: dict[str, tuple[str, ...]] = {
    "Figures and poses": ("poise.figure", "poise.pose", "poise.people", "poise.transform", "poise.humanoid"),
    "Tasks": ("poise.tasks",),
    "Criteria": ("poise.criteria",),
    "Solving": ("poise.solver", "poise.session", "poise.solution", "poise.explain", "poise.stances"),
    "Limbs": ("poise.limb",),
    "Forces": ("poise.forces",),
    "Motion": ("poise.motion",),
    "Scenes and files": ("poise.scene", "poise.io", "poise.history"),
    "Errors": ("poise.errors",),
}  # fmt: skip
"""Headings of the reference, and the parts of the package whose public names stand under them."""
REST = "Others"
STYLE = """.md-typeset table:not([class]):has(img) { display: table; table-layout: fixed; width: 100%; }
.md-typeset table:not([class]) img { width: 100%; }
"""
"""Tiles are as wide as each other, and as the page allows."""


def on_files(files: Files, config: Any) -> Files:
    """The pages of the top folder, and the reference."""
    for name in OF_THE_TOP:
        text = PICTURE.sub(r"![\1](../\2)", (ROOT / f"{name}.md").read_text("utf-8"))
        files.append(File.generated(config, f"project/{name}.md", content=text))
    files.append(File.generated(config, "reference.md", content=reference()))
    files.append(File.generated(config, "tiles.css", content=STYLE))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links as the site has them."""
    is_of_the_top = page.file.src_uri.startswith("project/")

    def placed(found: re.Match[str]) -> str:
        words, target, anchor = found[1], found[2], found[3] or ""
        if "://" in target or target.startswith("mailto:"):
            return found[0]
        path = (ROOT if is_of_the_top else ROOT / "docs").joinpath(target).resolve().relative_to(ROOT)
        if path.parent == Path() and path.stem in OF_THE_TOP:
            target = f"{path.stem}.md" if is_of_the_top else f"project/{path.stem}.md"
        elif path.parts[0] == "docs" and (path.suffix == ".md" or "schema" in path.parts or path.suffix == ".csv"):
            target = (
                f"../{path.relative_to('docs').as_posix()}" if is_of_the_top else path.relative_to("docs").as_posix()
            )
        else:
            return words if words.startswith("`") else f"{words} (`{path.as_posix()}`)"
        return f"[{words}]({target}{anchor})"

    return LINK.sub(placed, markdown)


def reference() -> str:
    """Every public name, by what it is for, as its docstring says it."""
    homes = {name: home(name) for name in poise.__all__}
    lines = ["# Reference", "", "All public names. Arguments after `*` are given by name.", ""]
    left = dict(homes)
    for heading, parts in GROUPS.items():
        inside = [name for name, path in homes.items() if path and path.startswith(parts)]
        lines += [f"## {heading}", "", *(f"::: {homes[name]}\n" for name in inside)]
        left = {name: path for name, path in left.items() if name not in inside}
    return "\n".join([*lines, f"## {REST}", "", *(f"::: {path}\n" for path in left.values() if path)])


def home(name: str) -> str | None:
    """Where a public name is written; None for what has no docstring of its own, as a number or a module."""
    thing = getattr(poise, name)
    if not (inspect.isclass(thing) or inspect.isfunction(thing)):
        return None
    return f"{thing.__module__}.{thing.__qualname__}"
