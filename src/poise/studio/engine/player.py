"""The player of a clip: where it is, whether it goes on, and the pose that is to be seen."""

from __future__ import annotations

from poise.errors import InputError
from poise.motion.motion import Motion
from poise.pose import Pose
from poise.studio.document.clips import Clip, played, taken
from poise.studio.document.state import State
from poise.studio.protocol.clip import ClipTime, PlayClip

RATE = 60.0
"""Frames a second while it plays: as screens have them."""
SLOWEST, FASTEST = 0.05, 8.0
"""Bounds of the speed: slower nothing seems to move, faster frames are seconds apart."""

NEAR = 1e-6
"""Seconds: so near to the end a clip has ended. Sliders of pages tell times in 15 digits."""


class Player:
    """Shows the clip of a state. Times are of a clock that the caller reads."""

    def __init__(self) -> None:
        self.motion: Motion | None = None
        self.playing = self.showing = False
        self._clip: Clip | None = None
        self._time, self._speed, self._loop = 0.0, 1.0, True
        self._seen = 0.0  # when the clip was where it is

    def follow(self, state: State) -> None:
        """The document has changed: the body is where the document has it, and the clip may be another one."""
        self.playing = self.showing = False
        clip = state.clip
        self.motion = None if clip is None else played(clip.motion, state.figure)
        if clip is not self._clip:
            self._time = 0.0 if self.motion is None else self.motion.start
        self._clip = clip

    def ask(self, request: PlayClip, now: float) -> None:
        """Do what a request asks; raises before anything has changed."""
        motion = self.require()
        if request.speed is not None and not SLOWEST <= request.speed <= FASTEST:
            raise InputError(f"a clip plays {SLOWEST:g} to {FASTEST:g} times as fast, not {request.speed:g}")
        if request.time is not None and not motion.start <= request.time <= motion.end:
            raise InputError(
                f"the clip lasts from {motion.start:g} s to {motion.end:g} s; there is no {request.time:g} s"
            )
        self.advance(now)
        if request.playing is not None:
            at_end = request.playing and not self.playing and self._time >= motion.end - NEAR
            self._time = motion.start if at_end else self._time
            self.playing = request.playing
        self._time = self._time if request.time is None else request.time
        self._speed = self._speed if request.speed is None else request.speed
        self._loop = self._loop if request.loop is None else request.loop
        self.showing = self.showing or self.playing or request.time is not None
        self._seen = now

    def advance(self, now: float) -> None:
        """Go on to where the clip is now; at its end it begins again, or stays."""
        motion = self.motion
        if not self.playing or motion is None:
            return
        time = self._time + (now - self._seen) * self._speed
        self._seen = now
        if time >= motion.end and self._loop and motion.duration > 0.0:
            time = motion.start + (time - motion.start) % motion.duration
        elif time >= motion.end:
            time, self.playing = motion.end, False
        self._time = time

    def due(self, now: float) -> bool:
        """Whether the next frame of a clip that plays is to be shown."""
        return self.playing and now - self._seen >= 1.0 / RATE

    def shown(self) -> Pose | None:
        """The pose of the clip that is seen; None when the body is elsewhere."""
        return self.motion.at(self._time) if self.motion is not None and self.showing else None

    def pose(self, state: State) -> Pose | None:
        """The same as a pose of the state's figure."""
        shown = self.shown()
        return None if shown is None else taken(shown, state.figure)

    def require(self) -> Motion:
        """The motion that is shown; raises when there is none."""
        if self.motion is None:
            raise InputError("no clip is open: open a BVH, GLB, glTF or VRMA file that has a motion")
        return self.motion

    def told(self) -> ClipTime | None:
        """For the page."""
        if self.motion is None:
            return None
        return ClipTime(time=self._time, playing=self.playing, speed=self._speed, loop=self._loop, showing=self.showing)
