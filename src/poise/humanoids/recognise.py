"""From the bones of a figure to the parts of a person: limbs by names or shape, the middle by what lies between."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from poise.arrays import Array
from poise.errors import FigureError
from poise.humanoids.limbs import by_table, by_words, is_machine
from poise.humanoids.match import GIVEN, Match
from poise.humanoids.parts import NEEDED, PARTS, SIDES, SPINE
from poise.humanoids.shape import by_shape
from poise.humanoids.skeleton import Skeleton
from poise.humanoids.words import is_aside, scores, side_in

HEIGHTS = {"abdomen": 0.20, "midriff": 0.52, "chest": 0.74, "neck": 1.18}
"""Where the joints of `poise.human` are on the way from the hips (0) to the height of the shoulders (1)."""

UPRIGHT = -0.5
"""The cosine between trunk and legs up to which a figure is a person: legs go on where the trunk ends, within 60°."""


def recognised(skeleton: Skeleton, given: Mapping[str, str | None]) -> dict[str, Match]:
    """Part: bone. `given`: what is known already, None for parts that there are not.

    Raises `FigureError`, which says what is missing or odd, when the figure is no person.
    """
    told = {part: Match((bone,), 1.0, GIVEN) for part, bone in given.items() if bone is not None}
    limbs = _limbs(skeleton, told)
    missing = [part for part in NEEDED if part not in limbs]
    if missing:
        seen = ", ".join(f"{part}: {match.bone}" for part, match in limbs.items()) or "nothing of a person"
        raise FigureError(
            f"the figure {skeleton.figure.name!r} is no person: it has no {', '.join(missing)} (found: {seen}); give "
            "them as bones={part: bone}, or use it as a plain figure"
        )
    _require_upright(skeleton, limbs)
    found = {**_middle(skeleton, limbs), **limbs, **told}
    return {part: found[part] for part in PARTS if part in found and given.get(part, "") is not None}


def ends(skeleton: Skeleton, matches: Mapping[str, Match]) -> dict[str, Array]:
    """Where parts that no joint moves begin, by sites of their names: a robot's head or hands in one piece with what
    carries them."""
    pose, found = skeleton.figure.rest(), dict[str, Array]()
    for site in skeleton.figure.sites.values():
        side = side_in(site.name)
        for name, fit in scores(site.name).items():
            part = f"{side}_{name}" if side else name
            if fit == 1.0 and name in ("head", "hand", "foot") and part not in matches and not is_aside(site.name):
                found.setdefault(part, np.array(pose.position(site.name)))
    return found


def _limbs(skeleton: Skeleton, told: Mapping[str, Match]) -> dict[str, Match]:
    """By the first way that finds all limbs together with what is told."""
    ways = (by_words, by_table, by_shape) if is_machine(skeleton.figure) else (by_table, by_words, by_shape)
    found: dict[str, Match] = {}
    for way in ways:
        found = {**way(skeleton), **told}
        if set(NEEDED) <= set(found):
            used = {bone for match in found.values() for bone in match.bones}
            more = {part: match for part, match in by_words(skeleton).items() if not used & set(match.bones)}
            return {**more, **found}  # a rig may have parts that its table does not know
    return {**by_words(skeleton), **told}


def _require_upright(skeleton: Skeleton, limbs: Mapping[str, Match]) -> None:
    hips, shoulders, knees = (_between(skeleton, limbs, part) for part in ("thigh", "upper_arm", "shank"))
    trunk, legs = shoulders - hips, knees - hips
    size = float(np.linalg.norm(trunk) * np.linalg.norm(legs))
    if size < 1e-12 or float(trunk @ legs) / size > UPRIGHT:
        raise FigureError(
            f"the figure {skeleton.figure.name!r} is no person: its legs do not go on from its trunk, as in people, "
            "but stand across it, as in animals on four legs; it works as a plain figure"
        )


def _between(skeleton: Skeleton, limbs: Mapping[str, Match], part: str) -> Array:
    left, right = (skeleton.bones[limbs[f"{side}_{part}"].bones[0]].center for side in SIDES)
    return np.asarray((left + right) / 2)


def _middle(skeleton: Skeleton, limbs: Mapping[str, Match]) -> dict[str, Match]:
    """Pelvis, spine, neck and head: what carries the limbs, by height."""
    how = limbs[NEEDED[0]].how
    sure = min(limbs[part].certainty for part in NEEDED)
    thighs, arms = ([limbs[f"{side}_{part}"].bones[0] for side in SIDES] for part in ("thigh", "upper_arm"))
    pelvis, chest = skeleton.meeting(*thighs), skeleton.meeting(*arms)
    if "pelvis" in limbs and all(skeleton.carries(limbs["pelvis"].bone, thigh) for thigh in thighs):
        pelvis = limbs["pelvis"].bone
    height = _heights(skeleton, limbs)
    found = {"pelvis": pelvis}
    found |= _spine(skeleton.way(pelvis, chest)[1:], height)
    head = limbs["head"].bone if "head" in limbs else _head(skeleton, chest, arms)
    if head is not None:
        way = skeleton.way(chest, head)[1:]
        heads = [bone for bone in way[:-1] if scores(bone).get("head", 0.0) == 1.0]
        necks = [bone for bone in way[:-1] if bone not in (*found.values(), *heads)]
        if necks:
            found["neck"] = min(necks, key=lambda bone: abs(height[bone] - HEIGHTS["neck"]))
        found["head"] = head
    return {part: Match((bone,), _certainty(part, bone, sure), how) for part, bone in found.items()}


def _certainty(part: str, bone: str, sure: float) -> float:
    """As sure as the limbs, and surer where the name agrees."""
    return max(sure, scores(bone).get(part, 0.0))


def _heights(skeleton: Skeleton, limbs: Mapping[str, Match]) -> dict[str, float]:
    """How high every bone begins: the hips are at 0, the shoulders at 1."""
    hips, shoulders = (_between(skeleton, limbs, part) for part in ("thigh", "upper_arm"))
    way = shoulders - hips
    return {name: float((bone.center - hips) @ way / (way @ way)) for name, bone in skeleton.bones.items()}


def _spine(bones: list[str], height: Mapping[str, float]) -> dict[str, str]:
    """Our spine's parts among the bones between pelvis and arms; of two or more the last one is the chest."""
    count = min(len(bones), len(SPINE))
    choices = []
    for some in combinations(bones, count):
        for parts in combinations(SPINE, count):
            if count > 1 and (some[-1] != bones[-1] or parts[-1] != "chest"):
                continue
            off = sum(abs(height[bone] - HEIGHTS[part]) for bone, part in zip(some, parts, strict=True))
            choices.append((off, dict(zip(parts, some, strict=True))))
    return min(choices, key=lambda choice: choice[0])[1] if choices else {}


def _head(skeleton: Skeleton, chest: str, arms: list[str]) -> str | None:
    """The bone called head, else the last one called neck, else the last of the branch that rises from the chest."""
    rest = [b for b in skeleton.under(chest) if not any(skeleton.carries(skeleton.way(chest, a)[1], b) for a in arms)]
    plain = [bone for bone in rest if not side_in(bone) and not is_aside(bone)]
    for least in (1.0, 0.4):
        named = [bone for bone in plain if scores(bone).get("head", 0.0) >= least]
        if named:
            return named[0] if least == 1.0 and not is_machine(skeleton.figure) else named[-1]
    up = skeleton.up()
    risen = [b for b in plain if float((skeleton.bones[b].center - skeleton.bones[chest].center) @ up) > 0.0]
    return max(risen, key=lambda b: float(skeleton.bones[b].center @ up), default=None)
