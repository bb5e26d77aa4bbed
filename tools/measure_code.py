"""Print how large the code is: files, functions, classes, complexity. `--check` fails where a limit is broken.

python tools/measure_code.py            the tables
python tools/measure_code.py --check    the tables of core/solve and core/kernel, and an error for what is too large

Python is read with `ast`: a function's lines are those with code, its docstring left out. C++ and TypeScript are read
with lizard: its NLOC and its cyclomatic complexity. Generated files are left out.
"""

from __future__ import annotations

import ast
import re
import statistics
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import lizard
from cpp_classes import CppClass, classes

ROOT = Path(__file__).resolve().parent.parent
GENERATED = {"studio/src/protocol/messages.ts", "src/poise/_core.pyi"}
COMPLEX, LONG = 15, 50
"""A function above either is listed; in `core/solve` it is refused."""
MOST_MEMBERS = {"core/solve": 15, "core/kernel": 20}
"""Data members of one class."""


@dataclass(frozen=True)
class Function:
    """`lines` of code without comments and docstring; `complexity` is cyclomatic, 0 where it was not measured."""

    file: str
    name: str
    lines: int
    complexity: int


# ---- Python --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PythonTree:
    """`public`: functions and methods without a leading underscore; of these have `documented` a docstring."""

    functions: list[Function]
    public: int
    documented: int
    overrides: int
    typed: int


def python_tree(files: Sequence[Path]) -> PythonTree:
    """The functions of Python files. `overrides` have no docstring, but what they override does; setters count too."""
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}
    known = {node.name: node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    functions, public, documented, overrides, typed = list[Function](), 0, 0, 0, 0
    for file, tree in trees.items():
        lines = file.read_text(encoding="utf-8").splitlines()
        for owner, node in _functions(tree):
            functions.append(Function(_name(file), node.name, _code_lines(node, lines), 0))
            if node.name.startswith("_"):
                continue
            public += 1
            typed += node.returns is not None
            has_text = ast.get_docstring(node) is not None
            documented += has_text
            overrides += not has_text and owner is not None and _documented_above(node, owner, known)
    return PythonTree(functions, public, documented, overrides, typed)


def _functions(tree: ast.Module) -> Iterable[tuple[ast.ClassDef | None, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Functions and methods, those inside functions not."""
    waiting: list[tuple[ast.ClassDef | None, ast.AST]] = [(None, node) for node in tree.body]
    while waiting:
        owner, node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield owner, node
        elif isinstance(node, ast.ClassDef):
            waiting += [(node, child) for child in node.body]
        elif isinstance(node, ast.If):
            waiting += [(owner, child) for child in node.body]


def _code_lines(node: ast.FunctionDef | ast.AsyncFunctionDef, lines: Sequence[str]) -> int:
    first, last = node.lineno, node.end_lineno or node.lineno
    text = node.body[0]
    is_text = isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    skipped = range(text.lineno, (text.end_lineno or text.lineno) + 1) if is_text else range(0)
    code = [lines[i - 1].strip() for i in range(first, last + 1) if i not in skipped]
    return len([line for line in code if line and not line.startswith("#")])


def _documented_above(node: ast.AST, owner: ast.ClassDef, known: dict[str, ast.ClassDef]) -> bool:
    name: str = node.name  # type: ignore[attr-defined]
    if any(ast.unparse(d) == f"{name}.setter" for d in node.decorator_list):  # type: ignore[attr-defined]
        return True
    waiting = [ast.unparse(base).split("[")[0].split(".")[-1] for base in owner.bases]
    while waiting:
        base = known.get(waiting.pop())
        if base is not None:
            own = [n for n in base.body if isinstance(n, ast.FunctionDef) and n.name == name]
            if any(ast.get_docstring(n) for n in own):
                return True
            waiting += [ast.unparse(b).split("[")[0].split(".")[-1] for b in base.bases]
    return False


# ---- C++, TypeScript and Svelte ------------------------------------------------------------------


def brace_functions(files: Sequence[Path]) -> list[Function]:
    """The functions of C++, TypeScript and Svelte files, by lizard."""
    found = []
    for file in files:
        text = file.read_text(encoding="utf-8")
        name = file.name
        if file.suffix == ".svelte":
            name, text = "script.ts", "\n".join(re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL))
        info = lizard.analyze_file.analyze_source_code(name, text)
        found += [Function(_name(file), f.name, f.nloc, f.cyclomatic_complexity) for f in info.function_list]
    return found


def comment_share(files: Sequence[Path]) -> float:
    """The share of lines that are nothing but a comment."""
    lines = [line.strip() for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return sum(line.startswith(("//", "/*", "*", "<!--")) for line in lines) / max(len(lines), 1)


def core_classes(folder: str) -> list[tuple[str, CppClass]]:
    """The classes of one folder of the core, sources included, each with its file."""
    files = [f for f in sorted((ROOT / folder).glob("*.?pp")) if not f.stem.endswith("_test")]
    return [(_name(f), made) for f in files for made in classes(f.read_text(encoding="utf-8"))]


def broken(functions: Sequence[Function]) -> list[str]:
    """What is too large: classes and functions of `core/solve` and `core/kernel`."""
    found = [
        f"{file}: class {made.name} has {made.members} data members; {most} are allowed in {folder}"
        for folder, most in MOST_MEMBERS.items()
        for file, made in core_classes(folder)
        if made.members > most
    ]
    for f in functions:
        if f.file.startswith(tuple(f"{folder}/" for folder in MOST_MEMBERS)) and not f.file.endswith("_test.cpp"):
            if f.complexity > COMPLEX:
                found.append(f"{f.file}: {f.name} has a complexity of {f.complexity}; {COMPLEX} is allowed")
            if f.lines > LONG:
                found.append(f"{f.file}: {f.name} has {f.lines} lines; {LONG} are allowed")
    return found


# ---- the tables ----------------------------------------------------------------------------------

PYTHON_TREES = ("src/poise", "src/poise/io", "src/poise/studio", "src/poise/tasks", "tests")
BRACE_TREES: dict[str, tuple[str, Callable[[Path], bool]]] = {
    "core, sources": ("core", lambda f: f.suffix == ".cpp" and not _is_test(f)),
    "core, headers": ("core", lambda f: f.suffix == ".hpp" and not _is_test(f)),
    "core": ("core", lambda f: f.suffix in (".cpp", ".hpp") and not _is_test(f)),
    "core, tests": ("core", lambda f: f.suffix in (".cpp", ".hpp") and _is_test(f)),
    "bindings": ("bindings", lambda f: f.suffix in (".cpp", ".hpp")),
    "page, TypeScript": ("studio/src", lambda f: f.suffix == ".ts" and not f.name.endswith(".test.ts")),
    "page, Svelte": ("studio/src", lambda f: f.suffix == ".svelte"),
}


def files_of(folder: str, wanted: Callable[[Path], bool]) -> list[Path]:
    """Files under a folder, generated ones left out."""
    return sorted(f for f in (ROOT / folder).rglob("*") if f.is_file() and wanted(f) and _name(f) not in GENERATED)


def main() -> int:
    """Print the tables; 1 when `--check` finds something too large."""
    checking = "--check" in sys.argv[1:]
    core = brace_functions(files_of(*BRACE_TREES["core"]))
    if not checking:
        _print_trees()
        _print_listed([*core, *brace_functions(files_of(*BRACE_TREES["page, TypeScript"]))])
    _print_classes()
    found = broken(core)
    if found:
        print("\ntoo large:", *found, sep="\n  ")
    return 1 if checking and found else 0


def _print_trees() -> None:
    rows = []
    for folder in PYTHON_TREES:
        files = files_of(folder, lambda f: f.suffix == ".py")
        tree = python_tree(files)
        texts = f"{tree.documented}/{tree.public} (+{tree.overrides} overrides)"
        rows.append([folder, *_sizes(files), _spread(tree.functions), texts, f"{tree.typed}/{tree.public}"])
    head = ["tree", "files", "lines", "file: median / max", "function: median / p90 / max"]
    _print_table([*head, "public with docstring", "with return type"], rows)
    rows = []
    for name, (folder, wanted) in BRACE_TREES.items():
        files = files_of(folder, wanted)
        functions = brace_functions(files)
        over = sum(f.lines > LONG for f in functions)
        rows.append([name, *_sizes(files), _spread(functions), str(over), f"{100 * comment_share(files):.0f} %"])
    _print_table([*head, f"over {LONG}", "comment"], rows)


def _print_listed(functions: Sequence[Function]) -> None:
    listed = [f for f in functions if f.complexity > COMPLEX or f.lines > LONG]
    listed.sort(key=lambda f: (-f.complexity, -f.lines))
    rows = [[f.name, str(f.complexity), str(f.lines), f.file] for f in listed]
    _print_table([f"complexity over {COMPLEX} or over {LONG} lines", "complexity", "lines", "file"], rows)


def _print_classes() -> None:
    found = [(file, made) for folder in MOST_MEMBERS for file, made in core_classes(folder)]
    found.sort(key=lambda pair: -pair[1].members)
    rows = [[c.name, f"{c.public} / {c.private}", str(c.members), str(c.flags), file] for file, c in found]
    _print_table(["class", "public / private methods", "data members", "flags", "file"], rows)


def _sizes(files: Sequence[Path]) -> list[str]:
    lengths = [len(f.read_text(encoding="utf-8").splitlines()) for f in files] or [0]
    return [str(len(files)), str(sum(lengths)), f"{statistics.median(lengths):.0f} / {max(lengths)}"]


def _spread(functions: Sequence[Function]) -> str:
    lines = sorted(f.lines for f in functions) or [0]
    return f"{statistics.median(lines):.0f} / {lines[int(0.9 * (len(lines) - 1))]} / {lines[-1]}"


def _print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print(f"\n| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")


def _is_test(file: Path) -> bool:
    return file.stem.endswith("_test") or file.parent.name == "testing"


def _name(file: Path) -> str:
    return str(file.relative_to(ROOT))


if __name__ == "__main__":
    sys.exit(main())
