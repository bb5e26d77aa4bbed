"""The stances, by name: rough poses in degrees and what they rest on. Contacts and balance are found by solving."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from poise.people.limits import SPINE_SHARES
from poise.stances.recipe import Contact, Recipe, Rest, Surface, Values, both

FORWARD = (0.0, 0.0, 1.0)
SIDES = ("left", "right")
FEET = both("foot", how="flat")
TUCKED: Values = {"ankle": (5, 0), "toes": -80}
"""A foot that stands on its toes, the sole upright."""


def back(flexion: float, neck: float = 0.0, head: float = 0.0) -> Values:
    """The back bent forward by so many degrees in all, each joint by its share; neck and head."""
    bent: Values = {name: (flexion * share["swing_x"], 0, 0) for name, share in SPINE_SHARES.items()}
    return {**bent, "neck": (neck, 0, 0), "head": (head, 0)}


RECIPES: Mapping[str, Recipe] = MappingProxyType(
    {
        "standing": Recipe(
            "upright at ease, on both feet",
            FEET,
            left={"hip": (0, 0, 0), "knee": (5, 0), "ankle": (4.5, 0)},
        ),
        "sitting": Recipe(
            "upright on a chair, thighs level, feet on the floor, hands on the thighs",
            (*FEET, *both("seat", "seat")),
            back(4),
            {"shoulder": (78, 34, 0), "elbow": (62, 70), "hip": (88, -12, 0), "knee": (90, 0), "ankle": (0, 0)},
            surfaces=(Surface("seat", offset=0.247),),
            rests=dict.fromkeys(SIDES, Rest(0.085, around=14, over=1.63, slant=34)),
        ),
        "sitting_on_floor": Recipe(
            "on the floor, legs stretched, leaning back on the hands",
            (*both("seat"), *both("heel_back"), *both("palm", how="flat")),
            back(20, -4),
            {
                "shoulder": (132, 42, -10), "elbow": (6, -30), "wrist": (-55, 0),
                "hip": (72, -6, -8), "knee": (14, 0), "ankle": (-15, 0),
            },
            turn=(-4, 0, 0),
        ),
        "cross_legged": Recipe(
            "on the floor with crossed legs, hands on the knees",
            (*both("seat"), *both("foot_edge")),
            back(30, -2),
            {
                "shoulder": (50, 34, 10), "elbow": (62, 40),
                "hip": (86, -42, -92), "knee": (100, -6), "ankle": (-30, 20),
            },
            {"hip": (86, -42, -92), "knee": (138, -6), "ankle": (-40, 10)},
            turn=(4, 0, 0),
            rests=dict.fromkeys(SIDES, Rest(0.05, around=-58, over=1.38)),
        ),
        "kneeling": Recipe(
            "upright on both knees, toes tucked under",
            (*both("kneecap"), *both("toes", how="flat")),
            back(2),
            {"hip": (4, -4, 0), "knee": (84, 0), **TUCKED},
            margin=0.02,
        ),
        "kneeling_on_one_knee": Recipe(
            "on the right knee, the left foot in front, a hand on its knee",
            (Contact("left_foot", how="flat"), Contact("right_kneecap"), Contact("right_toes", how="flat")),
            back(8, 2),
            {"shoulder": (70, 38, 0), "elbow": (78, 70), "hip": (88, -12, 0), "knee": (90, 0), "ankle": (0, 0)},
            {"shoulder": (80, 10, 8), "elbow": (14, 15), "hip": (-6, -4, 0), "knee": (86, 0), **TUCKED},
            turn=(2, 0, 0),
            rests={"left": Rest(0.055, around=12, over=1.46, slant=28)},
        ),
        "squatting": Recipe(
            "deep on both feet, arms forward",
            FEET,
            back(52, -22),
            {"shoulder": (26, 84, -30), "elbow": (12, 10), "hip": (89, -14, 0), "knee": (120, 0), "ankle": (30, 0)},
        ),
        "all_fours": Recipe(
            "on hands and knees",
            (*both("kneecap"), *both("palm", how="flat"), *both("toes", how="flat")),
            back(30, -30, -12),
            {
                "clavicle": (0, 8), "shoulder": (15, 65, 0), "elbow": (22, 60), "wrist": (-70, 0),
                "hip": (80, -4, 0), "knee": (80, 0), **TUCKED,
            },
            turn=(90, 0, 0),
            places={
                "left_palm": ("xz", (0.12, 0, 0.33)), "right_palm": ("xz", (-0.12, 0, 0.33)),
                "left_kneecap": ("z", (0, 0, 0)), "right_kneecap": ("z", (0, 0, 0)),
            },
            headings={"left_palm": (0.1, 0, 1), "right_palm": (-0.1, 0, 1)},
        ),
        "lying_on_back": Recipe(
            "flat on the back, arms beside the body",
            (
                *both("buttock"), Contact("upper_back"), Contact("head_back"), *both("heel_back"),
                *both("palm", how="flat"),
            ),
            back(0, 6),
            {"shoulder": (110, 24, 30), "elbow": (10, 60), "hip": (0, -7, -20), "knee": (2, 0), "ankle": (-20, 0)},
            turn=(-90, 0, 0),
        ),
        "lying_on_front": Recipe(
            "flat on the front, the head on its side, the hands beside it",
            (*both("breast"), Contact("belly"), *both("kneecap"), *both("toe"), *both("palm", how="flat")),
            {**back(-10), "neck": (-4, 0, 62), "head": (0, 0)},
            {
                "shoulder": (95, 96, -60), "elbow": (84, 60), "wrist": (-20, 0),
                "hip": (0, -8, 0), "knee": (4, 0), "ankle": (-48, 0),
            },
            turn=(90, 0, 0),
        ),
        "lying_on_side": Recipe(
            "on the right side, knees drawn up, one arm ahead, the other hand on the hip",
            (
                Contact("right_hip_side"), Contact("right_chest_side"), Contact("right_knee_side"),
                Contact("right_foot_edge"), Contact("right_palm", how="flat"),
            ),
            {**back(14, 6), "neck": (6, -10, 0)},
            {
                "shoulder": (60, 30, 10), "elbow": (50, 40), "wrist": (0, 0),
                "hip": (50, 17, 0), "knee": (74, 0), "ankle": (-15, 0),
            },
            {
                "clavicle": (16, 12), "shoulder": (26, 106, 10), "elbow": (30, 0), "wrist": (0, 0),
                "hip": (34, 0, 0), "knee": (50, 0), "ankle": (-15, 0),
            },
            turn=(0, 0, 96),
            rests={"left": Rest(0.17, around=45, over=2.3, slant=20)},
        ),
        "leaning_on_wall": Recipe(
            "the back against a wall, the feet a step away from it",
            (*FEET, *both("buttock", "wall"), Contact("upper_back", "wall")),
            back(0, 8),
            {"shoulder": (80, 14, 8), "elbow": (14, 15), "hip": (6, -3, 0), "knee": (8, 0), "ankle": (12, 0)},
            turn=(-8, 0, 0),
            surfaces=(Surface("wall", FORWARD, -0.20),),
            places={"left_foot": ("z", (0, 0, 0.04)), "right_foot": ("z", (0, 0, 0.04))},
        ),
        "standing_on_one_leg": Recipe(
            "on the right foot, the left knee raised",
            (Contact("right_foot", how="flat"),),
            back(0),
            {"shoulder": (88, 30, 8), "elbow": (20, 15), "hip": (62, 0, 0), "knee": (84, 0), "ankle": (-10, 0)},
            {"shoulder": (88, 30, 8), "elbow": (20, 15), "hip": (2, 4, 0), "knee": (6, 0), "ankle": (4, 0)},
            margin=0.02,
        ),
        "walking": Recipe(
            "the left heel touches the floor, the right foot pushes off",
            (Contact("left_heel"), Contact("right_toes", how="flat")),
            {**back(2), "thoracic": (0, 0, -5)},
            {"shoulder": (154, 25, 8), "elbow": (12, 15), "hip": (24, 0, 0), "knee": (4, 0), "ankle": (2, 0)},
            {
                "shoulder": (28, 27, 8), "elbow": (26, 15),
                "hip": (-16, 0, 0), "knee": (16, 0), "ankle": (-6, 0), "toes": -32,
            },
            turn=(2, 0, 0),
            motion="the weight passes from the right foot to the left; standing still in it would be a fall or a stop",
        ),
        "running": Recipe(
            "the right toes push off, the left knee swings up",
            (Contact("right_toes", how="flat"),),
            {**back(8, -8), "thoracic": (2, 0, -8)},
            {"shoulder": (152, 50, 10), "elbow": (88, 10), "hip": (72, 0, 0), "knee": (92, 0), "ankle": (6, 0)},
            {
                "shoulder": (26, 46, 20), "elbow": (92, 10),
                "hip": (-16, 0, 0), "knee": (12, 0), "ankle": (-24, 0), "toes": -38,
            },
            turn=(10, 0, 0),
            motion="the body flies forward off the right toes; it is in balance at no moment",
        ),
        "climbing": Recipe(
            "on a ladder: the left foot a step higher, hands on rungs",
            (
                Contact("left_foot", "upper step", "flat"), Contact("right_foot", "lower step", "flat"),
                Contact("left_hand", "left rung", "grip"), Contact("right_hand", "right rung", "grip"),
            ),
            back(4, -14, -6),
            {
                "shoulder": (14, 60, 0), "elbow": (96, 60), "wrist": (-10, 0),
                "hip": (74, -8, -8), "knee": (92, 0), "ankle": (8, 0),
            },
            {
                "shoulder": (22, 90, -10), "elbow": (84, 60), "wrist": (-10, 0),
                "hip": (10, -6, -6), "knee": (16, 0), "ankle": (4, 0),
            },
            turn=(4, 0, 0),
            surfaces=(
                Surface("lower step"), Surface("upper step", offset=0.17),
                Surface("left rung", offset=0.78), Surface("right rung", offset=0.95),
            ),
            places={
                "left_foot": ("xz", (0.07, 0, 0.06)), "right_foot": ("xz", (-0.07, 0, 0.06)),
                "left_hand": ("xz", (0.11, 0, 0.17)), "right_hand": ("xz", (-0.11, 0, 0.17)),
            },
            headings={"left_hand": (0, 0.9, 0.5), "right_hand": (0, 0.9, 0.5)},
        ),
        "throwing": Recipe(
            "the right arm drawn back, the left foot in front",
            (Contact("left_foot", how="flat"), Contact("right_toes", how="flat")),
            {"lumbar": (0, 0, -4), "thoracolumbar": (-2, 0, -10), "thoracic": (-2, 0, -14), "neck": (2, 0, 40)},
            {"shoulder": (20, 80, -10), "elbow": (24, 40), "hip": (40, -10, 20), "knee": (26, 0), "ankle": (4, 0)},
            {
                "shoulder": (106, 92, -86), "elbow": (88, 30), "wrist": (-30, 0),
                "hip": (-8, -16, -16), "knee": (18, 0), "ankle": (0, 0), "toes": -30,
            },
            turn=(0, -40, 0),
            motion="the weight moves from the right foot to the left as the arm goes forward",
        ),
        "push_up": Recipe(
            "face down on straight arms and toes, the body a straight line",
            (*both("toes", how="flat"), *both("palm", how="flat")),
            back(0, -20, -8),
            {
                "clavicle": (0, 8), "shoulder": (26, 78, 0), "elbow": (2, 70), "wrist": (-68, 0),
                "hip": (0, -4, 0), "knee": (0, 0), "ankle": (8, 0), "toes": -62,
            },
            turn=(70, 0, 0),
            places={"left_palm": ("x", (0.135, 0, 0)), "right_palm": ("x", (-0.135, 0, 0))},
            headings={"left_palm": (0.1, 0, 1), "right_palm": (-0.1, 0, 1)},
        ),
    }
)  # fmt: skip

ALIASES: Mapping[str, str] = MappingProxyType({"squat": "squatting", "rest": "standing"})
"""Names of older postures that are the same thing."""
