"""`printkit schema`: the JSON Schema of layouts."""

from __future__ import annotations

from printkit.cli.output import print_document


def schema() -> None:
    """Print the JSON Schema of layouts, for editors that check and complete YAML."""
    from printkit.layout.language.schema import layout_schema

    print_document(layout_schema(), indent=2)
