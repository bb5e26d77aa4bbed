"""Forces and supports are added in their panels and act on the body."""

from __future__ import annotations

from visit import Visit, sharp


def supported(window: Visit) -> list[str]:
    return [support["fields"]["site"] for support in window.document()["supports"]]


@sharp
def test_add_a_force_and_a_support(fresh: Visit) -> None:
    page = fresh.page
    fresh.button("Add force", exact=True).click()
    page.get_by_role("group", name="Add to forces").get_by_role("button", name="Force", exact=True).click()
    page.get_by_role("group", name="Add to forces").get_by_label("Vector z").fill("-60")
    page.keyboard.press("Enter")
    fresh.button("Add force", exact=True).last.click()
    page.get_by_role("group", name="Add to forces").wait_for(state="detached")
    (force,) = fresh.until(lambda: fresh.document()["forces"], "a force")
    assert force["fields"]["vector"] == [0, 0, -60]
    assert force["fields"]["site"] == "right_hand"

    for sole in ("left_foot", "right_foot"):
        fresh.button("Add support", exact=True).first.click()
        panel = page.get_by_role("group", name="Add to supports")
        panel.get_by_role("combobox", name="Site").select_option(sole)
        panel.get_by_role("button", name="Add support").click()
        panel.wait_for(state="detached")
        fresh.until(lambda sole=sole: sole in supported(fresh), f"a support at {sole}")  # type: ignore[misc]

    fresh.settled()
    page.get_by_role("tab", name="View").click()
    page.get_by_role("switch", name="Contact forces").click()
    contacts = fresh.until(lambda: fresh.js("poiseStudio.now.overlays.contacts"), "contact forces are solved for")
    weight = 9.81 * fresh.js("poiseStudio.figure.mass")
    total = [sum(contact["force"][axis] for contact in contacts) for axis in range(3)]
    assert abs(total[1] - weight) < 1e-3 * weight
    assert abs(total[2] - 60) < 0.1
    fresh.settled()
    fresh.picture("forces_and_supports")
    page.get_by_role("switch", name="Contact forces").click()
