"""The ways in which each peer is used: as its makers advise, and as we found best."""

from __future__ import annotations

from typing import Any

Ways = dict[str, dict[str, dict[str, Any]]]
"""By peer: what the table calls it, and the settings of its `Body`."""

STEPS: Ways = {
    "poise": {"Poise, five strict levels": {}},
    "placo": {"placo, soft": {}, "placo, feet hard": {"feet": "hard"}},
    "mink": {"mink, daqp": {}},
    "pink": {"Pink, daqp": {}},
    "embodik": {"EmbodiK, four levels": {}, "EmbodiK, five levels": {"posture": True}},
}
_POSTURE = {"posture": 1e-3}  # a cost, whose square is the weight; placo takes the weight
PERSON: Ways = {
    "poise": {"Poise, README's levels": {}},
    "placo": {"placo, soft": {"posture": 1e-6}},
    "mink": {"mink, daqp": _POSTURE},
    "pink": {"Pink, daqp": _POSTURE},
    "embodik": {"EmbodiK, four levels": {}, "EmbodiK, five levels": {"posture": True}},
}
"""With the built-in person, or with its hinges."""
_TUNED = {"limit_gain": 1.0, "levenberg": 1e-3}
_SLOW = {"limit_gain": 1.0, "levenberg": 1e-2, "slow": True}
SOLVES: Ways = {
    "poise": {"Poise, five strict levels": {}},
    "placo": {"placo, soft": {}, "placo, soft, slow": {"damping": 1e-5, "slow": True}},
    "mink": {"mink, daqp": _TUNED, "mink, daqp, slow": _SLOW},
    "pink": {"Pink, daqp": _TUNED, "Pink, daqp, slow": _SLOW},
    "embodik": {"EmbodiK, four levels": {}, "EmbodiK, five levels": {"posture": True}},
}
_DAMPED = {"levenberg": 0.1, "slow": True}
CONFLICTS: Ways = {
    "poise": {"Poise, five strict levels": {}},
    "placo": {
        "placo, soft": {"damping": 1e-4},
        "placo, soft, damped": {"damping": 1e-2, "slow": True},
        "placo, feet hard": {"feet": "hard", "damping": 1e-4},
        "placo, feet hard, damped": {"feet": "hard", "damping": 1e-2, "slow": True},
    },
    "mink": {
        "mink, daqp": {"levenberg": 1e-3},
        "mink, daqp, damped": _DAMPED,
        "mink, feet hard": {"levenberg": 1e-3, "feet_hard": True},
        "mink, feet hard, damped": _DAMPED | {"feet_hard": True},
    },
    "pink": {
        "Pink, daqp": {"levenberg": 1e-3},
        "Pink, daqp, damped": _DAMPED,
        "Pink, feet hard": {"levenberg": 1e-3, "feet_hard": True},
        "Pink, feet hard, damped": _DAMPED | {"feet_hard": True},
    },
    "embodik": {"EmbodiK, least error": {}, "EmbodiK, scaled": {"mode": "SCALE"}},
}
ARMS = {
    "poise": "Poise",
    "placo": "placo",
    "pink": "Pink, daqp",
    "embodik": "EmbodiK",
    "roboticstoolbox": "Robotics Toolbox",
    "ikpy": "ikpy",
}
CLOSED = "Poise, closed form"
"""Of the arm: `poise.Limb`."""
