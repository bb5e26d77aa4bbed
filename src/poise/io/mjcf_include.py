"""MJCF `<include file="…"/>`: the children of another file's root, put in its place.

Only files in the folder of the main file or below it are read, and each once, as MuJoCo also demands; so a model file
cannot be used to look at other files, nor to include itself for ever.
"""

from __future__ import annotations

from pathlib import Path

from poise.io.xml_text import Element, parse_xml

ROOTS = ("mujoco", "mujocoinclude")


def with_includes(root: Element, path: Path) -> Element:
    """The same tree with every include replaced by what it names."""
    folder = path.resolve().parent
    seen = {path.resolve()}
    stack = [root]
    while stack:
        element = stack.pop()
        while any(c.tag == "include" for c in element.children):
            element.children = [e for c in element.children for e in _opened(c, folder, seen)]
        stack.extend(element.children)
    return root


def _opened(element: Element, folder: Path, seen: set[Path]) -> list[Element]:
    if element.tag != "include":
        return [element]
    name = element.name("file")
    target = (folder / name).resolve()
    if not target.is_relative_to(folder):
        raise element.error(f"includes must stay in the folder of the main file, which {name!r} does not")
    if target in seen:
        raise element.error(f"{name!r} is included twice, or includes itself")
    if not target.is_file():
        raise element.error(f"the included file {name!r} does not exist")
    seen.add(target)
    included = parse_xml(target.read_bytes(), target)
    if included.tag not in ROOTS:
        raise included.error(f"an included file must start with <mujoco> or <mujocoinclude>, not <{included.tag}>")
    return included.children
