"""Files that a visitor drops on the page: meshes, written into the workspace beside the scene."""

from __future__ import annotations

import asyncio
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from poise.errors import PoiseError
from poise.io.text.files import write_whole_bytes
from poise.studio.document.meshes import ENDINGS, MOST_BYTES
from poise.studio.engine.open_document import OpenDocument
from poise.studio.server import page

MOST_NAMES = 1000
"""Files of one name, numbered, before another name must be chosen."""


async def mesh_file(request: Request, document: OpenDocument, written: set[Path]) -> Response:
    """Write the body of a request to the workspace, under the name it was given or one like it; tell its path.

    New files go into `written`: should they turn out to be no meshes, they are taken away again.
    """
    name = request.query_params.get("name", "")
    if Path(name).suffix.lower() not in ENDINGS or Path(name).name != name or name.startswith("."):
        return page.refused(f"a mesh is an OBJ, STL or GLB file, not {name[:100]!r}", 415)
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            return page.refused(f"{name} has more than {MOST_BYTES >> 20} MB: make it coarser where it was made", 413)
    try:
        file, new = await asyncio.to_thread(_kept, document, name, bytes(data))
    except (PoiseError, OSError) as error:
        return page.refused(document.workspace.from_here(str(error)), 400)
    if new:
        written.add(file)
    return JSONResponse({"path": document.workspace.told(file)}, headers=page.HEADERS)


def _kept(document: OpenDocument, name: str, data: bytes) -> tuple[Path, bool]:
    """The file with this content beside the scene, and whether it is new. None is ever replaced."""
    workspace, given = document.workspace, Path(name)
    folder = "" if document.path is None else str(Path(document.path).parent)
    for number in range(1, MOST_NAMES):
        tried = name if number == 1 else f"{given.stem} {number}{given.suffix}"
        file = workspace.within(str(Path(folder) / tried))
        if not file.exists():
            write_whole_bytes(file, data)
            return file, True
        if file.is_file() and file.stat().st_size == len(data) and file.read_bytes() == data:
            return file, False
    raise PoiseError(f"there are too many files named like {name}")
