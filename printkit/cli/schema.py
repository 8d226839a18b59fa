"""`printkit schema`: the JSON Schema of layouts."""

from __future__ import annotations

from printkit.cli.plain import print_json


def schema() -> None:
    """Print the JSON Schema of layouts, for editors that check and complete YAML."""
    from printkit.layout.schema import layout_schema

    print_json(layout_schema(), indent=2)
