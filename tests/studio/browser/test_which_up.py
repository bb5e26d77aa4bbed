"""Which way is up in a file: asked in the page when the figure lies as it was read, and not when it stands."""

from __future__ import annotations

import math
from pathlib import Path

from visit import Visit

import poise

QUARTER = math.sqrt(0.5)


def height(window: Visit) -> float:
    """From the lowest segment of the body to the highest, m."""
    rows = window.placements()[1::7]
    return max(rows) - min(rows)


def opened(window: Visit, file: str) -> None:
    window.press("Control+o")
    window.button(file).click()
    window.until(lambda: window.document()["undo"][:1] not in ([], ["new"]), f"{file} is open")
    window.settled()


def test_a_figure_that_lies_is_asked_about_and_one_that_stands_is_not(fresh: Visit, workspace: Path) -> None:
    human = poise.human()
    human.rest().save(workspace / "upright.glb")
    lying = human.rest().with_joints({"root": (0.0, 0.2, 0.0, QUARTER, 0.0, 0.0, QUARTER)})  # its head along z
    lying.save(workspace / "laid.glb")

    opened(fresh, "upright.glb")
    assert height(fresh) > 1.2
    question = fresh.page.get_by_test_id("which-up")
    assert question.count() == 0

    opened(fresh, "laid.glb")
    question.wait_for()
    assert "Which way is up in laid.glb?" in question.inner_text()
    assert height(fresh) < 0.6
    fresh.picture("which_up")
    question.get_by_role("button", name="Z is up").click()
    fresh.gone(question, "the question")
    fresh.until(lambda: height(fresh) > 1.2, "the figure stands")
