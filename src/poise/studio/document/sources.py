"""Recipes of figures as hands change them: sites more, sites less; of several figures, on the one they belong to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from poise.figure.company import SLASH
from poise.figure.figure import Figure
from poise.figure.marks import Site
from poise.scene.source import CompanySource, FigureSource

AnySource = FigureSource | CompanySource
"""Where the figure of a document comes from."""


def with_sites(source: AnySource | None, sites: Sequence[Site]) -> AnySource | None:
    """The recipe of the figure with these sites."""
    if isinstance(source, CompanySource):
        recipes = dict(source.sources)
        for site in sites:
            who, _, name = site.name.partition(SLASH)
            own = replace(site, name=name, segment=site.segment.partition(SLASH)[2])
            recipes[who] = _with_site(recipes[who], own)
        return CompanySource(recipes)
    return source and replace(source, sites=(*source.sites, *sites))


def without_sites(source: AnySource | None, names: Collection[str]) -> AnySource | None:
    """The recipe of the figure without sites of these names."""
    if isinstance(source, CompanySource):
        recipes = dict(source.sources)
        for name in sorted(names):
            who, _, own = name.partition(SLASH)
            recipes[who] = _without_site(recipes[who], own)
        return CompanySource(recipes)
    return source and replace(source, sites=[s for s in source.sites if s.name not in names])


def _with_site(recipe: FigureSource | Figure, site: Site) -> FigureSource | Figure:
    if isinstance(recipe, Figure):
        return recipe.with_site(site)
    return replace(recipe, sites=(*recipe.sites, site))


def _without_site(recipe: FigureSource | Figure, name: str) -> FigureSource | Figure:
    if isinstance(recipe, Figure):
        return recipe.without_site(name)
    return replace(recipe, sites=[s for s in recipe.sites if s.name != name])
