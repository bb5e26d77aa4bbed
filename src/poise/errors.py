"""Every error Poise raises on purpose, under one root.

An error names the thing, the place and the valid choices, keeps them as fields for programs, and is
raised before any work is done: the caller's objects are never half changed.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from poise.readable import Readable


class PoiseError(Exception, metaclass=Readable):
    """Root of all errors raised by Poise."""


class UnknownNameError(PoiseError, KeyError):
    """A joint, site, segment … that the figure does not have.

    Fields: `kind` ("joint", "site", …), `name`, `choices` (all valid names), `elsewhere`: what the name is instead
    ("segment"), empty when it is nothing; then the choices that are nearest to it stand first.
    """

    def __init__(
        self, kind: str, name: object, choices: Iterable[str], owner: str = "the figure", *, elsewhere: str = ""
    ) -> None:
        self.kind = kind
        self.name = name
        self.choices = tuple(dict.fromkeys(choices))
        self.elsewhere = elsewhere
        super().__init__(f"{owner} has no {kind} {name!r}; {self._advice()}")

    def _advice(self) -> str:
        if not self.choices:
            return f"it has no {self.kind}s at all"
        if self.elsewhere:
            kinds = f"{self.kind}s" if " " not in self.kind else "choices"
            return f"{self.name} is a {self.elsewhere}; {kinds} are {self._listed()}"
        near = [c for c in self.choices if _words(c) == _words(str(self.name))]  # hand_right, RightHand
        near = near or difflib.get_close_matches(str(self.name), self.choices, n=4, cutoff=0.5)
        if near:
            return "did you mean " + " or ".join(repr(n) for n in near) + "?"
        return f"it has: {self._listed()}"

    def _listed(self) -> str:
        more = len(self.choices) - 12
        return ", ".join(self.choices[:12]) + (f" and {more} more" if more > 0 else "")

    def __str__(self) -> str:  # KeyError would show the message in quotes
        return str(self.args[0])


def _words(name: str) -> list[str]:
    """The words of a name, whatever their order and case."""
    return sorted(word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+", name))


class InputError(PoiseError, ValueError):
    """A value that cannot be used: wrong shape, NaN, non-unit quaternion, min above max …"""


class CriterionError(PoiseError, RuntimeError):
    """A criterion of the caller's own that failed. Fields: `criterion`, `step` (steps taken before; 0 at the start)."""

    def __init__(self, criterion: str, step: int, reason: str) -> None:
        self.criterion = criterion
        self.step = step
        when = f"after step {step}" if step else "at the start"
        super().__init__(f"criterion {criterion!r} failed {when}: {reason}")


class TaskError(PoiseError, RuntimeError):
    """A task of the caller's own that failed. Fields: `task`, `step` (steps taken before; 0 at the start)."""

    def __init__(self, task: str, step: int, reason: str) -> None:
        self.task = task
        self.step = step
        super().__init__(f"task {task!r} failed {f'after step {step}' if step else 'at the start'}: {reason}")


class FigureError(PoiseError, ValueError):
    """A figure that does not hold together: a cycle, a loose part, a name used twice, a negative mass …"""


class CouplingError(FigureError):
    """Couplings that contradict each other or the joint limits. `names` are those that clash."""

    def __init__(self, message: str, names: Iterable[str]) -> None:
        self.names = tuple(names)
        super().__init__(message)


class FileError(PoiseError, ValueError):
    """A file that cannot be read as what it should be. Fields: `path`, `line` and `column` (1-based, or None)."""

    def __init__(self, path: object, message: str, line: int | None = None, column: int | None = None) -> None:
        self.path = str(path)
        self.line = line
        self.column = column
        where = ":".join(str(part) for part in (self.path, line, column) if part is not None)
        super().__init__(f"{where}: {message}")


class MissingExtraError(PoiseError, ImportError):
    """An optional part of Poise is needed and is not installed. Field: `extra`."""

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        super().__init__(f"{what} needs the extra {extra!r}: pip install 'poise[{extra}]'")
