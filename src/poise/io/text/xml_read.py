"""XML read into plain elements that remember their line, so that every complaint can name it.

Document types and entities are refused: no robot file needs them, and they are how an XML file blows up
(entity expansion) or reads other files (external entities). Nothing here recurses, so depth is no limit.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from poise.errors import FileError, PoiseError
from poise.figure.check import Vec3, vec3


@dataclass(slots=True, eq=False)
class Element:
    """One XML element: tag, attributes, children in order, and where it stands (`path`, 1-based `line`).

    `content`: the text in it, which robot files have none of but mesh files are made of.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    path: str
    children: list[Element] = field(default_factory=list)
    content: str = ""

    def error(self, message: str) -> FileError:
        """A FileError at this element's line."""
        return FileError(self.path, message, self.line)

    @property
    def title(self) -> str:
        """The element as it reads in a message: `<joint name="knee">`."""
        label = self.attributes.get("name")
        return f"<{self.tag}>" if label is None else f"<{self.tag} name={label!r}>"

    def all(self, *tags: str) -> list[Element]:
        """The children with one of these tags, in file order."""
        return [c for c in self.children if c.tag in tags]

    def one(self, tag: str) -> Element | None:
        """The only child with this tag, or None; several are refused."""
        found = self.all(tag)
        if len(found) > 1:
            raise found[1].error(f"{self.title} has <{tag}> twice (first on line {found[0].line})")
        return found[0] if found else None

    def first(self, tag: str) -> Element | None:
        """The first child with this tag, or None; of several the others are left out with a warning."""
        found = self.all(tag)
        if len(found) > 1:
            message = f"{self.title} has <{tag}> twice; the first, on line {found[0].line}, counts"
            warnings.warn(str(found[1].error(message)), UserWarning, stacklevel=2)
        return found[0] if found else None

    def need(self, tag: str) -> Element:
        """The only child with this tag; it must exist."""
        found = self.one(tag)
        if found is None:
            raise self.error(f"{self.title} needs a <{tag}>")
        return found

    def text(self, attribute: str) -> str:
        """An attribute that must exist."""
        self.require(attribute)
        return self.attributes[attribute]

    def require(self, attribute: str) -> None:
        """Raise when an attribute is missing."""
        if attribute not in self.attributes:
            raise self.error(f"{self.title} needs the attribute {attribute!r}")

    def name(self, attribute: str = "name") -> str:
        """An attribute that must exist and be a name: not empty, no space around it."""
        value = self.text(attribute).strip()
        if not value:
            raise self.error(f"{self.title} has an empty {attribute!r}")
        return value

    def numbers(self, attribute: str, finite: bool = True) -> list[float] | None:
        """The attribute as numbers separated by space, or None when it is missing; NaN is always refused."""
        value = self.attributes.get(attribute)
        if value is None:
            return None
        try:
            found = [_number(word) for word in value.split()]
        except ValueError:
            raise self.error(f"{attribute}={value!r} of {self.title} must be numbers") from None
        if not all(map(math.isfinite, found)) and (finite or any(map(math.isnan, found))):
            raise self.error(f"{attribute}={value!r} of {self.title} must be finite numbers")
        return found

    def vector(self, attribute: str, default: Vec3) -> Vec3:
        """The attribute as exactly three numbers."""
        found = self.exactly(attribute, 3)
        return default if found is None else vec3(found, attribute)

    def exactly(self, attribute: str, count: int, finite: bool = True) -> list[float] | None:
        """The attribute as exactly `count` numbers, or None when it is missing."""
        found = self.numbers(attribute, finite)
        if found is not None and len(found) != count:
            message = f"{attribute}={self.attributes[attribute]!r} of {self.title} must be {count} numbers"
            raise self.error(f"{message}, not {len(found)}")
        return found

    def number(self, attribute: str, default: float | None = None, finite: bool = True) -> float:
        """The attribute as one number; without a default it must exist."""
        if default is None:
            self.text(attribute)
        found = self.exactly(attribute, 1, finite)
        return found[0] if found is not None else float(default or 0.0)

    def choice(self, attribute: str, default: str, choices: tuple[str, ...]) -> str:
        """The attribute as one of `choices`."""
        value = self.attributes.get(attribute, default)
        if value not in choices:
            raise self.error(f"{attribute}={value!r} of {self.title} must be one of {', '.join(choices)}")
        return value


@contextmanager
def at(element: Element) -> Iterator[None]:
    """Turn an error about a value into a FileError at the element's line."""
    try:
        yield
    except FileError:
        raise
    except PoiseError as error:
        raise element.error(str(error)) from error


def parse_xml(data: bytes, path: Path | str) -> Element:
    """The root element of an XML document. Raises `FileError` with the line for malformed text.

    Space before the XML declaration is no XML, but many tools write it and all robot parsers let it pass.
    """
    text = data.lstrip(b" \t\r\n")
    skipped = data.count(b"\n", 0, len(data) - len(text))
    reader = _Reader(str(path), skipped)
    try:
        reader.parser.Parse(text, True)
    except expat.ExpatError as error:
        message = f"not well-formed XML: {expat.ErrorString(error.code)}"
        raise FileError(path, message, error.lineno + skipped) from None
    except FileError:
        raise
    except (ValueError, LookupError) as error:  # unknown or broken encodings
        raise FileError(path, f"not readable XML: {error}", reader.line) from None
    return reader.root.children[0]


def _number(word: str) -> float:
    """Python's float, without the spellings that only Python knows: 1_000, digits of other scripts."""
    if "_" in word or not word.isascii():
        raise ValueError(word)
    return float(word)


class _Reader:
    """Builds the tree from expat's events."""

    def __init__(self, path: str, skipped: int) -> None:
        self.path = path
        self.skipped = skipped
        self.root = Element("", {}, 0, path)
        self.open = [self.root]
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.buffer_text, self.parser.buffer_size = True, 1 << 20  # numbers of a mesh in few pieces
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.EntityDeclHandler = self._refuse

    @property
    def line(self) -> int:
        """The line being read, counted from the start of the file."""
        return self.parser.CurrentLineNumber + self.skipped

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, dict(attributes), self.line, self.path)
        self.open[-1].children.append(element)
        self.open.append(element)

    def _end(self, tag: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        self.open[-1].content += text

    def _refuse(self, *_: object) -> None:
        message = "document types and entities are not allowed here: remove the <!DOCTYPE …>"
        raise FileError(self.path, message, self.line)
