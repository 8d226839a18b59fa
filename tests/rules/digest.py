"""A short fingerprint of a state, the same on every machine and in every process.

Takes anything made of tuples, frozen dataclasses, sets, maps and plain values.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from hashlib import blake2b
from typing import Any


def digest(state: object) -> str:
    """The fingerprint: equal states have equal ones."""
    text = json.dumps(_plain(state), sort_keys=True)
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, set | frozenset):
        return sorted((_plain(each) for each in value), key=json.dumps)
    if hasattr(value, "items"):
        return sorted(([_plain(key), _plain(each)] for key, each in value.items()), key=json.dumps)
    return value
