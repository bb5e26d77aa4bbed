"""Which segments keep out of each other: found, listed, changed, and saved with the figure."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import poise
from poise.world.body import SelfPair

HUMAN = poise.human()
HAND_ON_HEAD = poise.SelfPair("left_hand", "head", 0.01)


def test_a_figure_says_whether_it_brings_pairs_of_its_own() -> None:
    assert HUMAN.self_pairs is None
    own = HUMAN.with_self_pairs([HAND_ON_HEAD])
    assert poise.self_pairs(own) == own.self_pairs == (HAND_ON_HEAD,)
    assert own != HUMAN
    assert own.with_self_pairs(None) == HUMAN
    assert len(poise.self_pairs(own.with_self_pairs(None))) == len(poise.self_pairs(HUMAN)) > 150


@pytest.mark.parametrize("pairs", [[HAND_ON_HEAD, poise.SelfPair("right_thigh", "left_thigh")], []])
def test_they_are_saved_with_the_figure(tmp_path: Path, pairs: list[SelfPair]) -> None:
    own = HUMAN.with_self_pairs(pairs)
    own.save(tmp_path / "own.yaml")
    read = poise.Figure.load(tmp_path / "own.yaml")
    assert read == own
    assert poise.self_pairs(read) == tuple(pairs)
    assert pickle.loads(pickle.dumps(own)) == own
    HUMAN.save(tmp_path / "usual.yaml")
    assert "self_pairs" not in (tmp_path / "usual.yaml").read_text("utf-8")


def test_they_go_along_when_a_figure_is_made_from_another() -> None:
    own = HUMAN.with_self_pairs([HAND_ON_HEAD])
    assert own.rerooted("left_foot").self_pairs == (HAND_ON_HEAD,)
    assert own.scaled(1.1).self_pairs == (HAND_ON_HEAD,)
    assert own.mirrored().self_pairs == (poise.SelfPair("right_hand", "head", 0.01),)
    assert own.subfigure("chest").self_pairs == (HAND_ON_HEAD,)
    assert own.subfigure("left_hand").self_pairs == ()
    together = poise.company({"ann": own.rest(), "bob": HUMAN.rest()}).figure
    assert poise.SelfPair("ann/left_hand", "ann/head", 0.01) in poise.self_pairs(together)
    assert sum(p.first.startswith("ann/") and p.second.startswith("ann/") for p in poise.self_pairs(together)) == 1


def test_a_solve_keeps_them_and_no_others() -> None:
    """Hands that may go through the chest do."""
    start = HUMAN.pose("t_pose")
    inside = [[poise.Hold("pelvis"), poise.Hold("chest")], poise.Reach("left_hand", (0.0, 1.25, 0.0))]
    kept = poise.solve(start, inside, avoid_self=True)
    free = poise.solve(HUMAN.with_self_pairs([HAND_ON_HEAD]).pose("t_pose"), inside, avoid_self=True)
    assert not kept.tasks[-1].met
    assert free.status == "converged"


def test_pairs_of_no_segment_are_refused() -> None:
    with pytest.raises(poise.PoiseError, match=r"left_hnad.*left_hand"):
        HUMAN.with_self_pairs([poise.SelfPair("left_hnad", "head")])
    with pytest.raises(poise.PoiseError, match="several SelfPairs"):
        HUMAN.with_self_pairs(["left_hand"])  # type: ignore[list-item]


def test_the_command_line_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    from typer.testing import CliRunner

    from poise.cli.main import app

    told = json.loads(CliRunner().invoke(app, ["info", "human", "--json"]).output)
    wanted = [(pair.first, pair.second, pair.depth) for pair in poise.self_pairs(HUMAN)]
    assert [tuple(pair) for pair in told["self_pairs"]] == wanted
