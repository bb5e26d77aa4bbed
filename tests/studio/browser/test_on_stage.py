"""What stands around the body and what is drawn over it, under a real pointer: things, values, a reference picture."""

from __future__ import annotations

import io
import math
from typing import Any

from PIL import Image
from visit import Visit, sharp


def carry(window: Visit, start: tuple[float, float], by: tuple[float, float]) -> None:
    """Take what is at a pixel and carry it along."""
    window.page.mouse.move(*start)
    window.page.mouse.down()
    for share in (0.3, 0.6, 1.0):
        window.page.mouse.move(start[0] + share * by[0], start[1] + share * by[1])
    window.held()
    window.page.mouse.up()
    window.let_go()
    window.settled()


def changed(window: Visit, before: Any) -> Any:
    """The only thing on the stage once it is another than it was, which the server tells a little later."""
    (thing,) = window.document()["things"]
    return thing if thing != before else None


@sharp
def test_a_thing_is_added_turned_and_resized_by_its_handles(fresh: Visit) -> None:
    fresh.button("box", exact=True).click()
    (box,) = fresh.until(lambda: fresh.document()["things"], "a box")
    fresh.settled()
    fresh.view("4")
    fresh.js("poiseStage.zoom('top', 0.6)")
    carry(fresh, fresh.handle("thing/width", "top"), (-25.0, 0.0))
    wider = fresh.until(lambda: changed(fresh, box), "the box is resized")
    assert wider["sizes"]["width"] > box["sizes"]["width"] + 0.1
    assert wider["position"] == box["position"]
    x, y = fresh.handle("thing/turn", "top")
    middle_x, middle_y = fresh.spot(tuple(box["position"]), "top")
    turn = math.radians(35)
    across, down = x - middle_x, y - middle_y
    to_x = middle_x + math.cos(turn) * across - math.sin(turn) * down
    to_y = middle_y + math.sin(turn) * across + math.cos(turn) * down
    carry(fresh, (x, y), (to_x - x, to_y - y))
    turned = fresh.until(lambda: changed(fresh, wider), "the box is turned")
    assert abs(abs(turned["heading"]) - 35.0) < 3.0
    fresh.picture("thing_handles")
    fresh.press("Control+z")
    fresh.until(lambda: abs(fresh.document()["things"][0]["heading"]) < 1e-6, "undone")


@sharp
def test_overlays_have_a_legend_and_tell_their_values(fresh: Visit) -> None:
    held = {"site": "right_hand", "site_b": "left_hand", "kilograms": 8}
    add = "(fields) => poiseStudio.ask({ type: 'add_part', list: 'forces', kind: 'weight', fields })"
    fresh.js(add, held)
    fresh.js("poiseStudio.ask({ type: 'set_view', overlays: { loads: true, torques: true, contacts: true } })")
    fresh.until(lambda: fresh.js("poiseStudio.now.overlays.loads"), "loads")
    legend = fresh.page.get_by_test_id("legend")
    legend.wait_for()
    assert "% of a joint's strength" in legend.inner_text()
    fresh.view("2")
    fresh.settled()
    fresh.js("poiseStage.flush()")
    place = fresh.js("""() => {
      const joint = poiseStudio.figure.joints.find((j) => j.name === "right_elbow");
      const at = poiseStudio.figure.segments.findIndex((s) => s.name === joint.segment);
      return [...poiseStudio.now.placements.slice(7 * at, 7 * at + 3)];
    }""")
    fresh.page.mouse.move(*fresh.spot(tuple(place), "front"))
    hint = fresh.page.get_by_test_id("hint")
    hint.wait_for()
    assert "right elbow" in hint.inner_text()
    assert "N m" in hint.inner_text()
    fresh.picture("legend_and_values")


@sharp
def test_a_reference_picture_stands_behind_the_figure(fresh: Visit) -> None:
    fresh.page.get_by_role("tab", name="View").click()
    file = io.BytesIO()
    Image.new("RGB", (60, 90), "#ff00ff").save(file, "PNG")
    fresh.view("2")
    before = Image.open(fresh.picture("without_reference")).convert("RGB")
    fresh.page.locator("input[aria-label='Reference picture']").set_input_files(
        {"name": "me.png", "mimeType": "image/png", "buffer": file.getvalue()}
    )
    fresh.page.get_by_label("Height of the picture").wait_for()
    fresh.js("poiseStage.flush()")
    after = Image.open(fresh.picture("reference")).convert("RGB")
    x, y = (int(v) for v in fresh.spot((0.45, 1.5, 0.0), "front"))  # beside the head
    red, green, blue = after.getpixel((x, y))  # type: ignore[misc]
    assert red > green + 60
    assert blue > green + 60
    chest = tuple(int(v) for v in fresh.spot(fresh.site("chest"), "front"))
    assert math.dist(before.getpixel(chest), after.getpixel(chest)) < 40  # type: ignore[arg-type]
    fresh.button("Remove", exact=True).last.click()
    fresh.gone(fresh.page.get_by_label("Height of the picture"), "the picture")
