"""What the server says of the files of the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from poise.studio.server import page


def test_pictures_are_told_to_be_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that must not guess shows them only then; Python alone does not know WebP before 3.13."""
    monkeypatch.setattr(page, "page_folder", lambda: tmp_path)
    for name, kind in (("a.webp", "image/webp"), ("b.png", "image/png")):
        (tmp_path / name).write_bytes(b"")
        assert page.asset(name).media_type == kind
