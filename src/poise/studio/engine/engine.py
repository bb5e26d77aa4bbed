"""The engine: a thread that does what is asked of the work, in order, and moves the body in between.

What is asked waits in a queue. A pull that follows another one at its end takes its place: only the newest counts.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, NamedTuple

from poise.studio.engine.open_document import OpenDocument
from poise.studio.engine.work import Publish, Work

WATCH = 2.0
"""Seconds after which a studio at rest looks whether its files are still there."""
PACE = 1 / 120
"""Seconds between two frames, when no hand asks for one sooner."""


class Job(NamedTuple):
    """Something to do, and who waits for it."""

    do: Callable[[], Any]
    future: Future[Any]


class Pulled(NamedTuple):
    """A hand has moved."""

    window: int
    number: int
    value: Any


class Engine:
    """All methods may be called from any thread; the work is done in one."""

    def __init__(self, document: OpenDocument, publish: Publish) -> None:
        """`publish` is called in the engine's thread, and must not wait."""
        self._work = Work(document, publish)
        self._queue: list[Job | Pulled] = []
        self._open = True
        self._change = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)

    def start(self) -> None:
        """Begin to move."""
        self._thread.start()

    def close(self) -> None:
        """Finish what is being done, write everything down, and end."""
        with self._change:
            self._open = False
            self._change.notify_all()
        self._thread.join()

    def ask(self, request: Any, window: int) -> Future[Any]:
        """Do what a request asks; the future has the answer, or the error."""
        return self._later(lambda: self._work.answer(request, window))

    def pull(self, window: int, number: int, value: Any) -> None:
        """The hand has moved; where it was before does not matter any more."""
        with self._change:
            last = self._queue[-1] if self._queue else None
            if isinstance(last, Pulled) and last.window == window:
                self._queue.pop()
            self._queue.append(Pulled(window, number, value))
            self._change.notify_all()

    def join(self, window: int) -> Future[None]:
        """A window opens: it is told everything, and everything that changes from then on."""
        return self._later(lambda: self._work.greet(window))

    def leave(self, window: int) -> Future[None]:
        """A window closes; what it held is let go."""
        return self._later(lambda: self._work.part(window))

    # ---- the thread -----------------------------------------------------------------------------

    def _later(self, do: Callable[[], Any]) -> Future[Any]:
        future: Future[Any] = Future()
        with self._change:
            self._queue.append(Job(do, future))
            self._change.notify_all()
        return future

    def _run(self) -> None:
        with self._work.document.workspace.confined():
            self._serve()
            self._work.end()

    def _serve(self) -> None:
        shown, looked = 0.0, time.monotonic()
        while True:
            pause = WATCH if self._work.calm else max(0.0, shown + PACE - time.monotonic())
            with self._change:
                self._change.wait_for(lambda: self._queue or not self._open, timeout=pause)
                asked, self._queue = self._queue, []
                if not (self._open or asked):
                    return
            for each in asked:
                if isinstance(each, Job):
                    _do(each)
                else:
                    self._work.guarded(partial(self._work.pulled, *each))
            if not self._work.calm:
                self._work.guarded(self._work.move)
                shown = time.monotonic()
            else:
                self._work.guarded(self._work.note)
            if time.monotonic() - looked > WATCH:
                self._work.guarded(self._work.watch)
                looked = time.monotonic()


def _do(job: Job) -> None:
    if not job.future.set_running_or_notify_cancel():
        return
    try:
        job.future.set_result(job.do())
    except BaseException as error:
        job.future.set_exception(error)
