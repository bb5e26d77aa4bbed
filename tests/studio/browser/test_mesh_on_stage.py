"""A mesh comes from a file dialog or is dropped on the stage; it is drawn, scaled, kept out of and undone."""

from __future__ import annotations

import math
from typing import Any

from visit import Visit, sharp

CORNERS = [(x, y, z) for x in (-0.5, 0.5) for y in (0.0, 0.7) for z in (0.0, 0.5)]
SIDES = [(1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4)]
DESK = "\n".join([*(f"v {x} {y} {z}" for x, y, z in CORNERS), *(f"f {a} {b} {c} {d}" for a, b, c, d in SIDES)]).encode()
OPEN = DESK.rsplit(b"\n", 1)[0]

_DROP = """([name, text]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  const options = { bubbles: true, cancelable: true, dataTransfer: transfer };
  const stage = document.querySelector("[data-testid=stage]");
  stage.dispatchEvent(new DragEvent("dragover", options));
  stage.dispatchEvent(new DragEvent("drop", options));
}"""
_SEEN = """([x, y]) => {
  const box = document.querySelector("[data-testid=stage]").getBoundingClientRect();
  poiseStage.flush();
  return poiseStage.hit(x - box.left, y - box.top)?.thing ?? null;
}"""


def things(window: Visit) -> list[dict[str, Any]]:
    return window.document()["things"]  # type: ignore[no-any-return]


@sharp
def test_a_mesh_is_brought_scaled_and_kept_out_of(fresh: Visit) -> None:
    page = fresh.page
    page.get_by_label("Mesh from a file").set_input_files(
        {"name": "desk.obj", "mimeType": "text/plain", "buffer": DESK}
    )
    (desk,) = fresh.until(lambda: things(fresh), "a desk")
    assert desk["sizes"]["width"] == 1.0
    fresh.view("3")
    x, y, z = desk["position"]
    spot = fresh.spot((x, y + 0.15, z + 0.1), "side")  # between its handles
    fresh.until(lambda: fresh.js(_SEEN, list(spot)) == "desk", "it is drawn where it stands")

    def pull(to: tuple[float, float]) -> None:
        a, b, c = fresh.site("right_hand")
        fresh.drag((a, b, c), (a, to[0], to[1]), "side")
        fresh.settled()
        fresh.drop()
        fresh.settled()

    pull((1.0, z))  # over the desk
    pull((0.5, z))  # and down into it
    assert fresh.site("right_hand")[1] > 0.69
    fresh.picture("mesh")
    height = fresh.handle("thing/height", "side")
    page.mouse.move(*height)
    page.mouse.down()
    for up in (10, 20, 30):
        page.mouse.move(height[0], height[1] - up)
    fresh.held()
    page.mouse.up()
    fresh.let_go()
    (taller,) = things(fresh)
    grown = taller["sizes"]["height"] / desk["sizes"]["height"]
    assert grown > 1.05
    assert math.isclose(taller["sizes"]["width"], grown * desk["sizes"]["width"], rel_tol=1e-6)  # as a whole
    fresh.press("Control+z", 4)
    fresh.until(lambda: things(fresh) == [], "all of it undone")


def test_a_dropped_mesh_that_is_open_is_told_and_a_broken_one_refused(fresh: Visit) -> None:
    fresh.js(_DROP, ["tray.obj", OPEN.decode()])
    fresh.until(lambda: [thing["name"] for thing in things(fresh)] == ["tray"], "a tray")
    fresh.page.get_by_text("has no inside").wait_for()
    fresh.js(_DROP, ["broken.obj", "v 1 2 nonsense"])
    fresh.page.get_by_test_id("notice").get_by_text("broken.obj").wait_for()
    fresh.js(_DROP, ["notes.txt", "hello"])
    fresh.page.get_by_text("notes.txt is no mesh").wait_for()
    assert len(things(fresh)) == 1
