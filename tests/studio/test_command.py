"""`poise studio` says in one line what is wrong before it starts."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from poise.cli.main import main
from poise.studio.server.outbox import MOST, Outbox
from poise.studio.server.run import listening_on


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--host", "0.0.0.0", "--token", ""], "it needs a token"),
        (["--token", "short"], "at least 16 characters"),
        (["--workspace", "nowhere"], "must be a folder that exists"),
        (["nonsense"], "no scene 'nonsense'"),
        (["missing.yaml"], "there is no such file"),
        (["../outside.yaml"], "out of the workspace"),
        (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid"),
    ],
)
def test_refusals(
    options: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        main(["studio", "--no-browser", *options])
    told = capsys.readouterr().err
    assert (caught.value.code, told.count("\n")) == (2, 1)
    assert words in told


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(SystemExit):
        main(["studio", "--no-browser", "--workspace", str(tmp_path), "--port", str(taken.getsockname()[1])])
    assert "cannot listen on 127.0.0.1:" in capsys.readouterr().err


def test_without_its_packages_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "poise.studio.server.run", raising=False)
    with pytest.raises(SystemExit):
        main(["studio", "--no-browser"])
    assert "pip install 'poise[studio]'" in capsys.readouterr().err


def completed(work: Coroutine[Any, Any, list[bytes]]) -> list[bytes]:
    """What it gives, in a thread of its own: a browser of other tests may keep a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def test_of_frames_only_the_newest_is_sent() -> None:
    async def run() -> list[bytes]:
        outbox = Outbox()
        for i in range(5):
            outbox.put(b"frame %d" % i, frame=True)
        outbox.put(b"first", frame=False)
        outbox.put(b"second", frame=False)
        sent = [await outbox.next() for _ in range(3)]
        for _ in range(MOST + 1):
            outbox.put(b"more", frame=False)
        assert outbox.full
        return sent

    assert completed(run()) == [b"first", b"second", b"frame 4"]


def test_a_slow_window_gets_the_newest_frame_when_it_can_take_it() -> None:
    async def run() -> list[bytes]:
        outbox, sent = Outbox(), []
        for i in range(100):
            outbox.put(b"frame %d" % i, frame=True)
            with contextlib.suppress(TimeoutError):
                sent.append(await asyncio.wait_for(outbox.next(), 0.001))
            if i % 10 == 0:
                outbox.seen()
        return sent

    sent = [int(frame.split()[1]) for frame in completed(run())]
    assert sent == sorted(sent)
    assert len(sent) == 12  # two at once, and then one for each that was seen
    assert sent[-1] > 90


def test_small_messages_are_sent_at_once() -> None:
    """asyncio switches Nagle's wait off only for sockets that say they speak TCP; those of visitors say the same."""
    with listening_on("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        visitor, _ = listening.accept()
        with visitor:
            assert visitor.proto == socket.IPPROTO_TCP
