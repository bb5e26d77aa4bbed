"""Figures that do not hold together: each mistake is refused with words that name it."""

from __future__ import annotations

import numpy as np
import pytest

import poise
from poise import (
    Coupling,
    Figure,
    FigureError,
    Group,
    InputError,
    Joint,
    LimbChain,
    Mirror,
    Segment,
    Site,
    Sole,
    UnknownNameError,
)
from refusals import BASE, HINGE, A, B, C, figure, refused

TREES = {
    "a cycle": (
        lambda: figure([A, B, C], [BASE, HINGE, Joint("j2", "hinge", "b", "c"), Joint("j3", "ball", "c", "a")]),
        FigureError,
        "the joints form a cycle: 'j3' joins 'c' and 'a', which are connected already",
    ),
    "two joints between two segments": (
        lambda: figure(None, [BASE, HINGE, Joint("again", "slide", "b", "a")]),
        FigureError,
        "the joints form a cycle: 'again'",
    ),
    "a loose segment": (lambda: figure([A, B, C]), FigureError, "not connected to 'a': segment 'c'"),
    "two loose parts": (
        lambda: figure([A, B, C, Segment("d")], [BASE, HINGE, Joint("j", "ball", "c", "d")]),
        FigureError,
        "not connected to 'a': segment 'c', 'd'",
    ),
    "no base": (lambda: figure(None, [HINGE]), FigureError, "no joint hangs on the world: one joint, free or fixed"),
    "two bases": (
        lambda: figure(None, [BASE, Joint("second", "fixed", None, "b")]),
        FigureError,
        "several joints hang on the world: 'base', 'second'",
    ),
    "no segments": (
        lambda: Figure("f", [], [BASE]),
        UnknownNameError,
        "the figure has no segment 'a'; it has no segments at all",
    ),
    "a joint to nowhere": (
        lambda: figure(None, [BASE, HINGE, Joint("j", "ball", "a", "bb")]),
        UnknownNameError,
        "joint 'j' is loose: the figure has no segment 'bb'; did you mean 'b'?",
    ),
    "a joint to itself": (lambda: Joint("j", "hinge", "a", "a"), FigureError, "joint 'j' joins segment 'a' to itself"),
    "an unknown root": (lambda: figure(root="z"), UnknownNameError, "the figure has no segment 'z'; it has: a, b"),
}

NAMES = {
    "two segments": (lambda: figure([A, B, B]), FigureError, "two segments are named 'b'"),
    "two joints": (lambda: figure(None, [BASE, HINGE, HINGE]), FigureError, "two joints are named 'hinge'"),
    "two sites": (lambda: figure(sites=[Site("s", "a"), Site("s", "b")]), FigureError, "two sites are named 's'"),
    "two soles": (
        lambda: figure(soles=[Sole("s", "a", np.eye(3)), Sole("s", "b", np.eye(3))]),
        FigureError,
        "two soles are named 's'",
    ),
    "two limbs": (
        lambda: figure(sites=[Site("s", "a")], limbs=[LimbChain("l", "hinge", "hinge", "hinge", "s")] * 2),
        FigureError,
        "two limbs are named 'l'",
    ),
    "two groups": (lambda: figure(groups=[Group("g", ("hinge",))] * 2), FigureError, "two groups are named 'g'"),
    "two couplings": (
        lambda: figure(couplings=[Coupling("c", {"hinge": 1.0})] * 2),
        FigureError,
        "two couplings are named 'c'",
    ),
    "an empty name": (lambda: Segment(""), InputError, "the name of a segment must be a non-empty text"),
    "a name with space around": (lambda: Site(" s", "a"), InputError, "without spaces around it, not ' s'"),
    "a name that is no text": (
        lambda: Joint(3, "hinge", "a", "b"),
        InputError,
        "the name of a joint must be a non-empty text",
    ),
    "a figure without a name": (
        lambda: Figure("", [A], [BASE]),
        InputError,
        "the name of a figure must be a non-empty text",
    ),
    "a group without a name": (lambda: Group("", ()), InputError, "the name of a group must be a non-empty text"),
    "a limb without a name": (
        lambda: LimbChain("", "a", "b", "c", "d"),
        InputError,
        "the name of a limb must be a non-empty text",
    ),
    "a site on nothing": (
        lambda: figure(sites=[Site("s", "bb")]),
        UnknownNameError,
        "'s' sits on nothing: the figure has no segment 'bb'",
    ),
    "a sole on nothing": (
        lambda: figure(soles=[Sole("s", "bb", np.eye(3))]),
        UnknownNameError,
        "'s' sits on nothing: the figure has no segment 'bb'",
    ),
    "a limb of no joint": (
        lambda: figure(sites=[Site("s", "a")], limbs=[LimbChain("l", "hinge", "hing", "hinge", "s")]),
        UnknownNameError,
        "the figure has no joint 'hing'; did you mean 'hinge'?",
    ),
    "a limb to no site": (
        lambda: figure(limbs=[LimbChain("l", "hinge", "hinge", "hinge", "s")]),
        UnknownNameError,
        "the figure has no site 's'; it has no sites at all",
    ),
    "a group of no joint": (
        lambda: figure(groups=[Group("g", ("knee",))]),
        UnknownNameError,
        "the figure has no joint 'knee'; it has: base, hinge",
    ),
    "a posture of no joint": (
        lambda: figure(postures={"up": {"knee": 1.0}}),
        UnknownNameError,
        "the figure has no joint 'knee'; it has: base, hinge",
    ),
    "a group that is one text": (
        lambda: Group("g", "hinge"),
        InputError,
        "the joints of group 'g' must be several names, not 'hinge'",
    ),
    "a coupling without factors": (
        lambda: Coupling("c", ["hinge"]),
        InputError,
        "the terms of coupling 'c' must be a Mapping, not ['hinge']",
    ),
    "a mirror pair of one": (lambda: Mirror("x", (("a",),)), InputError, "a mirror pair is two names, not ('a',)"),
    "a mirror axis": (lambda: Mirror("w"), UnknownNameError, "a mirror has no axis 'w'; it has: x, y, z"),
    "a joint with two partners": (
        lambda: Mirror("x", (("a", "b"), ("c", "a"))),
        FigureError,
        "'a' has two mirror partners",
    ),
}


@pytest.mark.parametrize("case", TREES)
def test_trees(case: str) -> None:
    refused(*TREES[case])


@pytest.mark.parametrize("case", NAMES)
def test_names(case: str) -> None:
    refused(*NAMES[case])


def test_many_loose_segments_are_not_all_listed() -> None:
    with pytest.raises(FigureError) as caught:
        figure([A, B, *(Segment(f"loose{i}") for i in range(1000))])
    assert len(str(caught.value)) < 300


def test_errors_keep_their_fields() -> None:
    with pytest.raises(UnknownNameError) as caught:
        figure().joint("hing")
    assert (caught.value.kind, caught.value.name, caught.value.choices) == ("joint", "hing", ("base", "hinge"))
    assert isinstance(caught.value, KeyError)


def test_a_limb_that_is_no_chain() -> None:
    human = poise.human()
    with pytest.raises(FigureError, match="'odd' is no chain: joint 'left_hip' does not carry joint 'right_elbow'"):
        human.with_limb(LimbChain("odd", "left_hip", "right_elbow", "neck", "eyes"))
    with pytest.raises(FigureError, match="joint 'left_hip' does not carry joint 'left_hip'"):
        human.with_limb(LimbChain("odd", "left_hip", "left_hip", "left_knee", "left_foot"))
