"""One virtual environment per peer: their requirements exclude each other."""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Iterable
from pathlib import Path

from rich.progress import track

REQUIREMENTS = {
    "placo": ("placo==0.10.2",),
    "pink": ("pin-pink==4.4.0", "daqp==0.10.3", "qpsolvers==4.12.0"),
    "embodik": ("embodik==0.23.2",),
    "mink": ("mink==1.3.0", "daqp==0.10.3", "qpsolvers==4.12.0"),
    "roboticstoolbox": ("roboticstoolbox-python==1.5.0",),
    "ikpy": ("ikpy==4.2.1",),
}


def python_of(peer: str, folder: Path) -> Path:
    """The interpreter that has `peer`; our own for poise."""
    if peer == "poise":
        return Path(sys.executable)
    return folder / peer / ("Scripts" if sys.platform == "win32" else "bin") / "python"


def make(peers: Iterable[str], folder: Path) -> None:
    """Make what is missing; some hundred megabytes a peer, a minute or two each."""
    missing = [p for p in peers if p in REQUIREMENTS and not (folder / p / "made").exists()]
    for peer in track(missing, description="making environments", disable=not missing):
        venv.create(folder / peer, with_pip=True, clear=True)
        install = [str(python_of(peer, folder)), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        subprocess.run([*install, *REQUIREMENTS[peer]], check=True)
        (folder / peer / "made").touch()
