"""A wheel carries the page: what CMake installs for one is all of the page, where the server looks for it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from poise.studio.server.page import page_folder

ROOT = Path(__file__).resolve().parents[2]


def test_a_wheel_carries_the_page(tmp_path: Path) -> None:
    """As scikit-build-core does it, without the core, whose building takes minutes."""
    assert (page_folder() / "index.html").is_file(), "the studio's page has not been built: run `make page`"
    cmake = Path(sys.executable).parent / "cmake"
    build = tmp_path / "build"
    options = ["-DSKBUILD_STATE=wheel", "-DPOISE_BUILD_MODULE=OFF", f"-DPython_EXECUTABLE={sys.executable}"]
    for words in (["-S", ROOT, "-B", build, *options], ["--install", build, "--prefix", tmp_path]):
        done = subprocess.run([cmake, *words], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    installed = tmp_path / "poise" / "studio" / "page"
    assert files(installed) == files(page_folder())
    named = re.findall(r'(?:src|href)="\.?/([^"]+)"', (installed / "index.html").read_text("utf-8"))
    assert any(name.endswith(".js") for name in named)
    assert {name for name in named if not (installed / name).is_file()} == set()


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
