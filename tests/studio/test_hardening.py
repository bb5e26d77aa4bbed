"""What a clumsy or hostile visitor tries besides: odd addresses, huge numbers, deleted files."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from serving import Served, serving
from visitor import PATIENCE, TOKEN, RefusedError, Visitor, moved

from poise.studio.server.guard import Guard

Window = Callable[[], Visitor]


def got(served: Served, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()


@pytest.mark.parametrize("path", ["/assets/%00", "/assets/%00/../x", f"/assets/{'a' * 60_000}", f"/{'a/' * 3000}x"])
def test_odd_addresses_are_not_there(served: Served, path: str, caplog: pytest.LogCaptureFixture) -> None:
    assert got(served, path)[0] == 404
    assert not caplog.records, "a traceback"


def test_the_page_opens_again_without_the_token_by_a_key_that_opens_nothing_else(served: Served) -> None:
    status, headers, _ = got(served, f"/?token={TOKEN}")
    assert status in (200, 503)  # 503 where no page was built
    cookie = headers["set-cookie"]
    assert TOKEN not in cookie
    assert {"HttpOnly", "SameSite=strict"} <= {part.strip() for part in cookie.split(";")}
    kept = cookie.split(";")[0]
    assert got(served, "/", Cookie=kept)[0] == status
    assert got(served, "/", Cookie=kept[:-1] + "x")[0] == 403
    assert got(served, "/", Cookie=kept, Host="evil.example")[0] == 403
    assert got(served, f"/?token={kept.split('=')[1]}")[0] == 403
    assert Guard("127.0.0.1", 1, "").knows_page_key("") is False


def test_numbers_that_overflow_are_refused(window: Window) -> None:
    here = window()
    before = here.told["frame"]["placements"]
    for request in (
        {"type": "set_joints", "values": {"root": [1e300, 0, 0, 0, 0, 0]}},
        {"type": "set_mass", "kilograms": 1e308},
        {"type": "add_part", "list": "tasks", "kind": "reach", "fields": {"site": "eyes", "point": [0, 1e200, 0]}},
        {"type": "undo", "steps": 1 << 62},
    ):
        with pytest.raises(RefusedError, match="1e\\+12"):
            here.ask(**request)
    here.ask("grab_point", segment="left_hand", point=[0, 0, 0])
    here.send(type="pull", n=1, value=[1e308, 0, 0])
    assert "1e+12" in here.until("refused")["message"]
    here.ask("cancel")
    assert here.told["frame"]["placements"] == before


def test_refusals_tell_files_by_their_place_in_the_workspace(window: Window, tmp_path: Path) -> None:
    here = window()
    (tmp_path / "broken.yaml").write_text("poise: scene\nversion: 2\nfigure: [")
    with pytest.raises(RefusedError, match=r"broken\.yaml") as caught:
        here.ask("open", path="broken.yaml")
    assert str(tmp_path) not in str(caught.value)
    for name in ("a\nb.yaml", "a\rb.yaml", "a\x1bb.yaml"):
        with pytest.raises(RefusedError, match="line breaks"):
            here.ask("save", path=name)


def test_deleted_files_are_noticed_made_again_and_told(tmp_path: Path) -> None:
    with serving(tmp_path) as served, served.connect() as socket:
        here = Visitor(socket)
        here.ask("set_joints", values={"left_elbow": [60, 0]})
        here.ask("set_scene", name="kept")
        here.ask("undo")
        here.ask("save", path="mine.yaml")
        assert here.told["document"]["saved"]
        shutil.rmtree(tmp_path / ".poise")
        (tmp_path / "mine.yaml").unlink()
        assert "made again" in here.until("notice")["message"]
        assert "mine.yaml" in here.until("notice")["message"]
        here.until("document")
        here.settle()
        assert not here.told["document"]["saved"]
        here.ask("grab_point", segment="left_hand", point=[0, 0, 0])
        here.drag(moved(here.place("left_hand")[:3], 0.0, 0.1, 0.1))
        here.ask("release")
        here.settle()
        undo, placements = here.told["document"]["undo"], here.told["frame"]["placements"]
    with serving(tmp_path) as served, served.connect() as socket:  # and all of it is there the next time
        here = Visitor(socket)
        assert here.told["document"]["undo"] == undo
        assert here.settle()["placements"] == placements
