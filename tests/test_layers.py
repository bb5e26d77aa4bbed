"""The order of the folders, as ARCHITECTURE.md states it, holds in every include and import; no file is long."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from layers import ROOT, cpp_imports, imported, included, layer_of, layers, page_imports, python_imports, steps_up

TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
SHORTCUTS = "src/poise/shortcuts.py"
LONGEST = 400
GENERATED = {"studio/src/protocol/messages.ts", "src/poise/_core.pyi"}
SIZED = ("src", "core", "bindings", "studio", "tests", "benchmarks", "verify", "tools", "docs", "examples")
READERS = {"core/": cpp_imports, "src/poise/": python_imports, "studio/src/": page_imports}


@pytest.mark.parametrize("head", READERS)
def test_nothing_knows_what_stands_below_it(head):
    found = READERS[head](ROOT)
    assert sum(map(len, found.values())) > 100  # the imports have been read at all
    assert not steps_up(found, layers(TEXT, head), outside=SHORTCUTS)


@pytest.mark.parametrize("head", READERS)
def test_every_file_has_a_layer_and_every_layer_has_files(head):
    order, files = layers(TEXT, head), READERS[head](ROOT)
    homeless = [f for f in files if layer_of(f, order) is None and f != SHORTCUTS]
    assert not homeless
    assert not [p for layer in order for p in layer if not any(f.startswith(p) for f in files)]


def test_the_build_has_the_same_order():
    text = (ROOT / "core" / "CMakeLists.txt").read_text(encoding="utf-8")
    built = re.search(r"set\(POISE_FOLDERS ([\w ]+)\)$", text, re.MULTILINE)
    assert built is not None
    stated = [path for layer in layers(TEXT, "core/") for path in layer if path.startswith("core/")]
    assert [f"core/{folder}/" for folder in built[1].split()] == stated


def test_shortcuts_are_one_import_and_one_call():
    """What stands outside the order holds no work of its own: a docstring, an import, a call."""
    tree = ast.parse((ROOT / SHORTCUTS).read_text(encoding="utf-8"))
    allowed = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.If, ast.Expr)
    assert all(isinstance(node, allowed) for node in tree.body)
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        text, way, call = function.body
        assert isinstance(text, ast.Expr)
        assert isinstance(way, ast.ImportFrom)
        assert isinstance(call, ast.Return | ast.Expr)
        assert isinstance(call.value, ast.Call)
        assert ast.unparse(call.value.func) == way.names[0].name


def test_no_module_is_imported_by_its_name_in_a_string():
    """`import_module("poise…")` would hide a step from the test; only the package itself loads its names so."""
    sources = {p: p.read_text(encoding="utf-8") for p in (ROOT / "src" / "poise").rglob("*.py")}
    using = [str(p.relative_to(ROOT)) for p, text in sources.items() if re.search(r"import_module|__import__", text)]
    assert using == ["src/poise/__init__.py"]


def test_three_is_known_in_one_folder():
    knowing = {f for f, names in page_imports(ROOT).items() if any(n.split("/")[0] == "three" for n in names)}
    assert knowing
    assert all(f.startswith("studio/src/scene/") for f in knowing)


def test_no_file_is_long():
    kinds = (".py", ".pyi", ".cpp", ".hpp", ".ts", ".svelte")
    files = [p for folder in SIZED for p in (ROOT / folder).rglob("*") if p.suffix in kinds and p.is_file()]
    ours = [p for p in files if not {"node_modules", "page"} & set(p.relative_to(ROOT).parts)]
    lengths = {str(p.relative_to(ROOT)): len(p.read_text(encoding="utf-8").splitlines()) for p in ours}
    assert len(lengths) > 700
    assert not {f: n for f, n in lengths.items() if n > LONGEST and f not in GENERATED}


# ---- the reading itself ---------------------------------------------------------------------------

TABLE = """
| Python, `src/poise/` | what |
|---|---|
| `errors.py` | a |
| `figure/`, `io/figure/` | b |
| `pose.py`, `support.py` | c, `not/this/` |

| other | table |
"""
ORDER = [
    {"src/poise/errors.py"},
    {"src/poise/figure/"},
    {"src/poise/io/figure/"},
    {"src/poise/pose.py", "src/poise/support.py"},
]


def test_a_table_is_read_in_order():
    assert layers(TABLE, "src/poise/") == ORDER


@pytest.mark.parametrize(
    ("file", "target", "up"),
    [
        ("figure/figure.py", "errors.py", False),
        ("figure/figure.py", "pose.py", True),
        ("figure/figure.py", "io/figure/read.py", True),
        ("figure/a.py", "figure/b.py", False),
        ("pose.py", "support.py", False),
        ("support.py", "pose.py", False),
        ("errors.py", "figure/figure.py", True),
        ("errors.py", "shortcuts.py", False),
        ("shortcuts.py", "pose.py", False),
    ],
)
def test_a_step_upwards_is_told(file, target, up):
    found = steps_up({f"src/poise/{file}": {f"src/poise/{target}"}}, ORDER, outside=SHORTCUTS)
    assert bool(found) == up


def test_imports_count_wherever_they_stand():
    modules = {"poise.pose": "", "poise.io.load": "", "poise.plot": "", "poise": ""}
    source = """
from poise import _core, plot
if TYPE_CHECKING:
    from poise.pose import Pose
def load():
    from poise.io.load import load_figure
"""
    assert set(imported(source, modules)) == {"poise.plot", "poise.pose", "poise.io.load"}


def test_includes_are_read():
    text = '#include "body/figure.hpp"\n#include "own.hpp"\n  #  include "solve/solve.hpp"\n#include <vector>\n'
    assert set(included(text)) == {"core/body/figure.hpp", "core/solve/solve.hpp"}


def test_the_page_is_read(tmp_path: Path):
    folder = tmp_path / "studio" / "src"
    for path in ("scene/index.ts", "state/a.ts", "panels/B.svelte", "panels/b.test.ts"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / "scene/index.ts").write_text('import * as THREE from "three";\n')
    (folder / "state/a.ts").write_text('import type { T } from "../scene/types";\nconst x = import("./b");\n')
    (folder / "panels/B.svelte").write_text(
        '<script>\n  import "../style/a.css";\n  import X from "../scene";\n</script>'
    )
    (folder / "panels/b.test.ts").write_text('import x from "nowhere";\n')
    assert page_imports(tmp_path) == {
        "studio/src/scene/index.ts": {"three"},
        "studio/src/state/a.ts": {"studio/src/scene/types", "studio/src/state/b"},
        "studio/src/panels/B.svelte": {"studio/src/style/a.css", "studio/src/scene/index"},
    }
