"""The film of the README: a hand is dragged in the studio, the body follows, and the page says why it stops."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw
from visit import Visit

from drawings.studio import window

SCREEN = (1330, 640)  # pixels of the page; small, so that its words can be read in the film
SHOWN = (0, 0, 1000, 640)  # without the panel on the right, which has no part in it
FILM = (720, 461)
QUALITY = 45  # of WebP: the words stay sharp, and the film stays below the 250 kB of a picture of the documentation
DRAGGED = 30  # frames
ARROW = [(0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12)]  # a pointer, in pixels of the film

Spot = tuple[float, float]
Frame = tuple[Image.Image, int]
"""A picture, and how long it stands, milliseconds."""


def studio_film(path: Path) -> None:
    """Six seconds: drag, follow, why."""
    with window(size=SCREEN) as visit:
        visit.js("poiseStage.zoom('perspective', 0.75)")
        frames = list(_frames(visit))
    pictures, times = [picture for picture, _ in frames], [time for _, time in frames]
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=times, loop=0, quality=QUALITY, method=6)


def _frames(visit: Visit) -> Iterator[Frame]:
    x, y, z = visit.site("right_hand")
    start, near, far = (
        np.array(visit.spot(point, "perspective"))
        for point in ((x, y, z), (x - 0.15, y + 0.45, z + 0.3), (x - 0.9, y + 0.5, z + 0.5))
    )
    visit.page.mouse.move(*start)
    visit.settled()
    yield _seen(visit, tuple(start)), 500
    visit.page.mouse.down()
    spot = (0.0, 0.0)
    for along in np.linspace(0.0, 1.0, DRAGGED):
        eased = along * along * (3.0 - 2.0 * along)
        spot = tuple((1 - eased) ** 2 * start + 2 * eased * (1 - eased) * near + eased**2 * far)
        visit.page.mouse.move(*spot)
        visit.page.wait_for_timeout(120)
        yield _seen(visit, spot), 80
    visit.until(lambda: visit.js("poiseStudio.now.light") == "orange", "out of reach")
    visit.drop(keep=True)
    visit.until(lambda: len(visit.levels()) == 3, "a kept goal")
    visit.settled()
    yield _seen(visit, spot), 400
    button = visit.button("Why is").first
    box = button.bounding_box()
    assert box is not None
    way = _way(spot, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), 6)
    for along in way:
        yield _seen(visit, along), 80
    button.click()
    visit.until(lambda: visit.page.get_by_test_id("why").locator("li").count(), "an explanation")
    visit.settled()
    yield _seen(visit, way[-1]), 2200


def _way(start: Spot, end: Spot, count: int) -> list[Spot]:
    points = [tuple(np.array(start) + (np.array(end) - start) * share) for share in np.linspace(0.0, 1.0, count + 1)]
    return [after for _, after in pairwise(points)]


def _seen(visit: Visit, spot: Spot) -> Image.Image:
    """The page as it is, with the pointer, which no browser puts into a picture."""
    visit.js("poiseStage.flush()")
    page = Image.open(io.BytesIO(visit.page.screenshot())).convert("RGB").crop(SHOWN)
    page = page.resize(FILM, Image.Resampling.LANCZOS)
    scale = FILM[0] / SHOWN[2]
    corners = [(spot[0] * scale + dx, spot[1] * scale + dy) for dx, dy in ARROW]
    ImageDraw.Draw(page).polygon(corners, fill="black", outline="white")
    return page
