"""Poise's own motion files: an .npz archive, which holds a motion exactly.

| entry     | what it is                                                                      |
|-----------|---------------------------------------------------------------------------------|
| `poise`   | the text "motion 1": what this is, and the version of the format                |
| `figure`  | the figure as the text of a Poise figure file (YAML)                            |
| `times`   | (n,) seconds                                                                    |
| `poses`   | (n, figure.size) stored coordinates                                             |
| `about`   | JSON: name, notes, interpolation, timing, hold_limits, carrier, backward        |

It can be opened with numpy alone: `numpy.load("walk.npz")["times"]`.
"""

from __future__ import annotations

import io
import json
import struct
import tokenize
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from poise.arrays import Array
from poise.errors import FileError, PoiseError
from poise.io.figure.read import read_figure
from poise.io.figure.write import figure_yaml
from poise.io.text.files import read_bytes, write_whole_bytes
from poise.io.text.yaml_read import parse_yaml
from poise.motion.interpolation import CatmullRom, Interpolation, KochanekBartels, Linear, Pace, Smooth
from poise.motion.motion import Motion

MARK = "motion 1"
LARGEST = 1_000_000_000
"""Bytes that an entry may unpack to."""
_CURVES: dict[str, type[Any]] = {kind.__name__: kind for kind in (Linear, CatmullRom, KochanekBartels, Smooth)}
_ENTRIES = ("poise", "figure", "times", "poses", "about")


def is_npz(head: bytes) -> bool:
    """Whether a file that begins like this is an archive of numpy."""
    return head[:4] == b"PK\x03\x04"


def write_npz(motion: Motion, path: Path, options: dict[str, Any]) -> None:
    """Write a motion; there are no options."""
    about = {
        "name": motion.name,
        "notes": motion.notes,
        "interpolation": _plain(motion.interpolation),
        "timing": _timing(motion),
        "hold_limits": motion.hold_limits,
        "carrier": motion.carrier,
        "backward": motion.backward,
    }
    stream = io.BytesIO()
    np.savez_compressed(
        stream,
        poise=np.array(MARK),
        figure=np.array(figure_yaml(motion.figure)),
        times=motion.times,
        poses=motion.poses,
        about=np.array(json.dumps(about)),
    )
    write_whole_bytes(path, stream.getvalue())


def read_npz(path: Path, options: dict[str, Any]) -> Motion:
    """The motion in an archive that `write_npz` wrote."""
    data = read_bytes(path, "a motion of Poise is an .npz archive")
    try:
        entries = _entries(data, path)
        if str(entries["poise"]) != MARK:
            raise FileError(
                path, f"this is no motion of Poise that can be read: it says {str(entries['poise'])[:40]!r}"
            )
        about = json.loads(str(entries["about"]))
        figure = read_figure(parse_yaml(str(entries["figure"]), path))
        return Motion(
            figure,
            entries["times"],
            entries["poses"],
            interpolation=_curve(about["interpolation"]),
            timing=[Pace(*t) if isinstance(t, list) else t for t in about["timing"]],
            hold_limits=about["hold_limits"],
            carrier=about["carrier"],
            backward=about["backward"],
            name=about["name"],
            notes=about["notes"],
        )
    except FileError:
        raise
    except PoiseError as error:
        raise FileError(path, str(error)) from error
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise FileError(path, f"this is no motion of Poise: {type(error).__name__}: {error}") from None


_UNPACKING = (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError)
_READING = (tokenize.TokenError, SyntaxError, struct.error, MemoryError)
"""What damage makes zipfile raise, and numpy, which reads the head of an array as text of Python."""


def _entries(data: bytes, path: Path) -> dict[str, Array]:
    """The arrays of the archive; nothing is unpacked that is too large, and no objects of Python."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                if info.file_size > LARGEST:
                    raise FileError(path, f"{info.filename!r} unpacks to {info.file_size} bytes, more than {LARGEST}")
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            missing = [name for name in _ENTRIES if name not in arrays.files]
            if missing:
                raise FileError(path, f"this archive has no {missing[0]!r}, so it is no motion of Poise")
            return {name: arrays[name] for name in _ENTRIES}
    except (*_UNPACKING, *_READING) as error:
        raise FileError(path, f"the archive is damaged: {error}") from None
    except ValueError as error:
        if isinstance(error, PoiseError):
            raise
        raise FileError(path, f"the archive is damaged: {error}") from None


def _plain(curve: Interpolation) -> dict[str, Any]:
    return {"kind": type(curve).__name__, **{name: getattr(curve, name) for name in curve.__dataclass_fields__}}


def _curve(plain: dict[str, Any]) -> Interpolation:
    fields = dict(plain)
    made: Interpolation = _CURVES[fields.pop("kind")](**fields)
    return made


def _timing(motion: Motion) -> list[Any]:
    return [[t.start, t.end] if isinstance(t, Pace) else t for t in motion.timing]
