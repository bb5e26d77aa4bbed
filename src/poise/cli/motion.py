"""`poise motion`: what is in a motion file, the same motion in another format, a strip of its poses, a film."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from poise.cli import screen
from poise.cli.show import pixels
from poise.motion.motion import Motion
from poise.plot.views import VIEWS

motion_app = typer.Typer(
    name="motion",
    help="Motions: poses over time, from BVH, glTF, VRMA and Poise's own .npz files.\n\n"
    "A BVH file does not say its unit, which way is up, or which pose is at rest. Poise finds them and says what it "
    "found; --unit, --up and --rest say it better.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

File = Annotated[
    Path, typer.Argument(metavar="FILE", help="A motion: .bvh, .glb, .gltf, .vrma or .npz.", show_default=False)
]
Unit = Annotated[
    str | None, typer.Option(metavar="m|cm|mm|inch|cmu|METRES", help="BVH: its unit.", show_default="found")
]
Up = Annotated[str | None, typer.Option(metavar="y|z|-y|…", help="BVH: which way is up.", show_default="found")]
Rest = Annotated[str | None, typer.Option(metavar="zero|first", help="BVH: the pose at rest.", show_default="found")]
FrameTime = Annotated[
    float | None, typer.Option(metavar="SECONDS", help="BVH: seconds from frame to frame.", show_default="as it says")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@motion_app.command()
def info(
    file: File, unit: Unit = None, up: Up = None, rest: Rest = None, frame_time: FrameTime = None, json: Json = False
) -> None:
    """Tell what a motion is: how long, of which figure, and what was found or odd about the file.

    [bold]Examples[/bold]

      poise motion info walk.bvh

      poise motion info walk.bvh --unit cm --json
    """
    with screen.waiting("reading the motion"):
        motion = _open(file, unit=_unit(unit), up=up, rest=rest, frame_time=frame_time)
    facts = _facts(motion)
    if json:
        screen.print_json(facts)
        return
    out = screen.console()
    rate = f", {facts['rate']:.4g} a second" if facts["rate"] else ""
    out.print(f"{motion.name}: {len(motion)} keys in {motion.duration:.4g} s{rate}", style="bold")
    figure = motion.figure
    out.print(f"{figure.name}: {len(figure.joints)} joints, {figure.dof} degrees of freedom, {len(figure.sites)} sites")
    out.print(f"the {motion.carrier} goes {facts['way']:.3g} m, between heights of {_range(facts['heights'])}")
    for note in motion.notes:
        out.print(f"- {note}")


@motion_app.command()
def convert(
    source: Annotated[
        Path, typer.Argument(metavar="IN", help="A motion: .bvh, .glb, .gltf, .vrma or .npz.", show_default=False)
    ],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="Its ending says the format.", show_default=False)],
    unit: Unit = None,
    up: Up = None,
    rest: Rest = None,
    frame_time: FrameTime = None,
    rate: Annotated[float | None, typer.Option(metavar="HZ", help="Keys a second.", show_default="as they are")] = None,
    order: Annotated[str | None, typer.Option(help="Into BVH: order of rotations.", show_default="ZYX")] = None,
    into: Annotated[
        str | None, typer.Option(metavar="m|cm|…", help="Into BVH: the unit to write.", show_default="m")
    ] = None,
    json: Json = False,
) -> None:
    """Write a motion in another format, unit, order of rotations or rate.

    [bold]Examples[/bold]

      poise motion convert walk.bvh walk.npz

      poise motion convert walk.bvh again.bvh --order XYZ --into cm --rate 60
    """
    options = {"order": order, "unit": _unit(into)}
    with screen.waiting("converting"):
        motion = _open(source, unit=_unit(unit), up=up, rest=rest, frame_time=frame_time)
        motion = motion if rate is None else motion.resampled(rate)
        motion.save(target, **{name: value for name, value in options.items() if value is not None})
    if json:
        screen.print_json({"written": str(target), **_facts(motion)})
        return
    typer.echo(f"wrote {target}: {len(motion)} keys in {motion.duration:.4g} s")


@motion_app.command()
def show(
    file: File,
    count: Annotated[int, typer.Option(help="Poses, at equal times.")] = 8,
    view: Annotated[str, typer.Option(help=", ".join(VIEWS))] = "three-quarter",
    skeleton: Annotated[bool, typer.Option("--skeleton", help="Show bones inside a glassy body.")] = False,
    size: Annotated[
        str | None, typer.Option(metavar="WIDTHxHEIGHT", help="Pixels of the picture.", show_default=False)
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where the picture goes.", show_default="FILE.png")
    ] = None,
    unit: Unit = None,
    up: Up = None,
    rest: Rest = None,
    frame_time: FrameTime = None,
    json: Json = False,
) -> None:
    """Draw a strip of poses of a motion, each with its time.

    [bold]Examples[/bold]

      poise motion show walk.bvh

      poise motion show walk.bvh --count 12 --view side -o walk.png
    """
    with screen.waiting("drawing"):
        motion = _open(file, unit=_unit(unit), up=up, rest=rest, frame_time=frame_time)
        picture = motion.plot(count=count, view=view, skeleton=skeleton, size=pixels(size))
        path = picture.save(output or Path(f"{file.stem}.png"))
    if json:
        screen.print_json({"picture": str(path), "size": list(picture.size), **_facts(motion)})
    else:
        typer.echo(f"wrote {path} ({picture.size[0]}×{picture.size[1]} pixels)")


@motion_app.command()
def film(
    file: File,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Where it goes: .mp4, .gif, .webp, .png.", show_default="FILE.webp"),
    ] = None,
    rate: Annotated[float, typer.Option(metavar="HZ", help="Frames a second.")] = 30.0,
    speed: Annotated[float, typer.Option(help="0.5 is slow motion.")] = 1.0,
    view: Annotated[str, typer.Option(help=", ".join(VIEWS))] = "three-quarter",
    follow: Annotated[bool, typer.Option("--follow", help="The camera goes along.")] = False,
    skeleton: Annotated[bool, typer.Option("--skeleton", help="Show bones inside a glassy body.")] = False,
    com: Annotated[bool, typer.Option("--com", help="Show the centre of mass.")] = False,
    support: Annotated[bool, typer.Option("--support", help="Show the area it stands on.")] = False,
    forces: Annotated[bool, typer.Option("--forces", help="Show what the floor gives.")] = False,
    ghosts: Annotated[int, typer.Option(help="Earlier poses, shown pale.")] = 0,
    trace: Annotated[list[str] | None, typer.Option(help="A site whose path is drawn; several times.")] = None,
    clock: Annotated[bool, typer.Option("--clock", help="Show the time.")] = False,
    size: Annotated[
        str | None, typer.Option(metavar="WIDTHxHEIGHT", help="Pixels of the film.", show_default="360x360")
    ] = None,
    unit: Unit = None,
    up: Up = None,
    rest: Rest = None,
    frame_time: FrameTime = None,
    json: Json = False,
) -> None:
    """Film a motion. MP4 needs the extra `films`; WebP, GIF and animated PNG do not.

    [bold]Examples[/bold]

      poise motion film walk.bvh

      poise motion film walk.bvh -o walk.mp4 --view side --trace left_hand --follow
    """
    with screen.waiting("reading the motion"):
        motion = _open(file, unit=_unit(unit), up=up, rest=rest, frame_time=frame_time)
    options: dict[str, Any] = {} if size is None else {"size": pixels(size)}
    path = motion.film(
        output or Path(f"{file.stem}.webp"), rate=rate, speed=speed, view=view, follow=follow, skeleton=skeleton,
        com=com, support=support, forces=forces, ghosts=ghosts, traces=trace or (), clock=clock,
        progress=sys.stderr.isatty(), **options,
    )  # fmt: skip
    if json:
        screen.print_json({"film": str(path), "bytes": path.stat().st_size, **_facts(motion)})
    else:
        typer.echo(f"wrote {path}")


def _open(file: Path, **options: Any) -> Motion:
    """The motion, and what its reader warns about on the error stream."""
    with screen.told():
        return Motion.load(file, **{name: value for name, value in options.items() if value is not None})


def _unit(text: str | None) -> str | float | None:
    """A name of a unit, or metres."""
    try:
        return None if text is None else float(text)
    except ValueError:
        return text


def _facts(motion: Motion) -> dict[str, Any]:
    """What the commands tell, as plain data."""
    import numpy as np

    steps = np.diff(motion.times)
    even = len(steps) > 0 and float(np.ptp(steps)) <= 1e-6 * float(steps.min())
    placements = np.array([pose.segment_frame(motion.carrier)[:3, 3] for pose in motion])
    up = -np.array(motion.figure.gravity) / max(float(np.linalg.norm(motion.figure.gravity)), 1e-12)
    heights = placements @ up
    return {
        "name": motion.name,
        "keys": len(motion),
        "start": motion.start,
        "duration": motion.duration,
        "rate": 1.0 / float(steps.mean()) if even else None,
        "interpolation": type(motion.interpolation).__name__,
        "figure": motion.figure.name,
        "joints": list(motion.figure.joints),
        "dof": motion.figure.dof,
        "way": float(np.linalg.norm(np.diff(placements, axis=0), axis=1).sum()),
        "heights": [float(heights.min()), float(heights.max())],
        "notes": list(motion.notes),
    }


def _range(ends: list[float]) -> str:
    return f"{ends[0]:.3f} m and {ends[1]:.3f} m"
