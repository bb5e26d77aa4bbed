"""What holds a drag that comes no farther: Why? in a tenth of a second, for a hand that waits for no account.

The same trials as those of `explain`, without whom would it come nearer, of some steps each, from where the body is.
How little would do, other starts and sets of several are left to Why? itself, which the goal has once it is kept.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from poise.explain.suspect import Suspect, held, others
from poise.explain.trials import Trials
from poise.explain.words import amount
from poise.solution import Solution
from poise.studio.protocol.answers import Holders

FAR = {"m": 0.02, "rad": 0.05}
"""What a drag may miss without a word, by unit: 2 cm as for what springs back, 3°."""
LOOK = 10
"""Steps of a trial. With 25 the same suspects are found, in four times the time."""
SHARE = 0.25
"""Of the miss, what must be gained without a suspect for it to be named, and left of the most that anybody gains."""
PATIENCE = 0.3
"""Seconds of the processor after which nobody else is tried; most drags take a third of that."""
MOST = 3
"""Suspects that are named, and of pins that hold together; the others are counted: a hand reads no list."""
NO_LEAN = "Natural goes no farther than a body does without twisting: Body (B) goes on"


@dataclass(frozen=True)
class Led:
    """What a hand leads or has led: the account of it, the names of its tasks, and whether the body has come to rest.

    `gentle`: the body may stop by itself before anything stops it, as in the natural way.
    """

    solution: Solution
    tasks: tuple[str, ...]
    rests: bool
    gentle: bool


def holders(led: Led | None) -> Holders:
    """What keeps a drag from coming farther, in words and by name; nothing where it has come."""
    nothing = Holders(words="", missed="", tasks=[], limits=[])
    if led is None or led.solution.question is None:
        return nothing
    worst = max((led.solution.task(name) for name in led.tasks), key=lambda t: t.residual, default=None)
    if worst is None or worst.residual < FAR.get(worst.unit, 0.0):
        return nothing
    missed = amount(worst.residual, worst.unit)
    question = replace(led.solution.question.decided(), max_steps=LOOK, criteria=())
    for name in {*led.tasks} - {worst.name}:  # the other side's
        question = question.without(name)
    trials = Trials(led.solution, question, worst.name, lambda: None)

    began = time.thread_time()

    def gain(*suspects: Suspect) -> float:
        answer = trials.way(suspects) if time.thread_time() - began < PATIENCE else None
        return 0.0 if answer is None else 1.0 - answer.task(worst.name).residual / worst.residual

    free = gain()
    if free > 1.0 - SHARE:  # nothing holds it: it was let go on the way, or Natural has had enough
        return replace(nothing, words=NO_LEAN if led.gentle and led.rests else "", missed=missed)
    suspects = [*others(trials.question, worst.name), *held(led.solution)]
    gains = {suspect: gain(suspect) - max(free, 0.0) for suspect in suspects}
    most = max(gains.values(), default=0.0)
    enough = SHARE * most if most > SHARE else 1.0
    named = sorted((s for s in suspects if gains[s] > enough), key=lambda s: -gains[s])[:MOST]
    if not named:  # nobody alone: all pins together
        pins = [s for s in suspects if s.kind == "task" and s.name.startswith(("hold ", "pin "))]
        named = pins if pins and gain(*pins) - max(free, 0.0) > SHARE else []
    if not named and led.gentle and free > SHARE:
        return replace(nothing, words=NO_LEAN, missed=missed)
    return Holders(
        words=f"held by {_listed([_called(s) for s in named])}" if named else "out of reach",
        missed=missed,
        tasks=[s.name for s in named if s.kind == "task"],
        limits=[s.name for s in named if s.kind == "limit"],
    )


def _called(suspect: Suspect) -> str:
    if suspect.kind == "task":
        return "what it touches" if suspect.name.startswith("avoid ") else f"“{suspect.name.replace('_', ' ')}”"
    return f"the {suspect.kind} {suspect.name.replace('_', ' ').replace('.', ': ')}"


def _listed(words: list[str]) -> str:
    if len(words) > MOST:
        return f"{', '.join(words[: MOST - 1])} and {len(words) - MOST + 1} more"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
