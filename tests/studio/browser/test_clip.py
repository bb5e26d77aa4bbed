"""A clip in the page: opened, played, scrubbed by the pointer and by the space bar, filmed and downloaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from visit import Visit

import poise


def test_a_clip_is_played_scrubbed_and_exported(fresh: Visit, workspace: Path) -> None:
    human = poise.human()
    up = human.pose("arms_up")
    poise.Motion(human, [0.0, 0.2], [human.rest(), up], name="raise").save(workspace / "raise.vrma")
    fresh.press("Control+o")
    fresh.button("raise.vrma").click()
    bar = fresh.page.get_by_role("group", name="Clip", exact=True)
    bar.wait_for()
    end_of_clip = fresh.document()["clip"]["end"]  # 0.2 s, in the file's 32 bits
    assert fresh.site("left_hand")[1] < 1.0

    slider = bar.get_by_role("slider", name="Time")
    box = slider.bounding_box()
    assert box is not None
    middle, end = box["y"] + box["height"] / 2, box["x"] + box["width"]
    fresh.page.mouse.move(box["x"] + 8, middle)
    fresh.page.mouse.down()
    fresh.page.mouse.move((box["x"] + end) / 2, middle, steps=4)
    fresh.until(lambda: 0.06 < _clip(fresh)["time"] < 0.14, "the middle of the clip")
    fresh.page.mouse.move(end + 20, middle, steps=4)
    fresh.page.mouse.up()
    fresh.until(lambda: abs(_clip(fresh)["time"] - end_of_clip) < 1e-9, "the end of the clip")
    assert fresh.site("left_hand")[1] > 1.8
    assert fresh.document()["undo"][0] == "open the motion raise"
    fresh.picture("clip")

    bar.get_by_label("Speed").select_option("0.5")
    fresh.press("Space")  # it begins again at its end, until somebody stops it
    fresh.until(lambda: _clip(fresh)["playing"] and 0.0 < _clip(fresh)["time"] < 0.19, "it plays from the start again")
    bar.get_by_role("button", name="Begin again at the end").click()
    bar.get_by_role("button", name="Play").wait_for()
    assert _clip(fresh) == {"time": end_of_clip, "playing": False, "speed": 0.5, "loop": False, "showing": True}

    fresh.js("() => { const tell = poiseStudio.onFilm; poiseStudio.onFilm = (p) => { window.film = p; tell(p); }; }")
    bar.get_by_role("button", name="Export the clip").click()
    with fresh.page.expect_download() as started:
        fresh.page.get_by_role("menuitem", name="film (GIF)").click()
    assert Path(started.value.path()).read_bytes()[:6] == b"GIF89a"
    assert started.value.suggested_filename.endswith("raise.gif")
    assert fresh.js("[film.done, film.total]") == [7, 7]
    bar.get_by_role("button", name="Export the clip").wait_for()


def _clip(window: Visit) -> dict[str, Any]:
    return window.js("poiseStudio.now.clip")  # type: ignore[no-any-return]
