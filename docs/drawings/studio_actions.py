"""How many actions a pose takes in the studio, counted by somebody who does them with a mouse; and a picture of each.

python docs/make_pictures.py studio_actions     prints the table of docs/studio.md, and draws its picture

An action is a drag, a click, or a key that changes something. Turning to another view changes nothing of the scene.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageDraw

from drawings.studio import Visit, seen, window

Step = tuple[float, float, float]
CELL = (132, 176)
"""Pixels of each: all pictures of the documentation together stay small."""


class Counted:
    """A person at the page whose actions are counted."""

    def __init__(self, visit: Visit) -> None:
        self.visit, self.actions = visit, 0

    def drag(self, site: str, by: Step, view: str, *, keep: bool = False) -> None:
        """Carry a site by so many metres, as seen from there, and let go; `keep` its goal as a task."""
        self.visit.view({"front": "2", "side": "3", "top": "4"}[view])
        x, y, z = self.visit.site(site)
        self.visit.drag((x, y, z), (x + by[0], y + by[1], z + by[2]), view)
        self.visit.settled()
        self.visit.drop(keep=keep)
        self.visit.settled()
        self.actions += 1

    def to(self, site: str, place: Step, view: str) -> None:
        """Carry a site to a place, as far as it is seen from there."""
        at = self.visit.site(site)
        self.drag(site, tuple(b - a for a, b in zip(at, place, strict=True)), view)  # type: ignore[arg-type]

    def click(self, name: str, tab: str | None = None) -> None:
        if tab is not None:
            self.visit.page.get_by_role("tab", name=tab).click()
        self.visit.button(name, exact=True).first.click()
        self.visit.settled()
        self.visit.page.wait_for_timeout(300)  # views are fitted to the new posture
        self.actions += 1

    def choose(self, label: str, option: str) -> None:
        """Another choice of a list."""
        self.visit.page.get_by_label(label, exact=True).last.select_option(option)
        self.actions += 1

    def report(self) -> str:
        """The report, as a file; its tab is no action."""
        self.visit.page.get_by_role("tab", name="Loads").click()
        with self.visit.page.expect_download() as started:
            self.visit.button("Report", exact=True).click()
        self.actions += 1
        return Path(started.value.path()).read_text("utf-8")

    def key(self, key: str) -> None:
        self.visit.press(key)
        self.visit.settled()
        self.actions += 1


def arm_raised(person: Counted) -> None:
    person.drag("right_hand", (-0.3, 0.85, 0.0), "front")


def sitting(person: Counted) -> None:
    person.click("sitting", "Poses")


def push_up(person: Counted) -> None:
    person.click("all fours", "Poses")
    person.actions -= 1  # counted from all fours
    person.key("s")
    person.drag("chest", (0.0, -0.18, 0.0), "side")


def hands_on_hips(person: Counted) -> None:
    hip = person.visit.site("right_hip_side")
    for side, sign in (("right", -1.0), ("left", 1.0)):
        person.to(f"{side}_hand", (sign * 0.185, hip[1] + 0.03, 0.0), "front")
        person.visit.handle(f"circle/{side}_forearm", "front")  # its knob is there once the server has told the circle
        person.to(f"{side}_elbow", (sign * 0.45, hip[1] + 0.2, 0.0), "front")


def contrapposto(person: Counted) -> None:
    """The weight on one straight leg, the other knee bent, the shoulders tilted against the hips."""
    person.drag("pelvis", (0.08, 0.03, 0.0), "front")
    person.drag("right_knee", (0.0, 0.0, 0.1), "side")
    person.drag("chest", (0.07, 0.0, 0.0), "front")


def throwing(person: Counted) -> None:
    """One foot ahead, the right hand far back and up, the other arm out."""
    person.drag("left_foot", (0.0, 0.0, 0.42), "top")
    person.drag("pelvis", (0.0, 0.0, 0.08), "side")
    person.drag("right_hand", (0.0, 0.8, -0.6), "side")
    person.drag("left_hand", (0.35, 0.65, 0.0), "front")
    person.drag("right_hand", (-0.2, 0.0, 0.0), "front")


def shelf(person: Counted) -> None:
    """A box of 5 kg on a shelf, for a small woman and a tall man, with a report of both and one of her alone."""
    person.key("s")
    person.drag("right_hand", (0.12, 0.62, 0.42), "side", keep=True)
    person.click("Add force")
    person.click("Weight")
    person.choose("Other hand", "left_hand")
    person.click("Add weight")
    person.visit.press("Control+k")
    person.visit.page.keyboard.type("same question")
    person.visit.page.keyboard.press("Enter")
    person.actions += 1
    person.visit.button("small woman to tall man").click()
    person.visit.page.get_by_text("95th percentile, man").wait_for()
    with person.visit.page.expect_download() as started:
        person.visit.button("Report of all").click()
    assert "5th percentile, woman" in Path(started.value.path()).read_text("utf-8")
    person.visit.page.get_by_role("button", name="Go on with").first.click()
    person.actions += 3
    person.visit.settled()
    assert "a weight of 5 kg" in person.report()


POSES: dict[str, tuple[Callable[[Counted], None], int]] = {
    "an arm raised": (arm_raised, 1),
    "sitting": (sitting, 1),
    "contrapposto": (contrapposto, 4),
    "throwing": (throwing, 6),
    "a push-up": (push_up, 4),
    "hands at the hips": (hands_on_hips, 4),
    "a box on a shelf": (shelf, 12),
}
"""Each with the most actions it may take."""


def taken(name: str) -> tuple[int, Image.Image]:
    """The actions that a pose took, and what it looks like."""
    with window() as visit:
        visit.settled()
        person = Counted(visit)
        POSES[name][0](person)
        visit.press("Escape")
        visit.view("1")
        visit.press("f")
        for told in visit.page.get_by_role("button", name="Dismiss").all():
            told.click()
        picture = seen(visit, f"action_{name.replace(' ', '_')}")
        assert visit.js("poiseStudio.now.light") == "green", f"{name}: not all tasks are met"
        box = visit.page.get_by_test_id("stage").bounding_box() or {}
        cut = picture.crop(
            tuple(int(v) for v in (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]))
        )
    return person.actions, cut


def plate(pictures: dict[str, Image.Image]) -> Image.Image:
    """All of them side by side."""
    sheet = Image.new("RGB", (len(pictures) * CELL[0], CELL[1] + 26), "#ffffff")
    pen = ImageDraw.Draw(sheet)
    for i, (name, picture) in enumerate(pictures.items()):
        share = max(CELL[0] / picture.width, CELL[1] / picture.height)
        small = picture.resize((round(picture.width * share), round(picture.height * share)), Image.Resampling.LANCZOS)
        left, top = (small.width - CELL[0]) // 2, (small.height - CELL[1]) // 2
        x, y = i * CELL[0], 0
        sheet.paste(small.crop((left, top, left + CELL[0], top + CELL[1])), (x, y))
        pen.text((x + 8, y + CELL[1] + 6), name, fill="#333333")
    return sheet


def studio_actions() -> Image.Image:
    """All poses as they were taken; the table of docs/studio.md is printed."""
    found = {name: taken(name) for name in POSES}
    for name, (actions, _) in found.items():
        assert actions <= POSES[name][1], f"{name} took {actions} actions"
        print(f"| {name} | {actions} | {POSES[name][1]} |")
    return plate({f"{name}: {actions}": picture for name, (actions, picture) in found.items()})
