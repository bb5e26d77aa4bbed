"""The engine: a thread that owns the document, does what is asked, and moves the body in between.

Requests wait in a queue; of pulls only the newest counts. Everything it has to say goes through `publish`, which is
called in this thread and must not wait.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple

import numpy as np

from poise.errors import PoiseError
from poise.studio.document.actions import ACTIONS, done
from poise.studio.document.exports import exported
from poise.studio.document.gallery import gallery
from poise.studio.document.state import State
from poise.studio.document.thumbnails import require_png
from poise.studio.engine.desk import Desk
from poise.studio.engine.frames import frame_of
from poise.studio.engine.gestures import Gesture, grabbed
from poise.studio.engine.live import Live
from poise.studio.engine.overlays import overlays_of
from poise.studio.protocol import requests as ask
from poise.studio.protocol.answers import Dropped, PartPlace, Refused, SavedAs, Stepped
from poise.studio.protocol.plain import Message
from poise.studio.protocol.session import Notice, Windows

PACE = 1 / 120
"""Seconds between two frames, when no hand asks for one sooner."""
AUTOSAVE = 0.5
"""Seconds between two notes of where a moving body is."""

_LOG = logging.getLogger("poise.studio")

Publish = Callable[[Message, "int | None"], None]
"""Send a message to one window, or to all (None)."""


class Job(NamedTuple):
    """Something to do in the engine's thread."""

    work: Callable[[], Any]
    future: Future[Any]


class Engine:
    """See above. `ask` and `pull` may be called from any thread."""

    def __init__(self, desk: Desk, publish: Publish) -> None:
        self._desk, self._publish = desk, publish
        self._live = Live(desk.state)
        self._gesture: Gesture | None = None
        self._hand = 0  # the window that drags
        self._seen = 0  # the newest pull that the body has followed
        self._pulled: tuple[int, int, Any] | None = None  # window, number and value of the newest pull
        self._windows: set[int] = set()
        self._told_figure = desk.figure_revision
        self._number = 0
        self._noted = 0.0
        self._dirty = False  # the body has moved since it was noted
        self._stale = True  # something has changed since the last frame
        self._trouble: str | None = None
        self._jobs: list[Job] = []
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
        return self._later(lambda: self._answer(request, window))

    def pull(self, window: int, number: int, value: Any) -> None:
        """The hand has moved; what it did before does not matter any more."""
        with self._change:
            self._pulled = (window, number, value)
            self._change.notify_all()

    def join(self, window: int) -> Future[None]:
        """A window opens: it is told everything, and everything that changes from then on."""
        return self._later(lambda: self._greet(window))

    def leave(self, window: int) -> Future[None]:
        """A window closes; what it held is let go."""
        return self._later(lambda: self._left(window))

    # ---- the thread -----------------------------------------------------------------------------

    def _later(self, work: Callable[[], Any]) -> Future[Any]:
        future: Future[Any] = Future()
        with self._change:
            self._jobs.append(Job(work, future))
            self._change.notify_all()
        return future

    def _run(self) -> None:
        with self._desk.workspace.confined():
            self._work()
        self._note(now=True)
        self._desk.close()

    def _work(self) -> None:
        shown = 0.0
        while True:
            with self._change:
                pause = None if self._calm else max(0.0, shown + PACE - time.monotonic())
                self._change.wait_for(lambda: self._jobs or self._pulled or not self._open, timeout=pause)
                jobs, self._jobs = self._jobs, []
                pulled, self._pulled = self._pulled, None
                if not (self._open or jobs):
                    return
            for job in jobs:
                _do(job)
            try:
                if pulled is not None:
                    self._follow(*pulled)
                if not self._calm:
                    self._move()
                    shown = time.monotonic()
                self._note()
            except Exception as error:
                self._fail(error)

    def _fail(self, error: Exception) -> None:
        """A fault of ours: say so, let go, go back to the last state that was good, and stay there."""
        _LOG.exception("the engine has failed")
        self._gesture, self._hand, self._seen = None, 0, 0
        self._stale = self._dirty = False
        self._live = Live(self._desk.state)
        self._live.stop()
        words = f"the studio has failed at moving the body, and let go: {type(error).__name__}: {error}"
        self._publish(Notice(level="warning", message=words), None)
        self._tell_windows()

    @property
    def _calm(self) -> bool:
        """Whether there is nothing to do before something is asked."""
        return not self._stale and not self._dirty and self._live.settled

    def _move(self) -> None:
        """Go on for a few milliseconds, and show where the body is."""
        moved = not self._live.settled and self._live.step()
        self._dirty |= moved
        if moved or self._stale:
            self._publish(self._frame(), None)
            self._stale = not self._live.settled  # at rest it is said once more

    def _note(self, now: bool = False) -> None:
        """Write down where a moving body is, now and then, and when it has come to rest."""
        late = time.monotonic() - self._noted > AUTOSAVE
        if self._dirty and (now or late or self._live.settled):
            self._desk.rest(self._live.pose_of(self._desk.state))
            self._dirty, self._noted = False, time.monotonic()
        if self._desk.trouble != self._trouble:
            self._trouble = self._desk.trouble
            told = "autosave works again" if self._trouble is None else f"autosave does not work: {self._trouble}"
            self._publish(Notice(level="warning" if self._trouble else "info", message=told), None)

    def _follow(self, window: int, number: int, value: Any) -> None:
        """Bring the grabbed thing to where the hand is."""
        if self._gesture is None or window != self._hand:
            return  # let go in the meantime
        try:
            self._gesture.pull(value)
        except (PoiseError, TypeError) as error:
            self._publish(Refused(id=None, message=str(error)), window)
        self._live = self._gesture.live
        self._live.touched()
        self._seen, self._stale = number, True

    # ---- what is asked --------------------------------------------------------------------------

    def _answer(self, request: Any, window: int) -> Any:
        match request:
            case ask.GrabPoint() | ask.GrabJoint() | ask.GrabField():
                return self._grab(request, window)
            case ask.Release():
                return self._release(window, request.keep)
            case ask.Cancel():
                return self._cancel(window)
            case ask.Explain():
                return self._live.solution()
            case ask.Export():
                state, solution = self._settled(), self._live.solution()
                return exported(state, solution, self._desk.overlays, request.format, self._desk.workspace.folder)
            case ask.ListFiles():
                return self._desk.workspace.listed(request.folder)
            case ask.ListGallery():
                return gallery()
            case ask.SetView():
                self._desk.show(request.overlays)
                self._tell()
                return None
        self._require_free(window)
        return self._changed(request)

    def _changed(self, request: Any) -> Any:
        """What changes the document; whoever held something in this window has let go."""
        if type(request) in ACTIONS:
            if isinstance(request, ask.KeepPose) and request.thumbnail is not None:
                require_png(request.thumbnail)
            result = done(self._settled(), request, self._desk.workspace)
            if isinstance(request, ask.KeepPose) and request.thumbnail is not None:
                self._desk.thumbnails.keep(result.state.pose, request.thumbnail)
            self._push(result.name, result.state)
            return result.answer
        match request:
            case ask.Undo():
                return self._step(-max(request.steps, 0))
            case ask.Redo():
                return self._step(max(request.steps, 0))
            case ask.New():
                self._push("new", self._desk.new(request))
                self._desk.opened(None, {})
                self._tell()
                return None
            case ask.Open():
                contents, path = self._desk.read(request)
                self._push(f"open {path or request.shipped}", contents.state)
                self._desk.opened(path, dict(contents.overlays))
                self._tell()
                return Dropped(dropped=[])
            case ask.Save():
                self._settled()
                path = self._desk.save(request)
                self._tell()
                return SavedAs(path=path)
        raise PoiseError(f"the studio cannot do {type(request).__name__}")

    def _settled(self) -> State:
        """The present state, with the body where it is now."""
        pose = self._live.pose_of(self._desk.state)
        if not np.array_equal(pose.coordinates, self._desk.state.pose.coordinates):
            self._desk.rest(pose)
        self._dirty = False
        return self._desk.state

    def _push(self, name: str, state: State) -> None:
        """An action: nothing has changed when its session cannot be made."""
        live = Live(state)
        self._desk.push(name, state)
        self._live = live
        self._tell()

    def _step(self, count: int) -> Stepped:
        self._settled()
        names = self._desk.step(count)
        self._live = Live(self._desk.state)
        self._tell()
        return Stepped(actions=names)

    # ---- gestures -------------------------------------------------------------------------------

    def _grab(self, request: Any, window: int) -> None:
        self._require_free(window)
        self._gesture = grabbed(self._settled(), request)
        self._hand, self._seen, self._pulled = window, 0, None
        self._live = self._gesture.live
        self._stale = True
        self._tell_windows()

    def _release(self, window: int, keep: bool) -> PartPlace:
        gesture = self._held(window)
        if gesture is None:
            return PartPlace(at=None)
        state, name, at = gesture.released(keep)
        self._let_go()
        self._desk.rest(gesture.before.pose)  # notes on the way are not where the action began
        self._push(name, state)
        return PartPlace(at=at)

    def _cancel(self, window: int) -> None:
        gesture = self._held(window)
        if gesture is not None:
            self._let_go()
            self._desk.rest(gesture.before.pose)
            self._live = Live(self._desk.state)
            self._stale = True

    def _held(self, window: int) -> Gesture | None:
        """What a window holds, after the newest pull of it."""
        if self._pulled is not None and self._pulled[0] == window:
            with self._change:
                pulled, self._pulled = self._pulled, None
            self._follow(*pulled)
        return self._gesture if window == self._hand else None

    def _let_go(self) -> None:
        self._gesture, self._hand, self._seen = None, 0, 0
        self._tell_windows()

    def _require_free(self, window: int) -> None:
        """Whoever holds something in this window lets go; what another window holds is in the way."""
        if self._gesture is not None and self._hand != window:
            raise PoiseError(f"window {self._hand} is dragging something: wait until it has let go")
        if self._gesture is not None:
            self._release(window, keep=False)

    # ---- telling --------------------------------------------------------------------------------

    def _greet(self, window: int) -> None:
        self._windows.add(window)
        for message in (self._desk.figure_told(), self._desk.document_told(), self._frame()):
            self._publish(message, window)
        self._tell_windows()

    def _left(self, window: int) -> None:
        self._windows.discard(window)
        if self._hand == window:
            self._release(window, keep=False)
        self._tell_windows()

    def _tell(self) -> None:
        """The document has changed, and perhaps its figure."""
        self._desk.revision += 1
        if self._desk.figure_revision != self._told_figure:
            self._told_figure = self._desk.figure_revision
            self._publish(self._desk.figure_told(), None)
        self._publish(self._desk.document_told(), None)
        self._stale = True

    def _tell_windows(self) -> None:
        self._publish(Windows(count=len(self._windows), hand=self._hand), None)

    def _frame(self) -> Message:
        gesture, solution = self._gesture, self._live.solution()
        self._number += 1
        state, pose = self._desk.state, self._live.pose
        return frame_of(
            pose,
            solution,
            number=self._number,
            figure=self._desk.figure_revision,
            document=self._desk.revision,
            hand=self._hand,
            pull=self._seen,
            settled=self._live.settled,
            handles=[] if gesture is None else gesture.handles(),
            live=None if gesture is None else gesture.dragged(),
            overlays=overlays_of(state, pose, solution, self._desk.overlays),
        )


def _do(job: Job) -> None:
    if not job.future.set_running_or_notify_cancel():
        return
    try:
        job.future.set_result(job.work())
    except BaseException as error:
        job.future.set_exception(error)
