"""The README as a package index shows it: without what only a working copy has.

An index renders the README by itself, with no files beside it: a relative picture would be a broken one, a relative
link would lead nowhere. Poise has no public address yet that they could be completed with, so pictures are left out
there and links leave their words. The build asks for it (`[[tool.dynamic-metadata]]` in pyproject.toml).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https?://)[^)]*\)\n+", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?://|#)[^)]*\)")


def for_an_index(text: str) -> str:
    """The text without relative pictures, which stand in lines of their own; of relative links the words alone."""
    return _LINK.sub(r"\1", _PICTURE.sub("", text))


def dynamic_metadata(settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, Any]:
    """What the build asks for."""
    text = Path("README.md").read_text(encoding="utf-8")
    return {"readme": {"content-type": "text/markdown", "text": for_an_index(text)}}
