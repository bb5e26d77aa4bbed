"""Files that cannot be read as a figure: each is refused with what is wrong, what is valid, and the line."""

from __future__ import annotations

import os

import pytest

import poise

HEAD = "poise: figure\nversion: 1\nname: bad\n"
GOOD = HEAD + "segments:\n  a: {mass: 1}\n  b: {}\njoints:\n  base: {model: free, child: a}\n"

BALL = "  k: {model: ball, parent: a, child: b, "
LONG_HINGE = "  k:\n    model: hinge\n    parent: a\n    child: b\n"

# (text, line, words that the message must have)
YAML = {
    "not yaml": (HEAD + "segments: [a\njoints: {}\n", 5, "not well-formed YAML"),
    "no colon": (HEAD + "segments {a: 1, b: 2}\n", 4, "a colon is missing in this line or the one before"),
    "tab": (HEAD + "segments:\n\ta: {}\n", 5, "a tab in this line; YAML is indented with spaces"),
    "key twice": (GOOD + "  base: {model: free, child: a}\n", 9, "the key 'base' stands here twice (first on line 8)"),
    "tag": (HEAD + "segments: !!python/object:os.system {}\n", 4, "tags such as"),
    "second document": (GOOD + "---\npoise: figure\n", 9, "one file holds one document"),
    "unknown alias": (HEAD + "segments: *a\n", 4, "the alias *a has no finished anchor"),
    "alias to itself": (HEAD + "segments: &a {a: *a}\n", 4, "the alias *a has no finished anchor"),
    "list as key": (HEAD + "segments: {[1]: 2}\n", 4, "a key must be a plain word"),
    "no poise key": ("name: x\nsegments: {}\n", None, "does not say 'poise: figure'"),
    "a list": ("- 1\n- 2\n", None, "does not say 'poise: figure'"),
    "plain text": ("hello there\n", None, "does not say 'poise: figure'"),
    "scene": ("poise: scene\nversion: 1\n", 1, "this is a Poise scene file, not a figure"),
    "version": ("poise: figure\nversion: 2\nname: x\nsegments: {}\njoints: {}\n", 2, "version"),
    "missing part": ("poise: figure\nversion: 1\nname: x\nsegments: {}\n", None, "joints: this is missing"),
    "unknown key": (HEAD + "segments:\n  a:\n    mas: 1\njoints: {}\n", 6, "unknown key 'mas'; did you mean 'mass'?"),
    "unknown section": (GOOD + "bones: {}\n", 9, "unknown key 'bones'"),
    "no value": (HEAD + "segments:\n  a:\n    mass:\njoints: {}\n", 6, "'mass' has no value"),
    "text for number": (HEAD + "segments:\n  a: {mass: heavy}\njoints: {}\n", 5, "mass: must be a number, not 'heavy'"),
    "truth for number": (HEAD + "segments:\n  a: {mass: true}\njoints: {}\n", 5, "must be a number, not True"),
    "infinite": (HEAD + "segments:\n  a: {mass: .inf}\njoints: {}\n", 5, "must be a finite number"),
    "nan": (HEAD + "segments:\n  a: {center: [0, .nan, 0]}\njoints: {}\n", 5, "must be a finite number"),
    "overflow": (HEAD + "segments:\n  a: {mass: 1e999}\njoints: {}\n", 5, "must be a finite number"),
    "short vector": (HEAD + "segments:\n  a: {center: [0, 1]}\njoints: {}\n", 5, "must be a list of 3 numbers"),
    "negative mass": (GOOD.replace("mass: 1", "mass: -1"), 5, "negative mass"),
    "inertia": (GOOD.replace("mass: 1", "inertia: [1, 2]"), 5, "must be [xx, yy, zz]"),
    "lopsided inertia": (GOOD.replace("mass: 1", "inertia: [[1, 2, 0], [0, 1, 0], [0, 0, 1]]"), 5, "not symmetric"),
    "two shapes": (GOOD.replace("mass: 1", "shapes: [{box: {size: [1,1,1]}, sphere: {}}]"), 5, "this is missing"),
    "no shape": (GOOD.replace("mass: 1", "shapes: [{}]"), 5, "a shape is exactly one of sphere, ellipsoid"),
    "empty shape": (GOOD.replace("mass: 1", "shapes: [{sphere: {radius: 0}}]"), 5, "must be positive"),
    "mass and density": (GOOD.replace("mass: 1", "mass: 1, density: 2"), 5, "not both"),
    "unknown model": (GOOD + "  k: {model: knee, parent: a, child: b}\n", 9, "model"),
    "unknown segment": (GOOD + "  k: {model: ball, parent: a, child: c}\n", 9, "'c'"),
    "quaternion": (GOOD + BALL + "placement: {rotation: [1, 1, 0, 0]}}\n", 9, "unit quaternion"),
    "two rotations": (
        GOOD + "  k:\n    model: ball\n    parent: a\n    child: b\n"
        "    placement: {rotation: [0, 0, 0, 1], axis_angle: [1, 0, 0, 3]}\n", 13, "not both",
    ),
    "min above max": (GOOD + LONG_HINGE + "    limits:\n      angle: {min: 9, max: 1}\n",
                      14, "min above max"),
    "angle text": (GOOD + "  k: {model: hinge, parent: a, child: b, limits: {angle: {min: 3 deg}}}\n", 9, '"0.5 rad"'),
    "wrong limit": (GOOD + "  k: {model: hinge, parent: a, child: b, limits: {swing: {cone: 9}}}\n", 9, "swing"),
    "two-corner polygon": (
        GOOD + BALL + "limits: {swing: {polygon: [[0, 0, 1], [1, 0, 1]]}}}\n", 9, "at least 3",
    ),
    "crossed polygon": (
        GOOD + "  k: {model: ball, parent: a, child: b, limits: {swing: {polygon: "
        "[[-1, -1, 2], [1, 1, 2], [1, -1, 2], [-1, 1, 2]]}}}\n", 9, "polygon",
    ),
    "loose segment": (GOOD, 6, "not connected"),
    "cycle": (GOOD + "  k: {model: ball, parent: a, child: b}\n  l: {model: ball, parent: b, child: a}\n", 10, "cycle"),
    "site on nothing": (GOOD.replace("  b: {}\n", "") + "sites:\n  hand: {segment: arm}\n", 9, "'arm'"),
    "coupling without bounds": (GOOD + "couplings:\n  c: {terms: {k: 1}}\n", 10, "either equals, or min and max"),
    "posture of nothing": (GOOD.replace("  b: {}\n", "") + "postures:\n  rest: {knee: 3}\n", None, "'knee'"),
    "huge posture": (GOOD + "postures:\n  rest: {base: [1, 2, 3, 4, 5]}\n", 10, "one to four numbers"),
}  # fmt: skip


@pytest.mark.parametrize("case", YAML)
def test_bad_figure_files(refused, case):
    text, line, words = YAML[case]
    error = refused(text)
    assert words in str(error)
    assert error.line == line


def test_contradicting_couplings_are_named(refused):
    couplings = "couplings:\n  low: {terms: {k: 1}, max: 10}\n  high: {terms: {k: 1}, min: 20}\n"
    text = GOOD + LONG_HINGE + couplings
    assert "'high', 'low'" in str(refused(text))


def test_a_laughing_file_does_not_unfold(refused):
    """Each line holds the one before nine times: 9^12 values if they were copied."""
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    assert "unfolds to more than" in str(refused("\n".join(lines)))


def test_deep_nesting_is_refused(refused):
    assert "nested more than" in str(refused("[" * 100_000))
    assert refused("poise: figure\nversion: 1\nname: " + "[" * 5000 + "]" * 5000).line == 3


# ---- other kinds of files ---------------------------------------------------------------------

KINDS = {
    "empty": (b"", "the file is empty"),
    "blank": (b" \n\t\n", "the file is empty"),
    "binary": (b"\x89PNG\r\n\x1a\n\x00\x00", "binary file"),
    "latin 1": (b"poise: figure\nname: caf\xe9\n", "not UTF-8"),
    "html": (b"<html><body/></html>", "starts with <html>"),
    "collada": (b"<?xml version='1.0'?><COLLADA/>", "starts with <COLLADA>"),
    "fragment": (b"<mujocoinclude/>", "starts with <mujocoinclude>"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_files_of_the_wrong_kind(refused, kind):
    data, words = KINDS[kind]
    error = refused(data)
    assert words in str(error)
    assert "a figure is a Poise YAML file" in str(error)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(poise.FileError, match="no such file"):
        poise.Figure.load(tmp_path / "nothing.yaml")


def test_a_folder(tmp_path):
    with pytest.raises(poise.FileError, match="this is a folder"):
        poise.Figure.load(tmp_path)


@pytest.mark.parametrize("options", [{"root": "loose"}, {"axes": "z"}])
def test_unknown_options(write, options):
    with pytest.raises(poise.InputError, match="must be"):
        poise.Figure.load(write(GOOD), **options)


def test_a_byte_order_mark_is_no_harm(write):
    text = HEAD + "segments: {a: {}}\njoints: {b: {model: free, child: a}}\n"
    assert poise.Figure.load(write(text.encode("utf-8-sig"))).name == "bad"
    robot = "<robot name='r'><link name='a'/></robot>"
    assert poise.Figure.load(write(robot.encode("utf-8-sig"))).name == "r"
    wide = f"<?xml version='1.0' encoding='utf-16'?>{robot}"
    assert poise.Figure.load(write(wide.encode("utf-16"))).name == "r"


# ---- writing ----------------------------------------------------------------------------------


def dot() -> poise.Figure:
    return poise.Figure("dot", [poise.Segment("a")], [poise.Joint("base", "fixed", None, "a")])


@pytest.mark.parametrize("name", ["figure.obj", "figure"])
def test_unknown_endings_list_the_valid_ones(tmp_path, name):
    with pytest.raises(poise.FileError, match=r"use \.yaml, \.yml, \.urdf, \.xml, \.mjcf"):
        dot().save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_endings_in_capitals(tmp_path):
    dot().save(tmp_path / "FIGURE.YAML")
    assert poise.Figure.load(tmp_path / "FIGURE.YAML") == dot()


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(poise.FileError, match="cannot be written"):
        dot().save(tmp_path / "nowhere" / "figure.yaml")


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "figure.yaml"
    dot().save(path)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(poise.FileError, match="No space left"):
        dot().with_name("other").save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_permissions_are_kept(tmp_path):
    path = tmp_path / "figure.yaml"
    dot().save(path)
    path.chmod(0o640)
    dot().save(path)
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_link_is_written_through(tmp_path):
    (tmp_path / "real.yaml").write_text("old")
    (tmp_path / "link.yaml").symlink_to("real.yaml")
    dot().save(tmp_path / "link.yaml")
    assert (tmp_path / "link.yaml").is_symlink()
    assert poise.Figure.load(tmp_path / "real.yaml") == dot()


def test_names_that_no_file_can_hold(tmp_path):
    with pytest.raises(poise.InputError, match="surrogate"):
        dot().with_name("half \ud83d").save(tmp_path / "figure.yaml")
    assert list(tmp_path.iterdir()) == []
