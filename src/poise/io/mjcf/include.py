"""MJCF `<include file="…"/>`: the children of another file's root, put in its place.

Names are relative to the folder of the main file or, failing that, of the file they stand in. Each file is read once,
as MuJoCo also demands, so none includes itself for ever; and only MJCF is taken in, so that a model cannot be used to
look at other files.
"""

from __future__ import annotations

import os
from pathlib import Path

from poise.io.text.confine import require_inside
from poise.io.text.xml_read import Element, parse_xml

ROOTS = ("mujoco", "mujocoinclude")


def with_includes(root: Element, path: Path) -> Element:
    """The same tree with every include replaced by what it names."""
    folder = path.resolve().parent
    visited = {path.resolve()}
    stack = [root]
    while stack:
        element = stack.pop()
        while any(c.tag == "include" for c in element.children):
            element.children = [e for c in element.children for e in _opened(c, folder, visited)]
        stack.extend(element.children)
    return root


def _opened(element: Element, folder: Path, visited: set[Path]) -> list[Element]:
    if element.tag != "include":
        return [element]
    name = element.name("file")
    target = found_from(element, Path(name), folder)
    if target in visited:
        raise element.error(f"{name!r} is included twice, or includes itself")
    if not os.path.isfile(target):
        raise element.error(f"the included file {name!r} does not exist")
    visited.add(target)
    try:
        data = target.read_bytes()
    except OSError as error:
        raise element.error(f"the included file {name!r} cannot be read: {error.strerror}") from None
    included = parse_xml(data, target)
    if included.tag not in ROOTS:
        raise included.error(f"an included file must start with <mujoco> or <mujocoinclude>, not <{included.tag}>")
    return included.children


def found_from(element: Element, name: Path, folder: Path) -> Path:
    """The file that an element means: in the folder of the main file, else in that of the file it stands in."""
    near = Path(element.path).parent / name
    far = folder / name
    chosen = near if os.path.isfile(near) and not os.path.isfile(far) else far  # unlike Path, never raises
    require_inside(chosen)
    return chosen.resolve()
