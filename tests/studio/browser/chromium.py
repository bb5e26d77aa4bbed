"""A real browser, on any machine: the system's Chromium, else the one that comes with the page's packages."""

from __future__ import annotations

import contextlib
import importlib.util
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[3]

ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--use-gl=angle", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip
"""Draw without a graphics card, and talk to nobody."""

_UNPACK = 'import chromium from "@sparticuz/chromium"; console.log(await chromium.executablePath());'


@cache
def browser_path() -> str:
    """Where a Chromium is that can be started."""
    return next(
        (p for name in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(name))), None
    ) or (unpacked_browser())


def unpacked_browser() -> str:
    """The Chromium of the npm package, unpacked into a temporary folder. Needs no rights."""
    tools = page_tools()
    tools.fetch_packages()
    with one_at_a_time(Path(tempfile.gettempdir()) / "poise_browser.lock"):
        done = subprocess.run(
            [tools.node(), "--input-type=module", "--eval", _UNPACK],
            cwd=tools.STUDIO, capture_output=True, text=True, check=True,
        )  # fmt: skip
    return done.stdout.strip()


@contextlib.contextmanager
def one_at_a_time(file: Path) -> Iterator[None]:
    """Other processes that come here wait: half a browser cannot be started."""
    import fcntl

    with file.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def page_tools() -> ModuleType:
    """`tools/studio_page.py` as a module."""
    if "poise_page_tools" not in sys.modules:
        spec = importlib.util.spec_from_file_location("poise_page_tools", ROOT / "tools" / "studio_page.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules["poise_page_tools"] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules["poise_page_tools"]
