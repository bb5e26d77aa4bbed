"""A motion: poses of one figure over time, as a value. It never changes; edits give new ones."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from poise import _core as core
from poise import shortcuts
from poise.arrays import Array, sealed
from poise.errors import InputError, UnknownNameError
from poise.figure.arguments import checked_methods
from poise.figure.check import array, each, flag, instance, number
from poise.figure.figure import Figure
from poise.motion import interpolation as curves
from poise.motion.carrier import Carrier
from poise.motion.interpolation import Interpolation, Timing
from poise.motion.keys import checked_poses, checked_times
from poise.pose import Pose
from poise.readable import Readable

if TYPE_CHECKING:
    from poise.shortcuts import Picture

_BEYOND = 1e-9
"""Of a motion's length (and of a second): times so little outside of it are its ends, as rounding makes them."""


class Samples(NamedTuple):
    """Poses of a motion at some times: `times` (n,), `poses` (n, size), `limited` (n,).

    `limited` says where the curve through the keys left the limits, so that the nearest pose inside stands there.
    """

    times: Array
    poses: Array
    limited: NDArray[np.bool_]


class Limited(NamedTuple):
    """A span of time in which limits act: from `start` to `end` in seconds, `limit` exceeded most, by `most`."""

    start: float
    end: float
    limit: str
    most: float


@checked_methods
class Motion(metaclass=Readable):
    """Poses of a figure over time.

    `times` (n,) in seconds, increasing; `poses` (n, figure.size) stored coordinates: the keys. Between them the
    `interpolation` and the `timing` of every interval say where the figure is (`at`). `motion[3]` is a pose,
    `motion[3:9]` a motion by keys, `motion[0.5:2.0]` one by seconds. `name` and `notes` are for people: where it comes
    from, and what the reader of a file found or took for granted.
    """

    __slots__ = (
        "_carrier", "_curve", "backward", "figure", "hold_limits", "interpolation", "name", "notes", "poses", "times",
        "timing",
    )  # fmt: skip

    figure: Figure
    times: Array
    poses: Array
    interpolation: Interpolation
    timing: tuple[Timing, ...]
    hold_limits: bool
    backward: bool
    name: str
    notes: tuple[str, ...]
    _carrier: Carrier
    _curve: list[core.PoseCurve]  # made when first asked for

    def __init__(
        self,
        figure: Figure,
        times: Any,
        poses: Any,
        *,
        interpolation: Interpolation | str = "linear",
        timing: Any = "linear",
        hold_limits: bool = True,
        carrier: str | None = None,
        backward: bool = False,
        name: str = "motion",
        notes: Iterable[str] = (),
    ) -> None:
        """From times and poses, which are an array of stored coordinates or `Pose`s.

        `interpolation`: "linear", "catmull-rom", "smooth" or an instance. `timing`: "linear", "eased", "held" or a
        `Pace`, for all intervals or one each. `hold_limits`: between keys, and at keys that are outside, give the
        nearest pose inside all limits and couplings. `carrier`: the segment whose path through space is interpolated,
        the figure's root by default; `rerooted` keeps it. `backward`: the curve is that of the keys in the opposite
        order, walked from its end; `reversed` turns it round.
        """
        put = super().__setattr__
        put("figure", instance(figure, Figure, "the figure of a motion"))
        put("times", checked_times(times))
        put("poses", checked_poses(figure, poses, len(self.times)))
        put("interpolation", curves.checked_interpolation(interpolation, len(self.times)))
        put("timing", curves.checked_timing(timing, len(self.times) - 1))
        put("hold_limits", flag(hold_limits, "hold_limits"))
        put("backward", flag(backward, "backward"))
        if self.backward and "held" in self.timing:
            raise InputError("an interval that is held at its first key cannot be walked backward; resample the motion")
        put("name", instance(name, str, "the name of a motion"))
        put("notes", tuple(instance(note, str, "a note of a motion") for note in each(notes, "the notes of a motion")))
        put("_carrier", Carrier(figure, figure.root if carrier is None else carrier))
        put("_curve", [])

    # ---- what it is ---------------------------------------------------------------------------

    @property
    def start(self) -> float:
        """The time of the first key, seconds."""
        return float(self.times[0])

    @property
    def end(self) -> float:
        """The time of the last key, seconds."""
        return float(self.times[-1])

    @property
    def duration(self) -> float:
        """Seconds from the first key to the last."""
        return self.end - self.start

    @property
    def carrier(self) -> str:
        """The segment whose path through space is interpolated."""
        return self._carrier.segment

    def __len__(self) -> int:
        return len(self.times)

    def __iter__(self) -> Iterator[Pose]:
        return (Pose(self.figure, row) for row in self.poses)

    @overload
    def __getitem__(self, index: int) -> Pose: ...
    @overload
    def __getitem__(self, index: slice) -> Motion: ...
    def __getitem__(self, index: Any) -> Pose | Motion:
        """A key as a pose; a slice of whole numbers takes keys, one of other numbers takes seconds."""
        from poise.motion.edit import sliced

        if isinstance(index, slice):
            return sliced(self, index)
        if isinstance(index, bool) or not isinstance(index, int | np.integer):
            raise InputError(f"a key is chosen by a whole number, a time by at(t); not by {index!r}")
        if not -len(self) <= index < len(self):
            raise InputError(f"a motion of {len(self)} keys has no key {index}")
        return Pose(self.figure, self.poses[index])

    # ---- where it is at a time ----------------------------------------------------------------

    def at(self, t: float) -> Pose:
        """The pose at a time in seconds, from the first key's to the last one's."""
        return Pose(self.figure, self.sample([number(t, "a time")]).poses[0])

    def sample(self, times: Any) -> Samples:
        """The poses at many times."""
        wanted = self._inside(times)
        poses, limited = self._core_curve().sample(self._on_curve(wanted), self.hold_limits)
        return Samples(sealed(wanted), self._carrier.back(poses), sealed(np.array(limited, dtype=bool)))

    def velocities(self, times: Any = None, *, before: bool = False) -> Array:
        """(n, dof) velocities in tangent space, exact for the curve; at its keys when no times are given.

        At a key where the velocity leaps, that with which it is left, or, `before`, reached. Limits are not looked at.
        """
        return self._rates(times, before)[0]

    def accelerations(self, times: Any = None, *, before: bool = False) -> Array:
        """(n, dof) accelerations: the rate of change of `velocities`, exact for the curve."""
        return self._rates(times, before)[1]

    def trace(self, site: str, times: Any = None) -> Array:
        """(n, 3) the path of a site; at the keys when no times are given."""
        if site not in self.figure._site_ids:
            raise UnknownNameError("site", site, self.figure._site_ids)
        poses = self._poses(times)
        return core.site_places(self.figure._core, poses, [self.figure._site_ids[site]])[:, 0]

    def center_of_mass_trace(self, times: Any = None) -> Array:
        """(n, 3) the path of the centre of mass; at the keys when no times are given."""
        return core.mass_centers(self.figure._core, self._poses(times))

    def limited(self, rate: float = 120.0) -> tuple[Limited, ...]:
        """Where limits act: spans of time in which the curve, looked at `rate` times a second, leaves them."""
        from poise.motion.edit import limited_spans

        return limited_spans(self, rate)

    # ---- other motions ------------------------------------------------------------------------

    def with_interpolation(self, interpolation: Interpolation | str, timing: Any = None) -> Motion:
        """The same keys with another curve through them, and another timing if one is given."""
        return self._edited(interpolation=interpolation, timing=self.timing if timing is None else timing)

    def between(self, start: float, end: float) -> Motion:
        """The part between two times, whose poses become keys: exact for linear motions and at all keys."""
        from poise.motion.edit import between

        return between(self, number(start, "the start"), number(end, "the end"))

    def resampled(self, rate: float | None = None, *, times: Any = None) -> Motion:
        """With keys so many times a second, or at given times; the last key is kept. Timing becomes linear."""
        from poise.motion.edit import resampled

        return resampled(self, rate, times)

    def stretched(self, factor: float) -> Motion:
        """Slower by a factor, or faster when it is below 1; the first key stays where it is."""
        from poise.motion.edit import stretched

        return stretched(self, factor)

    def shifted(self, seconds: float) -> Motion:
        """Later by so many seconds."""
        return self._edited(times=self.times + number(seconds, "the shift of a motion"))

    def reversed(self) -> Motion:
        """Backwards, in the same span of time."""
        from poise.motion.edit import reversed_motion

        return reversed_motion(self)

    def mirrored(self) -> Motion:
        """The mirror image: left and right swap."""
        from poise.motion.edit import mirrored

        return mirrored(self)

    def rerooted(self, segment: str) -> Motion:
        """The same motion of the figure held at another segment; nothing moves otherwise, also between keys."""
        from poise.motion.edit import rerooted

        return rerooted(self, segment)

    def then(self, other: Motion, *, blend: float = 0.0, aligned: bool = False) -> Motion:
        """Followed by another motion of the same figure, over `blend` seconds from one to the other.

        `aligned`: the other one begins where this one is then, facing the same way on the floor.
        """
        from poise.motion.blend import joined

        return joined(self, other, blend, aligned)

    def layered(self, over: Motion, joints: Iterable[str], *, fade: float = 0.0) -> Motion:
        """With the joints (or groups) of these names as in another motion, while that one lasts.

        `fade`: seconds over which they come in at its start and go out at its end.
        """
        from poise.motion.blend import layered

        return layered(self, over, list(joints), fade)

    def reduced(self, *, angle: float = np.radians(0.05), length: float = 1e-4) -> Motion:
        """With as few of its keys as its curve needs to pass all others within `angle` (rad) and `length` (m)."""
        from poise.motion.reduce import reduced

        return reduced(self, angle, length)

    def evenly_paced(self, site: str, *, count: int = 200) -> Motion:
        """Retimed so that a site goes equal ways in equal times, with `count` keys and the old ones."""
        from poise.motion.pace import evenly_paced

        return evenly_paced(self, site, count)

    # ---- files and pictures -------------------------------------------------------------------

    @staticmethod
    def load(path: str | os.PathLike[str], **options: Any) -> Motion:
        """A motion from a file, told apart by its content: BVH, glTF, GLB, VRMA, or Poise's own .npz.

        Options of BVH: `unit`, `up`, `rest`, `frame_time`, `axes`; see `docs/motion.md`. Of the others: `animation`,
        by name or number, `axes`, and `onto`, a humanoid that is to do the same; see `docs/characters.md`.
        """
        return shortcuts.load_motion(path, options)

    def save(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Write to a file; the ending says the format: .npz exactly, .bvh (options `order`, `unit`, `frame_time`).

        .glb and .gltf with the figure's own mesh, or ours; .vrma the bones alone. For these, `angle` and `length` leave
        out keys that the others pass within such a bound.
        """
        shortcuts.save_motion(self, path, options)

    def strip(self, **options: Any) -> Picture:
        """A strip of poses as one picture; see `poise.plot.plot_motion` for the options."""
        return shortcuts.plot_motion(self, **options)

    def plot(self, **options: Any) -> Picture:
        """The same as `strip`, as all things of Poise are drawn."""
        return shortcuts.plot_motion(self, **options)

    def film(self, path: str | os.PathLike[str], **options: Any) -> Path:
        """A film: .mp4, .gif, .webp or .png by the ending of the path; see `poise.plot.film_motion` for the options."""
        return shortcuts.film_motion(self, path, **options)

    # ---- Python -------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Motion):
            return NotImplemented
        return (
            self.figure == other.figure
            and np.array_equal(self.times, other.times)
            and np.array_equal(self.poses, other.poses)
            and (self.interpolation, self.timing, self.hold_limits, self.carrier, self.backward)
            == (other.interpolation, other.timing, other.hold_limits, other.carrier, other.backward)
        )

    def __hash__(self) -> int:
        return hash((self.figure, self.times.tobytes(), len(self.poses)))

    def __repr__(self) -> str:
        keys = f"{len(self)} key{'s' * (len(self) != 1)}"
        curve = type(self.interpolation).__name__
        return f"<Motion {self.name!r} of {self.figure.name!r}: {keys} in {self.duration:.4g} s, {curve}>"

    def _repr_html_(self) -> str:
        return shortcuts.motion_html(self)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a motion does not change; make another one (tried to set {name!r})")

    def __reduce__(self) -> Any:
        return _rebuilt, (self._parts(),)

    # ---- inside -------------------------------------------------------------------------------

    def _parts(self) -> dict[str, Any]:
        """The arguments that build this motion again."""
        return {
            "figure": self.figure, "times": np.array(self.times), "poses": np.array(self.poses),
            "interpolation": self.interpolation, "timing": self.timing, "hold_limits": self.hold_limits,
            "carrier": self.carrier, "backward": self.backward, "name": self.name, "notes": self.notes,
        }  # fmt: skip

    def _edited(self, **changes: Any) -> Motion:
        return Motion(**{**self._parts(), **changes})

    def _core_curve(self) -> core.PoseCurve:
        if not self._curve:
            figure, poses = self._carrier.forth(self.poses)
            times, curve, timing = self.times, self.interpolation, self.timing
            if self.backward:
                times, poses = np.ascontiguousarray(self._on_curve(times)[::-1]), np.ascontiguousarray(poses[::-1])
                curve, timing = curves.backwards(curve), curves.timing_backwards(timing)
            kind, shape = curves.core_form(curve, len(self))
            self._curve.append(core.PoseCurve(figure._core, times, poses, kind, shape, curves.timing_rows(timing)))
        return self._curve[0]

    def _on_curve(self, times: Array) -> Array:
        """Times of the curve: those of the motion, or counted from its end when it is walked backward."""
        return self.start + (self.end - times) if self.backward else times

    def _inside(self, times: Any) -> Array:
        """(n,) fresh array of times that lie inside the motion."""
        wanted = np.atleast_1d(np.array(array(times, "the times to look at")))
        if wanted.ndim != 1 or not np.isfinite(wanted).all():
            raise InputError("the times to look at must be a list of finite numbers")
        slack = _BEYOND * max(self.duration, 1.0)
        outside = (wanted < self.start - slack) | (wanted > self.end + slack)
        if outside.any():
            t = wanted[outside][0]
            raise InputError(f"the motion lasts from {self.start:g} s to {self.end:g} s; there is no {t:g} s in it")
        return np.clip(wanted, self.start, self.end)

    def _poses(self, times: Any) -> Array:
        return self.poses if times is None else self.sample(times).poses

    def _rates(self, times: Any, before: bool) -> tuple[Array, Array]:
        self._carrier.require_root("velocities and accelerations")
        wanted = self._on_curve(self._inside(self.times if times is None else times))
        if flag(before, "before") != self.backward:  # the curve tells what follows a key: ask a hair earlier
            wanted = np.maximum(np.nextafter(wanted, -np.inf), self.start)
        velocities, accelerations = self._core_curve().rates(wanted)
        return sealed(-velocities) if self.backward else velocities, accelerations


def _rebuilt(parts: dict[str, Any]) -> Motion:
    return Motion(**parts)
