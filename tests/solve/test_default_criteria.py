"""Natural serves people when no criterion is given; an empty list is none; other figures have none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import poise
from poise import Hold, Natural, NearPose, Reach, Scene, Session, solve
from refusals import refused

MAN = poise.human()
REST = MAN.rest()
LEVELS = [[Hold("left_foot"), Hold("right_foot")], Reach("right_hand", (-0.2, 0.2, 0.4))]
CHAIN = poise.figures.chain(4)
TIP = [Reach(list(CHAIN.sites)[-1], (0.5, 0.5, 0.0))]


def test_people_are_natural_and_the_solution_says_so() -> None:
    solution = solve(REST, LEVELS)
    assert [c.name for c in solution.criteria] == ["Natural"]
    assert "criteria: Natural" in str(solution)
    assert "criteria: Natural" in solution._repr_html_()
    assert solution.pose == solve(REST, LEVELS, criteria=[Natural()]).pose
    assert solution.question is not None
    assert solution.question.criteria == (Natural(),)


@pytest.mark.parametrize("none", [(), []])
def test_an_empty_list_is_none(none: object) -> None:
    for criteria in (
        solve(REST, LEVELS, criteria=none).criteria,
        Session(REST, LEVELS, criteria=none).criteria,
        Scene(REST, LEVELS, none).criteria,
    ):
        assert criteria == ()
    assert "criteria" not in str(solve(REST, LEVELS, criteria=none))


def test_other_figures_have_none() -> None:
    solution = solve(CHAIN.rest(), TIP)
    assert solution.criteria == Session(CHAIN.rest(), TIP).criteria == Scene(CHAIN.rest(), TIP).criteria == ()
    assert solution.pose == solve(CHAIN.rest(), TIP, criteria=()).pose


@pytest.mark.parametrize("who", [poise.human(hands=True), MAN.scaled(0.6), MAN.rerooted("left_foot")])
def test_everybody_of_poise_human(who: poise.Figure) -> None:
    assert Session(who.rest(), [Hold("left_foot")]).criteria == (Natural(),)


def test_a_session_can_go_back_to_the_default() -> None:
    session = Session(REST, LEVELS, criteria=())
    session.criteria = [NearPose(REST)]
    session.criteria = None
    assert session.criteria == (Natural(),)
    refused(lambda: setattr(session, "criteria", 3), poise.InputError, "criteria must be a list")
    assert session.criteria == (Natural(),)


def test_new_files_say_natural_and_files_that_say_nothing_mean_none(tmp_path: Path) -> None:
    scene, file = Scene(REST, LEVELS), tmp_path / "scene.yaml"
    scene.save(file)
    text = file.read_text()
    assert "natural: {}" in text
    assert Scene.load(file) == scene
    silent = "\n".join(line for line in text.splitlines() if not line.startswith("criteria"))
    file.write_text(silent)
    assert Scene.load(file).criteria == ()
    assert Scene.load(file).solve().pose == solve(REST, LEVELS, criteria=()).pose


def test_a_script_says_what_serves(tmp_path: Path) -> None:
    source, near = poise.FigureSource("human"), [NearPose("rest")]
    for criteria, words in (
        ((), "criteria=[]"),
        (None, "criteria=[poise.Natural()]"),
        (near, "NearPose"),
    ):
        scene = Scene(REST, LEVELS, criteria, source=source)
        text = scene.script(tmp_path / "scene.py")
        assert words in text
        names: dict[str, object] = {"__file__": str(tmp_path / "scene.py")}
        exec(text, names)
        assert names["solution"].pose == scene.solve().pose  # type: ignore[attr-defined]
    assert "criteria" not in Scene(CHAIN.rest(), TIP).script(tmp_path / "chain.py")


def test_what_is_served_already_is_left_as_it_is() -> None:
    for start, tasks in ((REST, [LEVELS[0], poise.Balance()]), _sitting()):
        pose = solve(start, tasks).pose
        assert np.abs(start.difference(pose)).max() < 1e-9


def _sitting() -> tuple[poise.Pose, list[object]]:
    stance = MAN.stance("sitting")
    return stance.pose, [stance.tasks]
