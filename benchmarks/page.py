"""What a benchmark prints, and the copy of it in the documents."""

from __future__ import annotations

from pathlib import Path

DOCUMENT = Path(__file__).parent.parent / "docs" / "benchmarks.md"


class Page:
    """Prints lines and remembers them."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, line: str = "") -> None:
        print(line, flush=True)
        self.lines.append(line.rstrip())

    def keep(self, name: str, document: Path = DOCUMENT, *, fence: bool = True) -> None:
        """Put the lines into the document, between its marks `<!-- name -->` and `<!-- /name -->`.

        `fence` False: they are Markdown themselves.
        """
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        before, rest = document.read_text("utf-8").split(begin)
        _, after = rest.split(end)
        block = "\n".join(["```text", *self.lines, "```"] if fence else ["", *self.lines, ""])
        document.write_text(f"{before}{begin}\n{block}\n{end}{after}", "utf-8")
