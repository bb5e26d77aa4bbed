"""Shipped scenes and their solutions, loaded and solved once for all the tests that look at them."""

from __future__ import annotations

import functools

import poise


@functools.cache
def scene(name: str) -> poise.Scene:
    return poise.Scene.load(name)


@functools.cache
def solved(name: str) -> poise.Solution:
    return scene(name).solve()
