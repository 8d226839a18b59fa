"""The JSON Schema of layouts, made from the declarations that the reader uses, too.

Editors with a YAML language server use it to complete, describe and check keys while you type.
Problems that depend on facts (expressions, unknown names) are found by `printkit check`.
"""

from __future__ import annotations

from printkit.layout.language.declarations import ROW_FIELD, Attribute, Declared, Structure
from printkit.layout.language.definition import Kit, PadFile, Part, Sheet
from printkit.layout.language.loading import tokens
from printkit.layout.language.values import Json, Kind
from printkit.layout.nodes.base import FIELD, NODE_KINDS

DRAFT = "https://json-schema.org/draft/2020-12/schema"
SCALAR: Json = {"type": ["string", "number", "boolean", "null"]}
ANYTHING: Json = {}


def layout_schema() -> Json:
    """Make the schema of a layout file, a part, a kit or a score pad of the shelf."""
    builder = _SchemaBuilder()
    whole = [builder.thing(cls) for cls in (Sheet, Part, Kit, PadFile)]
    return {
        "$schema": DRAFT,
        "title": "printkit layout",
        "description": "A sheet to print, a part that sheets use, a kit, or a score pad.",
        "type": "object",
        "oneOf": whole,
        "$defs": builder.definitions,
    }


class _SchemaBuilder:
    """A builder that collects one definition for each class."""

    def __init__(self) -> None:
        self.definitions: dict[str, Json] = {}
        self.tokens = tokens()
        for name, cls in NODE_KINDS.items():
            self.definitions[name] = {**self._thing(cls), "required": [name]}
        kinds = [{"$ref": f"#/$defs/{name}"} for name in NODE_KINDS]
        self.definitions["node"] = {"anyOf": [SCALAR, {"type": "object", "oneOf": kinds}]}

    def thing(self, cls: type[Declared]) -> Json:
        """Return a reference to the schema of `cls`."""
        name = cls.__name__
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = self._thing(cls)
        return {"$ref": f"#/$defs/{name}"}

    def _thing(self, cls: type[Declared]) -> Json:
        properties: dict[str, Json] = {}
        required: list[str] = []
        for key, declared in cls.attributes.items():
            properties[key] = {"description": declared.help, **self._value(declared)}
            if declared.required:
                required.append(key)
        schema: Json = {
            "type": "object",
            "description": (cls.__doc__ or "").split("\n")[0],
            "properties": properties,
            "additionalProperties": False,
        }
        return {**schema, "required": required} if required else schema

    def _value(self, declared: Attribute) -> Json:
        kind = declared.kind
        if kind is ROW_FIELD:
            return FIELD.schema(self.tokens)
        if isinstance(kind, Kind):
            return kind.schema(self.tokens)
        return self._structure(kind)

    def _structure(self, kind: Structure) -> Json:
        node: Json = {"$ref": "#/$defs/node"}
        match kind.shape:
            case "nodes":
                return {"type": ["array", "null"], "items": node}
            case "node":
                return node
            case "words" | "marked_words":
                return SCALAR
            case "condition" | "loop" | "draw":
                return {"type": ["string", "boolean"]}
            case "palette":
                return {"type": "object", "additionalProperties": {"type": ["string", "object"]}}
            case "data_map" | "facts":
                return {"type": "object"}
            case "listing":
                return {"type": "array", "items": self.thing(kind.of)}
            case "mapping" | "families":
                thing = self.thing(kind.of)
                named = {"anyOf": [thing, {"type": "string"}]} if kind.of.short_for else thing
                return {"type": "object", "additionalProperties": named}
            case "single" | "table":
                return self.thing(kind.of)
        return ANYTHING
