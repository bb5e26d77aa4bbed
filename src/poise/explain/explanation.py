"""The explanation: for every task that is not met, who stops it and what would help."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from poise.errors import UnknownNameError
from poise.explain.suspect import Kind
from poise.readable import Readable


@dataclass(frozen=True)
class Relaxation:
    """The least that would have to give way: so much is enough, and 5 % less is not, from the compromise.

    `amounts`: (value, "m" or "rad"), by what; `words`: the same in words. `local`: it was found by local solves from
    the compromise, so that from elsewhere less may do; else it is what the compromise lacks. `other_way`: so much is
    enough from where the solve began; from the compromise nothing of the kind is, or the question cannot be put there.
    """

    amounts: tuple[tuple[float, str], ...]
    words: str
    local: bool = False
    other_way: bool = False


@dataclass(frozen=True)
class Culprit:
    """Something that stops a task, checked by solving again without it.

    `kind`: "task", "limit", "coupling", "recruits" (a joint that may not help; "" for all of them), "force" (of a task
    about forces), "support" (that its supports slip), "start" (the task is met from another start; named "way round":
    from one beside the things that hold it up) or "steps" (it is met with more steps). `level`: of a task. `residual`,
    `unit`: what the task misses by without the culprit; `share`: by how much of it that is less, 0 … 1; shares of
    several culprits need not add up to 1. `meets`: whether the task is met then. `other_way`: it is, but not from the
    compromise, only from where the solve began, and so is how little would do. `local`: the residual is what local
    solves from the compromise and from the start have left, so that another pose may do better. `relaxation`: how
    little would do, when known.
    `because`: of a task about forces or the world, what would happen without it: what slips, how far the body tips, or
    which pairs overlap.
    """

    kind: Kind
    name: str
    level: int | None
    residual: float
    unit: str
    share: float
    meets: bool
    relaxation: Relaxation | None = None
    because: str = ""
    other_way: bool = False

    @property
    def local(self) -> bool:
        """Whether the residual comes from local solves; that a task is met needs no other proof than the pose."""
        return not self.meets


@dataclass(frozen=True)
class Combination:
    """Culprits that only together make room: without all of `names` the task is met, without fewer it is not."""

    kinds: tuple[Kind, ...]
    names: tuple[str, ...]
    residual: float
    unit: str


@dataclass(frozen=True)
class Finding:
    """Why one task is not met.

    `residual`, `unit`: what it misses by. `culprits`: the most guilty first. `combined`: sets of culprits of which
    none is enough alone. `harmless`: what was suspected and tried, and does not matter. `out_of_reach`: what it would
    miss by with nothing else in the way, no limit and no other task; 0 when it could then be met.
    `relaxation`: how little its own goal would have to give way. `untried`: suspects, the least likely ones, and "sets
    of several", that were left out because it would have taken too long.
    """

    task: str
    level: int
    residual: float
    unit: str
    culprits: tuple[Culprit, ...]
    combined: tuple[Combination, ...]
    harmless: tuple[str, ...]
    out_of_reach: float
    relaxation: Relaxation
    untried: tuple[str, ...] = ()

    @property
    def stopped_by(self) -> tuple[str, ...]:
        """The culprits whose removal alone meets the task."""
        return tuple(culprit.name for culprit in self.culprits if culprit.meets)

    def culprit(self, name: str) -> Culprit:
        """What was found about one culprit."""
        found = next((culprit for culprit in self.culprits if culprit.name == name), None)
        if found is None:
            raise UnknownNameError("culprit", name, [c.name for c in self.culprits], f"task {self.task!r}")
        return found


@dataclass(frozen=True)
class Explanation(metaclass=Readable):
    """Why tasks are not met: one finding each, the most important task first. `trials`: how many solves it took.

    Printed it reads as sentences; in a notebook it is a table; `to_dict` gives plain values, metres and radians.
    """

    findings: tuple[Finding, ...]
    met: tuple[str, ...]
    trials: int

    def task(self, name: str) -> Finding:
        """The finding about one task."""
        found = next((finding for finding in self.findings if finding.task == name), None)
        if found is None:
            raise UnknownNameError("unmet task", name, [f.task for f in self.findings], "the explanation")
        return found

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        findings = [{**_plain(asdict(f)), "stopped_by": list(f.stopped_by)} for f in self.findings]
        return {"findings": findings, "met": list(self.met), "trials": self.trials}

    def __str__(self) -> str:
        from poise.explain.words import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        from poise.explain.page import as_html

        return as_html(self)


def _plain(value: Any) -> Any:
    """Tuples as lists, all the way down."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
