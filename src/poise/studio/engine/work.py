"""The work: a document, the body that moves, what a hand holds, and what windows are told of it.

Everything here happens in the engine's thread.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from poise.errors import PoiseError
from poise.studio.document import circle
from poise.studio.document.actions import ACTIONS, done
from poise.studio.document.clip_exports import ClipToExport
from poise.studio.document.exports import exported
from poise.studio.document.gallery import gallery
from poise.studio.document.loads import loads_of
from poise.studio.document.meshes import triangles_of
from poise.studio.document.report import html_report
from poise.studio.document.state import State
from poise.studio.document.thumbnails import require_png
from poise.studio.engine.frames import frame_of
from poise.studio.engine.gesture import Gesture
from poise.studio.engine.gestures import grabbed
from poise.studio.engine.holding import Led
from poise.studio.engine.live import Live
from poise.studio.engine.open_document import OpenDocument
from poise.studio.engine.overlays import overlays_of
from poise.studio.engine.player import Player
from poise.studio.protocol import requests as ask
from poise.studio.protocol.answers import Dropped, PartPlace, Refused, SavedAs, Stepped
from poise.studio.protocol.limb import FoundCircle
from poise.studio.protocol.plain import Message
from poise.studio.protocol.session import Notice, Windows

AUTOSAVE = 0.5
"""Seconds between two notes of where a moving body is."""
_LOG = logging.getLogger("poise.studio")

Publish = Callable[[Message, "int | None"], None]
"""Send a message to one window, or to all (None)."""


class Work:
    """What the engine works at: the open document, the body that moves in it, and what one window holds of it."""

    def __init__(self, document: OpenDocument, publish: Publish) -> None:
        self.document, self._publish = document, publish
        self._live = Live(document.state)
        self._player = Player()
        self._player.follow(document.state)
        self._gesture: Gesture | None = None
        self._holder = 0  # the window that drags
        self._pace: int | None = None  # iterations from picture to picture
        self._answered = 0  # the number of the newest pull that has moved the goal
        self._led: Led | None = None  # what was let go last
        self._windows: set[int] = set()
        self._told_figure = document.figure_revision
        self._number = 0
        self._noted = 0.0
        self._dirty = False  # the body has moved since it was noted
        self._stale = True  # something has changed since the last frame
        self._trouble: str | None = None

    # ---- moving ---------------------------------------------------------------------------------

    @property
    def calm(self) -> bool:
        """Whether there is nothing to do before something is asked."""
        return not self._stale and not self._dirty and self._live.settled and not self._player.playing

    def move(self) -> None:
        """Go on for a few milliseconds, and show where the body is: at rest, only what has been written down."""
        if self._player.due(time.monotonic()):
            self._show_clip()
        elif not self._live.settled and self._live.step(self._pace):
            self._dirty = self._stale = True
        self.note()
        if self._stale:
            self._publish(self._frame(), None)
            self._stale = not self._live.settled  # at rest it is said once more

    def pulled(self, window: int, number: int, value: Any) -> None:
        """Bring what a window holds to where its hand is."""
        if self._gesture is None or window != self._holder:
            return  # let go in the meantime
        try:
            self._gesture.pull(value)
        except (PoiseError, TypeError) as error:
            self._publish(Refused(id=None, message=str(error)), window)
        self._live = self._gesture.live
        self._live.touched()
        self._answered, self._stale = number, True

    def note(self, now: bool = False) -> None:
        """Write down where a moving body is, now and then, and when it has come to rest."""
        late = time.monotonic() - self._noted > AUTOSAVE
        if self._dirty and (now or late or self._live.settled):
            self.document.rest(self._live.pose_of(self.document.state))
            self._dirty, self._noted = False, time.monotonic()
        if self.document.trouble != self._trouble:
            self._trouble = self.document.trouble
            told = "autosave works again" if self._trouble is None else f"autosave does not work: {self._trouble}"
            self._publish(Notice(level="warning" if self._trouble else "info", message=told), None)

    def watch(self) -> None:
        """Look whether the files are still there, and tell what has become of those that are not."""
        for words in self.document.missed():
            self._publish(Notice(level="warning", message=words), None)
            self._tell()

    def guarded(self, step: Callable[[], None]) -> None:
        """Do it; after a fault of ours say so, let go, go back to the last good state, and stay there."""
        try:
            step()
        except Exception as error:
            _LOG.exception("the engine has failed")
            self._gesture, self._holder, self._answered = None, 0, 0
            self._stale = self._dirty = False
            self._live = Live(self.document.state)
            self._live.stop()
            self._player.follow(self.document.state)
            words = f"the studio has failed at moving the body, and let go: {type(error).__name__}: {error}"
            self._publish(Notice(level="warning", message=words), None)
            self._tell_windows()

    def end(self) -> None:
        """Write everything down: the studio ends."""
        self.note(now=True)
        self.document.close()

    # ---- what is asked --------------------------------------------------------------------------

    def answer(self, request: Any, window: int) -> Any:
        """Do what a request asks, and return the answer. What raises has changed nothing."""
        match request:
            case (
                ask.GrabPoint()
                | ask.GrabJoint()
                | ask.GrabField()
                | ask.GrabCircle()
                | ask.GrabThing()
                | ask.GrabBlend()
            ):
                return self._grab(request, window)
            case ask.Release():
                return self._release(window, request.keep)
            case ask.Cancel():
                return self._cancel(window)
            case ask.SetPace():
                self._pace = request.iterations
                return None
            case ask.SettleNow():
                self._live.settle()
                self._dirty = self._stale = True
                return None
            case ask.Explain():
                return self._live.solution()
            case ask.AskHolders():
                return self._led if self._gesture is None else self._gesture.live.led()
            case ask.Export():
                state, solution = self._present(), self._live.solution()
                return exported(state, solution, self.document.overlays, request.format, self.document.workspace.folder)
            case ask.ExportClip():
                return ClipToExport(self._player.require(), self.document.state.name)
            case ask.AskCircle():
                found = circle.circle_of(state := self._seen(), request.segment)
                return FoundCircle(circle=None if found is None else circle.told(state, found))
            case ask.Compare():
                return self._seen()
            case ask.AskLoads():
                return loads_of(self._seen())
            case ask.Report():
                return html_report(self._seen(), self._live.solution(), request.pictures)
            case ask.AskMesh():
                return triangles_of(self._live.state.settings.get("world"), request.key)
            case ask.ListFiles():
                return self.document.workspace.listed(request.folder)
            case ask.ListGallery():
                return gallery()
            case ask.SetView():
                self.document.show(request.overlays)
                return self._tell()
        self._require_free(window)
        return self._acted(request) if type(request) in ACTIONS else self._changed(request)

    def _acted(self, request: Any) -> Any:
        """An action that goes into the undo list."""
        picture = request.thumbnail if isinstance(request, ask.KeepPose) else None
        if picture is not None:
            require_png(picture)
        result = done(self._present(), request, self.document.workspace)
        if picture is not None:
            self.document.thumbnails.keep(result.state.pose, picture)
        self._push(result.name, result.state)
        return result.answer

    def _changed(self, request: Any) -> Any:
        """Another document, or another place in its history."""
        match request:
            case ask.PlayClip():
                return self._play(request)
            case ask.Undo():
                return self._step(-max(request.steps, 0))
            case ask.Redo():
                return self._step(max(request.steps, 0))
            case ask.New():
                self._push("new", self.document.new(request))
                self.document.opened(None, {})
                return self._tell()
            case ask.Open():
                contents, path = self.document.read(request)
                self._push(f"open {path or request.shipped}", contents.state)
                self.document.opened(path, dict(contents.overlays))
                self._tell()
                return Dropped(dropped=[])
            case ask.Save():
                self._present()
                path = self.document.save(request)
                self._tell()
                return SavedAs(path=path)
        raise PoiseError(f"the studio cannot do {type(request).__name__}")

    def _play(self, request: ask.PlayClip) -> None:
        """Where the clip goes is where the body is: no action of its own, and nothing to undo."""
        self._player.ask(request, time.monotonic())
        self._show_clip()

    def _show_clip(self) -> None:
        self._player.advance(time.monotonic())
        pose = self._player.pose(self.document.state)
        if pose is not None:
            self._live.put(pose)
            self._dirty = not self._player.playing  # noted where it stops
        self._stale = True

    def _present(self) -> State:
        """The present state, with the body where it is now."""
        pose = self._live.pose_of(self.document.state)
        if self._gesture is None and not np.array_equal(pose.coordinates, self.document.state.pose.coordinates):
            self.document.rest(pose)
        self._dirty = False
        return self.document.state

    def _seen(self) -> State:
        """The state with the body where it is now, also while a hand holds it."""
        return replace(self._present(), pose=self._live.pose_of(self.document.state))

    def _push(self, name: str, state: State) -> None:
        """An action: nothing has changed when its session cannot be made."""
        live = Live(state)
        self.document.push(name, state)
        self._live = live
        self._player.follow(state)
        self._tell()

    def _step(self, count: int) -> Stepped:
        self._present()
        self._live = Live(self.document.history.ahead(count))  # raises before anything has changed
        self._live.stop()  # the very pose of that time: poses are part of history
        names = self.document.step(count)
        self._player.follow(self.document.state)
        self._tell()
        return Stepped(actions=names)

    # ---- gestures -------------------------------------------------------------------------------

    def _grab(self, request: Any, window: int) -> None:
        self._require_free(window)
        self._gesture = grabbed(self._present(), request)
        self._player.follow(self.document.state)
        self._holder, self._answered = window, 0
        self._live = self._gesture.live
        self._stale = True
        self._tell_windows()

    def _release(self, window: int, keep: bool) -> PartPlace:
        gesture = self._gesture
        if gesture is None or window != self._holder:
            return PartPlace(at=None)
        self._led = gesture.live.led()
        state, name, at = gesture.released(keep)
        self._let_go()
        self.document.rest(gesture.before.pose)  # notes on the way are not where the action began
        if not keep and not gesture.led_anywhere:
            self._live = Live(self.document.state)
            self._live.stop()
            self._stale = True
            return PartPlace(at=None)
        self._push(name, state)
        if gesture.rests:
            self._live.stop()
        return PartPlace(at=at)

    def _cancel(self, window: int) -> None:
        gesture = self._gesture
        if gesture is not None and window == self._holder:
            self._let_go()
            self.document.rest(gesture.before.pose)
            self._live = Live(self.document.state)
            self._live.stop()
            self._stale = True

    def _let_go(self) -> None:
        self._gesture, self._holder, self._answered = None, 0, 0
        self._tell_windows()

    def _require_free(self, window: int) -> None:
        """Whoever holds something in this window lets go; what another window holds is in the way."""
        if self._gesture is not None and self._holder != window:
            raise PoiseError(f"window {self._holder} is dragging something: wait until it has let go")
        if self._gesture is not None:
            self._release(window, keep=False)

    # ---- telling --------------------------------------------------------------------------------

    def greet(self, window: int) -> None:
        """Tell a new window everything."""
        self._windows.add(window)
        for message in (self.document.figure_told(), self.document.document_told(), self._frame()):
            self._publish(message, window)
        self._tell_windows()

    def part(self, window: int) -> None:
        """A window is gone; what it held is let go."""
        self._windows.discard(window)
        if self._holder == window:
            self._release(window, keep=False)
        self._tell_windows()

    def _tell(self) -> None:
        """The document has changed, and perhaps its figure."""
        self.document.revision += 1
        if self.document.figure_revision != self._told_figure:
            self._told_figure = self.document.figure_revision
            self._publish(self.document.figure_told(), None)
        self._publish(self.document.document_told(), None)
        self._stale = True

    def _tell_windows(self) -> None:
        self._publish(Windows(count=len(self._windows), hand=self._holder), None)

    def _frame(self) -> Message:
        gesture, solution = self._gesture, self._live.solution()
        self._number += 1
        return frame_of(
            self._live.pose,
            solution,
            number=self._number,
            figure=self.document.figure_revision,
            document=self.document.revision,
            hand=self._holder,
            pull=self._answered,
            settled=self._live.settled,
            handles=[] if gesture is None else gesture.handles(),
            live=None if gesture is None else gesture.dragged(),
            overlays=overlays_of(self._live.state, self._live.pose, solution, self.document.overlays),
            clip=self._player.told(),
            shown=self._player.shown(),
        )
