"""The page: what Vite has built, handed out with headers that let it do nothing else."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from starlette.responses import FileResponse, HTMLResponse, Response

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_FRESH, _KEPT = {"Cache-Control": "no-store"}, {"Cache-Control": "public, max-age=31536000, immutable"}
_TYPES = {".webp": "image/webp"}
"""Kinds of files that Python knows before 3.13 only where the system tells it; browsers believe nothing else here."""
_MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Poise studio</title>
<p>The page of the studio has not been built: run <code>make page</code> and reload.</p></html>"""


def page_folder() -> Path:
    """Where the built page is."""
    return Path(str(files("poise.studio"))) / "page"


def index() -> Response:
    """The page itself."""
    file = page_folder() / "index.html"
    if not file.is_file():
        return HTMLResponse(_MISSING, status_code=503, headers=HEADERS | _FRESH)
    return FileResponse(file, media_type="text/html", headers=HEADERS | _FRESH)


def asset(path: str) -> Response:
    """A file of the page. Vite names assets by their content, so they may be kept for ever."""
    folder = page_folder().resolve()
    try:
        file = (folder / path).resolve()
        there = file.is_relative_to(folder) and file.is_file()
    except (OSError, ValueError):  # zero bytes, and paths that are longer than any
        there = False
    if not there:
        return refused("there is no such file", 404)
    kept = _KEPT if path.startswith("assets/") else _FRESH
    return FileResponse(file, media_type=_TYPES.get(file.suffix), headers=HEADERS | kept)


def refused(words: str, status: int = 403) -> Response:
    """No, and why."""
    return Response(f"Poise studio: {words}\n", status_code=status, media_type="text/plain", headers=HEADERS | _FRESH)
