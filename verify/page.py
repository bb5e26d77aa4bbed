"""What was found, put into the documents between marks."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def keep(name: str, lines: list[str], page: Path = PAGE) -> None:
    """Put lines into the page, between its marks `<!-- name -->` and `<!-- /name -->`."""
    opening, closing = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, rest = page.read_text("utf-8").split(opening)
    _, after = rest.split(closing)
    block = "\n".join(["```text", *(line.rstrip() for line in lines), "```"])
    page.write_text(f"{before}{opening}\n{block}\n{closing}{after}", "utf-8")
