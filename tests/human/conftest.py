"""People the tests share; figures never change, so one of each is enough."""

from __future__ import annotations

import pytest

import poise


@pytest.fixture(scope="session")
def man() -> poise.Figure:
    return poise.human()


@pytest.fixture(scope="session")
def woman() -> poise.Figure:
    return poise.human(sex="female")


@pytest.fixture(scope="session")
def handed() -> poise.Figure:
    return poise.human(hands=True)


PEOPLE = {
    "man": {},
    "woman": {"sex": "female"},
    "small woman": {"sex": "female", "percentile": 5},
    "large man": {"percentile": 95},
    "child's size": {"stature": 1.2},
    "giant": {"stature": 2.2},
    "very light": {"stature": 1.8, "mass": 45},
    "very heavy": {"stature": 1.65, "mass": 160, "sex": "female"},
    "fingers": {"hands": True},
}


@pytest.fixture(scope="session", params=PEOPLE, ids=list(PEOPLE))
def person(request: pytest.FixtureRequest) -> poise.Figure:
    """Each of these people in turn."""
    return poise.human(**PEOPLE[request.param])
