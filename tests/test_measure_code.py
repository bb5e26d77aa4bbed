"""What `tools/measure_code.py` prints is what stands in the code, and the parts of the solver stay small."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import measure_code  # noqa: E402
from cpp_classes import CppClass, classes  # noqa: E402

HEADER = """
#pragma once
#include <functional>
namespace poise {
enum class Side : int { kLow, kHigh };
// class NotThis { int a; };
struct Step { double length = 1.0, slope{2.0}; bool accepted = false; Step operator+(const Step& other) const; };
class Solver final : public Base {
 public:
  Solver(const Problem& problem, int steps = 3);
  ~Solver() = default;
  double step() { return f(1, {2, 3}); }
  template <class T> void visit(const T& visitor) const;
  static constexpr int kMost = 4;
  using Rows = std::vector<double>;
  struct Trial {
    std::map<int, double> gains;
    bool bent = false, slight = false;
  };

 private:
  void learn(const Trial& trial);
  enum Mode { kPlain, kLast };
  std::function<void(int, double)> told_;
  Rows rows_{1.0, 2.0};
  mutable bool ready_ = (kMost > 3);
  std::array<double, 3> a_, b_;
  Trial trial_;
};
}  // namespace poise
"""


def test_classes_of_a_header_are_counted():
    assert classes(HEADER) == [
        CppClass("Step", public=1, private=0, members=3, flags=1),
        CppClass("Solver", public=4, private=1, members=6, flags=1),
        CppClass("Solver::Trial", public=0, private=0, members=3, flags=2),
    ]


PYTHON = '''
class Task:
    def check(self) -> None:
        """Raise for what cannot be."""

    @property
    def goal(self) -> int:
        """What is wanted."""
        return 1

    @goal.setter
    def goal(self, value) -> None:
        pass


class Reach(Task):
    def check(self) -> None:
        # a comment
        a = 1

        print(
            a,
        )

    def bare(self): ...

    def _inside(self): ...
'''


def test_functions_of_python_are_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(measure_code, "ROOT", tmp_path)
    (tmp_path / "a.py").write_text(PYTHON)
    tree = measure_code.python_tree([tmp_path / "a.py"])
    assert (tree.public, tree.documented, tree.overrides, tree.typed) == (5, 2, 2, 4)
    assert sorted((f.name, f.lines) for f in tree.functions) == [
        ("_inside", 1), ("bare", 1), ("check", 1), ("check", 5), ("goal", 2), ("goal", 2),
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "before"), [("a.cpp", ""), ("a.ts", ""), ("A.svelte", "<p>{x}</p>")])
def test_functions_in_braces_are_counted(tmp_path, monkeypatch, name, before):
    monkeypatch.setattr(measure_code, "ROOT", tmp_path)
    body = "// a comment\n  if (a && b) { return 1; }\n  for (;;) { break; }\n  return 2;\n}\n"
    text = f"int f(int a, int b) {{\n  {body}" if name == "a.cpp" else f"function f(a: number, b: number) {{\n  {body}"
    (tmp_path / name).write_text(f"{before}<script>\n{text}</script>" if name == "A.svelte" else text)
    (found,) = measure_code.brace_functions([tmp_path / name])
    assert (found.lines, found.complexity) == (5, 4)  # one way, and three more: if, &&, for


def test_too_large_is_told(monkeypatch):
    large = CppClass("Solver", members=16)
    monkeypatch.setattr(measure_code, "core_classes", lambda folder: [(f"{folder}/a.hpp", large)])
    functions = [
        measure_code.Function("core/solve/a.cpp", "long", 51, 1),
        measure_code.Function("core/solve/a.cpp", "tangled", 20, 16),
        measure_code.Function("core/solve/a.cpp", "good", 50, 15),
        measure_code.Function("core/kernel/a.cpp", "knotted", 20, 16),
        measure_code.Function("core/limb/a.cpp", "elsewhere", 90, 90),
    ]
    told = measure_code.broken(functions)
    assert [line.split(": ")[1].split(" has")[0] for line in told] == ["class Solver", "long", "tangled", "knotted"]


def test_parts_of_the_solver_are_small():
    functions = measure_code.brace_functions(measure_code.files_of(*measure_code.BRACE_TREES["core"]))
    assert len(functions) > 500
    assert measure_code.broken(functions) == []


def test_the_tables_are_printed(monkeypatch, capsys):
    """Of every eighth file, for all of them take ten seconds; all of the core are measured above."""
    whole = measure_code.files_of
    monkeypatch.setattr(measure_code, "files_of", lambda folder, wanted: whole(folder, wanted)[::8])
    monkeypatch.setattr(sys, "argv", ["measure_code.py"])
    assert measure_code.main() == 0
    shown = capsys.readouterr().out
    for head in ("| tree |", "| class |", "| complexity over 15", "| src/poise |", "| page, Svelte |"):
        assert head in shown
