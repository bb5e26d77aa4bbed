"""Where a scene's figure comes from, so that a file can say it in one line."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from poise.errors import InputError, UnknownNameError
from poise.figure.check import each, instance, path
from poise.figure.company import Company
from poise.figure.figure import Figure
from poise.figure.marks import Coupling, Site
from poise.readable import Readable

FILE = "file"


@dataclass(frozen=True)
class FigureSource(metaclass=Readable):
    """A recipe for a figure.

    `kind`: "human", a name of `poise.figures`, or "file". `options`: the arguments of that function, radians; for a
    file `path` (kept absolute) and, as `Figure.load` takes them, `root` and `axes`. `sites` and `couplings` are added
    to the figure, those of `without_couplings` are taken away.
    """

    kind: str
    options: Mapping[str, Any] = field(default_factory=dict)
    sites: Iterable[Site] = ()
    couplings: Iterable[Coupling] = ()
    without_couplings: Iterable[str] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or self.kind not in (*builders(), FILE):
            raise UnknownNameError("figure", self.kind, (*builders(), FILE), "Poise")
        self._put("options", MappingProxyType(self._checked_options()))
        for marks, kind in (("sites", Site), ("couplings", Coupling), ("without_couplings", str)):
            found = each(getattr(self, marks), f"the {marks} of a figure's source")
            self._put(marks, tuple(instance(mark, kind, f"one of the {marks} of a source") for mark in found))

    def figure(self) -> Figure:
        """The figure itself."""
        made = self._plain()
        for site in self.sites:
            made = made.with_site(site)
        for name in self.without_couplings:
            made = made.without_coupling(name)
        for coupling in self.couplings:
            made = made.with_coupling(coupling)
        return made

    def _plain(self) -> Figure:
        if self.kind == FILE:
            return Figure.load(**self.options)
        return builders()[self.kind](**self.options)

    def _checked_options(self) -> dict[str, Any]:
        given = dict(instance(self.options, Mapping, "the options of a figure's source"))
        takes = inspect.signature(Figure.load if self.kind == FILE else builders()[self.kind]).parameters
        unknown = next((name for name in given if name not in takes), None)
        if unknown is not None:
            raise UnknownNameError("option", unknown, takes, f"the figure {self.kind!r}")
        if self.kind == FILE:
            if "path" not in given:
                raise InputError("a figure from a file needs the option path")
            given["path"] = Path(os.path.abspath(path(given["path"], "the path of a figure")))
        return given

    def _put(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        return hash((self.kind, tuple(self.options.items()), self.sites, self.without_couplings))

    def __reduce__(self) -> Any:  # a read-only mapping cannot be pickled
        parts = (self.kind, dict(self.options), self.sites, self.couplings, self.without_couplings)
        return FigureSource, parts


@dataclass(frozen=True)
class CompanySource(metaclass=Readable):
    """A recipe for several figures that are posed together, by their names: each a recipe of its own, or a figure."""

    sources: Mapping[str, FigureSource | Figure]

    def __post_init__(self) -> None:
        given = dict(instance(self.sources, Mapping, "the sources of several figures"))
        for name, source in given.items():
            instance(source, (FigureSource, Figure), f"the source of the figure {name!r}")
        object.__setattr__(self, "sources", MappingProxyType(given))

    def figure(self) -> Figure:
        """All figures as one."""
        made = {n: s if isinstance(s, Figure) else s.figure() for n, s in self.sources.items()}
        return Company(made)

    def __hash__(self) -> int:
        return hash(tuple(self.sources.items()))

    def __reduce__(self) -> Any:  # a read-only mapping cannot be pickled
        return CompanySource, (dict(self.sources),)


def builders() -> dict[str, Callable[..., Figure]]:
    """The functions that build figures, by name: "human" and those of `poise.figures`."""
    import poise.figures
    from poise.people import human

    return {"human": human, **{name: getattr(poise.figures, name) for name in poise.figures.__all__}}
