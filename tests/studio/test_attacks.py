"""Attacks: refused with words, the studio alive, nothing read or written outside the workspace."""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgpack
import pytest
from serving import Served, serving
from visitor import PATIENCE, TOKEN, RefusedError, Visitor
from websockets.exceptions import ConnectionClosed, InvalidStatus

from poise.errors import InputError, PoiseError
from poise.studio.protocol.wire import MOST_BYTES
from poise.studio.server.guard import Guard, new_token

Window = Callable[[], Visitor]


def alive(served: Served) -> bool:
    """Whether a new window is greeted."""
    with served.connect() as socket:
        return Visitor(socket).told["document"]["name"] != ""


def got(address: str, headers: dict[str, str] | None = None) -> httpx.Response:
    """What the server says, however busy the machine is."""
    return httpx.get(address, headers=headers, timeout=PATIENCE)


# ---- who comes in ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/socket", "/socket?token=", "/socket?token=wrong", f"/socket?token={TOKEN}x"])
def test_a_wrong_token_opens_no_socket(served: Served, path: str) -> None:
    with pytest.raises(InvalidStatus) as caught:
        served.connect(path)
    assert caught.value.response.status_code == 403
    assert b"the token is missing or wrong" in caught.value.response.body
    assert alive(served)


def test_a_wrong_token_gets_no_page(served: Served) -> None:
    for query in ("", "?token=wrong"):
        answer = got(f"{served.http}/{query}")
        assert answer.status_code == 403
        assert "the token is missing or wrong" in answer.text
    assert got(f"{served.http}/?token={TOKEN}").status_code in (200, 503)  # 503 where no page was built


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://127.0.0.1", "null", "http://localhost", "file://", "http://127.0.0.1:1"]
)
def test_another_page_opens_no_socket(served: Served, origin: str) -> None:
    with pytest.raises(InvalidStatus) as caught:
        served.connect(origin=origin)
    assert caught.value.response.status_code == 403
    assert b"another page cannot use the studio" in caught.value.response.body
    assert alive(served)


def test_its_own_page_opens_a_socket(served: Served) -> None:
    for name in ("127.0.0.1", "localhost"):
        with served.connect(origin=f"http://{name}:{served.port}") as socket:
            Visitor(socket)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1.evil.example:{port}"])
def test_a_name_bent_to_this_address_is_of_no_use(served: Served, host: str) -> None:
    headers = {"Host": host.format(port=served.port)}
    for path in (f"/?token={TOKEN}", "/assets/index.js"):
        answer = got(f"{served.http}{path}", headers)
        assert answer.status_code == 403
        assert "this address is not that of the studio" in answer.text


def test_a_socket_of_a_bent_name_is_refused(served: Served) -> None:
    evil = {"Host": f"evil.example:{served.port}", "Origin": f"http://evil.example:{served.port}"}
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    answer = got(f"{served.http}/socket?token={TOKEN}", {**upgrade, **key, **evil})
    assert answer.status_code == 403
    assert alive(served)


def test_other_hosts_need_a_token() -> None:
    for host in ("0.0.0.0", "192.168.1.2", "::"):
        with pytest.raises(InputError, match="needs a token"):
            Guard(host, 80, "")
    with pytest.raises(InputError, match="at least 16 characters"):
        Guard("127.0.0.1", 80, "short")
    assert Guard("127.0.0.1", 80, "").refusal("127.0.0.1:80", None, None) is None
    assert len({new_token() for _ in range(100)}) == 100


def test_open_to_others_only_numbers_and_its_own_name_are_known() -> None:
    guard = Guard("0.0.0.0", 8000, TOKEN)
    assert guard.refusal("192.168.1.2:8000", "http://192.168.1.2:8000", TOKEN) is None
    assert guard.refusal("evil.example:8000", None, TOKEN) is not None
    assert guard.refusal("192.168.1.2:8000", "http://evil.example:8000", TOKEN) is not None


def test_the_page_may_not_be_framed_nor_run_other_scripts(served: Served) -> None:
    headers = got(f"{served.http}/?token={TOKEN}").headers
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"  # the token stays here
    assert headers["cache-control"] == "no-store"


# ---- messages --------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x91" * 5000, msgpack.packb([1]), msgpack.packb({"type": "boom"})])
def test_a_first_message_that_is_no_hello_ends_the_socket(served: Served, data: bytes) -> None:
    with served.connect() as socket:
        socket.send(data)
        assert msgpack.unpackb(socket.recv(timeout=PATIENCE))["type"] == "refused"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=PATIENCE)
    assert alive(served)


def test_another_protocol_is_told_so(served: Served) -> None:
    with served.connect() as socket:
        socket.send(msgpack.packb({"type": "hello", "protocol": 99}))
        told = msgpack.unpackb(socket.recv(timeout=PATIENCE))
        assert told["message"] == "the page speaks protocol 99, the studio 1: reload the page"


def test_malformed_messages_are_refused_and_the_window_goes_on(served: Served) -> None:
    with served.connect() as socket:
        here = Visitor(socket)
        for data in (b"", b"\xc1", b"\x91" * 5000, msgpack.packb({"type": "boom"}), b"\x00" * (MOST_BYTES + 1)):
            socket.send(data)
            assert here.until("refused")["message"]
        socket.send("text")
        assert here.until("refused")["message"] == "messages are binary"
        assert here.ask("list_gallery")["scenes"]


@pytest.mark.parametrize("compression", [None, "deflate"])  # deflated it is five kilobytes
def test_an_oversize_message_closes_its_socket_alone(served: Served, compression: str | None) -> None:
    with served.connect(compression=compression) as socket:
        Visitor(socket)
        with contextlib.suppress(ConnectionClosed):
            socket.send(b"\x00" * (5 * MOST_BYTES))
            while True:
                socket.recv(timeout=PATIENCE)
        assert socket.close_code in (1009, 1006)  # too big, or hung up in the middle of it
    assert alive(served)


def test_too_many_requests_at_once_are_refused(served: Served) -> None:
    with served.connect() as socket:
        here = Visitor(socket)
        for number in range(500):
            here.send(type="explain", id=number)  # nothing to explain, but each waits for its turn
        heard: dict[int, str] = {}
        while len(heard) < 500:
            message = here.hear()
            if message["type"] in ("answer", "refused"):
                heard[message["id"]] = message.get("message", "")
        assert {*heard.values()} <= {"", "64 requests are under way: wait for their answers"}
    assert alive(served)


# ---- files -----------------------------------------------------------------------------------------

OUTSIDE = ["../secret.yaml", "/etc/passwd", "a/../../secret.yaml", "..", "link/secret.yaml", "\0", "~/x.yaml\0"]


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A file outside the workspace, a link to its folder inside, and the workspace."""
    (tmp_path / "secret.yaml").write_text("poise: figure\nkept: secret\n")
    work = tmp_path / "work"
    work.mkdir()
    (work / "link").symlink_to(tmp_path)
    return work


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_path_leads_out_of_the_workspace(trap: Path, path: str) -> None:
    before = sorted(os.listdir(trap.parent))
    with serving(trap) as served, served.connect() as socket:
        here = Visitor(socket)
        for request in ({"type": "open", "path": path}, {"type": "save", "path": path, "replace": True}):
            with pytest.raises(RefusedError, match=r"out of the workspace|zero bytes"):
                here.ask(**request)
        with pytest.raises(RefusedError):
            here.ask("list_files", folder=path)
        with pytest.raises(RefusedError) as caught:
            here.ask("choose_figure", figure={"file": path})
        assert "kept" not in str(caught.value)
        assert here.told["figure"]["name"] == "human"
    assert sorted(os.listdir(trap.parent)) == before
    assert (trap.parent / "secret.yaml").read_text() == "poise: figure\nkept: secret\n"


def test_hidden_files_are_not_for_the_studio(served: Served, window: Window) -> None:
    here = window()
    for path in (".poise/journal", ".ssh/config.yaml", "a/.hidden.yaml"):
        with pytest.raises(RefusedError, match="hidden files"):
            here.ask("save", path=path)
    assert here.ask("list_files")["entries"] == []


def test_a_scene_cannot_reach_for_files_outside(trap: Path) -> None:
    (trap / "scene.yaml").write_text(
        "poise: scene\nversion: 1\nfigure: {file: ../secret.yaml}\nlevels: [balance: {}]\n"
    )
    (trap / "robot.xml").write_text('<mujoco><include file="../secret.xml"/></mujoco>')
    (trap.parent / "secret.xml").write_text("<mujoco><worldbody/></mujoco>")
    with serving(trap) as served, served.connect() as socket:
        here = Visitor(socket)
        for request in (
            {"type": "open", "path": "scene.yaml"},
            {"type": "choose_figure", "figure": {"file": "robot.xml"}},
        ):
            with pytest.raises(RefusedError, match="may be read"):
                here.ask(**request)
        assert here.told["figure"]["name"] == "human"


HOSTILE = {
    "tag": "!!python/object/apply:os.system ['touch owned']",
    "unknown": "poise: scene\nversion: 1\nfigure: human\nlevels: [balance: {}]\nrun: this\n",
    "unknown task": "poise: scene\nversion: 1\nfigure: human\nlevels: [explode: {}]\n",
    "unknown field": "poise: scene\nversion: 1\nfigure: human\nlevels: [balance: {boom: 1}]\n",
    "function": "poise: scene\nversion: 1\nfigure: human\nlevels: [custom_task: {error: os.system}]\n",
    "laughs": "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{c}: &{c} [{','.join(['*' + p] * 9)}]\n" for p, c in zip("abcdefghij", "bcdefghijk", strict=True)
    ),
    "deep": "[" * 100_000,
    "not yaml": "poise: [scene",
    "binary": "\x00\x01\x02",
    "no scene": "poise: figure\n",
    "empty": "",
    "nan": "poise: scene\nversion: 1\nfigure: human\nlevels: [reach: {site: left_hand, point: [.nan, 0, 0]}]\n",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_with_words(served: Served, window: Window, tmp_path: Path, name: str) -> None:
    (tmp_path / "hostile.yaml").write_text(HOSTILE[name])
    before, here = sorted(os.listdir(tmp_path)), window()
    with pytest.raises(RefusedError) as caught:
        here.ask("open", path="hostile.yaml")
    assert "hostile.yaml" in str(caught.value)
    assert sorted(os.listdir(tmp_path)) == before
    assert here.told["document"]["undo"] == []


@pytest.mark.parametrize(
    "junk", [b"", b"poise journal 1\n" + b"\xff" * 100, random.Random(1).randbytes(1000), b"\x80\x04cos\nsystem\n."]
)
def test_a_hostile_journal_does_no_harm(tmp_path: Path, junk: bytes) -> None:
    (tmp_path / ".poise").mkdir()
    (tmp_path / ".poise" / "journal").write_bytes(junk)
    with serving(tmp_path) as served:
        assert alive(served)


def test_the_own_folder_may_not_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "work" / ".poise").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PoiseError, match="must not be links"), serving(tmp_path / "work"):
        pass


@pytest.mark.parametrize("name", ["journal", "lock", "thumbnails"])
def test_nor_may_its_own_files(tmp_path: Path, name: str) -> None:
    (tmp_path / "work" / ".poise").mkdir(parents=True)
    (tmp_path / "work" / ".poise" / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PoiseError, match="must not be links"), serving(tmp_path / "work"):
        pass
    assert sorted(os.listdir(tmp_path)) == ["work"]


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "add_part", "list": "tasks", "kind": "reach", "fields": {"site": "x" * 150, "point": [0, 0, 0]}},
        {"type": "add_part", "list": "tasks", "kind": "reach", "fields": {"site": "left_hand", "point": [1e999, 0, 0]}},
        {"type": "add_part", "list": "tasks", "kind": "custom_task", "fields": {}},
        {"type": "add_part", "list": "tasks", "kind": "reach", "fields": {"site": {}, "point": []}, "level": -5},
        {"type": "add_part", "list": "tasks", "kind": "__class__", "fields": {}},
        {"type": "edit_part", "list": "tasks", "at": "balance", "fields": {"__class__": 1}},
        {"type": "edit_part", "list": "forces", "at": -1, "fields": {"site": "head_top"}},
        {"type": "choose_figure", "figure": {"chain": {"links": 10**9}}},
        {"type": "choose_figure", "figure": {"human": {"stature": -1}}},
        {"type": "choose_figure", "figure": {"__import__": "os"}},
        {"type": "choose_figure", "figure": 7},
        {"type": "set_limit", "joint": "left_knee", "limit": "flexion", "value": {"min": 50, "max": -50}},
        {"type": "scale_segments", "factors": {"left_thigh": 0.0}},
        {"type": "set_mass", "segment": "head", "kilograms": -3},
        {"type": "set_view", "overlays": {"x-ray": True}},
        {"type": "keep_pose", "name": "a", "thumbnail": b"<svg onload=alert(1)>"},
        {"type": "keep_pose", "name": ""},
        {"type": "apply_pose", "source": "library", "name": "nobody"},
        {"type": "set_joints", "values": {"left_knee": [1, 2, 3]}},
    ],
)  # fmt: skip
def test_bad_edits_are_refused_and_change_nothing(window: Window, fields: dict[str, Any]) -> None:
    here = window()
    before = here.told["document"]
    with pytest.raises(RefusedError):
        here.ask(**fields)
    here.ask("set_view", overlays={})  # so that the document is told again
    after = here.told["document"]
    assert {**after, "revision": 0} == {**before, "revision": 0}
