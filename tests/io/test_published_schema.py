"""The published schema is the one the code enforces."""

from __future__ import annotations

from pathlib import Path

from poise.io.figure.schema import figure_schema, schema_text

PUBLISHED = Path(__file__).parents[2] / "docs" / "schema" / "figure.schema.json"


def test_the_published_schema_is_up_to_date():
    advice = "write it again: python -m poise.io.figure.schema > docs/schema/figure.schema.json"
    assert PUBLISHED.read_text(encoding="utf-8") == schema_text(), advice


def test_unknown_keys_are_forbidden_everywhere():
    schema = figure_schema()
    objects = [schema, *schema["$defs"].values()]
    assert len(objects) > 15
    assert all(part["additionalProperties"] is False for part in objects if "properties" in part)
