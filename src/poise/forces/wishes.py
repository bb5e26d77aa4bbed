"""Tasks and criteria about forces take those of the solve when they have none of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, NamedTuple, TypeVar

import numpy as np

from poise.errors import InputError
from poise.figure.check import shown
from poise.forces.force import AnyForce, Force, Press, Weight
from poise.forces.support import Support

Wish = TypeVar("Wish")
FORCES, FORCE_NAMES = (Force, Weight, Press), "Force, Weight or Press"


class Loads(NamedTuple):
    """The forces and supports of a solve."""

    forces: tuple[AnyForce, ...]
    supports: tuple[Support, ...]

    def of(self, name: str | None) -> Loads:
        """Those of one of several figures, by its own names; without a name, all."""
        if name is None:
            return self
        prefix = f"{name}/"
        return Loads(*(tuple(_own(load, prefix) for load in loads if load.site.startswith(prefix)) for loads in self))

    def require_figures(self, names: Iterable[str]) -> None:
        """Raise when a load does not say on which of several figures it acts."""
        known = tuple(names)
        for load in (*self.forces, *self.supports):
            owners = {site.partition("/")[0] for site in _sites(load).values()}
            if known and len(owners) > 1:
                raise InputError(
                    f"the {type(load).__name__} at {load.site!r} acts on two figures: give each its own Force"
                )
            if known and load.site.partition("/")[0] not in known:
                advice = f"of several figures, say whose it is: {known[0]}/{load.site}"
                raise InputError(f"the {type(load).__name__} at {load.site!r} is nowhere; {advice}")


def _sites(load: Any) -> dict[str, str]:
    """The sites that a load names, by field."""
    return {name: site for name in ("site", "site_b", "onto") if (site := getattr(load, name, None)) is not None}


def _own(load: Any, prefix: str) -> Any:
    return replace(load, **{name: site.removeprefix(prefix) for name, site in _sites(load).items()})


NO_LOADS = Loads((), ())
"""What there is nearly always: it is told by its identity."""


def checked(forces: Any, supports: Any) -> Loads:
    """Forces and supports as tuples of what they should be."""
    if type(forces) is tuple and type(supports) is tuple and not forces and not supports:
        return NO_LOADS
    return Loads(_all(forces, FORCES, "forces", FORCE_NAMES), _all(supports, (Support,), "supports", "Support"))


def checked_own(wish: Any) -> None:
    """Check the forces and supports that a task or criterion has of its own, and keep them as tuples."""
    kinds: tuple[tuple[str, tuple[type, ...], str], ...] = (
        ("forces", FORCES, FORCE_NAMES),
        ("supports", (Support,), "Support"),
    )
    for name, kind, names in kinds:
        given = getattr(wish, name, None)
        if given is not None:
            object.__setattr__(wish, name, _all(given, kind, f"{name} of {type(wish).__name__}", names))


def under(wish: Wish, forces: tuple[Any, ...], supports: tuple[Any, ...]) -> Wish:
    """The task or criterion with the forces and supports of the solve, unless it has its own."""
    if not (forces or supports) or not is_dataclass(wish) or isinstance(wish, type):
        return wish
    if not {"forces", "supports"} <= {f.name for f in fields(wish)}:
        return wish
    own: Any = wish
    if own.forces is not None or own.supports is not None:
        return wish
    return replace(own, forces=forces, supports=supports)  # type: ignore[no-any-return]


def _all(values: Any, kinds: tuple[type, ...], what: str, names: str) -> tuple[Any, ...]:
    if type(values) not in (list, tuple) and (
        isinstance(values, (*kinds, str, bytes, Mapping, np.ndarray)) or not isinstance(values, Iterable)
    ):
        raise InputError(f"{what} must be a list of {names}, not {shown(values)}")
    found = tuple(values)
    for value in found:
        if not isinstance(value, kinds):
            meant = f"; write {kinds[0].__name__}({value!r})" if isinstance(value, str) and len(kinds) == 1 else ""
            raise InputError(f"{what} must be a list of {names}, but it holds {shown(value)}{meant}")
    return found
