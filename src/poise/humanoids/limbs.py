"""Arms and legs by the names of bones: by the table of a rig, else by the words in them."""

from __future__ import annotations

from poise.figure.figure import Figure
from poise.humanoids.match import Match
from poise.humanoids.parts import LIMBS, NEEDED, SIDES
from poise.humanoids.rigs import RIGS
from poise.humanoids.skeleton import Skeleton
from poise.humanoids.words import is_aside, plain, scores, side_in

ELSEWHERE = 0.5
"""How much a foot counts that the shank does not carry, as in rigs whose feet are placed by themselves."""


def is_machine(figure: Figure) -> bool:
    """Whether joints have limits of their own or turn about single axes, as those of robots do."""
    joints = [joint for joint in figure.joints.values() if joint is not figure.base and joint.dof]
    singles = sum(joint.model in ("hinge", "slide", "elbow", "swing") for joint in joints)
    return any(joint.limits for joint in joints) or 2 * singles > len(joints)


def by_table(skeleton: Skeleton) -> dict[str, Match]:
    """The limbs by the table that knows most of the bones, if it knows all that a person needs."""
    bones: dict[str, str] = {}
    for name in skeleton.bones:
        bones.setdefault(plain(name), name)
    best: tuple[int, int] = (0, 0)
    found: dict[str, Match] = {}
    for rig in RIGS:
        named = {part: bones[plain(name)] for part, name in rig.names().items() if plain(name) in bones}
        if not set(NEEDED) <= set(named) or not _in_order(skeleton, named):
            continue
        score = (len(named), sum(plain(name) in bones for name in (*rig.spine, *rig.neck)))
        if score > best:
            best = score
            found = {part: Match((bone,), 1.0, rig.name) for part, bone in named.items()}
    return found


def by_words(skeleton: Skeleton) -> dict[str, Match]:
    """The limbs by the words in the names of bones and of the joints that carry them."""
    machine, found = is_machine(skeleton.figure), dict[str, Match]()
    for side in SIDES:
        for parts in LIMBS.values():
            candidates = _candidates(skeleton, side, parts)
            chosen = _grouped(candidates) if machine else _best_chain(skeleton, candidates, parts)
            found |= {f"{side}_{part}": match for part, match in chosen.items()}
    return found


def _in_order(skeleton: Skeleton, named: dict[str, str]) -> bool:
    pairs = (("upper_arm", "forearm"), ("thigh", "shank"))
    return all(skeleton.carries(named[f"{s}_{a}"], named[f"{s}_{b}"]) for s in SIDES for a, b in pairs)


def _candidates(skeleton: Skeleton, side: str, parts: tuple[str, ...]) -> dict[str, dict[str, float]]:
    """Bone: how well it fits the parts of this limb, root first."""
    found = {}
    for bone in skeleton.bones.values():
        fits: dict[str, float] = {}
        for name in dict.fromkeys((bone.name, bone.joint)):
            if side_in(name) == side and not is_aside(name):
                own = {part: fit for part, fit in scores(name).items() if part in parts}
                fits = {part: max(fits.get(part, 0.0), own.get(part, 0.0)) for part in {*fits, *own}}
        if fits:
            found[bone.name] = fits
    return found


def _grouped(candidates: dict[str, dict[str, float]]) -> dict[str, Match]:
    """Every bone as what it fits best; bones in a row that fit the same are one part."""
    rows: dict[str, list[tuple[str, float]]] = {}
    for bone, fits in candidates.items():
        part = max(fits, key=lambda p: fits[p])
        rows.setdefault(part, []).append((bone, fits[part]))
    return {
        part: Match(tuple(bone for bone, _ in row), max(fit for _, fit in row), "words") for part, row in rows.items()
    }


def _best_chain(
    skeleton: Skeleton, candidates: dict[str, dict[str, float]], parts: tuple[str, ...]
) -> dict[str, Match]:
    """One bone a part, each carried by the one before, so that together they fit best (dynamic programming)."""
    best: dict[tuple[str, str], tuple[float, dict[str, Match]]] = {}
    top: tuple[float, dict[str, Match]] = (0.0, {})
    for part in parts:  # outwards, since rigs that place feet by themselves list them anywhere
        for bone, fit in ((bone, fits[part]) for bone, fits in candidates.items() if part in fits):
            here: tuple[float, dict[str, Match]] = (fit, {part: Match((bone,), fit, "words")})
            for (other, before), (total, chain) in best.items():
                if parts.index(before) >= parts.index(part) or other == bone:
                    continue
                share = 1.0 if skeleton.carries(other, bone) else ELSEWHERE if part == "foot" else 0.0
                if share and total + share * fit > here[0]:
                    match = Match((bone,), share * fit, "words")
                    here = (total + share * fit, {**chain, part: match})
            best[bone, part] = here
            top = max(top, here, key=lambda entry: entry[0])
    return top[1]
