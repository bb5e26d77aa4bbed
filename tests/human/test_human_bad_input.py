"""Bad input is refused with the thing and the valid choices named, before anything is built."""

from __future__ import annotations

import math
from typing import Any

import pytest

import poise


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"stature": -1}, r"stature of a human must lie between 1 and 2\.5 m, not -1"),
        ({"stature": 0.3}, r"stature of a human must lie between 1 and 2\.5 m, not 0\.3"),
        ({"stature": 175}, r"stature of a human must lie between 1 and 2\.5 m, not 175"),
        ({"stature": math.nan}, "stature of a human must be finite"),
        ({"stature": math.inf}, "stature of a human must be finite"),
        ({"stature": "tall"}, "stature of a human must be a number, not 'tall'"),
        ({"stature": True}, "stature of a human must be a number, not True"),
        ({"percentile": 0}, "percentile of a human must lie between 1 and 99, not 0"),
        ({"percentile": 150}, "percentile of a human must lie between 1 and 99, not 150"),
        ({"percentile": math.nan}, "percentile of a human must be finite"),
        ({"mass": -70}, "mass of a human must lie between .* kg, not -70"),
        ({"mass": 0}, "mass of a human must lie between .* kg, not 0"),
        ({"mass": math.nan}, "mass of a human must be finite"),
        ({"mass": 2000}, "mass of a human must lie between .* kg, not 2000"),
        ({"stature": 1.7, "percentile": 50}, "stature or percentile, not both"),
        ({"hands": 2}, "hands must be True or False, not 2"),
    ],
    ids=str,
)
def test_values_out_of_reach(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(poise.InputError, match=message):
        poise.human(**arguments)


@pytest.mark.parametrize("sex", ["men", "", None, 1])
def test_unknown_sex(sex: Any) -> None:
    with pytest.raises(poise.UnknownNameError, match="sex") as caught:
        poise.human(sex=sex)
    assert caught.value.choices == ("male", "female")
