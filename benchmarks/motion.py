"""How fast motions and characters are read and sampled, hostile files refused.   python benchmarks/motion.py [--keep]

A capture of the size of those of CMU (31 joints, 2300 frames, 1.7 MB) is made here, read as a document (every number
looked at) and as a motion; pybvh reads the same file where it is installed. 10,000 poses of the 54-DOF human are taken
from curves through 40 keys, without and with all limits held. Times are of the processor, the best of several.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import poise
from importing import BUDGET as IMPORTED
from importing import RATIO as OVER_NUMPY
from importing import import_seconds
from page import Page
from poise.io.bvh.read import read_bvh

READ = 150.0
"""MB/s of a document, at least; pybvh has 40."""
SAMPLES, SAMPLED = 10_000, 0.020
"""Poses of a curve, and seconds for them at most."""
REFUSED, MEMORY = 0.050, 64.0
"""Seconds and megabytes until a hostile file is refused, at most."""
CHARACTER = 0.005
"""Seconds to read CesiumMan as a figure, at most; pygltflib takes 0.058 to read its JSON."""
FILMED, FILM = 10.0, 40.0
"""Seconds of a person at 30 frames each, and processor seconds to film them as GIF, at most: twenty on two cores, since
threads draw the frames."""
ROUNDS = 7


def best(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Processor seconds of the calmest round."""
    times = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def capture(frames: int) -> str:
    """A file as those of CMU: 31 joints, degrees and lengths with four to six digits."""
    rng = np.random.default_rng(0)
    lines = ["HIERARCHY", "ROOT Hips", "{", "OFFSET 0 0 0"]
    lines.append("CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation")
    for limb in range(6):
        for joint in range(5):
            lines += [f"JOINT j{limb}_{joint}", "{", "OFFSET 1.2345 -4.3210 0.1111"]
            lines.append("CHANNELS 3 Zrotation Yrotation Xrotation")
        lines += ["End Site", "{", "OFFSET 0 1 0", "}", *["}"] * 5]
    lines += ["}", "MOTION", f"Frames: {frames}", "Frame Time: .0083333"]
    walk = np.cumsum(rng.normal(0.0, 0.5, (frames, 96)), axis=0)
    return "\n".join([*lines, *(" ".join(f"{x:.4f}" for x in row) for row in walk)]) + "\n"


def reading(page: Page, folder: Path) -> int:
    """Rates of reading; how many budgets are missed."""
    file = folder / "capture.bvh"
    file.write_text(capture(2300))
    size = file.stat().st_size / 1e6
    document = size / best(lambda: read_bvh(file))
    page.say(f"{'BVH, every number looked at':44} {document:8.0f} MB/s  at least {READ:.0f}")
    page.say(f"{'BVH as a motion of a figure':44} {size / best(lambda: poise.Motion.load(file)):8.0f} MB/s")
    try:
        import pybvh
    except ImportError:
        page.say("pybvh is not installed")
    else:
        page.say(f"{'pybvh, the same file':44} {size / best(lambda: pybvh.read_bvh_file(str(file)), 3):8.0f} MB/s")
    return int(document < READ)


def sampling(page: Page) -> int:
    """Times of 10,000 poses."""
    human = poise.human()
    rng = np.random.default_rng(1)
    keys = [human.random(rng) for _ in range(40)]
    times = np.linspace(0.0, 39.0, SAMPLES)
    missed = 0
    for name in ("linear", "catmull-rom", "smooth"):
        for hold in (False, True):
            motion = poise.Motion(human, np.arange(40.0), keys, interpolation=name, hold_limits=hold)
            motion.at(0.5)
            took = best(lambda m=motion: m.sample(times))
            words = f"{SAMPLES} poses, {human.dof} DOF, {name}{', limits held' if hold else ''}"
            page.say(f"{words:44} {1e3 * took:8.1f} ms" + ("" if hold else f"    at most {1e3 * SAMPLED:.0f}"))
            missed += not hold and took > SAMPLED
    return missed


HOSTILE = """
import sys, time, poise, poise.io.motions

def peak():  # not getrusage, whose peak begins with that of the process that started this one
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))

before = peak()
began = time.process_time()
try:
    poise.Motion.load(sys.argv[1])
except poise.FileError as error:
    took = time.process_time() - began
    print(took, (peak() - before) / 1e3, str(error).split(": ", 1)[1][:50])
"""


def hostile(page: Page, folder: Path) -> int:
    """Files that are made to do harm, each read in a process of its own."""
    skeleton = capture(0).replace("Frames: 0", "Frames: 999999999999999999")
    joint = "JOINT j { OFFSET 0 1 0 CHANNELS 3 Zrotation Xrotation Yrotation\n"
    files = {
        "a million joints": "HIERARCHY\nROOT r { OFFSET 0 0 0\n" + joint * 1_000_000,
        "10^18 frames, the first cut short": skeleton + "1 2 3\n",
        "cut in the hierarchy": capture(0)[:1500],
        "a NaN before 50 MB": skeleton + "nan " + "1 2 3 4 5 6 7 8\n" * 3_000_000,
        **{f"glTF, {what}": text for what, text in hostile_characters().items()},
    }
    missed = 0
    for name, text in files.items():
        file = folder / "hostile.bvh"
        file.write_text(text)
        best_time, memory, words = float("inf"), 0.0, ""
        for _ in range(3):
            out = subprocess.run([sys.executable, "-c", HOSTILE, str(file)], capture_output=True, text=True, check=True)
            took, megabytes, words = out.stdout.strip().split(" ", 2)
            best_time, memory = min(best_time, float(took)), max(memory, float(megabytes))
        held = best_time <= REFUSED and memory <= MEMORY
        missed += not held
        page.say(f"{name:44} {1e3 * best_time:8.1f} ms, {memory:3.0f} MB  {words}")
    return missed


def hostile_characters() -> dict[str, str]:
    """glTF texts that are made to do harm."""
    nodes = ",".join(f'{{"children":[{i + 1}]}}' for i in range(1_000_000))
    head, still = '{"asset":{"version":"2.0"},"nodes":', '{"name":"a"}'
    moved = (
        '"animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}],'
        '"samplers":[{"input":0,"output":0}]}]'
    )
    many = '"accessors":[{"componentType":5126,"type":"VEC4","count":%d}]}'
    one = '"accessors":[{"componentType":5126,"type":"VEC4","count":1,"bufferView":0}],'
    bomb = "data:;base64," + "A" * 10_000_000
    eight = '"bufferViews":[{"buffer":0,"byteLength":8}],"buffers":[{"byteLength":8,"uri":"%s"}]}'
    return {
        "a million joints": f"{head}[{nodes},{{}}]}}",
        "nodes in a circle": f'{head}[{{"children":[1]}},{{"children":[0]}}],{moved}}}',
        "2^62 numbers": f"{head}[{still}],{moved},{many % 2**62}",
        "zeros that fill the memory": f"{head}[{still}],{moved},{many % 12_000_000}",
        "a data URI of 10 MB for 8 bytes": f"{head}[{still}],{moved},{one}{eight % bomb}",
        "a file above its folder": f"{head}[{still}],{moved},{one}{eight % '../x.bin'}",
    }


def characters(page: Page) -> int:
    """A character of others as a figure, mesh not looked at, and as a motion."""
    file = Path(__file__).parents[2] / "shared" / "data" / "gltf" / "khronos_CesiumMan.glb"
    if not file.exists():
        page.say("no shared data: CesiumMan is not there")
        return 0
    figure = best(lambda: poise.Figure.load(file), 30)
    page.say(f"{'CesiumMan as a figure':44} {1e3 * figure:8.1f} ms    at most {1e3 * CHARACTER:.0f}")
    page.say(f"{'CesiumMan as a motion':44} {1e3 * best(lambda: poise.Motion.load(file), 30):8.1f} ms")
    return int(figure > CHARACTER)


def fewer_keys(page: Page, folder: Path) -> None:
    """A captured walk within 0.05° and 0.1 mm: keys of the written file, channel by channel."""
    file = Path(__file__).parents[2] / "shared" / "data" / "bvh" / "cmu_07_01_walk.bvh"
    if not file.exists():
        page.say("no shared data: the walk is not there")
        return
    walk = poise.Motion.load(file)
    walk.save(folder / "walk.gltf", angle=np.radians(0.05), length=1e-4)
    document = json.loads((folder / "walk.gltf").read_text("utf-8"))
    samplers = document["animations"][0]["samplers"]
    keys = sum(document["accessors"][sampler["input"]]["count"] for sampler in samplers)
    page.say(f"{'keys of a captured walk, as splines':44} {keys:8d}")
    for what, tracks in (("joint", len(walk.figure.joints)), ("channel that moves", len(samplers))):
        every = len(walk) * tracks
        page.say(f"{f'one per frame and {what}':44} {every:8d}       {every / keys:.1f} times as many")


def filming(page: Page, folder: Path) -> int:
    """A person who moves for ten seconds, as a film."""
    human = poise.human()
    poses = [human.rest(), human.pose("arms_up"), human.rest()]
    motion = poise.Motion(human, [0.0, FILMED / 2, FILMED], poses, interpolation="smooth")
    began = time.perf_counter()
    took = best(lambda: motion.film(folder / "film.gif"), 1)
    passed = time.perf_counter() - began
    page.say(f"{'a film of 10 s at 30 frames a second':44} {took:8.1f} s     at most {FILM:.0f}, of all cores together")
    print(f"{'the same, by the clock':44} {passed:8.1f} s     which depends on what else runs, and is not kept")
    return int(took > FILM)


def importing(page: Page) -> int:
    """The package itself, beside numpy, which it needs."""
    took, numpy = import_seconds()
    page.say(f"{'import poise':44} {took:8.2f} s     at most {IMPORTED:g}")
    page.say(f"{'the same, over import numpy':44} {took / numpy:8.2f}       at most {OVER_NUMPY:g}")
    return int(took > IMPORTED) + int(took / numpy > OVER_NUMPY)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", action="store_true", help="write the table into docs/benchmarks.md")
    keep, page = parser.parse_args().keep, Page()
    with tempfile.TemporaryDirectory() as folder:
        missed = reading(page, Path(folder)) + sampling(page) + characters(page) + hostile(page, Path(folder))
        fewer_keys(page, Path(folder))
        missed += importing(page) + filming(page, Path(folder))
    if keep:
        page.keep("motion")
    if missed:
        raise SystemExit(f"{missed} budgets missed")


if __name__ == "__main__":
    main()
