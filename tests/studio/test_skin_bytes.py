"""The skin of a person on its way to the page: few bytes, and as good as before."""

from __future__ import annotations

import zlib

import numpy as np
import pytest
from visitor import planes

import poise
from poise import figures
from poise.studio.document.fresh import person
from poise.studio.protocol.wire import packed
from poise.studio.shapes import figure_message
from poise.studio.skins import DETAILS, skins


def test_the_page_gets_the_skin_to_thirty_micrometres() -> None:
    figure = poise.human(hands=True)
    for detail, sent in zip(DETAILS, skins(figure), strict=True):
        mesh = poise.body_mesh(figure, detail=detail)
        whole = np.cumsum(planes(sent.vertices).reshape(3, -1), axis=1) % 65536
        assert np.abs(np.array(sent.low) + sent.step * whole.T - mesh.vertices).max() < 20e-6
        corners = np.cumsum(np.frombuffer(sent.triangles, "<u4").astype(np.int64).reshape(3, -1), axis=1) % 2**32
        assert (mesh.triangles == corners.T).all()
        normals = np.frombuffer(sent.normals, "<i1").reshape(3, -1).T / 127
        cosine = np.einsum("ij,ij->i", normals, mesh.normals) / np.linalg.norm(normals, axis=1)
        assert cosine.min() > np.cos(np.radians(0.5))
        shares = planes(sent.weights).reshape(4, -1).T
        assert (shares.sum(axis=1) == 65535).all()
        assert np.abs(shares / 65535 - mesh.weights).max() < 4 / 65535


def test_on_a_slow_line_the_figure_is_small() -> None:
    """At 60 kB/s it takes less than three seconds, as deflated as sockets do it."""
    squeeze = zlib.compressobj(wbits=-12, memLevel=5)
    sent = packed(figure_message(person(), 1, None))
    assert len(squeeze.compress(sent) + squeeze.flush()) < 150_000


@pytest.mark.parametrize("figure", ["quadruped", "bird", "hand"])
def test_animals_and_hands_are_sent_so_too(figure: str) -> None:
    for sent in skins(getattr(figures, figure)()):
        assert len(sent.vertices) == 2 * 3 * len(sent.sky)
