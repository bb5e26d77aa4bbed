"""Write src/poise/_core.pyi from the compiled module; the tests compare it with a fresh one."""

from __future__ import annotations

from pathlib import Path

STUB = Path(__file__).parent.parent / "src" / "poise" / "_core.pyi"


def fresh_stub() -> str:
    """The stub of the module as it is built now."""
    from nanobind.stubgen import StubGen

    from poise import _core

    generator = StubGen(_core)
    generator.put(_core)
    return str(generator.get())


if __name__ == "__main__":
    STUB.write_text(fresh_stub(), encoding="utf-8")
    print(f"wrote {STUB.name}")
