"""The layers that ARCHITECTURE.md states, and what files of three languages import, read from their text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOMES = {"core/": "", "src/poise/": "src/poise/", "studio/src/": "studio/src/"}
"""By the word in the head of a table: what its rows leave out of their paths."""
PYTHON = "src/poise"


def layers(text: str, head: str) -> list[set[str]]:
    """The layers of the table whose head names a home, the lowest first.

    Folders stand in order, within a row too; single files that stand together in a row are one layer.
    """
    rows = _table(text, head)
    found: list[set[str]] = []
    for row in rows:
        files: set[str] = set()
        for path in re.findall(r"`([^`]+)`", row.split("|")[1]):
            if path.endswith("/"):
                found.append({HOMES[head] + path})
            elif not files:
                files.add(HOMES[head] + path)
                found.append(files)
            else:
                files.add(HOMES[head] + path)
    return found


def _table(text: str, head: str) -> list[str]:
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("|") and f"`{head}`" in line.split("|")[1])
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(line)
    return rows


def layer_of(file: str, order: list[set[str]]) -> int | None:
    """The place of a file in the order: by its own name, or by the innermost folder that is named."""
    fitting = {
        p: i for i, layer in enumerate(order) for p in layer if file == p or (p[-1] == "/" and file.startswith(p))
    }
    return fitting[max(fitting, key=len)] if fitting else None


def steps_up(imports: dict[str, set[str]], order: list[set[str]], outside: str = "") -> list[str]:
    """What is imported against the order; `outside` may know and be known by everything."""
    found = []
    for file, targets in sorted(imports.items()):
        for target in sorted(targets - {outside}):
            here, there = layer_of(file, order), layer_of(target, order)
            if file != outside and here is not None and there is not None and there > here:
                found.append(f"{file} imports {target}, which stands below it in ARCHITECTURE.md")
    return found


# ---- C++ -----------------------------------------------------------------------------------------


def cpp_imports(root: Path) -> dict[str, set[str]]:
    """Every source and header of core and bindings, but for tests, with what it includes of the core."""
    files = [p for folder in ("core", "bindings") for p in (root / folder).rglob("*.?pp")]
    shipped = [p for p in files if not p.stem.endswith("_test") and "testing" not in p.parts]
    return {str(p.relative_to(root)): set(included(p.read_text(encoding="utf-8"))) for p in shipped}


def included(text: str) -> Iterator[str]:
    """The headers of the core that a source includes: `"body/figure.hpp"`. Those without a folder are its own."""
    for header in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.MULTILINE):
        if "/" in header:
            yield f"core/{header}"


# ---- Python --------------------------------------------------------------------------------------


def python_imports(root: Path) -> dict[str, set[str]]:
    """Every module of the package with the files of the package it imports anywhere: in functions, for types too."""
    package = root / PYTHON
    files = [str(p.relative_to(package.parent)) for p in package.rglob("*.py")]
    modules = {_module(file): f"src/{file}" for file in files}
    texts = {path: (root / path).read_text(encoding="utf-8") for path in modules.values()}
    return {path: {modules[m] for m in imported(text, modules) if modules[m] != path} for path, text in texts.items()}


def imported(text: str, modules: dict[str, str]) -> Iterator[str]:
    """The modules that a source imports at its top, in functions and for types."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module in modules:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner != "poise._core":  # the core itself stands below all of Python
                    yield inner if inner in modules else node.module


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


# ---- TypeScript ----------------------------------------------------------------------------------

_FROM = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["']([^"']+)["']""")


def page_imports(root: Path) -> dict[str, set[str]]:
    """Every file of the page, but for tests, with the files it imports; packages by their names."""
    files = [p for p in (root / "studio" / "src").rglob("*") if p.suffix in (".ts", ".svelte")]
    shipped = [p for p in files if not p.name.endswith(".test.ts")]
    return {
        str(p.relative_to(root)): {_page_target(p, name, root) for name in _FROM.findall(p.read_text())}
        for p in shipped
    }


def _page_target(file: Path, name: str, root: Path) -> str:
    if not name.startswith("."):
        return name
    target = (file.parent / name).resolve()
    return str((target / "index" if target.is_dir() else target).relative_to(root))
