"""As much of JSON Schema as sheets use. A keyword it does not know raises."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

TYPES = {"object": dict, "string": str, "integer": int, "boolean": bool}
SAYS_NOTHING = {"$schema", "title", "type"}


def faults(schema: dict[str, Any], value: Any, path: str = "") -> Iterator[str]:
    """Yields each misfit of ``value`` to ``schema``. Raises ``KeyError`` for an unknown keyword."""
    if "type" in schema and not _type(schema["type"], value):
        yield f"{path}: is no {schema['type']}"
        return
    for keyword, wanted in schema.items():
        if keyword not in SAYS_NOTHING and not CHECKS[keyword](wanted, value):
            yield f"{path}: {keyword} {wanted!r}"
    if isinstance(value, dict):
        for key, inner in value.items():
            matching = [s for k, s in schema.get("properties", {}).items() if k == key] + [
                s for p, s in schema.get("patternProperties", {}).items() if re.search(p, key)
            ]
            if not matching and schema.get("additionalProperties") is False:
                yield f"{path}/{key}: not allowed"
            for part in matching:
                yield from faults(part, inner, f"{path}/{key}")


def _type(wanted: str, value: Any) -> bool:
    return isinstance(value, TYPES[wanted]) and (wanted != "integer" or not isinstance(value, bool))


CHECKS: dict[str, Any] = {
    "const": lambda wanted, value: value == wanted,
    "enum": lambda wanted, value: value in wanted,
    "minimum": lambda wanted, value: value >= wanted,
    "maximum": lambda wanted, value: value <= wanted,
    "maxLength": lambda wanted, value: len(value) <= wanted,
    "pattern": lambda wanted, value: re.search(wanted, value) is not None,
    "minProperties": lambda wanted, value: len(value) >= wanted,
    "required": lambda wanted, value: set(wanted) <= set(value),
    "properties": lambda wanted, value: True,
    "patternProperties": lambda wanted, value: True,
    "additionalProperties": lambda wanted, value: wanted is False,
}
