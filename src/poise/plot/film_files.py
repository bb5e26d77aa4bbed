"""Film files: MP4 by PyAV, the extra `films`; GIF, WebP and animated PNG by Pillow.

A file appears when it is whole: it is written beside its place and then moved there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from poise.errors import FileError, MissingExtraError
from poise.figure.check import path as checked_path
from poise.figure.check import positive
from poise.plot.pixels import pillow_image
from poise.plot.render import Pixels

QUALITY = 18
"""Constant rate factor of H.264: 0 loses nothing, 51 is worst; 17 or 18 look the same as the frames (x264's manual)."""


class FilmFile(NamedTuple):
    """Where a film goes, its frames a second, and what writes it."""

    path: Path
    rate: float
    writer: Callable[[Path, Iterable[Pixels], float], None]

    def write(self, frames: Iterable[Pixels]) -> Path:
        """The path, once all frames are in the file."""
        part = self.path.with_name(f".{self.path.name}.{os.getpid()}{self.path.suffix}")
        try:
            self.writer(part, frames, self.rate)
            os.replace(part, self.path)
        except OSError as error:
            raise FileError(self.path, f"the film cannot be written: {error.strerror or error}") from error
        finally:
            part.unlink(missing_ok=True)
        return self.path


def film_file(path: Any, rate: Any) -> FilmFile:
    """The file of a film, before anything is drawn. Raises when nobody can write it."""
    target = checked_path(path, "the path of a film")
    writer = WRITERS.get(target.suffix.lower())
    if writer is None:
        raise FileError(target, f"films end with {', '.join(WRITERS)}, not {target.suffix!r}")
    if not target.parent.is_dir():
        raise FileError(target, f"the film cannot be written: there is no folder {target.parent}")
    if writer is _mp4:
        av()
    return FilmFile(target, positive(rate, "the rate of a film"), writer)


def av() -> Any:
    """The module of PyAV."""
    try:
        import av as found
    except ImportError as error:
        raise MissingExtraError("filming as .mp4", "films") from error
    return found


def durations(rate: float, tick: int) -> Iterator[int]:
    """Milliseconds of every frame in ticks of a format, so that no rounding adds up."""
    done, i = 0, 0
    while True:
        i += 1
        end = round(1000.0 * i / rate / tick) * tick
        yield end - done
        done = end


def _mp4(path: Path, frames: Iterable[Pixels], rate: float) -> None:
    module = av()
    with module.open(str(path), "w", options={"movflags": "faststart"}) as container:
        stream = None
        for pixels in frames:
            if stream is None:
                stream = container.add_stream("libx264", rate=Fraction(rate).limit_denominator(1001))
                stream.height, stream.width = pixels.shape[:2]
                stream.pix_fmt, stream.options = "yuv420p", {"crf": str(QUALITY)}
            container.mux(stream.encode(module.VideoFrame.from_ndarray(pixels, format="rgb24")))
        if stream is not None:
            container.mux(stream.encode())


def _gif(path: Path, frames: Iterable[Pixels], rate: float) -> None:
    """256 colours, those of the first frame, so that nothing flickers; hundredths of a second."""
    from PIL import Image

    images, palette = [], None
    for pixels in frames:
        image = pillow_image(pixels)
        palette = palette or image.quantize(256, method=Image.Quantize.MEDIANCUT)
        images.append(image.quantize(palette=palette, dither=Image.Dither.NONE))
    times = [ms for ms, _ in zip(durations(rate, 10), images, strict=False)]
    images[0].save(path, save_all=True, append_images=images[1:], duration=times, loop=0, optimize=False)


def _webp(path: Path, frames: Iterable[Pixels], rate: float) -> None:
    images = [pillow_image(pixels) for pixels in frames]
    times = [ms for ms, _ in zip(durations(rate, 1), images, strict=False)]
    images[0].save(path, save_all=True, append_images=images[1:], duration=times, loop=0, quality=85, method=2)


def _png(path: Path, frames: Iterable[Pixels], rate: float) -> None:
    """An animated PNG; what cannot play it shows its first frame."""
    images = [pillow_image(pixels) for pixels in frames]
    times = [ms for ms, _ in zip(durations(rate, 1), images, strict=False)]
    images[0].save(path, save_all=True, append_images=images[1:], duration=times, loop=0)


WRITERS: dict[str, Callable[[Path, Iterable[Pixels], float], None]] = {
    ".mp4": _mp4, ".gif": _gif, ".webp": _webp, ".png": _png,
}  # fmt: skip
