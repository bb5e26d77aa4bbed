"""Files that robot descriptions name: beside them, or in the package that holds them.

`package://NAME/PATH` is looked for where packages usually are: in a folder NAME, or the folder itself, above the robot
file, and then in the folders of ROS_PACKAGE_PATH.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from poise.errors import FileError
from poise.io.text.confine import require_inside

PACKAGE, FILE = "package://", "file://"


def found_file(name: str, robot: Path) -> Path | str:
    """The file that a robot file means by a name, or in words why there is none."""
    if "://" in name and not name.startswith((PACKAGE, FILE)):
        return f"{name}: only files and packages are read"
    for file in _places(name, robot.absolute().parent):
        if os.path.isfile(file):  # unlike Path, never raises
            try:
                require_inside(file)
            except FileError as error:
                return str(error)
            return file
    return f"{name}: there is no such file"


def _places(name: str, folder: Path) -> Iterator[Path]:
    if not name.startswith(PACKAGE):
        yield folder / unquote(name.removeprefix(FILE))
        return
    package, _, inner = unquote(name.removeprefix(PACKAGE)).partition("/")
    above = [folder, *folder.parents]
    told = [Path(entry) for entry in os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep) if entry]
    for place in (*above, *told):
        yield place / package / inner
        if place.name == package:
            yield place / inner
    yield from (place / inner for place in above[:2])  # a package that was unpacked under another name
